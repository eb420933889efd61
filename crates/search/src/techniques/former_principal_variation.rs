//! Nodes that once were on a principal variation.
//!
//! Not the reduction itself, which `late_move_reductions` sums. Invariant: off, no node counts as one and the table's bit is never set.

use crate::node::{Node, NodeKind};
use crate::worker::Worker;

registry::technique! {
    /// Remembers in the table that a position was on a principal variation, and reduces its late moves less on later visits, too.
    "FormerPrincipalVariation", title "Former principal variation", class Selective, default off, revision 1,
    source "Stockfish (ttPv), as described in its pull requests",
    needs [late_move_reductions], excludes [],
    parameters {
        /// Taken off the reduction off a principal variation where there once was one, in hundredths of a ply.
        reduction = 100 in 0..=300 step 15 scale 100;
    }
}

/// Judges the node by its kind and its entry.
pub(crate) fn judge<N: NodeKind>(w: &Worker<'_>, node: &mut Node) {
    if !w.config.former_principal_variation.on {
        return;
    }
    node.was_pv = N::PV || node.entry.is_some_and(|entry| entry.was_pv);
    if !N::PV {
        w.count::<N, Settings>(node.depth, node.was_pv);
    }
}

/// What is taken off a reduction, in hundredths of a ply.
pub(crate) fn term<N: NodeKind>(w: &Worker<'_>, node: &Node) -> i32 {
    if node.was_pv && !N::PV { w.config.former_principal_variation.reduction } else { 0 }
}
