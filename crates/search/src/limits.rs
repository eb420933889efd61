//! When a search ends, and whom it tells what.
//!
//! No clock here: the [`Host`] has one, or has none. Invariant: a search asks its host at most [`POLL_INTERVAL`] nodes apart.

use rules::Move;

use crate::score::{Bound, Score};

/// Nodes between two questions to the host.
pub const POLL_INTERVAL: u64 = 1024;

/// When a search ends by itself. The default never does, short of the deepest iteration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration, in plies. 0 is taken for 1.
    pub depth: Option<u32>,
    /// Nodes that end the search wherever it is; several threads together may go beyond by [`POLL_INTERVAL`] each.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Ends once a mate in at most so many moves is found, given or received.
    pub mate: Option<u32>,
    /// How many lines to find, the best and the next best ones. 0 is taken for 1; there are never more than root moves.
    pub lines: u32,
    /// The moves to choose from; if none of them is legal, all legal moves.
    pub root_moves: Vec<Move>,
}

/// A question that any thread may ask at any time.
pub type Watch = dyn Fn() -> bool + Send + Sync;

/// Whoever runs a search: its clock, its reader, its reason to stop.
pub trait Host {
    /// Whether to stop now. Asked at least every [`POLL_INTERVAL`] nodes.
    fn should_stop(&mut self) -> bool;

    /// Takes a line of play. Exact at the end of each iteration; in between, lower bounds when the first line fails high.
    fn report(&mut self, report: &Report<'_>);

    /// Whether to begin another iteration after this one.
    fn goes_on(&mut self, iteration: &Iteration) -> bool;

    /// What the other threads of the search may ask, each at least every [`POLL_INTERVAL`] nodes: whether to stop now.
    fn watch(&self) -> Option<Box<Watch>> {
        None
    }

    /// A root move is about to be searched.
    fn current_move(&mut self, _current: &CurrentMove) {}
}

/// A line of play and what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Plies searched at least.
    pub depth: u32,
    /// Plies searched at most.
    pub selective_depth: u32,
    /// 1 for the best line, 2 for the second best.
    pub rank: u32,
    /// The side to move's view.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes so far.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in tablebases so far.
    pub table_hits: u64,
    /// The moves, at least one.
    pub line: &'a [Move],
}

/// What is known after an iteration, for whoever decides about the next.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Its depth, in plies.
    pub depth: u32,
    /// The best move.
    pub best: Move,
    /// Its score.
    pub score: Score,
    /// Nodes that the first thread spent below the best move, in all iterations.
    pub best_nodes: u64,
    /// Nodes of the first thread so far.
    pub nodes: u64,
    /// How many moves there are to choose from.
    pub choices: usize,
}

/// The root move being searched.
#[derive(Clone, Copy, Debug)]
pub struct CurrentMove {
    /// The iteration, in plies.
    pub depth: u32,
    /// The move.
    pub mv: Move,
    /// Its place among the root moves, from 1.
    pub number: u32,
    /// Nodes so far.
    pub nodes: u64,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play.
    pub best: Move,
    /// The answer expected.
    pub ponder: Option<Move>,
    /// What the best move is worth.
    pub score: Score,
    /// Whether the score is exact, or a lower bound: the search was stopped while it looked again at a move better than expected.
    pub bound: Bound,
    /// The iteration that found it; 0 when stopped before the first result.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Threads that searched.
    pub threads: usize,
}
