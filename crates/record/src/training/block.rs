//! Games as blocks of a file, and the search for the next whole one where bytes are damaged.
//!
//! The file starts with eight letters and a version. A block is the length of its game in bytes (two bytes, low one first), a check byte
//! of that length, a CRC-32 of those three bytes and of the game (four bytes), and the game. Not here: what the bytes of a game mean
//! (`codec`). Invariant: a block is believed only when its checksum is right, and memory holds a few blocks at most.

use super::fault::{Fault, ReadError};
use std::io::{self, Read};

/// What a file of records starts with.
const MAGIC: [u8; 8] = *b"AssayRec";

/// The version of everything here: layout, codes, and the order of moves.
pub const VERSION: u32 = 1;

/// The bytes of a file before its first game.
pub(super) const FILE_HEADER: usize = 12;

/// The bytes of a block before its game.
const HEADER: usize = 7;

/// The bytes of the header that the checksum covers.
const LENGTH: usize = 3;

/// The longest game in bytes.
pub(super) const MOST_BYTES: usize = u16::MAX as usize;

/// How much is read at a time.
const CHUNK: usize = 1 << 16;

/// The first bytes of a file.
pub(super) fn file_header() -> [u8; FILE_HEADER] {
    let mut header = [0; FILE_HEADER];
    header[..MAGIC.len()].copy_from_slice(&MAGIC);
    header[MAGIC.len()..].copy_from_slice(&VERSION.to_le_bytes());
    header
}

/// A game's bytes as a block.
pub(super) fn frame(game: &[u8]) -> Vec<u8> {
    debug_assert!(!game.is_empty() && game.len() <= MOST_BYTES);
    let [low, high] = (game.len() as u16).to_le_bytes();
    let length = [low, high, check(low, high)];
    let mut block = Vec::with_capacity(HEADER + game.len());
    block.extend(length);
    block.extend(checksum(length, game).to_le_bytes());
    block.extend(game);
    block
}

/// Differs when one of the bytes does, and is not 0 for a run of zeros.
fn check(low: u8, high: u8) -> u8 {
    low.wrapping_mul(0x1D) ^ high.wrapping_mul(0xA7) ^ 0x5A
}

fn checksum(length: [u8; LENGTH], game: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(game);
    hasher.finalize()
}

/// A block as it stands in the file.
pub(super) struct Block {
    /// Where it starts.
    pub(super) at: u64,
    bytes: Vec<u8>,
}

impl Block {
    /// All of it.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The game in it.
    pub(super) fn game(&self) -> &[u8] {
        &self.bytes[HEADER..]
    }
}

/// Blocks one after another.
pub(super) struct Blocks<R> {
    input: R,
    /// Bytes read and not yet done with, from `at` on.
    buffer: Vec<u8>,
    at: usize,
    /// Where in the file `at` is.
    offset: u64,
    input_ended: bool,
    done: bool,
}

/// What stands at some place.
enum Look {
    /// A whole block of so many bytes.
    Whole(usize),
    /// The start of a block that goes beyond the end of the file.
    Cut,
    /// No block.
    Bad,
    /// The end of the file.
    End,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(input: R) -> Result<Self, ReadError> {
        let mut blocks = Blocks { input, buffer: Vec::new(), at: 0, offset: 0, input_ended: false, done: false };
        let whole = blocks.fill(FILE_HEADER)?;
        let seen = &blocks.buffer[..FILE_HEADER.min(blocks.buffer.len())];
        if !whole {
            return Err(if file_header().starts_with(seen) { ReadError::NoHeader } else { ReadError::NotRecords });
        }
        let (magic, version) = seen.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(ReadError::NotRecords);
        }
        if version != VERSION.to_le_bytes() {
            let version = version.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
            return Err(ReadError::Version(version));
        }
        blocks.consume(FILE_HEADER);
        Ok(blocks)
    }

    /// The first byte that is not done with.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads until so many bytes are at hand; says whether they are.
    fn fill(&mut self, wanted: usize) -> io::Result<bool> {
        if self.at >= CHUNK {
            self.buffer.drain(..self.at);
            self.at = 0;
        }
        while self.buffer.len() - self.at < wanted && !self.input_ended {
            let filled = self.buffer.len();
            self.buffer.resize(filled + CHUNK, 0);
            let read = self.input.read(&mut self.buffer[filled..]);
            self.buffer.truncate(filled + read.as_ref().map_or(0, |&bytes| bytes));
            match read {
                Ok(bytes) => self.input_ended = bytes == 0,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.buffer.len() - self.at >= wanted)
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes;
        self.offset += bytes as u64;
    }

    fn look(&mut self) -> io::Result<Look> {
        if !self.fill(HEADER)? {
            return Ok(if self.buffer.len() == self.at { Look::End } else { Look::Cut });
        }
        let &[low, high, check_byte, a, b, c, d] = &self.buffer[self.at..self.at + HEADER] else {
            return Ok(Look::Bad);
        };
        let bytes = usize::from(u16::from_le_bytes([low, high]));
        if check_byte != check(low, high) || bytes == 0 {
            return Ok(Look::Bad);
        }
        if !self.fill(HEADER + bytes)? {
            return Ok(Look::Cut);
        }
        let game = &self.buffer[self.at + HEADER..self.at + HEADER + bytes];
        let is_right = checksum([low, high, check_byte], game) == u32::from_le_bytes([a, b, c, d]);
        Ok(if is_right { Look::Whole(HEADER + bytes) } else { Look::Bad })
    }

    fn read_block(&mut self) -> io::Result<Option<Result<Block, Fault>>> {
        let from = self.offset;
        let is_cut = match self.look()? {
            Look::End => return Ok(None),
            Look::Whole(bytes) => {
                let bytes = self.buffer[self.at..self.at + bytes].to_vec();
                self.consume(bytes.len());
                return Ok(Some(Ok(Block { at: from, bytes })));
            }
            Look::Cut => true,
            Look::Bad => false,
        };
        // The length may be what is damaged, so the next block may start anywhere.
        let at_end = loop {
            self.consume(1);
            match self.look()? {
                Look::Whole(_) => break false,
                Look::End => break true,
                Look::Cut | Look::Bad => {}
            }
        };
        let to = self.offset;
        Ok(Some(Err(if is_cut && at_end {
            Fault::Truncated { good: from, end: to }
        } else {
            Fault::Damaged { from, to }
        })))
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = Result<Block, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.read_block().unwrap_or_else(|error| Some(Err(Fault::Io(error))));
        self.done = matches!(next, None | Some(Err(Fault::Io(_) | Fault::Truncated { .. })));
        next
    }
}
