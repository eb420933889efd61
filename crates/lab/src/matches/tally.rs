//! Which games count, and what they say so far.
//!
//! Not a schedule. Invariant: what counts is the gap-free prefix of pairs in the order of their numbers, up to the pair at which the test
//! ended, so workers, kills and luck have no part in it.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};
use stats::{Decision, Pentanomial, Sprt};

use super::entry::Entry;
use super::game::Ending;

/// Results so far.
#[derive(Debug)]
pub(crate) struct Tally {
    sprt: Option<Sprt>,
    most_pairs: u64,
    /// Games that do not count yet.
    waiting: BTreeMap<u64, Entry>,
    counted: Vec<Entry>,
    pub(crate) pairs: Pentanomial,
    /// By half points of the first arm.
    pub(crate) points: [u64; 3],
    pub(crate) decision: Decision,
}

impl Tally {
    pub(crate) fn new(sprt: Option<Sprt>, most_pairs: u64, games: BTreeMap<u64, Entry>) -> Self {
        let mut tally = Tally {
            sprt,
            most_pairs,
            waiting: BTreeMap::new(),
            counted: Vec::new(),
            pairs: Pentanomial::default(),
            points: [0; 3],
            decision: Decision::Open,
        };
        games.into_values().for_each(|entry| tally.add(entry));
        tally
    }

    pub(crate) fn add(&mut self, entry: Entry) {
        if self.has(entry.game) {
            return;
        }
        self.waiting.insert(entry.game, entry);
        while !self.is_over() {
            let next = 2 * self.pairs.count();
            if !(self.waiting.contains_key(&next) && self.waiting.contains_key(&(next + 1))) {
                break;
            }
            let games: Vec<Entry> = (next..next + 2).filter_map(|game| self.waiting.remove(&game)).collect();
            self.pairs.count_pair(games.iter().map(Entry::half_points).sum());
            games.iter().for_each(|entry| self.points[usize::from(entry.half_points())] += 1);
            self.counted.extend(games);
            self.decision = self.sprt.map_or(Decision::Open, |sprt| sprt.decide(&self.pairs));
        }
    }

    /// Whether a game is known, counted or not.
    pub(crate) fn has(&self, game: u64) -> bool {
        game < 2 * self.pairs.count() || self.waiting.contains_key(&game)
    }

    /// The log-likelihood ratio and where the test ends.
    pub(crate) fn test(&self) -> Option<(f64, (f64, f64))> {
        self.sprt.map(|sprt| (sprt.log_likelihood_ratio(&self.pairs), sprt.bounds.limits()))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.decision != Decision::Open || self.pairs.count() >= self.most_pairs
    }

    /// Games known, those that may never count among them.
    pub(crate) fn known(&self) -> u64 {
        (self.counted.len() + self.waiting.len()) as u64
    }

    /// The games that count, in order.
    pub(crate) fn counted(&self) -> &[Entry] {
        &self.counted
    }

    pub(crate) fn digest(&self) -> String {
        let mut digest = Sha256::new();
        self.counted.iter().for_each(|entry| entry.digest(&mut digest));
        digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Nodes per second of each arm.
    pub(crate) fn speeds(&self) -> [f64; 2] {
        [0, 1].map(|arm| {
            let sum = |part: fn(&Entry) -> [u64; 2]| self.counted.iter().map(|entry| part(entry)[arm]).sum::<u64>();
            sum(|entry| entry.nodes) as f64 * 1e6 / sum(|entry| entry.micros).max(1) as f64
        })
    }

    /// What players did wrong, in words.
    pub(crate) fn faults(&self, names: [&str; 2]) -> Vec<String> {
        let told = |entry: &Entry| match &entry.ending {
            Ending::Fault(fault) => {
                let arm = usize::from(entry.half_points() != 0);
                Some(format!("game {}: {} {}: {}", entry.game + 1, names[arm], fault.kind, fault.text))
            }
            _ => None,
        };
        self.counted.iter().filter_map(told).collect()
    }
}
