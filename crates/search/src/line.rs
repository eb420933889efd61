//! Principal variations, one per ply.
//!
//! Not the move to play: the root keeps that. Invariant: the line of a ply is what the last principal-variation node there found
//! since it was entered.

use arrayvec::ArrayVec;
use rules::Move;

use crate::depth::{MAX_PLY, Ply};

/// A line of play.
pub(crate) type Line = ArrayVec<Move, MAX_PLY>;

#[derive(Debug, Default)]
pub(crate) struct Lines(Vec<Line>);

impl Lines {
    /// No ply has a line.
    pub(crate) fn begin(&mut self) {
        self.0.iter_mut().for_each(Line::clear);
        self.0.resize_with(MAX_PLY + 2, Line::new);
    }

    pub(crate) fn at(&self, ply: Ply) -> &Line {
        &self.0[ply.get()]
    }

    /// A node is entered: nothing is known there yet.
    pub(crate) fn clear(&mut self, ply: Ply) {
        self.0[ply.get()].clear();
    }

    /// This move is best at this ply, followed by the line one ply further.
    pub(crate) fn adopt(&mut self, ply: Ply, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply.get() + 1);
        let line = &mut upper[ply.get()];
        line.clear();
        line.push(mv);
        let rest = lower[0].iter().copied().take(MAX_PLY - 1);
        line.extend(rest);
    }
}
