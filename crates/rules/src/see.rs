//! Static exchange evaluation: does a capture sequence on one square gain at least a given amount?
//!
//! The swap algorithm with a threshold (CPW: "SEE - The Swap Algorithm"). Pieces are worth what the caller says.
//! Not here: pins and checks (an attacker is assumed free to capture), or what a piece is worth.
//! Invariant: never changes the position; promotions on the way count as pawn captures, a promoting first move counts
//! the piece it becomes.

use crate::attacks::{bishop_attacks, rook_attacks};
use crate::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Position, Square};

/// What each kind is worth in an exchange, in centipawns, by [`PieceKind::index`]. The king, which cannot be taken, is
/// best given more than all others together; sums of a few entries must fit an `i32`.
pub type ExchangeValues = [i32; 6];

impl Position {
    /// Does this legal move gain at least `threshold` centipawns if both sides then capture on its target square as long
    /// as that pays? Castling gains 0.
    pub fn exchange_gains(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let value = |kind: PieceKind| values[kind.index()];
        let mut occupied = (self.occupied() ^ from.into()) | to.into();
        let mut balance = threshold.saturating_neg();
        if mv.kind() == MoveKind::EnPassant {
            balance = balance.saturating_add(value(PieceKind::Pawn));
            occupied ^= Square::new(to.file(), from.rank()).into();
        } else if let Some(captured) = self.piece_on(to) {
            balance = balance.saturating_add(value(captured.kind()));
        }
        let mut on_target = self.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
        if let Some(promoted) = mv.promotion() {
            balance = balance.saturating_add(value(promoted) - value(PieceKind::Pawn));
            on_target = promoted;
        }
        if balance < 0 {
            return false;
        }

        let diagonal = self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen);
        let straight = self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        let mut attackers = self.attackers(to, Color::White, occupied) | self.attackers(to, Color::Black, occupied);
        let mover = self.side_to_move();
        let mut side = !mover;
        // What the side that just captured keeps beyond the threshold if its piece on the target square is lost.
        balance = balance.saturating_sub(value(on_target));
        while balance < 0 {
            attackers &= occupied;
            let Some((kind, square)) = least_valuable(self, attackers & self.color(side)) else { break };
            // A king may not capture onto a defended square.
            if kind == PieceKind::King && (attackers & self.color(!side)).is_any() {
                break;
            }
            occupied ^= square.into();
            attackers |= (bishop_attacks(to, occupied) & diagonal) | (rook_attacks(to, occupied) & straight);
            // One less: an equal exchange is not enough for the side that must do better than the other's threshold.
            balance = -balance - 1 - value(kind);
            side = !side;
        }
        side != mover
    }
}

/// The cheapest of these pieces.
fn least_valuable(position: &Position, pieces: Bitboard) -> Option<(PieceKind, Square)> {
    PieceKind::ALL.into_iter().find_map(|kind| (position.kind(kind) & pieces).first().map(|square| (kind, square)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_games;

    const VALUES: ExchangeValues = [100, 300, 310, 500, 900, 20_000];

    /// What `side` gains at best by capturing on `to`, cheapest piece first, or by leaving it.
    fn best_reply(position: &Position, to: Square, occupied: Bitboard, side: Color, on_target: PieceKind) -> i32 {
        let own = position.attackers(to, side, occupied) & occupied;
        let Some((kind, square)) = least_valuable(position, own) else { return 0 };
        let left = occupied ^ square.into();
        if kind == PieceKind::King && (position.attackers(to, !side, occupied) & occupied).is_any() {
            return 0;
        }
        (VALUES[on_target.index()] - best_reply(position, to, left, !side, kind)).max(0)
    }

    fn gain(position: &Position, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let mut occupied = (position.occupied() ^ mv.from().into()) | mv.to().into();
        let mut gained = position.piece_on(mv.to()).map_or(0, |piece| VALUES[piece.kind().index()]);
        if mv.kind() == MoveKind::EnPassant {
            gained = VALUES[0];
            occupied ^= Square::new(mv.to().file(), mv.from().rank()).into();
        }
        let mut on_target = position.piece_on(mv.from()).expect("a mover").kind();
        if let Some(promoted) = mv.promotion() {
            gained += VALUES[promoted.index()] - VALUES[0];
            on_target = promoted;
        }
        gained - best_reply(position, mv.to(), occupied, !position.side_to_move(), on_target)
    }

    #[test]
    fn extreme_thresholds_do_not_overflow() {
        let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").expect("a FEN");
        let capture = position.parse_uci("e4d5").expect("a move");
        assert!(position.exchange_gains(capture, i32::MIN, &VALUES));
        assert!(!position.exchange_gains(capture, i32::MAX, &VALUES));
    }

    #[test]
    fn threshold_test_equals_the_recursive_exchange_on_random_games() {
        let mut compared = 0;
        for position in random_games(11, 150, 100) {
            for mv in &position.legal_moves() {
                let gain = gain(&position, mv);
                for (threshold, reached) in [(gain, true), (gain + 1, false), (0, gain >= 0), (-90, gain >= -90)] {
                    assert_eq!(position.exchange_gains(mv, threshold, &VALUES), reached, "{mv:?} {position:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 100_000);
    }
}
