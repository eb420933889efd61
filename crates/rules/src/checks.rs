//! Which moves give check, without making them.
//!
//! Not legality, which is about the own king (`legality`). Computed once per position and asked for any number of moves.
//! Invariant: the answer for a legal move is what making it would show.

use crate::attacks::{between, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::{Bitboard, Move, MoveKind, Piece, PieceKind, Position, Square};

/// How the side to move can check the enemy king in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    king: Square,
    /// From where a piece of each kind would attack the king, by [`PieceKind::index`].
    squares: [Bitboard; 6],
    /// Own pieces that alone stand between an own slider and the king.
    screens: Bitboard,
}

impl Position {
    /// How the side to move can give check.
    pub fn checks(&self) -> Checks {
        let (us, king) = (self.side_to_move(), self.king(!self.side_to_move()));
        let (bishop, rook) = (bishop_attacks(king, self.occupied()), rook_attacks(king, self.occupied()));
        let mut squares = [Bitboard::EMPTY; 6];
        squares[PieceKind::Pawn.index()] = pawn_attacks(!us, king);
        squares[PieceKind::Knight.index()] = knight_attacks(king);
        squares[PieceKind::Bishop.index()] = bishop;
        squares[PieceKind::Rook.index()] = rook;
        squares[PieceKind::Queen.index()] = bishop | rook;
        let queens = self.pieces(us, PieceKind::Queen);
        let straight = (self.pieces(us, PieceKind::Rook) | queens) & rook_attacks(king, Bitboard::EMPTY);
        let diagonal = (self.pieces(us, PieceKind::Bishop) | queens) & bishop_attacks(king, Bitboard::EMPTY);
        let mut screens = Bitboard::EMPTY;
        for slider in straight | diagonal {
            let screen = between(king, slider) & self.occupied();
            if screen.is_any() && !screen.has_many() {
                screens |= screen & self.color(us);
            }
        }
        Checks { king, squares, screens }
    }

    /// Does this legal move give check? `checks` are this position's.
    pub fn gives_check(&self, checks: &Checks, mv: Move) -> bool {
        match mv.kind() {
            // A second piece moves, or the piece that arrives is another one than left: rare enough to try.
            MoveKind::Castle | MoveKind::EnPassant => self.checks_when_made(mv),
            _ if mv.promotion().is_some() => self.checks_when_made(mv),
            _ => {
                let kind = self.piece_on(mv.from()).map_or(PieceKind::Pawn, Piece::kind);
                checks.squares[kind.index()].contains(mv.to())
                    || (checks.screens.contains(mv.from()) && !stays_on_line(checks.king, mv))
            }
        }
    }

    fn checks_when_made(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.make(mv);
        after.in_check()
    }
}

/// Does the move stay on the line through the king that it started on?
fn stays_on_line(king: Square, mv: Move) -> bool {
    between(king, mv.from()).contains(mv.to()) || between(king, mv.to()).contains(mv.from())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_games;

    #[test]
    fn equals_making_the_move_in_random_games() {
        let (mut checks, mut moves) = (0, 0);
        for position in random_games(23, 400, 160) {
            let known = position.checks();
            for mv in &position.legal_moves() {
                let expected = position.checks_when_made(mv);
                assert_eq!(position.gives_check(&known, mv), expected, "{mv:?} in {}", position.to_fen());
                (moves, checks) = (moves + 1, checks + u32::from(expected));
            }
        }
        assert!(moves > 500_000 && checks > 5_000, "{checks} of {moves}");
    }

    #[test]
    fn discovered_en_passant_castling_and_promotion_checks() {
        for (fen, text, expected) in [
            ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c5", true),
            ("4k3/8/8/8/4B3/8/8/4RK2 w - - 0 1", "e4d5", true),
            ("4k3/8/8/8/4P3/8/8/4RK2 w - - 0 1", "e4e5", false),
            ("8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1", "e4d3", false),
            ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", true),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true),
            ("2k5/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", true),
            ("2k5/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", false),
        ] {
            let position = Position::from_fen(fen).expect("a FEN");
            let mv = position.parse_uci(text).expect("a move");
            assert_eq!(position.gives_check(&position.checks(), mv), expected, "{text} in {fen}");
        }
    }
}
