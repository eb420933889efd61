//! Whoever is asked for moves.
//!
//! Not a judge: whether a move is legal and whether it came in time is the game's to see. Invariant: after a [`Fault`] a player is of no more
//! use until a new game begins.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The game so far.
    pub position: &'a uci::Position,
    /// What it has for this move.
    pub limits: &'a uci::Limits,
    /// After which it counts as hung.
    pub patience: Duration,
}

/// What a player answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// Its move, legal or not.
    pub mv: uci::MoveText,
    /// The last score of its best line, from its own view.
    pub score: Option<uci::Score>,
    /// Plies of that score.
    pub depth: Option<u32>,
    /// Nodes of this search.
    pub nodes: u64,
    /// Taken from its clock.
    pub time: Duration,
}

/// Why a player lost without losing on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What it did.
    pub kind: FaultKind,
    /// Its own line, or the operating system's words.
    pub text: String,
}

impl Fault {
    /// With these words.
    #[must_use]
    pub fn new(kind: FaultKind, text: impl Into<String>) -> Self {
        Fault { kind, text: text.into() }
    }
}

/// What a player can do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It ended, or panicked.
    Crash,
    /// It did not answer.
    Hang,
    /// Its move cannot be played.
    IllegalMove,
    /// Its clock ran out.
    Time,
    /// It said that it has no move, and had one.
    NoMove,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Crash => "crashes",
            FaultKind::Hang => "does not answer",
            FaultKind::IllegalMove => "makes an illegal move",
            FaultKind::Time => "loses on time",
            FaultKind::NoMove => "gives no move",
        })
    }
}

/// A player of one game after the other.
pub trait Player: Send {
    /// How reports call it.
    fn name(&self) -> &str;

    /// Makes ready for a new game, after a fault too.
    ///
    /// # Errors
    /// When it cannot be brought to play.
    fn new_game(&mut self, is_chess960: bool) -> Result<(), Fault>;

    /// Answers with a move.
    ///
    /// # Errors
    /// When no move came.
    fn think(&mut self, request: &Request<'_>) -> Result<Thought, Fault>;

    /// It has lost by a fault of its own, whoever found it: nothing it knows is to be trusted, and the next game begins with a fresh one.
    fn discard(&mut self);
}

/// What an engine said while it thought, as far as a match needs it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    pub(crate) score: Option<uci::Score>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: u64,
}

impl Heard {
    pub(crate) fn note(&mut self, info: &uci::Info) {
        self.nodes = info.nodes.unwrap_or(self.nodes);
        // Lines beside the best, and words, say nothing about the move that is played.
        if info.multipv.is_none_or(|rank| rank == 1) && info.score.is_some() {
            (self.score, self.depth) = (info.score, info.depth.or(self.depth));
        }
    }
}
