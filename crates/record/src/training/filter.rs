//! Which positions of a game one wants to learn from.
//!
//! A matter of reading: records keep every position, so that a new idea about it needs no new games. Not here: order and chance, which are the
//! trainer's. Invariant: what is left out depends on the game alone.

use super::game::{Game, GameResult, Score};
use rules::{Move, Position};

/// What is left out. What others leave out: `shared/design/knowhow.md`, B1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Positions before this ply, counted from the first move of the game as the move number of its start tells.
    pub min_ply: u32,
    /// Positions with fewer men than this, kings counted.
    pub min_pieces: u32,
    /// Positions in check, whose evaluation no search asks for.
    pub skip_in_check: bool,
    /// Positions in which a capture or promotion was played: an evaluation should not try to see what a search of captures does.
    pub skip_captures: bool,
    /// Positions in which a mate was seen.
    pub skip_mates: bool,
    /// Positions with a score further from 0 than this; a mate is further than any.
    pub max_score: Option<i32>,
}

impl Default for Filter {
    fn default() -> Self {
        Filter {
            // Our games begin with eight random plies; positions after them are as good as others.
            min_ply: 8,
            min_pieces: 4,
            skip_in_check: true,
            skip_captures: true,
            skip_mates: true,
            // Beyond it the chance to win hardly changes any more.
            max_score: Some(3_000),
        }
    }
}

impl Filter {
    /// Leaves nothing out.
    #[must_use]
    pub fn everything() -> Self {
        Filter {
            min_ply: 0,
            min_pieces: 0,
            skip_in_check: false,
            skip_captures: false,
            skip_mates: false,
            max_score: None,
        }
    }

    /// The positions of a game that are wanted. The last one, in which nothing was played, is none of them.
    pub fn positions<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Sample> + 'a {
        let mut next = game.start.clone();
        let first = 2 * (u32::from(next.fullmove_number()) - 1) + next.side_to_move().index() as u32;
        (first..).zip(game.moves.iter().enumerate()).filter_map(move |(ply, (index, scored))| {
            let mut after = next.clone();
            after.make(scored.mv);
            let position = std::mem::replace(&mut next, after);
            let sample = Sample { position, mv: scored.mv, score: scored.score, result: game.result, ply, index };
            self.wants(&sample).then_some(sample)
        })
    }

    fn wants(&self, sample: &Sample) -> bool {
        let is_mate = matches!(sample.score, Score::Mate { .. });
        let too_far = |most: i32| is_mate || i32::from(sample.score.number()).abs() > most;
        sample.ply >= self.min_ply
            && !(self.skip_mates && is_mate)
            && !self.max_score.is_some_and(too_far)
            && !(self.skip_captures && (sample.mv.is_capture() || sample.mv.promotion().is_some()))
            && sample.position.occupied().count() >= self.min_pieces
            && !(self.skip_in_check && sample.position.in_check())
    }
}

/// One position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The move that was played in it.
    pub mv: Move,
    /// What the search said, from the view of the side to move.
    pub score: Score,
    /// How the game ended.
    pub result: GameResult,
    /// How many plies into the game it stands.
    pub ply: u32,
    /// Its number among the positions that the record holds, which may begin later than the game.
    pub index: usize,
}
