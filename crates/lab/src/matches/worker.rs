//! The workers of a match: each has two players of its own and takes the next game that nobody has.
//!
//! Not a judge of what counts. Invariant: games are begun in the order of their numbers, and a worker that ends, however it ends, is missed by
//! nobody: the channel closes when the last one has.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::entry::{Entry, first_has_white};
use super::game::{self, Conditions, Ending};
use super::tables::Tables;
use crate::in_process::{InProcess, TimeSource};
use crate::openings::OpeningList;
use crate::plan::{Contestant, Limit, Plan, Value};
use crate::player::{Fault, Player};
use crate::uci_process::UciProcess;

/// A search of the deepest line needs far less.
const STACK_BYTES: usize = 16 << 20;
/// Games a player may lose before its first move before the match is given up.
const MOST_FALSE_STARTS: u32 = 5;

type Players = [Box<dyn Player>; 2];

pub(super) struct Crew<'a> {
    players: Vec<Players>,
    work: Work<'a>,
    warnings: Vec<String>,
}

/// What the workers share.
struct Work<'a> {
    conditions: Conditions<'a>,
    openings: &'a OpeningList,
    missing: Mutex<std::vec::IntoIter<u64>>,
    stop: AtomicBool,
}

impl<'a> Crew<'a> {
    /// Players for so many workers, at least one, and the games to play.
    pub(super) fn new(
        plan: &'a Plan,
        workers: usize,
        openings: &'a OpeningList,
        tables: Option<&'a Tables>,
        missing: Vec<u64>,
    ) -> Result<Self, String> {
        let mut warnings = Vec::new();
        let mut make = |arm: usize| make(&plan.arms[arm], plan.limit, &mut warnings);
        let mut players = Vec::new();
        for _ in 0..workers.max(1) {
            players.push([make(0)?, make(1)?]);
        }
        warnings.sort();
        warnings.dedup();
        let conditions = Conditions { limit: plan.limit, adjudication: &plan.adjudication, tables };
        let missing = Mutex::new(missing.into_iter());
        let work = Work { conditions, openings, missing, stop: AtomicBool::new(false) };
        Ok(Crew { players, work, warnings })
    }

    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Plays until all games are played, or `take` wants no more. It gets each game, and nothing now and then.
    pub(super) fn play(
        self,
        patience: Duration,
        mut take: impl FnMut(Option<Entry>) -> Result<bool, String>,
    ) -> Result<(), String> {
        let (sender, receiver) = channel();
        let Crew { players, work, .. } = self;
        let work = &work;
        std::thread::scope(|scope| {
            for players in players {
                let sender: Sender<Result<Entry, String>> = sender.clone();
                let worker = std::thread::Builder::new().name("game".to_owned()).stack_size(STACK_BYTES);
                let started = worker.spawn_scoped(scope, move || work.play(players, &sender));
                started.map_err(|error| {
                    work.stop.store(true, Ordering::Relaxed);
                    format!("a worker cannot be started: {error}")
                })?;
            }
            drop(sender);
            let mut result = Ok(());
            loop {
                let game = match receiver.recv_timeout(patience) {
                    Ok(game) => Some(game),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return result,
                };
                if work.stop.load(Ordering::Relaxed) {
                    // What still comes was begun before: it is not needed, or it is played again.
                    continue;
                }
                match game.transpose().and_then(&mut take) {
                    Ok(is_over) => work.stop.store(is_over, Ordering::Relaxed),
                    Err(error) => {
                        result = Err(error);
                        work.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        })
    }
}

impl Work<'_> {
    /// Plays games until there are no more.
    fn play(&self, mut players: Players, sender: &Sender<Result<Entry, String>>) {
        let mut false_starts = 0;
        let should_stop = || self.stop.load(Ordering::Relaxed);
        loop {
            let next = self.missing.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(game) = next.filter(|_| !should_stop()) else { return };
            let opening = self.openings.get(game / 2);
            let [first, second] = &mut players;
            let (first, second): (&mut dyn Player, &mut dyn Player) = (&mut **first, &mut **second);
            let mut seats = if first_has_white(game) { [first, second] } else { [second, first] };
            let Some(played) = game::play(&opening, &mut seats, self.conditions, &should_stop) else { return };
            let is_false_start = played.thoughts.len() < 2 && matches!(played.ending, Ending::Fault(_));
            false_starts = if is_false_start { false_starts + 1 } else { 0 };
            let mut message = Ok(Entry::new(game, &opening, &played));
            if let (true, Ending::Fault(fault)) = (false_starts == MOST_FALSE_STARTS, &played.ending) {
                let loser = message.as_ref().map_or(0, |entry| usize::from(entry.half_points() != 0));
                let name = players[loser].name();
                message =
                    Err(format!("given up: {name} {} in {false_starts} games in a row: {}", fault.kind, fault.text));
            }
            if sender.send(message).is_err() {
                return;
            }
        }
    }
}

/// A player, by what it is called.
fn make(contestant: &Contestant, limit: Limit, warnings: &mut Vec<String>) -> Result<Box<dyn Player>, String> {
    let mut contestant = contestant.clone();
    if matches!(limit, Limit::SoftNodes(_)) {
        contestant.options.insert("SoftNodes".to_owned(), Value::Check(true));
    }
    let time = if matches!(limit, Limit::Cpu(_)) { TimeSource::Processor } else { TimeSource::Wall };
    if contestant.is_in_process() {
        return Ok(Box::new(InProcess::new(&contestant, time)?));
    }
    if time == TimeSource::Processor {
        return Err(format!("{}: only players of this program have a clock of their processor time", contestant.name));
    }
    let told = |fault: Fault| format!("{} {}: {}", contestant.name, fault.kind, fault.text);
    let player = UciProcess::start(&contestant).map_err(told)?;
    warnings.extend_from_slice(player.warnings());
    Ok(Box::new(player))
}
