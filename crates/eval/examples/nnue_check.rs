//! `cargo run -p eval --example nnue_check`: does a network say the same on this machine as elsewhere?
//!
//! Made for machines that run no tests: it ends with a panic if a value differs, and needs neither files nor arguments. In a browser's
//! processor, with vector instructions or without:
//!
//! ```text
//! RUSTFLAGS="-C target-feature=+simd128" cargo build --release --target wasm32-unknown-unknown -p eval --example nnue_check
//! node -e 'WebAssembly.instantiate(fs.readFileSync(process.argv[1])).then(made => made.instance.exports.main(0, 0))' FILE.wasm
//! ```
//!
//! Invariant: the frozen network's values come from `tests/data/tiny.py`, not from this crate; those of large networks from plain arithmetic.

use std::sync::Arc;

use eval::nnue::{Accumulators, BUCKETS, INPUTS, Network, NetworkParts, SCALE};
use rules::Position;

fn main() {
    let tiny = Network::read(include_bytes!("../tests/data/tiny.net")).expect("a network");
    for (value, position) in positions() {
        assert_eq!(tiny.evaluate(&position), value, "{position}");
    }
    compare(tiny);
    for hidden in [48, 256, 1024] {
        compare(random_network(hidden, 90));
        // Most units far beyond both limits.
        compare(random_network(hidden, 1_000));
    }
}

/// Ten positions, and what the frozen network says of them.
fn positions() -> impl Iterator<Item = (i32, Position)> {
    include_str!("../tests/data/tiny.txt").lines().map(|line| {
        let (value, fen) = line.split_once(' ').expect("a value and a FEN");
        (value.parse().expect("a number"), Position::from_fen(fen).expect("a FEN"))
    })
}

/// Sums that are kept and vector instructions against sums computed afresh and plain arithmetic.
fn compare(network: Network) {
    let network = Arc::new(network);
    let mut sums = Accumulators::new(Arc::clone(&network), 1);
    for (_, position) in positions() {
        sums.restart();
        assert_eq!(sums.evaluate(&position), network.evaluate(&position), "{position}");
        for mv in &position.legal_moves() {
            let mut next = position.clone();
            sums.push(&next.make(mv));
            assert_eq!(sums.evaluate(&next), network.evaluate(&next), "{next}");
            sums.pop();
        }
    }
}

/// The same in every run.
fn random_network(hidden: usize, feature_limit: i64) -> Network {
    let mut state = hidden as u64;
    let mut list = |length: usize, limit: i64| -> Vec<i16> {
        let mut number = || {
            // Knuth's MMIX generator; its high bits are the random ones.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as i64 % (2 * limit + 1) - limit) as i16
        };
        (0..length).map(|_| number()).collect()
    };
    let parts = NetworkParts {
        hidden,
        extra_bits: 2,
        scale: SCALE,
        feature_weights: list(INPUTS * hidden, feature_limit),
        feature_bias: list(hidden, 250),
        output_weights: list(BUCKETS * 2 * hidden, 1016),
        output_bias: list(BUCKETS, 2_000),
        card: "{}".to_owned(),
    };
    Network::from_parts(parts).expect("within its limits")
}
