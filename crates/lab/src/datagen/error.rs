//! Why there is no data, or no more of it.
//!
//! Not a crash: what was written stays. Invariant: what concerns a file names it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use search::TableError;

/// Why a run did not begin, or ended early.
#[derive(Debug)]
pub enum Error {
    /// An argument makes no sense, alone or with the others.
    Arguments(String),
    /// The operating system refuses something.
    File {
        /// Which file.
        path: PathBuf,
        /// What was tried: `open`, `write`.
        deed: &'static str,
        /// Its words.
        error: io::Error,
    },
    /// The files of this name were begun with other arguments.
    Differs {
        /// The file with the arguments.
        path: PathBuf,
        /// What differs, one sentence each.
        differences: Vec<String>,
    },
    /// Another process is at it.
    InUse(PathBuf),
    /// A file is not what its name says.
    Foreign {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The openings cannot be used.
    Openings(String),
    /// No opening was found that is not decided already.
    NoOpening {
        /// The game.
        game: u64,
        /// Openings tried.
        tries: u64,
    },
    /// The tables do not fit.
    Memory(TableError),
    /// The system gives no thread.
    Thread(io::Error),
}

impl Error {
    /// For `map_err`.
    pub(super) fn file(path: &Path, deed: &'static str) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |error| Error::File { path, deed, error }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Arguments(reason) => f.write_str(reason),
            Error::File { path, deed, error } => write!(f, "cannot {deed} {}: {error}", path.display()),
            Error::Differs { path, differences } => {
                write!(f, "{} was begun with other arguments: {}", path.display(), differences.join("; "))
            }
            Error::InUse(path) => write!(f, "another process writes the files of {}", path.display()),
            Error::Foreign { path, reason } => write!(f, "{} is no part of this: {reason}", path.display()),
            Error::Openings(reason) => write!(f, "the openings cannot be used: {reason}"),
            Error::NoOpening { game, tries } => {
                write!(f, "game {game}: none of {tries} openings is playable and undecided")
            }
            Error::Memory(error) => write!(f, "no memory for the tables: {error}"),
            Error::Thread(error) => write!(f, "the system gives no thread: {error}"),
        }
    }
}

impl std::error::Error for Error {}
