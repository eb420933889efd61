//! What a worker knows of each ply of its line: positions, frames, principal variations.
//!
//! Not what is learnt: from one search to the next only the room is kept, so that short searches need not ask for it again.
//! Invariant: [`Stacks::begin`] leaves nothing of an earlier search that could be read.

use rules::Position;

use crate::depth::MAX_PLY;
use crate::frame::Frame;
use crate::line::Lines;

#[derive(Debug, Default)]
pub(crate) struct Stacks {
    pub(crate) positions: Vec<Position>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) lines: Lines,
}

impl Stacks {
    /// Ready for a search of this position.
    pub(crate) fn begin(&mut self, root: &Position) {
        let frame = Frame { in_check: root.in_check(), ..Frame::default() };
        self.frames.clear();
        self.frames.resize(MAX_PLY + 2, frame);
        match self.positions.first_mut() {
            // Those behind it are written before they are read.
            Some(first) => first.clone_from(root),
            None => self.positions.resize(MAX_PLY + 1, root.clone()),
        }
        self.lines.begin();
    }
}
