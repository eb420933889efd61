//! The bytes of a table file.
//!
//! Not a memory map: a file that is cut while it is mapped ends the process. Small files are kept in memory, of large ones only what is
//! asked for is read.
//! Invariant: reading beyond the end gives nothing, never a panic.

use std::fs::File;
use std::io;
use std::path::Path;

/// Files up to this size are kept whole.
const KEPT_WHOLE: u64 = 1 << 20;

pub(super) enum Store {
    Whole(Vec<u8>),
    OnDisk(File),
}

impl Store {
    pub(super) fn open(path: &Path) -> io::Result<Store> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        if length > KEPT_WHOLE {
            return Ok(Store::OnDisk(file));
        }
        Ok(Store::Whole(std::fs::read(path)?))
    }

    /// As many of the bytes from `offset` on as `buffer` holds; `None` if there are fewer.
    pub(super) fn read(&self, offset: u64, buffer: &mut [u8]) -> Option<()> {
        match self {
            Store::Whole(bytes) => {
                let start = usize::try_from(offset).ok()?;
                buffer.copy_from_slice(bytes.get(start..start.checked_add(buffer.len())?)?);
                Some(())
            }
            Store::OnDisk(file) => read_at(file, buffer, offset),
        }
    }

    /// The file's beginning, at most so many bytes.
    pub(super) fn beginning(&self, most: usize) -> Option<Vec<u8>> {
        match self {
            Store::Whole(bytes) => Some(bytes[..bytes.len().min(most)].to_vec()),
            Store::OnDisk(file) => {
                let length = usize::try_from(file.metadata().ok()?.len()).unwrap_or(usize::MAX).min(most);
                let mut bytes = vec![0; length];
                read_at(file, &mut bytes, 0)?;
                Some(bytes)
            }
        }
    }
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

    #[test]
    fn both_kinds_read_alike_and_nothing_beyond_the_end() {
        let path = std::env::temp_dir().join(format!("assay-store-{}", std::process::id()));
        std::fs::write(&path, [1, 2, 3, 4, 5]).expect("a scratch file");
        let on_disk = Store::OnDisk(File::open(&path).expect("the scratch file"));
        let whole = Store::open(&path).expect("the scratch file");
        assert!(matches!(whole, Store::Whole(_)));
        for store in [on_disk, whole] {
            let mut two = [0; 2];
            assert_eq!(store.read(3, &mut two), Some(()));
            assert_eq!(two, [4, 5]);
            assert_eq!(store.read(4, &mut two), None);
            assert_eq!(store.read(u64::MAX, &mut two), None);
            assert_eq!(store.beginning(9), Some(vec![1, 2, 3, 4, 5]));
            assert_eq!(store.beginning(2), Some(vec![1, 2]));
        }
        std::fs::remove_file(&path).expect("the scratch file");
    }
}
