//! The commands that read and write the ledger.
//!
//! Not the ledger: `lab::ledger` is. Invariant: nothing is played before it was said how long it takes at worst.

use std::io::Write;
use std::path::{Path, PathBuf};

use lab::ablate::{self, Template};
use lab::fit;
use lab::ledger::conduct::{self, Conducted, Sitting};
use lab::ledger::verify::{self, Replay};
use lab::ledger::{Here, Places, Today, document, draft, replay};
use lab::plan::{ModelName, Plan, Test};
use lab::spsa;

use super::{Failure, limit, openings, workers};
use crate::cli::lab::{
    AblateArguments, FitArguments, ReplayArguments, SittingArguments, SpsaArguments, VerifyArguments,
};
use crate::terminal::Terminal;

/// Where journals of experiments and the state of tunings lie, from the repository's root.
const JOURNALS: &str = "data/experiments";
const HASH: u32 = 8;

pub(super) fn sprt(file: &Path, concurrency: Option<u16>, output: &mut impl Write) -> Result<(), Failure> {
    let wanted = SittingArguments { root: None, concurrency, again: false };
    let sitting = sitting(&wanted, file)?;
    let mut here = Here::new(&sitting.places.root);
    let mut terminal = Terminal::new()?;
    let arguments = conduct::Arguments { file: file.to_owned(), sitting };
    let conducted = conduct::sprt(&arguments, &mut here, &mut terminal, output)?;
    ended(&conducted)
}

/// Makes an experiment of a match and plays it.
pub(super) fn record(
    name: &str,
    question: &str,
    plan: Plan,
    concurrency: Option<u16>,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let places = Places::new(&root(Path::new("."))?);
    let experiment = draft::draft(name, question, plan, &places)?;
    let file = draft::save(&experiment, &places)?;
    sprt(&file, concurrency, output)
}

fn ended(conducted: &Conducted) -> Result<(), Failure> {
    if matches!(conducted, Conducted::Stopped(_)) { Err("stopped".to_owned()) } else { Ok(()) }
}

pub(super) fn ablate(wanted: &AblateArguments, output: &mut impl Write) -> Result<(), Failure> {
    let sitting = sitting(&wanted.sitting, Path::new("."))?;
    let (elo0, elo1) = super::bounds(wanted.elo0, wanted.elo1)?;
    let template = Template {
        limit: limit(&wanted.games.limit),
        test: Test { model: ModelName::Normalised, elo0, elo1, alpha: 0.05, beta: 0.05 },
        games: wanted.games.games,
        seed: wanted.games.seed,
        openings: openings(&wanted.games),
        adjudication: super::adjudication(&wanted.games),
        hash: wanted.games.hash.unwrap_or(HASH),
        base: Default::default(),
    };
    let mut here = Here::new(&sitting.places.root);
    let mut terminal = Terminal::new()?;
    let arguments = ablate::Arguments {
        techniques: wanted.techniques.clone(),
        template,
        sitting,
        games_per_hour: wanted.games_per_hour,
        only_say: wanted.dry_run,
    };
    ablate::ablate(&arguments, &mut here, &mut terminal, output)
}

pub(super) fn spsa(wanted: &SpsaArguments, output: &mut impl Write) -> Result<(), Failure> {
    let sitting = sitting(&wanted.sitting, &wanted.file)?;
    let name = wanted.file.file_stem().map_or_else(|| "tuning".into(), |name| name.to_string_lossy().into_owned());
    let arguments = spsa::Arguments {
        root: sitting.places.root.clone(),
        file: wanted.file.clone(),
        state: sitting.places.root.join("ledger/tunings").join(format!("{name}.state.json")),
        journals: sitting.journals.clone(),
        workers: sitting.workers,
    };
    let mut here = Here::new(&sitting.places.root);
    let is_over = spsa::spsa(&arguments, &mut here, &mut Terminal::new()?, output)?;
    if is_over { Ok(()) } else { Err("stopped; the same command goes on".to_owned()) }
}

pub(super) fn fit(wanted: &FitArguments, output: &mut impl Write) -> Result<(), Failure> {
    let arguments =
        fit::Arguments { games: wanted.games.clone(), counts: wanted.counts.clone(), told_as_100: wanted.told_as_100 };
    fit::fit(&arguments, output).map(|_| ())
}

pub(super) fn verify(wanted: &VerifyArguments, output: &mut impl Write) -> Result<(), Failure> {
    let sitting = sitting(&wanted.sitting, Path::new("."))?;
    let replay = match (wanted.no_replay, wanted.full) {
        (true, _) => Replay::Nothing,
        (false, true) => Replay::Everything,
        (false, false) => Replay::FirstPairs,
    };
    let arguments = verify::Arguments {
        root: sitting.places.root.clone(),
        release: wanted.release,
        replay,
        at_most: wanted.at_most,
        rebuild: wanted.rebuild,
        workers: sitting.workers,
    };
    let mut here = Here::new(&sitting.places.root);
    let is_well = verify::verify(&arguments, &Today::new(), &mut here, &mut Terminal::new()?, output)?;
    if is_well { Ok(()) } else { Err("the ledger does not hold".to_owned()) }
}

pub(super) fn replay(wanted: &ReplayArguments, output: &mut impl Write) -> Result<(), Failure> {
    let sitting = sitting(&wanted.sitting, &wanted.file)?;
    let arguments = replay::Arguments {
        root: sitting.places.root.clone(),
        file: wanted.file.clone(),
        full: wanted.full,
        workers: sitting.workers,
    };
    let mut here = Here::new(&sitting.places.root);
    replay::replay(&arguments, &mut here, &mut Terminal::new()?, output)
}

pub(super) fn pages(wanted: &SittingArguments) -> Result<(), Failure> {
    document::write_pages(&sitting(wanted, Path::new("."))?.places, &Today::new())
}

fn sitting(wanted: &SittingArguments, near: &Path) -> Result<Sitting, Failure> {
    let root = match &wanted.root {
        Some(root) => root.canonicalize().map_err(|error| format!("{}: {error}", root.display()))?,
        None => root(near)?,
    };
    let journals = root.join(JOURNALS);
    let workers = workers(wanted.concurrency);
    Ok(Sitting { places: Places::new(&root), workers, journals, again: wanted.again })
}

/// The nearest folder upwards that has a ledger.
fn root(near: &Path) -> Result<PathBuf, Failure> {
    let full = near.canonicalize().map_err(|error| format!("{}: {error}", near.display()))?;
    let found = full.ancestors().find(|folder| folder.join("ledger/results.jsonl").is_file());
    let none = || format!("no folder at or above {} has a ledger: name one with --root", full.display());
    found.map(Path::to_owned).ok_or_else(none)
}
