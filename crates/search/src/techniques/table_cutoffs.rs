//! Cutoffs by the transposition table.

use crate::depth::Depth;
use crate::node::{Node, NodeKind};
use crate::score::{Bound, Score, Window};
use crate::step::{GO_ON, Step};
use crate::table::Entry;
use crate::worker::Worker;

registry::technique! {
    /// Leaves a node whose value an earlier visit of at least the same depth has already bounded well enough.
    ///
    /// Withheld near the fifty-move limit: the table does not know how close the draw is, and a win it promises may come too late.
    "TableCutoffs", title "Table cutoffs", class Memo, default on, revision 1,
    source "CPW: Transposition Table",
    needs [], excludes [],
    parameters {
        /// The half-move clock from which on scores of the table are not trusted, in plies.
        max_clock = 90 in 20..=100 step 5;
    }
}

/// Whether an entry settles a question of this depth and window.
fn settles(entry: &Entry, depth: Depth, window: Window) -> bool {
    entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        }
}

/// The score of the entry, if it settles the node's question here.
pub(crate) fn score_of<N: NodeKind>(w: &Worker<'_>, node: &Node) -> Option<Score> {
    let clock = i32::from(w.position().halfmove_clock());
    if N::PV || w.frame().excluded.is_some() || clock >= w.config.table_cutoffs.max_clock {
        return None;
    }
    node.entry.filter(|entry| settles(entry, node.depth, node.window)).map(|entry| entry.score)
}

/// Leaves the node with the score of its entry.
pub(crate) fn step<N: NodeKind>(w: &Worker<'_>, node: &Node) -> Step {
    if !w.config.table_cutoffs.on {
        return GO_ON;
    }
    let score = score_of::<N>(w, node);
    if !N::PV && node.entry.is_some() {
        w.count::<N, Settings>(node.depth, score.is_some());
    }
    score.map_or(GO_ON, Step::Break)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_settle_only_what_they_bound() {
        let entry = |bound, score, depth| Entry {
            mv: None,
            score: Score::centipawns(score),
            bound,
            depth: Depth::new(depth),
            evaluation: None,
            was_pv: false,
        };
        let window = Window { alpha: Score::centipawns(10), beta: Score::centipawns(20) };
        for (bound, score, depth, settled) in [
            (Bound::Exact, 15, 5, true),
            (Bound::Exact, 15, 4, false),
            (Bound::Lower, 20, 5, true),
            (Bound::Lower, 19, 9, false),
            (Bound::Upper, 10, 5, true),
            (Bound::Upper, 11, 9, false),
        ] {
            assert_eq!(
                settles(&entry(bound, score, depth), Depth::new(5), window),
                settled,
                "{bound:?} {score} {depth}"
            );
        }
    }
}
