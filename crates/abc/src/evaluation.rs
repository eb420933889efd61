//! The evaluation: material and piece-square tables, blended between opening and endgame by material.
//!
//! Not here: mobility, pawn structure, king safety or any other term. The search has to make up for it, and
//! a reader can follow every centipawn.
//!
//! Invariant: exactly colour-blind. Mirroring the board and swapping the colours leaves the value as it was.

use crate::board::Position;
use crate::definitions::{BISHOP, EMPTY, ENDGAME, ENDGAME_PHASE_SCORE, KNIGHT, MATERIAL_SCORE, OPENING};
use crate::definitions::{OPENING_PHASE_SCORE, QUEEN, ROOK, Side, piece_side, piece_type, squares};
use crate::pesto::{MIRROR_SCORE, POSITIONAL_SCORE};

impl Position {
    /// The value in centipawns for the side to move.
    pub(crate) fn evaluate_position(&self) -> i32 {
        let mut score = [0; 2];
        let mut game_phase_score = 0;
        for square in squares() {
            let piece = self.board[square];
            if piece == EMPTY {
                continue;
            }
            let kind = usize::from(piece_type(piece));
            let white = piece_side(piece) == Some(Side::White);
            for phase in [OPENING, ENDGAME] {
                score[phase] += MATERIAL_SCORE[phase][usize::from(piece)];
                if white {
                    score[phase] += i32::from(POSITIONAL_SCORE[phase][kind][square]);
                } else {
                    score[phase] -= i32::from(POSITIONAL_SCORE[phase][kind][MIRROR_SCORE[square]]);
                }
            }
            // Pawns and kings are on the board in every phase, so they say nothing about it.
            if matches!(piece_type(piece), KNIGHT | BISHOP | ROOK | QUEEN) {
                game_phase_score += MATERIAL_SCORE[OPENING][kind];
            }
        }
        let white_score = blend(score, game_phase_score);
        if self.side == Side::White { white_score } else { -white_score }
    }
}

/// Opening value, endgame value, or in between the two weighted by the material left. The division rounds
/// towards zero for both colours alike, so the blend keeps the symmetry.
fn blend(score: [i32; 2], game_phase_score: i32) -> i32 {
    if game_phase_score > OPENING_PHASE_SCORE {
        score[OPENING]
    } else if game_phase_score < ENDGAME_PHASE_SCORE {
        score[ENDGAME]
    } else {
        (score[OPENING] * game_phase_score + score[ENDGAME] * (OPENING_PHASE_SCORE - game_phase_score))
            / OPENING_PHASE_SCORE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomGame;

    fn evaluate(fen: &str) -> i32 {
        Position::from_fen(fen).unwrap().evaluate_position()
    }

    /// The same position with the colours' roles swapped.
    fn flipped(position: &Position) -> Position {
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let swap = |text: &str| -> String {
            text.chars()
                .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
                .collect()
        };
        let board = fields[0].split('/').rev().map(swap).collect::<Vec<_>>().join("/");
        let side = if fields[1] == "w" { "b" } else { "w" };
        Position::from_fen(&format!("{board} {side} {} - 0 1", swap(fields[2]))).unwrap()
    }

    #[test]
    fn colour_flip_changes_nothing() {
        let mut unequal = 0;
        for seed in 0..100 {
            for position in RandomGame::new(seed).take(100) {
                let value = position.evaluate_position();
                assert_eq!(value, flipped(&position).evaluate_position(), "{}", position.fen());
                unequal += u32::from(value != 0);
            }
        }
        assert!(unequal > 5000, "zeros prove nothing: {unequal}");
    }

    #[test]
    fn values_by_hand() {
        assert_eq!(evaluate(crate::board::START_FEN), 0);
        // Endgame: a pawn on e4 is 94 - 7, the kings cancel.
        assert_eq!(evaluate("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), 87);
        assert_eq!(evaluate("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"), -87);
        // Opening: White's knight g1 gone from the full set leaves 8082 - 337 of phase, over the limit.
        assert_eq!(evaluate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"), -(337 - 19));
    }

    #[test]
    fn phases_meet_at_their_limits() {
        let score = [1000, -1000];
        assert_eq!(blend(score, OPENING_PHASE_SCORE + 1), 1000);
        assert_eq!(blend(score, OPENING_PHASE_SCORE), 1000);
        assert_eq!(blend(score, ENDGAME_PHASE_SCORE - 1), -1000);
        assert_eq!(blend(score, ENDGAME_PHASE_SCORE), (1000 * 518 - 1000 * (6192 - 518)) / 6192);
    }

    #[test]
    fn mirrored_squares() {
        assert_eq!(MIRROR_SCORE[0x00], 0x70);
        assert_eq!(MIRROR_SCORE[0x74], 0x04);
        assert_eq!(MIRROR_SCORE[0x62], 0x12);
    }
}
