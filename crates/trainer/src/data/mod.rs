//! From files of games to positions in memory, in the order in which they are learnt.
//!
//! Not here: the file format and its filter (`record`). Invariants: a game is held out or trained on, never both, and so is every copy of it; the
//! order depends on the files and the seed alone.

mod hashed;
mod load;
mod origin;
mod outcome;
mod packed;
mod split;
#[cfg(test)]
mod tests;

pub(crate) use load::{Data, load};
pub(crate) use origin::{Origin, origins};
pub(crate) use outcome::WIN;
pub(crate) use packed::{Features, MEN, Packed};

use std::path::PathBuf;

/// What came out of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataFile {
    /// The file.
    pub path: PathBuf,
    /// Its SHA-256, in lower-case hexadecimal digits.
    pub sha256: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// Games that could be read.
    pub games: u64,
    /// Of these, how many are held out.
    pub held_out_games: u64,
    /// Positions that are trained on.
    pub positions: u64,
    /// Positions that are held out.
    pub held_out_positions: u64,
    /// Places where games are cut or damaged.
    pub faults: u64,
    /// What is wrong at the first of them.
    pub first_faults: Vec<String>,
}
