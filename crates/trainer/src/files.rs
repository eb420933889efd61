//! Files that appear whole or not at all.
//!
//! Not for data, which are read as they come. Invariant: whenever the process is killed, a name stands for its old content or for its new one.

use crate::error::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Puts `bytes` under the name `path`, by way of a file beside it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let write = || -> io::Result<()> {
        let mut file = File::create(part)?;
        file.write_all(bytes)?;
        // Else the rename could reach the disk before the content does.
        file.sync_all()?;
        fs::rename(part, path)
    };
    write().map_err(|error| Error::File { path: path.to_owned(), error })
}

/// The content of a file, if there is one.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::File { path: path.to_owned(), error }),
    }
}

/// Makes a folder, with those above it.
pub(crate) fn make_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| Error::File { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = Folder::new("files");
        let path = folder.path().join("deeper/file");
        let error = write_whole(&path, b"one").expect_err("no folder");
        assert!(error.to_string().contains("deeper/file"), "{error}");
        make_folder(&folder.path().join("deeper")).expect("a folder");
        assert_eq!(read(&path).expect("readable"), None);
        for content in [&b"one"[..], b"two, longer", b""] {
            write_whole(&path, content).expect("written");
            assert_eq!(read(&path).expect("readable").as_deref(), Some(content));
        }
        assert_eq!(fs::read_dir(folder.path().join("deeper")).expect("a folder").count(), 1);
    }
}
