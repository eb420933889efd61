//! Razoring.

use crate::depth::Depth;
use crate::node::{Node, NodeKind};
use crate::score::Window;
use crate::step::{GO_ON, Step};
use crate::techniques::decisive_scores;
use crate::worker::Worker;

registry::technique! {
    /// Drops a node that stands far below alpha straight into quiescence, and believes it when that stays below.
    "Razoring", title "Razoring", class Selective, default on, revision 1,
    source "CPW: Razoring",
    needs [], excludes [],
    parameters {
        /// Highest remaining depth, in plies.
        max_depth = 3 in 1..=8 step 1;
        /// Margin per ply of remaining depth, in centipawns.
        margin = 300 in 50..=800 step 30;
    }
}

impl Settings {
    /// How far below alpha the static evaluation must be; none where it is not tried.
    fn margin_at(&self, depth: Depth) -> Option<i32> {
        (self.on && depth.plies() <= self.max_depth).then_some(self.margin * depth.plies())
    }
}

/// Leaves the node with what quiescence says, if that confirms that it is below alpha.
pub(crate) fn step<N: NodeKind>(w: &mut Worker<'_>, node: &Node) -> Step {
    let (Some(margin), Some(evaluation)) = (w.config.razoring.margin_at(node.depth), node.estimate) else {
        return GO_ON;
    };
    let alpha = node.window.alpha;
    if alpha.is_loss() || decisive_scores::is_decisive(w, alpha) || evaluation + margin >= alpha {
        return GO_ON;
    }
    let question = Node::new(Depth::ZERO, Window::zero_above(alpha), node.cut_node);
    let score = w.charge::<N, Settings, _>(node.depth, |w| w.visit_again::<N::Scout>(question, None))?;
    w.count::<N, Settings>(node.depth, score <= alpha);
    if score <= alpha { Step::Break(score) } else { GO_ON }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_grows_with_depth_up_to_the_last() {
        let margin = |depth| Settings::DEFAULT.margin_at(Depth::new(depth));
        assert_eq!([margin(1), margin(3), margin(4)], [Some(300), Some(900), None]);
        assert_eq!(Settings { on: false, ..Settings::DEFAULT }.margin_at(Depth::new(1)), None);
    }
}
