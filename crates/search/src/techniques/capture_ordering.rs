//! Capture ordering: most valuable victim, least valuable attacker.

use rules::{Move, MoveKind, PieceKind};

use crate::worker::Worker;

registry::technique! {
    /// Searches captures of valuable pieces by cheap ones first.
    "CaptureOrdering", title "Capture ordering (MVV-LVA)", class Ordering, default on, revision 1,
    source "CPW: MVV-LVA; Kirin text",
    needs [], excludes [],
    parameters {}
}

/// A promotion to a queen is worth about as much as the capture of one.
const QUEEN_PROMOTION: i32 = 500;
/// Below every capture: rarely right, so it comes with the losing captures.
const UNDERPROMOTION: i32 = -1000;

/// 105 for pawn takes pawn, 100 for king takes pawn, 505 for pawn takes queen.
fn most_valuable_victim(attacker: PieceKind, victim: PieceKind) -> i32 {
    100 * (victim.index() as i32 + 1) + 5 - attacker.index() as i32
}

/// The rank of a capture or promotion among its kind; negative for one that is not to be tried early. All equal when off.
pub(crate) fn score(w: &Worker<'_>, mv: Move) -> i32 {
    if !w.config.capture_ordering.on {
        return 0;
    }
    let position = w.position();
    let kind_on = |square| position.piece_on(square).map_or(PieceKind::Pawn, rules::Piece::kind);
    let mut score = match mv.promotion() {
        Some(PieceKind::Queen) => QUEEN_PROMOTION,
        Some(_) => UNDERPROMOTION,
        None => 0,
    };
    if mv.is_capture() {
        let victim = if mv.kind() == MoveKind::EnPassant { PieceKind::Pawn } else { kind_on(mv.to()) };
        score += most_valuable_victim(kind_on(mv.from()), victim);
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_the_text() {
        assert_eq!(most_valuable_victim(PieceKind::Pawn, PieceKind::Pawn), 105);
        assert_eq!(most_valuable_victim(PieceKind::Pawn, PieceKind::Queen), 505);
        assert_eq!(most_valuable_victim(PieceKind::King, PieceKind::Pawn), 100);
        assert_eq!(most_valuable_victim(PieceKind::Rook, PieceKind::Bishop), 302);
    }
}
