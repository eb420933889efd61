//! The `info` line: what a search tells while it runs.
//!
//! Not a report of a search's inner state: scores are already in centipawns or moves to mate, from the side to move.
//! Invariant: integers only; a line without moves has no `pv` word; the string, if any, comes last.

use std::fmt;

use crate::move_text::{MoveText, write_moves};
use crate::token::{Tokens, integer, is, one_line, saturate_i32, saturate_u32, saturate_u64};

/// A score from the side to move's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Centipawns or moves to mate.
    pub value: ScoreValue,
    /// Whether the true value is this, at least this or at most this.
    pub bound: Bound,
}

/// The unit of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Own full moves to mate: positive when giving it, negative when receiving it, 0 when mated already.
    Mate(i32),
}

/// What kind of statement a score is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// At least the value.
    Lower,
    /// At most the value.
    Upper,
}

impl Score {
    /// An exact score in centipawns.
    #[must_use]
    pub fn centipawns(value: i32) -> Self {
        Score { value: ScoreValue::Centipawns(value), bound: Bound::Exact }
    }

    /// An exact mate distance in own full moves; the sign as in [`ScoreValue::Mate`].
    #[must_use]
    pub fn mate(moves: i32) -> Self {
        Score { value: ScoreValue::Mate(moves), bound: Bound::Exact }
    }
}

/// Chances of the side to move in permille; the three sum to 1000 when an engine is well-behaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Chance to win.
    pub win: u32,
    /// Chance to draw.
    pub draw: u32,
    /// Chance to lose.
    pub loss: u32,
}

/// What one thread is looking at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentLine {
    /// Thread number from 1; absent with a single thread.
    pub cpu: Option<u32>,
    /// The line.
    pub moves: Vec<MoveText>,
}

/// One `info` line; every field may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Iteration depth in plies.
    pub depth: Option<u32>,
    /// Deepest line looked at, in plies.
    pub seldepth: Option<u32>,
    /// Rank of this line among several, from 1.
    pub multipv: Option<u32>,
    /// Score of this line.
    pub score: Option<Score>,
    /// Winning chances that go with the score.
    pub wdl: Option<WinDrawLoss>,
    /// Nodes searched since `go`.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Filling of the transposition table in permille.
    pub hashfull: Option<u32>,
    /// Table-base hits since `go`.
    pub tbhits: Option<u64>,
    /// Milliseconds since `go`.
    pub time: Option<u64>,
    /// Root move being searched.
    pub currmove: Option<MoveText>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// Processor load in permille.
    pub cpuload: Option<u32>,
    /// A move and the line that refutes it; empty when absent.
    pub refutation: Vec<MoveText>,
    /// What a thread is looking at.
    pub currline: Option<CurrentLine>,
    /// The principal variation; empty when absent.
    pub pv: Vec<MoveText>,
    /// Free text.
    pub string: Option<String>,
}

impl Info {
    /// A line of free text. Control characters become blanks when it is written.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// Reads the text after the word `info`; whatever is not understood is skipped.
    pub(crate) fn parse(mut tokens: Tokens<'_>) -> Self {
        let mut info = Info::default();
        while let Some(token) = tokens.next() {
            let key = token.to_ascii_lowercase();
            match key.as_str() {
                "string" => {
                    info.string = Some(tokens.rest());
                    break;
                }
                "score" => info.score = take_score(&mut tokens).or(info.score),
                "wdl" => info.wdl = take_wdl(&mut tokens).or(info.wdl),
                "currmove" => info.currmove = take_move(&mut tokens).or(info.currmove),
                "pv" => info.pv = take_moves(&mut tokens),
                "refutation" => info.refutation = take_moves(&mut tokens),
                "currline" => {
                    let cpu = take_integer(&mut tokens).map(saturate_u32);
                    info.currline = Some(CurrentLine { cpu, moves: take_moves(&mut tokens) });
                }
                _ => info.take_number(&key, &mut tokens),
            }
        }
        info
    }

    fn take_number(&mut self, key: &str, tokens: &mut Tokens<'_>) {
        let small = match key {
            "depth" => &mut self.depth,
            "seldepth" => &mut self.seldepth,
            "multipv" => &mut self.multipv,
            "hashfull" => &mut self.hashfull,
            "currmovenumber" => &mut self.currmovenumber,
            "cpuload" => &mut self.cpuload,
            _ => {
                let large = match key {
                    "nodes" => &mut self.nodes,
                    "nps" => &mut self.nps,
                    "tbhits" => &mut self.tbhits,
                    "time" => &mut self.time,
                    _ => return,
                };
                *large = take_integer(tokens).map(saturate_u64).or(*large);
                return;
            }
        };
        *small = take_integer(tokens).map(saturate_u32).or(*small);
    }
}

fn take_integer(tokens: &mut Tokens<'_>) -> Option<i64> {
    let value = integer(tokens.peek()?)?;
    tokens.next();
    Some(value)
}

fn take_move(tokens: &mut Tokens<'_>) -> Option<MoveText> {
    let text = tokens.peek()?.parse().ok()?;
    tokens.next();
    Some(text)
}

fn take_moves(tokens: &mut Tokens<'_>) -> Vec<MoveText> {
    std::iter::from_fn(|| take_move(tokens)).collect()
}

fn take_score(tokens: &mut Tokens<'_>) -> Option<Score> {
    let mut value = None;
    let mut bound = Bound::Exact;
    // Some engines put the bound before the value.
    while let Some(token) = tokens.peek() {
        if is(token, "cp") {
            tokens.next();
            value = take_integer(tokens).map(|value| ScoreValue::Centipawns(saturate_i32(value)));
        } else if is(token, "mate") {
            tokens.next();
            value = take_integer(tokens).map(|value| ScoreValue::Mate(saturate_i32(value)));
        } else if is(token, "lowerbound") {
            tokens.next();
            bound = Bound::Lower;
        } else if is(token, "upperbound") {
            tokens.next();
            bound = Bound::Upper;
        } else {
            break;
        }
    }
    value.map(|value| Score { value, bound })
}

fn take_wdl(tokens: &mut Tokens<'_>) -> Option<WinDrawLoss> {
    let mut next = || take_integer(tokens).map(saturate_u32);
    Some(WinDrawLoss { win: next()?, draw: next()?, loss: next()? })
}

impl fmt::Display for Score {
    /// `cp 12`, `mate -3 upperbound`, ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Centipawns(value) => write!(f, "cp {value}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" lowerbound"),
            Bound::Upper => f.write_str(" upperbound"),
        }
    }
}

impl fmt::Display for Info {
    /// The whole line, `info ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field<T: fmt::Display>(f: &mut fmt::Formatter<'_>, key: &str, value: Option<&T>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {key} {value}"))
        }
        fn line(f: &mut fmt::Formatter<'_>, key: &str, moves: &[MoveText]) -> fmt::Result {
            if moves.is_empty() {
                return Ok(());
            }
            write!(f, " {key}")?;
            write_moves(f, moves)
        }
        f.write_str("info")?;
        field(f, "depth", self.depth.as_ref())?;
        field(f, "seldepth", self.seldepth.as_ref())?;
        field(f, "multipv", self.multipv.as_ref())?;
        field(f, "score", self.score.as_ref())?;
        if let Some(WinDrawLoss { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        field(f, "nodes", self.nodes.as_ref())?;
        field(f, "nps", self.nps.as_ref())?;
        field(f, "hashfull", self.hashfull.as_ref())?;
        field(f, "tbhits", self.tbhits.as_ref())?;
        field(f, "time", self.time.as_ref())?;
        field(f, "currmove", self.currmove.as_ref())?;
        field(f, "currmovenumber", self.currmovenumber.as_ref())?;
        field(f, "cpuload", self.cpuload.as_ref())?;
        line(f, "refutation", &self.refutation)?;
        if let Some(CurrentLine { cpu, moves }) = &self.currline {
            f.write_str(" currline")?;
            if let Some(cpu) = cpu {
                write!(f, " {cpu}")?;
            }
            write_moves(f, moves)?;
        }
        line(f, "pv", &self.pv)?;
        match self.string.as_deref() {
            None => Ok(()),
            Some("") => f.write_str(" string"),
            Some(text) => write!(f, " string {}", one_line(text)),
        }
    }
}
