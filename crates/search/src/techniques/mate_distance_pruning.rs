//! Mate distance pruning.

use crate::depth::Ply;
use crate::node::{Node, NodeKind};
use crate::score::{Score, Window};
use crate::step::{GO_ON, Step};
use crate::worker::Worker;

registry::technique! {
    /// Leaves a node that could not even by an immediate mate change a shorter mate already found.
    "MateDistancePruning", title "Mate distance pruning", class Exact, default on, revision 1,
    source "CPW: Mate Distance Pruning",
    needs [], excludes [],
    parameters {}
}

/// The scores that are still possible at this ply.
fn possible(ply: Ply) -> Window {
    Window { alpha: Score::mated_at(ply), beta: Score::mate_at(ply.next()) }
}

/// Narrows the window to what is possible; leaves the node when nothing is left of it.
pub(crate) fn step<N: NodeKind>(w: &Worker<'_>, node: &mut Node) -> Step {
    if !w.config.mate_distance_pruning.on {
        return GO_ON;
    }
    let possible = possible(w.ply());
    let alpha = node.window.alpha.max(possible.alpha);
    let beta = node.window.beta.min(possible.beta);
    w.count::<N, Settings>(node.depth, alpha >= beta);
    if alpha >= beta {
        return Step::Break(alpha);
    }
    node.window = Window { alpha, beta };
    GO_ON
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_below_a_mate_that_is_nearer() {
        let known = Score::mate_at(Ply::new(3));
        assert!(known >= possible(Ply::new(3)).beta);
        assert!(known < possible(Ply::new(1)).beta);
    }
}
