//! Syzygy tablebases, read by safe code of our own.
//!
//! *What it is:* the tables found in a list of folders, opened when first asked for; the search's [`Tablebases`].
//!
//! *What it is not:* a crate from outside. Those under licences that allow it read memory maps by raw pointers and keep one set of tables for
//! the whole process, so that a damaged file ends the process and a refused folder costs the old tables (docs/adr/0004-tablebases.md).
//!
//! *Invariant:* any number of threads may ask at once; a file that is missing, cut or damaged gives no answer, never a panic.

mod groups;
mod material;
mod pairs;
mod probe;
mod store;
mod table;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rules::Position;
use search::{TableOutcome, Tablebases};

use material::Material;
use table::{Kind, Table};

/// Pieces on the board, kings included, of the largest tables there are.
pub(crate) const MOST_PIECES: usize = 7;
const ENDINGS: [(&str, Kind); 2] = [("rtbw", Kind::Outcome), ("rtbz", Kind::Distance)];

/// A table file, opened when first asked for.
#[derive(Debug)]
struct Lazy {
    path: PathBuf,
    material: Material,
    opened: OnceLock<Option<Table>>,
}

/// All tables of some folders.
pub struct Syzygy {
    /// By kind.
    files: [HashMap<Material, Lazy>; 2],
    most_pieces: usize,
}

/// What was found, and what is to be said of it.
pub struct Found {
    /// The tables.
    pub tables: Syzygy,
    /// Folders that cannot be read and files that are no tables though they are named so.
    pub faults: Vec<String>,
}

impl Syzygy {
    /// The tables in a list of folders, separated as the system separates them (`;` on Windows, `:` elsewhere). Of two files of one name the
    /// first counts.
    ///
    /// # Errors
    /// When no table is found there; the text says why.
    pub fn open(folders: &str) -> Result<Found, String> {
        let mut files = [HashMap::new(), HashMap::new()];
        let mut faults = Vec::new();
        for folder in std::env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
            if let Err(error) = scan(&folder, &mut files, &mut faults) {
                faults.push(format!("{}: {error}", folder.display()));
            }
        }
        let most_pieces = files[0].keys().copied().map(Material::pieces).max().unwrap_or(0);
        if most_pieces == 0 {
            let why = if faults.is_empty() { String::new() } else { format!(" ({})", faults.join("; ")) };
            return Err(format!("no tables in {folders}{why}"));
        }
        Ok(Found { tables: Syzygy { files, most_pieces }, faults })
    }

    /// How many tables of outcomes there are, and of distances.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        [self.files[0].len(), self.files[1].len()]
    }

    fn table(&self, position: &Position, kind: Kind) -> Option<&Table> {
        let material = Material::of(position);
        let files = &self.files[kind as usize];
        let lazy = files.get(&material).or_else(|| files.get(&material.swapped()))?;
        lazy.opened.get_or_init(|| Table::open(&lazy.path, lazy.material, kind)).as_ref()
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("counts", &self.counts()).field("most_pieces", &self.most_pieces).finish()
    }
}

impl Tablebases for Syzygy {
    fn most_pieces(&self) -> u32 {
        self.most_pieces as u32
    }

    fn outcome(&self, position: &Position) -> Option<TableOutcome> {
        Some(match self.outcome_of(position)? {
            2 => TableOutcome::Win,
            1 => TableOutcome::CursedWin,
            0 => TableOutcome::Draw,
            -1 => TableOutcome::BlessedLoss,
            _ => TableOutcome::Loss,
        })
    }

    fn distance(&self, position: &Position) -> Option<i32> {
        self.distance_of(position)
    }
}

/// Notes the tables of one folder.
fn scan(folder: &Path, files: &mut [HashMap<Material, Lazy>; 2], faults: &mut Vec<String>) -> std::io::Result<()> {
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.sort();
    for path in names {
        let (Some(stem), Some(ending)) = (path.file_stem().and_then(|s| s.to_str()), path.extension()) else {
            continue;
        };
        let kind = ENDINGS.into_iter().find(|(name, _)| ending == *name).map(|(_, kind)| kind);
        let (Some(kind), Some(material)) = (kind, Material::from_name(stem)) else {
            continue;
        };
        if table::looks_sound(&path, kind) {
            files[kind as usize].entry(material).or_insert(Lazy { path, material, opened: OnceLock::new() });
        } else {
            faults.push(format!("{} is no table: damaged or cut short", path.display()));
        }
    }
    Ok(())
}
