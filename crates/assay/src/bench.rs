//! `assay bench`: timing and printing.
//!
//! Not the positions or the search, which are the crate `search`'s.
//! Invariant: the same nodes in both forms of the output, and in text the last line is `N nodes M nps`.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::Instant;

use search::telemetry::Summary;
use search::{Options, Searcher, bench};
use serde::Serialize;

use crate::cli::BenchArguments;

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The table does not fit.
    Memory(String),
    /// The result could not be written.
    Output(io::Error),
}

#[derive(Serialize)]
struct Outcome {
    hash: usize,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    positions: Vec<ByPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    telemetry: Option<Summary>,
}

#[derive(Serialize)]
struct ByPosition {
    fen: String,
    nodes: u64,
}

pub(crate) fn run(arguments: &BenchArguments, output: &mut impl Write) -> Result<(), Failure> {
    let (mut written, is_closed) = (Ok(()), Cell::new(false));
    let mut positions = Vec::new();
    let mut searcher = Searcher::new(arguments.hash).map_err(|error| Failure::Memory(error.to_string()))?;
    searcher.count(arguments.stats);
    let begin = Instant::now();
    let mut report = |index: usize, fen: &str, nodes: u64| {
        if arguments.json {
            positions.push(ByPosition { fen: fen.to_owned(), nodes });
        } else {
            let line = session::bench_line(index, fen, nodes);
            let printed = writeln!(output, "{line}").and_then(|()| output.flush());
            is_closed.set(printed.is_err());
            written = printed;
        }
    };
    let (depth, mut should_stop) = (arguments.depth, || is_closed.get());
    let nodes = bench::run_on(&mut searcher, &Options::default(), depth, &mut report, &mut should_stop);
    let time = begin.elapsed();
    written.map_err(Failure::Output)?;
    let telemetry = searcher.telemetry().map(search::Telemetry::summary);
    let nodes_per_second = session::nodes_per_second(nodes, time);
    let text = if arguments.json {
        let (hash, seconds) = (arguments.hash, time.as_secs_f64());
        let outcome = Outcome { hash, depth, nodes, seconds, nodes_per_second, positions, telemetry };
        serde_json::to_string(&outcome).map_err(|error| Failure::Output(error.into()))?
    } else {
        let telemetry =
            telemetry.map_or_else(String::new, |summary| format!("{}\n", session::telemetry::text(&summary)));
        telemetry + &session::bench_total(nodes, time)
    };
    writeln!(output, "{text}").and_then(|()| output.flush()).map_err(Failure::Output)
}
