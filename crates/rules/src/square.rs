//! Squares, files and ranks.
//!
//! Not here: sets of squares (`bitboard`).
//! Invariant: a [`Square`]'s number is below 64; a1 is 0, h1 is 7, h8 is 63.

use crate::Color;
use std::fmt;
use std::str::FromStr;

/// A column of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files, a to h.
    pub const ALL: [File; 8] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file for a letter of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            l @ 'a'..='h' => Some(Self::ALL[l as usize - 'a' as usize]),
            _ => None,
        }
    }
}

/// A row of the board, named from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks, first to eighth.
    pub const ALL: [Rank; 8] =
        [Self::First, Self::Second, Self::Third, Self::Fourth, Self::Fifth, Self::Sixth, Self::Seventh, Self::Eighth];

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The digit `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank for a digit.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            d @ '1'..='8' => Some(Self::ALL[d as usize - '1' as usize]),
            _ => None,
        }
    }

    /// The rank as `color` counts it: the first is its own back rank.
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self.index()],
        }
    }
}

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank as u8 * 8 + file as u8)
    }

    /// The square with this number (a1 = 0, h8 = 63), if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The square whose number is the low six bits of `index`.
    #[inline]
    pub(crate) const fn wrapping(index: u8) -> Self {
        Self(index & 63)
    }

    /// 0 to 63. The mask tells the compiler so: look-ups in tables of 64 then need no bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Its file.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// The square `step` further in index order; the caller knows that it is on the board.
    #[inline]
    pub(crate) const fn step(self, step: i8) -> Self {
        debug_assert!(self.0 as i8 + step >= 0 && self.0 as i8 + step < 64);
        Self::wrapping((self.0 as i8).wrapping_add(step) as u8)
    }

    /// The same square seen from the other side of the board: a1 becomes a8.
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// All squares, a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not a square such as `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square (a1 to h8)")
    }
}

impl std::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;
    /// Reads `a1` to `h8`; upper-case files are not squares.
    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let mut letters = text.chars();
        let (Some(file), Some(rank), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(NotASquare);
        };
        match (File::from_letter(file), Rank::from_digit(rank)) {
            (Some(f), Some(r)) if file.is_ascii_lowercase() => Ok(Square::new(f, r)),
            _ => Err(NotASquare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_order_is_a1_to_h8() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        assert_eq!(Square::new(File::A, Rank::First).index(), 0);
        assert_eq!(Square::new(File::H, Rank::First).index(), 7);
        for bad in ["", "e", "e9", "i1", "E4", "e44", "é4", "44"] {
            assert_eq!(bad.parse::<Square>(), Err(NotASquare), "{bad}");
        }
    }
}
