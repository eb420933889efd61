//! Principal variation search: how a move's value is found once it has been made.

use crate::depth::Depth;
use crate::node::{Node, NodeKind, NonPv};
use crate::picker::Candidate;
use crate::score::{Score, Window};
use crate::step::Step;
use crate::techniques::{late_move_reductions, research_depth};
use crate::worker::Worker;

registry::technique! {
    /// Takes the first move for the best and asks of the others only whether they are better.
    ///
    /// The question is a search with a window that holds no score: it is answered in fewer nodes, and only a move that turns out to be
    /// better is searched again for its value.
    "PrincipalVariationSearch", title "Principal variation search", class Exact, default on, revision 1,
    source "CPW: Principal Variation Search; Marsland & Campbell 1982",
    needs [], excludes [],
    parameters {}
}

/// Where a move stands among those of its node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// From 1.
    pub(crate) number: u32,
    /// Plies that the move is searched deeper.
    pub(crate) extension: i32,
    /// The best score before it.
    pub(crate) best: Option<Score>,
}

/// The value of a move for the side that makes it. `window` is the node's, with the alpha reached so far.
pub(crate) fn step<N: NodeKind>(
    w: &mut Worker<'_>,
    node: &Node,
    window: Window,
    candidate: &Candidate,
    place: Place,
) -> Step<Score> {
    let is_on = w.config.principal_variation_search.on;
    let Place { number, extension, best } = place;
    let mut depth = node.depth - 1 + extension;
    let mut child = w.child(candidate.mv);
    if number == 1 {
        let score = child.score::<N::Heir>(Node::new(depth, -window, !N::PV && !node.cut_node))?;
        return Step::Continue(-score);
    }
    let scout = Window::zero_above(window.alpha);
    let reduction = late_move_reductions::plies::<N>(&child, node, candidate, number);
    let reduced = (depth - reduction).max(Depth::new(1));
    if reduced < depth {
        child.set_reduction(reduction);
        let score = -if is_on {
            child.score::<NonPv>(Node::new(reduced, -scout, true))?
        } else {
            child.score::<N::Heir>(Node::new(reduced, -window, true))?
        };
        child.set_reduction(0);
        if score <= window.alpha {
            return Step::Continue(score);
        }
        depth = depth + research_depth::plies(&child, score.value() - best.unwrap_or(window.alpha).value());
    }
    if is_on {
        let score = -child.score::<NonPv>(Node::new(depth, -scout, !node.cut_node))?;
        if !N::PV || score <= window.alpha || score >= window.beta {
            return Step::Continue(score);
        }
    }
    let score = child.score::<N::Heir>(Node::new(depth, -window, false))?;
    Step::Continue(-score)
}
