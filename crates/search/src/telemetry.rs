//! Telemetry: how often each technique was tried, how often it succeeded, and what its own searches cost.
//!
//! *What it is:* counters by technique and remaining depth, and the two calls by which a technique's code moves them: [`Worker::count`] and
//! [`Worker::charge`]. What a try and a success are is said, technique by technique, in `meaning.rs`.
//!
//! *What it is not:* a part of any decision. Nothing here is read by the search, and where nodes are not of the kind
//! [`Counted`](crate::node::Counted) none of it is compiled.
//!
//! *Invariant:* a success is counted only together with its try; every node is counted once, under the depth it was first asked for; a technique's
//! nodes are those of its outermost search, so that they never exceed all nodes. What a stop cuts short is no try.

mod meaning;
mod summary;

use std::cell::Cell;

use registry::Listed;

pub use meaning::Meaning;
pub use summary::{DepthNodes, DepthRow, Detail, NotCounted, Share, Summary, TechniqueSummary};

use crate::Config;
use crate::depth::{Depth, MAX_PLY};
use crate::node::{Node, NodeKind};
use crate::picker::{Candidate, Provenance};
use crate::techniques::{
    capture_ordering, history, killers, quiescence_checks, quiescence_promotions, see_ordering, table_move,
};
use crate::worker::Worker;

/// Quiescence, then a remaining depth of 1, 2 and so on.
const DEPTHS: usize = MAX_PLY + 1;

fn row(depth: Depth) -> usize {
    usize::try_from(depth.plies()).unwrap_or(0).min(DEPTHS - 1)
}

/// What is counted beside tries, successes and nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    TableLookup,
    TableHit,
    /// A move refuted; quiescence not included.
    Cutoff,
    /// It was the first.
    FirstMoveCutoff,
    FailedLow,
    FailedHigh,
    ResearchedDeeper,
    DoublyExtended,
    Multicut,
    SearchedLessDeep,
}

impl Event {
    const COUNT: usize = Event::SearchedLessDeep as usize + 1;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    tries: u64,
    successes: u64,
    nodes: u64,
}

impl Count {
    fn plus(self, other: Count) -> Count {
        Count {
            tries: self.tries + other.tries,
            successes: self.successes + other.successes,
            nodes: self.nodes + other.nodes,
        }
    }
}

/// One technique's counters. The total is kept apart from the rows, so that each can be held against the other.
#[derive(Debug)]
struct Counter {
    total: Cell<Count>,
    rows: Vec<Cell<Count>>,
    /// Searches of the technique's own that are under way, one inside the other.
    open: Cell<u32>,
}

impl Counter {
    fn add(&self, depth: Depth, count: Count) {
        for cell in [&self.total, &self.rows[row(depth)]] {
            cell.set(cell.get().plus(count));
        }
    }
}

/// Everything counted since counting began, by one thread.
#[derive(Debug)]
pub struct Telemetry {
    searches: Cell<u64>,
    techniques: Vec<Counter>,
    events: [Cell<u64>; Event::COUNT],
    nodes: Vec<Cell<u64>>,
    /// Nodes of finished iterations, by depth.
    iterations: Vec<Cell<u64>>,
    /// Nodes of the search in progress that stand in a row already.
    seen: Cell<u64>,
    /// Nodes of the search in progress before its current iteration.
    before_iteration: Cell<u64>,
}

impl Default for Telemetry {
    fn default() -> Self {
        let counter = || Counter { total: Cell::default(), rows: vec![Cell::default(); DEPTHS], open: Cell::default() };
        Telemetry {
            searches: Cell::default(),
            techniques: std::iter::repeat_with(counter).take(Config::COUNT).collect(),
            events: Default::default(),
            nodes: vec![Cell::default(); DEPTHS],
            iterations: vec![Cell::default(); DEPTHS],
            seen: Cell::default(),
            before_iteration: Cell::default(),
        }
    }
}

fn add(cell: &Cell<u64>, number: u64) {
    cell.set(cell.get() + number);
}

impl Telemetry {
    fn event(&self, event: Event) -> u64 {
        self.events[event as usize].get()
    }

    fn begin_search(&self) {
        add(&self.searches, 1);
        self.seen.set(0);
        self.before_iteration.set(0);
        // A search that panicked has closed nothing.
        self.techniques.iter().for_each(|counter| counter.open.set(0));
    }
}

impl Worker<'_> {
    /// The technique `T` was tried at a node of this depth.
    #[inline(always)]
    pub(crate) fn count<N: NodeKind, T: Listed<Config = Config>>(&self, depth: Depth, succeeded: bool) {
        if N::COUNTED
            && let Some(telemetry) = &self.telemetry
        {
            let count = Count { tries: 1, successes: succeeded.into(), nodes: 0 };
            telemetry.techniques[T::INDEX].add(depth, count);
        }
    }

    /// Runs a search that only the technique `T` asks for, and counts its nodes.
    #[inline(always)]
    pub(crate) fn charge<N: NodeKind, T: Listed<Config = Config>, R>(
        &mut self,
        depth: Depth,
        search: impl FnOnce(&mut Self) -> R,
    ) -> R {
        if !N::COUNTED {
            return search(self);
        }
        let before = self.nodes;
        self.open::<T>(1);
        let result = search(self);
        if self.open::<T>(-1) == 0
            && let Some(telemetry) = &self.telemetry
        {
            telemetry.techniques[T::INDEX].add(depth, Count { nodes: self.nodes - before, ..Count::default() });
        }
        result
    }

    /// How many searches of a technique are under way, after this change.
    fn open<T: Listed>(&self, change: i32) -> u32 {
        self.telemetry.as_ref().map_or(0, |telemetry| {
            let open = &telemetry.techniques[T::INDEX].open;
            open.set(open.get().saturating_add_signed(change));
            open.get()
        })
    }

    /// Something worth counting may have happened.
    #[inline(always)]
    pub(crate) fn note<N: NodeKind>(&self, event: Event, happened: bool) {
        if N::COUNTED
            && let Some(telemetry) = &self.telemetry
        {
            add(&telemetry.events[event as usize], happened.into());
        }
    }

    /// A node of this depth is entered: whatever was made since the last one is counted here.
    #[inline(always)]
    pub(crate) fn count_nodes<N: NodeKind>(&self, depth: Depth) {
        if N::COUNTED
            && let Some(telemetry) = &self.telemetry
        {
            let made = self.nodes - telemetry.seen.replace(self.nodes);
            add(&telemetry.nodes[row(depth)], made);
        }
    }

    /// A move of a node was searched; `number` counts from 1.
    #[inline(always)]
    pub(crate) fn count_move<N: NodeKind>(&self, node: &Node, candidate: &Candidate, number: u32, refutes: bool) {
        if N::COUNTED {
            self.note::<N>(Event::Cutoff, refutes);
            self.note::<N>(Event::FirstMoveCutoff, refutes && number == 1);
            self.count_order::<N>(node.depth, candidate, refutes);
        }
    }

    /// A move was searched in quiescence.
    #[inline(always)]
    pub(crate) fn count_quiescence_move<N: NodeKind>(
        &self,
        node: &Node,
        evades: bool,
        candidate: &Candidate,
        refutes: bool,
    ) {
        if !N::COUNTED {
            return;
        }
        if !evades && !candidate.is_noisy() {
            self.count::<N, quiescence_checks::Settings>(node.depth, refutes);
            return;
        }
        if !evades && !candidate.mv.is_capture() {
            self.count::<N, quiescence_promotions::Settings>(node.depth, refutes);
        }
        self.count_order::<N>(node.depth, candidate, refutes);
    }

    /// Counts a move for the technique that gave it its place.
    fn count_order<N: NodeKind>(&self, depth: Depth, candidate: &Candidate, refutes: bool) {
        let config = &self.config;
        match candidate.provenance {
            Provenance::TableMove if config.table_move.on => self.count::<N, table_move::Settings>(depth, refutes),
            Provenance::GoodCapture if config.capture_ordering.on => {
                self.count::<N, capture_ordering::Settings>(depth, refutes);
            }
            Provenance::Killer => self.count::<N, killers::Settings>(depth, refutes),
            Provenance::Quiet if config.history.on => self.count::<N, history::Settings>(depth, refutes),
            Provenance::BadCapture if config.see_ordering.on => {
                self.count::<N, see_ordering::Settings>(depth, !refutes);
            }
            _ => {}
        }
    }

    /// A search begins.
    pub(crate) fn begin_counting(&self) {
        if let Some(telemetry) = &self.telemetry {
            telemetry.begin_search();
        }
    }

    /// An iteration is finished.
    pub(crate) fn count_iteration(&self) {
        if let Some(telemetry) = &self.telemetry {
            let made = self.nodes - telemetry.before_iteration.replace(self.nodes);
            add(&telemetry.iterations[row(Depth::new(self.root.depth() as i32))], made);
        }
    }
}
