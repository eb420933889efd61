//! Late-move pruning.

use crate::node::{Node, NodeKind};
use crate::worker::Worker;

registry::technique! {
    /// Near the horizon, leaves out all quiet moves after the first few.
    "LateMovePruning", title "Late-move pruning", class Selective, default on, revision 1,
    source "CPW: Futility Pruning (move count based pruning)",
    needs [], excludes [],
    parameters {
        /// Highest remaining depth, in plies.
        max_depth = 8 in 1..=16 step 1;
        /// Quiet moves that are searched at any depth, before the square of the depth is added.
        base = 3 in 0..=12 step 1;
    }
}

impl Settings {
    /// Quiet moves to be searched at least; none where all are.
    fn quiets_at(&self, depth: i32, improving: bool) -> Option<i32> {
        let halved = if improving { 1 } else { 2 };
        (self.on && depth <= self.max_depth).then_some((self.base + depth * depth) / halved)
    }
}

/// Whether the quiet moves left are left out, after so many have been searched.
pub(crate) fn applies<N: NodeKind>(w: &Worker<'_>, node: &Node, quiets_tried: usize) -> bool {
    let least = w.config.late_move_pruning.quiets_at(node.depth.plies(), node.improving);
    least.is_some_and(|least| {
        let is_late = quiets_tried as i32 > least;
        w.count::<N, Settings>(node.depth, is_late);
        is_late
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_moves_at_depth_and_when_improving() {
        let quiets = |depth, improving| Settings::DEFAULT.quiets_at(depth, improving);
        assert_eq!(
            [quiets(1, false), quiets(1, true), quiets(4, true), quiets(9, true)],
            [Some(2), Some(4), Some(19), None]
        );
    }
}
