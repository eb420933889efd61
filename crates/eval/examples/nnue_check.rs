//! `cargo run -p eval --example nnue_check`: does the frozen network have its values on this machine?
//!
//! Made for machines that run no tests: it ends with a panic if a value differs, and needs neither files nor arguments. In a browser's
//! processor, with vector instructions or without:
//!
//! ```text
//! RUSTFLAGS="-C target-feature=+simd128" cargo build --release --target wasm32-unknown-unknown -p eval --example nnue_check
//! node -e 'WebAssembly.instantiate(fs.readFileSync(process.argv[1])).then(made => made.instance.exports.main(0, 0))' FILE.wasm
//! ```
//!
//! Invariant: what it compares with comes from `tests/data/tiny.py`, not from this crate.

use std::sync::Arc;

use eval::nnue::{Accumulators, Network};
use rules::Position;

fn main() {
    let network = Arc::new(Network::read(include_bytes!("../tests/data/tiny.net")).expect("a network"));
    let mut sums = Accumulators::new(Arc::clone(&network), 1);
    for line in include_str!("../tests/data/tiny.txt").lines() {
        let (value, fen) = line.split_once(' ').expect("a value and a FEN");
        let value: i32 = value.parse().expect("a number");
        let position = Position::from_fen(fen).expect("a FEN");
        assert_eq!(network.evaluate(&position), value, "{fen}");
        sums.restart();
        assert_eq!(sums.evaluate(&position), value, "{fen}");
        for mv in &position.legal_moves() {
            let mut next = position.clone();
            sums.push(&next.make(mv));
            assert_eq!(sums.evaluate(&next), network.evaluate(&next), "{next}");
            sums.pop();
        }
    }
}
