//! Tablebases and books from the file system.
//!
//! Not their formats (`syzygy`, `polyglot`). Invariant: opening something never changes what was opened before.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use search::Tablebases;
use session::{Book, Files, Opened};

use crate::polyglot::Polyglot;
use crate::syzygy::{Found, Syzygy, summary};

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

    fn seed(&self) -> u64 {
        // The standard library seeds its hashers from the system's randomness.
        RandomState::new().hash_one(0)
    }
}
