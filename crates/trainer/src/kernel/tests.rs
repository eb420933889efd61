//! The gradient against a plain one in `f64`, and that against differences of the loss.
//!
//! Not for speed. Invariant: the reference shares nothing with the kernel but the places of the numbers.

use super::*;
use crate::crew::{Batch, Crew};
use crate::data::WIN;
use crate::optimiser::{Moments, Update};
use crate::parameters::{LANES, Parameter};
use crate::random::around_zero;
use crate::testing::positions;
use eval::nnue::BUCKETS;
use rules::Random;

const SCORE_SCALE: f64 = 300.0;
const RESULT_WEIGHT: f64 = 0.4;

fn goal() -> Goal {
    Goal::new(SCORE_SCALE, RESULT_WEIGHT)
}

/// The same network, number by number, in double precision.
#[derive(Clone)]
struct Reference {
    shape: Shape,
    numbers: Vec<f64>,
}

impl Reference {
    fn of(weights: &Parameters) -> Self {
        let numbers = weights.rows().iter().flat_map(|row| row.0).map(f64::from).collect();
        Reference { shape: weights.shape(), numbers }
    }

    fn at(&self, parameter: Parameter) -> usize {
        let (row, lane) = self.shape.place(parameter);
        row * LANES + lane
    }

    fn get(&self, parameter: Parameter) -> f64 {
        self.numbers[self.at(parameter)]
    }

    fn activation(&self, features: &Features, side: usize, unit: usize) -> f64 {
        let weight = |&feature: &u16| self.get(Parameter::Feature { feature: usize::from(feature), unit });
        self.get(Parameter::Bias { unit }) + features.of(side).iter().map(weight).sum::<f64>()
    }

    fn output(&self, features: &Features) -> f64 {
        let bucket = features.bucket();
        let mut output = self.get(Parameter::OutputBias { bucket });
        for side in 0..2 {
            for unit in 0..self.shape.hidden() {
                let held = self.activation(features, side, unit).clamp(0.0, 1.0);
                output += held * held * self.get(Parameter::Output { bucket, side, unit });
            }
        }
        output
    }

    /// Error, and its slope against the output.
    fn error(&self, position: &Packed) -> (f64, f64) {
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let expected = sigmoid(f64::from(position.score()) / SCORE_SCALE);
        let target = (1.0 - RESULT_WEIGHT) * expected + RESULT_WEIGHT * f64::from(position.outcome()) / f64::from(WIN);
        let chance = sigmoid(self.output(&position.features()) * 400.0 / SCORE_SCALE);
        let error = chance - target;
        (error * error, 2.0 * error * chance * (1.0 - chance) * 400.0 / SCORE_SCALE)
    }

    fn loss(&self, positions: &[Packed]) -> f64 {
        positions.iter().map(|position| self.error(position).0).sum()
    }

    fn gradient(&self, positions: &[Packed]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.numbers.len()];
        for position in positions {
            let features = position.features();
            let bucket = features.bucket();
            let slope = self.error(position).1;
            gradient[self.at(Parameter::OutputBias { bucket })] += slope;
            for side in 0..2 {
                for unit in 0..self.shape.hidden() {
                    let output = Parameter::Output { bucket, side, unit };
                    let activation = self.activation(&features, side, unit);
                    let held = activation.clamp(0.0, 1.0);
                    gradient[self.at(output)] += slope * held * held;
                    let open = if activation > 0.0 && activation < 1.0 { 2.0 * held } else { 0.0 };
                    let inner = slope * self.get(output) * open;
                    gradient[self.at(Parameter::Bias { unit })] += inner;
                    for &feature in features.of(side) {
                        gradient[self.at(Parameter::Feature { feature: usize::from(feature), unit })] += inner;
                    }
                }
            }
        }
        gradient
    }

    /// How near an activation comes to where its slope jumps.
    fn nearest_to_a_border(&self, positions: &[Packed]) -> f64 {
        let mut nearest = f64::INFINITY;
        for features in positions.iter().map(Packed::features) {
            for side in 0..2 {
                for unit in 0..self.shape.hidden() {
                    let activation = self.activation(&features, side, unit);
                    nearest = nearest.min(activation.abs()).min((activation - 1.0).abs());
                }
            }
        }
        nearest
    }
}

/// Weights with activations below 0, between, and above 1.
fn weights(hidden: usize, seed: u64) -> Parameters {
    let shape = Shape::new(hidden);
    let mut random = Random(seed);
    let mut weights = Parameters::random(shape, &mut random);
    for unit in 0..hidden {
        weights.set(Parameter::Bias { unit }, 0.5 + around_zero(&mut random));
    }
    for bucket in 0..BUCKETS {
        weights.set(Parameter::OutputBias { bucket }, 0.2 * around_zero(&mut random));
    }
    weights
}

/// Moves biases so that some activations of the first position stand just beside the borders.
fn beside_the_borders(mut weights: Parameters, position: &Packed) -> Parameters {
    let reference = Reference::of(&weights);
    for (unit, wanted) in [3e-4, -3e-4, 1.0 + 3e-4, 1.0 - 3e-4].into_iter().enumerate() {
        let activation = reference.activation(&position.features(), unit % 2, unit);
        let bias = Parameter::Bias { unit };
        weights.set(bias, (reference.get(bias) + wanted - activation) as f32);
    }
    weights
}

#[test]
fn the_reference_is_the_slope_of_the_loss() {
    let h = 1e-4;
    let mut tried = 0;
    for seed in 0..40 {
        let positions = positions(seed, 3);
        let reference = Reference::of(&beside_the_borders(weights(LANES, seed), &positions[0]));
        // A step across a border would measure the jump.
        if reference.nearest_to_a_border(&positions) < 1.5 * h {
            continue;
        }
        tried += 1;
        if tried > 4 {
            return;
        }
        let gradient = reference.gradient(&positions);
        let used = |parameter: &Parameter| match *parameter {
            Parameter::Feature { feature, .. } => positions.iter().any(|position| {
                let features = position.features();
                [0, 1].into_iter().any(|side| features.of(side).contains(&(feature as u16)))
            }),
            _ => true,
        };
        for parameter in reference.shape.parameters().filter(used) {
            let at = reference.at(parameter);
            let moved = |by: f64| {
                let mut moved = reference.clone();
                moved.numbers[at] += by;
                moved.loss(&positions)
            };
            let rise = (moved(h) - moved(-h)) / (2.0 * h);
            let slope = gradient[at];
            assert!((rise - slope).abs() <= 1e-5 * slope.abs().max(1e-3), "{parameter:?}: {rise} {slope}");
        }
    }
    panic!("{tried} networks are too few");
}

#[test]
fn the_kernel_agrees_with_the_reference() {
    for (hidden, count) in [(32, 1), (64, 2 * GROUP + 37), (96, GROUP)] {
        let positions = positions(hidden as u64, count);
        let weights = beside_the_borders(weights(hidden, 4), &positions[0]);
        let reference = Reference::of(&weights);
        let mut gradient = Parameters::zero(weights.shape());
        let loss = Kernel::new(weights.shape()).gradient(&weights, &positions, &goal(), &mut gradient);
        assert!((loss - reference.loss(&positions)).abs() < 1e-5 * count as f64);
        let wanted = reference.gradient(&positions);
        let mut largest = 0f64;
        for parameter in weights.shape().parameters() {
            let (found, wanted) = (f64::from(gradient.get(parameter)), wanted[reference.at(parameter)]);
            assert!((found - wanted).abs() <= 1e-4 * (wanted.abs() + 0.1), "{parameter:?}: {found} {wanted}");
            largest = largest.max(wanted.abs());
        }
        assert!(largest > 0.01, "{largest}");
        let same = Kernel::new(weights.shape()).loss(&weights, &positions, &goal());
        assert_eq!(same, loss);
        let mut outputs = Vec::new();
        Kernel::new(weights.shape()).outputs(&weights, &positions, &mut |output| outputs.push(output));
        assert_eq!(outputs.len(), count);
        for (output, position) in outputs.iter().zip(&positions) {
            assert!((f64::from(*output) - reference.output(&position.features())).abs() < 1e-4);
        }
    }
}

/// At 0 and at 1 exactly a unit does not learn; what follows it does, if it has a value.
#[test]
fn on_a_border_a_unit_stands_still() {
    let positions = positions(9, 50);
    let mut weights = weights(LANES, 9);
    for unit in [0, 1] {
        weights.set(Parameter::Bias { unit }, unit as f32);
        for feature in 0..eval::nnue::INPUTS {
            weights.set(Parameter::Feature { feature, unit }, 0.0);
        }
    }
    let mut gradient = Parameters::zero(weights.shape());
    Kernel::new(weights.shape()).gradient(&weights, &positions, &goal(), &mut gradient);
    for unit in [0, 1] {
        assert_eq!(gradient.get(Parameter::Bias { unit }), 0.0);
        for feature in 0..eval::nnue::INPUTS {
            assert_eq!(gradient.get(Parameter::Feature { feature, unit }), 0.0);
        }
        let learns = (0..BUCKETS).any(|bucket| gradient.get(Parameter::Output { bucket, side: 0, unit }) != 0.0);
        assert_eq!(learns, unit == 1);
    }
    assert_ne!(gradient.get(Parameter::Bias { unit: 2 }), 0.0);
}

/// Gradients add up: over groups, and upon what is there.
#[test]
fn gradients_are_added() {
    let positions = positions(6, GROUP + 10);
    let weights = weights(LANES, 6);
    let gradient = |lists: &[&[Packed]]| {
        let mut gradient = Parameters::zero(weights.shape());
        let mut kernel = Kernel::new(weights.shape());
        let losses = lists.iter().map(|list| kernel.gradient(&weights, list, &goal(), &mut gradient));
        let loss = losses.sum::<f64>();
        (gradient, loss)
    };
    let whole = gradient(&[&positions]);
    assert_eq!(gradient(&[&positions[..GROUP], &positions[GROUP..]]), whole);
    let other_way = gradient(&[&positions[GROUP..], &positions[..GROUP]]);
    assert!((other_way.1 - whole.1).abs() < 1e-6);
    let empty = gradient(&[&[]]);
    assert_eq!(empty, (Parameters::zero(weights.shape()), 0.0));
}

/// A network with more numbers than there are positions learns them by heart.
#[test]
fn it_learns_by_heart() {
    let positions = positions(21, 400);
    let shape = Shape::new(64);
    let goal = Goal::new(400.0, 0.3);
    let mut weights = Parameters::random(shape, &mut Random(1));
    let mut moments = Moments::zero(shape);
    let mut crew = Crew::new(shape, 1);
    let first = crew.loss(&weights, Batch::whole(&positions), &goal);
    for step in 0..1_500 {
        let rate = if step < 1_000 { 2e-3 } else { 2e-4 };
        crew.gradient(&weights, Batch::whole(&positions), &goal);
        crew.step(&mut weights, &mut moments, &Update::new(step, rate, 0.0, positions.len()));
    }
    let last = crew.loss(&weights, Batch::whole(&positions), &goal);
    assert!(first > 0.02 && last < 1e-4, "{first} {last}");
}
