//! Playing a match.
//!
//! *What it is:* [`run`] lets workers play the games of a [`Plan`], writes each to a journal, and stops when the sequential test or the cap
//! says so. Killed at any moment it can be resumed: no game is lost, none counts twice.
//!
//! *What it is not:* no verdict about a technique ([`crate::ledger`]) and no terminal: a [`Watcher`] hears how it goes.
//!
//! *Invariant:* at a node limit, single-threaded, the report's counts and digest follow from the plan and the engines alone.

pub(crate) mod adjudication;
mod clock;
mod entry;
mod game;
mod journal;
mod pgn;
mod tables;
mod tally;
mod worker;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use stats::{Decision, Pentanomial, Sprt};

pub use entry::Entry;
pub use game::Ending;

use crate::arms;
use crate::openings::OpeningList;
use crate::plan::{Limit, Plan};
use journal::{Heading, Journal};
use tables::Tables;
use tally::Tally;
use worker::Crew;

/// Between two looks at whether somebody wants it to stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// How a match is played; nothing here may change its games.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Games at the same time.
    pub workers: usize,
    /// Games already played are found here and new ones added.
    pub journal: PathBuf,
    /// Where to write the games that count, as PGN.
    pub pgn: Option<PathBuf>,
    /// Whether a journal that exists may be taken up.
    pub resume: bool,
}

/// What came of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Pairs that count.
    pub pairs: Pentanomial,
    /// Games that count.
    pub games: u64,
    /// Of the first arm.
    pub wins: u64,
    /// Games.
    pub draws: u64,
    /// Of the first arm.
    pub losses: u64,
    /// What the test came to; open without one.
    pub decision: Decision,
    /// Whether the cap or the test ended it, not a wish to stop.
    pub is_complete: bool,
    /// SHA-256 of all games that count, in hexadecimal.
    pub digest: String,
    /// Nodes per second of each arm.
    pub speeds: [f64; 2],
    /// What players did wrong, a line each.
    pub faults: Vec<String>,
    /// Of this run.
    pub seconds: f64,
}

/// How it goes.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Games that count.
    pub games: u64,
    /// Games at most.
    pub most_games: u64,
    /// Pairs that count.
    pub pairs: Pentanomial,
    /// Games the first arm has won, drawn and lost.
    pub points: [u64; 3],
    /// Log-likelihood ratio and where it ends, if there is a test.
    pub test: Option<(f64, (f64, f64))>,
    /// Of this run.
    pub games_per_hour: f64,
    /// To the cap, at this rate.
    pub seconds_left: f64,
}

/// Who hears how a match goes.
pub trait Watcher {
    /// After each game.
    fn progress(&mut self, progress: &Progress);
    /// Something the user should know.
    fn warn(&mut self, text: &str);
    /// Whether to stop soon.
    fn should_stop(&self) -> bool {
        false
    }
}

/// Nobody.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Watcher for Nobody {
    fn progress(&mut self, _: &Progress) {}
    fn warn(&mut self, _: &str) {}
}

/// Plays a match to its end, or until the watcher wants to stop.
///
/// # Errors
/// In words: when players, openings, tables or the journal cannot be had.
pub fn run(plan: &Plan, settings: &Settings, watcher: &mut dyn Watcher) -> Result<Report, String> {
    let begun = Instant::now();
    let most_pairs = plan.games.div_ceil(2);
    let openings = OpeningList::load(&plan.openings, plan.seed)?;
    openings.warnings().iter().chain(&openings.shortage(most_pairs)).for_each(|text| watcher.warn(text));
    check(plan, &openings)?;
    let tables = plan.adjudication.syzygy.as_deref().map(Tables::open).transpose()?;
    let heading = Heading::new(plan, fingerprints(plan)?, openings.sha256());
    let (mut journal, games) = Journal::open(&settings.journal, &heading, settings.resume)?;
    let sprt = plan.sprt.map(|test| Sprt { bounds: test.bounds() });
    let mut tally = Tally::new(sprt, most_pairs, games);
    let known = tally.known();
    if !tally.is_over() {
        let missing: Vec<u64> = (0..2 * most_pairs).filter(|&game| !tally.has(game)).collect();
        let crew = Crew::new(plan, settings.workers.min(missing.len()), &openings, tables.as_ref(), missing)?;
        for text in crew.warnings() {
            watcher.warn(text);
        }
        crew.play(PATIENCE, |entry| {
            if let Some(entry) = entry {
                journal.add(&entry)?;
                tally.add(entry);
                watcher.progress(&progress(&tally, most_pairs, tally.known() - known, begun.elapsed()));
            }
            Ok(tally.is_over() || watcher.should_stop())
        })?;
    }
    let names = [0, 1].map(|arm: usize| plan.arms[arm].name.as_str());
    if let Some(path) = &settings.pgn {
        let text = pgn::text(tally.counted(), names, &plan.limit);
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let [losses, draws, wins] = tally.points;
    Ok(Report {
        pairs: tally.pairs,
        games: tally.pairs.games(),
        wins,
        draws,
        losses,
        decision: tally.decision,
        is_complete: tally.is_over(),
        digest: tally.digest(),
        speeds: tally.speeds(),
        faults: tally.faults(names),
        seconds: begun.elapsed().as_secs_f64(),
    })
}

fn progress(tally: &Tally, most_pairs: u64, played: u64, time: Duration) -> Progress {
    let hours = time.as_secs_f64() / 3600.0;
    let games_per_hour = played as f64 / hours.max(1e-9);
    let left = (2 * most_pairs).saturating_sub(tally.known()) as f64;
    let [losses, draws, wins] = tally.points;
    Progress {
        games: tally.pairs.games(),
        most_games: 2 * most_pairs,
        pairs: tally.pairs,
        points: [wins, draws, losses],
        test: tally.test(),
        games_per_hour,
        seconds_left: left / games_per_hour.max(1e-9) * 3600.0,
    }
}

/// What cannot be played, found before the first game.
fn check(plan: &Plan, openings: &OpeningList) -> Result<(), String> {
    let pairs = openings.count().unwrap_or(0).min(plan.games.div_ceil(2));
    if let Some(arm) = plan.arms.iter().find(|arm| arm.engine == "abc")
        && (0..pairs).any(|index| openings.get(index).is_chess960)
    {
        return Err(format!("{} plays no Chess960, and there are openings of that", arm.name));
    }
    if let Some(arm) = plan.arms.iter().find(|arm| arm.threads() > 1)
        && matches!(plan.limit, Limit::Cpu(_))
    {
        return Err(format!("{}: a clock of processor time sees one thread, not {}", arm.name, arm.threads()));
    }
    Ok(())
}

/// What tells this build's games from those of a build that searches another tree or tells other scores, for each arm; none for programs and
/// `abc`.
fn fingerprints(plan: &Plan) -> Result<[Option<u64>; 2], String> {
    let mut known: Option<(search::Options, u64)> = None;
    let mut found = [None; 2];
    for (nodes, arm) in found.iter_mut().zip(&plan.arms) {
        let Some(switches) = arms::switches(arm)? else { continue };
        *nodes = match &known {
            Some((options, nodes)) if *options == switches.search => Some(*nodes),
            _ => {
                let options = switches.search;
                let nodes = arms::fingerprint(&options).map_err(|error| error.to_string())?;
                known = Some((options, nodes));
                Some(nodes)
            }
        };
    }
    let told = arms::told_as_100(&plan.arms)?;
    Ok([0, 1].map(|arm| found[arm].map(|nodes| nodes ^ told[arm].to_bits())))
}

#[cfg(test)]
mod tests;
