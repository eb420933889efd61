//! Whether everything in the ledger is true: counts, files, defaults, and games played again.
//!
//! Not a mender: it changes nothing. Invariant: whatever could not be checked is said, and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use stats::{Decision, Sprt};

use super::conduct::check_arms;
use super::record::{Outcome, Record};
use super::replay::{fresh, prefix};
use super::store::Ledger;
use super::today::{Known, Today};
use super::worth::{Worth, worths};
use super::{Places, Surroundings, rebuild};
use crate::arms;
use crate::experiment::{Experiment, from_toml};
use crate::matches::{Report, Watcher};
use crate::plan::{Contestant, Test};

/// How much is played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// Nothing.
    Nothing,
    /// The first pairs.
    FirstPairs,
    /// All games.
    Everything,
}

/// `assay lab verify`.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The repository's root.
    pub root: PathBuf,
    /// Whether stale records and open lines in `pending.toml` are failures.
    pub release: bool,
    /// What is played again with this program, where its bench of both arms is the record's.
    pub replay: Replay,
    /// Records played again at most, the newest first.
    pub at_most: Option<usize>,
    /// Whether records are played again with the program of their own commit, built anew.
    pub rebuild: bool,
    /// Games at a time.
    pub workers: usize,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// What must not be.
    pub failures: Vec<String>,
    /// Records that no longer speak of this build.
    pub stale: Vec<String>,
    /// What a person may want to know.
    pub notes: Vec<String>,
    /// Records read.
    pub records: usize,
    /// Records played again with the same result.
    pub replayed: usize,
}

impl Findings {
    /// For a person.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (word, lines) in [("note", &self.notes), ("stale", &self.stale), ("FAILED", &self.failures)] {
            for line in lines {
                let _ = writeln!(text, "{word}: {line}");
            }
        }
        let count = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        let _ = writeln!(
            text,
            "{}: {} stale, {} played again with the same games, {}",
            count(self.records, "record"),
            self.stale.len(),
            self.replayed,
            count(self.failures.len(), "failure"),
        );
        text
    }
}

/// Reads `pending.toml`: techniques and why their default stands without a record. A file that does not exist has none.
///
/// # Errors
/// When it cannot be read.
pub fn pending(path: &Path) -> Result<BTreeMap<String, String>, String> {
    match fs::read_to_string(path) {
        Ok(text) => from_toml(&text, &path.display().to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// Checks the ledger, prints what was found, and says whether all is well.
///
/// # Errors
/// When the ledger cannot be read or the result not be written.
pub fn verify(
    arguments: &Arguments,
    today: &Today,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
    out: &mut dyn Write,
) -> Result<bool, String> {
    let places = Places::new(&arguments.root);
    let ledger = Ledger::read(&places.results())?;
    let mut findings = check(&ledger, &places, today, &pending(&places.pending())?);
    if arguments.release {
        findings.failures.extend(findings.stale.iter().map(|line| format!("stale at a release: {line}")));
        let open = pending(&places.pending())?;
        findings.failures.extend(open.keys().map(|name| format!("pending.toml at a release: {name}")));
    }
    if arguments.replay != Replay::Nothing || arguments.rebuild {
        play_again(arguments, &ledger, surroundings, watcher, &mut findings);
    }
    out.write_all(findings.text().as_bytes()).map_err(|error| error.to_string())?;
    Ok(findings.failures.is_empty())
}

/// Everything that can be checked without playing.
#[must_use]
pub fn check(ledger: &Ledger, places: &Places, today: &Today, pending: &BTreeMap<String, String>) -> Findings {
    let mut findings = Findings { records: ledger.records.len(), ..Findings::default() };
    findings.failures.extend(ledger.faults.iter().cloned());
    for record in &ledger.records {
        let contradictions = record.contradictions().into_iter().chain(file_faults(record, places, today));
        findings.failures.extend(contradictions.map(|text| format!("{}: {text}", shown(record))));
        if let Some(reason) = today.staleness(record) {
            findings.stale.push(format!("{}: {reason}", shown(record)));
        }
    }
    let worths = worths(ledger, today);
    for known in &today.techniques {
        check_default(known, worths.get(&known.name), pending.get(&known.name), &mut findings);
    }
    let unknown = pending.keys().filter(|name| today.technique(name).is_none());
    findings.failures.extend(unknown.map(|name| format!("pending.toml: there is no technique {name}")));
    findings
}

/// How messages call a record.
fn shown(record: &Record) -> String {
    format!("record {} ({})", record.id, record.experiment)
}

/// In what a record differs from its experiment and from the registry.
fn file_faults(record: &Record, places: &Places, today: &Today) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(technique) = record.technique.as_ref().filter(|name| today.technique(name).is_none()) {
        found.push(format!("there is no technique {technique}"));
    }
    let experiment = match Experiment::read(&places.root.join(&record.experiment), &record.experiment) {
        Ok(experiment) => experiment,
        Err(error) => {
            found.push(error);
            return found;
        }
    };
    if experiment.identity() != record.identity {
        found.push("the experiment's file is another now".to_owned());
        return found;
    }
    let asked = (&experiment.technique, experiment.revision, experiment.plan.limit, experiment.plan.sprt);
    if asked != (&record.technique, record.revision, record.limit, record.test) {
        found.push("technique, revision, limit or test are not those of the experiment".to_owned());
    }
    found.extend(check_arms(&experiment).err());
    let arms = &experiment.plan.arms;
    if record.hash != [arms::hash(&arms[0]), arms::hash(&arms[1])] {
        found.push("the tables' sizes are not those of the experiment".to_owned());
    }
    if experiment.plan.repeats() != record.prefix_digest.is_some() {
        found.push("a digest of the first pairs belongs to games that repeat, and to no others".to_owned());
    }
    if arms.iter().zip(record.bench).any(|(arm, nodes)| nodes.is_none() && arm.engine == arms::OWN_ENGINE) {
        found.push("the bench of an arm is missing".to_owned());
    }
    // Games come in pairs, so an odd cap is one more.
    let (games, cap) = (record.games(), experiment.plan.games + experiment.plan.games % 2);
    if games < cap && !is_decided(record) {
        found.push(format!("{games} games, and neither the test nor the cap ended them"));
    }
    if games > cap {
        found.push(format!("{games} games, more than the cap of {cap}"));
    }
    found
}

/// Whether the record's test came to a decision.
fn is_decided(record: &Record) -> bool {
    let decide = |test: &Test| Sprt { bounds: test.bounds() }.decide(&record.pentanomial());
    record.test.as_ref().is_some_and(|test| decide(test) != Decision::Open)
}

/// Whether a default follows from the evidence, or somebody says why not.
fn check_default(known: &Known, worth: Option<&Worth>, pending: Option<&String>, findings: &mut Findings) {
    let name = &known.name;
    let deciding = worth.and_then(Worth::deciding);
    let fault = match deciding {
        None if known.default_on => Some(format!("{name} is on by default without a record")),
        // What a stale record says of an earlier formula binds nobody.
        Some(measured) if measured.stale.is_none() => match (measured.verdict(), known.default_on) {
            (Outcome::Accepted, false) => Some(format!("{name} was accepted and is off by default")),
            (Outcome::Rejected, true) => Some(format!("{name} was rejected and is on by default")),
            _ => None,
        },
        _ => None,
    };
    match (fault, pending) {
        (Some(fault), None) => findings.failures.push(format!("{fault}, and pending.toml does not say why")),
        (Some(fault), Some(reason)) => findings.notes.push(format!("{fault}: {reason}")),
        (None, Some(_)) => {
            findings.notes.push(format!("pending.toml: nothing is pending for {name}; its line can go"));
        }
        (None, None) => {}
    }
}

fn play_again(
    arguments: &Arguments,
    ledger: &Ledger,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
    findings: &mut Findings,
) {
    let clock: Vec<&Record> = ledger.records.iter().filter(|record| record.prefix_digest.is_none()).collect();
    if !clock.is_empty() {
        let (count, names) = (clock.len(), list(&clock));
        let why = "played against a clock or against another program: no two runs are alike";
        findings.notes.push(format!("{count} {why}: {names}"));
    }
    let mut left = arguments.at_most.unwrap_or(usize::MAX);
    let mut others = Vec::new();
    for record in ledger.records.iter().rev().filter(|record| record.prefix_digest.is_some()) {
        if left == 0 || watcher.should_stop() {
            findings.notes.push(format!("{} and older records were not played again", shown(record)));
            break;
        }
        let full = arguments.replay == Replay::Everything;
        let fault = if arguments.rebuild {
            let same = |digest: &String| {
                if full { *digest == record.digest } else { Some(digest) == record.prefix_digest.as_ref() }
            };
            rebuild::rebuilt_digest(record, &arguments.root, full)
                .map(|digest| Some((!same(&digest)).then_some(OTHERS)))
        } else {
            let report = report_here(arguments, record, surroundings, watcher);
            report.map(|report| report.map(|report| difference(record, &report, full)))
        };
        match fault {
            Ok(Some(None)) => findings.replayed += 1,
            Ok(Some(Some(fault))) => findings.failures.push(format!("{}: played again, {fault}", shown(record))),
            // Another program: that its games are others says nothing.
            Ok(None) => {
                others.push(record);
                continue;
            }
            Err(error) => findings.notes.push(format!("{}: not played again: {error}", shown(record))),
        }
        left -= 1;
    }
    if !others.is_empty() {
        let (count, names) = (others.len(), list(&others));
        let why = "made by a program that searches another tree or tells other scores: --rebuild plays them again";
        findings.notes.push(format!("{count} {why}: {names}"));
    }
}

const OTHERS: &str = "the games are others";

fn list(records: &[&Record]) -> String {
    records.iter().map(|record| shown(record)).collect::<Vec<_>>().join(", ")
}

/// What of a record is not as its games say when they are played again.
fn difference(record: &Record, report: &Report, full: bool) -> Option<&'static str> {
    let pairs = report.pairs.pairs;
    if full {
        let counts = (report.wins, report.draws, report.losses);
        let is_same = pairs == record.pairs && counts == (record.wins, record.draws, record.losses);
        return match report.digest == record.digest {
            false => Some(OTHERS),
            true => (!is_same).then_some("the games are the same and their counts are others"),
        };
    }
    if Some(&report.digest) != record.prefix_digest.as_ref() {
        return Some(OTHERS);
    }
    let is_same = record.prefix_pairs.is_none_or(|recorded| recorded == pairs);
    (!is_same).then_some("the games are the same and the counts of the first pairs are others")
}

/// Whether this program searches the trees and tells the scores that the record's did.
pub(crate) fn is_of_this_program(
    record: &Record,
    arms: &[Contestant; 2],
    surroundings: &mut dyn Surroundings,
) -> Result<bool, String> {
    let told = record.told_as_100.unwrap_or([arms::HUNDRED; 2]);
    if arms::told_as_100(arms)? != told {
        return Ok(false);
    }
    Ok([surroundings.bench(&arms[0])?, surroundings.bench(&arms[1])?] == record.bench)
}

/// A record's games played with this program; `None` if it is not the program that the record knows.
fn report_here(
    arguments: &Arguments,
    record: &Record,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
) -> Result<Option<Report>, String> {
    let experiment = Experiment::read(&arguments.root.join(&record.experiment), &record.experiment)?;
    if !is_of_this_program(record, &experiment.placed(&arguments.root).plan.arms, surroundings)? {
        return Ok(None);
    }
    if let Some(book) = experiment.book_at(&arguments.root).filter(|book| !book.exists()) {
        return Err(format!("{} is not here", book.display()));
    }
    let plan = experiment.plan_at(&arguments.root);
    let plan = if arguments.replay == Replay::Everything { plan } else { prefix(&plan) };
    let report = fresh(&plan, arguments.workers, surroundings, watcher)?.ok_or("it was stopped")?;
    Ok(Some(report))
}

#[cfg(test)]
mod tests;
