//! Killer moves.

use rules::Move;

use crate::frame::Killers;
use crate::worker::Worker;

registry::technique! {
    /// Searches early the quiet moves that refuted sibling nodes.
    "Killers", title "Killer moves", class Ordering, default on, revision 1,
    source "CPW: Killer Heuristic; Kirin text",
    needs [], excludes [],
    parameters {}
}

/// The killers at the current ply.
pub(crate) fn of(w: &Worker<'_>) -> Killers {
    if w.config.killers.on { w.frame().killers } else { Killers::default() }
}

/// The latest first, no move twice.
fn with(killers: Killers, mv: Move) -> Killers {
    if killers[0] == Some(mv) { killers } else { [Some(mv), killers[0]] }
}

/// A quiet move refuted at the current ply.
pub(crate) fn reward(w: &mut Worker<'_>, mv: Move) {
    let frame = w.frame_mut();
    frame.killers = with(frame.killers, mv);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_are_kept_and_none_twice() {
        let moves = rules::Position::start().legal_moves();
        let (a, b) = (moves[0], moves[1]);
        let killers = with(with(Killers::default(), a), b);
        assert_eq!(killers, [Some(b), Some(a)]);
        assert_eq!(with(killers, b), killers);
        assert_eq!(with(killers, a), [Some(a), Some(b)]);
    }
}
