//! `assay perft`: counting, timing and printing.
//!
//! Not the counting itself, which is the crate `rules`'.
//! Invariant: the same numbers whatever the threads, the table and the form of the output.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use rules::fen::{self, CastlingMode, Fen};
use rules::perft::{self, PerftTable};
use rules::{Move, Position};

use crate::cli::PerftArguments;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The position was not one.
    Call(String),
    /// The table does not fit.
    Memory(String),
    /// The number of nodes does not fit 64 bits.
    TooMany,
    /// The result could not be written.
    Output(io::Error),
}

struct Count {
    nodes: u64,
    time: Duration,
    by_move: Vec<(Move, u64)>,
}

pub(crate) fn run(arguments: &PerftArguments, output: &mut impl Write) -> Result<(), Failure> {
    let mode = if arguments.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let Fen { position, notices } = read_position(&arguments.fen, mode).map_err(Failure::Call)?;
    for notice in notices {
        eprintln!("note: {notice}");
    }
    let count = count(&position, arguments)?;
    let text = if arguments.json { json(&position, arguments, mode, &count) } else { plain(arguments, mode, &count) };
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(Failure::Output)
}

fn read_position(words: &[String], mode: CastlingMode) -> Result<Fen, String> {
    let text = words.join(" ");
    let text = match text.trim() {
        "" | "startpos" => fen::START_FEN,
        "kiwipete" => KIWIPETE,
        text => text,
    };
    fen::parse(text, mode).map_err(|error| error.to_string())
}

fn count(position: &Position, arguments: &PerftArguments) -> Result<Count, Failure> {
    let threads = usize::from(arguments.threads);
    let table = match arguments.hash {
        None => None,
        Some(mebibytes) => {
            let table = PerftTable::new(usize::try_from(mebibytes).unwrap_or(usize::MAX));
            Some(table.map_err(|error| Failure::Memory(format!("no memory for a table of {mebibytes} MB: {error}")))?)
        }
    };
    let start = Instant::now();
    if arguments.depth == 0 {
        return Ok(Count { nodes: 1, time: start.elapsed(), by_move: Vec::new() });
    }
    let by_move = perft::divide_parallel(position, arguments.depth, threads, table.as_ref());
    let nodes = by_move.iter().fold(0u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
    if nodes == u64::MAX {
        return Err(Failure::TooMany);
    }
    Ok(Count { nodes, time: start.elapsed(), by_move })
}

fn plain(arguments: &PerftArguments, mode: CastlingMode, count: &Count) -> String {
    let mut text = String::new();
    if arguments.divide {
        for (mv, nodes) in &count.by_move {
            let _ = writeln!(text, "{}: {nodes}", mv.uci(mode));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Nodes: {}", count.nodes);
    let _ = writeln!(text, "Time: {:.3} s", count.time.as_secs_f64());
    let _ = writeln!(text, "Nodes per second: {}", session::nodes_per_second(count.nodes, count.time));
    text
}

/// Written by hand: numbers, move text and a FEN need no escapes.
fn json(position: &Position, arguments: &PerftArguments, mode: CastlingMode, count: &Count) -> String {
    let fen = match mode {
        CastlingMode::Standard => position.to_fen(),
        CastlingMode::Chess960 => position.to_shredder_fen(),
    };
    let mut text = format!(
        "{{\"fen\":\"{fen}\",\"depth\":{},\"nodes\":{},\"seconds\":{:.6},\"nodes_per_second\":{}",
        arguments.depth,
        count.nodes,
        count.time.as_secs_f64(),
        session::nodes_per_second(count.nodes, count.time),
    );
    if arguments.divide {
        let moves: Vec<_> = count
            .by_move
            .iter()
            .map(|(mv, nodes)| format!("{{\"move\":\"{}\",\"nodes\":{nodes}}}", mv.uci(mode)))
            .collect();
        let _ = write!(text, ",\"divide\":[{}]", moves.join(","));
    }
    text + "}\n"
}
