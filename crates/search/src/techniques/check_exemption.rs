//! Checks are exempt from pruning.

use rules::{Checks, Move};

use crate::worker::Worker;

registry::technique! {
    /// A move that gives check is not left out as futile, for its history or for the exchange it loses: it may mate.
    "CheckExemption", title "Checks exempt from pruning", class Selective, default on, revision 1,
    source "CPW: Futility Pruning (conditions)",
    needs [], excludes [],
    parameters {}
}

/// Whether the move is searched all the same. `checks` are computed when first asked for.
pub(crate) fn applies(w: &Worker<'_>, checks: &mut Option<Checks>, mv: Move) -> bool {
    w.config.check_exemption.on && {
        let checks = checks.get_or_insert_with(|| w.position().checks());
        w.position().gives_check(checks, mv)
    }
}
