//! The Universal Chess Interface as typed messages, in both directions.
//!
//! *What it is:* [`GuiMessage`] is what a GUI says to an engine, [`EngineMessage`] is what an engine says to a GUI. Each has a
//! `parse` that takes one line and a `Display` that writes one line without its line end. The engine side parses the first and
//! writes the second, a match runner the other way round.
//!
//! *What it is not:* it never reads or writes a stream and knows no board. A move is only known to look like a move, a FEN is only
//! known to be some words; whoever owns the board judges them.
//!
//! *Invariant:* no line, however broken, panics; a parsed message holds no control character; and writing is the inverse of
//! parsing: `parse(line)` and `parse(format(parse(line)))` give equal messages.
//!
//! Parsing is lenient as the protocol asks: unknown words are skipped, any white space separates words, keywords are matched
//! without regard to case, numbers out of range saturate. What could not be read comes back beside the message as a
//! [`ParseError`] ([`Parsed`]), because a `go` with one unreadable limit must still be answered.

mod engine_message;
mod error;
mod gui_message;
mod info;
mod inquiry;
mod limits;
mod move_text;
mod option;
mod position;
mod token;

pub use engine_message::{BestMove, EngineMessage, Identity, Protection};
pub use error::{ParseError, Parsed};
pub use gui_message::GuiMessage;
pub use info::{Bound, CurrentLine, Info, Score, ScoreValue, WinDrawLoss};
pub use inquiry::{Inquiry, Openings};
pub use limits::Limits;
pub use move_text::{MoveText, MoveTextError};
pub use option::{OptionDescription, OptionKind, OptionValue, is_reserved_option};
pub use position::{Base, Position};
pub use token::{excerpt, one_line};
