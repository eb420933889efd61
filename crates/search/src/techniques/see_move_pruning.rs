//! Static exchange evaluation in the move loop.

use crate::node::{Node, NodeKind};
use crate::picker::{Candidate, Provenance};
use crate::techniques::see_ordering::VALUES;
use crate::worker::Worker;

registry::technique! {
    /// Near the horizon, leaves out moves that lose more material than the depth left could win back.
    "SEEMovePruning", title "SEE pruning of moves", class Selective, default on, revision 1,
    source "CPW: Static Exchange Evaluation (pruning)",
    needs [], excludes [],
    parameters {
        /// Highest remaining depth, in plies.
        max_depth = 8 in 1..=16 step 1;
        /// What a capture may lose per squared ply of remaining depth, in centipawns.
        noisy_margin = 25 in 5..=100 step 3;
        /// What a quiet move may lose per ply of remaining depth, in centipawns.
        quiet_margin = 60 in 5..=200 step 6;
    }
}

impl Settings {
    /// What the exchange must yield at least, in centipawns; none where nothing is left out.
    fn threshold(&self, depth: i32, is_noisy: bool) -> Option<i32> {
        let allowed = if is_noisy { self.noisy_margin * depth * depth } else { self.quiet_margin * depth };
        (self.on && depth <= self.max_depth).then_some(-allowed)
    }
}

/// Whether the move is left out.
pub(crate) fn applies<N: NodeKind>(w: &Worker<'_>, node: &Node, candidate: &Candidate) -> bool {
    // A capture that the picker calls good yields at least nothing, which no threshold asks more than.
    if candidate.provenance == Provenance::GoodCapture && w.config.see_ordering.on {
        return false;
    }
    let threshold = w.config.see_move_pruning.threshold(node.depth.plies(), candidate.is_noisy());
    threshold.is_some_and(|threshold| {
        let loses = !w.position().exchange_gains(candidate.mv, threshold, &VALUES);
        w.count::<N, Settings>(node.depth, loses);
        loses
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_nodes_forgive_more_and_nothing_is_asked_of_a_good_capture() {
        let threshold = |depth, noisy| Settings::DEFAULT.threshold(depth, noisy);
        assert_eq!([threshold(1, true), threshold(3, true), threshold(3, false)], [Some(-25), Some(-225), Some(-180)]);
        assert_eq!(threshold(9, false), None);
        assert!((1..=8).all(|depth| threshold(depth, true) <= Some(0)));
    }
}
