//! A reader that takes the SHA-256 of what goes through it.
//!
//! So a file is read once for its games and for its name on the card. Invariant: the hash is that of the whole file, also where its games end early.

use sha2::{Digest, Sha256};
use std::io::{self, Read};

pub(super) struct Hashed<R> {
    input: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Hashed<R> {
    pub(super) fn new(input: R) -> Self {
        Hashed { input, hash: Sha256::new(), bytes: 0 }
    }

    /// Reads what is left; gives the hash in hexadecimal digits and the length of it all.
    pub(super) fn finish(mut self) -> io::Result<(String, u64)> {
        io::copy(&mut self, &mut io::sink())?;
        Ok((hex(&self.hash.finalize()), self.bytes))
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of "abc" from FIPS 180-2.
    #[test]
    fn the_rest_counts() {
        let mut hashed = Hashed::new(&b"abc"[..]);
        hashed.read_exact(&mut [0; 1]).expect("one byte");
        let (hash, bytes) = hashed.finish().expect("memory can be read");
        assert_eq!(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(bytes, 3);
    }
}
