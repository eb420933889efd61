//! Move text as UCI writes it: `e2e4`, `e7e8q`, castling as `e1g1` or, in Chess960, as king takes rook `e1h1`.
//!
//! Not here: SAN (`san`) or the protocol around the moves (crate `uci`).
//! Invariant: both castling notations are read in either mode wherever they are unambiguous; writing is by mode.

use crate::fen::CastlingMode;
use crate::generate::castling_targets;
use crate::position::castling_side;
use crate::{Move, PieceKind, Position, Square};
use std::fmt;

/// Why move text is not a move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextError {
    /// Not of the form `e2e4` or `e7e8q`.
    Malformed(String),
    /// Well-formed, but no legal move of the position.
    Illegal {
        /// The text.
        text: String,
        /// The position, as FEN.
        fen: String,
    },
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "`{text}` is not a move such as e2e4 or e7e8q"),
            Self::Illegal { text, fen } => write!(f, "{text} is not legal in {fen}"),
        }
    }
}

impl std::error::Error for MoveTextError {}

/// A move in UCI notation, ready to be written.
#[derive(Clone, Copy, Debug)]
pub struct UciText {
    mv: Move,
    mode: CastlingMode,
}

impl fmt::Display for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, mut to) = (self.mv.from(), self.mv.to());
        if self.mv.is_castle() && self.mode == CastlingMode::Standard {
            to = king_target(self.mv);
        }
        write!(f, "{from}{to}")?;
        self.mv.promotion().map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

/// Where a castling king lands.
pub(crate) fn king_target(castle: Move) -> Square {
    let (king, rook) = (castle.from(), castle.to());
    let color = if king.rank() == crate::Rank::First { crate::Color::White } else { crate::Color::Black };
    castling_targets(color, castling_side(king, rook)).0
}

impl Move {
    /// UCI notation.
    pub fn uci(self, mode: CastlingMode) -> UciText {
        UciText { mv: self, mode }
    }
}

impl Position {
    /// The legal move that UCI text names. Castling may be written either way; a promotion letter in either case.
    ///
    /// # Errors
    /// When the text is not of that form or names no legal move.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let (from, to, promotion) =
            split(text).ok_or_else(|| MoveTextError::Malformed(text.chars().take(40).collect()))?;
        let moves = self.legal_moves();
        let mut of_piece = moves.into_iter().filter(|mv| mv.from() == from && mv.promotion() == promotion);
        // A king's plain step outranks castling to the same square: `f1g1` in Chess960.
        of_piece
            .clone()
            .find(|mv| mv.to() == to)
            .or_else(|| of_piece.find(|&mv| mv.is_castle() && king_target(mv) == to))
            .ok_or_else(|| MoveTextError::Illegal { text: text.to_owned(), fen: self.to_fen() })
    }
}

fn split(text: &str) -> Option<(Square, Square, Option<PieceKind>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match rest.next() {
        None => None,
        Some(letter) => Some(PieceKind::from_letter(letter).filter(|kind| PieceKind::PROMOTIONS.contains(kind))?),
    };
    rest.next().is_none().then_some((from, to, promotion))
}
