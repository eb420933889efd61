//! A second reader of what is sent: which position each `go` is about, and whether an answer fits.
//!
//! It shares the parser and the rules with the engine, not the session: order, queueing and refusal are read off here once more.
//! Invariant: lines are heard in the order in which they were sent; that is the order in which the engine must obey them.

use rules::fen;
use rules::{CastlingMode, Position};
use uci::{Base, BestMove, GuiMessage, Info, OptionDescription, OptionValue};

/// One `go`.
pub(crate) struct Asked {
    position: Position,
    mode: CastlingMode,
}

pub(crate) struct Witness {
    options: Vec<OptionDescription>,
    position: Position,
    mode: CastlingMode,
}

impl Witness {
    pub(crate) fn new(options: Vec<OptionDescription>) -> Self {
        Witness { options, position: Position::start(), mode: CastlingMode::Standard }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn mode(&self) -> CastlingMode {
        self.mode
    }

    /// Takes a line; the position asked about, if it is a `go`.
    pub(crate) fn hear(&mut self, line: &[u8]) -> Option<Asked> {
        match GuiMessage::parse(&String::from_utf8_lossy(line)).message? {
            GuiMessage::Go(_) => return Some(Asked { position: self.position.clone(), mode: self.mode }),
            GuiMessage::Position(position) => self.set_position(&position),
            GuiMessage::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            _ => {}
        }
        None
    }

    fn set_position(&mut self, sent: &uci::Position) {
        let mut position = match &sent.base {
            Base::StartPosition => Position::start(),
            Base::Fen(text) => match fen::parse(text, self.mode) {
                Ok(fen) => fen.position,
                Err(_) => return,
            },
        };
        for text in &sent.moves {
            match position.parse_uci(text.as_str()) {
                Ok(mv) => _ = position.make(mv),
                Err(_) => break,
            }
        }
        self.position = position;
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(option) = self.options.iter().find(|option| option.is_named(name)) else {
            return;
        };
        if let ("UCI_Chess960", Ok(OptionValue::Check(on))) = (option.name.as_str(), option.read(value)) {
            self.mode = if on { CastlingMode::Chess960 } else { CastlingMode::Standard };
        }
    }
}

/// The moves of a position as they must be written.
pub(crate) fn texts(position: &Position, mode: CastlingMode) -> Vec<String> {
    position.legal_moves().iter().map(|mv| mv.uci(mode).to_string()).collect()
}

impl Asked {
    /// Plays the text, if it is a legal move and written as it must be.
    fn play(&self, position: &mut Position, text: &str) {
        let legal = texts(position, self.mode).iter().any(|known| known == text);
        assert!(legal, "{text} is not a move of {}", position.to_shredder_fen());
        let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.make(mv);
    }

    /// Every line can be played.
    pub(crate) fn check_line(&self, info: &Info) {
        let mut position = self.position.clone();
        for text in &info.pv {
            self.play(&mut position, text.as_str());
        }
        assert!(info.depth.is_some(), "{info}");
    }

    /// A best move exactly where there is one, and a ponder move that may follow it.
    pub(crate) fn check_answer(&self, answer: &BestMove) {
        let mut position = self.position.clone();
        let Some(best) = answer.best else {
            assert!(position.legal_moves().is_empty(), "(none) in {}", position.to_shredder_fen());
            assert_eq!(answer.ponder, None);
            return;
        };
        self.play(&mut position, best.as_str());
        if let Some(ponder) = answer.ponder {
            self.play(&mut position, ponder.as_str());
        }
    }
}
