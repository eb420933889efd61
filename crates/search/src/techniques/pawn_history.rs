//! Pawn history.

use rules::{Key, Move, Piece, Square};

use crate::depth::Depth;
use crate::history::{History, Index};
use crate::techniques::history;
use crate::worker::Worker;

registry::technique! {
    /// Orders quiet moves by how often they have refuted where the pawns stood alike.
    "PawnHistory", title "Pawn history", class Ordering, default off, revision 1,
    source "CPW: History Heuristic (pawn history)",
    needs [history], excludes [],
    parameters {
        /// Weight beside the other histories, in hundredths.
        weight = 100 in 10..=200 step 10 scale 100;
    }
}

/// One of a fixed number of buckets that pawn structures are spread over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pawns(usize);

impl Pawns {
    fn of(key: Key) -> Pawns {
        Pawns(key as usize % Self::COUNT)
    }
}

impl Index for Pawns {
    const COUNT: usize = 512;
    fn index(self) -> usize {
        self.0
    }
}

/// By the pawns, what moves, and where to.
pub(crate) type PawnTable = History<(Pawns, Piece, Square), { history::LIMIT }>;

fn index(w: &Worker<'_>, mv: Move) -> Option<(Pawns, Piece, Square)> {
    let (piece, to) = w.moved(mv)?;
    Some((Pawns::of(w.position().pawn_key()), piece, to))
}

/// What is thought of a quiet move here; 0 when off.
pub(crate) fn of(w: &Worker<'_>, mv: Move) -> i32 {
    let settings = &w.config.pawn_history;
    if !settings.on {
        return 0;
    }
    index(w, mv).map_or(0, |index| w.memory.pawn_history.get(index) * settings.weight / 100)
}

/// A quiet move refuted, after these quiet moves had not.
pub(crate) fn reward(w: &mut Worker<'_>, depth: Depth, mv: Move, tried: &[Move]) {
    if !w.config.pawn_history.on {
        return;
    }
    let bonus = w.config.history.bonus(depth);
    for (mv, bonus) in std::iter::once((mv, bonus)).chain(tried.iter().map(|&mv| (mv, -bonus))) {
        if let Some(index) = index(w, mv) {
            w.memory.pawn_history.update(index, bonus);
        }
    }
}
