//! Who attacks a square.
//!
//! Not here: pins and checkers. ABC makes a move and then asks whether its own king is attacked.
//!
//! Invariant: the answer depends on the board alone, never on whose move it is.

use crate::board::Position;
use crate::definitions::{BISHOP, EMPTY, KING, KNIGHT, PAWN, PAWN_STEP, QUEEN, ROOK, Side, Square};
use crate::definitions::{move_offsets, on_board, step};

impl Position {
    /// Whether any piece of `by` attacks `square`, which may be empty or hold either side's piece.
    ///
    /// Looks outwards from the square: a knight stands where a knight on the square could jump to, a bishop
    /// where a bishop could slide to. Only for pawns does direction matter: a pawn attacks forwards, so it is
    /// looked for one step *back* from the square.
    pub(crate) fn is_square_attacked(&self, square: Square, by: Side) -> bool {
        let back = -PAWN_STEP[by.index()];
        let pawn = by.piece(PAWN);
        if self.holds(step(square, back - 1), pawn) || self.holds(step(square, back + 1), pawn) {
            return true;
        }
        for leaper in [KNIGHT, KING] {
            let piece = by.piece(leaper);
            if move_offsets(leaper).iter().any(|&offset| self.holds(step(square, offset), piece)) {
                return true;
            }
        }
        let queen = by.piece(QUEEN);
        for slider in [BISHOP, ROOK] {
            let piece = by.piece(slider);
            for &offset in move_offsets(slider) {
                let first = self.first_piece(square, offset);
                if first == piece || first == queen {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move is in check.
    pub(crate) fn in_check(&self) -> bool {
        self.is_square_attacked(self.king_square[self.side.index()], self.side.opponent())
    }

    fn holds(&self, square: Square, piece: u8) -> bool {
        on_board(square) && self.board[square] == piece
    }

    /// The first piece on the ray from `square` along `offset`, `EMPTY` if the ray reaches the edge.
    fn first_piece(&self, square: Square, offset: isize) -> u8 {
        let mut target = step(square, offset);
        while on_board(target) {
            if self.board[target] != EMPTY {
                return self.board[target];
            }
            target = step(target, offset);
        }
        EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definitions::coords_to_square;

    fn attacked(fen: &str, by: Side) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let mut names: Vec<String> = crate::definitions::squares()
            .filter(|&square| position.is_square_attacked(square, by))
            .map(|square| crate::definitions::SQUARE_TO_COORDS[square].to_string())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn pawns_attack_forwards_and_not_round_the_edge() {
        let fen = "7k/8/8/p7/7P/8/8/K7 w - - 0 1";
        let white = attacked(fen, Side::White);
        assert!(white.contains(&"g5".to_string()) && !white.contains(&"a4".to_string()));
        assert!(!white.contains(&"g3".to_string()));
        let black = attacked(fen, Side::Black);
        assert!(black.contains(&"b4".to_string()) && !black.contains(&"b6".to_string()));
    }

    #[test]
    fn sliders_stop_at_the_first_piece() {
        let position = Position::from_fen("7k/8/8/8/1R1p2n1/8/8/K7 w - - 0 1").unwrap();
        for (name, expected) in [("c4", true), ("d4", true), ("e4", false), ("b8", true), ("a3", false)] {
            let square = coords_to_square(name).unwrap();
            // b4 also guards the file; the king on a1 guards only its neighbours.
            assert_eq!(position.is_square_attacked(square, Side::White), expected, "{name}");
        }
    }

    #[test]
    fn check_is_seen_for_the_side_to_move_only() {
        assert!(Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap().in_check());
        assert!(!Position::from_fen("4k3/8/8/8/8/8/3r4/5K2 b - - 0 1").unwrap().in_check());
    }
}
