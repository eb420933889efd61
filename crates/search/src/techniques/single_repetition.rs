//! Draws by repetition.

use rules::game::{earlier_occurrences, is_repetition_draw};

use crate::node::{Node, NodeKind};
use crate::score::Score;
use crate::step::{GO_ON, Step};
use crate::worker::Worker;

registry::technique! {
    /// Scores any single repetition as a draw, one of the game included.
    ///
    /// Off, a repetition counts at the first earlier occurrence inside the tree, and at the second anywhere, as the rules say.
    "SingleRepetition", title "Any repetition is a draw", class Eval, default off, revision 1,
    source "Kirin text: Repetition Detection",
    needs [], excludes [],
    parameters {}
}

/// Leaves the node when the position has occurred before.
pub(crate) fn step<N: NodeKind>(w: &Worker<'_>, node: &Node) -> Step {
    let clock = w.position().halfmove_clock();
    // Two moves of each side at the least lead back.
    if clock < 4 {
        return GO_ON;
    }
    let is_draw = if w.config.single_repetition.on {
        let has_occurred = earlier_occurrences(w.keys(), clock) > 0;
        w.count::<N, Settings>(node.depth, has_occurred);
        has_occurred
    } else {
        is_repetition_draw(w.keys(), clock, w.ply().get())
    };
    if is_draw { Step::Break(Score::DRAW) } else { GO_ON }
}
