//! Fifty-move damping.

use crate::score::Score;
use crate::worker::Worker;

registry::technique! {
    /// Draws the evaluation towards a draw as the fifty-move limit comes nearer.
    "FiftyMoveDamping", title "Fifty-move damping", class Eval, default off, revision 1,
    source "CPW: Fifty-move Rule",
    needs [draw_rules], excludes [],
    parameters {
        /// The half-move clock at which nothing would be left of the evaluation, in plies.
        span = 200 in 110..=400 step 10;
    }
}

impl Settings {
    /// What is left of an evaluation, in centipawns.
    fn damp(&self, evaluation: i32, clock: i32) -> i32 {
        evaluation * (self.span - clock.min(100)) / self.span
    }
}

/// The evaluation, damped if the technique is on.
pub(crate) fn adjust(w: &Worker<'_>, evaluation: Score) -> Score {
    let settings = &w.config.fifty_move_damping;
    if !settings.on {
        return evaluation;
    }
    Score::centipawns(settings.damp(evaluation.value(), i32::from(w.position().halfmove_clock())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_is_left_at_the_limit_and_colours_are_alike() {
        let settings = Settings::DEFAULT;
        assert_eq!([settings.damp(301, 0), settings.damp(300, 100), settings.damp(-300, 100)], [301, 150, -150]);
        assert_eq!(settings.damp(300, 150), 150);
    }
}
