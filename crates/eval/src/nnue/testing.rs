//! Random networks for the unit tests, the same ones in every run.
//!
//! Not for the integration tests, which have their own in `tests/common`. Invariant: every one of them passes the checks of `network`.

use super::{BUCKETS, INPUTS, MAX_OUTPUT_WEIGHT, NetworkParts};

/// SplitMix64: repeatable, and no dependency.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From `-limit` to `limit`.
    pub(crate) fn within(&mut self, limit: i16) -> i16 {
        let span = 2 * u64::from(limit.unsigned_abs()) + 1;
        ((self.next() % span) as i32 - i32::from(limit)) as i16
    }
}

/// Numbers whose sums are now below 0, now between, now above 255.
pub(crate) fn random_parts(seed: u64, hidden: usize) -> NetworkParts {
    let mut random = Random(seed);
    let mut list = |length: usize, limit: i16| (0..length).map(|_| random.within(limit)).collect();
    NetworkParts {
        hidden,
        feature_weights: list(INPUTS * hidden, 90),
        feature_bias: list(hidden, 250),
        output_weights: list(BUCKETS * 2 * hidden, MAX_OUTPUT_WEIGHT),
        output_bias: list(BUCKETS, 2_000),
        card: format!("{{\"seed\": {seed}}}"),
    }
}
