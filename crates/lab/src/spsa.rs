//! Tuning many numbers at once by games: simultaneous perturbation stochastic approximation.
//!
//! *What it is:* a TOML file says which parameters, how far and how long; each iteration plays a few pairs between two perturbed settings and
//! moves all values a little. The formulas are those of [`stats::spsa`].
//!
//! *What it is not:* a proof. What it finds is a proposal for a sequential test.
//!
//! *Invariant:* at a node limit the values after an iteration follow from the file alone, however often the run was killed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use registry::{Info, Parameter};
use rules::random::scattered;
use serde::{Deserialize, Serialize};
use stats::spsa::{Parameter as Number, Schedule};

use crate::arms::{self, OWN_ENGINE};
use crate::experiment::{from_toml, place_files, sha256};
use crate::ledger::Surroundings;
use crate::ledger::estimate::{games_per_hour, worst_case};
use crate::ledger::store::replace;
use crate::matches::{Settings, Watcher};
use crate::plan::{Adjudication, Contestant, Limit, Openings, Plan, Value};

/// Iterations that a user hears of, of all.
const LINES: u32 = 20;

/// What is tuned, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// One word, by which reports and files call it.
    pub name: String,
    /// Iterations in all.
    pub iterations: u32,
    /// Pairs of games of each iteration.
    pub pairs: u64,
    /// Of the coins and the openings.
    #[serde(default)]
    pub seed: u64,
    /// OpenBench's R-end: the step of the last iteration, in squares of the last perturbation.
    #[serde(default = "usual_rate")]
    pub r_end: f64,
    /// What each side has for its moves.
    pub limit: Limit,
    /// Where games begin.
    pub openings: Openings,
    /// When a game ends early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Options of both sides.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// The numbers.
    pub parameters: Vec<Tuned>,
}

impl Tuning {
    fn schedule(&self) -> Schedule {
        Schedule { iterations: self.iterations, last_rate: self.r_end }
    }
}

fn usual_rate() -> f64 {
    0.002
}

/// One number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// The option: `Technique.Parameter`.
    pub name: String,
    /// OpenBench's C-end: the perturbation of the last iteration. At least ½, or both sides would be the same.
    pub c_end: f64,
    /// Where it begins; at its default, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// The least value to try; that of its declaration, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    /// The SHA-256 of the tuning that it belongs to.
    identity: String,
    /// Iterations done.
    iteration: u32,
    /// Games played.
    games: u64,
    /// The values now, in the order of the parameters.
    values: Vec<f64>,
}

/// `assay lab spsa`.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The repository's root, from which the tuning's paths lead.
    pub root: PathBuf,
    /// The tuning's file.
    pub file: PathBuf,
    /// Where its state is kept.
    pub state: PathBuf,
    /// Where games of the iteration at hand are kept.
    pub journals: PathBuf,
    /// Games at a time.
    pub workers: usize,
}

/// Says how long it takes, and tunes to the end, or until the watcher wants to stop; the same call goes on. Says whether it is the end.
///
/// # Errors
/// When the file is no tuning, games cannot be played, or the state belongs to another tuning or cannot be kept.
pub fn spsa(
    arguments: &Arguments,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
    out: &mut dyn Write,
) -> Result<bool, String> {
    let unwritten = |error: io::Error| error.to_string();
    let shown = arguments.file.display().to_string();
    let text = fs::read_to_string(&arguments.file).map_err(|error| format!("{shown}: {error}"))?;
    let tuning: Tuning = from_toml(&text, &shown)?;
    let numbers = numbers(&tuning).map_err(|error| format!("{shown}: {error}"))?;
    let mut state = load(&arguments.state, &tuning, &numbers)?;
    if state.iteration < tuning.iterations {
        let arms = arms_at(&tuning, &current(&numbers, &state), &coins(&tuning, state.iteration), state.iteration);
        let plan = plan(&tuning, arms, state.iteration, &arguments.root);
        let rate = games_per_hour(&plan, arguments.workers, surroundings, watcher)?;
        let games = u64::from(tuning.iterations - state.iteration) * plan.games;
        out.write_all(worst_case("a tuning", games, rate)?.as_bytes()).and_then(|()| out.flush()).map_err(unwritten)?;
    }
    let every = (tuning.iterations / LINES).max(1);
    while state.iteration < tuning.iterations {
        if watcher.should_stop() || !iterate(arguments, &tuning, &numbers, &mut state, surroundings, watcher)? {
            let (done, all) = (state.iteration, tuning.iterations);
            writeln!(out, "stopped after {done} of {all} iterations; the same command goes on").map_err(unwritten)?;
            return Ok(false);
        }
        if state.iteration.is_multiple_of(every) {
            out.write_all(line(&tuning, &state).as_bytes()).and_then(|()| out.flush()).map_err(unwritten)?;
        }
    }
    out.write_all(result(&tuning, &numbers, &state).as_bytes()).map_err(unwritten)?;
    Ok(true)
}

/// Plays one iteration, moves the values and keeps the state; `false` if it was stopped before its end.
fn iterate(
    arguments: &Arguments,
    tuning: &Tuning,
    numbers: &[Number],
    state: &mut State,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
) -> Result<bool, String> {
    let iteration = state.iteration;
    let mut now = current(numbers, state);
    let coins = coins(tuning, iteration);
    let arms = arms_at(tuning, &now, &coins, iteration);
    // At the ends of their ranges both may be the same; then there is nothing to learn.
    let is_game = arms[0].options != arms[1].options;
    let journal = arguments.journals.join(format!("{}-{}-{iteration}.journal", tuning.name, &state.identity[..8]));
    if is_game {
        let plan = plan(tuning, arms, iteration, &arguments.root);
        fs::create_dir_all(&arguments.journals)
            .map_err(|error| format!("{}: {error}", arguments.journals.display()))?;
        let settings = Settings { workers: arguments.workers, journal: journal.clone(), pgn: None, resume: true };
        let report = surroundings.play(&plan, &settings, watcher)?;
        if !report.is_complete {
            return Ok(false);
        }
        state.games += report.games;
        step(&mut now, &coins, &tuning.schedule(), iteration, report.wins as f64 - report.losses as f64);
    }
    keep(&arguments.state, state, &now)?;
    // Its games are in the state now. If it stays, nobody reads it again.
    let _ = fs::remove_file(&journal);
    Ok(true)
}

/// The numbers with the values that they have come to.
fn current(numbers: &[Number], state: &State) -> Vec<Number> {
    numbers.iter().zip(&state.values).map(|(number, &value)| Number { value, ..*number }).collect()
}

fn coins(tuning: &Tuning, iteration: u32) -> Vec<bool> {
    (0..tuning.parameters.len() as u64).map(|index| coin(tuning.seed, iteration, index)).collect()
}

/// The two that an iteration compares.
fn arms_at(tuning: &Tuning, now: &[Number], coins: &[bool], iteration: u32) -> [Contestant; 2] {
    let schedule = tuning.schedule();
    let perturb = |(number, &up): (&Number, &bool)| number.perturbed(schedule.perturbation(number, iteration), up);
    let perturbed: Vec<(f64, f64)> = now.iter().zip(coins).map(perturb).collect();
    let one = arm("one", tuning, perturbed.iter().map(|pair| pair.0));
    [one, arm("other", tuning, perturbed.iter().map(|pair| pair.1))]
}

fn step(numbers: &mut [Number], coins: &[bool], schedule: &Schedule, iteration: u32, points: f64) {
    for (number, &up) in numbers.iter_mut().zip(coins) {
        let rate = schedule.rate(number, iteration);
        number.step(rate, up, points);
    }
}

fn keep(path: &Path, state: &mut State, numbers: &[Number]) -> Result<(), String> {
    state.iteration += 1;
    state.values = numbers.iter().map(|number| number.value).collect();
    let text = serde_json::to_string(state).map_err(|error| error.to_string())?;
    replace(path, &(text + "\n"))
}

fn load(path: &Path, tuning: &Tuning, numbers: &[Number]) -> Result<State, String> {
    let shown = path.display();
    let identity = identity(tuning);
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let values = numbers.iter().map(|number| number.value).collect();
            return Ok(State { identity, iteration: 0, games: 0, values });
        }
        Err(error) => return Err(format!("{shown}: {error}")),
    };
    let state: State = serde_json::from_str(&text).map_err(|error| format!("{shown}: {error}"))?;
    if state.identity != identity || state.values.len() != numbers.len() {
        return Err(format!("{shown}: it belongs to another tuning; name another file, or remove it"));
    }
    Ok(state)
}

fn identity(tuning: &Tuning) -> String {
    // Plain data: nothing in it can fail to be written.
    sha256(serde_json::to_string(tuning).unwrap_or_default().as_bytes())
}

/// The parameters with their ranges and where they begin.
fn numbers(tuning: &Tuning) -> Result<Vec<Number>, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "+.-_".contains(c);
    if tuning.name.is_empty() || tuning.name.starts_with('.') || !tuning.name.chars().all(is_plain) {
        return Err(format!("name: '{}' is not one word of letters, digits and + . - _", tuning.name));
    }
    if tuning.iterations == 0 || tuning.pairs == 0 || tuning.parameters.is_empty() {
        return Err("without iterations, pairs and parameters there is nothing to tune".to_owned());
    }
    if !(tuning.r_end.is_finite() && tuning.r_end > 0.0) {
        return Err(format!("r_end: {} is not above 0", tuning.r_end));
    }
    let names: Vec<String> = tuning.parameters.iter().map(|tuned| tuned.name.to_ascii_lowercase()).collect();
    if let Some(twice) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        return Err(format!("{} is there twice", tuning.parameters[twice.0].name));
    }
    tuning
        .parameters
        .iter()
        .map(|tuned| number(tuning, tuned).map_err(|error| format!("{}: {error}", tuned.name)))
        .collect()
}

fn number(tuning: &Tuning, tuned: &Tuned) -> Result<Number, String> {
    let (info, parameter) = find(&tuned.name).ok_or("there is no such parameter")?;
    let both = arm("both", tuning, std::iter::empty());
    if arms::plays_with(&both, info.name)? != Some(true) {
        return Err(format!("{} is off: its numbers change nothing", info.name));
    }
    let (least, most) = (f64::from(parameter.min), f64::from(parameter.max));
    let (min, max) = (tuned.min.unwrap_or(least), tuned.max.unwrap_or(most));
    if !(least <= min && min < max && max <= most) {
        return Err(format!("{min} to {max} is no range inside {least} to {most}"));
    }
    let value = tuned.start.unwrap_or(f64::from(parameter.default));
    if !(min..=max).contains(&value) {
        return Err(format!("{value} is outside {min} to {max}"));
    }
    if !(0.5..=max - min).contains(&tuned.c_end) {
        return Err(format!("c_end: {} is not between 0.5 and the range's width", tuned.c_end));
    }
    Ok(Number { value, min, max, last_perturbation: tuned.c_end })
}

fn find(name: &str) -> Option<(&'static Info, &'static Parameter)> {
    let all = session::registry().into_iter();
    let mut all = all.flat_map(|info| info.parameters.iter().map(move |parameter| (info, parameter)));
    all.find(|(info, parameter)| info.option_of(parameter).eq_ignore_ascii_case(name))
}

fn arm(name: &str, tuning: &Tuning, values: impl Iterator<Item = f64>) -> Contestant {
    let mut options = tuning.options.clone();
    for (tuned, value) in tuning.parameters.iter().zip(values) {
        // Inside a range of 32 bits.
        options.insert(tuned.name.clone(), Value::Spin(libm::round(value) as i64));
    }
    Contestant { name: name.to_owned(), engine: OWN_ENGINE.to_owned(), arguments: Vec::new(), options }
}

fn plan(tuning: &Tuning, arms: [Contestant; 2], iteration: u32, root: &Path) -> Plan {
    let mut plan = Plan {
        arms,
        openings: tuning.openings.clone(),
        limit: tuning.limit,
        games: 2 * tuning.pairs,
        // Other openings each time.
        seed: scattered(tuning.seed ^ scattered(u64::from(iteration))) >> 1,
        adjudication: tuning.adjudication.clone(),
        sprt: None,
    };
    place_files(&mut plan, root);
    plan
}

/// Which way a parameter is perturbed.
fn coin(seed: u64, iteration: u32, index: u64) -> bool {
    scattered(scattered(scattered(seed) ^ u64::from(iteration)) ^ index) >> 63 == 1
}

/// One line of where it stands.
fn line(tuning: &Tuning, state: &State) -> String {
    let values =
        tuning.parameters.iter().zip(&state.values).map(|(tuned, value)| format!(" {} {value:.2}", tuned.name));
    let (done, all) = (state.iteration, tuning.iterations);
    format!("iteration {done} of {all}:{}\n", values.collect::<Vec<_>>().join(","))
}

/// What came of it, and how to test it.
fn result(tuning: &Tuning, numbers: &[Number], state: &State) -> String {
    let mut text = format!("{}: {} iterations, {} games\n\n", tuning.name, state.iteration, state.games);
    let _ = writeln!(text, "{:<40} {:>10} {:>10}   range", "parameter", "start", "now");
    for ((tuned, number), value) in tuning.parameters.iter().zip(numbers).zip(&state.values) {
        let (name, start, min, max) = (&tuned.name, number.value, number.min, number.max);
        let _ = writeln!(text, "{name:<40} {start:>10.2} {value:>10.2}   {min} to {max}");
    }
    text.push_str("\nThis is a proposal, not a result. As options of an arm, to be tested against the defaults:\n\n");
    let options = tuning.parameters.iter().zip(&state.values);
    let options = options.map(|(tuned, value)| format!("\"{}\" = {}", tuned.name, libm::round(*value) as i64));
    let _ = writeln!(text, "options = {{ {} }}", options.collect::<Vec<_>>().join(", "));
    text
}

#[cfg(test)]
mod tests;
