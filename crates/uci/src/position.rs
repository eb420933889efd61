//! The argument of `position`: where to start and which moves to play.
//!
//! Not a position: the FEN is words, the moves are text.
//! Invariant: the FEN is not empty, its words are separated by single blanks and none of them is `moves`.

use std::fmt;

use crate::error::{ParseError, Parsed};
use crate::move_text::{MoveText, write_moves};
use crate::token::{Tokens, excerpt, is};

/// Where the move list starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// The usual initial position.
    #[default]
    StartPosition,
    /// A FEN as sent, not checked; two to six words when it is well-formed.
    Fen(String),
}

/// A starting point and the moves played from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Where the moves start from.
    pub base: Base,
    /// The moves in order. Where the list held something unreadable, it ends before that.
    pub moves: Vec<MoveText>,
}

impl Position {
    pub(crate) fn parse(mut tokens: Tokens<'_>) -> Parsed<Self> {
        let missing = |after, what| Parsed::error(ParseError::Missing { after, what });
        let base = loop {
            match tokens.next() {
                Some(word) if is(word, "startpos") => break Base::StartPosition,
                Some(word) if is(word, "fen") => {
                    let (fen, has_moves) = tokens.words_until("moves");
                    if fen.is_empty() {
                        return missing("position fen", "the FEN");
                    }
                    let base = Base::Fen(fen);
                    if has_moves {
                        return Self::parse_moves(base, tokens);
                    }
                    return Parsed::message(Position { base, moves: Vec::new() });
                }
                Some(_) => {}
                None => return missing("position", "startpos or fen"),
            }
        };
        let mut after = tokens.clone();
        match after.next() {
            // Words that only delay `moves` are skipped; without `moves` they are a mistake, not a position.
            Some(word) if !tokens.skip_past("moves") => Parsed::error(ParseError::word("position startpos", word)),
            _ => Self::parse_moves(base, tokens),
        }
    }

    fn parse_moves(base: Base, tokens: Tokens<'_>) -> Parsed<Self> {
        let mut moves = Vec::new();
        let mut error = None;
        for token in tokens {
            if let Ok(text) = token.parse() {
                moves.push(text);
            } else {
                error = Some(ParseError::InvalidMove { text: excerpt(token), number: Some(moves.len() + 1) });
                break;
            }
        }
        Parsed { message: Some(Position { base, moves }), error }
    }
}

impl fmt::Display for Position {
    /// The text after `position `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            Base::StartPosition => f.write_str("startpos")?,
            Base::Fen(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        write_moves(f, &self.moves)
    }
}
