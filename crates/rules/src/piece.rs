//! Piece kinds and coloured pieces, and their letters.
//!
//! Not here: what a piece is worth (evaluation) or how it moves (`attacks`).
//! Invariant: a [`Piece`] packs kind and colour into one byte with room to spare, so that `Option<Piece>` is one byte too.

use crate::Color;
use std::fmt;

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// ♙
    Pawn,
    /// ♘
    Knight,
    /// ♗
    Bishop,
    /// ♖
    Rook,
    /// ♕
    Queen,
    /// ♔
    King,
}

impl PieceKind {
    /// All kinds, pawn first, king last.
    pub const ALL: [PieceKind; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// The kinds a pawn can become, knight first, in the order of [`crate::MoveKind`]'s promotions.
    pub const PROMOTIONS: [PieceKind; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// 0 for a pawn to 5 for a king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Lower-case English letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The kind for an English letter of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }
}

/// A piece with its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

impl Piece {
    /// All pieces, kind by kind, White before Black.
    pub const ALL: [Piece; 12] = [
        Self::WhitePawn,
        Self::BlackPawn,
        Self::WhiteKnight,
        Self::BlackKnight,
        Self::WhiteBishop,
        Self::BlackBishop,
        Self::WhiteRook,
        Self::BlackRook,
        Self::WhiteQueen,
        Self::BlackQueen,
        Self::WhiteKing,
        Self::BlackKing,
    ];

    /// The piece of this owner and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self::ALL[kind.index() * 2 + color.index()]
    }

    /// 0 to 11: twice the kind's index, plus one for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its owner.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        // A `match` that the compiler folds into a shift; an array look-up stays a load.
        match self as u8 >> 1 {
            0 => PieceKind::Pawn,
            1 => PieceKind::Knight,
            2 => PieceKind::Bishop,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            _ => PieceKind::King,
        }
    }

    /// FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// The piece for a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_parts_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
            assert_eq!(Piece::ALL[piece.index()], piece);
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
