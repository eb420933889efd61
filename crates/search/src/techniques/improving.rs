//! Improving: is the side to move better off than at its last turn?

use crate::node::{Node, NodeKind};
use crate::score::Score;
use crate::worker::Worker;

registry::technique! {
    /// Prunes less where the static evaluation has risen since the side's last turn; off, no node counts as improving.
    "Improving", title "Improving", class Selective, default on, revision 1,
    source "CPW: Improving",
    needs [], excludes [],
    parameters {}
}

/// Compares with two plies before, or with four where the side was in check then.
fn has_risen(now: Option<Score>, two_before: Option<Score>, four_before: Option<Score>) -> bool {
    match (now, two_before.or(four_before)) {
        (Some(now), Some(before)) => now > before,
        _ => false,
    }
}

/// Notes whether the node is improving.
pub(crate) fn judge<N: NodeKind>(w: &Worker<'_>, node: &mut Node) {
    let before = |plies| w.frame_before(plies).and_then(|frame| frame.evaluation);
    node.improving = w.config.improving.on && has_risen(node.evaluation, before(2), before(4));
    if w.config.improving.on && !node.in_check {
        w.count::<N, Settings>(node.depth, node.improving);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_in_between_is_looked_past() {
        let score = |value| Some(Score::centipawns(value));
        assert!(has_risen(score(10), score(9), None) && !has_risen(score(10), score(10), score(0)));
        assert!(has_risen(score(10), None, score(9)) && !has_risen(score(10), None, None));
        assert!(!has_risen(None, score(9), score(9)));
    }
}
