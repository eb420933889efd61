//! What waits until the engine is idle, in the order in which it came.
//!
//! Not a judge of what has to wait. Invariant: whether a `go` or a `wait` is among it is known without looking through it, because a
//! client may send hundreds of thousands of lines during one search.

use std::collections::VecDeque;
use std::time::Duration;

use uci::{GuiMessage, ParseError};

pub(crate) struct Received {
    pub(crate) message: GuiMessage,
    /// What could not be read of it, not yet told.
    pub(crate) error: Option<ParseError>,
    pub(crate) at: Duration,
}

#[derive(Default)]
pub(crate) struct Queue {
    waiting: VecDeque<Received>,
    gos: usize,
    waits: usize,
}

impl Queue {
    pub(crate) fn push(&mut self, received: Received) {
        self.gos += usize::from(is_go(&received));
        self.waits += usize::from(is_wait(&received));
        self.waiting.push_back(received);
    }

    pub(crate) fn pop(&mut self) -> Option<Received> {
        let received = self.waiting.pop_front()?;
        self.gos -= usize::from(is_go(&received));
        self.waits -= usize::from(is_wait(&received));
        Some(received)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Received> {
        self.waiting.iter()
    }

    pub(crate) fn has_go(&self) -> bool {
        self.gos > 0
    }

    pub(crate) fn has_wait(&self) -> bool {
        self.waits > 0
    }

    /// Whether there is a `wait` before the next `go`. People type it: where there is none, nothing is looked through.
    pub(crate) fn has_wait_before_go(&self) -> bool {
        self.has_wait() && self.waiting.iter().take_while(|received| !is_go(received)).any(is_wait)
    }
}

fn is_go(received: &Received) -> bool {
    matches!(received.message, GuiMessage::Go(_))
}

fn is_wait(received: &Received) -> bool {
    received.message == GuiMessage::Wait
}
