//! What a player needs files for: tablebases, opening books and networks.
//!
//! Not the files: whoever has some hands in a [`Files`]. Invariant: opening something never changes what was opened before.

use std::fmt;
use std::sync::Arc;

use eval::nnue::Network;
use rules::{Move, Position};
use search::Tablebases;

/// Opens what lies in files.
pub trait Files: fmt::Debug + Send {
    /// The tablebases in a list of folders, separated as the system separates them.
    ///
    /// # Errors
    /// When there are none, as a sentence for the user.
    fn tablebases(&self, folders: &str) -> Result<Opened<Arc<dyn Tablebases>>, String>;

    /// The opening book in a file.
    ///
    /// # Errors
    /// When it is none, as a sentence for the user.
    fn book(&self, file: &str) -> Result<Opened<Box<dyn Book>>, String>;

    /// The network in a file.
    ///
    /// # Errors
    /// When it is none, as a sentence for the user.
    fn network(&self, file: &str) -> Result<Arc<Network>, String>;

    /// A number that is another one each time.
    fn seed(&self) -> u64;
}

/// Something opened, and what the user should hear of it.
#[derive(Debug)]
pub struct Opened<T> {
    /// What was asked for.
    pub value: T,
    /// What was found.
    pub found: String,
    /// What was to be found there and could not be used.
    pub fault: Option<String>,
}

/// An opening book.
pub trait Book: fmt::Debug + Send {
    /// The legal moves that the book knows in a position, and how often each is to be played. Weights may be 0.
    fn moves(&self, position: &Position) -> Vec<(Move, u32)>;
}
