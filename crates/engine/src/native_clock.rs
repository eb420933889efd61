//! The operating system's clock as the session's.
//!
//! Not a time budget. Invariant: never goes backwards, which `Instant` guarantees.

use std::time::{Duration, Instant};

/// Time since the value was made.
#[derive(Clone, Copy, Debug)]
pub struct NativeClock {
    origin: Instant,
}

impl NativeClock {
    /// A clock that starts now.
    #[must_use]
    pub fn new() -> Self {
        NativeClock { origin: Instant::now() }
    }
}

impl Default for NativeClock {
    fn default() -> Self {
        NativeClock::new()
    }
}

impl session::Clock for NativeClock {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }
}
