//! Syzygy tablebases, read by safe code of our own.
//!
//! *What it is:* the tables found in a list of folders, opened when first asked for; the search's [`Tablebases`].
//!
//! *What it is not:* a crate from outside. Those under licences that allow it read memory maps by raw pointers and keep one set of tables for
//! the whole process, so that a damaged file ends the process and a refused folder costs the old tables (docs/adr/0004-tablebases.md).
//!
//! *Invariant:* any number of threads may ask at once. A file that is missing, cut or misnamed, or whose description contradicts itself,
//! gives no answer. Other damage is not noticed, the checksum is not read: an answer may be wrong, but there is no panic and no endless loop,
//! and memory stays bounded.

mod groups;
mod material;
mod pairs;
mod probe;
mod store;
mod table;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rules::Position;
use search::{TableOutcome, Tablebases};

use material::Material;
use store::OpenFiles;
use table::{Kind, Table};

/// Pieces on the board, kings included, of the largest tables there are.
pub(crate) const MOST_PIECES: usize = 7;
/// Faults that are told one by one.
const MOST_TOLD: usize = 3;
const ENDINGS: [(&str, Kind); 2] = [("rtbw", Kind::Outcome), ("rtbz", Kind::Distance)];

/// A table file, opened when first asked for.
#[derive(Debug)]
struct Lazy {
    path: PathBuf,
    material: Material,
    opened: OnceLock<Option<Table>>,
}

/// The files by kind and by what stands on the board, the colours aside.
type Listed = [HashMap<Material, Lazy>; 2];

/// All tables of some folders.
pub struct Syzygy {
    files: Listed,
    most_pieces: usize,
    open: Arc<OpenFiles>,
}

/// What was found, and what is to be said of it.
#[derive(Debug)]
pub struct Found {
    /// The tables.
    pub tables: Syzygy,
    /// Folders that cannot be read and files that are not the tables they are named after, each in a few words.
    pub faults: Vec<String>,
}

/// The first faults, and how many more there are.
#[must_use]
pub fn summary(faults: &[String]) -> String {
    let told = faults[..faults.len().min(MOST_TOLD)].join("; ");
    match faults.len().saturating_sub(MOST_TOLD) {
        0 => told,
        more => format!("{told}; and {more} more"),
    }
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
                faults.push(format!("{}: {error}", uci::excerpt(&folder.to_string_lossy())));
            }
        }
        let most_pieces = files[0].keys().copied().map(Material::pieces).max().unwrap_or(0);
        if most_pieces == 0 {
            let found = match files[1].len() {
                0 => "no tables".to_owned(),
                distances => format!("{distances} tables of distances (.rtbz), which need those of outcomes (.rtbw),"),
            };
            let why = if faults.is_empty() { String::new() } else { format!(" ({})", summary(&faults)) };
            return Err(format!("{found} in {}{why}", uci::excerpt(folders)));
        }
        Ok(Found { tables: Syzygy { files, most_pieces, open: Arc::default() }, faults })
    }

    /// How many tables of outcomes there are, and of distances.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        [self.files[0].len(), self.files[1].len()]
    }

    fn table(&self, position: &Position, kind: Kind) -> Option<&Table> {
        let lazy = self.files[kind as usize].get(&Material::of(position).ending())?;
        lazy.opened.get_or_init(|| Table::open(&lazy.path, lazy.material, kind, &self.open)).as_ref()
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
fn scan(folder: &Path, files: &mut Listed, faults: &mut Vec<String>) -> std::io::Result<()> {
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
        if let Err(why) = Table::check(&path, material, kind) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            faults.push(format!("{}: {why}", uci::excerpt(&name)));
            continue;
        }
        let lazy = Lazy { path, material, opened: OnceLock::new() };
        files[kind as usize].entry(material.ending()).or_insert(lazy);
    }
    Ok(())
}
