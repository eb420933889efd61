//! Quiescence: plays noisy moves out until the static evaluation can be trusted.
//!
//! Part of the skeleton; what it leaves out or adds are techniques. Fail-soft.
//! Invariant: a mate received is claimed only when every evasion was searched.

use crate::node::{Node, NodeKind};
use crate::picker::MovePicker;
use crate::score::{Score, Window};
use crate::step::Step;
use crate::techniques::{
    quiescence_checks, quiescence_evasions, quiescence_futility, quiescence_table, see_pruning,
    static_evaluation_in_table, threat_history,
};
use crate::worker::Worker;

/// The value of the current position once the noise has settled.
pub(crate) fn visit<N: NodeKind>(w: &mut Worker<'_>, mut node: Node) -> Step<Score> {
    let asked = node.window;
    if w.ply().is_last() {
        return Step::Break(w.evaluate());
    }
    quiescence_table::step::<N>(w, &mut node)?;
    let evades = node.in_check && quiescence_evasions::applies::<N>(w, node.depth);
    let mut best = None;
    if !evades {
        let evaluation = stand_pat::<N>(w, &mut node);
        if evaluation >= node.window.beta {
            quiescence_table::store::<N>(w, &node, asked, None, evaluation);
            return Step::Break(evaluation);
        }
        node.window.alpha = node.window.alpha.max(evaluation);
        best = Some(evaluation);
    }
    let (best, mv) = search_moves::<N>(w, &mut node, evades, best)?;
    let best = best.unwrap_or(Score::mated_at(w.ply()));
    quiescence_table::store::<N>(w, &node, asked, mv, best);
    Step::Continue(best)
}

/// What the side to move has without a noisy move.
fn stand_pat<N: NodeKind>(w: &mut Worker<'_>, node: &mut Node) -> Score {
    static_evaluation_in_table::evaluate::<N>(w, node);
    // In check there is no static evaluation to keep, but without evasions there is nothing better to stand on.
    node.evaluation.unwrap_or_else(|| w.evaluate())
}

/// The best score found, if any move was searched or none had to be, and the move that raised alpha.
fn search_moves<N: NodeKind>(
    w: &mut Worker<'_>,
    node: &mut Node,
    evades: bool,
    mut best: Option<Score>,
) -> Step<(Option<Score>, Option<rules::Move>)> {
    if evades || quiescence_checks::applies(w, node.depth) {
        threat_history::note(w);
    }
    let legality = w.position().legality();
    let mut picker = if evades { MovePicker::all(w, node) } else { MovePicker::noisy(w, node) };
    let mut best_move = None;
    while let Some(candidate) = picker.next(w, &legality) {
        if best.is_some_and(|best| !best.is_loss()) {
            if see_pruning::applies::<N>(w, node.depth, &candidate) {
                continue;
            }
            if evades {
                picker.skip_quiets();
                if !candidate.is_noisy() {
                    continue;
                }
            } else if !candidate.is_noisy() {
                // A check: what it brings is no victim's worth.
            } else if let Some(bound) = quiescence_futility::bound::<N>(w, node, &candidate) {
                best = best.max(Some(bound));
                continue;
            }
        }
        let score = {
            let mut child = w.child(candidate.mv);
            -child.score::<N::Heir>(Node::new(node.depth - 1, -node.window, false))?
        };
        w.count_quiescence_move::<N>(node, evades, &candidate, score >= node.window.beta);
        best = best.max(Some(score));
        if score > node.window.alpha {
            best_move = Some(candidate.mv);
            if N::PV {
                w.lines.adopt(w.ply(), candidate.mv);
            }
            if score >= node.window.beta {
                break;
            }
            node.window = Window { alpha: score, ..node.window };
        }
    }
    Step::Continue((best, best_move))
}
