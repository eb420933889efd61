//! AdamW: how far each number of a network moves, given its gradient.
//!
//! Not here: gradients (`kernel`) and the course of the step size (`schedule`). Invariant: a number's step depends on its own gradients
//! alone, so rows can be divided among threads in any way. Source: Loshchilov and Hutter 2019, "Decoupled Weight Decay Regularization".

use crate::parameters::{LANES, Parameters, Row, Shape};
use eval::nnue::{BIAS_UNITS, MAX_OUTPUT_WEIGHT, QB};

/// How much of the running mean of gradients stays per step.
const MEAN_KEPT: f32 = 0.9;
/// How much of the running mean of their squares stays.
const SQUARE_KEPT: f32 = 0.999;
/// Keeps a number that never had a gradient from being divided by nothing.
const EPSILON: f32 = 1e-8;

/// No number goes further from 0: the quantised network has limits for an output's weight, and 16 bits for its bias.
pub(crate) const LIMIT: f32 = 1.98;

const _: () = assert!(LIMIT * QB as f32 <= MAX_OUTPUT_WEIGHT as f32);
const _: () = assert!(LIMIT * BIAS_UNITS as f32 <= i16::MAX as f32);

/// What is remembered of past gradients.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Moments {
    pub(crate) mean: Parameters,
    pub(crate) square: Parameters,
}

impl Moments {
    /// Nothing remembered.
    pub(crate) fn zero(shape: Shape) -> Self {
        Moments { mean: Parameters::zero(shape), square: Parameters::zero(shape) }
    }
}

/// The numbers of one step that are the same for every row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Update {
    rate: f32,
    /// The share of itself that a number loses.
    decay: f32,
    /// The gradients come as sums over this many positions.
    positions: f32,
    /// The memories begin at 0 and so are too small at first: by these factors.
    mean_correction: f32,
    square_correction: f32,
}

impl Update {
    /// The step with this number, counted from 0.
    pub(crate) fn new(step: u64, rate: f64, weight_decay: f64, positions: usize) -> Self {
        let correction = |kept: f32| (1.0 / (1.0 - libm::pow(f64::from(kept), (step + 1) as f64))) as f32;
        Update {
            rate: rate as f32,
            decay: (rate * weight_decay) as f32,
            positions: positions as f32,
            mean_correction: correction(MEAN_KEPT),
            square_correction: correction(SQUARE_KEPT),
        }
    }

    /// Moves a row of weights by the sum of its gradients.
    #[inline]
    pub(crate) fn apply(&self, weights: &mut Row, mean: &mut Row, square: &mut Row, gradient: &Row) {
        for lane in 0..LANES {
            let gradient = gradient.0[lane] / self.positions;
            let m = MEAN_KEPT * mean.0[lane] + (1.0 - MEAN_KEPT) * gradient;
            let s = SQUARE_KEPT * square.0[lane] + (1.0 - SQUARE_KEPT) * gradient * gradient;
            let step = m * self.mean_correction / ((s * self.square_correction).sqrt() + EPSILON);
            let weight = weights.0[lane];
            mean.0[lane] = m;
            square.0[lane] = s;
            weights.0[lane] = (weight - self.decay * weight - self.rate * step).clamp(-LIMIT, LIMIT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(first: f32, second: f32) -> Row {
        let mut row = Row::ZERO;
        row.0[0] = first;
        row.0[1] = second;
        row
    }

    /// Two steps at rate 0.001 and decay 0.01, from the weights 0.5 and 1, over 2 positions, worked out by hand.
    ///
    /// Gradients of the first number: sums 0.4, -0.2, so 0.2, then -0.1. First step: m = 0.02, s = 0.00004; corrected 0.2 and 0.04, so it
    /// moves 0.2 / 0.2 = 1 rates and loses 0.00001 of itself: 0.5 - 0.000005 - 0.001 = 0.498995. Second step: m = 0.018 - 0.01 = 0.008, by
    /// 1 / 0.19 0.0421053; s = 0.00003996 + 0.00001 = 0.00004996, by 1 / 0.001999 0.0249925, root 0.158090; it moves 0.266338 rates:
    /// 0.498995 - 0.00000499 - 0.000266338 = 0.498723672. The second number has no gradient and only decays.
    #[test]
    fn steps_by_hand() {
        let (mut weights, mut mean, mut square) = (row(0.5, 1.0), Row::ZERO, Row::ZERO);
        let apply = |step, gradient: f32, weights: &mut Row, mean: &mut Row, square: &mut Row| {
            Update::new(step, 1e-3, 0.01, 2).apply(weights, mean, square, &row(gradient, 0.0));
        };
        apply(0, 0.4, &mut weights, &mut mean, &mut square);
        assert!((mean.0[0] - 0.02).abs() < 1e-8 && (square.0[0] - 0.000_04).abs() < 2e-9);
        assert!((weights.0[0] - 0.498_995).abs() < 1e-7, "{}", weights.0[0]);
        assert!((weights.0[1] - 0.999_99).abs() < 1e-7);
        apply(1, -0.2, &mut weights, &mut mean, &mut square);
        assert!((mean.0[0] - 0.008).abs() < 1e-8 && (square.0[0] - 0.000_049_96).abs() < 2e-9);
        assert!((weights.0[0] - 0.498_723_7).abs() < 1e-7, "{}", weights.0[0]);
        assert!((weights.0[1] - 0.999_98).abs() < 1e-7);
        assert_eq!(weights.0[2..], Row::ZERO.0[2..]);
    }

    #[test]
    fn weights_stop_at_their_limit() {
        let update = Update::new(0, 0.1, 0.0, 1);
        let (mut weights, mut mean, mut square) = (row(1.95, -1.95), Row::ZERO, Row::ZERO);
        update.apply(&mut weights, &mut mean, &mut square, &row(-1.0, 1.0));
        assert_eq!(weights.0[..2], [1.98, -1.98]);
    }
}
