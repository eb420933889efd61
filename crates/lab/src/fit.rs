//! What a score means in games: the curve behind `UCI_ShowWDL`, and the scale that turns scores into expected points.
//!
//! *What it is:* scores of moves and results of their games are counted, from PGN or from journals of matches, and the constants of highest
//! likelihood computed.
//!
//! *What it is not:* it changes no constant; whoever wants another one writes it into the engine.
//!
//! *Invariant:* the same counts give the same digits on every machine.
//!
//! Left out: opening moves, the first plies after them, mates, games that did not end by the rules of chess, and large scores: nearly all of
//! those are decided, and what the few others cost would bend the curve where games are open.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use record::pgn::{Outcome, Reader};

use crate::ledger::store::replace;
use crate::matches::{Ending, Entry};

/// Plies with a score that are left out at the beginning of a game.
const SKIPPED: usize = 10;
/// The largest score that counts, in the unit of the evaluation.
const LARGEST: i32 = 400;
/// How runners say that the rules of chess ended a game; the first is the word of PGN's standard.
const BY_THE_RULES: [&str; 6] =
    ["normal", "checkmate", "stalemate", "insufficient material", "threefold repetition", "fifty moves"];
/// Steps of a search for a maximum; it settles in about ten.
const STEPS: usize = 200;

/// `assay lab fit`.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// PGN files and journals; or files of counts, which end in `.csv`.
    pub games: Vec<PathBuf>,
    /// Where to write the counts.
    pub counts: Option<PathBuf>,
    /// What the engine told as 100 centipawns, in the unit of its evaluation (`eval::EvenChance`). The counts and constants are in this unit.
    pub told_as_100: f64,
}

/// Wins, draws and losses of the side to move, by its score in the unit of the evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    by_score: BTreeMap<i32, [u64; 3]>,
    /// What games' scores are multiplied by.
    unit: f64,
}

/// The constants of highest likelihood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The score with which one game in two is won.
    pub half: f64,
    /// By how much the score must grow for the odds of a win to grow by a factor of e.
    pub spread: f64,
    /// K of the expected points 1 / (1 + exp(-score / K)).
    pub scale: f64,
}

/// Counts games, fits the constants and prints them.
///
/// # Errors
/// When a file cannot be read, or the games are too few or too much alike to tell.
pub fn fit(arguments: &Arguments, out: &mut dyn Write) -> Result<Fitted, String> {
    let mut counts = Counts::new(arguments.told_as_100);
    let mut games = 0;
    for path in &arguments.games {
        games += counts.add_file(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let Some(path) = &arguments.counts {
        replace(path, &counts.text(games))?;
    }
    let fitted = counts.fit()?;
    out.write_all(told(&counts, &fitted, games).as_bytes()).map_err(|error| error.to_string())?;
    Ok(fitted)
}

impl Counts {
    /// None yet.
    #[must_use]
    pub fn new(told_as_100: f64) -> Self {
        Self { by_score: BTreeMap::new(), unit: told_as_100 / 100.0 }
    }

    /// Positions counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.by_score.values().flatten().sum()
    }

    /// Counts the games of a file, and says how many there were.
    fn add_file(&mut self, path: &Path) -> Result<u64, String> {
        let mut reader = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
        if path.extension().is_some_and(|extension| extension == "csv") {
            let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
            self.add_counts(&text)?;
            return Ok(0);
        }
        let is_journal = reader.fill_buf().map_err(|error| error.to_string())?.starts_with(b"{");
        if is_journal { self.add_journal(reader) } else { self.add_pgn(reader) }
    }

    /// Lines of `score,wins,draws,losses`.
    fn add_counts(&mut self, text: &str) -> Result<(), String> {
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.starts_with("score,") {
                continue;
            }
            let numbers: Vec<i64> = line.split(',').filter_map(|word| word.trim().parse().ok()).collect();
            let found = match numbers[..] {
                [score, wins, draws, losses] => i32::try_from(score).ok().zip(
                    [wins, draws, losses]
                        .into_iter()
                        .map(|count| u64::try_from(count).ok())
                        .collect::<Option<Vec<_>>>(),
                ),
                _ => None,
            };
            let (score, counts) = found.ok_or_else(|| format!("line {}: not a score and three counts", index + 1))?;
            self.by_score.entry(score).or_default().iter_mut().zip(counts).for_each(|(own, more)| *own += more);
        }
        Ok(())
    }

    /// A match's journal: a line that says what is played, then a game in each; the last may be cut, where the match was killed.
    fn add_journal(&mut self, mut reader: impl BufRead) -> Result<u64, String> {
        let (mut games, mut line) = (0, Vec::new());
        for number in 1.. {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
            if line.last() != Some(&b'\n') {
                break;
            }
            if number == 1 {
                continue;
            }
            let entry: Entry = serde_json::from_slice(&line).map_err(|error| format!("line {number}: {error}"))?;
            let by_the_rules = matches!(
                entry.ending,
                Ending::Checkmate
                    | Ending::Stalemate
                    | Ending::InsufficientMaterial
                    | Ending::Threefold
                    | Ending::FiftyMoves
            );
            if by_the_rules {
                let black_begins = entry.fen.split_whitespace().nth(1) == Some("b");
                let opening = entry.opening.split_whitespace().map(|_| None);
                let scores = opening.chain(entry.scores.split_whitespace().map(|score| score.parse().ok()));
                games += u64::from(self.add_game(black_begins, scores, entry.outcome()));
            }
        }
        Ok(games)
    }

    fn add_pgn(&mut self, reader: impl BufRead) -> Result<u64, String> {
        let mut games = 0;
        for game in Reader::new(reader).skip_variations() {
            let game = match game {
                Ok(game) => game,
                Err(record::pgn::ReadError::NotAGame(_)) => continue,
                Err(error) => return Err(error.to_string()),
            };
            let ending = game.tags.get("Termination").unwrap_or_default();
            if game.faults.is_empty() && BY_THE_RULES.contains(&ending) {
                let scores = game.main.moves.iter().map(|mv| mv.comments.first().and_then(|text| score_in(text)));
                games += u64::from(self.add_game(game.first_move().1, scores, game.result()));
            }
        }
        Ok(games)
    }

    /// Counts a game by the scores of its moves, each from its mover's view; `false` if it has no result.
    fn add_game(&mut self, black_begins: bool, scores: impl Iterator<Item = Option<i32>>, outcome: Outcome) -> bool {
        let white_points = match outcome {
            Outcome::WhiteWins => 2,
            Outcome::Draw => 1,
            Outcome::BlackWins => 0,
            Outcome::Unknown => return false,
        };
        let unit = self.unit;
        let scores =
            scores.enumerate().filter_map(|(ply, score)| Some((ply, libm::round(f64::from(score?) * unit) as i32)));
        for (ply, score) in scores.skip(SKIPPED).filter(|(_, score)| score.abs() <= LARGEST) {
            let is_white = ply.is_multiple_of(2) != black_begins;
            // Won, drawn, lost: 0, 1, 2.
            let place: usize = if is_white { 2 - white_points } else { white_points };
            self.by_score.entry(score).or_default()[place] += 1;
        }
        true
    }

    /// The file of counts.
    fn text(&self, games: u64) -> String {
        let mut text = format!("# {games} games\nscore,wins,draws,losses\n");
        for (score, [wins, draws, losses]) in &self.by_score {
            let _ = writeln!(text, "{score},{wins},{draws},{losses}");
        }
        text
    }

    fn rows(&self) -> impl Iterator<Item = (f64, [f64; 3])> {
        self.by_score.iter().map(|(&score, counts)| (f64::from(score), counts.map(|count| count as f64)))
    }

    /// The constants of highest likelihood.
    ///
    /// # Errors
    /// When the games do not tell.
    pub fn fit(&self) -> Result<Fitted, String> {
        let (half, spread) = self.curve().ok_or("the games are too few or too much alike: no curve fits them best")?;
        let scale = self.scale().ok_or("the games are too few or too much alike: no scale fits them best")?;
        Ok(Fitted { half, spread, scale })
    }

    /// Fisher's method of scoring: Newton's, with the expected curvature, which always points uphill.
    fn curve(&self) -> Option<(f64, f64)> {
        let (mut half, mut spread) = (150.0, 80.0);
        for _ in 0..STEPS {
            let (slope, [aa, ab, bb]) = self.slope_and_curvature(half, spread);
            let determinant = aa * bb - ab * ab;
            // Along a line of equal likelihood only rounding is left of it.
            if !(determinant.is_finite() && determinant > 1e-12 * aa * bb) {
                return None;
            }
            let step = ((bb * slope[0] - ab * slope[1]) / determinant, (aa * slope[1] - ab * slope[0]) / determinant);
            let here = self.log_likelihood(half, spread);
            let mut share = 1.0;
            // What so small a step gains is less than the likelihood's rounding, which must not decide.
            let is_near = step.0.abs() + step.1.abs() < 1e-3;
            while share > 1e-9 {
                let (next_half, next_spread) = (half + share * step.0, spread + share * step.1);
                if next_half > 0.0
                    && next_spread > 1.0
                    && (is_near || self.log_likelihood(next_half, next_spread) >= here)
                {
                    (half, spread) = (next_half, next_spread);
                    break;
                }
                share /= 2.0;
            }
            if step.0.abs() + step.1.abs() < 1e-7 || share <= 1e-9 {
                return Some((half, spread));
            }
        }
        None
    }

    /// Of the likelihood's logarithm by both constants.
    fn slope_and_curvature(&self, half: f64, spread: f64) -> ([f64; 2], [f64; 3]) {
        let (mut slope, mut curvature) = ([0.0; 2], [0.0; 3]);
        for (score, counts) in self.rows() {
            let (win, loss) = (chance((score - half) / spread), chance((-score - half) / spread));
            let chances = [win, 1.0 - win - loss, loss];
            let by_half = [-win * (1.0 - win) / spread, 0.0, -loss * (1.0 - loss) / spread];
            let by_spread = [by_half[0] * (score - half) / spread, 0.0, by_half[2] * (-score - half) / spread];
            let total: f64 = counts.iter().sum();
            for index in 0..3 {
                let own = |slopes: [f64; 3]| if index == 1 { -slopes[0] - slopes[2] } else { slopes[index] };
                let (a, b, chance) = (own(by_half), own(by_spread), chances[index].max(f64::MIN_POSITIVE));
                slope[0] += counts[index] * a / chance;
                slope[1] += counts[index] * b / chance;
                curvature[0] += total * a * a / chance;
                curvature[1] += total * a * b / chance;
                curvature[2] += total * b * b / chance;
            }
        }
        (slope, curvature)
    }

    fn log_likelihood(&self, half: f64, spread: f64) -> f64 {
        let of_row = |(score, counts): (f64, [f64; 3])| {
            let (win, loss) = (chance((score - half) / spread), chance((-score - half) / spread));
            let parts = counts.into_iter().zip([win, 1.0 - win - loss, loss]);
            parts
                .map(|(count, chance)| if count > 0.0 { count * libm::log(chance.max(1e-300)) } else { 0.0 })
                .sum::<f64>()
        };
        self.rows().map(of_row).sum()
    }

    /// Newton's method on 1/K, in which the likelihood's logarithm has one top.
    fn scale(&self) -> Option<f64> {
        let mut inverse = 0.005;
        for _ in 0..STEPS {
            let (mut slope, mut curvature) = (0.0, 0.0);
            for (score, [wins, draws, losses]) in self.rows() {
                let (total, expected) = (wins + draws + losses, chance(inverse * score));
                slope += score * (wins + draws / 2.0 - total * expected);
                curvature += total * score * score * expected * (1.0 - expected);
            }
            let step = slope / curvature;
            if !step.is_finite() {
                return None;
            }
            // Half as far when the curve is so flat that a whole step would lead beyond any sense.
            inverse = (inverse + step).clamp(inverse / 2.0, inverse * 2.0);
            if step.abs() < 1e-13 {
                return Some(1.0 / inverse);
            }
        }
        None
    }
}

/// The logistic function.
fn chance(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The score at the beginning of a runner's comment: `+0.35/12 0.1s`; nothing for mates and book moves.
fn score_in(comment: &str) -> Option<i32> {
    let (pawns, _) = comment.split_once('/')?;
    let pawns: f64 = pawns.trim().parse().ok()?;
    // Larger ones do not count.
    (pawns.abs() < 1e6).then(|| libm::round(100.0 * pawns) as i32)
}

/// For a person: the constants, and how the curve and the games agree.
fn told(counts: &Counts, fitted: &Fitted, games: u64) -> String {
    let Fitted { half, spread, scale } = fitted;
    let mut text = if games > 0 { format!("{games} games, ") } else { String::new() };
    let _ = writeln!(text, "{} positions: HALF {half:.1}, SPREAD {spread:.1}; K {scale:.1}", counts.positions());
    text.push_str("score          positions   win  draw  loss (games)   win  draw  loss (curve)\n");
    for low in (-LARGEST..LARGEST).step_by(100) {
        let rows: Vec<(f64, [f64; 3])> =
            counts.rows().filter(|(score, _)| (f64::from(low)..f64::from(low + 100)).contains(score)).collect();
        let total: f64 = rows.iter().flat_map(|(_, counts)| counts).sum();
        if total == 0.0 {
            continue;
        }
        let seen = |place: usize| 100.0 * rows.iter().map(|(_, counts)| counts[place]).sum::<f64>() / total;
        let expected = |sign: f64| {
            let part =
                |(score, counts): &(f64, [f64; 3])| counts.iter().sum::<f64>() * chance((sign * score - half) / spread);
            100.0 * rows.iter().map(part).sum::<f64>() / total
        };
        let (win, loss) = (expected(1.0), expected(-1.0));
        let _ = writeln!(
            text,
            "{low:5} to {:4} {total:10}  {:4.1}  {:4.1}  {:4.1}           {win:4.1}  {:4.1}  {loss:4.1}",
            low + 99,
            seen(0),
            seen(1),
            seen(2),
            100.0 - win - loss,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `assay lab fit` counted, and `tools/measure/fit_wdl.py` fits with 199.4 and 158.1.
    const COMMITTED: &str = include_str!("../../../tools/measure/data/wdl.csv");

    fn committed() -> Counts {
        let mut counts = Counts::new(100.0);
        counts.add_counts(COMMITTED).expect("counts");
        counts
    }

    #[test]
    fn it_finds_what_the_script_finds() {
        let fitted = committed().fit().expect("a fit");
        assert!((fitted.half - 199.4).abs() <= 0.05 && (fitted.spread - 158.1).abs() <= 0.05, "{fitted:?}");
    }

    #[test]
    fn no_other_constants_are_likelier() {
        let counts = committed();
        let Fitted { half, spread, scale } = counts.fit().expect("a fit");
        let best = counts.log_likelihood(half, spread);
        for (more_half, more_spread) in [(0.01, 0.0), (-0.01, 0.0), (0.0, 0.01), (0.0, -0.01), (30.0, 20.0)] {
            assert!(counts.log_likelihood(half + more_half, spread + more_spread) < best);
        }
        let likelihood = |scale: f64| -> f64 {
            let row = |(score, [wins, draws, losses]): (f64, [f64; 3])| {
                let (win, loss) = (chance(score / scale), chance(-score / scale));
                (wins + draws / 2.0) * libm::log(win) + (losses + draws / 2.0) * libm::log(loss)
            };
            counts.rows().map(row).sum()
        };
        let best = likelihood(scale);
        for other in [scale - 0.01, scale + 0.01, scale * 2.0] {
            assert!(likelihood(other) < best, "{other} is likelier than {scale}");
        }
    }

    #[test]
    fn a_curve_that_made_the_counts_is_found_again() {
        let mut counts = Counts::new(100.0);
        for score in (-400..=400).step_by(10) {
            let x = f64::from(score);
            let (win, loss) = (chance((x - 90.0) / 60.0), chance((-x - 90.0) / 60.0));
            let part = |share: f64| libm::round(1e9 * share) as u64;
            counts.by_score.insert(score, [part(win), part(1.0 - win - loss), part(loss)]);
        }
        let fitted = counts.fit().expect("a fit");
        assert!((fitted.half - 90.0).abs() < 1e-3 && (fitted.spread - 60.0).abs() < 1e-3, "{fitted:?}");
        let mut plain = Counts::new(100.0);
        for score in (-400..=400).step_by(10) {
            let win = libm::round(1e9 * chance(f64::from(score) / 130.0)) as u64;
            plain.by_score.insert(score, [win, 0, 1_000_000_000 - win]);
        }
        assert!(plain.scale().is_some_and(|scale| (scale - 130.0).abs() < 1e-3), "{:?}", plain.scale());
    }

    #[test]
    fn whatever_the_digits_of_counts_a_fit_is_found() {
        let mut random = rules::Random(1);
        for table in 0..200 {
            let mut counts = Counts::new(100.0);
            for (&score, places) in &committed().by_score {
                let thinned = places.map(|count| (0..count).filter(|_| random.below(3) > 0).count() as u64);
                counts.by_score.insert(score, thinned);
            }
            assert!(counts.fit().is_ok_and(|fitted| (150.0..300.0).contains(&fitted.half)), "{table}");
        }
    }

    #[test]
    fn games_that_tell_nothing_are_refused() {
        assert!(Counts::new(100.0).fit().is_err());
        let mut one = Counts::new(100.0);
        one.by_score.insert(0, [1, 1, 1]);
        assert!(one.fit().is_err(), "{:?}", one.fit());
    }

    #[test]
    fn scores_of_pgn_are_counted_for_their_mover() {
        let mut moves = String::new();
        for number in 1..=7 {
            let _ = write!(moves, "{number}. Nf3 {{+0.3{number}/9 0.1s}} Nf6 {{-0.30/9}} ");
        }
        let game = |termination: &str, tail: &str, result: &str| {
            format!("[Termination \"{termination}\"]\n\n{moves}{tail} {result}\n\n")
        };
        let count = |text: &str| {
            let mut counts = Counts::new(100.0);
            let games = counts.add_pgn(text.as_bytes()).expect("games");
            (games, counts.text(games))
        };
        let head = "score,wins,draws,losses\n";
        let expected = (1, format!("# 1 games\n{head}-30,0,0,2\n36,1,0,0\n37,1,0,0\n"));
        assert_eq!(count(&game("normal", "", "1-0")), expected);
        assert_eq!(count(&game("checkmate", "8. Nf3 {+M5/9} Nf6 {book}", "1-0")), expected);
        let expected = (1, format!("# 1 games\n{head}-30,0,2,0\n36,0,1,0\n37,0,1,0\n"));
        assert_eq!(count(&game("fifty moves", "8. Nf3 {+4.01/9}", "1/2-1/2")), expected);
        for (termination, result) in [("adjudication by scores", "1-0"), ("", "1-0"), ("normal", "*")] {
            assert_eq!(count(&game(termination, "", result)).0, 0, "{termination}");
        }
        let black_begins = format!("[FEN \"8/8/8/8/8/8/8/K1k5 b - - 0 1\"]\n{}", game("normal", "", "1-0"));
        assert_eq!(count(&black_begins).1, format!("# 1 games\n{head}-30,2,0,0\n36,0,0,1\n37,0,0,1\n"));
    }

    #[test]
    fn scores_are_brought_back_to_the_unit_of_the_evaluation() {
        let mut counts = Counts::new(250.0);
        let scores = [0; SKIPPED].into_iter().chain([2, 4, 160, 161]).map(Some);
        assert!(counts.add_game(false, scores, Outcome::WhiteWins));
        assert_eq!(counts.by_score, BTreeMap::from([(5, [1, 0, 0]), (10, [0, 0, 1]), (400, [1, 0, 0])]));
    }

    #[test]
    fn journals_are_counted_too() {
        let entry = |ending: &str| {
            let scores = "- 5 -5 5 -5 5 -5 5 -5 5 -5 20 -21 M3";
            format!(
                "{{\"game\":0,\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\",\"opening\":\"a1a2 c1c2\",\"moves\":\"\",\
                 \"scores\":\"{scores}\",\"depths\":\"\",\"result\":\"1-0\",\"ending\":\"{ending}\",\
                 \"nodes\":[1,1],\"micros\":[1,1],\"made\":[1,1]}}\n"
            )
        };
        let text = format!("{{\"assay_journal\":1}}\n{}{}", entry("checkmate"), entry("agreed_draw"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        fs::write(&path, text).expect("written");
        let mut counts = Counts::new(100.0);
        assert_eq!(counts.add_file(&path), Ok(1));
        // The first of the players' moves has no score, so the eleventh score is that of the twelfth move: Black's.
        assert_eq!(counts.text(1), "# 1 games\nscore,wins,draws,losses\n-21,1,0,0\n20,0,0,1\n");
        // A line that a kill has cut is no game.
        let mut file = fs::OpenOptions::new().append(true).open(&path).expect("opened");
        file.write_all(&entry("checkmate").as_bytes()[..40]).expect("written");
        assert_eq!(Counts::new(100.0).add_file(&path), Ok(1));
        fs::write(&path, "{\"assay_journal\":1}\n{}\n").expect("written");
        assert!(counts.add_file(&path).expect_err("no game").starts_with("line 2: "));
    }

    #[test]
    fn what_a_person_reads() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, written) = (folder.path().join("wdl.csv"), folder.path().join("counts.csv"));
        fs::write(&file, COMMITTED).expect("written");
        let arguments = Arguments { games: vec![file], counts: Some(written.clone()), told_as_100: 100.0 };
        let mut out = Vec::new();
        fit(&arguments, &mut out).expect("a fit");
        let text = String::from_utf8(out).expect("text");
        let mut lines = text.lines();
        let head = lines.next().expect("a line");
        assert!(head.contains(" positions: HALF 199.4, SPREAD 158.1; K "), "{head}");
        assert_eq!(lines.next(), Some("score          positions   win  draw  loss (games)   win  draw  loss (curve)"));
        assert_eq!(lines.count(), 8, "{text}");
        let mut again = Counts::new(100.0);
        again.add_counts(&fs::read_to_string(written).expect("a file")).expect("counts");
        assert_eq!(again, committed());
        let missing = Arguments { games: vec!["/nowhere.pgn".into()], counts: None, told_as_100: 100.0 };
        assert!(fit(&missing, &mut Vec::new()).expect_err("no file").starts_with("/nowhere.pgn: "));
    }
}
