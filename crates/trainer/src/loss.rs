//! What a network's output should have been, and how wrong it is.
//!
//! Not here: sums over positions (`kernel`). Invariant: output, score and result are all from the view of the side to move.

use crate::data::WIN;
use eval::nnue::SCALE;

/// What outputs are compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// From a network's output to the exponent of the chance to win: centipawns per unit over centipawns of the scale.
    steepness: f32,
    score_scale: f32,
    result_weight: f32,
}

impl Goal {
    /// Chances to win by a scale in centipawns, with this weight of the result.
    pub(crate) fn new(score_scale: f64, result_weight: f64) -> Self {
        Goal {
            steepness: (f64::from(SCALE) / score_scale) as f32,
            score_scale: score_scale as f32,
            result_weight: result_weight as f32,
        }
    }

    /// The chance to win that is to be learnt: the score's and the result's, mixed.
    pub(crate) fn target(&self, score: i16, outcome: u8) -> f32 {
        let expected = sigmoid(f32::from(score) / self.score_scale);
        let happened = f32::from(outcome) / f32::from(WIN);
        (1.0 - self.result_weight) * expected + self.result_weight * happened
    }

    /// The squared error of an output, and its slope: what it grows by per unit of output.
    pub(crate) fn error(&self, output: f32, target: f32) -> (f32, f32) {
        let chance = sigmoid(output * self.steepness);
        let error = chance - target;
        (error * error, 2.0 * error * chance * (1.0 - chance) * self.steepness)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_by_hand() {
        let goal = Goal::new(400.0, 0.25);
        assert!((goal.target(0, WIN / 2) - 0.5).abs() < 1e-7);
        assert!((goal.target(0, WIN) - 0.625).abs() < 1e-7);
        // 1 / (1 + exp(-1)) = 0.731059.
        assert!((goal.target(400, 0) - 0.75 * 0.731_059).abs() < 1e-6);
        assert!((goal.target(-400, 0) - 0.75 * (1.0 - 0.731_059)).abs() < 1e-6);
        assert!((goal.target(32_000, WIN) - 1.0).abs() < 1e-7);
        assert!(goal.target(-32_000, 0).abs() < 1e-7);
        // Half the scale: the same score means more.
        assert!((Goal::new(200.0, 0.0).target(200, 0) - 0.731_059).abs() < 1e-6);
    }

    #[test]
    fn the_slope_is_the_slope() {
        for scale in [200.0, 400.0, 700.0] {
            let goal = Goal::new(scale, 0.3);
            for output in [-3.0, -0.5, 0.0, 0.2, 2.0f32] {
                for target in [0.0, 0.3, 1.0] {
                    let h = 1e-2f32;
                    let rise = (goal.error(output + h, target).0 - goal.error(output - h, target).0) / (2.0 * h);
                    let slope = goal.error(output, target).1;
                    assert!((rise - slope).abs() < 1e-3 * (slope.abs() + 0.1), "{scale} {output} {target}");
                }
            }
        }
    }

    #[test]
    fn far_outputs_are_still_numbers() {
        let goal = Goal::new(400.0, 0.3);
        for output in [-1e6, 1e6f32] {
            let (error, slope) = goal.error(output, 0.5);
            assert!((error - 0.25).abs() < 1e-6 && slope == 0.0);
        }
    }
}
