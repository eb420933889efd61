//! The commands that make training data and look after it.
//!
//! Not the format and not the games. Invariant: an output that exists already is not written over.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use lab::datagen::{self, Arguments, ExitCheck, Identity, Start};
use lab::plan::Decided;
use record::training::Filter;
use record::training::convert::Format;
use record::training::jobs::{self, Faults, JobError, Progress};

use super::{Failure, write};
use crate::cli::data::{DataCommand, DatagenArguments};
use crate::terminal::{Line, stop_flag};

pub(super) fn generate(wanted: &DatagenArguments, output: &mut impl Write) -> Result<(), Failure> {
    let arguments = arguments(wanted)?;
    if let Some(folder) = arguments.name.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let stop = stop_flag()?;
    let identity = Identity::measure(&arguments, &commit()).map_err(|error| error.to_string())?;
    let mut line = Line::new();
    let mut progress =
        |progress: &datagen::Progress| line.show(progress.games, progress.games_wanted, || progress.details());
    let summary = datagen::run(&arguments, &identity, &stop, &mut progress).map_err(|error| error.to_string())?;
    line.finish();
    write(output, &format!("{}\n", summary.progress))?;
    if summary.is_complete { Ok(()) } else { Err("stopped; the same command goes on".to_owned()) }
}

fn arguments(wanted: &DatagenArguments) -> Result<Arguments, Failure> {
    let mut arguments =
        Arguments { name: wanted.name.clone(), ..Arguments::default() }.with_soft_nodes(wanted.soft_nodes);
    arguments.games = wanted.games;
    arguments.workers = wanted.threads.unwrap_or_else(|| super::workers(None) as u32);
    arguments.seed = wanted.seed;
    arguments.hash = wanted.hash;
    arguments.options.clone_from(&wanted.options);
    arguments.start =
        Start { book: wanted.openings.clone(), book_plies: wanted.plies, random_plies: wanted.random_plies };
    if wanted.no_draw_adjudication {
        arguments.adjudication.draw = None;
    }
    if let Some(nodes) = wanted.hard_nodes {
        arguments.hard_nodes = nodes;
    }
    arguments.exit_check = centipawns("--most-ahead", &wanted.most_ahead)?
        .and_then(|centipawns| arguments.exit_check.map(|check| ExitCheck { centipawns, ..check }));
    arguments.adjudication.resign = centipawns("--resign", &wanted.resign)?
        .and_then(|centipawns| arguments.adjudication.resign.map(|resign| Decided { centipawns, ..resign }));
    Ok(arguments)
}

/// A number of centipawns, or the word that there is none.
fn centipawns(option: &str, text: &str) -> Result<Option<u32>, Failure> {
    match text {
        "none" => Ok(None),
        number => number.parse().map(Some).map_err(|_| format!("{option}: '{text}' is neither centipawns nor none")),
    }
}

/// What the program is run from, for readers of the data; unknown outside a repository.
fn commit() -> String {
    let told = Command::new("git").args(["rev-parse", "HEAD"]).output().ok().filter(|output| output.status.success());
    told.map_or_else(|| "unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

pub(super) fn data(command: &DataCommand, output: &mut impl Write) -> Result<(), Failure> {
    match command {
        DataCommand::Stats { files } => files.iter().try_for_each(|path| stats(path, output)),
        DataCommand::Verify { files } => {
            let mut faulty = 0;
            for path in files {
                faulty += usize::from(!verify(path, output)?);
            }
            if faulty == 0 { Ok(()) } else { Err(format!("{faulty} of {} files are faulty", files.len())) }
        }
        DataCommand::Merge { output: path, files } => {
            let done = whole(path, jobs::merge(open_all(files)?, create(path)?, &mut silent), files)?;
            concluded(format!("{} games in {}\n", done.games, path.display()), &done.faults, files, output)
        }
        DataCommand::Shuffle { output: path, files, seed } => {
            let done = whole(path, jobs::shuffle(open_all(files)?, create(path)?, *seed, &mut silent), files)?;
            concluded(format!("{} games in {}\n", done.games, path.display()), &done.faults, files, output)
        }
        DataCommand::Export { file, output: path, to, unfiltered } => {
            let names = || Format::ALL.map(Format::name).join(", ");
            let format = Format::from_name(to).ok_or_else(|| format!("--to: '{to}' is none of {}", names()))?;
            let filter = if *unfiltered { Filter::everything() } else { Filter::default() };
            let files = std::slice::from_ref(file);
            let done = whole(path, jobs::export(open(file)?, create(path)?, format, &filter, &mut silent), files)?;
            let text = format!("{} records of {} games in {}\n", done.records, done.games, path.display());
            concluded(text, &done.faults, files, output)
        }
    }
}

fn silent(_: Progress) {}

/// A job's summary; of a job that failed nothing is left behind.
fn whole<T>(path: &Path, done: Result<T, JobError>, files: &[PathBuf]) -> Result<T, Failure> {
    done.map_err(|error| {
        // What could not be finished is of no use, and would be in the way of the next try.
        _ = fs::remove_file(path);
        match error {
            JobError::Input { index, error } => told(&files[index], &error),
            error => told(path, &error),
        }
    })
}

/// Tells what was done; games that had to be left out are a failure, though the rest is there.
fn concluded(text: String, faults: &Faults, files: &[PathBuf], output: &mut impl Write) -> Result<(), Failure> {
    write(output, &(text + &self::faults(faults, files)))?;
    if faults.count == 0 { Ok(()) } else { Err(format!("{} games were left out", faults.count)) }
}

fn stats(path: &PathBuf, output: &mut impl Write) -> Result<(), Failure> {
    let found = jobs::stats(open(path)?, &Filter::default(), &mut silent).map_err(|error| told(path, &error))?;
    let text = format!(
        "{}: {} games, {} positions, {:.3} bytes a position\n\
         White won {}, Black won {}, drawn {} ({:.1} %); {:.1} plies a game, {} at most\n\
         the usual filter leaves {} positions ({:.1} %)\n",
        path.display(),
        found.games,
        found.positions,
        found.bytes_per_position(),
        found.white_wins,
        found.black_wins,
        found.draws,
        100.0 * found.draw_share(),
        found.mean_plies(),
        found.longest,
        found.kept,
        100.0 * found.kept_share(),
    );
    write(output, &(text + &faults(&found.faults, std::slice::from_ref(path))))
}

/// Whether all is well.
fn verify(path: &PathBuf, output: &mut impl Write) -> Result<bool, Failure> {
    let found = jobs::verify(open(path)?, &mut silent).map_err(|error| told(path, &error))?;
    let word = if found.is_sound() { "sound" } else { "FAULTY" };
    let mut text = format!("{}: {word}, {} games, {} positions\n", path.display(), found.games, found.positions);
    if let Some(game) = found.first_contradiction {
        text += &format!("{} results are not what the rules say, game {} first\n", found.contradictions, game + 1);
    }
    write(output, &(text + &faults(&found.faults, std::slice::from_ref(path))))?;
    Ok(found.is_sound())
}

fn faults(faults: &Faults, files: &[PathBuf]) -> String {
    let lines = faults.first.iter().map(|(input, fault)| format!("{}: {fault}\n", files[*input].display()));
    let rest = faults.count.saturating_sub(faults.first.len() as u64);
    let more = if rest > 0 { format!("and {rest} more faults\n") } else { String::new() };
    lines.collect::<String>() + &more
}

fn told(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    File::open(path).map(BufReader::new).map_err(|error| told(path, &error))
}

fn open_all(files: &[PathBuf]) -> Result<Vec<BufReader<File>>, Failure> {
    files.iter().map(|path| open(path)).collect()
}

fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    File::create_new(path).map(BufWriter::new).map_err(|error| told(path, &error))
}
