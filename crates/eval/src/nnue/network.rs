//! The network: its weights, what a position is worth to it, and which weights it takes.
//!
//! Not here: the file (`format`), updates along moves (`accumulators`). Invariant: a [`Network`] that exists has weights for which no sum
//! overflows on any board.

use std::fmt;

use rules::{Color, Placement, Position, Square};

use super::features::{View, bucket, features};
use super::kernel::{Block, LANES, dot, dot_plain, rewrite};
use super::{
    BIAS_UNITS, BUCKETS, HIDDEN_STEP, INPUTS, MAX_EXTRA_BITS, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE, NetworkError,
    QA,
};
use crate::MAX_EVALUATION;

/// No position has more men, so no sum has more terms.
const MAX_MEN: usize = 32;
/// No card is longer, in bytes.
pub(crate) const MAX_CARD: usize = 1 << 20;

/// The numbers that make a network, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkParts {
    /// Units of the hidden layer, for each side.
    pub hidden: usize,
    /// By how many bits the first layer is finer than [`QA`]; at most [`MAX_EXTRA_BITS`].
    pub extra_bits: u32,
    /// Centipawns for an output of 1: at least 1, at most [`MAX_SCALE`].
    pub scale: u16,
    /// What each input adds to each unit: [`INPUTS`] rows of `hidden`.
    pub feature_weights: Vec<i16>,
    /// What each unit begins with: `hidden`.
    pub feature_bias: Vec<i16>,
    /// [`BUCKETS`] rows of twice `hidden`: first the units of the side to move, then the other's.
    pub output_weights: Vec<i16>,
    /// One for each bucket.
    pub output_bias: Vec<i16>,
    /// Where the network comes from: JSON.
    pub card: String,
}

/// A network that can be used. Unchangeable, so threads may share one.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    hidden: usize,
    extra_bits: u32,
    scale: u16,
    /// One row for each input; all rows are filled up with zeros to whole blocks.
    feature_weights: Box<[Block]>,
    feature_bias: Box<[Block]>,
    /// Two rows for each bucket.
    output_weights: Box<[Block]>,
    output_bias: [i16; BUCKETS],
    card: String,
}

impl Network {
    /// A network of these numbers.
    ///
    /// # Errors
    /// When there are too many or too few of them, when a sum of them could overflow, or when the card is not JSON.
    pub fn from_parts(parts: NetworkParts) -> Result<Self, NetworkError> {
        check_lengths(&parts)?;
        check_ranges(&parts)?;
        check_card(&parts.card)?;
        let mut output_bias = [0; BUCKETS];
        output_bias.copy_from_slice(&parts.output_bias);
        Ok(Self {
            hidden: parts.hidden,
            extra_bits: parts.extra_bits,
            scale: parts.scale,
            feature_weights: blocks(&parts.feature_weights, parts.hidden),
            feature_bias: blocks(&parts.feature_bias, parts.hidden),
            output_weights: blocks(&parts.output_weights, parts.hidden),
            output_bias,
            card: parts.card,
        })
    }

    /// The numbers it is made of.
    #[must_use]
    pub fn parts(&self) -> NetworkParts {
        NetworkParts {
            hidden: self.hidden,
            extra_bits: self.extra_bits,
            scale: self.scale,
            feature_weights: numbers(&self.feature_weights, self.hidden),
            feature_bias: numbers(&self.feature_bias, self.hidden),
            output_weights: numbers(&self.output_weights, self.hidden),
            output_bias: self.output_bias.to_vec(),
            card: self.card.clone(),
        }
    }

    /// The same network with other centipawns.
    ///
    /// # Errors
    /// When the scale is none.
    pub fn with_scale(&self, scale: u16) -> Result<Self, NetworkError> {
        check_scale(scale.into())?;
        Ok(Self { scale, ..self.clone() })
    }

    /// Units of the hidden layer, for each side.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Centipawns for an output of 1.
    #[must_use]
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// Where it comes from: JSON.
    #[must_use]
    pub fn card(&self) -> &str {
        &self.card
    }

    /// The value for the side to move, in centipawns, at most [`MAX_EVALUATION`] from zero.
    ///
    /// Computed afresh and by plain arithmetic: [`Accumulators`](super::Accumulators) say the same, faster.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let us = position.side_to_move();
        let (ours, theirs) = (self.accumulate(position, us), self.accumulate(position, !us));
        let bucket = bucket(position);
        self.value(dot_plain(&ours, &theirs, self.output_row(bucket), self.extra_bits), bucket)
    }

    /// The same without the man on a square, with the row of output weights that counts with him. A king's absence changes nothing else, nor
    /// does that of nobody.
    #[must_use]
    pub fn evaluate_without(&self, position: &Position, square: Square) -> i32 {
        let us = position.side_to_move();
        let absent = position.piece_on(square).map(|piece| Placement { piece, square });
        let sums = |color| {
            let mut sums = self.accumulate(position, color);
            let row = absent.map(|placement| View::of(position, color).feature(placement) as u16);
            rewrite(&mut sums, &self.feature_weights, &[], row.as_slice());
            sums
        };
        let bucket = bucket(position);
        self.value(dot_plain(&sums(us), &sums(!us), self.output_row(bucket), self.extra_bits), bucket)
    }

    /// The value that follows from the first layer's sums, the side to move first.
    #[inline]
    pub(crate) fn output(&self, ours: &[Block], theirs: &[Block], bucket: usize) -> i32 {
        self.value(dot(ours, theirs, self.output_row(bucket), self.extra_bits), bucket)
    }

    /// The first layer's sums, computed afresh.
    pub(crate) fn accumulate(&self, position: &Position, color: Color) -> Vec<Block> {
        let mut sums = self.feature_bias.to_vec();
        let rows: Vec<u16> = features(position, color).map(|feature| feature as u16).collect();
        rewrite(&mut sums, &self.feature_weights, &rows, &[]);
        sums
    }

    #[inline]
    fn value(&self, sum: i64, bucket: usize) -> i32 {
        let output = sum / (2 * i64::from(QA)) + i64::from(self.output_bias[bucket]);
        let value = output * i64::from(self.scale) / i64::from(BIAS_UNITS);
        value.clamp(i64::from(-MAX_EVALUATION), i64::from(MAX_EVALUATION)) as i32
    }

    /// Blocks of a row.
    #[inline]
    pub(crate) fn row_blocks(&self) -> usize {
        self.feature_bias.len()
    }

    #[inline]
    pub(crate) fn feature_row(&self, feature: usize) -> &[Block] {
        let blocks = self.row_blocks();
        &self.feature_weights[feature * blocks..][..blocks]
    }

    /// All rows of feature weights.
    #[inline]
    pub(crate) fn feature_weights(&self) -> &[Block] {
        &self.feature_weights
    }

    #[inline]
    pub(crate) fn feature_bias(&self) -> &[Block] {
        &self.feature_bias
    }

    #[inline]
    fn output_row(&self, bucket: usize) -> &[Block] {
        let blocks = 2 * self.row_blocks();
        &self.output_weights[bucket * blocks..][..blocks]
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network({} hidden units)", self.hidden)
    }
}

/// Rows of numbers as rows of blocks.
fn blocks(numbers: &[i16], row: usize) -> Box<[Block]> {
    let block = |lanes: &[i16]| {
        let mut block = Block::ZERO;
        block.0[..lanes.len()].copy_from_slice(lanes);
        block
    };
    numbers.chunks_exact(row).flat_map(|row| row.chunks(LANES).map(block)).collect()
}

/// Rows of blocks as rows of numbers.
fn numbers(blocks: &[Block], row: usize) -> Vec<i16> {
    let rows = blocks.chunks_exact(row.div_ceil(LANES));
    rows.flat_map(|blocks| blocks.iter().flat_map(|block| block.0).take(row)).collect()
}

/// Is this a size that a hidden layer may have?
pub(crate) fn check_hidden(hidden: usize) -> Result<(), NetworkError> {
    let possible = (HIDDEN_STEP..=MAX_HIDDEN).contains(&hidden) && hidden.is_multiple_of(HIDDEN_STEP);
    if possible { Ok(()) } else { Err(NetworkError::Hidden(hidden)) }
}

fn check_extra_bits(bits: u32) -> Result<(), NetworkError> {
    if bits <= MAX_EXTRA_BITS { Ok(()) } else { Err(NetworkError::ExtraBits(bits)) }
}

pub(crate) fn check_scale(scale: u32) -> Result<(), NetworkError> {
    if (1..=u32::from(MAX_SCALE)).contains(&scale) { Ok(()) } else { Err(NetworkError::Scale(scale)) }
}

fn check_lengths(parts: &NetworkParts) -> Result<(), NetworkError> {
    let hidden = parts.hidden;
    check_hidden(hidden)?;
    check_extra_bits(parts.extra_bits)?;
    check_scale(parts.scale.into())?;
    for (list, numbers, expected) in [
        ("feature weights", &parts.feature_weights, INPUTS * hidden),
        ("feature biases", &parts.feature_bias, hidden),
        ("output weights", &parts.output_weights, BUCKETS * 2 * hidden),
        ("output biases", &parts.output_bias, BUCKETS),
    ] {
        let found = numbers.len();
        if found != expected {
            return Err(NetworkError::Length { list, found, expected });
        }
    }
    Ok(())
}

/// Two places where the arithmetic has bounds: a unit's sum, and an output weight.
fn check_ranges(parts: &NetworkParts) -> Result<(), NetworkError> {
    let allowed = -MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT;
    if let Some(&weight) = parts.output_weights.iter().find(|weight| !allowed.contains(weight)) {
        return Err(NetworkError::OutputWeight(weight));
    }
    let mut sizes = Vec::with_capacity(INPUTS);
    for (unit, bias) in parts.feature_bias.iter().enumerate() {
        sizes.clear();
        sizes.extend(parts.feature_weights.iter().skip(unit).step_by(parts.hidden).map(|weight| weight.unsigned_abs()));
        let (larger, least, _) = sizes.select_nth_unstable_by(MAX_MEN - 1, |a, b| b.cmp(a));
        let men: u32 = larger.iter().map(|&size| u32::from(size)).sum();
        let reach = men + u32::from(*least) + u32::from(bias.unsigned_abs());
        if reach > u32::from(i16::MAX.unsigned_abs()) {
            return Err(NetworkError::Overflow { unit, reach });
        }
    }
    Ok(())
}

fn check_card(card: &str) -> Result<(), NetworkError> {
    if card.len() > MAX_CARD {
        return Err(NetworkError::CardTooLong(card.len()));
    }
    match serde_json::from_str::<serde::de::IgnoredAny>(card) {
        Ok(_) => Ok(()),
        Err(error) => Err(NetworkError::Card(error.to_string())),
    }
}
