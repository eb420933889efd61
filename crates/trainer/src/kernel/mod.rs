//! What one thread does with positions: the network's outputs, their errors, and the gradient.
//!
//! Positions go through in small groups. A group passes block by block over the hidden units, so that a block's weights stay in the cache, and the
//! gradient of a feature's weights is gathered from the positions that have the feature ([`Index`]) instead of being scattered to them: one
//! read per feature and position where the plain way reads and writes. Measured in `shared/design/knowhow.md`, C3. All loops over a row are
//! of one fixed length, which the compiler turns into vector instructions. Not here: threads, batches, the step itself. Invariant: sums are
//! taken in one order, given by the positions alone.

mod index;
#[cfg(test)]
mod tests;

use crate::data::{Features, Packed};
use crate::loss::Goal;
use crate::parameters::{Parameters, Row, Shape, output_row};
use index::Index;

/// Positions of a group. Their activations and slopes of a block fit the first cache; more of them were slower (knowhow.md, C3).
const GROUP: usize = 128;

/// The rows of a group: both perspectives of each position.
const GROUP_ROWS: usize = 2 * GROUP;

/// The working memory of a thread.
#[derive(Debug)]
pub(crate) struct Kernel {
    shape: Shape,
    features: Vec<Features>,
    index: Index,
    /// By block, then position, then perspective: the sums that enter the hidden units.
    activations: Vec<Row>,
    outputs: Vec<f32>,
    /// What the error grows by per unit of output, for each position.
    slopes: Vec<f32>,
    /// The same per unit of each activation of the block at hand.
    block_slopes: Vec<Row>,
}

impl Kernel {
    pub(crate) fn new(shape: Shape) -> Self {
        Kernel {
            shape,
            features: Vec::with_capacity(GROUP),
            index: Index::new(GROUP),
            activations: vec![Row::ZERO; shape.blocks() * GROUP_ROWS],
            outputs: Vec::with_capacity(GROUP),
            slopes: Vec::with_capacity(GROUP),
            block_slopes: vec![Row::ZERO; GROUP_ROWS],
        }
    }

    /// The sum of the errors of these positions.
    pub(crate) fn loss(&mut self, weights: &Parameters, positions: &[Packed], goal: &Goal) -> f64 {
        let mut loss = 0.0;
        for group in positions.chunks(GROUP) {
            self.forward(weights, group);
            loss += self.errors(group, goal);
        }
        loss
    }

    /// Adds the gradient of the sum of the errors of these positions to `gradient`; gives that sum.
    pub(crate) fn gradient(
        &mut self,
        weights: &Parameters,
        positions: &[Packed],
        goal: &Goal,
        gradient: &mut Parameters,
    ) -> f64 {
        let mut loss = 0.0;
        for group in positions.chunks(GROUP) {
            self.forward(weights, group);
            loss += self.errors(group, goal);
            self.backward(weights, gradient);
        }
        loss
    }

    /// Hands the network's output for each position to `take`, in order.
    pub(crate) fn outputs(&mut self, weights: &Parameters, positions: &[Packed], take: &mut dyn FnMut(f32)) {
        for group in positions.chunks(GROUP) {
            self.forward(weights, group);
            self.outputs.iter().for_each(|&output| take(output));
        }
    }

    fn forward(&mut self, weights: &Parameters, group: &[Packed]) {
        self.features.clear();
        self.features.extend(group.iter().map(Packed::features));
        for block in 0..self.shape.blocks() {
            let block_weights = weights.block(block);
            let rows = self.activations[block * GROUP_ROWS..].chunks_exact_mut(2);
            for (features, rows) in self.features.iter().zip(rows) {
                for (side, row) in rows.iter_mut().enumerate() {
                    *row = activation(block_weights.features, block_weights.bias, features.of(side));
                }
            }
        }
        self.outputs.clear();
        for (position, features) in self.features.iter().enumerate() {
            let mut sums = Row::ZERO;
            for block in 0..self.shape.blocks() {
                let block_weights = weights.block(block);
                for side in 0..2 {
                    let activations = &self.activations[block * GROUP_ROWS + 2 * position + side];
                    add_output(&mut sums, activations, &block_weights.outputs[output_row(features.bucket(), side)]);
                }
            }
            self.outputs.push(sums.sum() + weights.output_bias().0[features.bucket()]);
        }
    }

    /// The sum of the errors of the group, whose outputs are known; notes their slopes.
    fn errors(&mut self, group: &[Packed], goal: &Goal) -> f64 {
        self.slopes.clear();
        let mut loss = 0.0;
        for (position, &output) in group.iter().zip(&self.outputs) {
            let (error, slope) = goal.error(output, goal.target(position.score(), position.outcome()));
            loss += f64::from(error);
            self.slopes.push(slope);
        }
        loss
    }

    /// Adds the gradient of the group, whose slopes are known.
    fn backward(&mut self, weights: &Parameters, gradient: &mut Parameters) {
        self.index.build(&self.features);
        for (features, &slope) in self.features.iter().zip(&self.slopes) {
            gradient.output_bias_mut().0[features.bucket()] += slope;
        }
        for block in 0..self.shape.blocks() {
            let outputs = weights.block(block).outputs;
            let block_gradient = gradient.block_mut(block);
            let activations = self.activations[block * GROUP_ROWS..].chunks_exact(2);
            let block_slopes = self.block_slopes.chunks_exact_mut(2);
            let mut bias = Row::ZERO;
            for (((features, &slope), activations), block_slopes) in
                self.features.iter().zip(&self.slopes).zip(activations).zip(block_slopes)
            {
                for side in 0..2 {
                    let row = output_row(features.bucket(), side);
                    add_output_gradient(&mut block_gradient.outputs[row], slope, &activations[side]);
                    block_slopes[side] = activation_slope(slope, &activations[side], &outputs[row]);
                    bias.add(&block_slopes[side]);
                }
            }
            block_gradient.bias.add(&bias);
            for (feature, sum) in block_gradient.features.iter_mut().enumerate() {
                gather(sum, &self.block_slopes, self.index.rows(feature));
            }
        }
    }
}

/// What enters a block's units: the bias and the weights of every feature of the position.
#[inline]
fn activation(weights: &[Row], bias: &Row, features: &[u16]) -> Row {
    let mut sum = *bias;
    for &feature in features {
        sum.add(&weights[usize::from(feature)]);
    }
    sum
}

/// Adds what a block's units bring to the output: the square of what enters them, held between 0 and 1, times their weight.
#[inline]
fn add_output(sums: &mut Row, activations: &Row, weights: &Row) {
    for ((sum, activation), weight) in sums.0.iter_mut().zip(&activations.0).zip(&weights.0) {
        let held = activation.clamp(0.0, 1.0);
        *sum += held * held * weight;
    }
}

#[inline]
fn add_output_gradient(sums: &mut Row, slope: f32, activations: &Row) {
    for (sum, activation) in sums.0.iter_mut().zip(&activations.0) {
        let held = activation.clamp(0.0, 1.0);
        *sum += slope * (held * held);
    }
}

/// What the error grows by per unit of each activation: nothing where it is held.
#[inline]
fn activation_slope(slope: f32, activations: &Row, weights: &Row) -> Row {
    let mut slopes = Row::ZERO;
    for ((own, activation), weight) in slopes.0.iter_mut().zip(&activations.0).zip(&weights.0) {
        // Below 0 the factor is 0 by itself.
        let held = activation.clamp(0.0, 1.0);
        let open = if *activation < 1.0 { held } else { 0.0 };
        *own = 2.0 * slope * weight * open;
    }
    slopes
}

/// Adds the rows with these numbers.
#[inline]
fn gather(sum: &mut Row, rows: &[Row], numbers: &[u16]) {
    if numbers.is_empty() {
        return;
    }
    let mut total = *sum;
    for &number in numbers {
        total.add(&rows[usize::from(number)]);
    }
    *sum = total;
}
