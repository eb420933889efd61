//! How much time one search may take.
//!
//! Not a clock: numbers in, numbers out; what is measured and when it counts is [`Control`](crate::Control)'s.
//! Invariant: the soft limit is never above the hard one, and under a clock neither is above 60 % of what is left after the overhead
//! (or one millisecond, where there is less).

use std::time::Duration;

use rules::Color;
use uci::Limits;

/// Moves that the rest of a game is planned for, or of a time control that has more. Peers use 20 to 24.
const MOVES_AHEAD: u32 = 22;
/// Percent of the increment that is spent at once.
const INCREMENT_PERCENT: i128 = 80;
/// Percent of a move's share after which no iteration begins: the next one takes longer than all before it.
const SOFT_PERCENT: i128 = 60;
/// Percent of a move's share that ends a search wherever it is.
const HARD_PERCENT: i128 = 200;
/// Percent of the clock that no single move may take.
const CLOCK_PERCENT: i128 = 60;
/// Enough for a first iteration; a clock that shows less is lost or has a margin that it does not show.
const LEAST: i128 = 1_000;

/// The time limits of one search. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBudget {
    /// After this no further iteration begins.
    pub soft: Option<Duration>,
    /// At this the search ends wherever it is.
    pub hard: Option<Duration>,
    /// Whether a game clock runs: time not used now is of use later.
    pub clock: bool,
}

impl TimeBudget {
    /// The budget for a `go` when it is this side's move and `overhead` is lost between engine and GUI.
    #[must_use]
    pub fn new(limits: &Limits, side: Color, overhead: Duration) -> Self {
        let mut budget = TimeBudget::default();
        if limits.infinite {
            return budget;
        }
        let overhead = i128::try_from(overhead.as_micros()).unwrap_or(i128::MAX);
        // A runner that sends one clock only means that one, whoever is to move.
        let (time, increment) = match side {
            Color::White => (limits.wtime.or(limits.btime), limits.winc),
            Color::Black => (limits.btime.or(limits.wtime), limits.binc),
        };
        if let Some(time) = time {
            let (time, increment) = (micros(time), micros(increment.unwrap_or(0)));
            let left = (time - overhead).max(0);
            let moves = limits.movestogo.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MOVES_AHEAD));
            let share = left / i128::from(moves) + percent(increment, INCREMENT_PERCENT);
            let hard = percent(share, HARD_PERCENT).min(percent(left, CLOCK_PERCENT)).max(LEAST);
            let soft = percent(share, SOFT_PERCENT).min(hard);
            budget = TimeBudget { soft: Some(duration(soft)), hard: Some(duration(hard)), clock: true };
        }
        if let Some(time) = limits.movetime {
            let hard = duration((i128::from(time) * 1000 - overhead).max(LEAST));
            budget.hard = Some(budget.hard.map_or(hard, |clock| clock.min(hard)));
            budget.soft = budget.soft.map(|soft| soft.min(hard));
        }
        budget
    }
}

impl TimeBudget {
    /// The soft limit at so many percent of what was planned. Time for one move alone is not planned but given.
    #[must_use]
    pub(crate) fn soft_at(&self, percents: i64) -> Option<Duration> {
        let TimeBudget { soft, hard, clock } = *self;
        if !clock {
            return soft;
        }
        let moved =
            |soft: Duration| duration(percent(soft.as_micros().min(i64::MAX as u128) as i128, i128::from(percents)));
        soft.map(|soft| hard.map_or(moved(soft), |hard| moved(soft).min(hard)))
    }
}

/// Lag makes clocks negative; that means that nothing is left.
fn micros(milliseconds: i64) -> i128 {
    i128::from(milliseconds.max(0)) * 1000
}

fn percent(value: i128, percent: i128) -> i128 {
    value * percent / 100
}

fn duration(micros: i128) -> Duration {
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(go: &str, overhead: u64) -> (u64, u64) {
        let Some(uci::GuiMessage::Go(limits)) = uci::GuiMessage::parse(&format!("go {go}")).message else {
            panic!("{go}");
        };
        let budget = TimeBudget::new(&limits, Color::White, Duration::from_millis(overhead));
        let micros = |limit: Option<Duration>| limit.map_or(0, |limit| limit.as_micros() as u64);
        (micros(budget.soft), micros(budget.hard))
    }

    #[test]
    fn a_table_of_clocks() {
        for (go, overhead, soft, hard) in [
            ("wtime 60000 btime 1", 0, 1_636_363, 5_454_544),
            ("wtime 60000 winc 600", 0, 1_924_363, 6_414_544),
            // 1+0.01 from the first move to the last.
            ("wtime 1000 winc 10 btime 1000 binc 10", 20, 31_527, 105_090),
            ("wtime 100 winc 10", 20, 6_981, 23_272),
            ("wtime 40 winc 10", 20, 5_345, 12_000),
            ("wtime 25 winc 10", 20, 3_000, 3_000),
            ("wtime 100", 20, 2_181, 7_272),
            // Nothing left, or less.
            ("wtime 20", 20, 0, 1_000),
            ("wtime 0 winc 10000", 20, 1_000, 1_000),
            ("wtime -170671 btime 5 winc -3", 20, 0, 1_000),
            // To the next time control.
            ("wtime 1000 movestogo 1", 20, 588_000, 588_000),
            ("wtime 1000 movestogo 2", 20, 294_000, 588_000),
            ("wtime 1000 movestogo 10", 20, 58_800, 196_000),
            ("wtime 1000 movestogo 4294967295", 20, 26_727, 89_090),
            // One clock only.
            ("btime 1000", 20, 26_727, 89_090),
            // Time for this move.
            ("movetime 1000", 20, 0, 980_000),
            ("movetime 10", 20, 0, 1_000),
            ("movetime 0", 0, 0, 1_000),
            ("movetime 1000 wtime 60000", 0, 1_000_000, 1_000_000),
            ("movetime 100 wtime 60000", 0, 100_000, 100_000),
            // None.
            ("depth 3", 20, 0, 0),
            ("infinite wtime 5 movetime 5", 20, 0, 0),
            ("winc 5 depth 3", 20, 0, 0),
        ] {
            assert_eq!(budget(go, overhead), (soft, hard), "{go}");
        }
    }

    #[test]
    fn the_soft_limit_moves_under_a_clock_and_never_beyond_the_hard_one() {
        let ms = |number| Some(Duration::from_millis(number));
        let clock = TimeBudget { soft: ms(600), hard: ms(2000), clock: true };
        assert_eq!(
            [0, 50, 100, 300, 1000].map(|percents| clock.soft_at(percents)),
            [ms(0), ms(300), ms(600), ms(1800), ms(2000)]
        );
        assert_eq!(TimeBudget { clock: false, ..clock }.soft_at(50), ms(600));
        assert_eq!(TimeBudget::default().soft_at(50), None);
        let endless = TimeBudget { soft: Some(Duration::MAX), hard: None, clock: true };
        assert!(endless.soft_at(300) > ms(1 << 40));
    }

    #[test]
    fn hostile_numbers_keep_the_invariant() {
        let values = [i64::MIN, -1, 0, 1, 19, 20, 21, 1_000, 86_400_000, i64::MAX];
        for time in values {
            for increment in values {
                for movestogo in [None, Some(1), Some(2), Some(u32::MAX)] {
                    for overhead in [0, 20, 5000] {
                        let limits =
                            Limits { btime: Some(time), binc: Some(increment), movestogo, ..Limits::default() };
                        let overhead = Duration::from_millis(overhead);
                        let budget = TimeBudget::new(&limits, Color::Black, overhead);
                        let (Some(soft), Some(hard)) = (budget.soft, budget.hard) else {
                            panic!("{limits:?}");
                        };
                        let left = Duration::from_millis(time.max(0) as u64).saturating_sub(overhead);
                        let most = duration(percent(left.as_micros() as i128, CLOCK_PERCENT).max(LEAST));
                        assert!(soft <= hard && hard <= most, "{limits:?}: {budget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_game_with_an_increment_below_the_overhead_is_never_lost_on_time() {
        // Every search takes its hard limit, and each move loses 8 ms on the way.
        let (mut clock, lag) = (1_000_000i64, 8_000);
        for move_number in 1..=400 {
            let limits = Limits { wtime: Some(clock / 1000), winc: Some(10), ..Limits::default() };
            let budget = TimeBudget::new(&limits, Color::White, Duration::from_millis(20));
            clock -= budget.hard.unwrap_or_default().as_micros() as i64 + lag;
            assert!(clock > 0, "move {move_number}");
            clock += 10_000;
        }
    }
}
