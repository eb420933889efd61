//! What the tests of the search share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use rules::{Game, Position};
use search::{Bound, Host, Iteration, Limits, Options, Outcome, Report, Score, Searcher};

/// A host that lets a search run to its limits and keeps what it reports.
#[derive(Default)]
pub(crate) struct Listener {
    /// Depth, score, bound and line of each report.
    pub(crate) reports: Vec<(u32, Score, Bound, Vec<rules::Move>)>,
    /// Stops the search at this many polls.
    pub(crate) stop_at_poll: Option<u32>,
    pub(crate) polls: u32,
}

impl Host for Listener {
    fn should_stop(&mut self) -> bool {
        self.polls += 1;
        self.stop_at_poll.is_some_and(|limit| self.polls > limit)
    }

    fn report(&mut self, report: &Report<'_>) {
        self.reports.push((report.depth, report.score, report.bound, report.line.to_vec()));
    }

    fn goes_on(&mut self, _: &Iteration) -> bool {
        true
    }
}

pub(crate) fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// A search with new memory.
pub(crate) fn search(game: &Game, limits: &Limits, options: &Options) -> Outcome {
    let mut searcher = Searcher::new(4).expect("4 MiB");
    searcher.search(game, limits, options, &mut Listener::default()).expect("a legal move")
}

pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub(crate) fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Games of random moves, each with its history; none is over.
pub(crate) fn random_games(seed: u64, count: usize, most_plies: usize) -> Vec<Game> {
    let mut state = seed;
    // Knuth's MMIX generator; its high bits are the random ones.
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::new(Position::start());
        for _ in 0..below(most_plies) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[below(moves.len())]).expect("a legal move");
        }
        if game.outcome().is_none() {
            games.push(game);
        }
    }
    games
}
