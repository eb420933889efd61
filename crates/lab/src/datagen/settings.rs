//! The file beside the games that says what they were played with.
//!
//! Not read back into arguments: it is compared with those at hand. Invariant: it is whole or not there, it is there before any game, and
//! games of two kinds never get into one set.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::{Arguments, Error, Identity};

/// Of the rules by which games are made here; one more whenever equal arguments begin to give other games.
const REVISION: u32 = 1;

/// Differences that change no game.
const FREE: [&str; 1] = ["engine.commit"];

#[derive(Serialize)]
struct Settings<'a> {
    revision: u32,
    engine: &'a Identity,
    arguments: &'a Arguments,
    #[serde(skip_serializing_if = "Option::is_none")]
    book_sha256: Option<&'a str>,
}

/// Nobody else writes the files of this name as long as it lives.
#[derive(Debug)]
pub(super) struct Claim {
    _locked: File,
}

/// Writes the file, or finds it as it would be written.
pub(super) fn claim(arguments: &Arguments, identity: &Identity, book_sha256: Option<&str>) -> Result<Claim, Error> {
    let path = arguments.settings();
    let settings = Settings { revision: REVISION, engine: identity, arguments, book_sha256 };
    let as_json = |error: serde_json::Error| Error::Arguments(format!("arguments that cannot be written: {error}"));
    let wanted = serde_json::to_value(&settings).map_err(as_json)?;
    match fs::read(&path) {
        Ok(bytes) => {
            let found: Value = serde_json::from_slice(&bytes)
                .map_err(|error| Error::Foreign { path: path.clone(), reason: error.to_string() })?;
            let differences = differences(&found, &wanted);
            if !differences.is_empty() {
                return Err(Error::Differs { path, differences });
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            refuse_strays(arguments)?;
            write_whole(&path, &(serde_json::to_string_pretty(&settings).map_err(as_json)? + "\n"))?;
        }
        Err(error) => return Err(Error::file(&path, "read")(error)),
    }
    let file = File::open(&path).map_err(Error::file(&path, "open"))?;
    match file.try_lock() {
        Ok(()) => Ok(Claim { _locked: file }),
        Err(TryLockError::WouldBlock) => Err(Error::InUse(path)),
        // Some file systems know no locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(Claim { _locked: file }),
        Err(TryLockError::Error(error)) => Err(Error::file(&path, "lock")(error)),
    }
}

/// Games that nothing is known of are nobody's to go on with.
fn refuse_strays(arguments: &Arguments) -> Result<(), Error> {
    match (0..arguments.workers).map(|worker| arguments.part(worker)).find(|path| path.exists()) {
        None => Ok(()),
        Some(path) => {
            let reason = format!("it is there, and {} is not", arguments.settings().display());
            Err(Error::Foreign { path, reason })
        }
    }
}

/// A reader sees all of it or nothing.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), Error> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = Path::new(&beside);
    let write = || -> std::io::Result<()> {
        let mut file = File::create(beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(Error::file(beside, "write"))?;
    fs::rename(beside, path).map_err(Error::file(path, "write"))
}

/// What one says and the other does not, by the path of the value.
fn differences(found: &Value, wanted: &Value) -> Vec<String> {
    let (found, wanted) = (leaves(found), leaves(wanted));
    let mut names: Vec<&String> = found.iter().chain(&wanted).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let value = |of: &[(String, String)], name: &str| {
        of.iter().find(|(known, _)| known == name).map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
    };
    let differing = names.into_iter().filter(|name| !FREE.contains(&name.as_str())).filter_map(|name| {
        let (found, wanted) = (value(&found, name), value(&wanted, name));
        (found != wanted).then(|| format!("{name} was {found} and is {wanted} now"))
    });
    differing.collect()
}

/// Every value that is no object, with its path.
fn leaves(value: &Value) -> Vec<(String, String)> {
    let Value::Object(members) = value else {
        return vec![(String::new(), value.to_string())];
    };
    let below = members.iter().flat_map(|(name, value)| {
        leaves(value).into_iter().map(move |(path, text)| {
            let dot = if path.is_empty() { "" } else { "." };
            (format!("{name}{dot}{path}"), text)
        })
    });
    below.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_the_value_and_both_sides() {
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let found = value(
            r#"{"a": 1, "engine": {"commit": "x", "bench": 5}, "list": ["p"], "gone": true, "inner": {"draw": null}}"#,
        );
        assert_eq!(differences(&found, &found), Vec::<String>::new());
        let wanted =
            value(r#"{"a": 2, "engine": {"commit": "y", "bench": 5}, "list": ["q"], "inner": {"draw": {"plies": 3}}}"#);
        assert_eq!(
            differences(&found, &wanted),
            [
                "a was 1 and is 2 now",
                "gone was true and is nothing now",
                "inner.draw was null and is nothing now",
                "inner.draw.plies was nothing and is 3 now",
                "list was [\"p\"] and is [\"q\"] now",
            ]
        );
    }
}
