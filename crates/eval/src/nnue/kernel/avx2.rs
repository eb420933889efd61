//! The product with the output weights, by AVX2.
//!
//! Compiled only where every processor the program is for has AVX2. Not here: anything but that product. Invariant: the plain one's result.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi64, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32,
    _mm256_add_epi64, _mm256_castsi256_si128, _mm256_cvtepi32_epi64, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mulhi_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
    _mm256_sll_epi16,
};

use super::{Block, FINEST_BITS};
use crate::nnue::QA;

/// See [`super::dot_plain`].
#[inline]
pub(crate) fn dot(ours: &[Block], theirs: &[Block], weights: &[Block], extra_bits: u32) -> i64 {
    // SAFETY: the program is compiled for processors with AVX2, or this module would not be in it.
    #[allow(unsafe_code, reason = "without it the product is several times slower")]
    unsafe {
        product(ours, theirs, weights, extra_bits)
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn product(ours: &[Block], theirs: &[Block], weights: &[Block], extra_bits: u32) -> i64 {
    let one = _mm256_set1_epi16(QA << extra_bits);
    let shift = _mm_cvtsi32_si128((FINEST_BITS - extra_bits).cast_signed());
    let (our_weights, their_weights) = weights.split_at(ours.len());
    let mut sums = [_mm256_setzero_si256(); 2];
    for (units, weights) in [(ours, our_weights), (theirs, their_weights)] {
        for (units, weights) in units.iter().zip(weights) {
            let (units, weights) = (load(units), load(weights));
            for ((sum, units), weights) in sums.iter_mut().zip(units).zip(weights) {
                *sum = _mm256_add_epi32(*sum, activate(units, weights, one, shift));
            }
        }
    }
    // Each of the sixteen 32-bit sums holds at most 128 terms of 16256 * 1016, which fit; all of them together need 64 bits.
    let sums = _mm256_add_epi64(widen(sums[0]), widen(sums[1]));
    let pair = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    _mm_cvtsi128_si64(_mm_add_epi64(pair, _mm_unpackhi_epi64(pair, pair)))
}

/// Eight 32-bit numbers as four of 64 bits: neighbours of the two halves added up.
#[target_feature(enable = "avx2")]
#[inline]
fn widen(sums: __m256i) -> __m256i {
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sums));
    _mm256_add_epi64(low, high)
}

/// `(v * v >> 16) * w` of sixteen units, neighbours added up.
#[target_feature(enable = "avx2")]
#[inline]
fn activate(units: __m256i, weights: __m256i, one: __m256i, shift: __m128i) -> __m256i {
    let units = _mm256_min_epi16(_mm256_max_epi16(units, _mm256_setzero_si256()), one);
    let units = _mm256_sll_epi16(units, shift);
    _mm256_madd_epi16(_mm256_mulhi_epi16(units, units), weights)
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(block: &Block) -> [__m256i; 2] {
    let halves: *const __m256i = std::ptr::from_ref(block).cast();
    // SAFETY: a block is 64 bytes at a multiple of 64, so both halves lie in it, at multiples of 32.
    #[allow(unsafe_code, reason = "loads take pointers")]
    unsafe {
        [_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))]
    }
}
