//! Principal variation search: how a move's value is found once it has been made.

use registry::Listed;

use crate::Config;
use crate::depth::Depth;
use crate::node::{Node, NodeKind};
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
    let is_reduced = reduced < depth;
    if is_reduced {
        child.set_reduction(reduction);
        let score = -if is_on {
            child.score::<N::Scout>(Node::new(reduced, -scout, true))?
        } else {
            child.score::<N::Heir>(Node::new(reduced, -window, true))?
        };
        child.set_reduction(0);
        child.count::<N, late_move_reductions::Settings>(node.depth, score <= window.alpha);
        if score <= window.alpha {
            count_question::<N>(&child, node, true);
            return Step::Continue(score);
        }
        let gain = score.value() - best.unwrap_or(window.alpha).value();
        depth = depth + research_depth::plies::<N>(&child, node, gain);
    }
    if is_on {
        let question = Node::new(depth, -scout, !node.cut_node);
        let score =
            -search_again::<N, N::Scout, late_move_reductions::Settings>(&mut child, node, is_reduced, question)?;
        let is_answer = !N::PV || score <= window.alpha || score >= window.beta;
        count_question::<N>(&child, node, is_answer);
        if is_answer {
            return Step::Continue(score);
        }
    }
    let question = Node::new(depth, -window, false);
    let score = if is_on {
        search_again::<N, N::Heir, Settings>(&mut child, node, true, question)?
    } else {
        search_again::<N, N::Heir, late_move_reductions::Settings>(&mut child, node, is_reduced, question)?
    };
    Step::Continue(-score)
}

/// A search that, where it repeats one, is charged to a technique: the one that searched in vain before.
#[inline(always)]
fn search_again<N: NodeKind, Kind: NodeKind, Charged: Listed<Config = Config>>(
    child: &mut Worker<'_>,
    node: &Node,
    is_repeated: bool,
    question: Node,
) -> Step<Score> {
    if N::COUNTED && is_repeated {
        child.charge::<N, Charged, _>(node.depth, |child| child.score::<Kind>(question))
    } else {
        child.score::<Kind>(question)
    }
}

/// Off a principal variation the question is all that is ever asked.
fn count_question<N: NodeKind>(child: &Worker<'_>, node: &Node, is_answered: bool) {
    if N::PV && child.config.principal_variation_search.on {
        child.count::<N, Settings>(node.depth, is_answered);
    }
}
