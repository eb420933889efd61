//! Static evaluations kept in the table.

use crate::correction;
use crate::node::{Node, NodeKind};
use crate::score::Score;
use crate::techniques::fifty_move_damping;
use crate::worker::Worker;

registry::technique! {
    /// Takes the static evaluation from the table when an earlier visit has left it there.
    "StaticEvaluationInTable", title "Static evaluation in the table", class Memo, default on, revision 1,
    source "CPW: Transposition Table (what information is stored)",
    needs [], excludes [],
    parameters {}
}

/// The static evaluation of the node, unless it is in check; kept in the frame, too.
pub(crate) fn evaluate<N: NodeKind>(w: &mut Worker<'_>, node: &mut Node) {
    if !node.in_check {
        let is_on = w.config.static_evaluation_in_table.on;
        let known = node.entry.and_then(|entry| entry.evaluation).filter(|_| is_on);
        if is_on {
            w.count::<N, Settings>(node.depth, known.is_some());
        }
        let raw = known.unwrap_or_else(|| w.evaluate());
        let damped = fifty_move_damping::adjust(w, raw);
        node.raw_evaluation = Some(raw);
        node.evaluation = Some(Score::centipawns(damped.value() + correction::of(w)));
    }
    w.frame_mut().evaluation = node.evaluation;
}
