//! Time by how the score has moved.

use search::Score;

registry::technique! {
    /// Thinks longer when the score has fallen since the last iteration, and a little less when it has risen.
    "ScoreStability", title "Score stability", class Time, default off, revision 1,
    source "CPW: Time Management (panic time, fail low)",
    needs [], excludes [],
    parameters {
        /// Percent for each centipawn, in hundredths.
        slope = 100 in 0..=400 step 10 scale 100;
        /// Percent that a fallen score adds at most.
        fallen = 60 in 0..=200 step 5;
        /// Percent that a risen score takes off at most.
        risen = 15 in 0..=90 step 5;
    }
}

impl Settings {
    /// Percent of the planned time to use when the score went from `before` to `now`.
    pub(crate) fn percent(&self, before: Score, now: Score) -> i64 {
        if !self.on || before.is_mate() || now.is_mate() {
            return 100;
        }
        let fall = i64::from(before.value()) - i64::from(now.value());
        100 + (fall * i64::from(self.slope) / 100).clamp(-i64::from(self.risen), i64::from(self.fallen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fall_costs_time_and_a_rise_saves_a_little() {
        let settings = Settings { on: true, ..Settings::DEFAULT };
        let percent = |before, now| settings.percent(Score::centipawns(before), Score::centipawns(now));
        assert_eq!([percent(20, 20), percent(20, -5), percent(900, -900)], [100, 125, 160]);
        assert_eq!([percent(20, 30), percent(-900, 900)], [90, 85]);
        assert_eq!(settings.percent(Score::DRAW, Score::INFINITE), 100, "a mate says nothing about time");
        assert_eq!(Settings::DEFAULT.percent(Score::centipawns(90), Score::DRAW), 100);
    }
}
