//! Pseudo-legal move generation: how the pieces move, without asking whether the own king survives.
//!
//! Not here: that question. `make_move` answers it for every move; only castling must ask about attacks
//! already here, because the king may not pass over an attacked square.
//!
//! Invariant: every legal move is generated exactly once, and no move captures a man of its own side.

use crate::board::Position;
use crate::definitions::{BISHOP, CASTLED_KING, CASTLING_SIDE, EMPTY, KING, KING_HOME, KNIGHT, PAWN, PAWN_STEP};
use crate::definitions::{PAWN_PROMOTING_RANK, PAWN_STARTING_RANK, QUEEN, ROOK, ROOK_HOME, Square};
use crate::definitions::{move_offsets, on_board, piece_side, piece_type, rank_of, squares, step};
use crate::moves::{Kind, Move, MoveList};

impl Position {
    /// All pseudo-legal moves of the side to move.
    pub(crate) fn generate_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        for source in squares() {
            let piece = self.board[source];
            if piece_side(piece) != Some(self.side) {
                continue;
            }
            match piece_type(piece) {
                PAWN => self.generate_pawn_moves(source, &mut moves),
                kind => self.generate_piece_moves(source, kind, &mut moves),
            }
        }
        self.generate_castling_moves(&mut moves);
        moves
    }

    fn generate_pawn_moves(&self, source: Square, moves: &mut MoveList) {
        let side = self.side.index();
        let forward = PAWN_STEP[side];
        let promoted = [QUEEN, ROOK, BISHOP, KNIGHT].map(|piece| self.side.piece(piece));
        let mut add = |target: Square, kind: Kind| {
            if rank_of(target) == PAWN_PROMOTING_RANK[side] {
                moves.add_promotions(source, target, promoted, kind);
            } else {
                moves.add(Move::new(source, target, EMPTY, kind));
            }
        };
        // No pawn stands on its last rank, so one step ahead is always on the board.
        let target = step(source, forward);
        if self.board[target] == EMPTY {
            add(target, Kind::Quiet);
            if rank_of(source) == PAWN_STARTING_RANK[side] {
                let target = step(target, forward);
                if self.board[target] == EMPTY {
                    add(target, Kind::DoublePush);
                }
            }
        }
        for target in [step(source, forward - 1), step(source, forward + 1)] {
            if !on_board(target) {
                continue;
            }
            if piece_side(self.board[target]) == Some(self.side.opponent()) {
                add(target, Kind::Capture);
            } else if self.en_passant == Some(target) {
                add(target, Kind::EnPassant);
            }
        }
    }

    fn generate_piece_moves(&self, source: Square, piece_type: u8, moves: &mut MoveList) {
        let slides = piece_type != KING && piece_type != KNIGHT;
        for &offset in move_offsets(piece_type) {
            let mut target = step(source, offset);
            while on_board(target) {
                match piece_side(self.board[target]) {
                    None => moves.add(Move::new(source, target, EMPTY, Kind::Quiet)),
                    Some(side) => {
                        if side != self.side {
                            moves.add(Move::new(source, target, EMPTY, Kind::Capture));
                        }
                        break;
                    }
                }
                if !slides {
                    break;
                }
                target = step(target, offset);
            }
        }
    }

    /// Castling needs the right, nothing between king and rook, and a king that neither stands on nor passes
    /// an attacked square. Where it lands is left to `make_move`, as for every king move.
    fn generate_castling_moves(&self, moves: &mut MoveList) {
        let side = self.side.index();
        let king = KING_HOME[side];
        for direction in 0..2 {
            if self.castle & CASTLING_SIDE[side][direction] == 0 {
                continue;
            }
            let rook = ROOK_HOME[side][direction];
            let between = king.min(rook) + 1..king.max(rook);
            if between.into_iter().any(|square| self.board[square] != EMPTY) {
                continue;
            }
            let target = CASTLED_KING[side][direction];
            let passed = usize::midpoint(king, target);
            let by = self.side.opponent();
            if !self.is_square_attacked(king, by) && !self.is_square_attacked(passed, by) {
                moves.add(Move::new(king, target, EMPTY, Kind::Castling));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_from(fen: &str, source: &str) -> Vec<String> {
        let mut position = Position::from_fen(fen).unwrap();
        let mut texts: Vec<String> =
            position.legal_moves().iter().map(ToString::to_string).filter(|text| text.starts_with(source)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn castling_squares_must_be_empty_and_safe() {
        let castlings = |fen: &str| {
            let mut found = moves_from(fen, "e1");
            found.retain(|text| text == "e1g1" || text == "e1c1");
            found
        };
        assert_eq!(castlings("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1", "e1g1"]);
        // b1 attacked: the king does not cross it. d1 attacked: it does.
        assert_eq!(castlings("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1", "e1g1"]);
        assert_eq!(castlings("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1g1"]);
        // In check; landing on an attacked square; a piece on b1.
        assert!(castlings("1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1").is_empty());
        assert_eq!(castlings("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"), ["e1c1"]);
        assert_eq!(castlings("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1"), ["e1g1"]);
        assert!(castlings("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").is_empty());
    }

    #[test]
    fn pawns_promote_to_four_pieces_each_way() {
        let found = moves_from("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7");
        assert_eq!(found, ["e7d8b", "e7d8n", "e7d8q", "e7d8r"]);
        let found = moves_from("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "a2");
        assert_eq!(found.len(), 8);
    }

    #[test]
    fn the_fullest_known_position_fits_the_list() {
        let mut position = Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
        assert_eq!(position.legal_moves().len(), 218);
    }
}
