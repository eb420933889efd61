//! `assay lab`: from the command line to the crate `lab`, and from its reports to text.
//!
//! Not a measurement. Invariant: results go to standard output, progress and warnings to standard error.

mod data;
mod ledger;
mod report;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lab::ledger::Today;
use lab::matches::{self, Settings};
use lab::plan::{Adjudication, Contestant, Limit, ModelName, Openings, Plan, Test, Value};

use crate::cli::lab::{GameArguments, LabArguments, LabCommand, LimitArguments, RunArguments};
use crate::terminal::Terminal;

/// Where journals go that have no name.
const FOLDER: &str = "data/matches";
const NODES: u64 = 5000;

/// Why there is no result, in words.
pub(crate) type Failure = String;

pub(crate) fn run(arguments: LabArguments, output: &mut impl Write) -> Result<(), Failure> {
    match arguments.command {
        LabCommand::Match(wanted) => {
            let plan = plan([wanted.first, wanted.second], &wanted.games, None)?;
            play(&plan, &wanted.run, output)
        }
        LabCommand::Gauntlet(wanted) => {
            // Files that are named once serve several matches.
            let numbered = |path: &PathBuf, number: usize| {
                let ending =
                    path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
                path.with_extension(format!("{number}{ending}"))
            };
            for (other, number) in wanted.others.into_iter().zip(1..) {
                let plan = plan([wanted.first.clone(), other], &wanted.games, None)?;
                let mut run = wanted.run.clone();
                run.journal = run.journal.map(|path| numbered(&path, number));
                run.pgn = run.pgn.map(|path| numbered(&path, number));
                play(&plan, &run, output)?;
            }
            Ok(())
        }
        LabCommand::Sprt(wanted) => {
            let Some(second) = wanted.second else {
                return ledger::sprt(Path::new(&wanted.first), wanted.run.concurrency, output);
            };
            let model = if wanted.logistic { ModelName::Logistic } else { ModelName::Normalised };
            let (elo0, elo1) = bounds(wanted.elo0, wanted.elo1)?;
            let test = Test { model, elo0, elo1, alpha: 0.05, beta: 0.05 };
            let plan = plan([wanted.first.parse()?, second], &wanted.games, Some(test))?;
            match &wanted.record {
                Some(name) => ledger::record(name, &wanted.question, plan, wanted.run.concurrency, output),
                None => play(&plan, &wanted.run, output),
            }
        }
        LabCommand::Ablate(wanted) => ledger::ablate(&wanted, output),
        LabCommand::Spsa(wanted) => ledger::spsa(&wanted, output),
        LabCommand::Fit(wanted) => ledger::fit(&wanted, output),
        LabCommand::Verify(wanted) => ledger::verify(&wanted, output),
        LabCommand::Replay(wanted) => ledger::replay(&wanted, output),
        LabCommand::Pages(wanted) => ledger::pages(&wanted),
        LabCommand::Datagen(wanted) => data::generate(&wanted, output),
        LabCommand::Data(command) => data::data(&command, output),
    }
}

/// What the ledger that this program was built with says of each technique, in words.
pub(crate) fn worths() -> BTreeMap<String, String> {
    let worths = lab::ledger::worths(&lab::ledger::built_in(), &Today::new());
    worths.into_iter().map(|(name, worth)| (name, worth.summary())).collect()
}

fn bounds(elo0: f64, elo1: f64) -> Result<(f64, f64), Failure> {
    let is_sound = elo0 < elo1 && elo0.is_finite() && elo1.is_finite();
    if is_sound { Ok((elo0, elo1)) } else { Err(format!("--elo0 {elo0} must be below --elo1 {elo1}")) }
}

fn plan(mut arms: [Contestant; 2], games: &GameArguments, sprt: Option<Test>) -> Result<Plan, Failure> {
    if let Some(hash) = games.hash {
        for arm in arms.iter_mut().filter(|arm| arm.engine != "abc") {
            let names = |name: &String| name.eq_ignore_ascii_case("hash");
            if !arm.options.keys().any(names) {
                arm.options.insert("Hash".to_owned(), Value::Spin(i64::from(hash)));
            }
        }
    }
    if arms[0].name == arms[1].name {
        arms[1].name += " (2)";
    }
    Ok(Plan {
        arms,
        openings: openings(games),
        limit: limit(&games.limit),
        games: games.games,
        seed: games.seed,
        adjudication: adjudication(games),
        sprt,
    })
}

fn openings(games: &GameArguments) -> Openings {
    match &games.openings {
        Some(book) => Openings::Book { book: book.clone(), sha256: None, plies: games.plies },
        None => Openings::Random { random_plies: games.random_plies },
    }
}

fn adjudication(games: &GameArguments) -> Adjudication {
    let usual = if games.no_adjudication { Adjudication::NONE } else { Adjudication::default() };
    Adjudication { syzygy: games.syzygy.clone(), ..usual }
}

fn limit(wanted: &LimitArguments) -> Limit {
    let LimitArguments { nodes, soft_nodes, depth, time, cpu } = wanted;
    None.or(nodes.map(Limit::Nodes))
        .or(soft_nodes.map(Limit::SoftNodes))
        .or(depth.map(Limit::Depth))
        .or(time.map(Limit::Wall))
        .or(cpu.map(Limit::Cpu))
        .unwrap_or(Limit::Nodes(NODES))
}

fn play(plan: &Plan, run: &RunArguments, output: &mut impl Write) -> Result<(), Failure> {
    if let Some(path) = run.pgn.as_ref().filter(|path| path.exists() && !run.resume) {
        return Err(format!("{}: there is such a file", path.display()));
    }
    let journal = run.journal.clone().unwrap_or_else(|| Path::new(FOLDER).join(format!("{}.jsonl", plan.id())));
    let settings = Settings {
        workers: workers(run.concurrency),
        journal: journal.clone(),
        pgn: run.pgn.clone(),
        resume: run.resume,
    };
    eprintln!("{} against {}", plan.arms[0].name, plan.arms[1].name);
    let mut terminal = Terminal::new()?;
    let found = matches::run(plan, &settings, &mut terminal);
    terminal.finish();
    let found = found?;
    let text = if run.json { report::json(plan, &found)? } else { report::text(plan, &found) };
    write(output, &text)?;
    if found.is_complete {
        return Ok(());
    }
    Err(format!("stopped; go on with --resume --journal {}", journal.display()))
}

fn workers(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

pub(crate) fn write(output: &mut impl Write, text: &str) -> Result<(), Failure> {
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot write the result: {error}")),
        _ => Ok(()),
    }
}
