//! Futility pruning.

use crate::node::{Node, NodeKind};
use crate::score::Score;
use crate::techniques::{decisive_scores, late_move_reductions};
use crate::worker::Worker;

registry::technique! {
    /// Near the horizon, leaves out quiet moves where the static evaluation is too far below alpha to come back.
    ///
    /// The horizon counts as it is after late-move reductions: a move that would be searched less deep needs less to be left out.
    "FutilityPruning", title "Futility pruning", class Selective, default on, revision 1,
    source "CPW: Futility Pruning",
    needs [], excludes [],
    parameters {
        /// Highest remaining depth after reduction, in plies.
        max_depth = 7 in 1..=16 step 1;
        /// Margin at depth 0, in centipawns.
        base = 120 in 0..=400 step 15;
        /// Margin per ply of remaining depth, in centipawns.
        margin = 90 in 20..=300 step 10;
    }
}

impl Settings {
    /// How far the static evaluation may be below alpha; none where nothing is left out.
    fn margin_at(&self, depth: i32) -> Option<i32> {
        (self.on && depth <= self.max_depth).then_some(self.base + self.margin * depth.max(0))
    }
}

/// Whether the quiet moves from this number on are left out.
pub(crate) fn applies<N: NodeKind>(w: &Worker<'_>, node: &Node, alpha: Score, number: u32) -> bool {
    let depth = late_move_reductions::depth_after(w, node, number);
    match (node.evaluation, w.config.futility_pruning.margin_at(depth)) {
        (Some(evaluation), Some(margin)) => {
            let is_hopeless =
                !alpha.is_loss() && !decisive_scores::is_decisive(w, alpha) && evaluation + margin <= alpha;
            w.count::<N, Settings>(node.depth, is_hopeless);
            is_hopeless
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_depth_up_to_the_last() {
        let margin = |depth| Settings::DEFAULT.margin_at(depth);
        assert_eq!([margin(-2), margin(0), margin(2), margin(8)], [Some(120), Some(120), Some(300), None]);
    }
}
