//! Making a move.
//!
//! Not here: taking it back. The caller saves the position before and restores it after.
//!
//! Invariant: after `make_move` returned `true` every promise of `board.rs` holds again; after `false` the
//! position is what it was.

use crate::board::Position;
use crate::definitions::{CASTLING_RIGHTS, EMPTY, KING, PAWN, PAWN_STEP, Side, Square, piece_type, step};
use crate::moves::{Move, MoveList};

/// Which moves `make_move` is to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    AllMoves,
    /// Declines everything that takes nothing, quiet promotions included, as the quiescence search wants.
    OnlyCaptures,
}

impl Position {
    /// Makes a move of `generate_moves`. `false`, and nothing changed, if the filter declines it or it
    /// leaves the own king attacked.
    pub(crate) fn make_move(&mut self, mv: Move, filter: Filter) -> bool {
        if filter == Filter::OnlyCaptures && !mv.capture() {
            return false;
        }
        let saved = self.save_position();
        let (source, target, side) = (mv.source(), mv.target(), self.side);
        let forward = PAWN_STEP[side.index()];
        let piece = self.board[source];
        if piece_type(piece) == PAWN || mv.capture() {
            self.halfmove_clock = 0;
        } else {
            self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        }
        self.board[source] = EMPTY;
        self.board[target] = if mv.promoted() == EMPTY { piece } else { mv.promoted() };
        if mv.en_passant() {
            self.board[step(target, -forward)] = EMPTY;
        }
        if mv.castling() {
            let (rook_source, rook_target) = castling_rook(source, target);
            self.board[rook_target] = self.board[rook_source];
            self.board[rook_source] = EMPTY;
        }
        if piece_type(piece) == KING {
            self.king_square[side.index()] = target;
        }
        self.castle &= CASTLING_RIGHTS[source] & CASTLING_RIGHTS[target];
        self.en_passant = None;
        if side == Side::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side = side.opponent();
        if self.is_square_attacked(self.king_square[side.index()], self.side) {
            self.restore_position(&saved);
            return false;
        }
        if mv.double_push() {
            self.en_passant = self.legal_en_passant(step(source, forward));
        }
        true
    }

    /// The legal moves, found the only way ABC knows: by making each one.
    pub(crate) fn legal_moves(&mut self) -> Vec<Move> {
        let moves: MoveList = self.generate_moves();
        let mut legal = Vec::with_capacity(moves.len());
        for &mv in moves.iter() {
            let saved = self.save_position();
            if self.make_move(mv, Filter::AllMoves) {
                self.restore_position(&saved);
                legal.push(mv);
            }
        }
        legal
    }
}

/// Where the rook goes when the king castles: from its corner to the square the king passed.
const fn castling_rook(king_source: Square, king_target: Square) -> (Square, Square) {
    if king_target > king_source { (king_target + 1, king_target - 1) } else { (king_target - 2, king_target + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{RandomGame, play_line};

    #[test]
    fn special_moves_leave_the_expected_position() {
        for (fen, line, after) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 10"),
            // A rook taking a rook at home ends two rights at once.
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"),
            ("3nk3/4P3/8/8/8/8/8/4K3 w - - 7 1", "e7d8n", "3Nk3/8/8/8/8/8/8/4K3 b - - 0 1"),
            // The square is kept only when a pawn can use it.
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 1", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
            ("4k3/8/8/8/2p5/8/4P3/4K3 w - - 5 1", "e2e4", "4k3/8/8/8/2p1P3/8/8/4K3 b - - 0 1"),
            ("8/8/8/8/k2p3Q/8/4P3/4K3 w - - 5 1", "e2e4", "8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1"),
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            play_line(&mut position, line);
            assert_eq!(position.fen(), after, "{fen} {line}");
        }
    }

    #[test]
    fn only_captures_declines_quiet_promotions_and_makes_en_passant() {
        let mut position = Position::from_fen("4k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        let before = position;
        let made: Vec<String> = position
            .generate_moves()
            .iter()
            .filter(|&&mv| {
                let made = position.make_move(mv, Filter::OnlyCaptures);
                position = before;
                made
            })
            .map(ToString::to_string)
            .collect();
        assert_eq!(made, ["e5d6"]);
    }

    #[test]
    fn restoring_gives_back_every_byte() {
        for seed in 0..40 {
            for mut position in RandomGame::new(seed).take(120) {
                let before = position;
                for &mv in position.generate_moves().iter() {
                    let saved = position.save_position();
                    if position.make_move(mv, Filter::AllMoves) {
                        assert_ne!(position, before, "{mv} changed nothing in {}", before.fen());
                        position.restore_position(&saved);
                    }
                    assert_eq!(position, before, "{mv} in {}", before.fen());
                }
            }
        }
    }

    #[test]
    fn the_positions_promises_survive_random_games() {
        for seed in 100..140 {
            for position in RandomGame::new(seed).take(150) {
                // Reading the text again checks kings, men, checks, rights and the en-passant square.
                assert_eq!(Position::from_fen(&position.fen()).unwrap(), position, "{}", position.fen());
            }
        }
    }
}
