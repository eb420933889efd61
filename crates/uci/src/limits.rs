//! The argument of `go`: how long to search, and which root moves.
//!
//! Not time management: nothing here turns a clock into a budget.
//! Invariant: numbers are as sent except that counts below zero are zero and `movestogo` below one is absent.

use std::fmt;

use crate::error::{ParseError, Parsed};
use crate::move_text::{MoveText, write_moves};
use crate::token::{Tokens, integer, is, saturate_u32, saturate_u64};

/// The limits of one search. Several may be given; the first one reached ends the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Root moves to consider; empty means all. Not checked for legality.
    pub search_moves: Vec<MoveText>,
    /// The search runs on the opponent's time until `ponderhit`; it must not be answered before `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's remaining time in milliseconds. Zero and less happen (lag) and mean that there is no time left.
    pub wtime: Option<i64>,
    /// Black's remaining time in milliseconds, as for White.
    pub btime: Option<i64>,
    /// White's increment per move in milliseconds.
    pub winc: Option<i64>,
    /// Black's increment per move in milliseconds.
    pub binc: Option<i64>,
    /// Moves to the next time control, 1 or more.
    pub movestogo: Option<u32>,
    /// Depth in plies. 0 is to be searched like 1.
    pub depth: Option<u32>,
    /// Nodes. 0 asks for an answer at once.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves, given or received.
    pub mate: Option<u32>,
    /// Time for this move in milliseconds. 0 asks for an answer at once.
    pub movetime: Option<u64>,
    /// `infinite` was said: never answer before `stop`.
    pub infinite: bool,
}

const KEYS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Limits {
    /// Whether only `stop` may end the search: `infinite` was said, or nothing was limited at all.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        self.infinite || !self.has_limit()
    }

    /// Whether any depth, node, mate or time limit is given. An increment alone is no limit.
    #[must_use]
    pub fn has_limit(&self) -> bool {
        let clock = self.wtime.is_some() || self.btime.is_some() || self.movetime.is_some();
        clock || self.depth.is_some() || self.nodes.is_some() || self.mate.is_some()
    }

    pub(crate) fn parse(mut tokens: Tokens<'_>) -> Parsed<Self> {
        let mut limits = Limits::default();
        let mut error: Option<ParseError> = None;
        let mut unknown: Option<&str> = None;
        let mut understood = false;
        while let Some(token) = tokens.next() {
            let Some(key) = KEYS.into_iter().find(|key| is(token, key)) else {
                unknown.get_or_insert(token);
                continue;
            };
            understood = true;
            let outcome = match key {
                "infinite" => {
                    limits.infinite = true;
                    Ok(())
                }
                "ponder" => {
                    limits.ponder = true;
                    Ok(())
                }
                "searchmoves" => limits.take_search_moves(&mut tokens),
                _ => number_after(key, &mut tokens).map(|value| limits.set(key, value)),
            };
            if let Err(problem) = outcome {
                error.get_or_insert(problem);
            }
        }
        // Unknown words beside known ones are skipped, as the protocol says; alone they are a mistyped limit.
        if let Some(token) = unknown.filter(|_| !understood) {
            error = Some(ParseError::word("go", token));
        }
        // A limit was meant but none could be read. Searching without one would leave the sender waiting for ever.
        if error.is_some() && limits.is_infinite() && !limits.infinite {
            limits.depth = Some(1);
        }
        Parsed { message: Some(limits), error }
    }

    fn take_search_moves(&mut self, tokens: &mut Tokens<'_>) -> Result<(), ParseError> {
        let before = self.search_moves.len();
        let mut wrong: Option<&str> = None;
        while let Some(token) = tokens.peek().filter(|token| !KEYS.iter().any(|key| is(token, key))) {
            tokens.next();
            match token.parse() {
                Ok(text) => self.search_moves.push(text),
                Err(_) => _ = wrong.get_or_insert(token),
            }
        }
        match wrong {
            Some(token) => Err(ParseError::word("searchmoves", token)),
            None if self.search_moves.len() == before => {
                Err(ParseError::Missing { after: "searchmoves", what: "a move" })
            }
            None => Ok(()),
        }
    }

    fn set(&mut self, key: &str, value: i64) {
        match key {
            "wtime" => self.wtime = Some(value),
            "btime" => self.btime = Some(value),
            "winc" => self.winc = Some(value),
            "binc" => self.binc = Some(value),
            "movestogo" => self.movestogo = (value >= 1).then(|| saturate_u32(value)),
            "depth" => self.depth = Some(saturate_u32(value)),
            "nodes" => self.nodes = Some(saturate_u64(value)),
            // No mate is that near: answered at once, as depth 0 is.
            "mate" if value < 1 => self.depth = self.depth.or(Some(1)),
            "mate" => self.mate = Some(saturate_u32(value)),
            "movetime" => self.movetime = Some(saturate_u64(value)),
            _ => {}
        }
    }
}

/// The number after `key`. A keyword in its place is left alone: it still means what it says.
fn number_after(key: &'static str, tokens: &mut Tokens<'_>) -> Result<i64, ParseError> {
    match tokens.peek() {
        Some(token) if !KEYS.iter().any(|other| is(token, other)) => {
            tokens.next();
            integer(token).ok_or_else(|| ParseError::number(key, token))
        }
        _ => Err(ParseError::Missing { after: key, what: "a number" }),
    }
}

impl fmt::Display for Limits {
    /// The text after `go`, with a blank before each word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (key, value) in [("wtime", self.wtime), ("btime", self.btime), ("winc", self.winc), ("binc", self.binc)] {
            if let Some(value) = value {
                write!(f, " {key} {value}")?;
            }
        }
        let counts = [
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.movetime),
        ];
        for (key, value) in counts {
            if let Some(value) = value {
                write!(f, " {key} {value}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            f.write_str(" searchmoves")?;
            write_moves(f, &self.search_moves)?;
        }
        Ok(())
    }
}
