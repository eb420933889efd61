//! Several threads at one search (Lazy SMP): each deepens the same root by itself, and what one puts into the table the others find.
//!
//! *What it is:* what the threads of one search share, how the first of them leads the others, and the door to whoever has threads.
//!
//! *What it is not:* no threads: a [`Spawner`] has them, or has none. Nothing is divided among the threads; they part by themselves, since
//! each finds the table as the others left it at that moment.
//!
//! *Invariant:* the search ends when its first thread does, however it ends, and the others end soon after; with one thread nothing here
//! changes what is searched.
//!
//! Idea: Lazy SMP, as Toga and Stockfish made it common (CPW: Lazy SMP).

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rules::Game;

use crate::deepening::{Found, deepen};
use crate::limits::{Host, Iteration, Limits, Report, Watch};
use crate::memory::Memory;
use crate::root::Root;
use crate::searcher::Options;
use crate::table::Table;
use crate::tablebases::TableUse;
use crate::telemetry::Telemetry;
use crate::worker::Worker;

/// What a helper thread is to do.
pub type Help<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Whoever has threads.
pub trait Spawner: Send + fmt::Debug {
    /// Runs `first` on this thread and each of `others` on one of its own, all at the same time, and returns when all have ended.
    ///
    /// Where fewer threads can be had, the last of `others` are dropped without having run; `first` always runs. If one of them panics, this
    /// panics too, after all have ended. The stacks must hold [`MAX_PLY`](crate::MAX_PLY) nodes of at most 4 KiB.
    fn run<'a>(&self, first: &mut (dyn FnMut() + 'a), others: Vec<Help<'a>>);

    /// Memory that is not used yet and will be at random places: the system may be asked for larger pages, so that addresses are found faster.
    fn advise(&self, _addresses: Range<usize>) {}
}

/// No thread but this one.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

impl Spawner for OneThread {
    fn run<'a>(&self, first: &mut (dyn FnMut() + 'a), _others: Vec<Help<'a>>) {
        first();
    }
}

/// Does something to every item, with the help of so many threads.
pub(crate) fn each<T: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    spawner: &dyn Spawner,
    act: impl Fn(T) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    // Whoever is free takes the next one: none is left over where fewer threads come than were asked for.
    let work = || {
        while let Some(item) = next() {
            act(item);
        }
    };
    let help = |_| -> Help<'_> { Box::new(work) };
    spawner.run(&mut { work }, (1..threads).map(help).collect());
}

/// What all threads of a search are asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) game: &'a Game,
    pub(crate) limits: &'a Limits,
    pub(crate) options: &'a Options,
}

/// What the threads of one search share.
pub(crate) struct Crew<'a> {
    pub(crate) table: &'a Table,
    /// The first thread has ended, or one has panicked.
    stop: AtomicBool,
    /// By thread; never behind by more than a poll.
    nodes: Box<[Counter]>,
    /// Tablebases, where the search is to look positions up.
    pub(crate) tablebases: Option<&'a TableUse>,
    /// Positions found there, by all threads.
    table_hits: AtomicU64,
}

/// On a cache line of its own, or threads that count would wait for each other.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

impl<'a> Crew<'a> {
    pub(crate) fn new(table: &'a Table, threads: usize) -> Self {
        let nodes = (0..threads).map(|_| Counter::default()).collect();
        Crew { table, stop: AtomicBool::new(false), nodes, tablebases: None, table_hits: AtomicU64::new(0) }
    }

    /// Gives the threads tablebases, in which so many positions have been found already.
    pub(crate) fn with_tablebases(self, tablebases: Option<&'a TableUse>, hits: u64) -> Self {
        Crew { tablebases, table_hits: AtomicU64::new(hits), ..self }
    }

    /// Positions found in tablebases so far.
    pub(crate) fn table_hits(&self) -> u64 {
        self.table_hits.load(Ordering::Relaxed)
    }

    /// One more is found there.
    pub(crate) fn note_table_hit(&self) {
        self.table_hits.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn threads(&self) -> u64 {
        self.nodes.len() as u64
    }

    pub(crate) fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A thread tells how many nodes it has searched.
    pub(crate) fn publish(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Of the threads but this one, as last told.
    pub(crate) fn nodes_of_others(&self, thread: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|&(index, _)| index != thread);
        others.map(|(_, counter)| counter.0.load(Ordering::Relaxed)).sum()
    }

    fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// Stops all threads when dropped, by a panic too: threads are waited for, so none may go on for ever.
struct StopAll<'a>(&'a AtomicBool);

impl Drop for StopAll<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What the threads found, the first one's before the others', and their nodes all together.
pub(crate) struct Results {
    pub(crate) first: Found,
    pub(crate) others: Vec<Found>,
    pub(crate) nodes: u64,
}

/// Searches with as many threads as there are memories; the first one counts for the telemetry. `None` only if the spawner broke its promise and ran nothing.
pub(crate) fn search(
    question: Question<'_>,
    root: &Root,
    crew: &Crew<'_>,
    memories: &mut [Memory],
    mut telemetry: Option<&mut Telemetry>,
    host: &mut dyn Host,
    spawner: &dyn Spawner,
) -> Option<Results> {
    let (memory, others) = memories.split_first_mut()?;
    let mut slots: Vec<Option<Found>> = others.iter().map(|_| None).collect();
    let watch = host.watch();
    let watch = watch.as_deref();
    let helpers = others.iter_mut().zip(&mut slots).enumerate().map(|(index, (memory, slot))| -> Help<'_> {
        Box::new(move || {
            let stop_if_it_panics = StopAll(&crew.stop);
            let mut helper = Helper { crew, watch };
            *slot = Some(run(question, root.clone(), crew, index + 1, memory, None, &mut helper));
            std::mem::forget(stop_if_it_panics);
        })
    });
    let helpers = helpers.collect();
    let mut first = None;
    let mut lead = || {
        let _stop = StopAll(&crew.stop);
        first = Some(run(question, root.clone(), crew, 0, memory, telemetry.as_deref_mut(), host));
    };
    spawner.run(&mut lead, helpers);
    Some(Results { first: first?, others: slots.into_iter().flatten().collect(), nodes: crew.nodes() })
}

fn run(
    question: Question<'_>,
    root: Root,
    crew: &Crew<'_>,
    thread: usize,
    memory: &mut Memory,
    telemetry: Option<&mut Telemetry>,
    host: &mut dyn Host,
) -> Found {
    let mut worker = Worker::new(question, root, crew, thread, memory, host);
    worker.telemetry = telemetry;
    worker.begin_counting();
    let found = deepen(&mut worker, question.limits);
    crew.publish(thread, worker.nodes);
    worker.end();
    found
}

/// The host of every thread but the first: it searches until that one has ended, or should have. Where there are more threads than
/// processors, the first may not get its turn in time to see that.
struct Helper<'a> {
    crew: &'a Crew<'a>,
    watch: Option<&'a Watch>,
}

impl Host for Helper<'_> {
    fn should_stop(&mut self) -> bool {
        if self.watch.is_some_and(|should_stop| should_stop()) {
            self.crew.stop.store(true, Ordering::Relaxed);
        }
        self.crew.should_stop()
    }
    fn report(&mut self, _: &Report<'_>) {}
    fn goes_on(&mut self, _: &Iteration) -> bool {
        true
    }
}
