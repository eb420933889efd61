//! The ledger with real games: recorded, stopped and gone on with, played again, and found out when something is not true.

use std::fs;
use std::path::Path;

use lab::ablate::{self, Template};
use lab::ledger::conduct::{Conducted, Sitting, conduct};
use lab::ledger::verify::{self, Replay};
use lab::ledger::{Here, Ledger, Origin, Places, Record, Surroundings, Today};
use lab::matches::{Progress, Report, Settings, Watcher};
use lab::plan::{Adjudication, Contestant, Limit, ModelName, Openings, Plan, Test};

/// Real games; a bench of the arm's options alone and a commit without a repository.
struct Quick {
    here: Here,
    records: u64,
}

impl Quick {
    fn new() -> Self {
        Quick { here: Here::new(Path::new(".")), records: 0 }
    }
}

impl Surroundings for Quick {
    fn play(&mut self, plan: &Plan, settings: &Settings, watcher: &mut dyn Watcher) -> Result<Report, String> {
        self.here.play(plan, settings, watcher)
    }
    fn bench(&mut self, arm: &Contestant) -> Result<Option<u64>, String> {
        let switches = lab::arms::switches(arm)?.ok_or("not this engine")?;
        let nodes = search::bench::run(&switches.search, 1, 6, &mut |_, _, _| {}, &mut || false);
        nodes.map(Some).map_err(|error| error.to_string())
    }
    fn origin(&mut self) -> Result<Origin, String> {
        Ok(Origin { commit: "0".repeat(40), dirty: true, machine: "a processor".to_owned() })
    }
    fn now(&mut self) -> String {
        self.records += 1;
        format!("2026-11-30T16:00:{:02}Z", self.records)
    }
}

/// Wants to stop after so many games.
struct Impatient {
    left: usize,
}

impl Watcher for Impatient {
    fn progress(&mut self, _: &Progress) {
        self.left = self.left.saturating_sub(1);
    }
    fn warn(&mut self, _: &str) {}
    fn should_stop(&self) -> bool {
        self.left == 0
    }
}

fn patient() -> Impatient {
    Impatient { left: usize::MAX }
}

fn arguments(root: &Path, workers: usize) -> ablate::Arguments {
    let template = Template {
        limit: Limit::Nodes(150),
        test: Test { model: ModelName::Normalised, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 },
        games: 18,
        seed: 3,
        openings: Openings::Random { random_plies: 6 },
        adjudication: Adjudication::default(),
        hash: 1,
        base: std::collections::BTreeMap::new(),
    };
    let sitting = Sitting { places: Places::new(root), workers, journals: root.join("journals"), again: false };
    let techniques = vec!["NullMovePruning".to_owned()];
    ablate::Arguments { techniques, template, sitting, games_per_hour: Some(1e5), only_say: false }
}

fn record(root: &Path) -> Record {
    let ledger = Ledger::read(&Places::new(root).results()).expect("a ledger");
    assert_eq!((ledger.records.len(), &ledger.faults), (1, &Vec::new()));
    ledger.records[0].clone()
}

fn verified(root: &Path, replay: Replay) -> (bool, String) {
    let arguments =
        verify::Arguments { root: root.to_owned(), release: false, replay, at_most: None, rebuild: false, workers: 1 };
    let mut today = Today::new();
    today.techniques.retain(|known| known.name == "NullMovePruning");
    let mut out = Vec::new();
    let is_well = verify::verify(&arguments, &today, &mut Quick::new(), &mut patient(), &mut out).expect("a ledger");
    (is_well, String::from_utf8(out).expect("text"))
}

#[test]
fn a_run_that_was_stopped_gives_the_record_of_one_that_was_not_and_both_can_be_played_again() {
    let (whole, cut) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let mut out = Vec::new();
    ablate::ablate(&arguments(whole.path(), 2), &mut Quick::new(), &mut patient(), &mut out).expect("played");
    let text = String::from_utf8(out).expect("text");
    assert!(text.starts_with("1 experiment of at most 18 games in all; "), "{text}");
    assert!(text.contains("18 games: "), "{text}");

    let arguments = arguments(cut.path(), 1);
    for left in [1, 7] {
        let mut out = Vec::new();
        ablate::ablate(&arguments, &mut Quick::new(), &mut Impatient { left }, &mut out).expect("stopped");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("stopped after "), "{text}");
        assert!(!Places::new(cut.path()).results().exists());
    }
    ablate::ablate(&arguments, &mut Quick::new(), &mut patient(), &mut Vec::new()).expect("played");

    let (one, other) = (record(whole.path()), record(cut.path()));
    assert_eq!((&one.digest, one.pairs, &one.prefix_digest), (&other.digest, other.pairs, &other.prefix_digest));
    assert_eq!(one.identity, other.identity);
    assert_ne!(Some(&one.digest), one.prefix_digest.as_ref());
    assert_ne!(one.bench[0], one.bench[1]);

    for replay in [Replay::FirstPairs, Replay::Everything] {
        let (is_well, text) = verified(cut.path(), replay);
        assert!(is_well && text.contains("1 played again with the same games, 0 failures"), "{text}");
    }
}

#[test]
fn a_record_of_other_games_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    ablate::ablate(&arguments(root, 1), &mut Quick::new(), &mut patient(), &mut Vec::new()).expect("played");
    let record = record(root);
    let forged = Record { prefix_digest: Some("0".repeat(64)), ..record.clone() };
    let (_, line) = lab::ledger::store::sealed(&forged).expect("a line");
    fs::write(Places::new(root).results(), line).expect("written");
    let (is_well, text) = verified(root, Replay::FirstPairs);
    assert!(!is_well && text.contains("played again, the games are others"), "{text}");

    // The same experiment from its file is known, whoever asks.
    let path = root.join(&record.experiment);
    let experiment = lab::experiment::Experiment::read(&path, "x").expect("an experiment");
    let sitting = arguments(root, 1).sitting;
    let conducted = conduct(&experiment, "x", &sitting, &mut Quick::new(), &mut patient()).expect("known");
    assert!(matches!(conducted, Conducted::Known(known) if known.digest == record.digest));
}
