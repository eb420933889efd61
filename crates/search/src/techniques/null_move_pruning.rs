//! Null-move pruning.

use crate::depth::Depth;
use crate::node::{Node, NodeKind};
use crate::score::{Score, Window};
use crate::step::{GO_ON, Step};
use crate::techniques::decisive_scores;
use crate::worker::Worker;

registry::technique! {
    /// Gives the opponent a free move; a position that is good enough even so is left.
    ///
    /// Unsound in zugzwang, so it is not tried without pieces, nor twice running, and at high depth the cut is verified by a search in which the
    /// side to move must move. A mate found after a free move is no mate: such a score counts as beta.
    "NullMovePruning", title "Null-move pruning", class Selective, default on, revision 1,
    source "CPW: Null Move Pruning; Donninger 1993; Kirin text",
    needs [], excludes [],
    parameters {
        /// Lowest remaining depth, in plies.
        min_depth = 3 in 1..=12 step 1;
        /// Reduction at the least, in plies.
        base = 3 in 1..=8 step 1;
        /// Remaining depth for one more ply of reduction.
        depth_divisor = 3 in 2..=12 step 1;
        /// Surplus over beta for one more ply of reduction, in centipawns.
        evaluation_divisor = 200 in 50..=800 step 25;
        /// Plies that the surplus may add at most.
        max_evaluation = 3 in 0..=8 step 1;
        /// 1: only where the static evaluation is at least beta; 0: wherever it may be.
        needs_evaluation = 1 in 0..=1 step 1;
        /// Remaining depth from which on a cut is verified, in plies.
        verification_depth = 14 in 4..=246 step 2;
    }
}

impl Settings {
    /// Plies to reduce by, beside the one for the move itself.
    fn reduction(&self, depth: Depth, surplus: i32) -> i32 {
        let by_evaluation = (surplus / self.evaluation_divisor).clamp(0, self.max_evaluation);
        self.base + depth.plies() / self.depth_divisor + by_evaluation
    }
}

/// Leaves the node with beta or more when passing the turn holds it.
pub(crate) fn step<N: NodeKind>(w: &mut Worker<'_>, node: &Node) -> Step {
    let settings = w.config.null_move_pruning;
    let Some(evaluation) = node.estimate.filter(|_| may_try(w, &settings, node)) else {
        return GO_ON;
    };
    let beta = node.window.beta;
    let reduction = settings.reduction(node.depth, evaluation.value() - beta.value());
    let depth = (node.depth - 1 - reduction).max(Depth::ZERO);
    let question = Node { no_null_move: true, ..Node::new(depth, -Window::zero_below(beta), !node.cut_node) };
    let score = -w.charge::<N, Settings, _>(node.depth, |w| w.null_child().score::<N::Scout>(question))?;
    let is_cut = score >= beta
        && (node.depth.plies() < settings.verification_depth || verifies::<N>(w, node.depth, depth, beta)?);
    w.count::<N, Settings>(node.depth, is_cut);
    if is_cut { Step::Break(if score.is_win() { beta } else { score }) } else { GO_ON }
}

fn may_try(w: &Worker<'_>, settings: &Settings, node: &Node) -> bool {
    let beta = node.window.beta;
    let is_good_enough = settings.needs_evaluation == 0 || node.estimate.is_some_and(|evaluation| evaluation >= beta);
    settings.on
        && node.depth.plies() >= settings.min_depth
        && !node.no_null_move
        && !beta.is_win()
        && !decisive_scores::is_decisive(w, -beta)
        && is_good_enough
        && w.has_pieces()
}

/// The cut of a node this deep stands if the side to move can hold beta when it must move.
fn verifies<N: NodeKind>(w: &mut Worker<'_>, of: Depth, depth: Depth, beta: Score) -> Step<bool> {
    let question = Node { no_null_move: true, ..Node::new(depth, Window::zero_below(beta), false) };
    let score = w.charge::<N, Settings, _>(of, |w| w.visit_again::<N::Scout>(question, None))?;
    Step::Continue(score >= beta)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reduction_grows_with_depth_and_surplus() {
        let reduction = |depth, surplus| Settings::DEFAULT.reduction(Depth::new(depth), surplus);
        assert_eq!([reduction(3, 0), reduction(9, 0), reduction(9, 450), reduction(9, 9000)], [4, 6, 8, 9]);
        assert_eq!(reduction(3, -500), 4);
    }

    #[test]
    fn the_kirin_figures_can_be_set() {
        let kirin = Settings { base: 2, depth_divisor: 6, max_evaluation: 0, ..Settings::DEFAULT };
        for depth in 1..40 {
            assert_eq!(kirin.reduction(Depth::new(depth), 1000), 2 + depth / 6);
        }
    }
}
