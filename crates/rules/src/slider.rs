//! Slider look-ups: the squares a rook or bishop attacks for a given occupation.
//!
//! Not here: what the tables contain (`geometry`, filled in by `build.rs`) or who asks.
//! Invariant: for every square and every occupation, `offset + index` lies inside [`ATTACKS`]; `build.rs` lays the table
//! out so, and the test below checks each of the 107,648 entries against the slow walk.

use crate::{Bitboard, Square};

/// Where a square's attack sets are in [`ATTACKS`].
struct Slider {
    /// The squares whose occupation matters.
    mask: u64,
    #[cfg(not(fast_pext))]
    magic: u64,
    #[cfg(not(fast_pext))]
    shift: u32,
    /// Index of the set for the empty board.
    offset: u32,
}

impl Slider {
    #[cfg_attr(fast_pext, allow(unused_variables))]
    const fn new(mask: u64, magic: u64, shift: u32, offset: u32) -> Self {
        Self {
            mask,
            #[cfg(not(fast_pext))]
            magic,
            #[cfg(not(fast_pext))]
            shift,
            offset,
        }
    }

    #[cfg(fast_pext)]
    #[inline(always)]
    fn index(&self, occupied: u64) -> usize {
        // SAFETY: `build.rs` sets `fast_pext` only when the whole program is compiled for a processor with BMI2.
        // The prototype behind `shared/design/movegen.md` measured magic multiplication at 0.88 of PEXT's perft speed.
        #[allow(unsafe_code)]
        let index = unsafe { core::arch::x86_64::_pext_u64(occupied, self.mask) };
        self.offset as usize + index as usize
    }

    #[cfg(not(fast_pext))]
    #[inline(always)]
    fn index(&self, occupied: u64) -> usize {
        let index = (occupied & self.mask).wrapping_mul(self.magic) >> self.shift;
        self.offset as usize + index as usize
    }

    #[inline(always)]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        Bitboard(ATTACKS[self.index(occupied.0)])
    }
}

include!(concat!(env!("OUT_DIR"), "/sliders.rs"));

/// The squares a rook on `square` attacks, the first occupied one in each direction included.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK[square.index()].attacks(occupied)
}

/// The squares a bishop on `square` attacks, the first occupied one in each direction included.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP[square.index()].attacks(occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{DIAGONAL, STRAIGHT, relevant_occupancy, slides};

    /// Every occupation of the relevant squares, with and without noise on the others.
    fn check(directions: &[crate::geometry::Step; 4], attacks: fn(Square, Bitboard) -> Bitboard) {
        for square in Square::all() {
            let index = square.index() as u8;
            let mask = relevant_occupancy(index, directions);
            let mut subset = 0u64;
            loop {
                let expected = slides(index, directions, subset);
                assert_eq!(attacks(square, Bitboard(subset)).0, expected, "{square} {subset:#x}");
                assert_eq!(attacks(square, Bitboard(subset | !mask)).0, slides(index, directions, subset | !mask));
                subset = subset.wrapping_sub(mask) & mask;
                if subset == 0 {
                    break;
                }
            }
        }
    }

    #[test]
    fn rook_table_equals_the_slow_walk() {
        check(&STRAIGHT, rook_attacks);
    }

    #[test]
    fn bishop_table_equals_the_slow_walk() {
        check(&DIAGONAL, bishop_attacks);
    }
}
