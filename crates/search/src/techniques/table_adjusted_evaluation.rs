//! Table-adjusted evaluation.

use crate::node::{Node, NodeKind};
use crate::score::{Bound, Score};
use crate::table::Entry;
use crate::worker::Worker;

registry::technique! {
    /// Where the table's score says that the static evaluation is too low or too high, whole-node pruning believes the table.
    "TableAdjustedEvaluation", title "Table-adjusted evaluation", class Selective, default off, revision 1,
    source "CPW: Transposition Table (using the score as evaluation)",
    needs [], excludes [],
    parameters {}
}

/// The better of the two estimates.
fn better(evaluation: Score, entry: &Entry) -> Score {
    let agrees = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > evaluation,
        Bound::Upper => entry.score < evaluation,
    };
    if agrees && !entry.score.is_decided() { entry.score } else { evaluation }
}

/// Sets what the whole-node techniques take the node to be worth.
pub(crate) fn adjust<N: NodeKind>(w: &Worker<'_>, node: &mut Node) {
    let entry = node.entry.filter(|_| w.config.table_adjusted_evaluation.on);
    node.estimate = match (node.evaluation, entry) {
        (Some(evaluation), Some(entry)) => {
            let estimate = better(evaluation, &entry);
            w.count::<N, Settings>(node.depth, estimate != evaluation);
            Some(estimate)
        }
        (evaluation, _) => evaluation,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Depth;

    #[test]
    fn bounds_move_the_estimate_only_their_way() {
        let entry = |bound, score| Entry {
            mv: None,
            score: Score::centipawns(score),
            bound,
            depth: Depth::ZERO,
            evaluation: None,
            was_pv: false,
        };
        let estimate = |bound, score| better(Score::centipawns(10), &entry(bound, score)).value();
        assert_eq!([estimate(Bound::Lower, 50), estimate(Bound::Lower, 5)], [50, 10]);
        assert_eq!([estimate(Bound::Upper, 50), estimate(Bound::Upper, 5)], [10, 5]);
        assert_eq!([estimate(Bound::Exact, 50), estimate(Bound::Exact, 5)], [50, 5]);
    }
}
