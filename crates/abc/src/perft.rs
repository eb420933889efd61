//! Perft: counting the leaves of the legal move tree, the test of everything that makes moves.
//!
//! Not here: speed. No move is counted without being made, so that the count tests `make_move` too.
//!
//! Invariant: the position afterwards is the position before.

use crate::board::Position;
use crate::make::Filter;

impl Position {
    /// The number of legal move sequences of `depth` plies; 1 for depth 0.
    pub(crate) fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut leaves = 0;
        for &mv in self.generate_moves().iter() {
            let saved = self.save_position();
            if self.make_move(mv, Filter::AllMoves) {
                leaves += self.perft(depth - 1);
                self.restore_position(&saved);
            }
        }
        leaves
    }
}
