//! `assay train` and `assay net`: from the command line to the crates `trainer` and `eval`, and from their reports to text.
//!
//! Not a trainer. Invariant: a network's file is named by its content, its card likewise, and one that exists is not written over by another.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use eval::EvenChance;
use eval::nnue::{BUCKETS, Network, QA, import_bullet};
use indicatif::HumanDuration;
use lab::networks::{digits, file_name_of, network_hash};
use record::training::Filter;
use trainer::{Labels, Progress, Settings, Summary};

use crate::cli::net::{NetCommand, TrainArguments};
use crate::lab::{Failure, write};
use crate::terminal::{Line, stop_flag};

/// Damaged games that are told one by one.
const FAULTS_TOLD: usize = 5;

pub(crate) fn train(wanted: &TrainArguments, output: &mut impl Write) -> Result<(), Failure> {
    let stop = stop_flag()?;
    let mut line = Line::new();
    let summary = trainer::train(&settings(wanted), &wanted.data, &wanted.out, &stop, &mut |progress| {
        tell(&mut line, progress);
    });
    line.finish();
    let summary = summary.map_err(|error| error.to_string())?;
    for file in &summary.files {
        for fault in file.first_faults.iter().take(FAULTS_TOLD) {
            eprintln!("warning: {}: {fault}", file.path.display());
        }
    }
    let Some(path) = &summary.network else {
        return Err(format!("stopped at step {} of {}; the same command goes on", summary.step, summary.steps));
    };
    let network = engine::read_network(path)?;
    let named = wanted.out.join(file_name_of(&wanted.name, &network));
    for (from, to) in [(path.clone(), named.clone()), (wanted.out.join("card.json"), named.with_extension("json"))] {
        fs::rename(&from, &to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    write(output, &(told(&summary) + &format!("{}\n", named.display())))
}

fn settings(wanted: &TrainArguments) -> Settings {
    let today = || humantime::format_rfc3339_seconds(SystemTime::now()).to_string().chars().take(10).collect();
    Settings {
        hidden: wanted.hidden,
        epochs: wanted.epochs,
        batch: wanted.batch,
        threads: wanted.threads,
        seed: wanted.seed,
        learning_rate: wanted.rate,
        final_learning_rate: wanted.final_rate,
        weight_decay: wanted.weight_decay,
        result_weight_start: wanted.result_start,
        result_weight_end: wanted.result_end,
        lambda: wanted.lambda,
        score_scale: wanted.scale,
        filter: Filter { min_ply: wanted.min_ply, ..Filter::default() },
        labels: Labels {
            name: wanted.name.clone(),
            generation: wanted.generation,
            date: wanted.date.clone().unwrap_or_else(today),
        },
        ..Settings::default()
    }
}

fn told(summary: &Summary) -> String {
    let loss = |loss: Option<f64>| loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.6}"));
    let mut text = format!(
        "{} positions, {} held out; {} steps, {:.2} core-hours\nloss {} in training, {} held out\n",
        summary.positions,
        summary.held_out_positions,
        summary.steps,
        summary.core_hours,
        loss(summary.training_loss),
        loss(summary.held_out_loss),
    );
    if let Some(cost) = summary.quantisation {
        let (mean, largest, positions) = (cost.mean, cost.largest, cost.positions);
        text += &format!("quantised: {mean:.2} cp off on average, {largest:.1} cp at most, of {positions} positions\n");
    }
    text
}

fn tell(line: &mut Line, progress: &Progress) {
    match progress {
        Progress::Loading(loading) => line.show(loading.file as u64, loading.files as u64, || {
            format!("files read: {} games, {} positions", loading.games, loading.positions)
        }),
        Progress::Training(training) => line.show(training.step, training.steps, || words(training)),
    }
}

fn words(training: &trainer::Training) -> String {
    let held_out = training.held_out_loss.map_or_else(String::new, |loss| format!(", {loss:.6} held out"));
    let left = HumanDuration(Duration::from_secs_f64(training.seconds_left.clamp(0.0, 1e9)));
    format!(
        "epoch {}/{}, loss {:.6}{held_out}, {:.0} positions/s, {left} left",
        training.epoch, training.epochs, training.training_loss, training.positions_per_second
    )
}

pub(crate) fn net(command: &NetCommand, output: &mut impl Write) -> Result<(), Failure> {
    match command {
        NetCommand::Info { file, card } => {
            let network = match file {
                Some(path) => engine::read_network(path)?,
                None => Network::shipped().as_ref().clone(),
            };
            let text = if *card { format!("{}\n", network.card()) } else { info(&network) };
            write(output, &text)
        }
        NetCommand::Import { raw, out, hidden, name } => {
            let path = import(raw, out, *hidden, name)?;
            write(output, &format!("{}\n", path.display()))
        }
        NetCommand::Scale { file, out, half } => {
            let path = scale(file, out, *half)?;
            write(output, &format!("{}\n", path.display()))
        }
    }
}

fn info(network: &Network) -> String {
    let bytes = network.to_bytes().len();
    format!(
        "(768, mirrored -> {})x2 -> {}, first layer in 1/{}, scale {}, {bytes} bytes\nSHA-256 {}\n{}\n",
        network.hidden(),
        BUCKETS,
        i32::from(QA) << network.parts().extra_bits,
        network.scale(),
        network_hash(network),
        network.card(),
    )
}

fn import(raw: &Path, out: &Path, hidden: usize, name: &str) -> Result<PathBuf, Failure> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = fs::read(raw).map_err(|error| told(raw, &error))?;
    let network = import_bullet(&bytes, hidden).map_err(|error| told(raw, &error))?;
    save(&network, out, name)
}

/// The network with which what `half` meant has the value that it has to our networks.
fn scale(file: &Path, out: &Path, half: f64) -> Result<PathBuf, Failure> {
    let network = engine::read_network(file)?;
    let wanted = f64::from(network.scale()) * EvenChance::NETWORK.value() / half;
    if !(half > 0.0 && wanted.is_finite()) {
        return Err(format!("--half: {half} is not a value above 0"));
    }
    let scaled = network.with_scale(wanted.round() as u16);
    let scaled = scaled.map_err(|error| format!("{}, --half {half}: {error}", file.display()))?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    // The old digits are another network's.
    let name = digits(&file.to_string_lossy()).and_then(|digits| stem.strip_suffix(digits)?.strip_suffix('-'));
    let path = save(&scaled, out, name.unwrap_or(&stem))?;
    let (card, beside) = (file.with_extension("json"), path.with_extension("json"));
    // A copy onto itself would empty it.
    if card.exists() && !beside.exists() {
        fs::copy(&card, &beside).map_err(|error| format!("{}: {error}", beside.display()))?;
    }
    Ok(path)
}

/// Writes the network into a folder, whole or not at all, under the name of its content.
fn save(network: &Network, folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
    let path = folder.join(file_name_of(name, network));
    let part = path.with_extension("part");
    let written = fs::write(&part, network.to_bytes()).and_then(|()| fs::rename(&part, &path));
    written.map_err(|error| told(&path, &error))?;
    Ok(path)
}
