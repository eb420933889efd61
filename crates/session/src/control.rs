//! The strings by which a running search is held: stop, ponder, time.
//!
//! Not time management: how much time to use is the engine's decision.
//! Invariant: stop is never taken back, and pondering ends at most once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A clock that never goes backwards.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment, the same one for every call.
    fn now(&self) -> Duration;
}

/// What a search asks while it runs, and how the session steers it. Clones share their state.
#[derive(Clone)]
pub struct Control {
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
}

struct Shared {
    stop: AtomicBool,
    pondering: AtomicBool,
    started: Duration,
    // Microseconds on the clock from which the own time runs.
    counted_from: AtomicU64,
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Control {
    /// For a search whose `go` was read at `started` on `clock`.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, started: Duration, pondering: bool) -> Self {
        let shared = Shared {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            started,
            counted_from: AtomicU64::new(micros(started)),
        };
        Control { shared: Arc::new(shared), clock }
    }

    /// Whether the search must end now and return the best it has. Cheap enough to ask at every node.
    #[must_use]
    pub fn should_stop(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// Whether the opponent's time is running: no time limit may end the search.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        // Acquire: whoever sees the end of pondering sees the new start of the own time.
        self.shared.pondering.load(Ordering::Acquire)
    }

    /// Time since `go` was read. For reports and nodes per second.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.shared.started)
    }

    /// Time taken from the own clock so far: zero while pondering, then counted from `ponderhit`. For time limits.
    #[must_use]
    pub fn time_used(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        let from = Duration::from_micros(self.shared.counted_from.load(Ordering::Relaxed));
        self.clock.now().saturating_sub(from)
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// The pondered move was played, as read at `at` on the clock. Nothing happens when not pondering.
    pub fn ponder_hit(&self, at: Duration) {
        if self.is_pondering() {
            self.shared.counted_from.store(micros(at), Ordering::Relaxed);
            self.shared.pondering.store(false, Ordering::Release);
        }
    }
}
