//! Continuation history.

use rules::{Move, Piece, Square};

use crate::depth::Depth;
use crate::history::{History, Index};
use crate::techniques::history;
use crate::worker::Worker;

/// How many plies back the moves lie that are looked at.
const DISTANCES: [usize; 4] = [1, 2, 4, 6];

registry::technique! {
    /// Orders quiet moves by how often they have refuted as the follow-up to the move before, to the own move before that, and further back.
    "ContinuationHistory", title "Continuation history", class Ordering, default on, revision 1,
    source "CPW: History Heuristic (continuation history); Kirin text",
    needs [history], excludes [],
    parameters {
        /// How many of the moves 1, 2, 4 and 6 plies back are looked at: the first is the opponent's, the others are the side's own.
        plies = 2 in 1..=4 step 1;
    }
}

/// Which of [`DISTANCES`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset(usize);

impl Index for Offset {
    const COUNT: usize = DISTANCES.len();
    fn index(self) -> usize {
        self.0
    }
}

/// What moved, and where to.
pub(crate) type Moved = (Piece, Square);

/// By how far back, what moved then, and what moves now.
pub(crate) type ContinuationTable = History<(Offset, Moved, Moved), { history::LIMIT }>;

/// The tables' indices for a quiet move here: one for each ply back that has a move.
fn indices(w: &Worker<'_>, mv: Move) -> impl Iterator<Item = (Offset, Moved, Moved)> {
    let settings = &w.config.continuation_history;
    let plies = if settings.on { settings.plies as usize } else { 0 };
    let moved = w.moved(mv);
    let before: [Option<Moved>; DISTANCES.len()] =
        DISTANCES.map(|plies| w.frame_before(plies).and_then(|frame| frame.moved));
    let found = before.into_iter().take(plies).enumerate();
    found.filter_map(move |(offset, before)| Some((Offset(offset), before?, moved?)))
}

/// What is thought of a quiet move here; 0 when off.
pub(crate) fn of(w: &Worker<'_>, mv: Move) -> i32 {
    indices(w, mv).map(|index| w.memory.continuations.get(index)).sum()
}

/// A quiet move refuted, after these quiet moves had not.
pub(crate) fn reward(w: &mut Worker<'_>, depth: Depth, mv: Move, tried: &[Move]) {
    let bonus = w.config.history.bonus(depth);
    for (mv, bonus) in std::iter::once((mv, bonus)).chain(tried.iter().map(|&mv| (mv, -bonus))) {
        let found: arrayvec::ArrayVec<_, { DISTANCES.len() }> = indices(w, mv).collect();
        for index in found {
            w.memory.continuations.update(index, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_follow_up_at_every_distance_has_a_cell() {
        assert_eq!(<(Offset, Moved, Moved)>::COUNT, 4 * 768 * 768);
        let last = (
            Offset(3),
            (Piece::ALL[11], Square::all().next_back().expect("h8")),
            (Piece::ALL[11], Square::all().next_back().expect("h8")),
        );
        assert_eq!(last.index(), 4 * 768 * 768 - 1);
    }
}
