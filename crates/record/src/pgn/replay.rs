//! Games played over on a board.
//!
//! The only part of this module that knows the rules of chess, and only through crate `rules`. A move that cannot be played ends the line
//! there; what came before stands. Invariant: every move of a [`Replay`] is legal in its position.

use super::{Game, Line};
use rules::fen::CastlingMode;
use rules::san::{self, SanError};
use rules::{FenError, Move, Position};
use std::fmt;

/// A line as legal moves.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where the line starts.
    pub start: Position,
    /// The moves up to its end, or to the first that cannot be played.
    pub moves: Vec<Move>,
    /// The position after them.
    pub end: Position,
    /// Why it ended early, if it did.
    pub fault: Option<ReplayFault>,
}

/// A move that cannot be played.
#[derive(Clone, Debug)]
pub struct ReplayFault {
    /// How many moves of the line were played before it.
    pub ply: usize,
    /// The line of the input where it stands, from 1; 0 for a game that was not read.
    pub line: usize,
    /// The move as written.
    pub san: String,
    /// What the rules say about it.
    pub reason: SanError,
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: after {} plies, {}: {}", self.line, self.ply, self.san, self.reason)
    }
}

impl std::error::Error for ReplayFault {}

impl Line {
    /// Plays the line from a position. A variation starts where the move that it replaces was played.
    #[must_use]
    pub fn replay(&self, start: &Position) -> Replay {
        let mut replay = Replay { start: start.clone(), moves: Vec::new(), end: start.clone(), fault: None };
        for (ply, played) in self.moves.iter().enumerate() {
            match san::parse(&replay.end, &played.san) {
                Ok(mv) => {
                    replay.end.make(mv);
                    replay.moves.push(mv);
                }
                Err(reason) => {
                    replay.fault = Some(ReplayFault { ply, line: played.line, san: played.san.clone(), reason });
                    break;
                }
            }
        }
        replay
    }
}

impl Game {
    /// Whether castling is Chess960's: the `Variant` tag says so, or the `FEN` tag names rooks by their files.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        let fen = self.tags.get("FEN").unwrap_or_default();
        let rights = fen.split_whitespace().nth(2).unwrap_or_default();
        if self.is_chess960() || rights.contains(|c: char| matches!(c.to_ascii_lowercase(), 'a'..='h')) {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        }
    }

    /// Where the game starts: at its `FEN` tag, whatever `SetUp` says.
    ///
    /// # Errors
    /// When the tag is no position.
    pub fn start(&self) -> Result<Position, FenError> {
        let Some(fen) = self.tags.get("FEN") else {
            return Ok(Position::start());
        };
        match self.castling_mode() {
            CastlingMode::Standard => Position::from_fen(fen),
            CastlingMode::Chess960 => Position::from_chess960_fen(fen),
        }
    }

    /// Plays the game itself, without its variations.
    ///
    /// # Errors
    /// When the `FEN` tag is no position.
    pub fn replay(&self) -> Result<Replay, FenError> {
        Ok(self.main.replay(&self.start()?))
    }
}
