//! The sums: rows added and taken away, and the product with the output weights.
//!
//! Plain Rust, so it runs everywhere; the compiler turns the additions into vector instructions. For the product it does so badly, so that is
//! written by hand where AVX2 or simd128 is at hand. Not here: what a row means. Invariant: every path gives the same numbers, bit for bit.

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use super::{MAX_EXTRA_BITS, QA};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) use avx2::dot;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "avx2"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(crate) use dot_plain as dot;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use simd128::dot;

/// Activations have so many bits more than `QA` has, and their squares still fit 16 bits once the lower half is cut off.
pub(crate) const FINEST_BITS: u32 = 7;

const _: () = assert!((QA as i32) << FINEST_BITS <= i16::MAX as i32 && MAX_EXTRA_BITS <= FINEST_BITS);

/// Numbers in a block.
pub(crate) const LANES: usize = 32;

/// A cache line of numbers. A row of weights is whole blocks, filled up with zeros: they add nothing anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

const _: () = assert!(size_of::<Block>() == 64);

impl Block {
    pub(crate) const ZERO: Self = Self([0; LANES]);

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for (lane, other) in self.0.iter_mut().zip(&other.0) {
            // Wrapping: on the way to a sum that fits, a part of it need not.
            *lane = lane.wrapping_add(*other);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Self) {
        for (lane, other) in self.0.iter_mut().zip(&other.0) {
            *lane = lane.wrapping_sub(*other);
        }
    }
}

/// `to` becomes `from` with some rows added and others taken away, in one pass.
#[inline]
pub(crate) fn update<const A: usize, const R: usize>(
    from: &[Block],
    to: &mut [Block],
    added: [&[Block]; A],
    removed: [&[Block]; R],
) {
    // The compiler sees one length, and no bounds to check.
    let blocks = to.len();
    let (added, removed) = (added.map(|row| &row[..blocks]), removed.map(|row| &row[..blocks]));
    for (index, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let mut sum = *from;
        for row in &added {
            sum.add(&row[index]);
        }
        for row in &removed {
            sum.subtract(&row[index]);
        }
        *to = sum;
    }
}

/// Adds any number of rows of `weights` to a row and takes others away.
pub(crate) fn rewrite(sums: &mut [Block], weights: &[Block], added: &[u16], removed: &[u16]) {
    let blocks = sums.len();
    for (index, block) in sums.iter_mut().enumerate() {
        let mut sum = *block;
        for &row in added {
            sum.add(&weights[usize::from(row) * blocks + index]);
        }
        for &row in removed {
            sum.subtract(&weights[usize::from(row) * blocks + index]);
        }
        *block = sum;
    }
}

/// The sum of `(v * v >> 16) * w` over all units, where `v` is the unit, of so many `extra_bits`, limited to 0 to 1 and brought to
/// 1/(128 `QA`), and `w` its weight: first our units, then theirs.
/// Weights no further from zero than `MAX_OUTPUT_WEIGHT`, rows no longer than `MAX_HIDDEN`.
pub(crate) fn dot_plain(ours: &[Block], theirs: &[Block], weights: &[Block], extra_bits: u32) -> i64 {
    let mut sums = [0_i32; LANES];
    let one = QA << extra_bits;
    let (our_weights, their_weights) = weights.split_at(ours.len());
    for (units, weights) in [(ours, our_weights), (theirs, their_weights)] {
        for (units, weights) in units.iter().zip(weights) {
            for ((sum, &unit), &weight) in sums.iter_mut().zip(&units.0).zip(&weights.0) {
                let unit = i32::from(unit.clamp(0, one)) << (FINEST_BITS - extra_bits);
                // At most 64 blocks of two longest rows times 16256 * 1016: it fits.
                *sum = sum.wrapping_add(((unit * unit) >> 16) * i32::from(weight));
            }
        }
    }
    sums.into_iter().map(i64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{MAX_HIDDEN, MAX_OUTPUT_WEIGHT};
    use super::*;

    const LONGEST: usize = MAX_HIDDEN / LANES;

    /// Numbers from `-limit` to `limit`, the same ones in every run.
    fn random_blocks(state: &mut u64, blocks: usize, limit: i16) -> Vec<Block> {
        let mut number = || {
            // Knuth's MMIX generator; its high bits are the random ones.
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((*state >> 33) as i32 % (i32::from(limit) + 1) * if *state >> 32 & 1 == 0 { 1 } else { -1 }) as i16
        };
        (0..blocks).map(|_| Block(std::array::from_fn(|_| number()))).collect()
    }

    /// The definition, with nothing to hurry it.
    fn defined(ours: &[Block], theirs: &[Block], weights: &[Block], extra_bits: u32) -> i64 {
        let one = f64::from(255 << extra_bits);
        let value = |unit: i16| (f64::from(unit) / one).clamp(0.0, 1.0) * 255.0 * 128.0;
        let square = |unit: i16| (value(unit).powi(2) / 65_536.0).floor() as i64;
        let units = ours.iter().chain(theirs).flat_map(|block| block.0);
        let weights = weights.iter().flat_map(|block| block.0);
        units.zip(weights).map(|(unit, weight)| square(unit) * i64::from(weight)).sum()
    }

    #[test]
    fn every_product_is_the_defined_one() {
        let mut random = 1;
        for round in 0..2_000 {
            let blocks = 1 + round % LONGEST;
            let limit = [300, 2_000, i16::MAX][round % 3];
            let (ours, theirs) = (random_blocks(&mut random, blocks, limit), random_blocks(&mut random, blocks, limit));
            let weights = random_blocks(&mut random, 2 * blocks, MAX_OUTPUT_WEIGHT);
            let bits = round as u32 % (MAX_EXTRA_BITS + 1);
            let expected = defined(&ours, &theirs, &weights, bits);
            assert_eq!(dot_plain(&ours, &theirs, &weights, bits), expected, "plain, {blocks} blocks, {bits} bits");
            assert_eq!(dot(&ours, &theirs, &weights, bits), expected, "{blocks} blocks, {bits} bits");
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        for (unit, weight) in [(i16::MAX, MAX_OUTPUT_WEIGHT), (QA, -MAX_OUTPUT_WEIGHT), (i16::MIN, 127)] {
            let units = vec![Block([unit; LANES]); LONGEST];
            let weights = vec![Block([weight; LANES]); 2 * LONGEST];
            let expected = if unit > 0 { 2 * 1024 * 16_256 * i64::from(weight) } else { 0 };
            assert_eq!(dot_plain(&units, &units, &weights, 0), expected);
            assert_eq!(dot(&units, &units, &weights, 0), expected);
        }
    }

    #[test]
    fn rows_come_and_go() {
        let mut random = 2;
        let start = random_blocks(&mut random, 3, i16::MAX);
        let weights = random_blocks(&mut random, 12, i16::MAX);
        let row = |index: usize| &weights[3 * index..][..3];
        let mut once = start.clone();
        update(&start, &mut once, [row(0), row(1)], [row(2)]);
        let mut rewritten = start.clone();
        rewrite(&mut rewritten, &weights, &[1, 0], &[2]);
        assert_eq!(once, rewritten);
        let lane = |index: usize| weights[3 * index].0[0];
        let by_hand = start[0].0[0].wrapping_add(lane(0)).wrapping_add(lane(1)).wrapping_sub(lane(2));
        assert_eq!(once[0].0[0], by_hand);
        let mut back = start.clone();
        update(&once, &mut back, [row(2)], [row(0), row(1)]);
        assert_eq!(back, start);
    }
}
