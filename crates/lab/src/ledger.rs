//! The ledger: what each technique is worth, as records that anyone can replay.
//!
//! *What it is:* [`record`] is one result, [`store`] the file of them, [`conduct`] plays an experiment and appends its result
//! ([`estimate`] says first how long that takes), [`draft`] makes
//! the experiment's file, [`worth`] says what they mean for each technique today, [`verify`] whether all of it is true, [`replay`] and
//! [`rebuild`] play records again, [`document`], [`generations`] and [`chart`] show them.
//!
//! *What it is not:* it changes no default and deletes no record.
//!
//! *Invariant:* records are only ever appended; everything said of a record follows from its counts.

pub mod chart;
pub mod conduct;
pub mod document;
pub mod draft;
pub mod estimate;
pub mod generations;
pub mod rebuild;
pub mod record;
pub mod replay;
pub mod store;
mod surroundings;
#[cfg(test)]
pub(crate) mod testing;
pub mod today;
pub mod verify;
pub mod worth;

use std::path::{Path, PathBuf};

pub use record::Record;
pub use store::Ledger;
pub use surroundings::{Here, Origin, Surroundings};
pub use today::Today;
pub use worth::worths;

/// The ledger that this program was built with.
#[must_use]
pub fn built_in() -> Ledger {
    Ledger::parse(include_bytes!("../../../ledger/results.jsonl"), "ledger/results.jsonl")
}

/// Where the parts of the ledger lie, from the repository's root.
#[derive(Clone, Debug)]
pub struct Places {
    /// The repository's root.
    pub root: PathBuf,
}

impl Places {
    /// Of the repository with this root.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        Places { root: root.to_owned() }
    }

    /// The records.
    #[must_use]
    pub fn results(&self) -> PathBuf {
        self.root.join("ledger/results.jsonl")
    }

    /// The experiments.
    #[must_use]
    pub fn experiments(&self) -> PathBuf {
        self.root.join("ledger/experiments")
    }

    /// What is on, or off, without a record that says so: technique = "reason".
    #[must_use]
    pub fn pending(&self) -> PathBuf {
        self.root.join("ledger/pending.toml")
    }

    /// The page of what techniques are worth.
    #[must_use]
    pub fn page(&self) -> PathBuf {
        self.root.join("docs/ledger.md")
    }

    /// Its chart.
    #[must_use]
    pub fn chart(&self) -> PathBuf {
        self.root.join("docs/ledger.svg")
    }

    /// The networks, each with its card.
    #[must_use]
    pub fn networks(&self) -> PathBuf {
        self.root.join("networks")
    }

    /// The page of where networks come from.
    #[must_use]
    pub fn networks_page(&self) -> PathBuf {
        self.root.join("docs/networks.md")
    }

    /// A path as records have it: from the root, with slashes. One that lies elsewhere stays as it is.
    #[must_use]
    pub fn relative(&self, path: &Path) -> String {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let (full, root) = (real(path), real(&self.root));
        let inside = full.strip_prefix(&root).or_else(|_| path.strip_prefix(&self.root)).unwrap_or(path);
        inside.to_string_lossy().replace('\\', "/")
    }

    /// The same of a file that a record shall name: it must lie in the repository, or nobody else finds it.
    ///
    /// # Errors
    /// When it lies elsewhere.
    pub fn inside(&self, path: &Path) -> Result<String, String> {
        let relative = self.relative(path);
        let is_same =
            |one: &Path| one.canonicalize().is_ok_and(|one| path.canonicalize().is_ok_and(|path| one == path));
        if is_same(&self.root.join(&relative)) && !Path::new(&relative).is_absolute() {
            return Ok(relative);
        }
        Err(format!("{} is not in the repository {}", path.display(), self.root.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_records_lead_from_the_root() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("repository");
        std::fs::create_dir_all(root.join("ledger/experiments")).expect("made");
        let (file, other) = (root.join("ledger/experiments/x.toml"), folder.path().join("y.toml"));
        std::fs::write(&file, "").expect("written");
        std::fs::write(&other, "").expect("written");
        let places = Places::new(&root.join("ledger/.."));
        assert_eq!(places.inside(&file), Ok("ledger/experiments/x.toml".to_owned()));
        assert_eq!(places.inside(&root.join("ledger/experiments/../experiments/x.toml")), places.inside(&file));
        assert!(places.inside(&other).expect_err("elsewhere").contains("y.toml is not in the repository"));
        assert_eq!(Places::new(&root).relative(&root.join("none.toml")), "none.toml");
    }
}
