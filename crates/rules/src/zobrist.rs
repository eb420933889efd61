//! Zobrist's random numbers: one per (piece, square) and per other fact that makes positions differ.
//!
//! Not here: which facts a position has (`position`, `make`).
//! Invariant: the numbers never change between builds or machines (stored keys, books of our own and digests of recorded
//! games depend on them), so they come from a fixed generator, evaluated at compile time.

use crate::{Bitboard, File, Piece, Random, Square};

/// A position's hash, or the hash of a part of it.
pub type Key = u64;

struct Numbers {
    pieces: [[Key; 64]; 12],
    /// Per square of a rook that may still castle: this names the right in every variant, Chess960 included.
    castling_rooks: [Key; 64],
    en_passant_files: [Key; 8],
    black_to_move: Key,
}

const fn numbers() -> Numbers {
    let mut random = Random(0xA55A_F00D_0088_1972);
    let mut numbers =
        Numbers { pieces: [[0; 64]; 12], castling_rooks: [0; 64], en_passant_files: [0; 8], black_to_move: 0 };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 12 {
            numbers.pieces[piece][square] = random.next_bits();
            piece += 1;
        }
        numbers.castling_rooks[square] = random.next_bits();
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        numbers.en_passant_files[file] = random.next_bits();
        file += 1;
    }
    numbers.black_to_move = random.next_bits();
    numbers
}

static NUMBERS: Numbers = numbers();

/// Differs between the two sides to move.
pub(crate) const BLACK_TO_MOVE: Key = numbers().black_to_move;

#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> Key {
    NUMBERS.pieces[piece.index()][square.index()]
}

#[inline(always)]
pub(crate) fn en_passant(file: File) -> Key {
    NUMBERS.en_passant_files[file.index()]
}

/// The combined key of the castling rights that these rooks hold.
#[inline]
pub(crate) fn castling(rooks: Bitboard) -> Key {
    rooks.into_iter().fold(0, |key, square| key ^ NUMBERS.castling_rooks[square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_numbers_differ_and_stay_as_they_are() {
        let n = &NUMBERS;
        let all: Vec<Key> =
            n.pieces.iter().flatten().chain(&n.castling_rooks).chain(&n.en_passant_files).copied().collect();
        let distinct: HashSet<Key> = all.iter().copied().chain([n.black_to_move, 0]).collect();
        assert_eq!(distinct.len(), all.len() + 2);
        // Changing the generator silently would invalidate every stored key.
        let folded = all.iter().fold(n.black_to_move, |digest, key| digest.rotate_left(7) ^ key);
        assert_eq!(folded, 0x732f_629b_7199_e866);
    }
}
