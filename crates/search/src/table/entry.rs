//! The data word of an entry.
//!
//! Not the key, not the replacement. Layout, from the low bits: move 16, score 16, static evaluation 16, depth 8 (one more, so that -1 fits), generation 5, former
//! principal variation 1, bound 2.
//! Invariant: no stored word is 0, since no bound is; 0 is an empty slot.

use rules::Move;

use super::Finding;
use crate::depth::{Depth, Ply};
use crate::score::{Bound, Score};

/// Generations that can be told apart.
pub(super) const GENERATIONS: u8 = 32;

const NO_EVALUATION: i16 = i16::MIN;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// May be illegal here: two positions can share a key.
    pub(crate) mv: Option<Move>,
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: Depth,
    pub(crate) evaluation: Option<Score>,
    pub(crate) was_pv: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Packed(pub(super) u64);

impl Packed {
    pub(super) fn new(finding: &Finding, ply: Ply, generation: u8) -> Packed {
        let evaluation = finding.evaluation.map_or(NO_EVALUATION, |evaluation| evaluation.value() as i16);
        let bound: u64 = match finding.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        // Below the horizon quiescence leaves more out; how far below makes no difference worth a bit.
        let depth = (finding.depth.plies().clamp(-1, 254) + 1) as u64;
        Packed(
            u64::from(finding.mv.map_or(0, Move::to_bits))
                | u64::from(finding.score.to_table(ply) as u16) << 16
                | u64::from(evaluation as u16) << 32
                | depth << 48
                | u64::from(generation % GENERATIONS) << 56
                | u64::from(finding.was_pv) << 61
                | bound << 62,
        )
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    pub(super) fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8) - 1
    }

    pub(super) fn generation(self) -> u8 {
        (self.0 >> 56) as u8 % GENERATIONS
    }

    /// `None` for a word that no search stored.
    pub(super) fn unpack(self, ply: Ply) -> Option<Entry> {
        let bound = match self.0 >> 62 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let evaluation = (self.0 >> 32) as i16;
        Some(Entry {
            mv: self.mv(),
            score: Score::from_table((self.0 >> 16) as i16, ply)?,
            bound,
            depth: Depth::new(self.depth()),
            was_pv: self.0 >> 61 & 1 == 1,
            evaluation: (evaluation != NO_EVALUATION).then(|| Score::centipawns(i32::from(evaluation))),
        })
    }
}
