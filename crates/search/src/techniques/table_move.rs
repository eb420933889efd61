//! The table move.

use crate::node::{Node, NodeKind};
use crate::telemetry::Event;
use crate::worker::Worker;

registry::technique! {
    /// Searches first the move that was best when the position was visited before.
    "TableMove", title "Table move", class Ordering, default on, revision 1,
    source "CPW: Hash Move",
    needs [], excludes [],
    parameters {}
}

/// Reads the table and remembers the move to try first. At the root that is the best move of the last iteration, whatever the table says.
pub(crate) fn look_up<N: NodeKind>(w: &Worker<'_>, node: &mut Node) {
    node.entry = w.table.get(w.key(), w.ply());
    w.note::<N>(Event::TableLookup, true);
    w.note::<N>(Event::TableHit, node.entry.is_some());
    node.table_move = if N::ROOT {
        (w.root.answer().depth > 0).then(|| w.root.answer().best())
    } else {
        node.entry.and_then(|entry| entry.mv).filter(|_| w.config.table_move.on)
    };
}
