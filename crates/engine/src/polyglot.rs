//! Opening books in the Polyglot format.
//!
//! *What it is:* a file of 16-byte entries sorted by key: position, move, weight, and four bytes for learning that nobody reads.
//!
//! *What it is not:* a choice; whoever asks chooses by the weights. The key counts an en-passant square when a capture is legal, where the
//! format asks only for a pawn beside it, so a position with such a pawn pinned is not found.
//!
//! *Invariant:* only legal moves come out, whatever the file holds.

mod numbers;

use std::path::Path;

use rules::{CastlingSide, Color, Move, PieceKind, Position, Square};
use session::Book;

use numbers::NUMBERS;

use crate::files::open_to_read;

const ENTRY: usize = 16;
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;
/// Larger files are not books that anyone has in memory.
const LONGEST: u64 = 1 << 31;

/// A book, its entries as they lie in the file.
pub struct Polyglot {
    bytes: Vec<u8>,
}

impl std::fmt::Debug for Polyglot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Polyglot").field("entries", &self.entries()).finish()
    }
}

impl Polyglot {
    /// The book in this file.
    ///
    /// # Errors
    /// When the file cannot be read or is no book; the text says why.
    pub fn open(path: &Path) -> Result<Polyglot, String> {
        let name = uci::excerpt(&path.to_string_lossy());
        let (_, size) = open_to_read(path).map_err(|error| format!("{name}: {error}"))?;
        if size > LONGEST {
            return Err(format!("{name}: larger than {} MiB", LONGEST >> 20));
        }
        let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        Polyglot::read(bytes).map_err(|why| format!("{name}: {why}"))
    }

    /// The book in these bytes.
    ///
    /// # Errors
    /// When they are none.
    pub fn read(bytes: Vec<u8>) -> Result<Polyglot, String> {
        if bytes.is_empty() || !bytes.len().is_multiple_of(ENTRY) {
            return Err(format!("no Polyglot book: {} bytes are no number of whole entries", bytes.len()));
        }
        let book = Polyglot { bytes };
        let is_sorted = (1..book.entries()).all(|index| book.key(index - 1) <= book.key(index));
        if is_sorted { Ok(book) } else { Err("no Polyglot book: its entries are not sorted".to_owned()) }
    }

    /// How many entries there are.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    fn field<const N: usize>(&self, index: usize, at: usize) -> [u8; N] {
        let start = index * ENTRY + at;
        let mut bytes = [0; N];
        bytes.copy_from_slice(&self.bytes[start..start + N]);
        bytes
    }

    fn key(&self, index: usize) -> u64 {
        u64::from_be_bytes(self.field(index, 0))
    }

    /// The first entry whose key is not less.
    fn first(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.entries());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key(middle) < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

impl Book for Polyglot {
    fn moves(&self, position: &Position) -> Vec<(Move, u32)> {
        let key = key_of(position);
        let legal = position.legal_moves();
        let mut found: Vec<(Move, u32)> = Vec::new();
        for index in self.first(key)..self.entries() {
            if self.key(index) != key {
                break;
            }
            let bits = u16::from_be_bytes(self.field(index, 8));
            let weight = u32::from(u16::from_be_bytes(self.field(index, 10)));
            let mv = legal.iter().copied().find(|&mv| bits_of(mv) == bits);
            if let Some(mv) = mv.filter(|&mv| found.iter().all(|&(known, _)| known != mv)) {
                found.push((mv, weight));
            }
        }
        found
    }
}

/// A move as books write it: castling is king takes rook there, too.
fn bits_of(mv: Move) -> u16 {
    let promotion = match mv.promotion() {
        None => 0,
        Some(PieceKind::Knight) => 1,
        Some(PieceKind::Bishop) => 2,
        Some(PieceKind::Rook) => 3,
        Some(_) => 4,
    };
    promotion << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16
}

/// The key of a position in books.
#[must_use]
pub fn key_of(position: &Position) -> u64 {
    let mut key = 0;
    for square in Square::all() {
        if let Some(piece) = position.piece_on(square) {
            let kind = 2 * piece.kind().index() + usize::from(piece.color() == Color::White);
            key ^= NUMBERS[64 * kind + square.index()];
        }
    }
    let rights = [
        (Color::White, CastlingSide::KingSide),
        (Color::White, CastlingSide::QueenSide),
        (Color::Black, CastlingSide::KingSide),
        (Color::Black, CastlingSide::QueenSide),
    ];
    for (index, (color, side)) in rights.into_iter().enumerate() {
        if position.castling_rook(color, side).is_some() {
            key ^= NUMBERS[CASTLING + index];
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= NUMBERS[EN_PASSANT + square.file().index()];
    }
    if position.side_to_move() == Color::White {
        key ^= NUMBERS[WHITE_TO_MOVE];
    }
    key
}

#[cfg(test)]
mod tests;
