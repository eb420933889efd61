//! The file of one worker.
//!
//! Not the format. Invariant: between two calls it holds whole games and nothing else; killed within one, it is cut back to them when it is
//! opened again.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use record::training::{Fault, Game, GameResult, ReadError, Reader, Writer, encode};

use super::Error;
use super::progress::Tally;

/// The file of one worker, at its end.
#[derive(Debug)]
pub(super) struct Part {
    path: PathBuf,
    file: File,
    games: u64,
}

impl Part {
    /// Opens a part or begins it. What it holds is told.
    pub(super) fn open(path: &Path) -> Result<(Self, Tally), Error> {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(Error::file(path, "open"))?;
        let mut tally = intact(path, &file)?;
        file.set_len(tally.bytes).map_err(Error::file(path, "cut"))?;
        let end = file.seek(SeekFrom::End(0)).map_err(Error::file(path, "read"))?;
        if end == 0 {
            Writer::new(&file).map_err(Error::file(path, "write"))?;
            tally.bytes = file.stream_position().map_err(Error::file(path, "read"))?;
        }
        Ok((Part { path: path.to_owned(), file, games: tally.games }, tally))
    }

    /// Games in it.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game, and tells what it adds.
    pub(super) fn append(&mut self, game: &Game) -> Result<Tally, Error> {
        let encoded = encode(game).map_err(|reason| io::Error::new(io::ErrorKind::InvalidInput, reason));
        // One call for all of it: a process that is killed leaves at most one game cut.
        let written = encoded.and_then(|bytes| self.file.write_all(&bytes).map(|()| bytes.len() as u64));
        let bytes = written.map_err(Error::file(&self.path, "write"))?;
        self.games += 1;
        Ok(Tally { bytes, ..of_game(game) })
    }

    /// It is on the disk, whatever happens to the machine.
    pub(super) fn finish(self) -> Result<(), Error> {
        self.file.sync_all().map_err(Error::file(&self.path, "write"))
    }
}

fn of_game(game: &Game) -> Tally {
    let won = |result| u64::from(game.result == result);
    Tally {
        games: 1,
        positions: game.moves.len() as u64,
        white_wins: won(GameResult::WhiteWins),
        draws: won(GameResult::Draw),
        black_wins: won(GameResult::BlackWins),
        bytes: 0,
    }
}

/// The whole games before the first that is cut or damaged, with the bytes up to there. 0 bytes where not even the header is whole.
fn intact(path: &Path, file: &File) -> Result<Tally, Error> {
    let mut reader = match Reader::new(file) {
        Ok(reader) => reader,
        Err(ReadError::NoHeader) => return Ok(Tally::default()),
        Err(ReadError::Io(error)) => return Err(Error::file(path, "read")(error)),
        Err(other) => return Err(Error::Foreign { path: path.to_owned(), reason: other.to_string() }),
    };
    let mut tally = Tally { bytes: reader.offset(), ..Tally::default() };
    while let Some(next) = reader.next() {
        match next {
            Ok(game) => {
                tally += of_game(&game);
                tally.bytes = reader.offset();
            }
            Err(Fault::Io(error)) => return Err(Error::file(path, "read")(error)),
            Err(_) => break,
        }
    }
    Ok(tally)
}
