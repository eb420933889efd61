//! A finished game as the journal keeps it: one line of JSON.
//!
//! Not a game in play. Invariant: two games of equal moves and results give equal bytes to the digest, whatever time they took.

use std::fmt::Write as _;

use record::pgn::Outcome as GameResult;
use rules::fen::CastlingMode;
use serde::{Deserialize, Serialize};
use sha2::Digest as _;

use crate::matches::game::{Ending, Played, score_text};
use crate::openings::Opening;

/// A game, complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// From 0; the first arm has White in even ones, and two share an opening.
    pub game: u64,
    /// Where it begins.
    pub fen: String,
    /// Whether castling is written as king takes rook.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chess960: bool,
    /// The opening's moves, in UCI notation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// The players' moves, in UCI notation.
    pub moves: String,
    /// Of each of the players' moves: centipawns from the mover's view, `M3` or `M-3` for mates, `-` for none.
    pub scores: String,
    /// Of each of them: plies, or `-`.
    pub depths: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended.
    pub ending: Ending,
    /// By arm.
    pub nodes: [u64; 2],
    /// Microseconds, by arm.
    pub micros: [u64; 2],
    /// Moves made, by arm.
    pub made: [u64; 2],
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Whether the first arm has White in this game.
pub(crate) fn first_has_white(game: u64) -> bool {
    game.is_multiple_of(2)
}

impl Entry {
    pub(crate) fn new(game: u64, opening: &Opening, played: &Played) -> Entry {
        let castling = if opening.is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let fen = if opening.is_chess960 { opening.start.to_shredder_fen() } else { opening.start.to_fen() };
        let mut entry = Entry {
            game,
            fen,
            chess960: opening.is_chess960,
            opening: String::new(),
            moves: String::new(),
            scores: String::new(),
            depths: String::new(),
            result: played.result.to_string(),
            ending: played.ending.clone(),
            nodes: [0; 2],
            micros: [0; 2],
            made: [0; 2],
        };
        for mv in &opening.moves {
            push(&mut entry.opening, mv.uci(castling));
        }
        let mut board = rules::Game::new(opening.start.clone());
        for &mv in &opening.moves {
            if board.play(mv).is_err() {
                break;
            }
        }
        let white_begins = board.position().side_to_move() == rules::Color::White;
        for (index, thought) in played.thoughts.iter().enumerate() {
            push(&mut entry.moves, thought.mv);
            push(&mut entry.scores, thought.score.map_or("-".to_owned(), score_text));
            push(&mut entry.depths, thought.depth.map_or("-".to_owned(), |depth| depth.to_string()));
            let is_white = index.is_multiple_of(2) == white_begins;
            let arm = usize::from(is_white != first_has_white(game));
            entry.nodes[arm] += thought.nodes;
            entry.micros[arm] += u64::try_from(thought.time.as_micros()).unwrap_or(u64::MAX);
            entry.made[arm] += 1;
        }
        entry
    }

    /// The result as PGN knows it.
    #[must_use]
    pub fn outcome(&self) -> GameResult {
        GameResult::parse(&self.result).unwrap_or(GameResult::Unknown)
    }

    /// Half points of the first arm: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self) -> u8 {
        match (self.outcome(), first_has_white(self.game)) {
            (GameResult::WhiteWins, true) | (GameResult::BlackWins, false) => 2,
            (GameResult::WhiteWins, false) | (GameResult::BlackWins, true) => 0,
            _ => 1,
        }
    }

    /// Adds what the game is, and not how long it took, to a digest.
    pub(crate) fn digest(&self, digest: &mut sha2::Sha256) {
        let ending = match &self.ending {
            // The words of a fault may hold a process number or a time.
            Ending::Fault(fault) => format!("{:?}", fault.kind),
            ending => format!("{ending:?}"),
        };
        let Entry { game, fen, opening, moves, scores, depths, result, .. } = self;
        digest.update(format!("{game}|{fen}|{opening}|{moves}|{scores}|{depths}|{result}|{ending}\n"));
    }
}

fn push(text: &mut String, word: impl std::fmt::Display) {
    if !text.is_empty() {
        text.push(' ');
    }
    // Writing to a string does not fail.
    _ = write!(text, "{word}");
}
