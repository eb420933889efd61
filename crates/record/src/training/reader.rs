//! Games out of a file of records.
//!
//! Not here: which of their positions are wanted (`filter`). Invariants: no input makes it panic; a game that is not whole is told as a fault
//! and costs no other game; memory holds one game and a piece of the file.

use super::block::{Block, Blocks};
use super::codec;
use super::fault::{Fault, ReadError};
use super::game::Game;
use std::fmt;
use std::io::Read;

/// Reads games one after another. It reads in large pieces itself, so a plain file is a good input.
///
/// ```
/// use record::training::{Game, GameResult, Reader, Score, Scored, Writer};
/// use rules::Position;
/// let mut game = Game { start: Position::start(), moves: Vec::new(), result: GameResult::Draw };
/// game.moves.push(Scored { mv: game.start.parse_uci("e2e4")?, score: Score::Centipawns(35) });
/// let mut writer = Writer::new(Vec::new())?;
/// writer.write(&game)?;
/// let file = writer.into_inner();
/// let games: Vec<Game> = Reader::new(&file[..])?.collect::<Result<_, _>>()?;
/// assert_eq!(games, [game]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reader<R> {
    blocks: Blocks<R>,
}

impl<R: Read> Reader<R> {
    /// A reader of a file from its first byte.
    ///
    /// # Errors
    /// When it is no file of records, or one of another version.
    pub fn new(input: R) -> Result<Self, ReadError> {
        Ok(Reader { blocks: Blocks::new(input)? })
    }

    /// How many bytes of the file are done with: after a game, where the next one starts.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.blocks.offset()
    }
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let decode =
            |block: Block| codec::decode(block.game()).map_err(|reason| Fault::Undecodable { at: block.at, reason });
        Some(self.blocks.next()?.and_then(decode))
    }
}

/// How many bytes of a file are good from its start on: up to the end of the last game before the first that is cut or damaged. Whoever cuts
/// the file there can go on with [`Writer::append`](super::Writer::append). It is 0 where not even the header is whole; then
/// [`Writer::new`](super::Writer::new) begins anew. Checksums are looked at, moves are not.
///
/// # Errors
/// When the input cannot be read, is no file of records, or one of another version.
pub fn good_length<R: Read>(input: R) -> Result<u64, ReadError> {
    let mut blocks = match Blocks::new(input) {
        Err(ReadError::NoHeader) => return Ok(0),
        blocks => blocks?,
    };
    loop {
        match blocks.next() {
            Some(Ok(_)) => {}
            None => return Ok(blocks.offset()),
            Some(Err(Fault::Io(error))) => return Err(ReadError::Io(error)),
            Some(Err(Fault::Truncated { good, .. } | Fault::Damaged { from: good, .. })) => return Ok(good),
            Some(Err(Fault::Undecodable { at, .. })) => return Ok(at),
        }
    }
}
