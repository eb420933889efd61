//! History pruning.

use crate::node::{Node, NodeKind};
use crate::picker::Candidate;
use crate::techniques::late_move_reductions;
use crate::worker::Worker;

registry::technique! {
    /// Near the horizon, leaves out quiet moves whose history is bad.
    "HistoryPruning", title "History pruning", class Selective, default off, revision 1,
    source "CPW: History Leaf Pruning",
    needs [history], excludes [],
    parameters {
        /// Highest remaining depth after reduction, in plies.
        max_depth = 5 in 1..=12 step 1;
        /// How bad the history must be per ply of remaining depth.
        margin = 2500 in 200..=8000 step 250;
    }
}

impl Settings {
    /// The history below which a move is left out; none where nothing is.
    fn threshold(&self, depth: i32) -> Option<i32> {
        (self.on && depth <= self.max_depth).then_some(-self.margin * depth.max(1))
    }
}

/// Whether a quiet move is left out.
pub(crate) fn applies<N: NodeKind>(w: &Worker<'_>, node: &Node, candidate: &Candidate, number: u32) -> bool {
    let depth = late_move_reductions::depth_after(w, node, number);
    w.config.history_pruning.threshold(depth).is_some_and(|threshold| {
        w.count::<N, Settings>(node.depth, candidate.history < threshold);
        candidate.history < threshold
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_nodes_ask_for_worse() {
        let settings = Settings { on: true, ..Settings::DEFAULT };
        assert_eq!(
            [settings.threshold(0), settings.threshold(3), settings.threshold(6)],
            [Some(-2500), Some(-7500), None]
        );
    }
}
