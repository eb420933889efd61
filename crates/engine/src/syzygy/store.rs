//! The bytes of a table file.
//!
//! Not a memory map: a file that is cut while it is mapped ends the process. Small files are kept in memory, of large ones only what is
//! asked for is read.
//! Invariant: reading beyond the end gives nothing, never a panic; however many tables are in use, few files are open.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::open_to_read;

/// Files up to this size are kept whole.
const KEPT_WHOLE: u64 = 1 << 20;
/// A process may have some hundreds of files open; the larger sets of tables have more.
const MOST_OPEN: usize = 64;

/// The large files in use, the longest unused first.
#[derive(Debug, Default)]
pub(super) struct OpenFiles(Mutex<Vec<(PathBuf, Arc<File>)>>);

impl OpenFiles {
    /// The file, opened anew if others have been used since.
    fn get(&self, path: &Path) -> io::Result<Arc<File>> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = match open.iter().position(|(other, _)| other == path) {
            Some(index) => open.remove(index),
            None => (path.to_owned(), Arc::new(open_to_read(path)?.0)),
        };
        let file = Arc::clone(&entry.1);
        open.push(entry);
        if open.len() > MOST_OPEN {
            open.remove(0);
        }
        Ok(file)
    }
}

pub(super) enum Store {
    Whole(Vec<u8>),
    OnDisk(PathBuf, Arc<OpenFiles>),
}

impl Store {
    /// The bytes of an open file of this size, which can be opened again by its path.
    pub(super) fn new(path: &Path, file: &File, size: u64, open: &Arc<OpenFiles>) -> Option<Store> {
        if size > KEPT_WHOLE {
            return Some(Store::OnDisk(path.to_owned(), Arc::clone(open)));
        }
        beginning(file, size, usize::MAX).map(Store::Whole)
    }

    /// As many of the bytes from `offset` on as `buffer` holds; `None` if there are fewer.
    pub(super) fn read(&self, offset: u64, buffer: &mut [u8]) -> Option<()> {
        match self {
            Store::Whole(bytes) => {
                let start = usize::try_from(offset).ok()?;
                buffer.copy_from_slice(bytes.get(start..start.checked_add(buffer.len())?)?);
                Some(())
            }
            Store::OnDisk(path, open) => read_at(&*open.get(path).ok()?, buffer, offset),
        }
    }
}

/// The beginning of a file of this size, at most so many bytes.
pub(super) fn beginning(file: &File, size: u64, most: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(usize::MAX).min(most)];
    read_at(file, &mut bytes, 0).map(|()| bytes)
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> Option<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset).ok()
}

#[cfg(windows)]
fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> Option<()> {
    while !buffer.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset).ok().filter(|&read| read > 0)?;
        offset += read as u64;
        buffer = &mut buffer[read..];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("assay-store-{name}-{}", std::process::id()));
        std::fs::write(&path, bytes).expect("a scratch file");
        path
    }

    #[test]
    fn both_kinds_read_alike_and_nothing_beyond_the_end() {
        let path = scratch("kinds", &[1, 2, 3, 4, 5]);
        let open = Arc::new(OpenFiles::default());
        let (file, size) = open_to_read(&path).expect("the scratch file");
        let whole = Store::new(&path, &file, size, &open).expect("the scratch file");
        assert!(matches!(whole, Store::Whole(_)));
        for store in [Store::OnDisk(path.clone(), open), whole] {
            let mut two = [0; 2];
            assert_eq!(store.read(3, &mut two), Some(()));
            assert_eq!(two, [4, 5]);
            assert_eq!(store.read(4, &mut two), None);
            assert_eq!(store.read(u64::MAX, &mut two), None);
        }
        assert_eq!(beginning(&file, size, 9), Some(vec![1, 2, 3, 4, 5]));
        assert_eq!(beginning(&file, size, 2), Some(vec![1, 2]));
        std::fs::remove_file(&path).expect("the scratch file");
    }

    #[test]
    fn few_files_are_open_and_the_longest_unused_is_closed() {
        let open = Arc::new(OpenFiles::default());
        let paths: Vec<PathBuf> = (0..=MOST_OPEN).map(|n| scratch(&format!("many{n}"), &[n as u8])).collect();
        let stores: Vec<Store> = paths.iter().map(|path| Store::OnDisk(path.clone(), Arc::clone(&open))).collect();
        let is_open = |n: usize| open.0.lock().expect("the files").iter().any(|(path, _)| *path == paths[n]);
        for n in (0..MOST_OPEN).chain([0, MOST_OPEN]) {
            let mut byte = [0xff];
            assert_eq!((stores[n].read(0, &mut byte), byte), (Some(()), [n as u8]));
        }
        assert_eq!(open.0.lock().expect("the files").len(), MOST_OPEN);
        assert!(is_open(0) && !is_open(1) && is_open(MOST_OPEN));
        let mut byte = [0xff];
        assert_eq!((stores[1].read(0, &mut byte), byte), (Some(()), [1]), "opened again");
        paths.iter().for_each(|path| std::fs::remove_file(path).expect("the scratch file"));
    }
}
