//! Internal iterative reduction.

use crate::node::{Node, NodeKind};
use crate::worker::Worker;

registry::technique! {
    /// Searches a node without a table move one ply less, and lets the next iteration profit from what that finds.
    "InternalIterativeReduction", title "Internal iterative reduction", class Selective, default on, revision 1,
    source "CPW: Internal Iterative Reductions; Schröder 2020",
    needs [table_move], excludes [],
    parameters {
        /// Lowest remaining depth, in plies.
        min_depth = 4 in 2..=12 step 1;
    }
}

/// Takes a ply off where no move is known to try first.
pub(crate) fn adjust<N: NodeKind>(w: &Worker<'_>, node: &mut Node) {
    let settings = &w.config.internal_iterative_reduction;
    // Without table moves no node has one, and that would say nothing.
    let is_on = settings.on && w.config.table_move.on;
    if is_on && node.depth.plies() >= settings.min_depth && w.frame().excluded.is_none() {
        w.count::<N, Settings>(node.depth, node.table_move.is_none());
        if node.table_move.is_none() {
            node.depth = node.depth - 1;
        }
    }
}
