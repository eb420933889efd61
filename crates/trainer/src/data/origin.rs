//! How games were made, as far as it is told beside them.
//!
//! Whoever made `NAME.0.assay`, `NAME.1.assay` may leave `NAME.json`, what the games were played with, and `NAME.seconds`, how much time of processors
//! they took. Not a condition: games without a word about them are as good. Invariant: what is said is handed on as it stands.

use crate::error::Error;
use crate::files;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};

/// What is told of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Origin {
    /// Of the files, without what tells them apart.
    pub(crate) name: String,
    /// What the games were played with.
    pub(crate) played_with: Value,
    /// Hours of processors' time that they took.
    pub(crate) core_hours: Option<f64>,
}

/// No generator writes more about its games; and all of it goes into the card.
const LONGEST: usize = 1 << 16;

/// What is told of the games in these files, once for all files of one name.
///
/// # Errors
/// When a file is there and cannot be read, is no JSON or is longer than any generator's.
pub(crate) fn origins<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<Vec<Origin>, Error> {
    let mut stems: Vec<PathBuf> = Vec::new();
    for stem in paths.into_iter().filter_map(stem) {
        if !stems.contains(&stem) {
            stems.push(stem);
        }
    }
    stems.iter().filter_map(|stem| origin(stem).transpose()).collect()
}

fn origin(stem: &Path) -> Result<Option<Origin>, Error> {
    let beside = |ending: &str| {
        let mut path = stem.as_os_str().to_owned();
        path.push(ending);
        PathBuf::from(path)
    };
    let path = beside(".json");
    let Some(bytes) = files::read(&path)? else { return Ok(None) };
    let refuse = |error: io::Error| Error::File { path: path.clone(), error };
    if bytes.len() > LONGEST {
        let reason = format!("{} bytes, more than the {LONGEST} that may be told of games", bytes.len());
        return Err(refuse(io::Error::new(io::ErrorKind::InvalidData, reason)));
    }
    let played_with = serde_json::from_slice(&bytes).map_err(|error| refuse(error.into()))?;
    let seconds = files::read(&beside(".seconds"))?;
    let seconds = seconds.and_then(|bytes| String::from_utf8_lossy(&bytes).trim().parse::<f64>().ok());
    let name = stem.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Some(Origin { name, played_with, core_hours: seconds.map(|seconds| seconds / 3_600.0) }))
}

/// `NAME` of `NAME.0.assay`.
fn stem(path: &Path) -> Option<PathBuf> {
    let numbered = path.with_extension("");
    let is_number = numbered.extension().and_then(|part| part.to_str()).is_some_and(|part| part.parse::<u32>().is_ok());
    is_number.then(|| numbered.with_extension(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;
    use std::fs;

    #[test]
    fn what_is_told_is_handed_on_once() {
        let folder = Folder::new("origins");
        let place = |name: &str| folder.path().join(name);
        let paths: Vec<PathBuf> = ["a.0.assay", "b.c.0.assay", "a.1.assay", "other.assay"].map(place).into();
        let all = || origins(paths.iter().map(PathBuf::as_path));
        assert_eq!(all().expect("nothing is told"), []);
        fs::write(place("a.json"), r#"{"arguments": {"soft_nodes": 80}}"#).expect("written");
        fs::write(place("b.c.json"), "{}").expect("written");
        fs::write(place("b.c.seconds"), "1800.0\n").expect("written");
        fs::write(place("other.json"), "{}").expect("written");
        let told = all().expect("readable");
        let short: Vec<_> = told.iter().map(|origin| (origin.name.as_str(), origin.core_hours)).collect();
        assert_eq!(short, [("a", None), ("b.c", Some(0.5))]);
        assert_eq!(told[0].played_with["arguments"]["soft_nodes"], 80);
        fs::write(place("a.json"), "{").expect("written");
        assert!(all().expect_err("cut").to_string().contains("a.json"));
        fs::write(place("a.json"), format!("[{}]", " ".repeat(LONGEST))).expect("written");
        assert!(all().expect_err("long").to_string().contains("65538 bytes"));
    }
}
