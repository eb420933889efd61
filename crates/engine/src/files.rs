//! Files that a user names.
//!
//! Not their formats. Invariant: only what is a regular file is opened: a pipe or a device would hold the engine up for ever.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Larger text is not meant to be read at once.
const LARGEST_TEXT: u64 = 1 << 30;

/// The text of a file; bytes that are not UTF-8 become replacement characters.
///
/// # Errors
/// A sentence that names the file and the reason.
pub fn read_text(path: &str) -> Result<String, String> {
    let read = || {
        if regular(path.as_ref())?.is_some_and(|size| size > LARGEST_TEXT) {
            return Err(io::Error::new(ErrorKind::FileTooLarge, "too large"));
        }
        Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
    };
    read().map_err(|error| format!("cannot read {}: {error}", uci::excerpt(path)))
}

/// A file to add to, made where there is none.
///
/// # Errors
/// When it cannot be had.
pub(crate) fn append(path: &str) -> io::Result<File> {
    regular(path.as_ref())?;
    OpenOptions::new().append(true).create(true).open(path)
}

/// A file to read from, and its size.
///
/// # Errors
/// When it is not there, cannot be read or is no regular file.
pub(crate) fn open_to_read(path: &Path) -> io::Result<(File, u64)> {
    let size = regular(path)?.ok_or(ErrorKind::NotFound)?;
    Ok((File::open(path)?, size))
}

/// The size of what the path leads to, if there is something.
fn regular(path: &Path) -> io::Result<Option<u64>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(Some(found.len())),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
