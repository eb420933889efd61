//! Depth of the re-search.

use crate::node::{Node, NodeKind};
use crate::telemetry::Event;
use crate::worker::Worker;

registry::technique! {
    /// A reduced move that beats alpha is searched again a ply deeper when it beats it clearly, a ply less deep when only just.
    "ResearchDepth", title "Deeper and shallower re-search", class Selective, default off, revision 1,
    source "CPW: Late Move Reductions (re-search)",
    needs [late_move_reductions], excludes [],
    parameters {
        /// By how much the best score must be beaten for a deeper search, in centipawns.
        deeper = 45 in 5..=200 step 8;
        /// By how little for a shallower one, in centipawns.
        shallower = 8 in 0..=60 step 3;
    }
}

impl Settings {
    /// Plies to add when the best score is beaten by so much.
    fn plies(&self, gain: i32) -> i32 {
        if gain > self.deeper {
            1
        } else if gain < self.shallower {
            -1
        } else {
            0
        }
    }
}

/// Plies to add to the second search of a move that beat alpha by so much.
pub(crate) fn plies<N: NodeKind>(w: &Worker<'_>, node: &Node, gain: i32) -> i32 {
    let settings = &w.config.research_depth;
    if !settings.on {
        return 0;
    }
    let plies = settings.plies(gain);
    w.count::<N, Settings>(node.depth, plies != 0);
    w.note::<N>(Event::ResearchedDeeper, plies > 0);
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_gains_go_deeper() {
        let plies = |gain| Settings::DEFAULT.plies(gain);
        assert_eq!([plies(46), plies(45), plies(8), plies(7)], [1, 0, 0, -1]);
    }
}
