//! One result.
//!
//! Not a judgement of a technique: several records together are that. Invariant: conclusions follow from the counts and the test alone, so
//! that whoever has the counts can check them.

use serde::{Deserialize, Serialize};
use stats::{Interval, Measure, Pentanomial, Sprt, Verdict};

use crate::plan::{Limit, ModelName, Test};

/// What became of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The first 16 hexadecimal digits of the SHA-256 of everything else in the line.
    pub id: String,
    /// When it was finished, in UTC.
    pub date: String,
    /// What was checked out when it began. Nothing proves that the program that played was built from it: whoever records builds first, and
    /// `verify` finds it out where games repeat.
    pub commit: String,
    /// Whether anything but the ledger differed from that, untracked sources included.
    pub dirty: bool,
    /// The processor.
    pub machine: String,
    /// The SHA-256 of the shipped network, if an arm played with it, or `none`. Networks of arms that name a file are named by it.
    pub network: String,
    /// The experiment's file, from the repository's root.
    pub experiment: String,
    /// The experiment's identity.
    pub identity: String,
    /// The technique measured: the first arm has it, the second not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
    /// Its revision then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// What each side had for its moves.
    pub limit: Limit,
    /// Size of each arm's table in mebibytes, where it is known.
    pub hash: [Option<u64>; 2],
    /// Nodes of each arm's bench, where it is played in this process.
    pub bench: [Option<u64>; 2],
    /// What each arm told as 100 centipawns, in the unit of its evaluation: what scores mean decides when players agree that a game is over. In
    /// older records a hundred was a hundred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told_as_100: Option<[f64; 2]>,
    /// Nodes per second of each arm.
    pub nodes_per_second: [f64; 2],
    /// Pairs of games of 0, ½, 1, 1½ and 2 points for the first arm.
    pub pairs: [u64; 5],
    /// Games the first arm won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games it lost.
    pub losses: u64,
    /// What the pairs say.
    pub conclusions: Conclusions,
    /// The sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
    /// The SHA-256 of all games counted.
    pub digest: String,
    /// That of the first [`PREFIX_PAIRS`] pairs alone, where games repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix_digest: Option<String>,
    /// The first pairs by their points, as in `pairs`; records before 2026-12 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix_pairs: Option<[u64; 5]>,
    /// Games that ended by a fault.
    pub faults: u64,
    /// How long it took; of the last sitting, where there were several.
    pub seconds: f64,
}

/// Pairs that a quick replay plays.
pub const PREFIX_PAIRS: u64 = 8;

/// What pairs of games say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conclusions {
    /// Logistic Elo.
    pub elo: Range,
    /// Normalised Elo.
    pub normalised_elo: Range,
    /// Likelihood of superiority, from 0 to 1.
    pub superiority: f64,
    /// Log-likelihood ratio of the test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llr: Option<f64>,
    /// Where the test ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub llr_limits: Option<[f64; 2]>,
    /// What is known now.
    pub verdict: Outcome,
}

/// [`Verdict`], as the file spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It gains.
    Accepted,
    /// It loses.
    Rejected,
    /// Neither is known.
    Unresolved,
}

impl Outcome {
    /// In one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::Rejected => "rejected",
            Outcome::Unresolved => "unresolved",
        }
    }
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Outcome::Accepted,
            Verdict::Rejected => Outcome::Rejected,
            Verdict::Unresolved => Outcome::Unresolved,
        }
    }
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Accepted => Verdict::Accepted,
            Outcome::Rejected => Verdict::Rejected,
            Outcome::Unresolved => Verdict::Unresolved,
        }
    }
}

/// A value and its 95 % interval. An end that is absent is infinite: every game was won, or every game lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl From<Interval> for Range {
    fn from(interval: Interval) -> Self {
        let finite = |end: f64| end.is_finite().then_some(end);
        Range { value: interval.value, low: finite(interval.low), high: finite(interval.high) }
    }
}

impl Range {
    /// With a sign, and half the interval's width: `+28.7 ± 19.5`.
    #[must_use]
    pub fn text(&self) -> String {
        match (self.low, self.high) {
            (Some(low), Some(high)) => format!("{} ± {:.1}", signed(self.value), (high - low) / 2.0),
            (Some(low), None) => format!("{}, at least {}", signed(self.value), signed(low)),
            (None, Some(high)) => format!("{}, at most {}", signed(self.value), signed(high)),
            (None, None) => signed(self.value),
        }
    }
}

/// One decimal and a sign; nothing is written as a negative zero.
#[must_use]
pub fn signed(value: f64) -> String {
    let rounded = libm::round(value * 10.0) / 10.0;
    if rounded == 0.0 { "+0.0".to_owned() } else { format!("{rounded:+.1}") }
}

impl Conclusions {
    /// From the counts; `None` without a pair.
    #[must_use]
    pub fn of(pairs: &Pentanomial, test: Option<&Test>) -> Option<Conclusions> {
        let measure = Measure::of(pairs)?;
        let sprt = test.map(|test| Sprt { bounds: test.bounds() });
        let without_test = || if measure.elo.high < 0.0 { Outcome::Rejected } else { Outcome::Unresolved };
        Some(Conclusions {
            elo: measure.elo.into(),
            normalised_elo: measure.normalised_elo.into(),
            superiority: measure.superiority,
            llr: sprt.map(|sprt| sprt.log_likelihood_ratio(pairs)),
            llr_limits: sprt.map(|sprt| <[f64; 2]>::from(sprt.bounds.limits())),
            verdict: sprt.map_or_else(without_test, |sprt| Verdict::of(&sprt, pairs).into()),
        })
    }

    /// The names and values in which two differ by more than rounding.
    fn differences(&self, other: &Conclusions) -> Vec<String> {
        let range = |name: &str, range: &Range| {
            [("", Some(range.value)), (" low", range.low), (" high", range.high)]
                .map(|(end, value)| (format!("{name}{end}"), value))
        };
        let numbers = |conclusions: &Conclusions| {
            let limits = conclusions.llr_limits;
            let mut all = range("elo", &conclusions.elo).to_vec();
            all.extend(range("normalised elo", &conclusions.normalised_elo));
            all.push(("superiority".to_owned(), Some(conclusions.superiority)));
            all.push(("llr".to_owned(), conclusions.llr));
            all.push(("llr limit".to_owned(), limits.map(|limits| limits[0])));
            all.push(("llr limit".to_owned(), limits.map(|limits| limits[1])));
            all
        };
        let mut differences = Vec::new();
        for ((name, own), (_, others)) in numbers(self).into_iter().zip(numbers(other)) {
            if !is_near(own, others) {
                differences.push(format!("{name} is {}, the counts say {}", shown(own), shown(others)));
            }
        }
        if self.verdict != other.verdict {
            differences.push(format!(
                "the verdict is {}, the counts say {}",
                self.verdict.word(),
                other.verdict.word()
            ));
        }
        differences
    }
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
}

/// Equal up to what another platform's arithmetic may round.
fn is_near(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-6 * one.abs().max(other.abs()).max(1e-3),
        (None, None) => true,
        _ => false,
    }
}

impl Record {
    /// The counts.
    #[must_use]
    pub fn pentanomial(&self) -> Pentanomial {
        Pentanomial::new(self.pairs)
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pentanomial().games()
    }

    /// The day, without the time.
    #[must_use]
    pub fn day(&self) -> &str {
        self.date.get(..10).unwrap_or(&self.date)
    }

    /// In what this record contradicts itself.
    #[must_use]
    pub fn contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        let pairs = self.pentanomial();
        if pairs.games() != self.wins + self.draws + self.losses {
            let games = self.wins + self.draws + self.losses;
            found.push(format!("{games} games won, drawn and lost, but {} in pairs", pairs.games()));
        }
        let half_points: u64 = (0..).zip(self.pairs).map(|(points, count)| points * count).sum();
        if half_points != 2 * self.wins + self.draws {
            found.push("the points of games and of pairs differ".to_owned());
        }
        match Conclusions::of(&pairs, self.test.as_ref()) {
            Some(conclusions) => found.extend(self.conclusions.differences(&conclusions)),
            None => found.push("no games".to_owned()),
        }
        let is_hexadecimal = |text: &str, length: usize| {
            text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        };
        let digests = [("digest", Some(&self.digest), 64), ("prefix digest", self.prefix_digest.as_ref(), 64)];
        let hashes = [("identity", Some(&self.identity), 64), ("commit", Some(&self.commit), 40)];
        for (name, text, length) in digests.into_iter().chain(hashes) {
            if text.is_some_and(|text| !is_hexadecimal(text, length)) {
                found.push(format!("the {name} is not {length} hexadecimal digits"));
            }
        }
        if self.limit.is_deterministic() != self.prefix_digest.is_some() && self.bench.iter().all(Option::is_some) {
            found.push("a digest of the first pairs belongs to games that repeat, and to no others".to_owned());
        }
        if humantime::parse_rfc3339(&self.date).is_err() {
            found.push(format!("'{}' is not a date", self.date));
        }
        found
    }

    /// For a person who just waited for it.
    #[must_use]
    pub fn summary(&self) -> String {
        let Conclusions { elo, normalised_elo, superiority, llr, llr_limits, verdict } = &self.conclusions;
        let [none, half, one, more, two] = self.pairs;
        let mut text = format!(
            "{} games: {} won, {} drawn, {} lost; pairs of 0 to 2 points: {none} {half} {one} {more} {two}\n",
            self.games(),
            self.wins,
            self.draws,
            self.losses,
        );
        text += &format!(
            "Elo {}, normalised Elo {}, better with a chance of {:.1} %\n",
            elo.text(),
            normalised_elo.text(),
            100.0 * superiority
        );
        if let (Some(test), Some(llr), Some([reject, accept])) = (&self.test, llr, llr_limits) {
            let unit = match test.model {
                ModelName::Normalised => "normalised Elo",
                ModelName::Logistic => "Elo",
            };
            let (elo0, elo1) = (test.elo0, test.elo1);
            text += &format!("LLR {llr:.2} in {reject:.2} to {accept:.2}, of {unit} {elo1} against {elo0}\n");
        }
        text + &format!("{}\n", Verdict::from(*verdict))
    }
}

/// A limit in words: `2000 nodes`, `1+0.01 of CPU time`.
#[must_use]
pub fn limit_text(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes"),
        Limit::SoftNodes(nodes) => format!("{nodes} soft nodes"),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::Wall(control) => format!("{control} of wall time"),
        Limit::Cpu(control) => format!("{control} of CPU time"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::testing::record;

    #[test]
    fn what_a_person_reads() {
        assert_eq!(
            record("NullMovePruning", [40, 80, 140, 99, 141]).summary(),
            "1000 games: 451 won, 319 drawn, 230 lost; pairs of 0 to 2 points: 40 80 140 99 141\n\
             Elo +78.1 ± 20.3, normalised Elo +85.6 ± 21.5, better with a chance of 100.0 %\n\
             LLR 6.37 in -2.94 to 2.94, of normalised Elo 10 against 0\n\
             accepted: the test was passed\n"
        );
    }

    #[test]
    fn without_a_test_nothing_is_accepted() {
        let verdict = |pairs| Conclusions::of(&Pentanomial::new(pairs), None).map(|conclusions| conclusions.verdict);
        assert_eq!(verdict([0, 10, 100, 300, 100]), Some(Outcome::Unresolved));
        assert_eq!(verdict([100, 300, 100, 10, 0]), Some(Outcome::Rejected));
        assert_eq!(verdict([0; 5]), None);
    }

    #[test]
    fn ranges_are_told_with_signs_and_without_negative_zeros() {
        let range = |value, low, high| Range { value, low, high }.text();
        assert_eq!(range(28.73, Some(9.0), Some(48.0)), "+28.7 ± 19.5");
        assert_eq!(range(-0.04, Some(-3.0), Some(3.0)), "+0.0 ± 3.0");
        assert_eq!(range(900.0, Some(700.0), None), "+900.0, at least +700.0");
        assert_eq!(range(-900.0, None, Some(-700.0)), "-900.0, at most -700.0");
        let sweep = Conclusions::of(&Pentanomial::new([0, 0, 0, 0, 100]), None).expect("pairs");
        assert_eq!(sweep.elo.high, None);
    }

    #[test]
    fn every_contradiction_is_found() {
        let good = record("NullMovePruning", [40, 80, 140, 99, 41]);
        assert_eq!(good.contradictions(), Vec::<String>::new());
        type Change = fn(&mut Record);
        let changes: [(Change, &str); 14] = [
            (|record| record.wins += 1, "801 games won, drawn and lost, but 800 in pairs"),
            (|record| (record.wins, record.losses) = (record.losses, record.wins), "the points of games and of pairs"),
            (|record| record.conclusions.elo.value += 0.001, "elo is "),
            (|record| record.conclusions.elo.high = None, "elo high is nothing, the counts say "),
            (|record| record.conclusions.normalised_elo.low = Some(0.0), "normalised elo low is 0, "),
            (|record| record.conclusions.superiority = 0.5, "superiority is 0.5, "),
            (|record| record.conclusions.llr = Some(3.0), "llr is 3, "),
            (
                |record| record.conclusions.verdict = Outcome::Accepted,
                "the verdict is accepted, the counts say unresolved",
            ),
            (|record| record.pairs = [0; 5], "no games"),
            (|record| record.digest = "xyz".to_owned(), "the digest is not 64 hexadecimal digits"),
            (|record| record.identity = "A".repeat(64), "the identity is not 64"),
            (|record| record.commit = String::new(), "the commit is not 40"),
            (|record| record.prefix_digest = None, "a digest of the first pairs"),
            (|record| record.date = "yesterday".to_owned(), "'yesterday' is not a date"),
        ];
        for (change, message) in changes {
            let mut record = good.clone();
            change(&mut record);
            let found = record.contradictions();
            assert!(found.iter().any(|text| text.starts_with(message)), "{message}: {found:?}");
        }
    }

    #[test]
    fn limits_are_told_in_words() {
        let control = "1+0.01".parse().expect("a time control");
        let texts =
            [Limit::Nodes(2000), Limit::SoftNodes(9), Limit::Depth(3), Limit::Wall(control), Limit::Cpu(control)];
        assert_eq!(
            texts.map(limit_text),
            ["2000 nodes", "9 soft nodes", "depth 3", "1+0.01 of wall time", "1+0.01 of CPU time"]
        );
    }
}
