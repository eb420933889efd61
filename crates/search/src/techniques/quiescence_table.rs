//! The transposition table in quiescence.

use rules::Move;

use crate::node::{Node, NodeKind};
use crate::score::{Score, Window};
use crate::step::{GO_ON, Step};
use crate::table::Finding;
use crate::techniques::{former_principal_variation, table_cutoffs, table_move};
use crate::worker::Worker;

registry::technique! {
    /// Reads and writes the table in quiescence, too.
    "QuiescenceTable", title "Quiescence table", class Memo, default on, revision 1,
    source "CPW: Quiescence Search",
    needs [], excludes [],
    parameters {}
}

/// Reads the table; leaves the node when its entry settles it.
pub(crate) fn step<N: NodeKind>(w: &Worker<'_>, node: &mut Node) -> Step {
    if !w.config.quiescence_table.on {
        return GO_ON;
    }
    table_move::look_up::<N>(w, node);
    former_principal_variation::judge::<N>(w, node);
    w.count::<N, Settings>(node.depth, node.entry.is_some());
    table_cutoffs::step::<N>(w, node)
}

/// Remembers what was found. `asked` is the window the node was entered with.
pub(crate) fn store<N: NodeKind>(w: &Worker<'_>, node: &Node, asked: Window, mv: Option<Move>, score: Score) {
    if !w.config.quiescence_table.on {
        return;
    }
    let bound = asked.bound(score);
    let (depth, evaluation) = (node.depth, node.raw_evaluation);
    w.table.put(w.key(), w.ply(), Finding { mv, score, bound, depth, evaluation, was_pv: node.was_pv });
}
