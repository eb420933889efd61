//! What a person types to look inside an engine: commands beside the protocol, answered with lines of text.
//!
//! Not sent by GUIs, and not answered here. Invariant: an inquiry is recognised by its first word alone, so that no garbled line of a
//! GUI becomes one.

use std::fmt;

use crate::error::{ParseError, Parsed};
use crate::token::{Tokens, integer, is, push_word, saturate_u32, saturate_u64};

/// A question about the current position or the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// `d`: the board, its FEN, its key and who gives check.
    Display,
    /// `eval`, `eval json`: the evaluation, term by term.
    Evaluation {
        /// As JSON instead of a table.
        json: bool,
    },
    /// `perft N`, `go perft N`: the legal move sequences of N plies, by first move.
    Perft {
        /// N.
        depth: u32,
    },
    /// `stats`: what the last search and the table were like.
    Stats,
    /// `bench [MB [depth]]`: nodes and speed on fixed positions.
    Bench {
        /// Size of the table in mebibytes.
        mebibytes: Option<u32>,
        /// Depth of each search in plies.
        depth: Option<u32>,
    },
    /// `genfens N seed S book B`: positions to begin games from. OpenBench asks for them.
    Openings(Openings),
}

/// Which positions to begin games from are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// How many.
    pub count: u32,
    /// The same number gives the same positions.
    pub seed: u64,
    /// A file of positions to start from; `None`, written `None`, for the usual initial position.
    pub book: Option<String>,
    /// Words that mean nothing, joined by single blanks.
    pub ignored: String,
}

impl Inquiry {
    /// Reads what follows `word`; `None` if that is no inquiry.
    pub(crate) fn parse(word: &str, mut tokens: Tokens<'_>) -> Option<Parsed<Self>> {
        let known = ["d", "eval", "perft", "stats", "bench", "genfens"];
        Some(match known.into_iter().find(|known| is(word, known))? {
            "d" => Parsed::message(Inquiry::Display),
            "stats" => Parsed::message(Inquiry::Stats),
            "eval" => match tokens.next() {
                None => Parsed::message(Inquiry::Evaluation { json: false }),
                Some(word) if is(word, "json") => Parsed::message(Inquiry::Evaluation { json: true }),
                Some(word) => Parsed::error(ParseError::word("eval", word)),
            },
            "perft" => Self::parse_perft(tokens),
            "genfens" => match Openings::parse(tokens) {
                Ok(openings) => Parsed::message(Inquiry::Openings(openings)),
                Err(error) => Parsed::error(error),
            },
            _ => {
                let mut number = || tokens.next().map(|word| count("bench", word)).transpose();
                match number().and_then(|mebibytes| Ok(Inquiry::Bench { mebibytes, depth: number()? })) {
                    Ok(inquiry) => Parsed::message(inquiry),
                    Err(error) => Parsed::error(error),
                }
            }
        })
    }

    /// Reads what follows `perft`.
    pub(crate) fn parse_perft(mut tokens: Tokens<'_>) -> Parsed<Self> {
        match tokens.next().map(|word| count("perft", word)) {
            None => Parsed::error(ParseError::Missing { after: "perft", what: "a depth" }),
            Some(Ok(depth)) => Parsed::message(Inquiry::Perft { depth }),
            Some(Err(error)) => Parsed::error(error),
        }
    }
}

impl Openings {
    /// Reads what follows `genfens`.
    fn parse(mut tokens: Tokens<'_>) -> Result<Self, ParseError> {
        let missing = |after, what| ParseError::Missing { after, what };
        let number = tokens.next().ok_or(missing("genfens", "a number of positions"))?;
        let mut openings = Openings { count: count("genfens", number)?, ..Openings::default() };
        while let Some(word) = tokens.next() {
            if is(word, "seed") {
                let text = tokens.next().ok_or(missing("seed", "a number"))?;
                openings.seed = integer(text).map(saturate_u64).ok_or_else(|| ParseError::number("seed", text))?;
            } else if is(word, "book") {
                let path = tokens.next().ok_or(missing("book", "a file or None"))?;
                openings.book = (!is(path, "None")).then(|| path.to_owned());
            } else {
                push_word(&mut openings.ignored, word);
            }
        }
        Ok(openings)
    }
}

fn count(key: &'static str, word: &str) -> Result<u32, ParseError> {
    integer(word).map(saturate_u32).ok_or_else(|| ParseError::number(key, word))
}

impl fmt::Display for Inquiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inquiry::Display => f.write_str("d"),
            Inquiry::Evaluation { json: false } => f.write_str("eval"),
            Inquiry::Evaluation { json: true } => f.write_str("eval json"),
            Inquiry::Perft { depth } => write!(f, "perft {depth}"),
            Inquiry::Stats => f.write_str("stats"),
            Inquiry::Bench { mebibytes, depth } => {
                f.write_str("bench")?;
                mebibytes.map_or(Ok(()), |mebibytes| write!(f, " {mebibytes}"))?;
                depth.map_or(Ok(()), |depth| write!(f, " {depth}"))
            }
            Inquiry::Openings(Openings { count, seed, book, ignored }) => {
                write!(f, "genfens {count} seed {seed} book {}", book.as_deref().unwrap_or("None"))?;
                if ignored.is_empty() { Ok(()) } else { write!(f, " {ignored}") }
            }
        }
    }
}
