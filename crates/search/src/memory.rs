//! What one thread learns from one search to the next.
//!
//! Not the transposition table, which threads share. Invariant: a new game begins with all of it forgotten.

use crate::techniques::history::QuietHistory;

#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) quiet_history: QuietHistory,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { quiet_history: QuietHistory::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.quiet_history.clear();
    }
}
