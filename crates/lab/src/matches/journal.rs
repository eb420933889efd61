//! The games of a match on disk: a line that says what is played, then a line for each finished game.
//!
//! Not a result: which games count is the schedule's business. Invariant: killed at any moment, the file is a journal of whole games and at
//! most one cut line, which is cut off when it is opened again; a game stands in it once.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use crate::plan::Plan;

/// Raised when a journal's lines change their meaning.
const VERSION: u32 = 2;

/// What the games of a journal follow from: its first line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heading {
    assay_journal: u32,
    /// Of each arm that plays in process: other nodes, other games.
    benches: [Option<u64>; 2],
    /// SHA-256 of the book, in hexadecimal, if there is one.
    book: Option<String>,
    plan: Plan,
}

impl Heading {
    pub(crate) fn new(plan: &Plan, benches: [Option<u64>; 2], book: Option<&str>) -> Self {
        Heading { assay_journal: VERSION, benches, book: book.map(str::to_owned), plan: plan.clone() }
    }
}

/// An open journal.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal, or takes up one whose plan and engine are the same; with it come the games that it holds.
    ///
    /// # Errors
    /// When there is one and `resume` is false, when it is another match's, is in use or damaged, or the file cannot be read or written.
    pub(crate) fn open(path: &Path, heading: &Heading, resume: bool) -> Result<(Self, BTreeMap<u64, Entry>), String> {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| told(&error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => told(&"another match writes to it"),
            TryLockError::Error(error) => told(&error),
        })?;
        let mut journal = Journal { path: path.to_owned(), file };
        let games = journal.take_up(heading, resume).map_err(|error| told(&error))?;
        Ok((journal, games))
    }

    /// Reads what is there, cuts off a torn line, and leaves the file ready for the next one.
    fn take_up(&mut self, heading: &Heading, resume: bool) -> Result<BTreeMap<u64, Entry>, String> {
        let text = |error: std::io::Error| error.to_string();
        let mut games = BTreeMap::new();
        let mut good = 0;
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(text)?;
            if line.last() != Some(&b'\n') {
                // A line that a kill has cut; but a file without a line that is none of ours is somebody's.
                if number == 1 && !json_line(heading)?.as_bytes().starts_with(&line) {
                    return Err("it is not a journal, and stays as it is".to_owned());
                }
                break;
            }
            let damaged = |error: serde_json::Error| format!("line {number} cannot be read: {error}");
            if number == 1 {
                let found: Heading = serde_json::from_slice(&line)
                    .map_err(|_| "it is not a journal of this version, and stays as it is".to_owned())?;
                if !resume {
                    return Err("games have been played already: resume them, or name another file".to_owned());
                }
                if let Some(difference) = difference(&found, heading) {
                    return Err(format!("it holds another match: {difference}"));
                }
            } else {
                let entry: Entry = serde_json::from_slice(&line).map_err(damaged)?;
                games.insert(entry.game, entry);
            }
            good += length as u64;
        }
        self.file.set_len(good).and_then(|()| self.file.seek(SeekFrom::End(0))).map_err(text)?;
        if good == 0 {
            self.write(heading)?;
        }
        Ok(games)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<(), String> {
        self.write(entry).map_err(|error| format!("{}: {error}", self.path.display()))
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), String> {
        let line = json_line(value)?;
        // One call: a process that is killed has written the line, or a beginning of it.
        self.file.write_all(line.as_bytes()).map_err(|error| error.to_string())
    }
}

fn json_line(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map(|line| line + "\n").map_err(|error| error.to_string())
}

/// What two headings differ in, in words.
fn difference(found: &Heading, wanted: &Heading) -> Option<String> {
    if found.assay_journal != wanted.assay_journal {
        return Some(format!("version {} of the format, not {}", found.assay_journal, wanted.assay_journal));
    }
    if found.benches != wanted.benches {
        return Some(format!("played by a build of benches {:?}, not {:?}", found.benches, wanted.benches));
    }
    if found.book != wanted.book {
        return Some("the book is another one now".to_owned());
    }
    let (found, wanted) = (json(&found.plan), json(&wanted.plan));
    let (found, wanted) = (found.as_object()?, wanted.as_object()?);
    let key = found.keys().chain(wanted.keys()).find(|key| found.get(*key) != wanted.get(*key))?;
    let value = |plan: &serde_json::Map<String, serde_json::Value>| {
        plan.get(key).map_or("none".to_owned(), ToString::to_string)
    };
    Some(format!("{key} is {}, not {}", value(found), value(wanted)))
}

fn json(plan: &Plan) -> serde_json::Value {
    serde_json::to_value(plan).unwrap_or_default()
}
