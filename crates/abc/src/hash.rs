//! Position keys: one 64-bit number per position, for recognising repetitions.
//!
//! Not here: keys that are updated move by move. Like the chapter, ABC computes a key from scratch: slower,
//! and with nothing that could drift.
//!
//! Invariant: positions that offer the same moves on the same board to the same side have equal keys,
//! whatever their counters say; others differ, chance collisions of 64 bits aside.

use crate::board::Position;
use crate::definitions::{BOARD_SIZE, EMPTY, PIECE_CODES, Side, squares};

/// The generator's first state.
const RANDOM_STATE: u64 = 12345;

/// The random numbers that keys are combined from.
///
/// The chapter has `piece_keys[7][128]`, by piece *type*: a white and a black rook that trade places would
/// leave the key as it was, and so would a lost castling right, an en-passant chance and the side to move.
/// Each of those makes a different position, and a search that took one for the other would see draws that
/// are none. So pieces are keyed by their full code, and the other three have keys of their own.
struct Keys {
    piece_keys: [[u64; BOARD_SIZE]; PIECE_CODES],
    en_passant_keys: [u64; BOARD_SIZE],
    castle_keys: [u64; 16],
    side_key: u64,
}

static KEYS: Keys = Keys::new();

/// One step of xorshift64*: the new state and the random number.
const fn random(mut state: u64) -> (u64, u64) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    (state, state.wrapping_mul(0x2545_f491_4f6c_dd1d))
}

impl Keys {
    const fn new() -> Self {
        let mut keys = Self {
            piece_keys: [[0; BOARD_SIZE]; PIECE_CODES],
            en_passant_keys: [0; BOARD_SIZE],
            castle_keys: [0; 16],
            side_key: 0,
        };
        let mut state = RANDOM_STATE;
        let mut square = 0;
        while square < BOARD_SIZE {
            // Row 0 is the empty square and stays 0: nothing on a square adds nothing.
            let mut piece = 1;
            while piece < PIECE_CODES {
                (state, keys.piece_keys[piece][square]) = random(state);
                piece += 1;
            }
            (state, keys.en_passant_keys[square]) = random(state);
            square += 1;
        }
        let mut rights = 0;
        while rights < 16 {
            (state, keys.castle_keys[rights]) = random(state);
            rights += 1;
        }
        (_, keys.side_key) = random(state);
        keys
    }
}

impl Position {
    /// The key of this position.
    ///
    /// The en-passant square enters whenever it is set, and `board.rs` sets it only when the capture is
    /// legal: two positions that differ merely by a useless square offer the same moves, and the rules of
    /// repetition count them as one.
    pub(crate) fn generate_hash_key(&self) -> u64 {
        let mut key = KEYS.castle_keys[usize::from(self.castle)];
        for square in squares() {
            let piece = self.board[square];
            if piece != EMPTY {
                key ^= KEYS.piece_keys[usize::from(piece)][square];
            }
        }
        if let Some(square) = self.en_passant {
            key ^= KEYS.en_passant_keys[square];
        }
        if self.side == Side::Black {
            key ^= KEYS.side_key;
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{RandomGame, play_line};
    use std::collections::HashMap;

    fn key_after(fen: &str, line: &str) -> u64 {
        let mut position = Position::from_fen(fen).unwrap();
        play_line(&mut position, line);
        position.generate_hash_key()
    }

    fn key(fen: &str) -> u64 {
        key_after(fen, "")
    }

    #[test]
    fn keys_are_equal_exactly_when_positions_are() {
        let mut seen: HashMap<u64, String> = HashMap::new();
        let mut again = 0;
        // Few pieces with castling rights, so that games of random moves do come back to earlier positions.
        for (fen, games) in [
            (crate::board::START_FEN, 150),
            ("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", 150),
            ("8/3p4/8/k1P4R/8/8/8/7K b - - 0 1", 150),
        ] {
            for seed in 0..games {
                for position in RandomGame::from(fen, seed).take(80) {
                    // Everything of the FEN but the counters.
                    let text = position.fen().split(' ').take(4).collect::<Vec<_>>().join(" ");
                    let key = position.generate_hash_key();
                    if let Some(earlier) = seen.insert(key, text.clone()) {
                        assert_eq!(earlier, text, "one key, two positions");
                        again += 1;
                    }
                }
            }
        }
        let texts: std::collections::HashSet<&String> = seen.values().collect();
        assert_eq!(texts.len(), seen.len(), "one position, two keys");
        assert!(again > 1000, "the games never met: {again}");
    }

    #[test]
    fn transpositions_meet() {
        let start = crate::board::START_FEN;
        assert_eq!(key_after(start, "g1f3 g8f6 b1c3"), key_after(start, "b1c3 g8f6 g1f3"));
        assert_eq!(key_after(start, "g1f3 g8f6 f3g1 f6g8"), key(start));
    }

    #[test]
    fn colour_side_and_rights_are_told_apart() {
        assert_ne!(key("4k3/8/8/R6r/8/8/8/4K3 w - - 0 1"), key("4k3/8/8/r6R/8/8/8/4K3 w - - 0 1"));
        assert_ne!(key("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), key("4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
        let home = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_ne!(key(home), key_after(home, "h1h2 h8h7 h2h1 h7h8"));
        let mut keys: Vec<u64> = ["-", "K", "Q", "k", "q", "KQ", "Kk", "Kq", "Qk", "Qq", "kq", "KQkq"]
            .map(|rights| key(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1")))
            .to_vec();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 12);
    }

    #[test]
    fn only_a_legal_en_passant_square_counts() {
        assert_ne!(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
        // The capturing pawn is pinned along the rank.
        assert_eq!(key("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1"), key("7k/8/8/K2pP2r/8/8/8/8 w - - 0 1"));
        let start = crate::board::START_FEN;
        assert_eq!(key_after(start, "e2e4"), key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    }

    #[test]
    fn counters_do_not_count() {
        assert_eq!(key("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), key("4k3/8/8/8/8/8/8/4K3 w - - 42 99"));
    }
}
