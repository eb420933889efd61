//! The root: which moves may be played, and the answer so far.
//!
//! Not the deepening (`deepening`) nor the window (`techniques::aspiration_windows`).
//! Invariant: there is always an answer; it changes only by a move whose search was finished and exact, or by one that failed high in a
//! search of the root that was not stopped.

use rules::{Move, Position};

use crate::line::Line;
use crate::score::{Bound, Score, Window};

/// One legal root move.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    /// Spent below it, in all iterations.
    nodes: u64,
}

/// The best line known.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// At least one move.
    pub(crate) line: Line,
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// The iteration it comes from; 0 before the first result.
    pub(crate) depth: u32,
}

impl Answer {
    pub(crate) fn best(&self) -> Move {
        self.line[0]
    }
}

pub(crate) struct Root {
    moves: Vec<RootMove>,
    answer: Answer,
    /// The line that failed high last in the iteration in progress.
    failed_high: Option<Line>,
    depth: u32,
}

impl Root {
    /// All legal moves, or those of them that are asked for. `None` without a legal move.
    pub(crate) fn new(position: &Position, asked_for: &[Move]) -> Option<Root> {
        let legal = position.legal_moves();
        let mut moves: Vec<Move> = legal.iter().copied().filter(|mv| asked_for.contains(mv)).collect();
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        let mut line = Line::new();
        line.push(*moves.first()?);
        let moves = moves.into_iter().map(|mv| RootMove { mv, nodes: 0 }).collect();
        let answer = Answer { line, score: Score::DRAW, bound: Bound::Exact, depth: 0 };
        Some(Root { moves, answer, failed_high: None, depth: 0 })
    }

    pub(crate) fn allows(&self, mv: Move) -> bool {
        self.moves.iter().any(|known| known.mv == mv)
    }

    /// How many moves there are to choose from.
    pub(crate) fn choices(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The iteration in progress, in plies.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    pub(crate) fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.failed_high = None;
    }

    /// Without a search, the static evaluation is the score.
    pub(crate) fn guess(&mut self, score: Score) {
        self.answer.score = score;
    }

    /// Spent below the best move.
    pub(crate) fn best_nodes(&self) -> u64 {
        self.moves.iter().find(|known| known.mv == self.answer.best()).map_or(0, |known| known.nodes)
    }

    /// A move's search was finished. `line` is what follows it.
    pub(crate) fn record(&mut self, mv: Move, score: Score, window: Window, spent: u64, line: &[Move]) {
        if let Some(known) = self.moves.iter_mut().find(|known| known.mv == mv) {
            known.nodes += spent;
        }
        let whole = || std::iter::once(mv).chain(line.iter().copied()).take(crate::MAX_PLY).collect();
        match window.bound(score) {
            Bound::Exact => self.answer = Answer { line: whole(), score, bound: Bound::Exact, depth: self.depth },
            Bound::Lower => self.failed_high = Some(whole()),
            Bound::Upper => {}
        }
    }

    /// The search of the root ended above its window: its refuting move is the answer until a better one is known.
    pub(crate) fn adopt_failed_high(&mut self, score: Score) {
        if let Some(line) = self.failed_high.take() {
            self.answer = Answer { line, score, bound: Bound::Lower, depth: self.depth };
        }
    }
}
