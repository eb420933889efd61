//! What can be wrong with a file of records.
//!
//! Each fault says where, in bytes from the start of the file, so that a person or a program can cut there. Invariant: a fault costs the games
//! it names and no others.

use std::fmt;
use std::io;

/// Why a file cannot be read as records at all.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read.
    Io(io::Error),
    /// It is not a file of records.
    NotRecords,
    /// The file ends within its own header: whoever began it wrote no game.
    NoHeader,
    /// Records of a version that this reader does not know.
    Version(u32),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::NotRecords => f.write_str("not a file of training records"),
            ReadError::NoHeader => f.write_str("the file ends within its header"),
            ReadError::Version(version) => write!(f, "training records of version {version}, which is unknown here"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        ReadError::Io(error)
    }
}

/// A game that is not there, or not whole.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The file ends within a game; nothing more comes.
    Truncated {
        /// Where the good data end.
        good: u64,
        /// Where the file ends.
        end: u64,
    },
    /// Bytes that are no game as it was written; reading goes on after them.
    Damaged {
        /// The first of them.
        from: u64,
        /// The first byte after them.
        to: u64,
    },
    /// A game that came as it was written and still makes no sense; reading goes on after it.
    Undecodable {
        /// Where it starts.
        at: u64,
        /// What is wrong with it.
        reason: Corruption,
    },
    /// The input could not be read; nothing more comes.
    Io(io::Error),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Truncated { good, end } => {
                write!(f, "the last game is cut off: good data end at byte {good}, the file at byte {end}")
            }
            Fault::Damaged { from, to } => write!(f, "damaged from byte {from} to byte {to}"),
            Fault::Undecodable { at, reason } => write!(f, "the game at byte {at} makes no sense: {reason}"),
            Fault::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// What makes no sense in a game whose checksum is right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Corruption {
    /// It is over before its moves are, or a number is larger than any.
    Ends,
    /// It has a result that does not exist.
    Result,
    /// It has more moves than a game can have.
    TooLong,
    /// It starts where no game can.
    Start(String),
    /// It goes on after this many plies, where no move is legal.
    NoMove(usize),
    /// It has a score, after this many plies, that does not exist.
    Score(usize),
    /// Its moves lead elsewhere than they did for the writer, who must have known other rules.
    OtherEnd,
    /// Something follows its end.
    Excess,
}

impl fmt::Display for Corruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Corruption::Ends => f.write_str("it ends too early"),
            Corruption::Result => f.write_str("its result is none"),
            Corruption::TooLong => f.write_str("it is longer than a game can be"),
            Corruption::Start(reason) => write!(f, "its start: {reason}"),
            Corruption::NoMove(ply) => write!(f, "it goes on after {ply} plies, where no move is legal"),
            Corruption::Score(ply) => write!(f, "its score after {ply} plies is none"),
            Corruption::OtherEnd => f.write_str("its moves lead elsewhere than they did for the writer"),
            Corruption::Excess => f.write_str("something follows its end"),
        }
    }
}

/// Why a game cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAGame {
    /// It has more than [`MAX_PLIES`](super::MAX_PLIES) moves.
    TooLong,
    /// The move after this many plies is not legal.
    IllegalMove(usize),
}

impl fmt::Display for NotAGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAGame::TooLong => write!(f, "a game of more than {} plies", super::MAX_PLIES),
            NotAGame::IllegalMove(ply) => write!(f, "the move after {ply} plies is not legal"),
        }
    }
}

impl std::error::Error for NotAGame {}
