//! Made-up records, and surroundings in which nothing is played.
//!
//! Not for builds. Invariant: a made-up record contradicts itself only where a test makes it.

use std::collections::BTreeMap;

use registry::Class;
use stats::{Decision, Pentanomial, Sprt};

use super::record::{Conclusions, PREFIX_PAIRS, Record};
use super::surroundings::{Origin, Surroundings};
use super::today::{Known, NO_NETWORK, Today};
use crate::experiment::sha256;
use crate::matches::{Progress, Report, Settings, Watcher};
use crate::plan::{Contestant, Limit, ModelName, Plan, Test};

/// The bounds of the issue.
pub(crate) const TEST: Test = Test { model: ModelName::Normalised, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

/// A record of these pairs.
pub(crate) fn record(technique: &str, pairs: [u64; 5]) -> Record {
    let [none, half, one, more, two] = pairs;
    // Pairs of one point: as many as possible of a win and a loss would do as well.
    let (wins, draws, losses) =
        (more + 2 * two + one / 2, half + more + 2 * (one - one / 2), 2 * none + half + one / 2);
    let conclusions = Conclusions::of(&Pentanomial::new(pairs), Some(&TEST)).expect("pairs");
    Record {
        id: String::new(),
        date: "2026-11-30T16:00:00Z".to_owned(),
        commit: "0123456789abcdef0123456789abcdef01234567".to_owned(),
        dirty: false,
        machine: "a processor".to_owned(),
        network: NO_NETWORK.to_owned(),
        experiment: format!("ledger/experiments/{technique}.toml"),
        identity: sha256(technique.as_bytes()),
        technique: Some(technique.to_owned()),
        revision: Some(1),
        limit: Limit::Nodes(2000),
        hash: [Some(8); 2],
        bench: [Some(1000), Some(2000)],
        told_as_100: None,
        nodes_per_second: [1e6, 2e6],
        pairs,
        wins,
        draws,
        losses,
        conclusions,
        test: Some(TEST),
        digest: sha256(b"all"),
        prefix_digest: Some(sha256(b"prefix")),
        prefix_pairs: None,
        faults: 0,
        seconds: 60.0,
    }
}

/// The same against the clock.
pub(crate) fn clock_record(technique: &str, pairs: [u64; 5]) -> Record {
    let limit = Limit::Cpu("1+0.01".parse().expect("a time control"));
    let name = format!("{technique}-clock");
    let experiment = format!("ledger/experiments/{name}.toml");
    let identity = sha256(name.as_bytes());
    Record { limit, experiment, identity, prefix_digest: None, ..record(technique, pairs) }
}

/// A build with four techniques.
pub(crate) fn today() -> Today {
    let known = |name: &str, class, default_on| Known { name: name.to_owned(), class, default_on, revision: 1 };
    Today {
        network: NO_NETWORK.to_owned(),
        shipped: "aa".to_owned(),
        techniques: vec![
            known("Killers", Class::Ordering, true),
            known("NullMovePruning", Class::Selective, true),
            known("Razoring", Class::Selective, true),
            known("ProbCut", Class::Selective, false),
        ],
    }
}

/// A watcher that stops after a number of questions, and remembers what it is told.
#[derive(Debug, Default)]
pub(crate) struct Listener {
    pub(crate) warnings: Vec<String>,
    pub(crate) stops: bool,
}

impl Watcher for Listener {
    fn progress(&mut self, _: &Progress) {}
    fn warn(&mut self, text: &str) {
        self.warnings.push(text.to_owned());
    }
    fn should_stop(&self) -> bool {
        self.stops
    }
}

/// Surroundings whose games are made up: every pair of a plan has the same result.
#[derive(Debug)]
pub(crate) struct MadeUp {
    /// Half points of each pair for the first arm, over and over.
    pub(crate) results: Vec<u8>,
    /// Matches that are played before one is left unfinished.
    pub(crate) patience: usize,
    /// Every match played: its games, and whether it had a test.
    pub(crate) played: Vec<(u64, bool)>,
    /// The benches by the arms' names; others have 1000 nodes.
    pub(crate) benches: BTreeMap<String, u64>,
    /// What the digests begin with.
    pub(crate) salt: String,
}

impl MadeUp {
    pub(crate) fn new(results: &[u8]) -> Self {
        MadeUp {
            results: results.to_vec(),
            patience: usize::MAX,
            played: Vec::new(),
            benches: BTreeMap::new(),
            salt: String::new(),
        }
    }
}

/// What a match of this plan gives when these pairs are played in turn.
pub(crate) fn report(plan: &Plan, results: &[u8], salt: &str) -> Report {
    let mut pairs = Pentanomial::default();
    let sprt = plan.sprt.as_ref().map(|test| Sprt { bounds: test.bounds() });
    while pairs.games() < plan.games {
        pairs.count_pair(results[usize::try_from(pairs.count()).expect("few") % results.len()]);
        if sprt.is_some_and(|sprt| sprt.decide(&pairs) != Decision::Open) {
            break;
        }
    }
    let made = record("made up", pairs.pairs);
    Report {
        pairs,
        games: pairs.games(),
        wins: made.wins,
        draws: made.draws,
        losses: made.losses,
        decision: sprt.map_or(Decision::Open, |sprt| sprt.decide(&pairs)),
        is_complete: true,
        digest: sha256(format!("{salt}{:?}{:?}", plan.arms, pairs.pairs).as_bytes()),
        speeds: [1e6, 2e6],
        faults: Vec::new(),
        seconds: 36.0,
    }
}

impl Surroundings for MadeUp {
    fn play(&mut self, plan: &Plan, _: &Settings, _: &mut dyn Watcher) -> Result<Report, String> {
        let is_cut = self.played.len() >= self.patience;
        self.played.push((plan.games, plan.sprt.is_some()));
        let whole = report(plan, &self.results, &self.salt);
        if !is_cut {
            return Ok(whole);
        }
        let cut = Plan { games: 2, sprt: None, ..plan.clone() };
        Ok(Report { is_complete: false, ..report(&cut, &self.results, &self.salt) })
    }

    fn bench(&mut self, arm: &Contestant) -> Result<Option<u64>, String> {
        Ok(Some(self.benches.get(&arm.name).copied().unwrap_or(1000)))
    }

    fn origin(&mut self) -> Result<Origin, String> {
        let commit = "0123456789abcdef0123456789abcdef01234567".to_owned();
        Ok(Origin { commit, dirty: false, machine: "a processor".to_owned() })
    }

    fn now(&mut self) -> String {
        // Every record has a time of its own.
        format!("2026-11-30T16:{:02}:00Z", self.played.len())
    }
}

/// Pairs that a quick replay plays, as games.
pub(crate) const PREFIX_GAMES: u64 = 2 * PREFIX_PAIRS;
