//! A search and the memory it keeps from one to the next.
//!
//! Invariant: with one table size, what a search answers follows from the game, the limits, the options and the searches since
//! [`Searcher::new_game`]; nothing else.

use rules::Game;

use crate::deepening::deepen;
use crate::limits::{Host, Limits, Outcome};
use crate::memory::Memory;
use crate::root::Root;
use crate::table::{Table, TableError};
use crate::worker::Worker;

/// Everything that can be switched or tuned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The search's techniques.
    pub search: crate::Config,
    /// The evaluation's.
    pub eval: eval::Config,
}

/// A searcher.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    memory: Memory,
}

impl Searcher {
    /// A searcher that knows nothing yet, with a table of so many mebibytes.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        Ok(Searcher { table: Table::new(mebibytes)?, memory: Memory::new() })
    }

    /// Gives the table another size; what it held is forgotten.
    ///
    /// # Errors
    /// When the memory cannot be had; the old table stays.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), TableError> {
        self.table = Table::new(mebibytes)?;
        Ok(())
    }

    /// Forgets everything learnt from earlier searches.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// Searches the game's current position; `None` if it has no legal move.
    pub fn search(&mut self, game: &Game, limits: &Limits, options: &Options, host: &mut dyn Host) -> Option<Outcome> {
        let root = Root::new(game.position(), &limits.root_moves, limits.lines as usize)?;
        self.table.age();
        let mut worker = Worker::new(game, limits, options, root, &self.table, &mut self.memory, host);
        Some(deepen(&mut worker, limits))
    }
}
