//! Checks are exempt from pruning.

use rules::{Checks, Move};

use crate::depth::Depth;
use crate::node::NodeKind;
use crate::worker::Worker;

registry::technique! {
    /// A move that gives check is not left out as futile, for its history or for the exchange it loses: it may mate.
    "CheckExemption", title "Checks exempt from pruning", class Selective, default on, revision 1,
    source "CPW: Futility Pruning (conditions)",
    needs [], excludes [],
    parameters {}
}

/// Whether the move is searched all the same. `checks` are computed when first asked for.
pub(crate) fn applies<N: NodeKind>(w: &Worker<'_>, depth: Depth, checks: &mut Option<Checks>, mv: Move) -> bool {
    w.config.check_exemption.on && {
        let checks = checks.get_or_insert_with(|| w.position().checks());
        let gives_check = w.position().gives_check(checks, mv);
        w.count::<N, Settings>(depth, gives_check);
        gives_check
    }
}
