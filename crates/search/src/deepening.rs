//! Iterative deepening: the search of one position, from the first ply to the last iteration.
//!
//! Not a clock: the host says when to stop and whether to go on.
//! Invariant: every finished iteration is reported once, exact, in order of depth.

use crate::depth::{Depth, Ply};
use crate::limits::{Iteration, Limits, Outcome, Report};
use crate::node::{Node, Root};
use crate::score::{Bound, Meaning, Score, Window};
use crate::step::Step;
use crate::techniques::aspiration_windows;
use crate::worker::Worker;

/// Searches until a limit is reached or the host says stop.
pub(crate) fn deepen(w: &mut Worker<'_>, limits: &Limits) -> Outcome {
    let guess = w.evaluate();
    w.root.guess(guess);
    let last = limits.depth.unwrap_or(u32::MAX).clamp(1, Depth::MAX.plies() as u32);
    for depth in 1..=last {
        w.deepest = Ply::ROOT;
        w.root.begin_iteration(depth);
        let finished = aspiration_windows::step(w, Depth::new(depth as i32)).is_continue();
        if finished || w.root.answer().depth == depth {
            report(w);
        }
        if !finished || !goes_on(w, limits) {
            break;
        }
    }
    if w.root.answer().depth == 0 {
        report(w);
    }
    let answer = w.root.answer();
    Outcome {
        best: answer.best(),
        ponder: answer.line.get(1).copied(),
        score: answer.score,
        bound: answer.bound,
        depth: answer.depth,
        nodes: w.nodes,
    }
}

/// One search of the root with this window. `Break` only when stopped.
pub(crate) fn search_root(w: &mut Worker<'_>, depth: Depth, window: Window) -> Step<Score> {
    let score = w.score::<Root>(Node::new(depth, window, false))?;
    if window.bound(score) == Bound::Lower {
        w.root.adopt_failed_high(score);
        report(w);
    }
    Step::Continue(score)
}

fn goes_on(w: &mut Worker<'_>, limits: &Limits) -> bool {
    let answer = w.root.answer();
    let is_mate_found = match (answer.score.meaning(), limits.mate) {
        (Meaning::Mate(moves), Some(wanted)) => moves.unsigned_abs() <= wanted,
        _ => false,
    };
    let iteration = Iteration {
        depth: w.root.depth(),
        best: answer.best(),
        score: answer.score,
        best_nodes: w.root.best_nodes(),
        nodes: w.nodes,
        choices: w.root.choices(),
    };
    let is_spent = limits.soft_nodes.is_some_and(|soft| w.nodes >= soft);
    !is_mate_found && !is_spent && w.host.goes_on(&iteration)
}

fn report(w: &mut Worker<'_>) {
    let answer = w.root.answer();
    let report = Report {
        depth: answer.depth,
        selective_depth: w.deepest.get() as u32,
        rank: 1,
        score: answer.score,
        bound: answer.bound,
        nodes: w.nodes,
        hashfull: w.table.permille_full(),
        line: &answer.line,
    };
    w.host.report(&report);
}
