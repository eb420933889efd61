//! Reading the files.
//!
//! Not here: what a position looks like in memory (`packed`). Invariant: what is wrong with a game costs that game and is told; what is wrong with
//! a file as a whole ends the run before it began.

use super::hashed::Hashed;
use super::outcome::outcomes;
use super::split::is_held_out;
use super::{DataFile, Packed};
use crate::error::Error;
use crate::progress::{Loading, Progress};
use crate::settings::Settings;
use record::training::{Fault, Game, ReadError, Reader};
use rules::Position;
use rules::Random;
use rules::random::scattered;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Held-out positions on which the quantised network is compared with the one that was trained.
const PROBES: usize = 10_000;

/// Faults of a file that are told in words.
const TOLD_FAULTS: usize = 20;

/// Games between two reports.
const REPORT_GAMES: u64 = 1_000;

/// All that a run learns from and is judged by.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// Positions to train on, in their order.
    pub(crate) training: Vec<Packed>,
    /// Positions of other games, in an order of their own.
    pub(crate) held_out: Vec<Packed>,
    /// Some of the held-out positions as they are.
    pub(crate) probes: Vec<Position>,
    pub(crate) files: Vec<DataFile>,
}

/// Reads the files one after another, then shuffles.
pub(crate) fn load(
    paths: &[PathBuf],
    settings: &Settings,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Data, Error> {
    let mut loader = Loader {
        settings,
        data: Data::default(),
        probe_random: Random(scattered(settings.seed ^ 2)),
        probes_seen: 0,
        report: Loading { files: paths.len(), ..Loading::default() },
        stop,
        progress,
    };
    for (index, path) in paths.iter().enumerate() {
        loader.report.file = index;
        let file = loader.read_file(path)?;
        loader.data.files.push(file);
    }
    let mut data = loader.data;
    if data.training.is_empty() {
        let sum = |of: fn(&DataFile) -> u64| data.files.iter().map(of).sum();
        return Err(Error::NoPositions { games: sum(|file| file.games), faults: sum(|file| file.faults) });
    }
    Random(scattered(settings.seed)).shuffle(&mut data.training);
    // Reports look at the first of these only.
    Random(scattered(settings.seed ^ 1)).shuffle(&mut data.held_out);
    Ok(data)
}

struct Loader<'a> {
    settings: &'a Settings,
    data: Data,
    probe_random: Random,
    probes_seen: u64,
    report: Loading,
    stop: &'a AtomicBool,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Loader<'_> {
    fn read_file(&mut self, path: &Path) -> Result<DataFile, Error> {
        let failed = |error| Error::File { path: path.to_owned(), error };
        let mut input = Hashed::new(File::open(path).map_err(failed)?);
        let mut file = DataFile { path: path.to_owned(), ..DataFile::default() };
        match Reader::new(&mut input) {
            Ok(reader) => self.read_games(reader, &mut file)?,
            // A generator that was killed early leaves such a file: it has no game, and is no reason to give up the others.
            Err(error @ ReadError::NoHeader) => note(&mut file, error.to_string()),
            Err(error) => return Err(Error::Data { path: path.to_owned(), error }),
        }
        (file.sha256, file.bytes) = input.finish().map_err(failed)?;
        self.tell();
        Ok(file)
    }

    fn read_games<R: Read>(&mut self, reader: Reader<R>, file: &mut DataFile) -> Result<(), Error> {
        for game in reader {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            match game {
                Ok(game) => self.take(&game, file),
                Err(Fault::Io(error)) => return Err(Error::File { path: file.path.clone(), error }),
                Err(fault) => note(file, fault.to_string()),
            }
        }
        Ok(())
    }

    fn take(&mut self, game: &Game, file: &mut DataFile) {
        let settings = self.settings;
        let held_out = is_held_out(game, settings.seed, settings.held_out_per_mille);
        file.games += 1;
        file.held_out_games += u64::from(held_out);
        let outcomes = outcomes(game, settings.lambda, settings.score_scale);
        for sample in settings.filter.positions(game) {
            let outcome = outcomes[sample.index];
            let packed = Packed::new(&sample.position, sample.score.number(), outcome);
            self.report.positions += 1;
            if held_out {
                file.held_out_positions += 1;
                self.data.held_out.push(packed);
                self.probe(sample.position);
            } else {
                file.positions += 1;
                self.data.training.push(packed);
            }
        }
        self.report.games += 1;
        if self.report.games.is_multiple_of(REPORT_GAMES) {
            self.tell();
        }
    }

    /// Keeps [`PROBES`] of all positions given, each as likely as any other (reservoir sampling).
    fn probe(&mut self, position: Position) {
        self.probes_seen += 1;
        let probes = &mut self.data.probes;
        if probes.len() < PROBES {
            probes.push(position);
        } else if let Some(probe) = probes.get_mut(self.probe_random.below(self.probes_seen as usize)) {
            *probe = position;
        }
    }

    fn tell(&mut self) {
        (self.progress)(&Progress::Loading(self.report));
    }
}

fn note(file: &mut DataFile, fault: String) {
    file.faults += 1;
    if file.first_faults.len() < TOLD_FAULTS {
        file.first_faults.push(fault);
    }
}
