//! Draws by the fifty-move rule and by insufficient material.

use rules::game::has_insufficient_material;

use crate::node::{Node, NodeKind};
use crate::score::Score;
use crate::step::{GO_ON, Step};
use crate::worker::Worker;

registry::technique! {
    /// Scores a position as a draw after fifty moves without capture or pawn move, and where neither side could mate.
    "DrawRules", title "Fifty moves and insufficient material", class Eval, default on, revision 1,
    source "FIDE Laws of Chess, articles 5.2.2 and 9.3",
    needs [], excludes [],
    parameters {}
}

/// Leaves the node when the rules have ended the game.
pub(crate) fn step<N: NodeKind>(w: &Worker<'_>, node: &Node) -> Step {
    if !w.config.draw_rules.on {
        return GO_ON;
    }
    let position = w.position();
    // Mate on the last of the hundred plies counts.
    let by_clock = || position.halfmove_clock() >= 100 && (!w.frame().in_check || position.has_legal_move());
    let is_draw = by_clock() || has_insufficient_material(position);
    w.count::<N, Settings>(node.depth, is_draw);
    if is_draw { Step::Break(Score::DRAW) } else { GO_ON }
}
