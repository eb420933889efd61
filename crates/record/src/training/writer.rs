//! Games into a file of records.
//!
//! Invariant: a game goes out as one piece, so a process that is killed leaves at most one cut game, and that one last.

use super::block;
use super::codec;
use super::fault::NotAGame;
use super::game::Game;
use std::io::{self, Write};

/// Writes games one after another. It holds nothing back: a `BufWriter` around the output saves system calls, and loses what it
/// holds when the process is killed.
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// When the output fails.
    pub fn new(mut output: W) -> io::Result<Self> {
        output.write_all(&block::file_header())?;
        Ok(Writer { output })
    }

    /// Goes on with a file that has its header, and whose end the output stands at; see [`good_length`](super::good_length).
    pub fn append(output: W) -> Self {
        Writer { output }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// When the output fails; of kind `InvalidInput`, with a [`NotAGame`] within, when the game cannot be written. Then nothing of it is.
    pub fn write(&mut self, game: &Game) -> io::Result<()> {
        let block = encode(game).map_err(|reason| io::Error::new(io::ErrorKind::InvalidInput, reason))?;
        self.output.write_all(&block)
    }

    /// A block as it stands in another file.
    pub(super) fn copy(&mut self, block: &[u8]) -> io::Result<()> {
        self.output.write_all(block)
    }

    /// The output, as it is.
    pub fn get_ref(&self) -> &W {
        &self.output
    }

    /// The output, to flush it.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.output
    }

    /// The output.
    pub fn into_inner(self) -> W {
        self.output
    }
}

/// A game as the bytes that [`Writer::write`] writes of it.
///
/// # Errors
/// When a move is not legal, or the game longer than [`MAX_PLIES`](super::MAX_PLIES).
pub fn encode(game: &Game) -> Result<Vec<u8>, NotAGame> {
    Ok(block::frame(&codec::encode(game)?))
}
