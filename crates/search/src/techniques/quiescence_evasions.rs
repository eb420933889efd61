//! Evasions in quiescence.

use crate::picker::MovePicker;
use crate::worker::Worker;

registry::technique! {
    /// In check, quiescence searches every evasion instead of standing pat.
    ///
    /// Once one evasion does not lose, the quiet ones left are left out.
    "QuiescenceEvasions", title "Evasions in quiescence", class Extension, default on, revision 1,
    source "CPW: Quiescence Search (checks)",
    needs [], excludes [],
    parameters {}
}

/// An evasion that does not lose is known: quiet ones need not be tried any more.
pub(crate) fn curtail(_: &Worker<'_>, picker: &mut MovePicker) {
    picker.skip_quiets();
}
