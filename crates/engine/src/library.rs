//! Tablebases and books from the file system.
//!
//! Not their formats (`syzygy`, `polyglot`). Invariant: opening something never changes what was opened before.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use eval::nnue::Network;
use search::Tablebases;
use session::{Book, Files, Opened};

use crate::polyglot::Polyglot;
use crate::syzygy::{Found, Syzygy, summary};

/// More than the largest network with the longest card.
const MOST_NETWORK_BYTES: u64 = 4 << 20;

/// The network in a file.
///
/// # Errors
/// When it cannot be read or is none that can be used: the file's name and why.
pub fn read_network(path: &Path) -> Result<Network, String> {
    let refuse = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    let file = File::open(path).map_err(|error| refuse(&error))?;
    let mut bytes = Vec::new();
    // Whatever is longer is no network, and may have no end.
    file.take(MOST_NETWORK_BYTES).read_to_end(&mut bytes).map_err(|error| refuse(&error))?;
    Network::read(&bytes).map_err(|error| refuse(&error))
}

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeFiles;

impl Files for NativeFiles {
    fn tablebases(&self, folders: &str) -> Result<Opened<Arc<dyn Tablebases>>, String> {
        let Found { tables, faults } = Syzygy::open(folders)?;
        let [outcomes, distances] = tables.counts();
        let most = tables.most_pieces();
        let found = format!("{outcomes} tables of outcomes and {distances} of distances found, up to {most} pieces");
        let fault = (!faults.is_empty()).then(|| summary(&faults));
        Ok(Opened { value: Arc::new(tables), found, fault })
    }

    fn book(&self, file: &str) -> Result<Opened<Box<dyn Book>>, String> {
        let book = Polyglot::open(file.as_ref())?;
        let found = format!("{} entries found", book.entries());
        Ok(Opened { value: Box::new(book), found, fault: None })
    }

    fn network(&self, file: &str) -> Result<Arc<Network>, String> {
        read_network(file.as_ref()).map(Arc::new)
    }

    fn seed(&self) -> u64 {
        // The standard library seeds its hashers from the system's randomness.
        RandomState::new().hash_one(0)
    }
}
