//! How a node is left early.
//!
//! A step returns `Continue` to go on, `Break` to leave the node with a score, so that `?` *is* "cut and return".
//! Invariant: a `Break` that leaves `Worker::score` means that the search was stopped, and its score means nothing.

use std::ops::ControlFlow;

use crate::score::Score;

/// Go on, or leave the node with this score.
pub(crate) type Step<T = ()> = ControlFlow<Score, T>;

/// Go on to the next step.
pub(crate) const GO_ON: Step = Step::Continue(());
