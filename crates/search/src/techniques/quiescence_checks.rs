//! Quiet checks in quiescence.

use rules::{Checks, Move};

use crate::depth::Depth;
use crate::techniques::see_ordering::VALUES;
use crate::worker::Worker;

registry::technique! {
    /// At the horizon, quiescence searches quiet moves that give check and lose nothing, too.
    "QuiescenceChecks", title "Checks in quiescence", class Extension, default on, revision 1,
    source "CPW: Quiescence Search (checks)",
    needs [quiescence_evasions], excludes [],
    parameters {
        /// The last ply below the horizon at which checks are searched.
        max_plies = 0 in 0..=8 step 1;
    }
}

/// Whether a node at this depth searches checks.
pub(crate) fn applies(w: &Worker<'_>, depth: Depth) -> bool {
    let settings = &w.config.quiescence_checks;
    // Standing pat against a check answers nothing.
    settings.on && w.config.quiescence_evasions.on && depth.plies() >= -settings.max_plies
}

/// Whether this quiet move is one of them.
pub(crate) fn includes(w: &Worker<'_>, checks: &Checks, mv: Move) -> bool {
    w.position().gives_check(checks, mv) && w.position().exchange_gains(mv, 0, &VALUES)
}
