//! Reverse futility pruning.

use crate::depth::Depth;
use crate::node::{Node, NodeKind};
use crate::score::Score;
use crate::step::{GO_ON, Step};
use crate::techniques::decisive_scores;
use crate::worker::Worker;

registry::technique! {
    /// Leaves a node that stands so far above beta that the plies left cannot lose it.
    "ReverseFutilityPruning", title "Reverse futility pruning", class Selective, default on, revision 1,
    source "CPW: Reverse Futility Pruning",
    needs [], excludes [],
    parameters {
        /// Highest remaining depth, in plies.
        max_depth = 8 in 1..=16 step 1;
        /// Margin per ply of remaining depth, in centipawns.
        margin = 80 in 20..=200 step 8;
        /// Plies by which the margin is less where the side to move is improving.
        improving = 1 in 0..=3 step 1;
    }
}

impl Settings {
    /// How far above beta the static evaluation must be; none where it is not tried.
    fn margin_at(&self, depth: Depth, improving: bool) -> Option<i32> {
        let plies = depth.plies() - if improving { self.improving } else { 0 };
        (self.on && depth.plies() <= self.max_depth).then_some(self.margin * plies.max(0))
    }
}

/// Leaves the node with a score between the static evaluation and beta.
pub(crate) fn step<N: NodeKind>(w: &Worker<'_>, node: &Node) -> Step {
    let margin = w.config.reverse_futility_pruning.margin_at(node.depth, node.improving);
    let (Some(margin), Some(evaluation)) = (margin, node.estimate) else {
        return GO_ON;
    };
    let beta = node.window.beta;
    let is_cut = !beta.is_win() && !decisive_scores::is_decisive(w, -beta) && evaluation - margin >= beta;
    w.count::<N, Settings>(node.depth, is_cut);
    if !is_cut {
        return GO_ON;
    }
    // The whole surplus is not certain, beta is.
    Step::Break(Score::centipawns((evaluation.value() + beta.value()) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn improving_needs_less_and_depth_more() {
        let margin = |depth, improving| Settings::DEFAULT.margin_at(Depth::new(depth), improving);
        assert_eq!(
            [margin(1, true), margin(1, false), margin(8, false), margin(9, false)],
            [Some(0), Some(80), Some(640), None]
        );
    }
}
