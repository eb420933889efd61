//! A search and the memory it keeps from one to the next.
//!
//! Invariant: with one thread and one table size, what a search answers follows from the game, the limits, the options and the searches since
//! [`Searcher::new_game`]; nothing else.

use std::fmt;
use std::sync::Arc;

use eval::nnue::Network;
use rules::Game;

use crate::crew::{self, Crew, OneThread, Question, Spawner};
use crate::deepening::Found;
use crate::limits::{Host, Limits, Outcome, Report};
use crate::memory::Memory;
use crate::root::Root;
use crate::table::{Table, TableError};
use crate::tablebases::{TableUse, rank_root};
use crate::telemetry::Telemetry;

/// Everything that decides which tree is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The search's techniques.
    pub search: crate::Config,
    /// The evaluation's.
    pub eval: eval::Config,
    /// The network, for where the evaluation asks for one.
    pub network: Arc<Network>,
}

impl Default for Options {
    fn default() -> Self {
        Options { search: crate::Config::default(), eval: eval::Config::default(), network: Network::shipped() }
    }
}

/// More than a thread allocates, its stacks of positions and frames included.
const THREAD_BYTES: usize = 8 << 20;

/// The memory for so many threads could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadsError {
    /// What was asked for.
    pub threads: usize,
}

impl fmt::Display for ThreadsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the memory for {} threads cannot be had", self.threads)
    }
}

impl std::error::Error for ThreadsError {}

/// A thread's memory.
fn advised(spawner: &dyn Spawner) -> Memory {
    let memory = Memory::new();
    spawner.advise(memory.largest());
    memory
}

/// A searcher.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    /// One for each thread, at least one.
    memories: Vec<Memory>,
    spawner: Box<dyn Spawner>,
    tablebases: Option<TableUse>,
    telemetry: Option<Box<Telemetry>>,
}

impl Searcher {
    /// A searcher of one thread that knows nothing yet, with a table of so many mebibytes.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        Self::with_spawner(mebibytes, Box::new(OneThread))
    }

    /// The same, able to use other threads once [`set_threads`](Self::set_threads) asks for them.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn with_spawner(mebibytes: usize, spawner: Box<dyn Spawner>) -> Result<Self, TableError> {
        let memories = vec![advised(&*spawner)];
        let table = Table::new(mebibytes)?;
        spawner.advise(table.addresses());
        Ok(Searcher { table, memories, spawner, tablebases: None, telemetry: None })
    }

    /// Searches with so many threads from now on, at least 1. What the first one has learnt is kept.
    ///
    /// # Errors
    /// When the memory for them cannot be had; the old number stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        let threads = threads.max(1);
        let more = threads.saturating_sub(self.memories.len());
        // Each thread's memory is many allocations, none of which can fail for itself: so the room for all of them is tried first.
        let room = Vec::<u8>::new().try_reserve_exact(more.saturating_mul(THREAD_BYTES));
        if room.is_err() {
            return Err(ThreadsError { threads });
        }
        self.memories.resize_with(threads, || advised(&*self.spawner));
        Ok(())
    }

    /// Threads asked for.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Gives the table another size; what it held is forgotten.
    ///
    /// # Errors
    /// When the memory cannot be had; then it has the old size.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), TableError> {
        let resized = self.table.resize(mebibytes);
        self.spawner.advise(self.table.addresses());
        // The system gives memory page by page as it is first written to: better now than on the clock.
        self.table.clear(self.memories.len(), &*self.spawner);
        resized
    }

    /// Gives the searches to come other tablebases, or none.
    pub fn set_tablebases(&mut self, tablebases: Option<TableUse>) {
        self.tablebases = tablebases;
    }

    /// Forgets everything learnt from earlier searches.
    pub fn new_game(&mut self) {
        let threads = self.memories.len();
        self.table.forget(threads, &*self.spawner);
        crew::each(self.memories.iter_mut(), threads, &*self.spawner, Memory::clear);
    }

    /// Whether the searches from now on are counted, all together, from nothing. The tree that is searched is the same. Of several threads
    /// the first one's is.
    pub fn count(&mut self, is_wanted: bool) {
        self.telemetry = is_wanted.then(Box::default);
    }

    /// What was counted; `None` where it is not asked for.
    #[must_use]
    pub fn telemetry(&self) -> Option<&Telemetry> {
        self.telemetry.as_deref()
    }

    /// Searches the game's current position; `None` if it has no legal move.
    pub fn search(&mut self, game: &Game, limits: &Limits, options: &Options, host: &mut dyn Host) -> Option<Outcome> {
        let mut root = Root::new(game.position(), &limits.root_moves, limits.lines as usize)?;
        let (hits, looks_up) = rank_root(self.tablebases.as_ref(), game, &mut root);
        let tables = self.tablebases.as_ref().filter(|_| looks_up);
        self.table.age();
        let question = Question { game, limits, options };
        let crew = Crew::new(&self.table, self.memories.len()).with_tablebases(tables, hits);
        let telemetry = self.telemetry.as_deref_mut();
        let results = crew::search(question, &root, &crew, &mut self.memories, telemetry, host, &*self.spawner)?;
        let all: Vec<&Found> = std::iter::once(&results.first).chain(&results.others).collect();
        // A limit that says what is wanted, or lines beside the best, are the first thread's to answer.
        let is_open = limits.lines <= 1 && limits.depth.is_none() && limits.mate.is_none();
        let vote = &options.search.best_thread_vote;
        let place = if vote.on && is_open { vote.elect(&all) } else { 0 };
        let &Found { ref answer, selective_depth } = all[place];
        let (score, bound) = root.worth(answer);
        if place != 0 {
            host.report(&Report {
                depth: answer.depth,
                selective_depth,
                rank: 1,
                score,
                bound,
                nodes: results.nodes,
                hashfull: self.table.permille_full(),
                table_hits: crew.table_hits(),
                line: &answer.line,
            });
        }
        Some(Outcome {
            best: answer.best(),
            ponder: answer.line.get(1).copied(),
            score,
            bound,
            depth: answer.depth,
            nodes: results.nodes,
            threads: all.len(),
        })
    }
}
