//! How often the sequential test errs, by simulation: no more often than it promises.

use stats::{Bounds, Decision, Model, Pentanomial, Sprt};

/// Knuth's MMIX generator; its high bits are the random ones.
struct Random(u64);

impl Random {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Chances of a pair's outcomes for players of this normalised difference: those of an even pair, tilted.
fn chances(normalised: f64) -> [f64; 5] {
    const EVEN: [f64; 5] = [0.06, 0.22, 0.44, 0.22, 0.06];
    let at = |tilt: f64| -> [f64; 5] {
        let weights: [f64; 5] = std::array::from_fn(|outcome| EVEN[outcome] * (tilt * (outcome as f64 - 2.0)).exp());
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    };
    let difference = |chances: &[f64; 5]| {
        let mean: f64 = chances.iter().enumerate().map(|(outcome, chance)| chance * outcome as f64 / 4.0).sum();
        let spread = |outcome: usize| (outcome as f64 / 4.0 - mean).powi(2);
        let variance: f64 = chances.iter().enumerate().map(|(outcome, chance)| chance * spread(outcome)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10
    };
    let (mut low, mut high) = (-1.0, 1.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if difference(&at(middle)) < normalised { low = middle } else { high = middle }
    }
    at(low)
}

/// Share of tests that end in `wrong`.
fn error_rate(truth: f64, wrong: Decision, tests: u32) -> f64 {
    let sprt = Sprt { bounds: Bounds::new(Model::Normalised, 0.0, 40.0) };
    let chances = chances(truth);
    let mut random = Random(u64::from(tests));
    let mut errors = 0;
    for _ in 0..tests {
        let mut pairs = Pentanomial::default();
        let decision = loop {
            // As a laboratory does: looked at after every few pairs.
            for _ in 0..4 {
                let mut share = random.share();
                let outcome = chances.iter().position(|chance| {
                    share -= chance;
                    share < 0.0
                });
                pairs.count_pair(outcome.unwrap_or(4) as u8);
            }
            match sprt.decide(&pairs) {
                Decision::Open => {}
                decision => break decision,
            }
        };
        errors += u32::from(decision == wrong);
    }
    f64::from(errors) / f64::from(tests)
}

#[test]
fn false_positives_and_negatives_stay_near_five_percent() {
    let tests = 4000;
    let (positives, negatives) =
        (error_rate(0.0, Decision::Accepted, tests), error_rate(40.0, Decision::Rejected, tests));
    println!("false positives {positives:.4}, false negatives {negatives:.4} of {tests} tests each");
    assert!(positives < 0.06 && negatives < 0.06, "{positives} {negatives}");
    assert!(positives > 0.03 && negatives > 0.03, "a test this careful plays too long: {positives} {negatives}");
}
