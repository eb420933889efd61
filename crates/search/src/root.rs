//! The root: which moves may be played, and the answer so far.
//!
//! Not the deepening (`deepening`) nor the window (`techniques::aspiration_windows`).
//! Several lines are found one after the other: the second is the best without the first, and so on.
//! Invariant: there is always an answer; it changes only by a move whose search was finished and exact, or by one that failed high in a
//! search of the root that was not stopped.

use rules::{Move, Position};

use crate::line::Line;
use crate::score::{Bound, Score, Window};
use crate::tablebases::Standing;

/// One legal root move.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    /// Spent below it, in all iterations.
    nodes: u64,
    /// What tablebases say of it.
    standing: Option<Standing>,
}

impl RootMove {
    /// Without tablebases all moves are of one rank.
    fn rank(&self) -> i32 {
        self.standing.map_or(0, |standing| standing.rank)
    }
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

/// A line of which nothing is known yet.
fn unsearched(mv: Move) -> Answer {
    Answer { line: std::iter::once(mv).collect(), score: Score::DRAW, bound: Bound::Exact, depth: 0 }
}

impl Answer {
    pub(crate) fn best(&self) -> Move {
        self.line[0]
    }
}

#[derive(Clone)]
pub(crate) struct Root {
    moves: Vec<RootMove>,
    /// Whether these are all legal moves, and all are searched.
    is_whole: bool,
    /// By rank, the best first; at least one.
    answers: Vec<Answer>,
    /// The same as the last finished iteration left them, if there are several.
    finished: Vec<Answer>,
    /// Of the line being looked for.
    rank: usize,
    /// The line that failed high last in the iteration in progress.
    failed_high: Option<Line>,
    depth: u32,
}

impl Root {
    /// All legal moves, or those of them that are asked for, and so many lines of them as there are and are wanted. `None` without a legal
    /// move.
    pub(crate) fn new(position: &Position, asked_for: &[Move], lines: usize) -> Option<Root> {
        let legal = position.legal_moves();
        let mut moves: Vec<Move> = legal.iter().copied().filter(|mv| asked_for.contains(mv)).collect();
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        let is_whole = moves.len() == legal.len();
        let answers: Vec<Answer> = moves.iter().take(lines.max(1)).map(|&mv| unsearched(mv)).collect();
        if answers.is_empty() {
            return None;
        }
        let moves = moves.into_iter().map(|mv| RootMove { mv, nodes: 0, standing: None }).collect();
        Some(Root { moves, is_whole, answers, finished: Vec::new(), rank: 0, failed_high: None, depth: 0 })
    }

    /// The moves to choose from.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map(|known| known.mv)
    }

    /// From now on moves of lower rank are searched only when those of higher rank head better lines. One standing for each move.
    pub(crate) fn rank_moves(&mut self, standings: &[Standing]) {
        for (known, &standing) in self.moves.iter_mut().zip(standings) {
            known.standing = Some(standing);
        }
        self.moves.sort_by_key(|known| std::cmp::Reverse(known.rank()));
        self.is_whole &= self.moves.iter().all(|known| known.rank() == self.moves[0].rank());
        for (answer, known) in self.answers.iter_mut().zip(&self.moves) {
            *answer = unsearched(known.mv);
        }
    }

    /// What a line is worth: what tablebases say of its first move, unless they know nothing or a mate was found that agrees with them. So
    /// that several lines stay in their order, only a move of the best rank mates and only one of the worst is mated.
    pub(crate) fn worth(&self, answer: &Answer) -> (Score, Bound) {
        let standing = self.standing_of(answer.best());
        let is_of_rank = |standing: Standing, end: Option<&RootMove>| end.map(RootMove::rank) == Some(standing.rank);
        match standing {
            Some(standing) => {
                let score = answer.score;
                let mates = score.is_win() && standing.score.is_win() && is_of_rank(standing, self.moves.first());
                let is_mated = score.is_loss() && standing.score.is_loss() && is_of_rank(standing, self.moves.last());
                let is_believed = score.is_mate() && (mates || is_mated);
                if is_believed { (score, answer.bound) } else { (standing.score, Bound::Exact) }
            }
            None => (answer.score, answer.bound),
        }
    }

    pub(crate) fn standing_of(&self, mv: Move) -> Option<Standing> {
        self.moves.iter().find(|known| known.mv == mv).and_then(|known| known.standing)
    }

    fn rank_of(&self, mv: Move) -> i32 {
        self.moves.iter().find(|known| known.mv == mv).map_or(0, RootMove::rank)
    }

    /// Whether a move may be played, heads none of the better lines, and is of the best rank among those.
    pub(crate) fn allows(&self, mv: Move) -> bool {
        let heads_better = |mv: Move| self.answers[..self.rank].iter().any(|answer| answer.best() == mv);
        // The moves stand in the order of their ranks.
        let best = self.moves.iter().find(|known| !heads_better(known.mv));
        let is_of_best_rank = |known: &RootMove| best.is_some_and(|best| best.rank() == known.rank());
        self.moves.iter().any(|known| known.mv == mv && is_of_best_rank(known)) && !heads_better(mv)
    }

    /// Whether every legal move is searched, so that what is found is true of the position.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_whole && self.rank == 0
    }

    /// How many moves there are to choose from.
    pub(crate) fn choices(&self) -> usize {
        self.moves.len()
    }

    /// The line being looked for, as far as it is known.
    pub(crate) fn answer(&self) -> &Answer {
        &self.answers[self.rank]
    }

    /// All lines, the best first.
    pub(crate) fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The iteration in progress, in plies.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    pub(crate) fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.begin_line(0);
    }

    /// Looks for the line of this rank, counted from 0.
    pub(crate) fn begin_line(&mut self, rank: usize) {
        self.rank = rank;
        self.failed_high = None;
    }

    /// All lines of the iteration are found. A later one may have turned out better than an earlier one.
    pub(crate) fn end_iteration(&mut self) {
        let mut answers = std::mem::take(&mut self.answers);
        answers.sort_by_key(|answer| std::cmp::Reverse((self.rank_of(answer.best()), answer.score)));
        self.answers = answers;
        self.rank = 0;
        if self.answers.len() > 1 {
            self.finished.clone_from(&self.answers);
        }
    }

    /// The iteration was stopped. How many lines are to be reported: several belong together, so a new best one is put before those of the
    /// iteration before.
    pub(crate) fn end_stopped_iteration(&mut self) -> usize {
        let best = &self.answers[0];
        if best.depth != self.depth {
            return 0;
        }
        let Some(before) = self.finished.first() else {
            return 1;
        };
        if best.best() == before.best() {
            self.answers.clone_from(&self.finished);
            return 0;
        }
        let mut lines = vec![Answer { depth: before.depth, ..best.clone() }];
        lines.extend(self.finished.iter().filter(|answer| answer.best() != best.best()).cloned());
        lines.truncate(self.answers.len());
        self.answers = lines;
        self.answers.len()
    }

    /// Without a search, the static evaluation is the score.
    pub(crate) fn guess(&mut self, score: Score) {
        for answer in &mut self.answers {
            answer.score = score;
        }
    }

    /// Spent below the best move.
    pub(crate) fn best_nodes(&self) -> u64 {
        self.moves.iter().find(|known| known.mv == self.answers[0].best()).map_or(0, |known| known.nodes)
    }

    /// A move's search was finished. `line` is what follows it.
    pub(crate) fn record(&mut self, mv: Move, score: Score, window: Window, spent: u64, line: &[Move]) {
        if let Some(known) = self.moves.iter_mut().find(|known| known.mv == mv) {
            known.nodes += spent;
        }
        let whole = || std::iter::once(mv).chain(line.iter().copied()).take(crate::MAX_PLY).collect();
        match window.bound(score) {
            Bound::Exact => {
                let depth = self.depth;
                self.answers[self.rank] = Answer { line: whole(), score, bound: Bound::Exact, depth };
            }
            Bound::Lower => self.failed_high = Some(whole()),
            Bound::Upper => {}
        }
    }

    /// The search of the root ended above its window: its refuting move is the answer until a better one is known.
    pub(crate) fn adopt_failed_high(&mut self, score: Score) {
        if let Some(line) = self.failed_high.take() {
            self.answers[self.rank] = Answer { line, score, bound: Bound::Lower, depth: self.depth };
        }
    }
}
