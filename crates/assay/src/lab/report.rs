//! What a match came to, in words and as JSON.
//!
//! Not a verdict about a default: the ledger's. Invariant: every figure stands with what is needed to judge it.

use lab::Plan;
use lab::matches::Report;
use lab::plan::{Adjudication, Limit, Openings};
use serde::Serialize;
use stats::{Interval, Measure, Sprt, Verdict};

pub(super) fn text(plan: &Plan, report: &Report) -> String {
    let [first, second] = &plan.arms;
    let Report { wins, draws, losses, games, .. } = report;
    let mut lines = vec![
        format!("{} against {}: {games} games, {}", first.name, second.name, limit(plan.limit)),
        format!("won {wins}, drawn {draws}, lost {losses}: {:.1} % of the points", 100.0 * report.pairs.score()),
    ];
    if let Some(Measure { elo, normalised_elo, superiority }) = Measure::of(&report.pairs) {
        lines.push(format!(
            "Elo {}, normalised Elo {}, likelihood of superiority {:.1} %",
            interval(elo),
            interval(normalised_elo),
            100.0 * superiority
        ));
    }
    let pairs = report.pairs.pairs.map(|count| count.to_string()).join(", ");
    lines.push(format!("pairs of 0, ½, 1, 1½, 2 points: {pairs}"));
    if let Some(test) = plan.sprt {
        let sprt = Sprt { bounds: test.bounds() };
        let (low, high) = sprt.bounds.limits();
        let ratio = sprt.log_likelihood_ratio(&report.pairs);
        lines.push(format!("LLR {ratio:.2} ({low:.2}, {high:.2}) for [{}, {}]", test.elo0, test.elo1));
        lines.push(Verdict::of(&sprt, &report.pairs).to_string());
    }
    let [one, other] = report.speeds;
    lines.push(format!("nodes per second {one:.0} and {other:.0}"));
    lines.push(format!("openings: {}; {}", openings(&plan.openings), adjudication(&plan.adjudication)));
    if plan.repeats() {
        lines.push(format!("digest {}", report.digest));
    }
    lines.extend(report.faults.iter().cloned());
    lines.join("\n") + "\n"
}

fn interval(interval: Interval) -> String {
    let Interval { value, low, high } = interval;
    if interval.error().is_finite() {
        format!("{value:+.1} ± {:.1}", interval.error())
    } else {
        // Every game was won, or nearly: the interval has one end.
        format!("{value:+.1} ({low:+.1} to {high:+.1})")
    }
}

pub(super) fn limit(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes a move"),
        Limit::SoftNodes(nodes) => format!("{nodes} soft nodes a move"),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::Wall(control) => format!("{control} on the clock"),
        Limit::Cpu(control) => format!("{control} of processor time"),
    }
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::Book { book, .. } => book.display().to_string(),
        Openings::Random { random_plies } => format!("{random_plies} random plies"),
    }
}

fn adjudication(rules: &Adjudication) -> &'static str {
    if rules.draw.is_some() || rules.resign.is_some() { "games end when both agree" } else { "games end by the rules" }
}

#[derive(Serialize)]
struct Outcome<'a> {
    plan: &'a Plan,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    elo: Option<[f64; 3]>,
    normalised_elo: Option<[f64; 3]>,
    log_likelihood_ratio: Option<f64>,
    verdict: Option<String>,
    is_complete: bool,
    nodes_per_second: [f64; 2],
    digest: &'a str,
    faults: &'a [String],
    seconds: f64,
}

pub(super) fn json(plan: &Plan, report: &Report) -> Result<String, String> {
    let measure = Measure::of(&report.pairs);
    let ends = |interval: Interval| [interval.value, interval.low, interval.high];
    let sprt = plan.sprt.map(|test| Sprt { bounds: test.bounds() });
    let outcome = Outcome {
        plan,
        games: report.games,
        wins: report.wins,
        draws: report.draws,
        losses: report.losses,
        pairs: report.pairs.pairs,
        elo: measure.map(|measure| ends(measure.elo)),
        normalised_elo: measure.map(|measure| ends(measure.normalised_elo)),
        log_likelihood_ratio: sprt.map(|sprt| sprt.log_likelihood_ratio(&report.pairs)),
        verdict: sprt.map(|sprt| Verdict::of(&sprt, &report.pairs).to_string()),
        is_complete: report.is_complete,
        nodes_per_second: report.speeds,
        digest: &report.digest,
        faults: &report.faults,
        seconds: report.seconds,
    };
    serde_json::to_string(&outcome).map(|text| text + "\n").map_err(|error| error.to_string())
}
