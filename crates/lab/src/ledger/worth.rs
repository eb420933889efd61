//! What the records say of each technique today.
//!
//! Not a sum: techniques help and hinder each other, so what each is worth alone does not add up. Invariant: a record that is stale never
//! hides one that is not, and a few games never hide many.

use std::collections::BTreeMap;

use super::record::{Outcome, Record, limit_text};
use super::store::Ledger;
use super::today::Today;

/// A record, and why it is stale, if it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// What was measured.
    pub record: Record,
    /// Why it no longer speaks of this build.
    pub stale: Option<String>,
}

impl Measured {
    /// What it says.
    #[must_use]
    pub fn verdict(&self) -> Outcome {
        self.record.conclusions.verdict
    }
}

/// What is known of a technique: the measurement of each kind that tells most.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// At a limit at which games repeat; it does not see what the technique costs in time.
    pub at_nodes: Option<Measured>,
    /// Against a clock.
    pub against_clock: Option<Measured>,
}

impl Worth {
    /// The measurement that the default follows: one that is not stale before one that is, then one that knows before one that does not, then
    /// the clock before nodes, because a clock sees everything.
    #[must_use]
    pub fn deciding(&self) -> Option<&Measured> {
        let rank = |measured: &&Measured| (measured.stale.is_none(), measured.verdict() != Outcome::Unresolved);
        // The last of equals is taken.
        self.all().max_by_key(rank)
    }

    /// The measurements: at nodes, then against the clock.
    pub fn all(&self) -> impl Iterator<Item = &Measured> {
        self.at_nodes.iter().chain(&self.against_clock)
    }

    /// For a list of techniques: normalised Elo of each measurement with its limit, and the verdict.
    #[must_use]
    pub fn summary(&self) -> String {
        let told = |measured: &Measured| {
            let stale = if measured.stale.is_some() { ", stale" } else { "" };
            let range = measured.record.conclusions.normalised_elo.text();
            format!("{range} ({}{stale})", limit_text(measured.record.limit))
        };
        let all: Vec<String> = self.all().map(told).collect();
        let verdict = self.deciding().map_or("not measured", |measured| measured.verdict().word());
        if all.is_empty() { verdict.to_owned() } else { format!("{}: {verdict}", all.join(", ")) }
    }

    fn place(&mut self, record: &Record) -> &mut Option<Measured> {
        if record.limit.is_deterministic() { &mut self.at_nodes } else { &mut self.against_clock }
    }
}

/// What each technique that has been measured is worth, by its name.
#[must_use]
pub fn worths(ledger: &Ledger, today: &Today) -> BTreeMap<String, Worth> {
    // Of one kind: what is not stale, then what knows, then what has most games; the later of equals.
    let rank = |measured: &Measured| {
        let knows = measured.verdict() != Outcome::Unresolved;
        (measured.stale.is_none(), knows, measured.record.games())
    };
    let mut worths: BTreeMap<String, Worth> = BTreeMap::new();
    for record in &ledger.records {
        let Some(technique) = &record.technique else {
            continue;
        };
        let measured = Measured { record: record.clone(), stale: today.staleness(record) };
        let place = worths.entry(technique.clone()).or_default().place(record);
        if place.as_ref().is_none_or(|earlier| rank(earlier) <= rank(&measured)) {
            *place = Some(measured);
        }
    }
    worths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::testing::{clock_record, record, today};

    const GAIN: [u64; 5] = [10, 30, 100, 60, 50];
    const LOSS: [u64; 5] = [50, 60, 100, 30, 10];
    const EVEN: [u64; 5] = [10, 20, 40, 20, 10];

    fn worth(records: &[Record]) -> Worth {
        let ledger = Ledger { records: records.to_vec(), faults: Vec::new() };
        let mut worths = worths(&ledger, &today());
        assert_eq!(worths.len(), 1);
        worths.remove("Razoring").expect("measured")
    }

    fn deciding(records: &[Record]) -> Option<Outcome> {
        worth(records).deciding().map(Measured::verdict)
    }

    #[test]
    fn the_record_that_tells_most_counts_and_a_stale_one_hides_none() {
        let stale = Record { revision: Some(0), ..record("Razoring", LOSS) };
        let (gain, even) = (record("Razoring", GAIN), record("Razoring", EVEN));
        let at_nodes = |records: &[Record]| worth(records).at_nodes.expect("measured");
        assert_eq!(at_nodes(&[gain.clone(), even.clone()]).record, gain);
        assert_eq!(at_nodes(&[even.clone(), gain.clone()]).record, gain);
        let smaller = record("Razoring", [0, 0, 4, 1, 0]);
        assert_eq!(at_nodes(&[even.clone(), smaller]).record, even);
        let later = Record { date: "2026-12-01T16:00:00Z".to_owned(), ..gain.clone() };
        assert_eq!(at_nodes(&[gain.clone(), later.clone()]).record, later);
        assert_eq!(at_nodes(&[stale.clone(), gain.clone()]).stale, None);
        assert_eq!(at_nodes(&[gain.clone(), stale.clone()]).record, gain);
        let reason = at_nodes(&[stale]).stale;
        assert_eq!(reason.as_deref(), Some("Razoring was at revision 0, now at 1"));
    }

    #[test]
    fn the_clock_decides_when_it_knows() {
        let nodes = |pairs| record("Razoring", pairs);
        let clock = |pairs| clock_record("Razoring", pairs);
        assert_eq!(deciding(&[nodes(GAIN), clock(LOSS)]), Some(Outcome::Rejected));
        assert_eq!(deciding(&[nodes(GAIN), clock(EVEN)]), Some(Outcome::Accepted));
        assert_eq!(deciding(&[nodes(EVEN), clock(EVEN)]), Some(Outcome::Unresolved));
        let stale = Record { revision: Some(0), ..clock(LOSS) };
        assert_eq!(deciding(&[nodes(EVEN), stale.clone()]), Some(Outcome::Unresolved));
        assert_eq!(deciding(&[stale]), Some(Outcome::Rejected));
        assert_eq!(Worth::default().deciding(), None);
    }

    #[test]
    fn what_a_person_reads() {
        let stale = Record { revision: Some(0), ..clock_record("Razoring", EVEN) };
        assert_eq!(
            worth(&[record("Razoring", [40, 80, 140, 99, 41]), stale]).summary(),
            "+11.5 ± 24.1 (2000 nodes), +0.0 ± 48.2 (1+0.01 of CPU time, stale): unresolved"
        );
        assert_eq!(Worth::default().summary(), "not measured");
    }

    #[test]
    fn matches_of_no_technique_are_nobodys_worth() {
        let joint = Record { technique: None, revision: None, ..record("Razoring", GAIN) };
        let ledger = Ledger { records: vec![joint], faults: Vec::new() };
        assert!(worths(&ledger, &today()).is_empty());
    }
}
