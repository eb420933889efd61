//! What a line could not say, as a value.
//!
//! Not a verdict on chess: an illegal move or an impossible FEN is found by whoever owns the board.
//! Invariant: the quoted input is cut short and on one line, so an error can always be printed as one line.

use std::fmt;

use crate::token::excerpt;

/// One line, read. The message and the error are independent: a line may yield both (the readable part was kept), one of them, or
/// neither (an empty line).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<T> {
    /// What was understood.
    pub message: Option<T>,
    /// The first thing that was not, if the sender should hear of it. Words the protocol tells us to skip are not errors.
    pub error: Option<ParseError>,
}

impl<T> Parsed<T> {
    pub(crate) fn nothing() -> Self {
        Parsed { message: None, error: None }
    }

    pub(crate) fn message(message: T) -> Self {
        Parsed { message: Some(message), error: None }
    }

    pub(crate) fn error(error: ParseError) -> Self {
        Parsed { message: None, error: Some(error) }
    }
}

/// Why (part of) a line was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// No word of the line is a command. Holds the start of the line.
    UnknownCommand(String),
    /// A word that needs something after it has nothing, or something else.
    Missing {
        /// The command or keyword that was read.
        after: &'static str,
        /// What should have followed.
        what: &'static str,
    },
    /// A keyword is followed by something that is not a whole number.
    InvalidNumber {
        /// The keyword.
        key: &'static str,
        /// What followed it.
        text: String,
    },
    /// A keyword is followed by something that is not a whole number within its range, and no other number will do instead.
    OutOfRange {
        /// The keyword.
        key: &'static str,
        /// What followed it.
        text: String,
        /// The largest number allowed; the smallest is 0.
        most: u64,
    },
    /// Text in place of a move does not look like one.
    InvalidMove {
        /// What was there.
        text: String,
        /// Its index in the move list, from 1, where it was in one.
        number: Option<usize>,
    },
    /// A word is not one of those allowed in its place.
    InvalidWord {
        /// The keyword before it.
        key: &'static str,
        /// What followed it.
        text: String,
    },
}

impl ParseError {
    pub(crate) fn number(key: &'static str, text: &str) -> Self {
        ParseError::InvalidNumber { key, text: excerpt(text) }
    }

    pub(crate) fn word(key: &'static str, text: &str) -> Self {
        ParseError::InvalidWord { key, text: excerpt(text) }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::UnknownCommand(text) => write!(f, "unknown command: {text}"),
            ParseError::Missing { after, what } => write!(f, "{after}: {what} is missing"),
            ParseError::InvalidNumber { key, text } => {
                write!(f, "{key}: not a whole number: {text}")
            }
            ParseError::OutOfRange { key, text, most } => {
                write!(f, "{key}: not a whole number from 0 to {most}: {text}")
            }
            ParseError::InvalidMove { text, number: Some(number) } => {
                write!(f, "move {number} of the list does not look like a move, the list ends before it: {text}")
            }
            ParseError::InvalidMove { text, number: None } => {
                write!(f, "does not look like a move: {text}")
            }
            ParseError::InvalidWord { key, text } => write!(f, "{key}: unexpected word: {text}"),
        }
    }
}

impl std::error::Error for ParseError {}
