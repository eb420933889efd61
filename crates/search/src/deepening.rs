//! Iterative deepening: the search of one position, from the first ply to the last iteration.
//!
//! Not a clock: the host says when to stop and whether to go on.
//! Invariant: every finished iteration is reported once, exact, in order of depth.

use crate::depth::{Depth, Ply};
use crate::limits::{Iteration, Limits, Report};
use crate::node::{Counted, Node, Root};
use crate::root::Answer;
use crate::score::{Bound, Meaning, Score, Window};
use crate::step::Step;
use crate::techniques::aspiration_windows;
use crate::worker::Worker;

/// What one thread found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) answer: Answer,
    /// The deepest ply of its last iteration.
    pub(crate) selective_depth: u32,
}

/// Searches until a limit is reached or the host says stop.
pub(crate) fn deepen(w: &mut Worker<'_>, limits: &Limits) -> Found {
    let guess = w.evaluate();
    w.root.guess(guess);
    let last = limits.depth.unwrap_or(u32::MAX).clamp(1, Depth::MAX.plies() as u32);
    for depth in 1..=last {
        w.deepest = Ply::ROOT;
        w.root.begin_iteration(depth);
        let finished = search_lines(w, Depth::new(depth as i32)).is_continue();
        let reported = if finished {
            w.root.end_iteration();
            w.count_iteration();
            w.root.answers().len()
        } else {
            w.root.end_stopped_iteration()
        };
        (0..reported).for_each(|rank| report(w, rank));
        if !finished || !goes_on(w, limits) {
            break;
        }
    }
    if w.root.answers()[0].depth == 0 {
        report(w, 0);
    }
    Found { answer: w.root.answers()[0].clone(), selective_depth: w.deepest.get() as u32 }
}

/// One iteration: the best line, then the best without it, and so on. `Break` only when stopped.
fn search_lines(w: &mut Worker<'_>, depth: Depth) -> Step {
    for rank in 0..w.root.answers().len() {
        w.root.begin_line(rank);
        aspiration_windows::step(w, depth)?;
    }
    Step::Continue(())
}

/// One search of the root with this window. `Break` only when stopped.
pub(crate) fn search_root(w: &mut Worker<'_>, depth: Depth, window: Window) -> Step<Score> {
    let node = Node::new(depth, window, false);
    // The one place where telemetry is chosen: what it costs is paid only where it is wanted.
    let score = if w.telemetry.is_some() { w.score::<Counted<Root>>(node)? } else { w.score::<Root>(node)? };
    if window.bound(score) == Bound::Lower {
        w.root.adopt_failed_high(score);
        // Of several lines those of one depth belong together, in order.
        if w.root.answers().len() == 1 {
            report(w, 0);
        }
    }
    Step::Continue(score)
}

fn goes_on(w: &mut Worker<'_>, limits: &Limits) -> bool {
    let answer = &w.root.answers()[0];
    let is_mate_found = match (answer.score.meaning(), limits.mate) {
        (Meaning::Mate(moves), Some(wanted)) => moves.unsigned_abs() <= wanted,
        _ => false,
    };
    let iteration = Iteration {
        depth: w.root.depth(),
        best: answer.best(),
        score: w.root.worth(answer).0,
        best_nodes: w.root.best_nodes(),
        nodes: w.nodes,
        choices: w.root.choices(),
    };
    let is_spent = limits.soft_nodes.is_some_and(|soft| w.nodes_of_all() >= soft);
    !is_mate_found && !is_spent && w.host.goes_on(&iteration)
}

fn report(w: &mut Worker<'_>, rank: usize) {
    let answer = &w.root.answers()[rank];
    let (score, bound) = w.root.worth(answer);
    let report = Report {
        depth: answer.depth,
        selective_depth: w.deepest.get() as u32,
        rank: rank as u32 + 1,
        score,
        bound,
        nodes: w.nodes_of_all(),
        hashfull: w.table.permille_full(),
        table_hits: w.table_hits(),
        line: &answer.line,
    };
    w.host.report(&report);
}
