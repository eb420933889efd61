//! Static exchange evaluation in quiescence.

use crate::depth::Depth;
use crate::node::NodeKind;
use crate::picker::{Candidate, Provenance};
use crate::techniques::see_ordering::VALUES;
use crate::worker::Worker;

registry::technique! {
    /// Leaves out losing captures in quiescence.
    "SEEPruning", title "SEE pruning in quiescence", class Selective, default on, revision 1,
    source "CPW: Static Exchange Evaluation; Kirin text",
    needs [], excludes [],
    parameters {}
}

/// Whether the move is left out. Asked only once a move, or the static evaluation, is known that does not lose.
pub(crate) fn applies<N: NodeKind>(w: &Worker<'_>, depth: Depth, candidate: &Candidate) -> bool {
    if !w.config.see_pruning.on || !candidate.is_noisy() {
        return false;
    }
    let loses = match candidate.provenance {
        Provenance::BadCapture => true,
        // The picker has asked already.
        Provenance::GoodCapture if w.config.see_ordering.on => false,
        _ => !w.position().exchange_gains(candidate.mv, 0, &VALUES),
    };
    w.count::<N, Settings>(depth, loses);
    loses
}
