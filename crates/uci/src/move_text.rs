//! A move as the protocol writes it: from, to and a promotion letter, in lower case.
//!
//! Not a chess move: nothing here knows a board, so `a1a8` is fine and `a1a1` is too.
//! Invariant: the bytes are two squares and at most one of `nbrq`, or the null move `0000`.

use std::fmt;
use std::str::FromStr;

/// Move text of four or five ASCII characters: `e2e4`, `e7e8q`, or the null move `0000`.
///
/// Castling is whatever two squares the sender uses (`e1g1`, or `e1h1` in Chess960). Upper-case letters are read and lower-cased.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveText {
    // A zero byte in the last place means four characters.
    bytes: [u8; 5],
}

/// The text is not two squares with an optional promotion letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTextError;

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is two squares and an optional promotion letter, such as e2e4 or e7e8q")
    }
}

impl std::error::Error for MoveTextError {}

impl MoveText {
    /// `0000`: no move. Sent by engines that have nothing to play, never by this one.
    pub const NULL: MoveText = MoveText { bytes: *b"0000\0" };

    /// The move as text, 4 or 5 characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let length = if self.bytes[4] == 0 { 4 } else { 5 };
        std::str::from_utf8(&self.bytes[..length]).unwrap_or("0000")
    }

    /// Whether this is `0000`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        *self == MoveText::NULL
    }
}

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let mut bytes = [0; 5];
        if !(4..=5).contains(&text.len()) {
            return Err(MoveTextError);
        }
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        bytes.make_ascii_lowercase();
        let [from_file, from_rank, to_file, to_rank, promotion] = bytes;
        let is_file = |b: u8| (b'a'..=b'h').contains(&b);
        let is_rank = |b: u8| (b'1'..=b'8').contains(&b);
        let squares = is_file(from_file) && is_rank(from_rank) && is_file(to_file) && is_rank(to_rank);
        let promotes = matches!(promotion, 0 | b'n' | b'b' | b'r' | b'q');
        if (squares && promotes) || bytes == MoveText::NULL.bytes { Ok(MoveText { bytes }) } else { Err(MoveTextError) }
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Writes ` m1 m2 ...`, each move with a blank before it.
pub(crate) fn write_moves(f: &mut fmt::Formatter<'_>, moves: &[MoveText]) -> fmt::Result {
    moves.iter().try_for_each(|text| write!(f, " {text}"))
}
