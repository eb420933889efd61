//! Internal iterative deepening.

use crate::node::{Node, NodeKind};
use crate::step::{GO_ON, Step};
use crate::techniques::table_move;
use crate::worker::Worker;

registry::technique! {
    /// Finds a move to try first, where the table has none, by a search less deep.
    "InternalIterativeDeepening", title "Internal iterative deepening", class Ordering, default off, revision 1,
    source "CPW: Internal Iterative Deepening; Kirin text",
    needs [table_move], excludes [internal_iterative_reduction],
    parameters {
        /// Lowest remaining depth, in plies.
        min_depth = 5 in 3..=12 step 1;
        /// Plies by which the search is less deep.
        reduction = 2 in 1..=6 step 1;
    }
}

/// Searches the node less deep, so that the table has a move for it.
pub(crate) fn step<N: NodeKind>(w: &mut Worker<'_>, node: &mut Node) -> Step {
    let settings = &w.config.internal_iterative_deepening;
    let is_wanted = settings.on && w.config.table_move.on && node.depth.plies() >= settings.min_depth;
    if N::ROOT || !is_wanted || node.table_move.is_some() || w.frame().excluded.is_some() {
        return GO_ON;
    }
    let depth = node.depth - settings.reduction;
    let question = Node { no_null_move: true, ..Node::new(depth, node.window, node.cut_node) };
    w.charge::<N, Settings, _>(node.depth, |w| w.visit_again::<N>(question, None))?;
    table_move::look_up::<N>(w, node);
    w.count::<N, Settings>(node.depth, node.table_move.is_some());
    GO_ON
}
