//! The spine of a node: the list of steps, in order.
//!
//! Not a technique: each step is a line here and a room of its own in `techniques`. A step may go on or leave the node with a score.
//! Invariant: nothing before the move loop cuts the root, a principal-variation node, a node in check or one with an excluded move
//! short, except for draws by rule, mate distance, tablebases and the end of the line.

use crate::moves_loop;
use crate::node::{Node, NodeKind};
use crate::quiescence;
use crate::score::Score;
use crate::step::Step;
use crate::table_probe;
use crate::techniques::{
    check_extension, draw_rules, former_principal_variation, hindsight, improving, internal_iterative_deepening,
    internal_iterative_reduction, mate_distance_pruning, null_move_pruning, probcut, razoring,
    reverse_futility_pruning, single_repetition, static_evaluation_in_table, table_adjusted_evaluation, table_cutoffs,
    table_move,
};
use crate::worker::Worker;

/// The value of the current position.
pub(crate) fn visit<N: NodeKind>(w: &mut Worker<'_>, mut node: Node) -> Step<Score> {
    w.lines.clear(w.ply());
    w.deepest = w.deepest.max(w.ply());
    node.in_check = w.frame().in_check;
    if !N::ROOT {
        single_repetition::step::<N>(w, &node)?;
        draw_rules::step::<N>(w, &node)?;
        mate_distance_pruning::step::<N>(w, &mut node)?;
    }
    check_extension::adjust::<N>(w, &mut node);
    if node.depth.is_quiescence() {
        return quiescence::visit::<N>(w, node);
    }
    if w.ply().is_last() {
        return Step::Break(w.evaluate());
    }

    table_move::look_up::<N>(w, &mut node);
    former_principal_variation::judge::<N>(w, &mut node);
    table_cutoffs::step::<N>(w, &node)?;
    table_probe::step::<N>(w, &mut node)?;
    static_evaluation_in_table::evaluate::<N>(w, &mut node);
    improving::judge::<N>(w, &mut node);
    table_adjusted_evaluation::adjust::<N>(w, &mut node);
    hindsight::adjust::<N>(w, &mut node);

    if may_cut_whole_node::<N>(w, &node) {
        razoring::step::<N>(w, &node)?;
        reverse_futility_pruning::step::<N>(w, &node)?;
        null_move_pruning::step::<N>(w, &node)?;
        probcut::step::<N>(w, &node)?;
    }
    internal_iterative_deepening::step::<N>(w, &mut node)?;
    internal_iterative_reduction::adjust::<N>(w, &mut node);
    moves_loop::search::<N>(w, node)
}

/// The guard that all techniques share which drop a node before looking at its moves.
fn may_cut_whole_node<N: NodeKind>(w: &Worker<'_>, node: &Node) -> bool {
    !N::PV && !node.in_check && w.frame().excluded.is_none()
}
