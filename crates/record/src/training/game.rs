//! A game as training wants it: each move with the score that led to it, and how it all ended.
//!
//! Not here: names, dates, clocks and comments, which are PGN's. Invariant: nothing is said twice, so two equal games have equal records.

use rules::{Color, Move, Position};

/// A game that can be written as a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where it starts: the position after the opening that a generator drew, or any other.
    pub start: Position,
    /// The moves that were played, each legal where it stands.
    pub moves: Vec<Scored>,
    /// Who won.
    pub result: GameResult,
}

/// A move and what the search that chose it thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The move that was played.
    pub mv: Move,
    /// The score before it, from the view of the side that moves.
    pub score: Score,
}

/// What a search said. Records keep it exactly as it is: nothing is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i16),
    /// A forced mate was seen. How far away it is gets lost.
    Mate {
        /// Whether the side that moves gives it.
        winning: bool,
    },
}

impl Score {
    /// What stands for a mate where only a number can: further out than any other score.
    pub const MATE_NUMBER: i16 = 32_000;

    /// A score that is no mate, with what does not fit made as large as fits.
    #[must_use]
    pub fn centipawns(value: i32) -> Self {
        Score::Centipawns(value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16)
    }

    /// The score as a number of at most [`Score::MATE_NUMBER`] either way, which only a mate reaches.
    #[must_use]
    pub fn number(self) -> i16 {
        match self {
            Score::Centipawns(value) => value.clamp(1 - Self::MATE_NUMBER, Self::MATE_NUMBER - 1),
            Score::Mate { winning: true } => Self::MATE_NUMBER,
            Score::Mate { winning: false } => -Self::MATE_NUMBER,
        }
    }

    /// The same number from White's view, when this is the score of `mover`.
    #[must_use]
    pub fn number_for_white(self, mover: Color) -> i16 {
        match mover {
            Color::White => self.number(),
            Color::Black => -self.number(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Nobody won.
    Draw,
    /// Black won.
    BlackWins,
}

impl GameResult {
    /// What the game brought a side: 2 for a win, 1 for a draw, 0 for a loss.
    #[must_use]
    pub fn half_points(self, side: Color) -> u8 {
        match (self, side) {
            (GameResult::Draw, _) => 1,
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }
}

impl Game {
    /// The position after the last move, or before the first that cannot be played.
    #[must_use]
    pub fn end(&self) -> Position {
        let mut position = self.start.clone();
        for scored in &self.moves {
            if position.play(scored.mv).is_err() {
                break;
            }
        }
        position
    }
}
