//! From the network that was trained to the one that plays.
//!
//! Not here: the file's layout (`eval`). Invariant: a network that leaves this module computes what its whole numbers say; how far that is from what
//! was trained is measured, not supposed.

use crate::data::Packed;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::parameters::{Parameter, Parameters, Shape};
use crate::progress::Quantisation;
use eval::nnue::{
    BIAS_UNITS, BUCKETS, INPUTS, MAX_EXTRA_BITS, MAX_OUTPUT_WEIGHT, Network, NetworkParts, QA, QB, SCALE,
};
use rules::Position;

/// The network in whole numbers, each the nearest, the first layer as fine as its largest sums allow.
pub(crate) fn quantise(weights: &Parameters, card: &str) -> Result<Network, Error> {
    let network = |extra_bits| {
        let parts = nearest(weights, extra_bits, card)?;
        Network::from_parts(parts).map_err(Error::Network)
    };
    // The coarsest one's error is the one to tell.
    let finer = (1..=MAX_EXTRA_BITS).rev().find_map(|bits| network(bits).ok());
    finer.map_or_else(|| network(0), Ok)
}

fn nearest(weights: &Parameters, extra_bits: u32, card: &str) -> Result<NetworkParts, Error> {
    let shape = weights.shape();
    let list = |wanted: &mut dyn Iterator<Item = Parameter>| {
        let number = |parameter| whole(parameter, weights.get(parameter), extra_bits);
        wanted.map(number).collect::<Result<Vec<i16>, Error>>()
    };
    let units = 0..shape.hidden();
    Ok(NetworkParts {
        hidden: shape.hidden(),
        extra_bits,
        scale: SCALE,
        feature_weights: list(&mut all_features(shape))?,
        feature_bias: list(&mut units.map(|unit| Parameter::Bias { unit }))?,
        output_weights: list(&mut all_outputs(shape))?,
        output_bias: list(&mut (0..BUCKETS).map(|bucket| Parameter::OutputBias { bucket }))?,
        card: card.to_owned(),
    })
}

fn all_features(shape: Shape) -> impl Iterator<Item = Parameter> {
    (0..INPUTS).flat_map(move |feature| (0..shape.hidden()).map(move |unit| Parameter::Feature { feature, unit }))
}

fn all_outputs(shape: Shape) -> impl Iterator<Item = Parameter> {
    let rows = (0..BUCKETS).flat_map(|bucket| [(bucket, 0), (bucket, 1)]);
    rows.flat_map(move |(bucket, side)| (0..shape.hidden()).map(move |unit| Parameter::Output { bucket, side, unit }))
}

/// A number in the units of the file.
fn whole(parameter: Parameter, value: f32, extra_bits: u32) -> Result<i16, Error> {
    let fine = f64::from(1_u32 << extra_bits);
    let (units, limit) = match parameter {
        Parameter::Feature { .. } | Parameter::Bias { .. } => (f64::from(QA) * fine, i16::MAX),
        Parameter::Output { .. } => (f64::from(QB), MAX_OUTPUT_WEIGHT),
        Parameter::OutputBias { .. } => (f64::from(BIAS_UNITS), i16::MAX),
    };
    let value = (f64::from(value) * units).round();
    let limit = f64::from(limit);
    if value.abs() <= limit {
        Ok(value as i16)
    } else {
        Err(Error::Range { what: format!("{parameter:?}"), value, limit })
    }
}

/// Asks both networks about the same positions.
pub(crate) fn compare(weights: &Parameters, network: &Network, positions: &[Position]) -> Option<Quantisation> {
    let packed: Vec<Packed> = positions.iter().map(|position| Packed::new(position, 0, 0)).collect();
    let (mut largest, mut sum) = (0f64, 0.0);
    let mut asked = positions.iter();
    Kernel::new(weights.shape()).outputs(weights, &packed, &mut |output| {
        if let Some(position) = asked.next() {
            let difference = f64::from(output) * f64::from(SCALE) - f64::from(network.evaluate(position));
            largest = largest.max(difference.abs());
            sum += difference.abs();
        }
    });
    let count = positions.len();
    (count > 0).then(|| Quantisation { positions: count, largest, mean: sum / count as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimiser::LIMIT;
    use crate::random::around_zero;
    use crate::testing::boards;
    use rules::Random;

    const CARD: &str = "{}";

    #[test]
    fn numbers_by_hand() {
        let shape = Shape::new(32);
        let mut weights = Parameters::zero(shape);
        weights.set(Parameter::Feature { feature: 5, unit: 7 }, 0.5);
        weights.set(Parameter::Bias { unit: 31 }, -0.0118);
        weights.set(Parameter::Output { bucket: 3, side: 1, unit: 2 }, LIMIT);
        weights.set(Parameter::OutputBias { bucket: 6 }, -LIMIT);
        let parts = quantise(&weights, CARD).expect("all fit").parts();
        let places = |list: &[i16]| -> Vec<(usize, i16)> {
            list.iter().copied().enumerate().filter(|&(_, number)| number != 0).collect()
        };
        assert_eq!(parts.extra_bits, 4);
        assert_eq!(places(&parts.feature_weights), [(5 * 32 + 7, 2040)]);
        assert_eq!(places(&parts.feature_bias), [(31, -48)]);
        assert_eq!(places(&parts.output_weights), [((2 * 3 + 1) * 32 + 2, 1014)]);
        assert_eq!(places(&parts.output_bias), [(6, -32_314)]);
    }

    #[test]
    fn the_first_layer_is_as_fine_as_its_sums_allow() {
        for (men, bits) in [(4, 4), (5, 3), (16, 2), (17, 1), (32, 1)] {
            let mut weights = Parameters::zero(Shape::new(32));
            (0..men).for_each(|feature| weights.set(Parameter::Feature { feature: 20 * feature, unit: 9 }, LIMIT));
            let network = quantise(&weights, CARD).expect("it fits");
            assert_eq!(network.parts().extra_bits, bits, "{men} men on weights of {LIMIT}");
        }
        // Only without extra bits.
        let mut weights = Parameters::zero(Shape::new(32));
        weights.set(Parameter::Bias { unit: 3 }, 100.0);
        assert_eq!(quantise(&weights, CARD).expect("it fits").parts().extra_bits, 0);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (parameter, value) in [
            (Parameter::Output { bucket: 0, side: 0, unit: 9 }, 2.0),
            (Parameter::Bias { unit: 3 }, -200.0),
            (Parameter::OutputBias { bucket: 1 }, f32::NAN),
        ] {
            let mut weights = Parameters::zero(Shape::new(32));
            weights.set(parameter, value);
            let error = quantise(&weights, CARD).expect_err("too large");
            assert!(matches!(&error, Error::Range { what, .. } if *what == format!("{parameter:?}")), "{error}");
        }
    }

    /// Weights like those of a trained network: the whole numbers play the same chess within a few centipawns.
    #[test]
    fn whole_numbers_say_nearly_the_same() {
        let mut weights = Parameters::random(Shape::new(64), &mut Random(11));
        for unit in 0..64 {
            weights.set(Parameter::Bias { unit }, 0.3 * around_zero(&mut Random(unit as u64)));
        }
        for bucket in 0..BUCKETS {
            weights.set(Parameter::OutputBias { bucket }, 0.1 * bucket as f32 - 0.4);
        }
        let network = quantise(&weights, CARD).expect("all fit");
        let positions = boards(13, 2_000);
        let spread: Vec<i32> = positions.iter().map(|position| network.evaluate(position)).collect();
        assert!(spread.iter().max() > Some(&100) && spread.iter().min() < Some(&-100));
        let found = compare(&weights, &network, &positions).expect("positions");
        assert_eq!(found.positions, 2_000);
        // Half a centipawn is what whole centipawns cost.
        assert!(found.largest < 3.0 && found.mean < 0.6 && found.mean > 0.0, "{found:?}");
        assert_eq!(compare(&weights, &network, &[]), None);
        // Another network is noticed.
        let other = Parameters::random(Shape::new(64), &mut Random(12));
        assert!(compare(&other, &network, &positions).expect("positions").largest > 50.0);
    }
}
