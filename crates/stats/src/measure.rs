//! How large a difference is, and how sure that is.
//!
//! Not a test: an interval that leaves out 0 after many looks proves little; [`Sprt`](crate::Sprt) is for that.
//! Invariant: an interval holds its value, and is finite unless every game was won or every game lost.

use crate::pentanomial::Pentanomial;

/// Of a normal distribution, what 95 % lie within, in standard deviations.
const NORMAL_95: f64 = 1.959_963_984_540_054;
/// Normalised Elo of one standard deviation of a game's result: 800 / ln 10.
pub(crate) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// A value and the interval that holds the true one in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Half its width: what stands after ±.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// What pairs of games say of the difference between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// In logistic Elo: the difference a rating list would show.
    pub elo: Interval,
    /// In normalised Elo: the difference in units of a game's spread, which does not depend on how many games are drawn.
    pub normalised_elo: Interval,
    /// Likelihood of superiority, from 0 to 1.
    pub superiority: f64,
}

impl Measure {
    /// `None` without a pair.
    #[must_use]
    pub fn of(pairs: &Pentanomial) -> Option<Measure> {
        if pairs.count() == 0 {
            return None;
        }
        let distribution = pairs.regular();
        let (mean, variance, count) = (distribution.mean(), distribution.variance(), distribution.count);
        let error = libm::sqrt(variance / count);
        let at = |deviations: f64| elo(mean + deviations * error);
        let normalised = (mean - 0.5) / libm::sqrt(2.0 * variance) * NORMALISED;
        let normalised_error = NORMAL_95 * NORMALISED / libm::sqrt(2.0 * count);
        Some(Measure {
            elo: Interval { value: elo(mean), low: at(-NORMAL_95), high: at(NORMAL_95) },
            normalised_elo: Interval {
                value: normalised,
                low: normalised - normalised_error,
                high: normalised + normalised_error,
            },
            superiority: 0.5 * libm::erfc(-(mean - 0.5) / (error * std::f64::consts::SQRT_2)),
        })
    }
}

/// The Elo difference at which so many points per game are expected; infinite at 0 and 1.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// Points per game expected at an Elo difference.
pub(crate) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() < tolerance, "{value}, not {expected}");
    }

    /// Pairs and what fastchess printed of them in a match of this project, and in its own tests.
    #[test]
    fn it_says_what_fastchess_says() {
        for (pairs, elo, error, normalised, normalised_error, superiority) in [
            ([32, 82, 127, 106, 53], 28.73, 19.51, 35.65, 24.08, 0.9981),
            ([50, 100, 130, 82, 38], -18.26, 19.66, -22.42, 24.08, 0.0340),
            ([40, 80, 140, 99, 41], 9.12, 19.10, 11.51, 24.08, 0.8257),
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65, 0.0),
        ] {
            let measure = Measure::of(&Pentanomial::new(pairs)).expect("pairs");
            near(measure.elo.value, elo, 0.005_01);
            near(measure.elo.error(), error, 0.01);
            near(measure.normalised_elo.value, normalised, 0.005_01);
            near(measure.normalised_elo.error(), normalised_error, 0.005_01);
            near(measure.superiority, superiority, 0.000_051);
        }
    }

    #[test]
    fn without_games_nothing_is_said_and_a_clean_sweep_has_no_upper_end() {
        assert_eq!(Measure::of(&Pentanomial::default()), None);
        let sweep = Measure::of(&Pentanomial::new([0, 0, 0, 0, 100])).expect("pairs");
        assert!(sweep.elo.value > 1000.0 && sweep.elo.low > 800.0 && sweep.superiority > 0.999);
        let one = Measure::of(&Pentanomial::new([0, 0, 1, 0, 0])).expect("a pair");
        assert!(one.elo.low < 0.0 && one.elo.high > 0.0);
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        for difference in [-500.0, -3.0, 0.0, 0.1, 70.0] {
            near(elo(score(difference)), difference, 1e-9);
        }
        near(score(400.0), 10.0 / 11.0, 1e-12);
    }
}
