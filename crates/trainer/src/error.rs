//! Why a run stops.
//!
//! Not here: damaged games in the data, which cost nothing but themselves and stand in the summary. Invariant: an error about a file names the file.

use eval::nnue::NetworkError;
use record::training::ReadError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a run cannot begin or go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A setting that cannot work.
    Setting {
        /// Which.
        name: &'static str,
        /// What it is.
        value: String,
        /// What it may be.
        wanted: &'static str,
    },
    /// A file or folder cannot be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A data file cannot be read as records.
    Data {
        /// Which.
        path: PathBuf,
        /// What is the matter.
        error: ReadError,
    },
    /// The data have no position to train on.
    NoPositions {
        /// Games that were read.
        games: u64,
        /// Games that were cut or damaged.
        faults: u64,
    },
    /// The caller stopped the run before the first step.
    Stopped,
    /// A checkpoint is damaged or of another version.
    Checkpoint {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A checkpoint belongs to a run of other settings or other data.
    Different {
        /// The checkpoint.
        path: PathBuf,
        /// What differs, at least one thing.
        differences: Vec<Difference>,
    },
    /// The loss is no number any more: the step size is too large.
    Diverged {
        /// At which step.
        step: u64,
    },
    /// A weight does not fit the network file.
    Range {
        /// Which.
        what: String,
        /// What it is, in the units of the file.
        value: f64,
        /// How far from 0 it may be.
        limit: f64,
    },
    /// What was trained is no network that `eval` can compute.
    Network(NetworkError),
}

/// One thing that differs between a checkpoint and the run that wants to go on from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub what: String,
    /// What it was.
    pub then: String,
    /// What it is now.
    pub now: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was {} and is {}", self.what, self.then, self.now)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Setting { name, value, wanted } => write!(f, "{name} is {value}; it may be {wanted}"),
            Error::File { path, error } => write!(f, "{}: {error}", path.display()),
            Error::Data { path, error } => write!(f, "{}: {error}", path.display()),
            Error::NoPositions { games, faults } => {
                write!(f, "no position to train on in {games} games ({faults} more are cut or damaged)")
            }
            Error::Stopped => f.write_str("stopped before the first step"),
            Error::Checkpoint { path, reason } => write!(f, "{}: {reason}", path.display()),
            Error::Different { path, differences } => {
                write!(f, "{}: a checkpoint of another run", path.display())?;
                differences.iter().try_for_each(|difference| write!(f, "; {difference}"))
            }
            Error::Diverged { step } => {
                write!(f, "the loss is no number after step {step}: try a lower learning rate or a warm-up")
            }
            Error::Network(error) => error.fmt(f),
            Error::Range { what, value, limit } => {
                write!(f, "{what} is {value} in the file's units; at most {limit} either way fits")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::File { error, .. } => Some(error),
            Error::Data { error, .. } => Some(error),
            Error::Network(error) => Some(error),
            _ => None,
        }
    }
}
