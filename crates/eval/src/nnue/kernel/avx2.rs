//! The product with the output weights, by AVX2.
//!
//! Compiled only where every processor the program is for has AVX2. Not here: anything but that product. Invariant: the plain one's result.

use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi32, _mm256_add_epi64,
    _mm256_castsi256_si128, _mm256_cvtepi32_epi64, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256,
};

use super::Block;
use crate::nnue::QA;

/// See [`super::dot_plain`].
#[inline]
pub(crate) fn dot(ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64 {
    // SAFETY: the program is compiled for processors with AVX2, or this module would not be in it.
    #[allow(unsafe_code, reason = "without it the product is several times slower")]
    unsafe {
        product(ours, theirs, weights)
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn product(ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64 {
    let (our_weights, their_weights) = weights.split_at(ours.len());
    let mut sums = [_mm256_setzero_si256(); 2];
    for (units, weights) in [(ours, our_weights), (theirs, their_weights)] {
        for (units, weights) in units.iter().zip(weights) {
            let (units, weights) = (load(units), load(weights));
            for ((sum, units), weights) in sums.iter_mut().zip(units).zip(weights) {
                *sum = _mm256_add_epi32(*sum, activate(units, weights));
            }
        }
    }
    // Each of the eight 32-bit sums holds at most 256 terms of 255 * 255 * 127, which fit; all of them together need 64 bits.
    let sums = _mm256_add_epi32(sums[0], sums[1]);
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sums));
    let sums = _mm256_add_epi64(low, high);
    let pair = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    _mm_cvtsi128_si64(_mm_add_epi64(pair, _mm_unpackhi_epi64(pair, pair)))
}

/// `v * v * w` of sixteen units, neighbours added up. `v * w` fits 16 bits because of the limits on both.
#[target_feature(enable = "avx2")]
#[inline]
fn activate(units: __m256i, weights: __m256i) -> __m256i {
    let units = _mm256_min_epi16(_mm256_max_epi16(units, _mm256_setzero_si256()), _mm256_set1_epi16(QA));
    _mm256_madd_epi16(units, _mm256_mullo_epi16(units, weights))
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
