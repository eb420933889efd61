//! Futility pruning in quiescence.

use rules::{MoveKind, PieceKind};

use crate::node::{Node, NodeKind};
use crate::picker::Candidate;
use crate::score::Score;
use crate::techniques::see_ordering::VALUES;
use crate::worker::Worker;

registry::technique! {
    /// Leaves out captures whose victim, with a margin, does not bring the static evaluation up to alpha.
    "QuiescenceFutility", title "Futility pruning in quiescence", class Selective, default on, revision 1,
    source "CPW: Delta Pruning",
    needs [], excludes [],
    parameters {
        /// What a capture may bring beside its victim, in centipawns.
        margin = 200 in 0..=600 step 20;
    }
}

/// What the move can bring at most, where that is not enough for alpha.
pub(crate) fn bound<N: NodeKind>(w: &Worker<'_>, node: &Node, candidate: &Candidate) -> Option<Score> {
    let settings = &w.config.quiescence_futility;
    let alpha = node.window.alpha;
    let evaluation = node.evaluation.filter(|_| settings.on && !alpha.is_decided())?;
    let mv = candidate.mv;
    if mv.promotion().is_some() {
        return None;
    }
    let victim = match mv.kind() {
        MoveKind::EnPassant => Some(PieceKind::Pawn),
        _ => w.position().piece_on(mv.to()).map(rules::Piece::kind),
    };
    let gain = victim.map_or(0, |victim| VALUES[victim.index()]);
    let bound = evaluation + settings.margin + gain;
    w.count::<N, Settings>(node.depth, bound <= alpha);
    (bound <= alpha).then_some(bound)
}
