//! `assay bench`: timing and printing.
//!
//! Not the positions or the search, which are the crate `search`'s.
//! Invariant: the same nodes in both forms of the output, and in text the last line is `N nodes M nps`.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::Instant;

use search::{Options, bench};

use crate::cli::BenchArguments;

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The table does not fit.
    Memory(String),
    /// The result could not be written.
    Output(io::Error),
}

pub(crate) fn run(arguments: &BenchArguments, output: &mut impl Write) -> Result<(), Failure> {
    let (mut written, is_closed) = (Ok(()), Cell::new(false));
    let mut by_position = Vec::new();
    let begin = Instant::now();
    let mut report = |index: usize, fen: &str, nodes: u64| {
        if arguments.json {
            by_position.push(format!("{{\"fen\":\"{fen}\",\"nodes\":{nodes}}}"));
        } else {
            let line = session::bench_line(index, fen, nodes);
            let printed = writeln!(output, "{line}").and_then(|()| output.flush());
            is_closed.set(printed.is_err());
            written = printed;
        }
    };
    let nodes = bench::run(&Options::default(), arguments.hash, arguments.depth, &mut report, &mut || is_closed.get())
        .map_err(|error| Failure::Memory(error.to_string()))?;
    let time = begin.elapsed();
    written.map_err(Failure::Output)?;
    let text = if arguments.json {
        // Written by hand: numbers and a FEN need no escapes.
        format!(
            "{{\"hash\":{},\"depth\":{},\"nodes\":{nodes},\"seconds\":{:.6},\"nodes_per_second\":{},\"positions\":[{}]}}",
            arguments.hash,
            arguments.depth,
            time.as_secs_f64(),
            session::nodes_per_second(nodes, time),
            by_position.join(","),
        )
    } else {
        session::bench_total(nodes, time)
    };
    writeln!(output, "{text}").and_then(|()| output.flush()).map_err(Failure::Output)
}
