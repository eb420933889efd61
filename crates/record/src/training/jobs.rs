//! What files of records need now and then: merging, shuffling, counting, checking, translating.
//!
//! Each job takes open inputs and an output, tells how far it is after every game, and gives a summary; a game that is cut or damaged is left out
//! and told in the summary. Not here: files, and words for the user. Invariant: a job stops early only when an input cannot be read at
//! all or the output fails.

use super::block::{Block, Blocks};
use super::convert::{self, Format};
use super::fault::{Fault, ReadError};
use super::filter::Filter;
use super::game::{Game, GameResult};
use super::reader::Reader;
use super::writer::Writer;
use rules::{Color, Position, Random};
use std::fmt;
use std::io::{self, Read, Write};

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games done with.
    pub games: u64,
    /// Bytes of the inputs done with.
    pub bytes: u64,
}

/// Why a job stopped.
#[derive(Debug)]
#[non_exhaustive]
pub enum JobError {
    /// An input cannot be read.
    Input {
        /// Which of them, from 0.
        index: usize,
        /// What is the matter.
        error: ReadError,
    },
    /// The output failed.
    Output(io::Error),
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Input { index, error } => write!(f, "input {}: {error}", index + 1),
            JobError::Output(error) => write!(f, "output: {error}"),
        }
    }
}

impl std::error::Error for JobError {}

/// The games that a job had to leave out.
#[derive(Debug, Default)]
pub struct Faults {
    /// How many faults there were.
    pub count: u64,
    /// The first of them, each with its input, from 0.
    pub first: Vec<(usize, Fault)>,
}

impl Faults {
    /// Faults kept: a file of zeros is one, a file of another program's records may be thousands.
    const KEPT: usize = 100;

    fn note(&mut self, input: usize, fault: Fault) -> Result<(), JobError> {
        if let Fault::Io(error) = fault {
            return Err(JobError::Input { index: input, error: ReadError::Io(error) });
        }
        self.count += 1;
        if self.first.len() < Self::KEPT {
            self.first.push((input, fault));
        }
        Ok(())
    }
}

/// What [`merge`] and [`shuffle`] did.
#[derive(Debug, Default)]
pub struct Merged {
    /// Games written.
    pub games: u64,
    /// Games left out.
    pub faults: Faults,
}

/// Writes the games of all inputs, one input after another, into one file. Games are copied as they stand and not decoded.
///
/// # Errors
/// When an input cannot be read or the output fails.
pub fn merge<R: Read, W: Write>(
    inputs: impl IntoIterator<Item = R>,
    output: W,
    progress: &mut dyn FnMut(Progress),
) -> Result<Merged, JobError> {
    let mut writer = Writer::new(output).map_err(JobError::Output)?;
    let (games, faults) = for_each_block(inputs, progress, &mut |block| writer.copy(block.bytes()))?;
    writer.get_mut().flush().map_err(JobError::Output)?;
    Ok(Merged { games, faults })
}

/// Writes the games of all inputs in an order drawn by `seed` into one file. Every order is equally likely; the same inputs and seed give
/// the same file on every machine. All games are held in memory as they stand in the files: about two bytes per position.
///
/// # Errors
/// When an input cannot be read or the output fails.
pub fn shuffle<R: Read, W: Write>(
    inputs: impl IntoIterator<Item = R>,
    output: W,
    seed: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<Merged, JobError> {
    let mut bytes = Vec::new();
    let mut ends = Vec::new();
    let (games, faults) = for_each_block(inputs, progress, &mut |block| {
        bytes.extend_from_slice(block.bytes());
        ends.push(bytes.len());
        Ok(())
    })?;
    let mut order: Vec<usize> = (0..ends.len()).collect();
    Random(seed).shuffle(&mut order);
    let write = || {
        let mut writer = Writer::new(output)?;
        for game in order {
            let start = if game == 0 { 0 } else { ends[game - 1] };
            writer.copy(&bytes[start..ends[game]])?;
        }
        writer.into_inner().flush()
    };
    write().map_err(JobError::Output)?;
    Ok(Merged { games, faults })
}

/// Hands every whole block of all inputs to `take`; gives their number and the faults.
fn for_each_block<R: Read>(
    inputs: impl IntoIterator<Item = R>,
    progress: &mut dyn FnMut(Progress),
    take: &mut dyn FnMut(&Block) -> io::Result<()>,
) -> Result<(u64, Faults), JobError> {
    let mut faults = Faults::default();
    let mut done = Progress::default();
    for (index, input) in inputs.into_iter().enumerate() {
        let before = done.bytes;
        let mut blocks = Blocks::new(input).map_err(|error| JobError::Input { index, error })?;
        while let Some(block) = blocks.next() {
            match block {
                Ok(block) => {
                    take(&block).map_err(JobError::Output)?;
                    done.games += 1;
                }
                Err(fault) => faults.note(index, fault)?,
            }
            done.bytes = before + blocks.offset();
            progress(done);
        }
    }
    Ok((done.games, faults))
}

/// Hands every game of a file to `take`; gives how far it came, and the faults.
fn for_each_game<R: Read>(
    input: R,
    progress: &mut dyn FnMut(Progress),
    take: &mut dyn FnMut(&Game) -> io::Result<()>,
) -> Result<(Progress, Faults), JobError> {
    let mut faults = Faults::default();
    let mut done = Progress::default();
    let mut reader = Reader::new(input).map_err(|error| JobError::Input { index: 0, error })?;
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => {
                take(&game).map_err(JobError::Output)?;
                done.games += 1;
            }
            Err(fault) => faults.note(0, fault)?,
        }
        done.bytes = reader.offset();
        progress(done);
    }
    done.bytes = reader.offset();
    Ok((done, faults))
}

/// What is in a file.
#[derive(Debug, Default)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Positions, each with a move and a score.
    pub positions: u64,
    /// Bytes, all that belongs to the file counted.
    pub bytes: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Positions that the filter leaves.
    pub kept: u64,
    /// The plies of the longest game.
    pub longest: usize,
    /// Games left out.
    pub faults: Faults,
}

impl Stats {
    /// Bytes per position.
    #[must_use]
    pub fn bytes_per_position(&self) -> f64 {
        ratio(self.bytes, self.positions)
    }

    /// The share of games that nobody won.
    #[must_use]
    pub fn draw_share(&self) -> f64 {
        ratio(self.draws, self.games)
    }

    /// Plies per game.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        ratio(self.positions, self.games)
    }

    /// The share of positions that the filter leaves.
    #[must_use]
    pub fn kept_share(&self) -> f64 {
        ratio(self.kept, self.positions)
    }
}

/// Of nothing, nothing.
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Counts what is in a file, and what a filter would leave of it.
///
/// # Errors
/// When the input cannot be read.
pub fn stats<R: Read>(input: R, filter: &Filter, progress: &mut dyn FnMut(Progress)) -> Result<Stats, JobError> {
    let mut stats = Stats::default();
    let (done, faults) = for_each_game(input, progress, &mut |game| {
        match game.result {
            GameResult::WhiteWins => stats.white_wins += 1,
            GameResult::Draw => stats.draws += 1,
            GameResult::BlackWins => stats.black_wins += 1,
        }
        stats.positions += game.moves.len() as u64;
        stats.kept += filter.positions(game).count() as u64;
        stats.longest = stats.longest.max(game.moves.len());
        Ok(())
    })?;
    Ok(Stats { games: done.games, bytes: done.bytes, faults, ..stats })
}

/// What [`verify`] found.
#[derive(Debug, Default)]
pub struct Verified {
    /// Games that are whole, every move legal.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// The bytes of the file.
    pub bytes: u64,
    /// Games that end in mate or stalemate and have another result.
    pub contradictions: u64,
    /// The number of the first of them among the whole games, from 0.
    pub first_contradiction: Option<u64>,
    /// Games that are not whole.
    pub faults: Faults,
}

impl Verified {
    /// Whether nothing is wrong with the file.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.contradictions == 0 && self.faults.count == 0
    }
}

/// Checks a file: every game whole, every move legal, the last position the writer's, and the result what the rules say where they say
/// something.
///
/// # Errors
/// When the input cannot be read.
pub fn verify<R: Read>(input: R, progress: &mut dyn FnMut(Progress)) -> Result<Verified, JobError> {
    let mut verified = Verified::default();
    let (done, faults) = for_each_game(input, progress, &mut |game| {
        let end = game.end();
        if result_by_rules(&end).is_some_and(|result| result != game.result) {
            verified.contradictions += 1;
            verified.first_contradiction.get_or_insert(verified.games);
        }
        verified.games += 1;
        verified.positions += game.moves.len() as u64;
        Ok(())
    })?;
    Ok(Verified { bytes: done.bytes, faults, ..verified })
}

/// How a game ends in a position without moves.
fn result_by_rules(end: &Position) -> Option<GameResult> {
    if end.has_legal_move() {
        return None;
    }
    Some(match end.side_to_move() {
        _ if !end.in_check() => GameResult::Draw,
        Color::White => GameResult::BlackWins,
        Color::Black => GameResult::WhiteWins,
    })
}

/// What [`export`] did.
#[derive(Debug, Default)]
pub struct Exported {
    /// Games read.
    pub games: u64,
    /// Positions or games written.
    pub records: u64,
    /// Games left out.
    pub faults: Faults,
}

/// Translates a file. Formats that hold positions get those that the filter leaves, formats that hold games get every game.
///
/// # Errors
/// When the input cannot be read or the output fails.
pub fn export<R: Read, W: Write>(
    input: R,
    mut output: W,
    format: Format,
    filter: &Filter,
    progress: &mut dyn FnMut(Progress),
) -> Result<Exported, JobError> {
    let mut records = 0;
    let (done, faults) = for_each_game(input, progress, &mut |game| {
        if format.holds_games() {
            records += 1;
        }
        match format {
            Format::Viriformat => output.write_all(&convert::viriformat(game))?,
            Format::Pgn => writeln!(output, "{}", convert::pgn(game))?,
            Format::Bulletformat => {
                for sample in filter.positions(game) {
                    output.write_all(&convert::bulletformat(&sample))?;
                    records += 1;
                }
            }
            Format::Epd => {
                for sample in filter.positions(game) {
                    writeln!(output, "{}", convert::epd(&sample))?;
                    records += 1;
                }
            }
        }
        Ok(())
    })?;
    output.flush().map_err(JobError::Output)?;
    Ok(Exported { games: done.games, records, faults })
}
