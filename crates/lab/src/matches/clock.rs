//! The clocks of a game, and what they leave for a move.
//!
//! Not a measurement: how long a move took is the player's to say. Invariant: a clock that ran out stays so.

use std::time::Duration;

use rules::Color;
use uci::Limits;

use crate::plan::{Limit, TimeControl};

/// Beyond its clock a player may be late by this before it counts as hung.
const GRACE: Duration = Duration::from_secs(10);
/// For a move without a clock.
const PATIENCE: Duration = Duration::from_secs(600);

/// What both sides have left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    limit: Limit,
    /// By colour; unused without a clock.
    left: [Duration; 2],
}

impl Clocks {
    pub(crate) fn new(limit: Limit) -> Self {
        let base = control(limit).map_or(0, |control| control.base);
        Clocks { limit, left: [Duration::from_millis(base); 2] }
    }

    /// What this side has for its move, and after how long it has hung.
    pub(crate) fn of(&self, color: Color) -> (Limits, Duration) {
        let limits = match self.limit {
            Limit::Nodes(nodes) | Limit::SoftNodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Limit::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
            Limit::Wall(control) | Limit::Cpu(control) => {
                let milliseconds = |time: Duration| Some(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
                let increment = i64::try_from(control.increment).ok();
                Limits {
                    wtime: milliseconds(self.left[Color::White.index()]),
                    btime: milliseconds(self.left[Color::Black.index()]),
                    winc: increment,
                    binc: increment,
                    ..Limits::default()
                }
            }
        };
        let patience = if control(self.limit).is_some() { self.left[color.index()] + GRACE } else { PATIENCE };
        (limits, patience)
    }

    /// Takes a move's time; whether it came in time.
    #[must_use]
    pub(crate) fn take(&mut self, color: Color, time: Duration) -> bool {
        let Some(control) = control(self.limit) else { return true };
        let left = &mut self.left[color.index()];
        match left.checked_sub(time) {
            Some(rest) => {
                *left = rest + Duration::from_millis(control.increment);
                true
            }
            None => {
                *left = Duration::ZERO;
                false
            }
        }
    }
}

fn control(limit: Limit) -> Option<TimeControl> {
    match limit {
        Limit::Wall(control) | Limit::Cpu(control) => Some(control),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_and_gains() {
        let mut clocks = Clocks::new(Limit::Wall("2+0.02".parse().expect("a control")));
        assert!(clocks.take(Color::White, Duration::from_millis(500)));
        let (limits, patience) = clocks.of(Color::White);
        assert_eq!(
            (limits.wtime, limits.btime, limits.winc, limits.binc),
            (Some(1520), Some(2000), Some(20), Some(20))
        );
        assert_eq!(patience, Duration::from_millis(1520) + GRACE);
        assert!(!clocks.take(Color::White, Duration::from_millis(1521)));
        assert_eq!(clocks.of(Color::White).0.wtime, Some(0));
        assert!(clocks.take(Color::Black, Duration::from_secs(2)));
    }

    #[test]
    fn without_a_clock_nobody_is_late() {
        let mut clocks = Clocks::new(Limit::Nodes(500));
        assert!(clocks.take(Color::White, Duration::from_secs(1 << 20)));
        assert_eq!(clocks.of(Color::White).0, Limits { nodes: Some(500), ..Limits::default() });
    }
}
