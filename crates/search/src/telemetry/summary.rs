//! Telemetry as plain numbers, for whoever shows or stores them.
//!
//! Not text: that is made outside this crate. Invariant: every number follows from counters; rates are for reading and decide nothing.

use registry::{Listed, Registry};
use serde::Serialize;

use super::meaning::{self, Meaning};
use super::{Count, Counter, Event, Telemetry};
use crate::Config;
use crate::techniques::{aspiration_windows, late_move_reductions, principal_variation_search};
use crate::techniques::{research_depth, singular_extensions};

/// A part of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many of them.
    pub part: u64,
    /// How many there were.
    pub whole: u64,
    /// The one divided by the other; none without a whole.
    pub rate: Option<f64>,
}

impl Share {
    fn new(part: u64, whole: u64) -> Share {
        Share { part, whole, rate: (whole > 0).then(|| part as f64 / whole as f64) }
    }
}

/// What was counted, from the first search to the last; of several threads, by the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Searches counted together.
    pub searches: u64,
    /// All nodes.
    pub nodes: u64,
    /// Refutations that were the first move searched, of all refutations outside quiescence.
    pub first_move_cutoffs: Share,
    /// Visits of a position that the table knew, of all that asked it.
    pub table_hits: Share,
    /// Moves searched again, of those first searched less deep or with a window that holds no score.
    pub researches: Share,
    /// The factor by which nodes grow from one iteration to the next, as a geometric mean from the first to the last finished one.
    pub effective_branching_factor: Option<f64>,
    /// Nodes by the depth they were first asked to be searched to; 0 is quiescence.
    pub nodes_by_depth: Vec<DepthNodes>,
    /// Nodes of finished iterations by their depth.
    pub nodes_by_iteration: Vec<DepthNodes>,
    /// Techniques that are counted, in the order of the registry.
    pub techniques: Vec<TechniqueSummary>,
    /// The others.
    pub not_counted: Vec<NotCounted>,
}

/// Nodes of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DepthNodes {
    /// In plies.
    pub depth: u32,
    /// How many.
    pub nodes: u64,
}

/// One technique's numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TechniqueSummary {
    /// Its option's name.
    pub name: &'static str,
    /// What one try is.
    pub a_try: &'static str,
    /// When it succeeds.
    pub success: &'static str,
    /// How often it was tried.
    pub tries: u64,
    /// How often it succeeded.
    pub successes: u64,
    /// Nodes of the searches that only this technique asked for, one inside another counted once.
    pub nodes: u64,
    /// What became of the tries, where there is more to tell.
    pub details: Vec<Detail>,
    /// The same by the remaining depth of the node; 0 is quiescence. Depths at which nothing was tried are left out.
    pub by_depth: Vec<DepthRow>,
}

/// A count with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Detail {
    /// What happened.
    pub name: &'static str,
    /// How often.
    pub count: u64,
}

/// One technique at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DepthRow {
    /// In plies.
    pub depth: u32,
    /// How often it was tried.
    pub tries: u64,
    /// How often it succeeded.
    pub successes: u64,
    /// Nodes of its own searches.
    pub nodes: u64,
}

/// A technique of which nothing is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NotCounted {
    /// Its option's name.
    pub name: &'static str,
    /// Why.
    pub reason: &'static str,
}

const DETAILS: [(usize, Event, &str); 6] = [
    (aspiration_windows::Settings::INDEX, Event::FailedLow, "failed low"),
    (aspiration_windows::Settings::INDEX, Event::FailedHigh, "failed high"),
    (research_depth::Settings::INDEX, Event::ResearchedDeeper, "deeper"),
    (singular_extensions::Settings::INDEX, Event::DoublyExtended, "extended twice"),
    (singular_extensions::Settings::INDEX, Event::Multicut, "node left by multicut"),
    (singular_extensions::Settings::INDEX, Event::SearchedLessDeep, "searched less deep"),
];

impl Telemetry {
    /// Everything counted so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let (mut techniques, mut not_counted) = (Vec::new(), Vec::new());
        for (index, info) in Config::DEFAULT.infos().into_iter().enumerate() {
            match meaning::of(index) {
                Meaning::Counted { a_try, success } => {
                    techniques.push(self.technique(index, info.name, a_try, success));
                }
                Meaning::NotCounted(reason) => not_counted.push(NotCounted { name: info.name, reason }),
            }
        }
        let nodes_by_iteration = filled(&self.iterations);
        Summary {
            searches: self.searches.get(),
            nodes: self.nodes.iter().map(std::cell::Cell::get).sum(),
            first_move_cutoffs: Share::new(self.event(Event::FirstMoveCutoff), self.event(Event::Cutoff)),
            table_hits: Share::new(self.event(Event::TableHit), self.event(Event::TableLookup)),
            researches: self.researches(),
            effective_branching_factor: branching_factor(&nodes_by_iteration),
            nodes_by_depth: filled(&self.nodes),
            nodes_by_iteration,
            techniques,
            not_counted,
        }
    }

    fn technique(
        &self,
        index: usize,
        name: &'static str,
        a_try: &'static str,
        success: &'static str,
    ) -> TechniqueSummary {
        let Counter { total, rows, .. } = &self.techniques[index];
        let Count { tries, successes, nodes } = total.get();
        let details = DETAILS.iter().filter(|(of, ..)| *of == index);
        let by_depth =
            rows.iter().map(std::cell::Cell::get).enumerate().filter(|(_, count)| *count != Count::default());
        TechniqueSummary {
            name,
            a_try,
            success,
            tries,
            successes,
            nodes,
            details: details.map(|&(_, event, name)| Detail { name, count: self.event(event) }).collect(),
            by_depth: by_depth
                .map(|(depth, Count { tries, successes, nodes })| DepthRow {
                    depth: depth as u32,
                    tries,
                    successes,
                    nodes,
                })
                .collect(),
        }
    }

    fn researches(&self) -> Share {
        let of = |index: usize| self.techniques[index].total.get();
        let counts = [of(late_move_reductions::Settings::INDEX), of(principal_variation_search::Settings::INDEX)];
        let tries = counts.iter().map(|count| count.tries).sum();
        Share::new(counts.iter().map(|count| count.tries - count.successes).sum(), tries)
    }
}

fn filled(rows: &[std::cell::Cell<u64>]) -> Vec<DepthNodes> {
    let rows = rows.iter().enumerate().map(|(depth, nodes)| DepthNodes { depth: depth as u32, nodes: nodes.get() });
    rows.filter(|row| row.nodes > 0).collect()
}

fn branching_factor(iterations: &[DepthNodes]) -> Option<f64> {
    let (first, last) = (iterations.first()?, iterations.last()?);
    let steps = last.depth - first.depth;
    (steps > 0).then(|| (last.nodes as f64 / first.nodes as f64).powf(1.0 / f64::from(steps)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(nodes: &[u64]) -> Vec<DepthNodes> {
        (1..).zip(nodes).map(|(depth, &nodes)| DepthNodes { depth, nodes }).collect()
    }

    #[test]
    fn the_branching_factor_is_the_mean_growth_from_iteration_to_iteration() {
        assert_eq!(branching_factor(&rows(&[10, 30, 90])), Some(3.0));
        // The geometric mean of 4 and 1.
        assert_eq!(branching_factor(&rows(&[10, 40, 40])), Some(2.0));
        assert_eq!(branching_factor(&rows(&[10])), None);
        assert_eq!(branching_factor(&[]), None);
    }

    #[test]
    fn a_share_of_nothing_has_no_rate() {
        assert_eq!(Share::new(0, 0).rate, None);
        assert_eq!(Share::new(1, 4).rate, Some(0.25));
    }
}
