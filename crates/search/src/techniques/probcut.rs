//! ProbCut.

use crate::depth::Depth;
use crate::node::{Node, NodeKind};
use crate::picker::MovePicker;
use crate::score::{Score, Window};
use crate::step::{GO_ON, Step};
use crate::techniques::see_ordering::VALUES;
use crate::worker::Worker;

registry::technique! {
    /// Leaves a node in which a capture beats beta by a margin, first in quiescence and then in a search less deep.
    "ProbCut", title "ProbCut", class Selective, default off, revision 1,
    source "CPW: ProbCut; Buro 1995; Kirin text",
    needs [], excludes [],
    parameters {
        /// Lowest remaining depth, in plies.
        min_depth = 5 in 3..=12 step 1;
        /// How far above beta the capture must come, in centipawns.
        margin = 200 in 50..=500 step 20;
        /// Plies by which the confirming search is less deep.
        reduction = 4 in 2..=8 step 1;
    }
}

/// Leaves the node with the score of a capture that beats beta with room to spare.
pub(crate) fn step<N: NodeKind>(w: &mut Worker<'_>, node: &Node) -> Step {
    let settings = w.config.probcut;
    let Some(evaluation) = node.estimate.filter(|_| settings.on && node.depth.plies() >= settings.min_depth) else {
        return GO_ON;
    };
    if node.window.beta.is_decided() {
        return GO_ON;
    }
    let beta = Score::centipawns(node.window.beta.value() + settings.margin);
    let depth = node.depth - settings.reduction;
    if node.entry.is_some_and(|entry| entry.depth >= depth && entry.score < beta) {
        return GO_ON;
    }
    let needed = beta.value() - evaluation.value();
    let question = Question { beta, needed, depth };
    let score = w.charge::<N, Settings, _>(node.depth, |w| search_captures::<N>(w, node, question))?;
    w.count::<N, Settings>(node.depth, score.is_some());
    score.map_or(GO_ON, Step::Break)
}

/// What is asked of each capture.
#[derive(Clone, Copy)]
struct Question {
    beta: Score,
    /// What the exchange must gain, in centipawns.
    needed: i32,
    depth: Depth,
}

/// The score of the first capture that beats beta. A move list of its own, which the recursive frame need not hold.
#[inline(never)]
fn search_captures<N: NodeKind>(w: &mut Worker<'_>, node: &Node, question: Question) -> Step<Option<Score>> {
    let Question { beta, needed, depth } = question;
    let legality = w.position().legality();
    let mut picker = MovePicker::noisy(w, node);
    while let Some(candidate) = picker.next(w, &legality) {
        if !candidate.is_noisy() || !w.position().exchange_gains(candidate.mv, needed, &VALUES) {
            continue;
        }
        let window = Window::zero_below(beta);
        let mut child = w.child(candidate.mv);
        let mut score = -child.score::<N::Scout>(Node::new(Depth::ZERO, -window, !node.cut_node))?;
        if score >= beta {
            score = -child.score::<N::Scout>(Node::new(depth - 1, -window, !node.cut_node))?;
        }
        drop(child);
        if score >= beta {
            return Step::Continue(Some(score));
        }
    }
    Step::Continue(None)
}
