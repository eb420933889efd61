//! What the correction techniques share: how an error of the static evaluation is learnt and applied.
//!
//! *What it is:* tables of small corrections, found by a part of the position, that follow the difference between what a search found and what
//! the static evaluation had said (CPW: Static Evaluation Correction History).
//!
//! *What it is not:* which part of the position a table goes by; that is each technique's.
//!
//! *Invariant:* nothing is learnt in check, from a noisy best move, or from a bound that does not contradict the evaluation.

use rules::{Color, Key, Move};

use crate::depth::Depth;
use crate::history::{History, Index};
use crate::node::Node;
use crate::picker::is_noisy;
use crate::score::{Bound, Score};
use crate::techniques::{continuation_correction, material_correction, non_pawn_correction, pawn_correction};
use crate::worker::Worker;

/// Greatest value of a cell; see [`CENTIPAWN`].
const LIMIT: i32 = 1024;
/// What a cell counts for one centipawn.
const CENTIPAWN: i32 = 16;
/// Divides an error, once for each ply of depth, to what a cell gains: a sixteenth of the error at depth 8. Four times as much, which was tried
/// first, was not better than no correction (-18 ± 20 Elo in 800 games at 8,000 nodes); this has not been measured.
const SLOWNESS: i32 = 8;

/// One of a fixed number of buckets that keys are spread over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket(usize);

impl Bucket {
    pub(crate) fn of(key: Key) -> Bucket {
        Bucket(key as usize % Self::COUNT)
    }
}

impl Index for Bucket {
    const COUNT: usize = 16_384;
    fn index(self) -> usize {
        self.0
    }
}

/// By side to move and a part of the position.
pub(crate) type Place = (Color, Bucket);

/// What was learnt at each place.
pub(crate) type Corrections = History<Place, LIMIT>;

/// A cell's value in centipawns, at so many hundredths of its weight.
pub(crate) fn centipawns(value: i32, weight: i32) -> i32 {
    value * weight / (100 * CENTIPAWN)
}

/// What two tables together say, in centipawns.
pub(crate) fn of_pair(tables: &[Corrections; 2], indices: [Place; 2], weight: i32) -> i32 {
    let value = tables.iter().zip(indices).map(|(table, index)| table.get(index)).sum();
    centipawns(value, weight)
}

/// Teaches two tables the same.
pub(crate) fn learn_pair(tables: &mut [Corrections; 2], indices: [Place; 2], bonus: i32) {
    for (table, index) in tables.iter_mut().zip(indices) {
        table.update(index, bonus);
    }
}

/// What is added to the static evaluation here, in centipawns.
pub(crate) fn of(w: &Worker<'_>) -> i32 {
    pawn_correction::of(w) + non_pawn_correction::of(w) + material_correction::of(w) + continuation_correction::of(w)
}

/// What a cell gains when a search of this depth found the evaluation wrong by so many centipawns.
fn bonus(error: i32, depth: Depth) -> i32 {
    (error * depth.plies() / SLOWNESS).clamp(-LIMIT / 4, LIMIT / 4)
}

/// A node was searched to `best`, with this best move.
pub(crate) fn learn(w: &mut Worker<'_>, node: &Node, best: Score, bound: Bound, mv: Option<Move>) {
    let Some(evaluation) = node.evaluation.filter(|_| !node.in_check && !mv.is_some_and(is_noisy)) else {
        return;
    };
    let contradicts = match bound {
        Bound::Exact => true,
        Bound::Lower => best > evaluation,
        Bound::Upper => best < evaluation,
    };
    if !contradicts || best.is_decided() || w.frame().excluded.is_some() {
        return;
    }
    let bonus = bonus(best.value() - evaluation.value(), node.depth);
    pawn_correction::learn(w, bonus);
    non_pawn_correction::learn(w, bonus);
    material_correction::learn(w, bonus);
    continuation_correction::learn(w, bonus);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_stay_small_and_follow_the_sign() {
        assert_eq!((centipawns(LIMIT, 100), centipawns(-LIMIT, 50)), (64, -32));
        assert_eq!((bonus(30, Depth::new(8)), bonus(-30, Depth::new(2))), (30, -7));
        assert_eq!(bonus(10_000, Depth::new(20)), LIMIT / 4);
    }
}
