//! The order in which a node's moves are searched.
//!
//! *What it is:* a list of its own, filled in stages, so that a cut by an early move never pays for generating the later ones. Each move leaves
//! with its provenance.
//!
//! *What it is not:* a judge of moves: what a move is worth is asked of the ordering techniques.
//!
//! *Invariant:* borrows nothing between calls; gives each legal move once at most, in an order that depends on nothing but the position and
//! what was learnt.

use arrayvec::ArrayVec;
use rules::{Legality, Move, MoveList};

use crate::frame::Killers;
use crate::node::Node;
use crate::techniques::{
    capture_history, capture_ordering, continuation_history, history, killers, pawn_history, quiescence_checks,
    quiescence_promotions, see_ordering,
};
use crate::worker::Worker;

/// More than any position has.
const MOST_MOVES: usize = 256;

/// Where a move comes from, in the order the stages are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provenance {
    /// The best move of an earlier visit.
    TableMove,
    /// A capture or promotion that loses nothing, as far as an ordering technique can tell.
    GoodCapture,
    /// A quiet move that refuted a sibling.
    Killer,
    /// Any other quiet move.
    Quiet,
    /// A capture that loses material, or a promotion to less than a queen.
    BadCapture,
}

/// A move to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) provenance: Provenance,
    /// What history thinks of a quiet move; 0 for others.
    pub(crate) history: i32,
}

impl Candidate {
    /// A capture or a promotion.
    pub(crate) fn is_noisy(&self) -> bool {
        is_noisy(self.mv)
    }
}

/// Whether a move is a capture or a promotion.
pub(crate) fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion().is_some()
}

/// Whether quiescence searches a noisy move at all.
fn is_quiescent(w: &Worker<'_>, mv: Move) -> bool {
    mv.is_capture() || quiescence_promotions::includes(w, mv)
}

/// What is thought of a quiet move.
fn quiet_score(w: &Worker<'_>, mv: Move) -> i32 {
    history::of(w, mv) + continuation_history::of(w, mv) + pawn_history::of(w, mv)
}

/// The rank of a capture or promotion; negative for one that is not to be tried early.
fn noisy_score(w: &Worker<'_>, mv: Move) -> i32 {
    let score = capture_ordering::score(w, mv);
    if score < 0 { score } else { (score + capture_history::score(w, mv)).max(0) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Noisy,
    GoodCaptures,
    Killers(usize),
    Quiets,
    QuietsReady,
    BadCaptures(usize),
    Done,
}

#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

pub(crate) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killers: Killers,
    /// Of the stage in progress: first those given, then those left.
    list: ArrayVec<Scored, MOST_MOVES>,
    given: usize,
    bad_captures: ArrayVec<Move, MOST_MOVES>,
    noisy_only: bool,
    quiets: Quiets,
}

/// Which quiet moves are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quiets {
    All,
    Checks,
    None,
}

impl MovePicker {
    /// Every legal move.
    pub(crate) fn all(w: &Worker<'_>, node: &Node) -> Self {
        Self::new(node.table_move, killers::of(w), false, Quiets::All)
    }

    /// Captures and promotions, and near the horizon checks.
    pub(crate) fn noisy(w: &Worker<'_>, node: &Node) -> Self {
        let quiets = if quiescence_checks::applies(w, node.depth) { Quiets::Checks } else { Quiets::None };
        Self::new(node.table_move.filter(|mv| is_quiescent(w, *mv)), Killers::default(), true, quiets)
    }

    fn new(table_move: Option<Move>, killers: Killers, noisy_only: bool, quiets: Quiets) -> Self {
        MovePicker {
            stage: Stage::TableMove,
            table_move,
            killers,
            list: ArrayVec::new(),
            given: 0,
            bad_captures: ArrayVec::new(),
            noisy_only,
            quiets,
        }
    }

    /// Gives no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = Quiets::None;
    }

    /// The next move to search.
    pub(crate) fn next(&mut self, w: &Worker<'_>, legality: &Legality) -> Option<Candidate> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Noisy;
                    self.table_move = self.table_move.filter(|mv| w.position().is_legal_under(legality, *mv));
                    if let Some(mv) = self.table_move {
                        let history = if is_noisy(mv) { 0 } else { quiet_score(w, mv) };
                        return Some(Candidate { mv, provenance: Provenance::TableMove, history });
                    }
                }
                Stage::Noisy => {
                    self.fill_noisy(w, legality);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    let Some(Scored { mv, score }) = self.take_best() else {
                        self.stage = Stage::Killers(0);
                        continue;
                    };
                    if score < 0 || see_ordering::loses(w, mv) {
                        self.bad_captures.push(mv);
                    } else {
                        return Some(Candidate { mv, provenance: Provenance::GoodCapture, history: 0 });
                    }
                }
                Stage::Killers(index) => {
                    if index == self.killers.len() || self.quiets != Quiets::All {
                        self.stage = Stage::Quiets;
                        continue;
                    }
                    self.stage = Stage::Killers(index + 1);
                    let killer = self.killers[index].filter(|mv| {
                        Some(*mv) != self.table_move && !is_noisy(*mv) && w.position().is_legal_under(legality, *mv)
                    });
                    self.killers[index] = killer;
                    if let Some(mv) = killer {
                        return Some(Candidate { mv, provenance: Provenance::Killer, history: quiet_score(w, mv) });
                    }
                }
                Stage::Quiets => {
                    self.fill_quiets(w, legality);
                    self.stage = Stage::QuietsReady;
                }
                Stage::QuietsReady => match self.take_best() {
                    Some(Scored { mv, score }) if self.quiets != Quiets::None => {
                        return Some(Candidate { mv, provenance: Provenance::Quiet, history: score });
                    }
                    _ => self.stage = Stage::BadCaptures(0),
                },
                Stage::BadCaptures(index) => match self.bad_captures.get(index) {
                    Some(&mv) => {
                        self.stage = Stage::BadCaptures(index + 1);
                        return Some(Candidate { mv, provenance: Provenance::BadCapture, history: 0 });
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn fill_noisy(&mut self, w: &Worker<'_>, legality: &Legality) {
        let mut moves = MoveList::new();
        w.position().noisy_moves(legality, &mut moves);
        for mv in &moves {
            let is_wanted = !self.noisy_only || is_quiescent(w, mv);
            if is_wanted && Some(mv) != self.table_move {
                self.list.push(Scored { mv, score: noisy_score(w, mv) });
            }
        }
    }

    fn fill_quiets(&mut self, w: &Worker<'_>, legality: &Legality) {
        self.list.clear();
        self.given = 0;
        if self.quiets == Quiets::None {
            return;
        }
        let checks = (self.quiets == Quiets::Checks).then(|| w.position().checks());
        let mut moves = MoveList::new();
        w.position().quiet_moves(legality, &mut moves);
        for mv in &moves {
            let is_wanted = checks.as_ref().is_none_or(|checks| quiescence_checks::includes(w, checks, mv));
            if is_wanted && Some(mv) != self.table_move && !self.killers.contains(&Some(mv)) {
                self.list.push(Scored { mv, score: quiet_score(w, mv) });
            }
        }
    }

    /// The best move left of the list; of equals, the one that stands first.
    fn take_best(&mut self) -> Option<Scored> {
        let left = &mut self.list[self.given..];
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].score > left[best].score {
                best = index;
            }
        }
        let first = left.first().copied()?;
        let taken = left[best];
        left[best] = first;
        left[0] = taken;
        self.given += 1;
        Some(taken)
    }
}
