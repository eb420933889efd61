//! Which squares a piece attacks, and which lie between two squares.
//!
//! Not here: legality, whose turn it is, or any position.
//! Invariant: the tables are computed by `const fn` from `geometry`; nothing is initialised at run time.

use crate::geometry::{self, DIAGONAL, KING, KNIGHT, STRAIGHT};
use crate::{Bitboard, Color, Square};

pub use crate::slider::{bishop_attacks, rook_attacks};

const fn leaper_table(steps: &[geometry::Step]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(geometry::leaps(square as u8, steps));
        square += 1;
    }
    table
}

const fn between_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let step = if direction < 4 { STRAIGHT[direction] } else { DIAGONAL[direction - 4] };
            let mut passed = 0u64;
            let mut at = from as u8;
            while let Some(next) = geometry::neighbour(at, step) {
                table[from][next as usize] = Bitboard(passed);
                passed |= 1 << next;
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static KNIGHT_ATTACKS: [Bitboard; 64] = leaper_table(&KNIGHT);
static KING_ATTACKS: [Bitboard; 64] = leaper_table(&KING);
static PAWN_ATTACKS: [[Bitboard; 64]; 2] = [leaper_table(&[(-1, 1), (1, 1)]), leaper_table(&[(-1, -1), (1, -1)])];
static BETWEEN: [[Bitboard; 64]; 64] = between_table();

/// The squares a knight on `square` attacks.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT_ATTACKS[square.index()]
}

/// The squares a king on `square` attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING_ATTACKS[square.index()]
}

/// The squares a pawn of `color` on `square` attacks; equally, where an enemy pawn must stand to attack `square`.
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN_ATTACKS[color.index()][square.index()]
}

/// The squares a queen on `square` attacks.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

/// The squares strictly between two squares of one line; empty when they share no rank, file or diagonal.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_is_symmetric_and_matches_the_rays() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                let (one_a, one_b) = (Bitboard::from(a), Bitboard::from(b));
                let straight = rook_attacks(a, one_b) & rook_attacks(b, one_a);
                let diagonal = bishop_attacks(a, one_b) & bishop_attacks(b, one_a);
                let expected = if rook_attacks(a, Bitboard::EMPTY).contains(b) {
                    straight
                } else if bishop_attacks(a, Bitboard::EMPTY).contains(b) {
                    diagonal
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(between(a, b), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn leapers_are_symmetric_and_counted() {
        let attacks = |f: fn(Square) -> Bitboard| Square::all().map(|s| f(s).count()).sum::<u32>();
        assert_eq!((attacks(knight_attacks), attacks(king_attacks)), (336, 420));
        for square in Square::all() {
            for to in pawn_attacks(Color::White, square) {
                assert!(pawn_attacks(Color::Black, to).contains(square));
            }
        }
    }
}
