//! `cargo run --release -p search --example bench [depth] [Option=value ...]`: the bench, without the engine around it.

use registry::Registry;
use search::{Options, bench};

fn main() {
    let mut options = Options::default();
    let mut depth = bench::DEPTH;
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            None => depth = argument.parse().expect("a depth"),
            Some((name, value)) => {
                let set = options.search.set(name, value).or_else(|_| options.eval.set(name, value));
                set.expect("an option and its value");
            }
        }
    }
    let start = std::time::Instant::now();
    let mut report = |_, fen: &str, nodes| eprintln!("{nodes:>10} {fen}");
    let nodes = bench::run(&options, bench::MEBIBYTES, depth, &mut report, &mut || false);
    let nodes = nodes.expect("16 MiB");
    let elapsed = start.elapsed();
    println!("{nodes} nodes {} nps, {elapsed:.1?}", (nodes as f64 / elapsed.as_secs_f64()) as u64);
}
