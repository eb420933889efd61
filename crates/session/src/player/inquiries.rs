//! Answers to what people type.
//!
//! Not the numbers themselves, which are those of `rules`, `eval` and `search`. Invariant: an answer that was cut short says so.

use std::fmt::Write as _;
use std::time::Duration;

use rules::fen::CastlingMode;
use rules::{File, Piece, Position, Rank, Square, perft};
use search::bench;
use uci::Inquiry;

use crate::control::Control;
use crate::engine::Error;
use crate::player::{Player, nodes_per_second};
use crate::telemetry;

/// A tree this deep has no count that 64 bits hold, and recursion has to end somewhere.
const DEEPEST_PERFT: u32 = 64;
/// Plies that are counted without asking whether to stop: milliseconds.
const PERFT_AT_ONCE: u32 = 3;

impl Player {
    pub(super) fn reply(&self, inquiry: &Inquiry, control: &Control, say: &mut dyn FnMut(String)) -> Result<(), Error> {
        match *inquiry {
            Inquiry::Display => self.display().lines().for_each(|line| say(line.to_owned())),
            Inquiry::Evaluation { json } => {
                let options = &self.settings.techniques.search;
                let trace = eval::trace_with_network(self.game.position(), &options.eval, &options.network);
                let text = if json { trace.to_json() } else { trace.to_string() };
                text.lines().for_each(|line| say(line.to_owned()));
            }
            Inquiry::Perft { depth } => self.count(depth, control, say)?,
            Inquiry::Stats => self.stats().into_iter().for_each(say),
            Inquiry::Bench { mebibytes, depth } => self.bench(mebibytes, depth, control, say)?,
            Inquiry::Openings(ref wanted) => self.openings(wanted, control, say)?,
        }
        Ok(())
    }

    /// The board as Stockfish shows it, so that scripts that read one read the other.
    fn display(&self) -> String {
        let position = self.game.position();
        let mut text = String::from("\n");
        let rule = " +---+---+---+---+---+---+---+---+\n";
        for rank in Rank::ALL.into_iter().rev() {
            text.push_str(rule);
            for file in File::ALL {
                let piece = position.piece_on(Square::new(file, rank));
                let _ = write!(text, " | {}", piece.map_or(' ', Piece::letter));
            }
            let _ = writeln!(text, " | {}", rank.digit());
        }
        let _ = writeln!(text, "{rule}   a   b   c   d   e   f   g   h\n");
        let _ = writeln!(text, "Fen: {}", fen(position, self.settings.castling));
        let _ = writeln!(text, "Key: {:016X}", position.key());
        text.push_str("Checkers:");
        for square in position.checkers() {
            let _ = write!(text, " {square}");
        }
        text
    }

    fn count(&self, depth: u32, control: &Control, say: &mut dyn FnMut(String)) -> Result<(), Error> {
        if depth > DEEPEST_PERFT {
            return Err(Error::new(format!("perft: {depth} is deeper than {DEEPEST_PERFT} plies")));
        }
        let position = self.game.position();
        let mut total: u64 = u64::from(depth == 0);
        for mv in position.legal_moves().into_iter().filter(|_| depth > 0) {
            let mut child = position.clone();
            child.make(mv);
            let Some(nodes) = count_unless_stopped(&child, depth - 1, control) else {
                return Err(Error::new("perft: stopped before it was complete"));
            };
            total = total.saturating_add(nodes);
            say(format!("{}: {nodes}", mv.uci(self.settings.castling)));
        }
        say(String::new());
        say(format!("Nodes searched: {total}"));
        Ok(())
    }

    fn stats(&self) -> Vec<String> {
        let mut lines = vec![format!("Table: {} MB", self.settings.hash)];
        match &self.last {
            None => lines.push("Last search: none".to_owned()),
            Some(last) => {
                lines.push(format!("Table after the last search: {} per mille in use", last.hashfull));
                lines.push(format!(
                    "Last search: depth {}, selective depth {}, {} nodes, {} ms, {} nodes per second",
                    last.depth,
                    last.selective_depth,
                    last.nodes,
                    last.time.as_millis(),
                    nodes_per_second(last.nodes, last.time),
                ));
            }
        }
        lines.extend(self.telemetry());
        lines.push(format!("Since the start: {} searches, {} nodes", self.searches, self.nodes));
        lines
    }

    /// What was counted in the last search, or how to have it counted.
    fn telemetry(&self) -> Vec<String> {
        match (self.searcher.telemetry(), self.settings.telemetry) {
            (Some(telemetry), true) => {
                let text = telemetry::text(&telemetry.summary());
                let head = "Telemetry of the last search (of its first thread, where there are several):".to_owned();
                std::iter::once(head).chain(text.lines().map(str::to_owned)).collect()
            }
            (None, true) => vec!["Telemetry: on, from the next search".to_owned()],
            (_, false) => vec!["Telemetry: off (setoption name Telemetry value true)".to_owned()],
        }
    }

    /// With the switches as they are set, and a table of its own: the searches before and after do not notice.
    fn bench(
        &self,
        mebibytes: Option<u32>,
        depth: Option<u32>,
        control: &Control,
        say: &mut dyn FnMut(String),
    ) -> Result<(), Error> {
        let mebibytes = mebibytes.map_or(bench::MEBIBYTES, |number| usize::try_from(number).unwrap_or(usize::MAX));
        let most = self.settings.max_hash;
        if !(1..=most).contains(&mebibytes) {
            return Err(Error::new(format!("bench: a table of {mebibytes} MB is outside 1 to {most}")));
        }
        let begin = control.elapsed();
        let mut report = |index: usize, fen: &str, nodes: u64| say(bench_line(index, fen, nodes));
        let depth = depth.unwrap_or(bench::DEPTH).max(1);
        let nodes =
            bench::run(&self.settings.techniques.search, mebibytes, depth, &mut report, &mut || control.should_stop())
                .map_err(|error| Error::new(format!("bench: {error}")))?;
        if control.should_stop() {
            return Err(Error::new("bench: stopped before it was complete"));
        }
        say(bench_total(nodes, control.elapsed().saturating_sub(begin)));
        Ok(())
    }

    /// The position seen from the other side, without the moves that led to it.
    pub(super) fn with_colours_exchanged(&self) -> String {
        let fen = fen(self.game.position(), self.settings.castling);
        let fields: Vec<&str> = fen.split(' ').collect();
        let swap = |text: &str| -> String {
            let other = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            text.chars().map(other).collect()
        };
        let flipped = fields.iter().enumerate().map(|(index, field)| match index {
            0 => field.split('/').rev().map(swap).collect::<Vec<_>>().join("/"),
            1 => (if *field == "w" { "b" } else { "w" }).to_owned(),
            2 => swap(field),
            3 => field.chars().map(flip_rank).collect(),
            _ => (*field).to_owned(),
        });
        flipped.collect::<Vec<_>>().join(" ")
    }
}

/// `None` when told to stop.
fn count_unless_stopped(position: &Position, depth: u32, control: &Control) -> Option<u64> {
    if control.should_stop() {
        return None;
    }
    if depth <= PERFT_AT_ONCE {
        return Some(perft::perft(position, depth));
    }
    let mut total: u64 = 0;
    for mv in &position.legal_moves() {
        let mut child = position.clone();
        child.make(mv);
        total = total.saturating_add(count_unless_stopped(&child, depth - 1, control)?);
    }
    Some(total)
}

pub(super) fn fen(position: &Position, mode: CastlingMode) -> String {
    match mode {
        CastlingMode::Standard => position.to_fen(),
        CastlingMode::Chess960 => position.to_shredder_fen(),
    }
}

/// The rank of an en-passant square, seen from the other side.
fn flip_rank(c: char) -> char {
    match c {
        '3' => '6',
        '6' => '3',
        other => other,
    }
}

/// What `bench` says of one position.
#[must_use]
pub fn bench_line(index: usize, fen: &str, nodes: u64) -> String {
    format!("{:>2}/{} {nodes:>9}  {fen}", index + 1, bench::POSITIONS.len())
}

/// What `bench` says last. OpenBench and others read it: `N nodes M nps`.
#[must_use]
pub fn bench_total(nodes: u64, time: Duration) -> String {
    format!("{nodes} nodes {} nps", nodes_per_second(nodes, time))
}
