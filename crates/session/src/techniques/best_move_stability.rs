//! Time by how long the best move has been the same.

registry::technique! {
    /// Thinks longer when the best move has just changed, and less the more iterations have agreed on it.
    "BestMoveStability", title "Best-move stability", class Time, default off, revision 1,
    source "CPW: Time Management; known as \"easy move\" since the 1970s",
    needs [], excludes [],
    parameters {
        /// Percent of the planned time when the best move is new.
        unstable = 125 in 100..=250 step 5;
        /// Percent less for each iteration that confirmed it.
        step = 7 in 0..=25 step 1;
        /// Iterations beyond which a confirmation counts no more.
        most = 8 in 1..=20 step 1;
    }
}

impl Settings {
    /// Percent of the planned time to use after so many iterations that confirmed the best move.
    pub(crate) fn percent(&self, confirmed: u32) -> i64 {
        if !self.on {
            return 100;
        }
        let counted = i64::from(confirmed).min(i64::from(self.most));
        (i64::from(self.unstable) - i64::from(self.step) * counted).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_confirmation_saves_time_up_to_a_point() {
        let settings = Settings { on: true, ..Settings::DEFAULT };
        assert_eq!([0, 1, 8, 9, u32::MAX].map(|confirmed| settings.percent(confirmed)), [125, 118, 69, 69, 69]);
        assert_eq!(Settings::DEFAULT.percent(0), 100);
        assert_eq!(Settings { unstable: 100, step: 25, most: 20, ..settings }.percent(9), 0);
    }
}
