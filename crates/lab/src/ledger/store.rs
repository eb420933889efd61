//! The file of records, one JSON object a line.
//!
//! Not a database: it is read whole, and what it holds is small. Invariant: a line once written is never changed, and a line that cannot be
//! read is reported, never passed over in silence.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::record::Record;
use crate::experiment::sha256;

/// Digits of a record's name.
const ID_DIGITS: usize = 16;

/// All records, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Those that could be read.
    pub records: Vec<Record>,
    /// What is wrong with the others, each with its file and line.
    pub faults: Vec<String>,
}

impl Ledger {
    /// Reads the file; one that does not exist has no records.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn read(path: &Path) -> Result<Ledger, String> {
        match fs::read(path) {
            Ok(bytes) => Ok(Ledger::parse(&bytes, &path.display().to_string())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Ledger::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    /// The same from bytes; `shown` is how messages call the file.
    #[must_use]
    pub fn parse(bytes: &[u8], shown: &str) -> Ledger {
        let mut ledger = Ledger::default();
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            match read_line(line) {
                Ok(record) if ledger.records.iter().any(|known| known.id == record.id) => {
                    ledger.faults.push(format!("{shown}:{}: there is another record {}", index + 1, record.id));
                }
                Ok(record) => ledger.records.push(record),
                Err(error) => ledger.faults.push(format!("{shown}:{}: {error}", index + 1)),
            }
        }
        ledger
    }

    /// The records of an experiment.
    pub fn of_experiment(&self, identity: &str) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(move |record| record.identity == identity)
    }
}

fn read_line(line: &[u8]) -> Result<Record, String> {
    let line = line.strip_suffix(b"\n").ok_or("the line is cut: it has no end")?;
    let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8")?;
    let record: Record = serde_json::from_str(line.trim_end()).map_err(|error| error.to_string())?;
    let rest = line.trim_end().strip_prefix(&opening(&record.id)).ok_or("the line does not begin with its id")?;
    let id = id_of(rest);
    if record.id == id {
        Ok(record)
    } else {
        Err(format!("the id is {}, the line says {id}: it was changed", record.id))
    }
}

fn opening(id: &str) -> String {
    format!("{{\"id\":\"{id}\",")
}

fn id_of(rest: &str) -> String {
    let mut id = sha256(rest.as_bytes());
    id.truncate(ID_DIGITS);
    id
}

/// The record with its name, and the line that it is in the file, its end included.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn sealed(record: &Record) -> Result<(Record, String), String> {
    let mut record = Record { id: String::new(), ..record.clone() };
    let text = serde_json::to_string(&record).map_err(|error| error.to_string())?;
    let rest = text.strip_prefix(&opening("")).ok_or("a record begins with its id")?;
    record.id = id_of(rest);
    let line = format!("{}{rest}\n", opening(&record.id));
    Ok((record, line))
}

/// Appends a record and gives it back with its name. Once this returns, the record survives a power cut.
///
/// # Errors
/// When the file cannot be written, or ends in a line that is cut.
pub fn append(path: &Path, record: &Record) -> Result<Record, String> {
    let (record, line) = sealed(record)?;
    write_line(path, &line).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(record)
}

fn write_line(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            return Err(io::Error::other("the last line is cut: mend the file by hand before anything is appended"));
        }
    }
    // One call, so that two processes never mix their lines.
    file.write_all(line.as_bytes())?;
    file.sync_all()?;
    sync_folder(path)
}

/// So that a new file's name is kept, too; where folders cannot be opened there is nothing to do.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent().map(File::open) {
        Some(Ok(folder)) => folder.sync_all(),
        _ => Ok(()),
    }
}

/// Puts a text in the place of a file, so that a kill at any moment leaves the old one or the new one.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, text: &str) -> Result<(), String> {
    let write = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let beside = path.with_extension("new");
        let mut file = File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        sync_folder(path)
    };
    write().map_err(|error: io::Error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::testing::record;

    const PAIRS: [u64; 5] = [40, 80, 140, 99, 41];

    #[test]
    fn what_is_appended_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger/results.jsonl");
        assert_eq!(Ledger::read(&path), Ok(Ledger::default()));
        let first = append(&path, &record("NullMovePruning", PAIRS)).expect("appended");
        let second = append(&path, &record("Razoring", PAIRS)).expect("appended");
        let ledger = Ledger::read(&path).expect("a ledger");
        assert_eq!(ledger, Ledger { records: vec![first.clone(), second], faults: Vec::new() });
        assert_eq!(first.id.len(), ID_DIGITS);
        assert_eq!(ledger.of_experiment(&first.identity).count(), 1);
        // Appended again to the same bytes, nothing before it changes.
        let before = fs::read(&path).expect("a file");
        append(&path, &record("ProbCut", PAIRS)).expect("appended");
        assert!(fs::read(&path).expect("a file").starts_with(&before));
    }

    #[test]
    fn numbers_survive_to_the_last_digit() {
        let (record, line) = sealed(&record("NullMovePruning", PAIRS)).expect("a line");
        assert_eq!(Ledger::parse(line.as_bytes(), "x").records, [record]);
    }

    #[test]
    fn a_cut_line_is_reported_and_nothing_is_appended_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("results.jsonl");
        append(&path, &record("NullMovePruning", PAIRS)).expect("appended");
        let whole = fs::read(&path).expect("a file");
        append(&path, &record("Razoring", PAIRS)).expect("appended");
        let both = fs::read(&path).expect("a file");
        for length in whole.len() + 1..both.len() {
            let ledger = Ledger::parse(&both[..length], "results.jsonl");
            assert_eq!(ledger.records.len(), 1);
            assert_eq!(ledger.faults, ["results.jsonl:2: the line is cut: it has no end"], "{length}");
        }
        fs::write(&path, &both[..whole.len() + 40]).expect("written");
        let error = append(&path, &record("ProbCut", PAIRS)).expect_err("a cut line");
        assert!(error.contains("the last line is cut"), "{error}");
        assert_eq!(fs::read(&path).expect("a file"), both[..whole.len() + 40]);
    }

    #[test]
    fn changed_doubled_and_unreadable_lines_are_reported() {
        let (_, line) = sealed(&record("NullMovePruning", PAIRS)).expect("a line");
        let faults = |text: &str| Ledger::parse(text.as_bytes(), "x").faults.join("\n");
        assert_eq!(faults(&line), "");
        assert!(faults(&line.replace("\"wins\":", "\"wins\":1")).contains("it was changed"));
        assert!(faults(&format!("{line}{line}")).starts_with("x:2: there is another record "));
        assert!(faults(&format!("\n{line}")).starts_with("x:1: "));
        assert!(faults(&line.replace("\"wins\":", "\"wons\":")).starts_with("x:1: unknown field"));
        assert_eq!(Ledger::parse(b"\xff\n", "x").faults, ["x:1: the line is not UTF-8"]);
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("docs/page.md");
        for text in ["one", "another"] {
            replace(&path, text).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("a folder").count(), 1);
    }
}
