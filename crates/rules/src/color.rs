//! The two players.
//!
//! [`Color`] is the run-time value. [`Side`] is the same fact as a type, so that the generator and `make` are compiled once
//! per colour: measured, a colour known only at run time costs 10 to 17 % of perft speed (`shared/design/movegen.md`).
//! Not here: anything that knows where the pieces stand.

use crate::{Bitboard, Rank};
use std::fmt;
use std::ops::Not;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank on which this side's king and rooks start.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A player at compile time: what "forward" means for its pawns.
pub(crate) trait Side {
    /// The opponent.
    type Enemy: Side;
    const COLOR: Color;
    /// Square-index step of a single pawn push.
    const FORWARD: i8;
    /// Square-index step of a capture towards the a-file.
    const CAPTURE_WEST: i8;
    /// Square-index step of a capture towards the h-file.
    const CAPTURE_EAST: i8;
    /// Where a pawn stands after the first half of a double push.
    const DOUBLE_PUSH_TRANSIT: Bitboard;
    /// The last rank.
    const PROMOTION: Bitboard;

    fn push(pawns: Bitboard) -> Bitboard;
    fn capture_west(pawns: Bitboard) -> Bitboard;
    fn capture_east(pawns: Bitboard) -> Bitboard;
}

pub(crate) enum White {}
pub(crate) enum Black {}

impl Side for White {
    type Enemy = Black;
    const COLOR: Color = Color::White;
    const FORWARD: i8 = 8;
    const CAPTURE_WEST: i8 = 7;
    const CAPTURE_EAST: i8 = 9;
    const DOUBLE_PUSH_TRANSIT: Bitboard = Bitboard::from_rank(Rank::Third);
    const PROMOTION: Bitboard = Bitboard::from_rank(Rank::Eighth);

    #[inline(always)]
    fn push(pawns: Bitboard) -> Bitboard {
        pawns.north()
    }
    #[inline(always)]
    fn capture_west(pawns: Bitboard) -> Bitboard {
        pawns.west().north()
    }
    #[inline(always)]
    fn capture_east(pawns: Bitboard) -> Bitboard {
        pawns.east().north()
    }
}

impl Side for Black {
    type Enemy = White;
    const COLOR: Color = Color::Black;
    const FORWARD: i8 = -8;
    const CAPTURE_WEST: i8 = -9;
    const CAPTURE_EAST: i8 = -7;
    const DOUBLE_PUSH_TRANSIT: Bitboard = Bitboard::from_rank(Rank::Sixth);
    const PROMOTION: Bitboard = Bitboard::from_rank(Rank::First);

    #[inline(always)]
    fn push(pawns: Bitboard) -> Bitboard {
        pawns.south()
    }
    #[inline(always)]
    fn capture_west(pawns: Bitboard) -> Bitboard {
        pawns.west().south()
    }
    #[inline(always)]
    fn capture_east(pawns: Bitboard) -> Bitboard {
        pawns.east().south()
    }
}
