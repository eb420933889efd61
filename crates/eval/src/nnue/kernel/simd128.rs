//! The product with the output weights, by the vector instructions of WebAssembly.
//!
//! Compiled only for wasm32 with `simd128`. Not here: anything but that product. Invariant: the plain one's result.

use std::arch::wasm32::{
    i16x8, i16x8_max, i16x8_min, i16x8_shl, i16x8_shuffle, i16x8_splat, i32x4_add, i32x4_dot_i16x8,
    i32x4_extmul_high_i16x8, i32x4_extmul_low_i16x8, i32x4_extract_lane, i32x4_splat, v128,
};

use super::{Block, FINEST_BITS, LANES};
use crate::nnue::QA;

/// Vectors in a block.
const VECTORS: usize = LANES / 8;

/// See [`super::dot_plain`].
#[inline]
pub(crate) fn dot(ours: &[Block], theirs: &[Block], weights: &[Block], extra_bits: u32) -> i64 {
    let (our_weights, their_weights) = weights.split_at(ours.len());
    let one = i16x8_splat(QA << extra_bits);
    let mut sums = [i32x4_splat(0); VECTORS];
    for (units, weights) in [(ours, our_weights), (theirs, their_weights)] {
        for (units, weights) in units.iter().zip(weights) {
            for ((sum, units), weights) in sums.iter_mut().zip(vectors(units)).zip(vectors(weights)) {
                let units = i16x8_min(i16x8_max(units, i16x8_splat(0)), one);
                let units = i16x8_shl(units, FINEST_BITS - extra_bits);
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(squares(units), weights));
            }
        }
    }
    // Each of the sixteen 32-bit sums holds at most 128 terms of 16256 * 1016, which fit; all of them together need 64 bits.
    sums.into_iter().map(total).sum()
}

/// The upper halves of the squares.
fn squares(units: v128) -> v128 {
    let (low, high) = (i32x4_extmul_low_i16x8(units, units), i32x4_extmul_high_i16x8(units, units));
    i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high)
}

fn total(sum: v128) -> i64 {
    let [a, b, c, d] = [
        i32x4_extract_lane::<0>(sum),
        i32x4_extract_lane::<1>(sum),
        i32x4_extract_lane::<2>(sum),
        i32x4_extract_lane::<3>(sum),
    ];
    i64::from(a) + i64::from(b) + i64::from(c) + i64::from(d)
}

/// A block's vectors. Lane by lane, for a load would take a pointer; the compiler makes loads of it.
#[inline(always)]
fn vectors(block: &Block) -> [v128; VECTORS] {
    let eights = block.0.as_chunks::<8>().0;
    std::array::from_fn(|index| {
        let [a, b, c, d, e, f, g, h] = eights[index];
        i16x8(a, b, c, d, e, f, g, h)
    })
}
