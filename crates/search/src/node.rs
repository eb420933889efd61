//! What is asked of a node, and what its steps find out about it.
//!
//! Not the position, nor anything that outlives the visit: those are the worker's.
//! Invariant: the kind is fixed when the node is asked for; a [`NonPv`] node has no line to report; a counted node has counted children.

use std::marker::PhantomData;

use rules::Move;

use crate::depth::Depth;
use crate::score::{Score, Window};
use crate::table::Entry;

/// The kind of a node, known at compile time.
pub(crate) trait NodeKind {
    const ROOT: bool;
    /// On a principal variation: the line is wanted, so nothing may cut it short.
    const PV: bool;
    /// Whether telemetry is kept.
    const COUNTED: bool;
    /// The kind of the child that inherits the window.
    type Heir: NodeKind;
    /// The kind of a child of which only a bound is asked.
    type Scout: NodeKind;
}

/// The position asked about.
pub(crate) struct Root;
/// May be part of the line that is played.
pub(crate) struct Pv;
/// Only whether it beats a bound is asked.
pub(crate) struct NonPv;
/// Any of these, and everything below it, with telemetry.
pub(crate) struct Counted<N>(PhantomData<N>);

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    const COUNTED: bool = false;
    type Heir = Pv;
    type Scout = NonPv;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    const COUNTED: bool = false;
    type Heir = Pv;
    type Scout = NonPv;
}

impl NodeKind for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    const COUNTED: bool = false;
    type Heir = NonPv;
    type Scout = NonPv;
}

impl<N: NodeKind> NodeKind for Counted<N> {
    const ROOT: bool = N::ROOT;
    const PV: bool = N::PV;
    const COUNTED: bool = true;
    type Heir = Counted<N::Heir>;
    type Scout = Counted<N::Scout>;
}

/// One visit of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Plies still to be searched.
    pub(crate) depth: Depth,
    /// The scores that matter.
    pub(crate) window: Window,
    /// The scores that tablebases leave possible.
    pub(crate) possible: Window,
    /// Whether a refutation is expected here.
    pub(crate) cut_node: bool,
    /// Whether passing the turn has been tried here already.
    pub(crate) no_null_move: bool,
    /// A second visit from inside a visit: its depth is meant as it stands, whatever would extend a first one.
    pub(crate) is_again: bool,
    /// The side to move is in check.
    pub(crate) in_check: bool,
    /// What earlier visits found.
    pub(crate) entry: Option<Entry>,
    /// An earlier visit, or this one, is on a principal variation; never where nobody wants to know.
    pub(crate) was_pv: bool,
    /// The best move of an earlier visit. May be illegal until a picker has looked at it.
    pub(crate) table_move: Option<Move>,
    /// The static evaluation as the evaluator gave it, for the table; none in check.
    pub(crate) raw_evaluation: Option<Score>,
    /// The static evaluation with what was learnt about it; none in check.
    pub(crate) evaluation: Option<Score>,
    /// What whole-node techniques take the node to be worth; none in check.
    pub(crate) estimate: Option<Score>,
    /// The side to move stands better than at its last turn.
    pub(crate) improving: bool,
}

impl Node {
    /// A visit of which nothing is known yet.
    pub(crate) fn new(depth: Depth, window: Window, cut_node: bool) -> Node {
        Node {
            depth,
            window,
            possible: Window::FULL,
            cut_node,
            no_null_move: false,
            is_again: false,
            in_check: false,
            entry: None,
            was_pv: false,
            table_move: None,
            raw_evaluation: None,
            evaluation: None,
            estimate: None,
            improving: false,
        }
    }
}
