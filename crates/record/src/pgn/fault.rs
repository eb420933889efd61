//! What was wrong with a text that was read all the same.
//!
//! A fault is a note, not a stop. Invariant: each names the line, counted from 1, where a person should look.

use std::fmt;

/// One thing that the reader had to mend, skip or guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line in the input, from 1.
    pub line: usize,
    /// What was wrong there.
    pub kind: FaultKind,
}

/// The kinds of fault.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A `{` without its `}`: the comment ends where the next game's tags or the input ends.
    UnterminatedComment,
    /// A `[` that starts no tag pair; the rest of its line is skipped.
    MalformedTag,
    /// Quotes inside a tag's value that are not escaped; the value is kept with them.
    UnescapedQuote,
    /// A tag given twice; the last value stands.
    DuplicateTag(String),
    /// A character or word that means nothing in movetext; it is skipped.
    UnknownToken(String),
    /// A `$` without a number from 0 to 255; it is skipped.
    MalformedNag,
    /// A `)` or `}` that closes nothing.
    StrayClose(char),
    /// A variation where there is no move it could replace; it is skipped.
    StrayVariation,
    /// Variations nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH); the deeper ones are skipped.
    TooDeep,
    /// A variation that is still open where the game ends.
    UnclosedVariation,
    /// No result where the game ends.
    MissingResult,
    /// A second result straight after the first.
    RepeatedResult,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::UnterminatedComment => f.write_str("a comment is not closed"),
            FaultKind::MalformedTag => f.write_str("not a tag pair"),
            FaultKind::UnescapedQuote => f.write_str("a tag's value holds a quote that is not escaped"),
            FaultKind::DuplicateTag(name) => write!(f, "the tag {name} is given twice"),
            FaultKind::UnknownToken(text) => write!(f, "{text:?} means nothing here"),
            FaultKind::MalformedNag => f.write_str("'$' needs a number from 0 to 255"),
            FaultKind::StrayClose(bracket) => write!(f, "'{bracket}' closes nothing"),
            FaultKind::StrayVariation => f.write_str("a variation before any move"),
            FaultKind::TooDeep => f.write_str("variations are nested too deeply"),
            FaultKind::UnclosedVariation => f.write_str("a variation is not closed"),
            FaultKind::MissingResult => f.write_str("the game has no result"),
            FaultKind::RepeatedResult => f.write_str("the result is given twice"),
        }
    }
}
