//! Moves and lists of moves.
//!
//! A [`Move`] is 16 bits: from, to, kind. Castling is "king takes own rook" in every variant.
//! Not here: whether a move is legal (`generate`), what it does (`make`), its text (`notation`, `san`).
//! Invariant: from and to differ, and no kind is 0, so the 16 bits are never zero and `Option<Move>` is 16 bits too.

use crate::{PieceKind, Square};
use std::fmt;
use std::num::NonZeroU16;
use std::ops::Deref;

/// What is special about a move (CPW: "From-To Based" move encoding). Captures are told apart, so that a search can ask a
/// move for it without asking the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes to an empty square. Not 0, so that a move's bits never are.
    Quiet = 1,
    /// A pawn's first move by two squares.
    DoublePush,
    /// Castling; the target square is that of the rook.
    Castle,
    /// A piece takes what stands on the target square.
    Capture,
    /// A pawn captures the pawn that just passed it.
    EnPassant,
    /// A pawn steps onto the last rank and becomes a knight.
    PromoteKnight,
    /// ... a bishop.
    PromoteBishop,
    /// ... a rook.
    PromoteRook,
    /// ... a queen.
    PromoteQueen,
    /// A pawn captures on the last rank and becomes a knight.
    CapturePromoteKnight,
    /// ... a bishop.
    CapturePromoteBishop,
    /// ... a rook.
    CapturePromoteRook,
    /// ... a queen.
    CapturePromoteQueen,
}

impl MoveKind {
    /// The four promotions without a capture, knight first.
    pub const PROMOTIONS: [MoveKind; 4] =
        [Self::PromoteKnight, Self::PromoteBishop, Self::PromoteRook, Self::PromoteQueen];
    /// The four promotions with a capture, knight first.
    pub const CAPTURE_PROMOTIONS: [MoveKind; 4] =
        [Self::CapturePromoteKnight, Self::CapturePromoteBishop, Self::CapturePromoteRook, Self::CapturePromoteQueen];

    // A `match` that the compiler folds into nothing; an array look-up stays a load.
    #[inline]
    const fn from_low_bits(bits: u16) -> Option<Self> {
        Some(match bits & 15 {
            1 => Self::Quiet,
            2 => Self::DoublePush,
            3 => Self::Castle,
            4 => Self::Capture,
            5 => Self::EnPassant,
            6 => Self::PromoteKnight,
            7 => Self::PromoteBishop,
            8 => Self::PromoteRook,
            9 => Self::PromoteQueen,
            10 => Self::CapturePromoteKnight,
            11 => Self::CapturePromoteBishop,
            12 => Self::CapturePromoteRook,
            13 => Self::CapturePromoteQueen,
            _ => return None,
        })
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        match self {
            Self::PromoteKnight | Self::CapturePromoteKnight => Some(PieceKind::Knight),
            Self::PromoteBishop | Self::CapturePromoteBishop => Some(PieceKind::Bishop),
            Self::PromoteRook | Self::CapturePromoteRook => Some(PieceKind::Rook),
            Self::PromoteQueen | Self::CapturePromoteQueen => Some(PieceKind::Queen),
            _ => None,
        }
    }

    /// Does it take a piece, en passant included?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self as u8 >= Self::CapturePromoteKnight as u8 || matches!(self, Self::Capture | Self::EnPassant)
    }
}

/// A move of one side in some position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A move between two different squares.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        debug_assert!(from.index() != to.index());
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// The 16 bits, never 0: from in bits 0-5, to in bits 6-11, kind in bits 12-15.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits; `None` if no move has them. Says nothing about legality.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(nonzero) if bits & 63 != bits >> 6 & 63 && MoveKind::from_low_bits(bits >> 12).is_some() => {
                Some(Self(nonzero))
            }
            _ => None,
        }
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as u8)
    }

    /// Where it goes; for castling, the square of the castling rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0.get() >> 6) as u8)
    }

    /// What is special about it.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_low_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            None => unreachable!(),
        }
    }

    /// What a promoting pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        self.kind().promotion()
    }

    /// Does it take a piece, en passant included?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.kind().is_capture()
    }

    /// Is it castling?
    #[inline]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }
}

impl fmt::Debug for Move {
    /// Squares and kind, for programmers; people read UCI text or SAN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

/// The moves of one position, without allocation.
///
/// No legal position has more than 218 moves, and [`crate::Position`] accepts no board that could have more than fit here.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    // A `u8` cannot index past 256 entries, so that pushing needs no bounds check.
    len: u8,
}

impl MoveList {
    const CAPACITY: usize = 256;
    const FILLER: Move = Move::new(Square::wrapping(0), Square::wrapping(1), MoveKind::Quiet);

    /// An empty list.
    #[inline]
    pub const fn new() -> Self {
        Self { moves: [Self::FILLER; Self::CAPACITY], len: 0 }
    }

    /// Appends a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        debug_assert!(self.len < u8::MAX);
        self.moves[self.len as usize] = mv;
        self.len = self.len.wrapping_add(1);
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len as usize]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip_and_nothing_else_is_a_move() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            moves += 1;
            assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()).to_bits(), bits);
        }
        assert_eq!(moves, 64 * 63 * 13);
    }

    #[test]
    fn promotions_agree_with_the_piece_order() {
        for (index, piece) in PieceKind::PROMOTIONS.into_iter().enumerate() {
            let (plain, taking) = (MoveKind::PROMOTIONS[index], MoveKind::CAPTURE_PROMOTIONS[index]);
            assert_eq!((plain.promotion(), plain.is_capture()), (Some(piece), false));
            assert_eq!((taking.promotion(), taking.is_capture()), (Some(piece), true));
        }
    }
}
