//! One game of the engine against itself.
//!
//! Not a file and not a thread. Invariant: a game follows from the arguments and its number, and from nothing that was played before it.

use record::training::{self, GameResult, Scored};
use rules::{Color, Game, Outcome};
use search::{Host, Iteration, Limits, Meaning, Options, Report, Score, Searcher};

use super::opening::{Opening, Source, random_of};
use super::{Arguments, Error};
use crate::matches::adjudication::{Adjudicator, Judgement};

/// Openings tried for a game; when all of them are decided, something is wrong with the book or the bound.
const MOST_TRIES: u64 = 1_000;

/// Both players of one thread.
pub(super) struct SelfPlay<'a> {
    arguments: &'a Arguments,
    options: &'a Options,
    source: &'a Source,
    /// White's and Black's: what one knows, the other must find.
    searchers: [Searcher; 2],
    should_stop: &'a dyn Fn() -> bool,
}

impl<'a> SelfPlay<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        options: &'a Options,
        source: &'a Source,
        should_stop: &'a dyn Fn() -> bool,
    ) -> Result<Self, Error> {
        let searcher = || Searcher::new(arguments.hash).map_err(Error::Memory);
        Ok(SelfPlay { arguments, options, source, searchers: [searcher()?, searcher()?], should_stop })
    }

    /// The game of this number; `None` when stopped.
    pub(super) fn game(&mut self, number: u64) -> Result<Option<training::Game>, Error> {
        let Some(Opening { start, plies }) = self.opening(number)? else {
            return Ok(None);
        };
        self.searchers.iter_mut().for_each(Searcher::new_game);
        let limits = Limits {
            nodes: Some(self.arguments.hard_nodes),
            soft_nodes: Some(self.arguments.soft_nodes),
            ..Limits::default()
        };
        let mut game = Game::new(start.clone());
        let mut adjudicator = Adjudicator::new(&self.arguments.adjudication);
        let mut moves = Vec::new();
        let result = loop {
            let mover = game.position().side_to_move();
            let Some((mv, score)) = self.think(&game, &limits) else {
                return Ok(None);
            };
            game.play(mv).expect("the move of a search is legal");
            moves.push(Scored { mv, score: recorded(score) });
            let plies = plies + game.moves().len() as u32;
            let judgement = adjudicator.judge(mover, Some(told(score)), plies);
            // What the rules say of the last position stands, whatever the players expected.
            if let Some(outcome) = game.outcome() {
                break by_rules(outcome);
            }
            match judgement {
                Some(Judgement::Win(color)) => break won_by(color),
                Some(Judgement::Draw) => break GameResult::Draw,
                None if plies >= self.arguments.adjudication.longest => break GameResult::Draw,
                None => {}
            }
        };
        Ok(Some(training::Game { start, moves, result }))
    }

    /// An opening that is worth a game; `None` when stopped.
    fn opening(&mut self, number: u64) -> Result<Option<Opening>, Error> {
        let mut random = random_of(self.arguments.seed, number);
        for attempt in 0..MOST_TRIES {
            let random_plies = self.arguments.start.random_plies;
            let Some(opening) = self.source.draw(random_plies, number, attempt == 0, &mut random) else {
                continue;
            };
            let Some(check) = self.arguments.exit_check else {
                return Ok(Some(opening));
            };
            let game = Game::new(opening.start.clone());
            self.searchers[game.position().side_to_move().index()].new_game();
            let limits = Limits {
                nodes: Some(check.nodes.saturating_mul(8)),
                soft_nodes: Some(check.nodes),
                ..Limits::default()
            };
            let Some((_, score)) = self.think(&game, &limits) else {
                return Ok(None);
            };
            if matches!(score.meaning(), Meaning::Centipawns(value) if value.unsigned_abs() <= check.centipawns) {
                return Ok(Some(opening));
            }
        }
        Err(Error::NoOpening { game: number, tries: MOST_TRIES })
    }

    /// The mover's move and score; `None` when stopped, for a search cut short says less than the others.
    fn think(&mut self, game: &Game, limits: &Limits) -> Option<(rules::Move, Score)> {
        let searcher = &mut self.searchers[game.position().side_to_move().index()];
        let found = searcher.search(game, limits, self.options, &mut Watch(self.should_stop));
        let found = found.expect("a game that is not over has a legal move");
        (!(self.should_stop)()).then_some((found.best, found.score))
    }
}

/// A host that only stops.
struct Watch<'a>(&'a dyn Fn() -> bool);

impl Host for Watch<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
    fn report(&mut self, _: &Report<'_>) {}
    fn goes_on(&mut self, _: &Iteration) -> bool {
        true
    }
}

/// As the format keeps it: the mover's view, in the unit of the search, which is every network's.
fn recorded(score: Score) -> training::Score {
    match score.meaning() {
        Meaning::Centipawns(value) => training::Score::centipawns(value),
        // No tablebases are given to these searches.
        Meaning::Tablebase(plies) => training::Score::centipawns(eval::MAX_EVALUATION * plies.signum()),
        Meaning::Mate(moves) => training::Score::Mate { winning: moves > 0 },
    }
}

/// As the adjudicator takes it.
fn told(score: Score) -> uci::Score {
    match score.meaning() {
        Meaning::Centipawns(value) => uci::Score::centipawns(value),
        Meaning::Tablebase(plies) => uci::Score::centipawns(eval::MAX_EVALUATION * plies.signum()),
        Meaning::Mate(moves) => uci::Score::mate(moves),
    }
}

fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}

fn by_rules(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Checkmate(winner) => won_by(winner),
        Outcome::Stalemate | Outcome::InsufficientMaterial | Outcome::Threefold | Outcome::FiftyMoves => {
            GameResult::Draw
        }
    }
}
