//! Hindsight depth adjustment.

use crate::node::{Node, NodeKind};
use crate::score::Score;
use crate::worker::Worker;

registry::technique! {
    /// Looks back at the reduction that led here: undoes part of it when both static evaluations speak against it, adds to it when they agree.
    "Hindsight", title "Hindsight depth adjustment", class Selective, default off, revision 1,
    source "Stockfish (hindsight reductions), as described in its pull requests",
    needs [late_move_reductions], excludes [],
    parameters {
        /// Least reduction that is looked back at for a deeper search, in plies.
        extension_reduction = 3 in 1..=6 step 1;
        /// Least reduction that is looked back at for a shallower search, in plies.
        reduction_reduction = 2 in 1..=6 step 1;
        /// Sum of both evaluations from which on the search is shallower, in centipawns.
        margin = 150 in 20..=500 step 20;
    }
}

impl Settings {
    /// Plies to add. The sum of the two evaluations, each from its own side, is what the move made worse for the side that made it.
    fn plies(&self, reduction: i32, depth: i32, sum: i32) -> i32 {
        if reduction >= self.extension_reduction && sum < 0 {
            1
        } else if reduction >= self.reduction_reduction && depth >= 2 && sum > self.margin {
            -1
        } else {
            0
        }
    }
}

/// Adjusts the node's depth.
pub(crate) fn adjust<N: NodeKind>(w: &Worker<'_>, node: &mut Node) {
    let settings = &w.config.hindsight;
    let Some(parent) = w.frame_before(1).filter(|_| settings.on && !node.is_again) else {
        return;
    };
    let value = Score::value;
    if let (Some(before), Some(now)) = (parent.evaluation.map(value), node.evaluation.map(value)) {
        let plies = settings.plies(parent.reduction, node.depth.plies(), before + now);
        if parent.reduction > 0 {
            w.count::<N, Settings>(node.depth, plies != 0);
        }
        node.depth = node.depth + plies;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_large_reductions_are_looked_back_at() {
        let plies = |reduction, sum| Settings::DEFAULT.plies(reduction, 4, sum);
        assert_eq!([plies(3, -1), plies(2, -1), plies(3, 0)], [1, 0, 0]);
        assert_eq!([plies(2, 151), plies(1, 151), plies(2, 150)], [-1, 0, 0]);
    }
}
