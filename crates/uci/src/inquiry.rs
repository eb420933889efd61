//! What a person types to look inside an engine: commands beside the protocol, answered with lines of text.
//!
//! Not sent by GUIs, and not answered here. Invariant: an inquiry is recognised by its first word alone, so that no garbled line of a
//! GUI becomes one.

use std::fmt;

use crate::error::{ParseError, Parsed};
use crate::token::{Tokens, excerpt, integer, is, push_word, saturate_u32};

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
    /// How many, at most [`Openings::MOST`].
    pub count: u32,
    /// The same number gives the same positions.
    pub seed: u64,
    /// A file of positions to start from; `None`, written `None`, for the usual initial position. The words of a path are joined by single
    /// blanks.
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
    /// More take hours and come of a mistyped number: a client that has gone must not leave an engine at work for days.
    pub const MOST: u32 = 10_000_000;

    /// Reads what follows `genfens`.
    fn parse(mut tokens: Tokens<'_>) -> Result<Self, ParseError> {
        let missing = |after, what| ParseError::Missing { after, what };
        let number = tokens.next().ok_or(missing("genfens", "a number of positions"))?;
        let count = number_up_to(u64::from(Self::MOST), "genfens", number)?;
        let mut openings = Openings { count: u32::try_from(count).unwrap_or(Self::MOST), ..Openings::default() };
        while let Some(word) = tokens.next() {
            if is(word, "seed") {
                let text = tokens.next().ok_or(missing("seed", "a number"))?;
                openings.seed = number_up_to(u64::MAX, "seed", text)?;
            } else if is(word, "book") {
                let none = tokens.take_keyword("None");
                let path = if none { None } else { Some(take_path(&mut tokens)) };
                if path.as_deref() == Some("") {
                    return Err(missing("book", "a file or None"));
                }
                openings.book = path;
            } else {
                push_word(&mut openings.ignored, word);
            }
        }
        Ok(openings)
    }
}

/// The words of a path: up to its last `.epd` before the next keyword, because OpenBench puts words of its user behind a book's name; where
/// there is none, up to that keyword or the end.
fn take_path(tokens: &mut Tokens<'_>) -> String {
    let is_path = |word: &&str| !is(word, "seed") && !is(word, "book");
    let ends_file = |word: &str| word.to_ascii_lowercase().ends_with(".epd");
    let words: Vec<&str> = tokens.clone().take_while(is_path).collect();
    let length = words.iter().rposition(|word| ends_file(word)).map_or(words.len(), |last| last + 1);
    let mut path = String::new();
    tokens.by_ref().take(length).for_each(|word| push_word(&mut path, word));
    path
}

/// Nothing else will do: a number near the one that was meant is another set of positions.
fn number_up_to(most: u64, key: &'static str, text: &str) -> Result<u64, ParseError> {
    let number = text.parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| ParseError::OutOfRange { key, text: excerpt(text), most })
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
                write!(f, "genfens {count}")?;
                // Behind the path they would belong to it.
                if !ignored.is_empty() {
                    write!(f, " {ignored}")?;
                }
                write!(f, " seed {seed} book {}", book.as_deref().unwrap_or("None"))
            }
        }
    }
}
