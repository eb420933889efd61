//! What a GUI (or match runner) says to an engine.
//!
//! Not an interpreter: queueing, answering and refusing is the session's work.
//! Invariant: `parse` of what `Display` wrote gives the message back.

use std::fmt;

use crate::error::{ParseError, Parsed};
use crate::inquiry::Inquiry;
use crate::limits::Limits;
use crate::position::Position;
use crate::token::{Tokens, excerpt, is};

/// One message from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuiMessage {
    /// `uci`: introduce yourself.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: to be answered at once, during a search too.
    IsReady,
    /// `setoption`: the name as sent (matched without regard to case later).
    SetOption {
        /// Option name, words separated by single blanks; never empty.
        name: String,
        /// Text after `value` without blanks at its ends; `None` where the word `value` is absent.
        value: Option<String>,
    },
    /// `register` and its argument. Nothing here needs registration.
    Register(String),
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `position`.
    Position(Position),
    /// `go`.
    Go(Limits),
    /// `stop` the search and answer.
    Stop,
    /// `ponderhit`: the pondered move was played.
    PonderHit,
    /// `quit` the program.
    Quit,
    /// `flip`: the same position with the colours exchanged. Typed by people.
    Flip,
    /// `wait`: what follows is meant for after the running search. Typed by people, and in scripts.
    Wait,
    /// A question typed by a person.
    Inquire(Inquiry),
}

const COMMANDS: [&str; 11] =
    ["uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];

impl GuiMessage {
    /// Reads one line.
    ///
    /// Unknown words before a command are skipped, as the protocol text asks (`joho debug on`); only `quit` must come first, so
    /// that no broken line ends the program, and so must what only people type. A line without any command is an error, an empty
    /// line is nothing.
    #[must_use]
    pub fn parse(line: &str) -> Parsed<Self> {
        let mut tokens = Tokens::new(line);
        if let Some(typed) = Self::parse_typed(tokens.clone()) {
            return typed;
        }
        let mut is_first = true;
        while let Some(token) = tokens.next() {
            match COMMANDS.into_iter().find(|command| is(token, command)) {
                Some("quit") if !is_first => {}
                Some(command) => return Self::parse_command(command, tokens),
                None => {}
            }
            is_first = false;
        }
        if is_first {
            Parsed::nothing()
        } else {
            Parsed::error(ParseError::UnknownCommand(excerpt(&Tokens::new(line).rest())))
        }
    }

    /// What people type; `None` if the line is none of it.
    fn parse_typed(mut tokens: Tokens<'_>) -> Option<Parsed<Self>> {
        let word = tokens.next()?;
        if is(word, "flip") {
            return Some(Parsed::message(GuiMessage::Flip));
        }
        if is(word, "wait") {
            return Some(Parsed::message(GuiMessage::Wait));
        }
        if is(word, "go") && tokens.take_keyword("perft") {
            return Some(map(Inquiry::parse_perft(tokens), GuiMessage::Inquire));
        }
        Inquiry::parse(word, tokens).map(|parsed| map(parsed, GuiMessage::Inquire))
    }

    fn parse_command(command: &str, mut tokens: Tokens<'_>) -> Parsed<Self> {
        Parsed::message(match command {
            "uci" => GuiMessage::Uci,
            "isready" => GuiMessage::IsReady,
            "ucinewgame" => GuiMessage::UciNewGame,
            "stop" => GuiMessage::Stop,
            "ponderhit" => GuiMessage::PonderHit,
            "quit" => GuiMessage::Quit,
            "register" => GuiMessage::Register(tokens.rest()),
            "debug" => match tokens.next() {
                Some(word) if is(word, "on") => GuiMessage::Debug(true),
                Some(word) if is(word, "off") => GuiMessage::Debug(false),
                Some(word) => return Parsed::error(ParseError::word("debug", word)),
                None => {
                    return Parsed::error(ParseError::Missing { after: "debug", what: "on or off" });
                }
            },
            "setoption" => return parse_set_option(tokens),
            "position" => return map(Position::parse(tokens), GuiMessage::Position),
            _ => return map(Limits::parse(tokens), GuiMessage::Go),
        })
    }
}

fn map<T>(parsed: Parsed<T>, wrap: impl FnOnce(T) -> GuiMessage) -> Parsed<GuiMessage> {
    Parsed { message: parsed.message.map(wrap), error: parsed.error }
}

fn parse_set_option(mut tokens: Tokens<'_>) -> Parsed<GuiMessage> {
    if !tokens.skip_past("name") {
        return Parsed::error(ParseError::Missing { after: "setoption", what: "the word name" });
    }
    let (name, has_value) = tokens.words_until("value");
    if name.is_empty() {
        return Parsed::error(ParseError::Missing { after: "setoption name", what: "the option's name" });
    }
    Parsed::message(GuiMessage::SetOption { name, value: has_value.then(|| tokens.rest()) })
}

impl fmt::Display for GuiMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuiMessage::Uci => f.write_str("uci"),
            GuiMessage::Debug(true) => f.write_str("debug on"),
            GuiMessage::Debug(false) => f.write_str("debug off"),
            GuiMessage::IsReady => f.write_str("isready"),
            GuiMessage::SetOption { name, value } => match value.as_deref() {
                None => write!(f, "setoption name {name}"),
                // No blank at the end of a line.
                Some("") => write!(f, "setoption name {name} value"),
                Some(value) => write!(f, "setoption name {name} value {value}"),
            },
            GuiMessage::Register(text) if text.is_empty() => f.write_str("register"),
            GuiMessage::Register(text) => write!(f, "register {text}"),
            GuiMessage::UciNewGame => f.write_str("ucinewgame"),
            GuiMessage::Position(position) => write!(f, "position {position}"),
            GuiMessage::Go(limits) => write!(f, "go{limits}"),
            GuiMessage::Stop => f.write_str("stop"),
            GuiMessage::PonderHit => f.write_str("ponderhit"),
            GuiMessage::Quit => f.write_str("quit"),
            GuiMessage::Flip => f.write_str("flip"),
            GuiMessage::Wait => f.write_str("wait"),
            GuiMessage::Inquire(inquiry) => inquiry.fmt(f),
        }
    }
}
