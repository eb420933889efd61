//! Threats as part of the history's index.
//!
//! Not the history, which is `history`'s. Invariant: off, every move counts as one between squares that nobody attacks.

use rules::Move;

use crate::worker::Worker;

registry::technique! {
    /// Keeps the history of a quiet move apart by whether the opponent attacks the square it leaves, and the one it goes to.
    "ThreatHistory", title "Threat history", class Ordering, default on, revision 1,
    source "CPW: History Heuristic; Berserk and others index their history so",
    needs [history], excludes [],
    parameters {}
}

/// Notes what the opponent attacks, before the current position's quiet moves are ordered.
pub(crate) fn note(w: &mut Worker<'_>) {
    if w.config.threat_history.on {
        let position = w.position();
        let threats = position.attacked_by(!position.side_to_move());
        w.frame_mut().threats = threats;
    }
}

/// Whether the opponent attacks where the move begins, and where it ends.
pub(crate) fn of(w: &Worker<'_>, mv: Move) -> (bool, bool) {
    if !w.config.threat_history.on {
        return (false, false);
    }
    let threats = w.frame().threats;
    (threats.contains(mv.from()), threats.contains(mv.to()))
}
