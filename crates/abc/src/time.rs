//! The UCI clock variables and the time a move may take.
//!
//! Not here: a clock. The host says how much time has passed since the search began, so the chapter's
//! `starttime` is always zero; `timeset` is whether there is a [`Clock::stop_time`] at all, and `quit` belongs
//! to the loop outside.
//!
//! Invariant: the time allowed is never negative and never more than half of what the clock shows.

/// Moves to plan for when the GUI does not say.
const MOVESTOGO: i64 = 30;

/// What the GUI said about time, for the side to move. All in milliseconds but `movestogo`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Moves to the next time control; anything below 1 counts as not given.
    pub(crate) movestogo: Option<i64>,
    /// Exactly this much time for this move.
    pub(crate) movetime: Option<i64>,
    /// What the clock shows, below zero included: some GUIs send that.
    pub(crate) time: Option<i64>,
    /// What the clock gains after the move.
    pub(crate) inc: Option<i64>,
}

impl Clock {
    /// When the search must stop, in milliseconds from its start; `None` for no limit.
    ///
    /// `overhead` is what a move loses between engine and GUI. A clock or a `movetime` too small for it
    /// gives up half of itself instead, so that little time still means a short search rather than none.
    pub(crate) fn stop_time(&self, overhead: i64) -> Option<u64> {
        let overhead = overhead.max(0);
        let less_overhead = |time: i64| time - overhead.min(time / 2);
        let movetime = self.movetime.map(|time| less_overhead(time.max(0)));
        let clock = self.time.map(|time| {
            let time = time.max(0);
            let movestogo = self.movestogo.filter(|&moves| moves >= 1).unwrap_or(MOVESTOGO);
            let inc = self.inc.unwrap_or(0).max(0);
            // Half at most, even for the last move before the control: the next control's time is not here
            // yet, and one late poll must not lose the game.
            less_overhead((time / movestogo).saturating_add(inc)).min(less_overhead(time) / 2)
        });
        let budget = match (movetime, clock) {
            // A fixed time is an order, but the flag falls all the same.
            (Some(_), Some(_)) => movetime.min(self.time.map(|time| less_overhead(time.max(0)))),
            _ => movetime.or(clock),
        };
        budget.map(|time| u64::try_from(time).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: i64, inc: i64, movestogo: Option<i64>) -> u64 {
        let clock = Clock { movestogo, movetime: None, time: Some(time), inc: Some(inc) };
        clock.stop_time(20).unwrap()
    }

    fn movetime(movetime: i64) -> u64 {
        Clock { movetime: Some(movetime), ..Clock::default() }.stop_time(20).unwrap()
    }

    #[test]
    fn nothing_given_is_no_limit() {
        assert_eq!(Clock::default().stop_time(20), None);
        assert_eq!(Clock { inc: Some(5), movestogo: Some(3), ..Clock::default() }.stop_time(20), None);
    }

    #[test]
    fn the_clock_is_shared_out() {
        assert_eq!(clock(60_000, 0, None), 2_000 - 20);
        assert_eq!(clock(60_000, 1_000, None), 3_000 - 20);
        assert_eq!(clock(60_000, 0, Some(10)), 6_000 - 20);
    }

    #[test]
    fn the_last_move_keeps_half_the_clock() {
        assert_eq!(clock(60_000, 0, Some(1)), (60_000 - 20) / 2);
        assert_eq!(clock(100, 10_000, None), 40);
    }

    #[test]
    fn odd_values_are_survived() {
        for time in [i64::MIN, -500, 0, 1] {
            assert_eq!(clock(time, 0, None), 0);
            assert_eq!(movetime(time.min(0)), 0);
        }
        for movestogo in [0, -3, i64::MIN] {
            assert_eq!(clock(60_000, 0, Some(movestogo)), 1_980);
        }
        assert_eq!(clock(60_000, -1_000, None), 1_980);
        let most = u64::try_from(i64::MAX).unwrap();
        assert!(clock(i64::MAX, i64::MAX, Some(1)) <= most / 2);
        assert_eq!(clock(0, i64::MAX, None), 0);
    }

    #[test]
    fn movetime_leaves_its_overhead() {
        assert_eq!(movetime(1_000), 980);
        assert_eq!(movetime(10), 5);
        assert_eq!(movetime(1), 1);
        let both = Clock { movetime: Some(5_000), time: Some(300), ..Clock::default() };
        assert_eq!(both.stop_time(20), Some(280));
    }

    #[test]
    fn never_more_than_half_the_clock() {
        for time in 0..3_000 {
            for inc in [0, 10, 5_000] {
                for movestogo in [None, Some(1), Some(2), Some(40)] {
                    assert!(clock(time, inc, movestogo) * 2 <= time.unsigned_abs(), "{time} {inc} {movestogo:?}");
                }
            }
        }
    }
}
