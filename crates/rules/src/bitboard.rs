//! Sets of squares.
//!
//! Not here: chess knowledge beyond the board's edges.
//! Invariant: bit `n` stands for the square with index `n`; shifts never wrap around a file edge.

use crate::{File, Rank, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(u64::MAX);
    /// The light squares (b1, d1, ... h7, ... g8).
    pub const LIGHT_SQUARES: Self = Self(0x55AA_55AA_55AA_55AA);

    /// The squares of a file.
    #[inline]
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }

    /// The squares of a rank.
    #[inline]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xFF << (rank as u8 * 8))
    }

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Is no square in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is any square in the set?
    #[inline]
    pub const fn is_any(self) -> bool {
        self.0 != 0
    }

    /// Are there two squares or more?
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Number of squares, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Is `square` in the set?
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.first_or_a1()) }
    }

    /// The lowest square of a set known not to be empty; for the empty set, a1 (never undefined).
    #[inline]
    pub(crate) const fn first_or_a1(self) -> Square {
        Square::wrapping(self.0.trailing_zeros() as u8)
    }

    /// Every square one rank up.
    #[inline]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square one rank down.
    #[inline]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Every square one file towards h; the h-file falls off.
    #[inline]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::from_file(File::H).0) << 1)
    }

    /// Every square one file towards a; the a-file falls off.
    #[inline]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::from_file(File::A).0) >> 1)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Self {
        Self::from_rank(rank)
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign_method:ident, $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Squares from the lowest index to the highest.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl fmt::Debug for Bitboard {
    /// A picture: eighth rank first, `X` for a member.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                f.write_str(if self.contains(Square::new(file, rank)) { "X " } else { ". " })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_drop_what_leaves_the_board() {
        for square in Square::all() {
            let one = Bitboard::from(square);
            assert_eq!(one.east().is_empty(), square.file() == File::H);
            assert_eq!(one.west().is_empty(), square.file() == File::A);
            assert_eq!(one.north().is_empty(), square.rank() == Rank::Eighth);
            assert_eq!(one.south().is_empty(), square.rank() == Rank::First);
        }
    }

    #[test]
    fn iteration_gives_back_the_set_in_order() {
        let set = Bitboard(0x8100_0042_0000_1081);
        let squares: Vec<Square> = set.into_iter().collect();
        assert!(squares.is_sorted());
        assert_eq!(squares.len() as u32, set.count());
        assert_eq!(squares.into_iter().collect::<Bitboard>(), set);
    }

    #[test]
    fn light_squares_are_those_with_odd_coordinate_sum() {
        for square in Square::all() {
            let odd = (square.file().index() + square.rank().index()) % 2 == 1;
            assert_eq!(Bitboard::LIGHT_SQUARES.contains(square), odd, "{square}");
        }
    }
}
