//! Playing an experiment and recording what came of it.
//!
//! Not the games: those are the match runner's. Invariant: a record is appended only when the match came to its end, once for each time that
//! the experiment is asked for; whatever was played before a kill counts afterwards.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use eval::nnue::Network;

use super::document::write_pages;
use super::estimate::{games_per_hour, worst_case};
use super::record::{Conclusions, Record};
use super::replay::{fresh, prefix};
use super::store::{Ledger, append};
use super::today::{NO_NETWORK, Today};
use super::{Origin, Places, Surroundings};
use crate::arms;
use crate::experiment::Experiment;
use crate::matches::{Report, Settings, Watcher};
use crate::networks;

/// How experiments are played.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The repository.
    pub places: Places,
    /// Games at a time.
    pub workers: usize,
    /// Where games are kept, so that a kill loses none.
    pub journals: PathBuf,
    /// Whether an experiment that has a record is played anew.
    pub again: bool,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Conducted {
    /// A new record.
    Recorded(Box<Record>),
    /// There was one already.
    Known(Box<Record>),
    /// Stopped after so many games; the next sitting goes on.
    Stopped(u64),
}

/// `assay lab sprt`.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The experiment's file.
    pub file: PathBuf,
    /// How to play it.
    pub sitting: Sitting,
}

/// Says how long the experiment of a file takes at worst, plays it, appends its record and prints what it says.
///
/// # Errors
/// When the experiment is none, cannot be played, or its result cannot be kept.
pub fn sprt(
    arguments: &Arguments,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
    out: &mut dyn Write,
) -> Result<Conducted, String> {
    let shown = arguments.sitting.places.inside(&arguments.file)?;
    let experiment = Experiment::read(&arguments.file, &shown)?;
    let sitting = &arguments.sitting;
    let ledger = Ledger::read(&sitting.places.results())?;
    if sitting.again || known(&ledger, &experiment.identity(), &Today::new()).is_none() {
        check_arms(&experiment)?;
        let plan = experiment.plan_at(&sitting.places.root);
        let rate = games_per_hour(&plan, sitting.workers, surroundings, watcher)?;
        let text = worst_case("1 experiment", plan.games, rate)?;
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    }
    let conducted = conduct(&experiment, &shown, sitting, surroundings, watcher)?;
    out.write_all(told(&experiment, &conducted).as_bytes()).map_err(|error| error.to_string())?;
    Ok(conducted)
}

/// For a person who waits.
#[must_use]
pub fn told(experiment: &Experiment, conducted: &Conducted) -> String {
    let [first, second] = &experiment.plan.arms;
    let head = format!("{}: {} against {}\n", experiment.name, first.name, second.name);
    head + &match conducted {
        Conducted::Recorded(record) => format!("{}recorded as {}\n", record.summary(), record.id),
        Conducted::Known(record) => {
            format!("{}already recorded as {} on {}\n", record.summary(), record.id, record.day())
        }
        Conducted::Stopped(games) => format!("stopped after {games} games; the same command goes on from there\n"),
    }
}

/// Plays an experiment whose file is called `file` in the record, appends the record and writes the pages anew.
///
/// # Errors
/// When it cannot be played, or its result cannot be kept.
pub fn conduct(
    experiment: &Experiment,
    file: &str,
    sitting: &Sitting,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
) -> Result<Conducted, String> {
    let (results, today, identity) = (sitting.places.results(), Today::new(), experiment.identity());
    // Held until the record is in the file: the same experiment played twice at once would be recorded twice.
    let _lock = lock(&sitting.journals, experiment, &identity)?;
    let ledger = Ledger::read(&results)?;
    if let Some(fault) = ledger.faults.first() {
        // Better now than after hours of games.
        return Err(fault.clone());
    }
    if let Some(record) = known(&ledger, &identity, &today).filter(|_| !sitting.again) {
        // Whoever appended it may have been killed before the pages were written.
        write_pages(&sitting.places, &today)?;
        return Ok(Conducted::Known(Box::new(record.clone())));
    }
    let earlier = ledger.of_experiment(&identity).count();
    check_arms(experiment)?;
    check_revision(experiment, &today)?;
    warn_of_differences(experiment, watcher);
    let origin = surroundings.origin()?;
    let [first, second] = &experiment.placed(&sitting.places.root).plan.arms;
    let bench = [surroundings.bench(first)?, surroundings.bench(second)?];
    if bench[0].is_some() && bench[0] == bench[1] {
        watcher.warn(&format!("{}: the bench of both arms is the same; they may not differ at all", experiment.name));
    }

    let plan = experiment.plan_at(&sitting.places.root);
    let journal = journal(&sitting.journals, experiment, &identity, earlier);
    let settings = Settings { workers: sitting.workers, journal, pgn: None, resume: true };
    let report = surroundings.play(&plan, &settings, watcher)?;
    if !report.is_complete {
        return Ok(Conducted::Stopped(report.games));
    }
    let mut first_pairs = None;
    if plan.repeats() {
        let Some(again) = fresh(&prefix(&plan), sitting.workers, surroundings, watcher)? else {
            return Ok(Conducted::Stopped(report.games));
        };
        first_pairs = Some(again);
    }
    let record = record(experiment, file, origin, bench, &report, first_pairs, surroundings.now())?;
    // Somebody may keep journals, and so locks, in another folder.
    if Ledger::read(&results)?.of_experiment(&identity).count() != earlier {
        return Err(format!("{}: somebody else has recorded it meanwhile; nothing was appended", experiment.name));
    }
    let record = append(&results, &record)?;
    write_pages(&sitting.places, &today)?;
    Ok(Conducted::Recorded(Box::new(record)))
}

/// The last record of an experiment that still speaks of this build.
#[must_use]
pub fn known<'a>(ledger: &'a Ledger, identity: &str, today: &Today) -> Option<&'a Record> {
    ledger.of_experiment(identity).filter(|record| today.staleness(record).is_none()).last()
}

/// Lets one process at a time play an experiment, until the file is dropped or the process dies.
fn lock(folder: &Path, experiment: &Experiment, identity: &str) -> Result<File, String> {
    let path = folder.join(format!("{}-{}.lock", experiment.name, &identity[..8]));
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let file = File::create(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(format!("{}: another process plays it now", experiment.name)),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Whether the question is about the technique as this build has it.
fn check_revision(experiment: &Experiment, today: &Today) -> Result<(), String> {
    let known = experiment.technique.as_ref().and_then(|name| today.technique(name));
    match (known, experiment.revision) {
        (Some(known), Some(asked)) if known.revision != asked => Err(format!(
            "{}: it asks for revision {asked} of {}, and this build has revision {}",
            experiment.name, known.name, known.revision
        )),
        _ => Ok(()),
    }
}

/// Says in which other options the arms of a technique's experiment differ.
fn warn_of_differences(experiment: &Experiment, watcher: &mut dyn Watcher) {
    let (Some(technique), [first, second]) = (&experiment.technique, &experiment.plan.arms) else {
        return;
    };
    let mut others: Vec<&str> = Vec::new();
    for name in first.options.keys().chain(second.options.keys()) {
        let is_same = first.option(name) == second.option(name);
        let is_told = others.iter().any(|known| known.eq_ignore_ascii_case(name));
        if !is_same && !is_told && !name.eq_ignore_ascii_case(technique) {
            others.push(name);
        }
    }
    if (&first.engine, &first.arguments) != (&second.engine, &second.arguments) {
        others.push("the engine or its arguments");
    }
    if !others.is_empty() {
        let text = format!("{}: the arms differ in more than {technique}: {}", experiment.name, others.join(", "));
        watcher.warn(&text);
    }
}

/// One for each time that the experiment is asked for: games of an earlier answer are no part of the next.
fn journal(folder: &Path, experiment: &Experiment, identity: &str, earlier: usize) -> PathBuf {
    folder.join(format!("{}-{}-{earlier}.journal", experiment.name, &identity[..8]))
}

/// Whether the arms of a technique's experiment play with it and without it.
///
/// # Errors
/// When they do not.
pub fn check_arms(experiment: &Experiment) -> Result<(), String> {
    let Some(technique) = &experiment.technique else {
        return Ok(());
    };
    for (arm, wanted) in experiment.plan.arms.iter().zip([true, false]) {
        if arms::plays_with(arm, technique)?.is_some_and(|on| on != wanted) {
            let (name, word) = (&arm.name, if wanted { "without" } else { "with" });
            return Err(format!("{}: arm {name} plays {word} {technique}", experiment.name));
        }
    }
    Ok(())
}

/// What a record says of the shipped network.
fn network(experiment: &Experiment) -> Result<String, String> {
    let [first, second] = &experiment.plan.arms;
    let plays = arms::plays_shipped(first)? || arms::plays_shipped(second)?;
    Ok(if plays { networks::network_hash(&Network::shipped()) } else { NO_NETWORK.to_owned() })
}

fn record(
    experiment: &Experiment,
    file: &str,
    origin: Origin,
    bench: [Option<u64>; 2],
    report: &Report,
    first_pairs: Option<Report>,
    date: String,
) -> Result<Record, String> {
    let [first, second] = &experiment.plan.arms;
    let test = experiment.plan.sprt;
    Ok(Record {
        id: String::new(),
        date,
        commit: origin.commit,
        dirty: origin.dirty,
        machine: origin.machine,
        network: network(experiment)?,
        experiment: file.to_owned(),
        identity: experiment.identity(),
        technique: experiment.technique.clone(),
        revision: experiment.revision,
        limit: experiment.plan.limit,
        hash: [arms::hash(first), arms::hash(second)],
        bench,
        told_as_100: Some(arms::told_as_100(&experiment.plan.arms)?),
        nodes_per_second: report.speeds,
        pairs: report.pairs.pairs,
        wins: report.wins,
        draws: report.draws,
        losses: report.losses,
        conclusions: Conclusions::of(&report.pairs, test.as_ref()).ok_or("no games were counted")?,
        test,
        digest: report.digest.clone(),
        prefix_pairs: first_pairs.as_ref().map(|first_pairs| first_pairs.pairs.pairs),
        prefix_digest: first_pairs.map(|first_pairs| first_pairs.digest),
        faults: report.faults.len() as u64,
        seconds: report.seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::{TEXT, experiment};
    use crate::ledger::testing::{Listener, MadeUp, PREFIX_GAMES, report};

    fn sitting(root: &Path) -> Sitting {
        Sitting { places: Places::new(root), workers: 1, journals: root.join("journals"), again: false }
    }

    #[test]
    fn an_experiment_is_recorded_once_and_again_only_when_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut sitting = sitting(folder.path());
        let mut made_up = MadeUp::new(&[3, 2]);
        let (experiment, mut listener) = (experiment(), Listener::default());
        let mut conduct = |sitting: &Sitting| conduct(&experiment, "x.toml", sitting, &mut made_up, &mut listener);
        let Ok(Conducted::Recorded(record)) = conduct(&sitting) else { panic!("no record") };
        assert_eq!(record.contradictions(), Vec::<String>::new());
        assert_eq!((record.technique.as_deref(), record.hash), (Some("NullMovePruning"), [Some(8); 2]));
        assert_eq!(conduct(&sitting), Ok(Conducted::Known(record.clone())));
        sitting.again = true;
        assert!(matches!(conduct(&sitting), Ok(Conducted::Recorded(_))));
        let ledger = Ledger::read(&sitting.places.results());
        assert!(ledger.is_ok_and(|ledger| ledger.records.len() == 2 && ledger.faults.is_empty()));
        let page = fs::read_to_string(sitting.places.page()).expect("a page");
        assert!(page.contains("\nMeasured so far: 1 of "), "{page}");
        assert_eq!(made_up.played, [(3000, true), (PREFIX_GAMES, false), (3000, true), (PREFIX_GAMES, false)]);
        assert!(listener.warnings[0].contains("the bench of both arms is the same"), "{:?}", listener.warnings);
    }

    #[test]
    fn two_processes_do_not_play_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let sitting = sitting(folder.path());
        let held = lock(&sitting.journals, &experiment(), &experiment().identity()).expect("free");
        let mut made_up = MadeUp::new(&[3, 2]);
        let mut conduct = || conduct(&experiment(), "x.toml", &sitting, &mut made_up, &mut Listener::default());
        assert_eq!(conduct(), Err("NullMovePruning-test: another process plays it now".to_owned()));
        drop(held);
        assert!(matches!(conduct(), Ok(Conducted::Recorded(_))));
        // Killed before the pages were written.
        fs::remove_file(sitting.places.page()).expect("a page");
        assert!(matches!(conduct(), Ok(Conducted::Known(_))));
        assert!(sitting.places.page().exists());
    }

    #[test]
    fn an_earlier_revision_is_not_played_and_other_differences_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let (sitting, mut listener) = (sitting(folder.path()), Listener::default());
        let mut conduct =
            |experiment: &Experiment| conduct(experiment, "x.toml", &sitting, &mut MadeUp::new(&[3, 2]), &mut listener);
        let older = Experiment { revision: Some(0), ..experiment() };
        assert!(conduct(&older).expect_err("older").contains("it asks for revision 0 of NullMovePruning"));
        let text = TEXT.replace("NullMovePruning = false", "NullMovePruning = false, Razoring = false");
        conduct(&Experiment::parse(&text, "x.toml").expect("an experiment")).expect("played");
        let told = "NullMovePruning-test: the arms differ in more than NullMovePruning: Razoring";
        assert!(listener.warnings.iter().any(|text| text == told), "{:?}", listener.warnings);
    }

    #[test]
    fn what_is_stopped_is_not_recorded() {
        for patience in [0, 1] {
            let folder = tempfile::tempdir().expect("a folder");
            let sitting = sitting(folder.path());
            let mut made_up = MadeUp { patience, ..MadeUp::new(&[2]) };
            let conducted = conduct(&experiment(), "x.toml", &sitting, &mut made_up, &mut Listener::default());
            let whole = report(&experiment().plan, &[2], "").games;
            assert_eq!(conducted, Ok(Conducted::Stopped(if patience == 0 { 2 } else { whole })));
            assert_eq!(Ledger::read(&sitting.places.results()), Ok(Ledger::default()));
        }
    }

    #[test]
    fn nothing_is_played_for_a_ledger_that_is_damaged() {
        let folder = tempfile::tempdir().expect("a folder");
        let sitting = sitting(folder.path());
        let results = sitting.places.results();
        fs::create_dir_all(results.parent().expect("a folder")).expect("made");
        fs::write(results, "{").expect("written");
        let mut made_up = MadeUp::new(&[3, 2]);
        let error = conduct(&experiment(), "x.toml", &sitting, &mut made_up, &mut Listener::default());
        assert!(error.expect_err("damaged").contains("results.jsonl:1: the line is cut"));
        assert!(made_up.played.is_empty());
    }

    #[test]
    fn arms_play_with_and_without_what_is_measured() {
        let turned = TEXT.replace("true", "on").replace("false", "true").replace("on, Hash", "false, Hash");
        let experiment = Experiment::parse(&turned, "x.toml").expect("an experiment");
        let error = check_arms(&experiment).expect_err("turned round");
        assert_eq!(error, "NullMovePruning-test: arm with plays without NullMovePruning");
    }

    #[test]
    fn what_a_person_reads() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ledger/experiments/x.toml");
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(&file, TEXT).expect("written");
        let arguments = Arguments { file, sitting: sitting(folder.path()) };
        let told = || {
            let mut out = Vec::new();
            let mut made_up = MadeUp::new(&[3, 2]);
            sprt(&arguments, &mut made_up, &mut Listener::default(), &mut out).expect("played");
            String::from_utf8(out).expect("text")
        };
        let text = told();
        let (hours, text) = text.split_once('\n').expect("lines");
        assert!(hours.starts_with("1 experiment of at most 3000 games in all; at 2000 games an hour"), "{hours}");
        let (head, tail) = text.split_once("accepted: the test was passed\n").expect("a verdict");
        assert!(head.starts_with("NullMovePruning-test: with against without\n"), "{head}");
        assert!(tail.starts_with("recorded as ") && tail.len() == "recorded as ".len() + 17, "{tail}");
        let id = &tail["recorded as ".len()..tail.len() - 1];
        assert_eq!(told(), format!("{head}accepted: the test was passed\nalready recorded as {id} on 2026-11-30\n"));
        let stopped = super::told(&experiment(), &Conducted::Stopped(40));
        assert!(stopped.ends_with("\nstopped after 40 games; the same command goes on from there\n"), "{stopped}");
    }
}
