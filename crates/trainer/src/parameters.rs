//! How a network lies in memory while it learns.
//!
//! The hidden units are cut into blocks of 32. A block has all that belongs to its units side by side: a row of 32 numbers for each
//! feature, one of biases, and one for each bucket and perspective of the output. So the weights of a block stay in the processor's cache while
//! many positions pass. Gradients and moments of the optimiser lie in the same way. Not here: the file's layout (`eval`). Invariant: every number
//! of a network has one place, given by [`Shape::place`]; the places without a number, behind the output biases, stay 0.

use crate::random::around_zero;
use eval::nnue::{BUCKETS, INPUTS};
use rules::Random;

/// Numbers per row: enough for four registers of eight.
pub(crate) const LANES: usize = 32;

/// Rows of a block: features, biases, outputs of two perspectives.
const BLOCK_ROWS: usize = INPUTS + 1 + 2 * BUCKETS;

const _: () = assert!(BUCKETS <= LANES, "the output biases are one row");

/// Numbers that are worked on together.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [f32; LANES]);

impl Row {
    pub(crate) const ZERO: Row = Row([0.0; LANES]);

    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Row) {
        for (sum, number) in self.0.iter_mut().zip(&other.0) {
            *sum += number;
        }
    }

    /// The sum, always in the same order: halves upon each other, so that it is made of whole registers.
    #[inline(always)]
    pub(crate) fn sum(&self) -> f32 {
        let mut rest = self.0;
        let mut half = LANES / 2;
        while half > 0 {
            for lane in 0..half {
                rest[lane] += rest[lane + half];
            }
            half /= 2;
        }
        rest[0]
    }
}

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    blocks: usize,
}

/// One number of a network, as a person would name it. `side` is 0 for the side to move, 1 for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    Feature { feature: usize, unit: usize },
    Bias { unit: usize },
    Output { bucket: usize, side: usize, unit: usize },
    OutputBias { bucket: usize },
}

impl Shape {
    /// The shape with so many hidden units per perspective, a multiple of 32.
    pub(crate) fn new(hidden: usize) -> Self {
        Shape { blocks: hidden / LANES }
    }

    pub(crate) fn hidden(self) -> usize {
        self.blocks * LANES
    }

    pub(crate) fn blocks(self) -> usize {
        self.blocks
    }

    /// All rows, the output biases last.
    pub(crate) fn rows(self) -> usize {
        self.blocks * BLOCK_ROWS + 1
    }

    /// The row and lane of a number.
    pub(crate) fn place(self, parameter: Parameter) -> (usize, usize) {
        let in_block = |unit: usize, row: usize| (unit / LANES * BLOCK_ROWS + row, unit % LANES);
        match parameter {
            Parameter::Feature { feature, unit } => in_block(unit, feature),
            Parameter::Bias { unit } => in_block(unit, INPUTS),
            Parameter::Output { bucket, side, unit } => in_block(unit, INPUTS + 1 + output_row(bucket, side)),
            Parameter::OutputBias { bucket } => (self.rows() - 1, bucket),
        }
    }

    /// Every number of a network, each once.
    pub(crate) fn parameters(self) -> impl Iterator<Item = Parameter> {
        let units = 0..self.hidden();
        let features = (0..INPUTS).flat_map({
            let units = units.clone();
            move |feature| units.clone().map(move |unit| Parameter::Feature { feature, unit })
        });
        let biases = units.clone().map(|unit| Parameter::Bias { unit });
        let outputs = (0..BUCKETS).flat_map(move |bucket| {
            let units = units.clone();
            (0..2).flat_map(move |side| units.clone().map(move |unit| Parameter::Output { bucket, side, unit }))
        });
        let output_biases = (0..BUCKETS).map(|bucket| Parameter::OutputBias { bucket });
        features.chain(biases).chain(outputs).chain(output_biases)
    }
}

/// The row of a bucket and perspective among a block's outputs.
#[inline(always)]
pub(crate) fn output_row(bucket: usize, side: usize) -> usize {
    2 * bucket + side
}

/// The numbers of a network, or as many numbers that belong to them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameters {
    shape: Shape,
    rows: Vec<Row>,
}

/// A block's numbers.
#[derive(Clone, Copy)]
pub(crate) struct Block<'a> {
    pub(crate) features: &'a [Row],
    pub(crate) bias: &'a Row,
    pub(crate) outputs: &'a [Row],
}

/// A block's numbers, to change them.
pub(crate) struct BlockMut<'a> {
    pub(crate) features: &'a mut [Row],
    pub(crate) bias: &'a mut Row,
    pub(crate) outputs: &'a mut [Row],
}

impl Parameters {
    pub(crate) fn zero(shape: Shape) -> Self {
        Parameters { shape, rows: vec![Row::ZERO; shape.rows()] }
    }

    /// The numbers that learning starts from: biases 0, weights evenly spread with the variance 2 / inputs. Source: He et al. 2015,
    /// "Delving Deep into Rectifiers".
    pub(crate) fn random(shape: Shape, random: &mut Random) -> Self {
        let spread = |inputs: usize| (6.0 / inputs as f32).sqrt();
        let mut parameters = Parameters::zero(shape);
        for parameter in shape.parameters() {
            match parameter {
                Parameter::Feature { .. } => parameters.set(parameter, spread(INPUTS) * around_zero(random)),
                Parameter::Output { .. } => parameters.set(parameter, spread(2 * shape.hidden()) * around_zero(random)),
                Parameter::Bias { .. } | Parameter::OutputBias { .. } => {}
            }
        }
        parameters
    }

    /// Makes every number 0.
    pub(crate) fn clear(&mut self) {
        self.rows.fill(Row::ZERO);
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn get(&self, parameter: Parameter) -> f32 {
        let (row, lane) = self.shape.place(parameter);
        self.rows[row].0[lane]
    }

    pub(crate) fn set(&mut self, parameter: Parameter, value: f32) {
        let (row, lane) = self.shape.place(parameter);
        self.rows[row].0[lane] = value;
    }

    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(crate) fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.rows
    }

    pub(crate) fn block(&self, block: usize) -> Block<'_> {
        let rows = &self.rows[block * BLOCK_ROWS..][..BLOCK_ROWS];
        let (features, rest) = rows.split_at(INPUTS);
        Block { features, bias: &rest[0], outputs: &rest[1..] }
    }

    pub(crate) fn block_mut(&mut self, block: usize) -> BlockMut<'_> {
        let rows = &mut self.rows[block * BLOCK_ROWS..][..BLOCK_ROWS];
        let (features, rest) = rows.split_at_mut(INPUTS);
        let (bias, outputs) = rest.split_at_mut(1);
        BlockMut { features, bias: &mut bias[0], outputs }
    }

    /// The biases of the outputs, one per bucket.
    pub(crate) fn output_bias(&self) -> &Row {
        &self.rows[self.rows.len() - 1]
    }

    pub(crate) fn output_bias_mut(&mut self) -> &mut Row {
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_place_of_its_own() {
        let shape = Shape::new(96);
        let mut taken = vec![[false; LANES]; shape.rows()];
        let mut count = 0;
        for parameter in shape.parameters() {
            let (row, lane) = shape.place(parameter);
            assert!(!std::mem::replace(&mut taken[row][lane], true), "{parameter:?}");
            count += 1;
        }
        assert_eq!(count, INPUTS * 96 + 96 + BUCKETS * 2 * 96 + BUCKETS);
        // All but what is left of the last row.
        assert_eq!(count, shape.rows() * LANES - (LANES - BUCKETS));
    }

    #[test]
    fn blocks_show_what_places_say() {
        let shape = Shape::new(64);
        let mut parameters = Parameters::random(shape, &mut Random(3));
        parameters.set(Parameter::Bias { unit: 40 }, 0.5);
        parameters.set(Parameter::OutputBias { bucket: 7 }, 0.25);
        let block = parameters.block(1);
        assert_eq!(block.bias.0[8], 0.5);
        assert_eq!(block.features[700].0[31], parameters.get(Parameter::Feature { feature: 700, unit: 63 }));
        let output = Parameter::Output { bucket: 5, side: 1, unit: 33 };
        assert_eq!(block.outputs[output_row(5, 1)].0[1], parameters.get(output));
        assert_eq!(parameters.output_bias().0[7], 0.25);
        let before = parameters.clone();
        let block = parameters.block_mut(0);
        block.bias.0[3] = 1.0;
        block.features[767].0[0] = 2.0;
        block.outputs[output_row(7, 0)].0[2] = 3.0;
        parameters.output_bias_mut().0[0] = 4.0;
        for (parameter, value) in [
            (Parameter::Bias { unit: 3 }, 1.0),
            (Parameter::Feature { feature: 767, unit: 0 }, 2.0),
            (Parameter::Output { bucket: 7, side: 0, unit: 2 }, 3.0),
            (Parameter::OutputBias { bucket: 0 }, 4.0),
        ] {
            assert_eq!(parameters.get(parameter), value);
            parameters.set(parameter, before.get(parameter));
        }
        assert_eq!(parameters, before);
    }

    #[test]
    fn a_row_sums_up() {
        let mut row = Row::ZERO;
        for (lane, number) in row.0.iter_mut().enumerate() {
            *number = lane as f32;
        }
        assert_eq!(row.sum(), (31 * 32 / 2) as f32);
        row.add(&row.clone());
        assert_eq!(row.sum(), (31 * 32) as f32);
    }

    #[test]
    fn first_weights_have_their_spread() {
        let shape = Shape::new(32);
        let parameters = Parameters::random(shape, &mut Random(1));
        let mean_square = |wanted: fn(&Parameter) -> bool| {
            let squares: Vec<f32> = shape.parameters().filter(wanted).map(|p| parameters.get(p).powi(2)).collect();
            squares.iter().sum::<f32>() / squares.len() as f32
        };
        let features = mean_square(|p| matches!(p, Parameter::Feature { .. }));
        assert!((features - 2.0 / 768.0).abs() < 1e-4, "{features}");
        let outputs = mean_square(|p| matches!(p, Parameter::Output { .. }));
        assert!((outputs - 2.0 / 64.0).abs() < 5e-3, "{outputs}");
        assert_eq!(mean_square(|p| matches!(p, Parameter::Bias { .. })), 0.0);
    }
}
