//! The threads that play, and whoever follows them.
//!
//! Not the games. Invariant: a thread that fails stops the others, and what they wrote stays.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use search::Options;

use super::opening::Source;
use super::part::Part;
use super::progress::{Progress, Tally};
use super::self_play::SelfPlay;
use super::spent::Spent;
use super::{Arguments, Error, Identity, settings};

/// Stack of a thread that searches. Generous: untouched pages cost nothing.
const STACK_BYTES: usize = 64 << 20;
/// Between two words about progress.
const PACE: Duration = Duration::from_secs(1);

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Whether all games are there; otherwise it was stopped, and the same call goes on.
    pub is_complete: bool,
    /// What there is.
    pub progress: Progress,
}

/// What all threads share.
struct Job<'a> {
    arguments: &'a Arguments,
    options: Options,
    source: Source,
    stop: &'a AtomicBool,
    has_failed: AtomicBool,
}

impl Job<'_> {
    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.has_failed.load(Ordering::Relaxed)
    }
}

/// Plays the games that are not there yet, until all are or `stop` is set. `progress` hears about once a second, and at the end.
///
/// # Errors
/// When the arguments make no sense or are not those the files were begun with, or when a file cannot be written. What is there stays.
pub fn run(
    arguments: &Arguments,
    identity: &Identity,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Summary, Error> {
    arguments.check()?;
    let (options, source) = (arguments.options()?, Source::load(arguments)?);
    let _claim = settings::claim(arguments, identity, source.sha256())?;
    let mut spent = Spent::open(arguments.spent());
    let mut state = Progress { games_wanted: arguments.games, workers: arguments.workers, ..Progress::default() };
    let mut parts = Vec::new();
    for worker in 0..arguments.workers {
        let (part, tally) = Part::open(&arguments.part(worker))?;
        state.add(&tally);
        parts.push(part);
    }
    let job = Job { arguments, options, source, stop, has_failed: AtomicBool::new(false) };
    let results: Vec<Result<(), Error>> = thread::scope(|scope| {
        let (sender, receiver) = channel();
        let numbered = parts.into_iter().zip(0..);
        let threads: Vec<_> = numbered.map(|(part, worker)| start(scope, &job, worker, part, sender.clone())).collect();
        drop(sender);
        let kept = follow(&receiver, &mut state, &mut spent, progress);
        let ended = |thread: io::Result<ScopedJoinHandle<'_, Result<(), Error>>>| {
            thread.map_err(Error::Thread)?.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().map(ended).chain([kept]).collect()
    });
    results.into_iter().collect::<Result<(), Error>>()?;
    Ok(Summary { is_complete: state.games >= arguments.games, progress: state })
}

fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    job: &'scope Job<'_>,
    worker: u32,
    part: Part,
    news: Sender<Tally>,
) -> io::Result<ScopedJoinHandle<'scope, Result<(), Error>>> {
    let run = move || {
        let _alarm = Alarm(&job.has_failed);
        let result = work(job, worker, part, &news);
        job.has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
        result
    };
    let thread = Builder::new().name(format!("datagen {worker}")).stack_size(STACK_BYTES).spawn_scoped(scope, run);
    job.has_failed.fetch_or(thread.is_err(), Ordering::Relaxed);
    thread
}

/// Stops the others if a panic drops it.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        self.0.fetch_or(thread::panicking(), Ordering::Relaxed);
    }
}

/// Plays this worker's games from where its file ends.
fn work(job: &Job<'_>, worker: u32, mut part: Part, news: &Sender<Tally>) -> Result<(), Error> {
    let Job { arguments, options, source, .. } = job;
    let should_stop = || job.should_stop();
    let workers = u64::from(arguments.workers);
    let mut number = u64::from(worker) + part.games() * workers;
    let mut players = SelfPlay::new(arguments, options, source, &should_stop)?;
    while number < arguments.games && !should_stop() {
        let Some(game) = players.game(number)? else {
            break;
        };
        // Whoever listens does so until all threads have ended.
        let _ = news.send(part.append(&game)?);
        number += workers;
    }
    part.finish()
}

/// Listens until the last worker has ended.
fn follow(
    news: &Receiver<Tally>,
    state: &mut Progress,
    spent: &mut Spent,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(), Error> {
    let begin = Instant::now();
    let (mut last, mut kept) = (begin, Ok(()));
    loop {
        match news.recv_timeout(PACE) {
            Ok(tally) => {
                state.add(&tally);
                state.new_games += tally.games;
                state.new_positions += tally.positions;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        state.elapsed = begin.elapsed();
        if last.elapsed() >= PACE {
            last = Instant::now();
            progress(state);
            // A time that cannot be written is no reason to stop listening: it is told at the end.
            kept = kept.and(spent.tick());
        }
    }
    state.elapsed = begin.elapsed();
    progress(state);
    kept.and(spent.write())
}
