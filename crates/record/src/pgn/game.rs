//! A game as PGN tells it.
//!
//! Moves are kept as text: a game with an impossible move is still a game, and its other parts are still wanted. Invariant: nothing here
//! depends on a board.

use super::Fault;
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished, or not known.
    Unknown,
}

impl Outcome {
    /// Reads a result as it stands in movetext or in the `Result` tag.
    #[must_use]
    pub fn parse(text: &str) -> Option<Outcome> {
        match text {
            "1-0" => Some(Outcome::WhiteWins),
            "0-1" => Some(Outcome::BlackWins),
            "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" => Some(Outcome::Draw),
            "*" => Some(Outcome::Unknown),
            _ => None,
        }
    }

    /// The result as PGN writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The tag pairs of a game, each name once, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag and returns the value that it had.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) -> Option<String> {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => Some(std::mem::replace(old, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// Every name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there is no tag.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A sequence of moves: the game itself, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

/// A move and what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move as it was written, without `!` and `?`; castling with zeros is turned into letters.
    pub san: String,
    /// The line of the input where it stands, from 1; 0 for a game that was not read.
    pub line: usize,
    /// Numeric annotation glyphs, those written as `!` and `?` included.
    pub nags: Vec<u8>,
    /// Comments after the move, white space made single.
    pub comments: Vec<String>,
    /// What could have been played in its place.
    pub variations: Vec<Line>,
}

impl PlayedMove {
    /// A move with nothing said about it.
    #[must_use]
    pub fn new(san: impl Into<String>) -> Self {
        PlayedMove { san: san.into(), ..PlayedMove::default() }
    }
}

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The tag pairs.
    pub tags: Tags,
    /// The moves that were played.
    pub main: Line,
    /// The result that ends the movetext; `None` if it is missing.
    pub outcome: Option<Outcome>,
    /// The line of the input where the game starts, from 1; 0 for a game that was not read.
    pub line: usize,
    /// What the reader had to mend.
    pub faults: Vec<Fault>,
}

impl Game {
    /// The result of the movetext, or else that of the `Result` tag.
    #[must_use]
    pub fn result(&self) -> Outcome {
        self.outcome.or_else(|| Outcome::parse(self.tags.get("Result")?)).unwrap_or(Outcome::Unknown)
    }

    /// The number of the first move, and whether Black makes it, as the `FEN` tag says.
    #[must_use]
    pub fn first_move(&self) -> (u32, bool) {
        let mut fields = self.tags.get("FEN").unwrap_or_default().split_whitespace().skip(1);
        let black = fields.next() == Some("b");
        let number = fields.nth(3).and_then(|n| n.parse().ok()).unwrap_or(1);
        (number, black)
    }

    /// Whether the game is played by Chess960 rules, as the `Variant` tag says.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        let letters = |c: &char| c.is_ascii_alphanumeric();
        let variant: String = self.tags.get("Variant").unwrap_or_default().chars().filter(letters).collect();
        let variant = variant.to_ascii_lowercase();
        variant.contains("960") || variant.starts_with("fische") || variant.starts_with("doublefische")
    }
}
