//! What an engine says to a GUI (or match runner).
//!
//! Not a judge: whether a best move is legal or a score makes sense is for the receiver to find out.
//! Invariant: `parse` of what `Display` wrote gives the message back, except for text, which is for people; no written line ends in a
//! blank.

use std::fmt;

use crate::error::{ParseError, Parsed};
use crate::info::Info;
use crate::move_text::MoveText;
use crate::option::OptionDescription;
use crate::token::{Tokens, excerpt, is, one_line};

/// Who an engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Name and version.
    pub name: String,
    /// Authors.
    pub author: String,
}

/// The answer to `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play; `None` is written `(none)`: there is no legal move.
    pub best: Option<MoveText>,
    /// The expected reply, on which the engine would like to ponder.
    pub ponder: Option<MoveText>,
}

/// State of copy protection or registration, as the protocol words it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Being checked.
    Checking,
    /// In order.
    Ok,
    /// Not in order.
    Error,
}

/// One message from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineMessage {
    /// `id name`.
    IdName(String),
    /// `id author`.
    IdAuthor(String),
    /// `option`.
    Option(OptionDescription),
    /// `uciok`: that was all about me.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info`.
    Info(Box<Info>),
    /// `bestmove`.
    BestMove(BestMove),
    /// `copyprotection`.
    CopyProtection(Protection),
    /// `registration`.
    Registration(Protection),
    /// A line of the answer to an [`Inquiry`](crate::Inquiry). Never read: to a program it is chat.
    Text(String),
}

impl EngineMessage {
    /// Reads one line. A line whose first word is not a message word is nothing: engines greet, debug and chat.
    ///
    /// The error is set for a message that cannot be taken as it stands: a best move that does not look like a move, an `id` or
    /// `option` without its parts. An `info` line is never an error.
    #[must_use]
    pub fn parse(line: &str) -> Parsed<Self> {
        let mut tokens = Tokens::new(line);
        let Some(first) = tokens.next() else {
            return Parsed::nothing();
        };
        let missing = |after, what| Parsed::error(ParseError::Missing { after, what });
        match first.to_ascii_lowercase().as_str() {
            "uciok" => Parsed::message(EngineMessage::UciOk),
            "readyok" => Parsed::message(EngineMessage::ReadyOk),
            "info" => Parsed::message(EngineMessage::Info(Box::new(Info::parse(tokens)))),
            "bestmove" => parse_best_move(tokens),
            "id" => match tokens.next() {
                Some(word) if is(word, "name") => Parsed::message(EngineMessage::IdName(tokens.rest())),
                Some(word) if is(word, "author") => Parsed::message(EngineMessage::IdAuthor(tokens.rest())),
                _ => missing("id", "name or author"),
            },
            "option" => {
                let Parsed { message, error } = OptionDescription::parse(tokens);
                Parsed { message: message.map(EngineMessage::Option), error }
            }
            "copyprotection" => parse_protection("copyprotection", tokens, EngineMessage::CopyProtection),
            "registration" => parse_protection("registration", tokens, EngineMessage::Registration),
            _ => Parsed::nothing(),
        }
    }
}

fn parse_best_move(mut tokens: Tokens<'_>) -> Parsed<EngineMessage> {
    let best = match tokens.next() {
        None => {
            return Parsed::error(ParseError::Missing { after: "bestmove", what: "a move" });
        }
        Some(word) if is(word, "(none)") => None,
        Some(word) => match word.parse() {
            Ok(text) => Some(text),
            Err(_) => {
                return Parsed::error(ParseError::InvalidMove { text: excerpt(word), number: None });
            }
        },
    };
    let ponder = if tokens.skip_past("ponder") { tokens.next().and_then(|word| word.parse().ok()) } else { None };
    let ponder = ponder.filter(|text: &MoveText| !text.is_null());
    Parsed::message(EngineMessage::BestMove(BestMove { best, ponder }))
}

fn parse_protection(
    key: &'static str,
    mut tokens: Tokens<'_>,
    wrap: fn(Protection) -> EngineMessage,
) -> Parsed<EngineMessage> {
    match tokens.next() {
        Some(word) if is(word, "checking") => Parsed::message(wrap(Protection::Checking)),
        Some(word) if is(word, "ok") => Parsed::message(wrap(Protection::Ok)),
        Some(word) if is(word, "error") => Parsed::message(wrap(Protection::Error)),
        Some(word) => Parsed::error(ParseError::word(key, word)),
        None => Parsed::error(ParseError::Missing { after: key, what: "its state" }),
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "bestmove {best}")?,
            None => f.write_str("bestmove (none)")?,
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protection::Checking => "checking",
            Protection::Ok => "ok",
            Protection::Error => "error",
        })
    }
}

impl fmt::Display for EngineMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineMessage::IdName(name) => f.write_str(format!("id name {}", one_line(name)).trim_end_matches(' ')),
            EngineMessage::IdAuthor(author) => {
                f.write_str(format!("id author {}", one_line(author)).trim_end_matches(' '))
            }
            EngineMessage::Option(option) => option.fmt(f),
            EngineMessage::UciOk => f.write_str("uciok"),
            EngineMessage::ReadyOk => f.write_str("readyok"),
            EngineMessage::Info(info) => info.fmt(f),
            EngineMessage::BestMove(best) => best.fmt(f),
            EngineMessage::CopyProtection(state) => write!(f, "copyprotection {state}"),
            EngineMessage::Registration(state) => write!(f, "registration {state}"),
            EngineMessage::Text(text) => f.write_str(one_line(text).trim_end_matches(' ')),
        }
    }
}

impl From<Info> for EngineMessage {
    fn from(info: Info) -> Self {
        EngineMessage::Info(Box::new(info))
    }
}
