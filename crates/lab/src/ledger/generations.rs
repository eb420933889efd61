//! The page `docs/networks.md`: where each network of the repository comes from, and what it was worth.
//!
//! Not a source: it is made of the cards beside the networks and of the records. Invariant: a network without a card is an error, not a gap.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::record::{Record, limit_text};
use super::store::Ledger;
use super::{Places, document};
use crate::arms;
use crate::experiment::Experiment;
use crate::networks::NETWORK_ENDING;

const HEAD: &str = "\
# The networks

<!-- Generated from networks/*.json and ledger/results.jsonl: cargo run --release -- lab pages -->

Every network of this repository, by generation. All their numbers come from this engine's own games; the first games know nothing but what
pieces are worth. *Soft nodes* are those of a move of the games; *core-hours* are those of the games and of the training. A match says what a
network was worth against another engine when it was made, as a [record](ledger.md) that anyone can play again.

| network | generation | hidden units | games of | soft nodes | games | positions | epochs | held-out loss | core-hours |
|---|---|---|---|---|---|---|---|---|---|
";

const MATCHES: &str = "
| network | against | limit | worth | games | verdict |
|---|---|---|---|---|---|
";

/// What the page needs of a card.
#[derive(Debug, Deserialize)]
struct Card {
    name: String,
    generation: u32,
    date: String,
    held_out_loss: Option<f64>,
    core_hours: Option<f64>,
    settings: Settings,
    #[serde(default)]
    games: Vec<Games>,
    data: Vec<Data>,
}

#[derive(Debug, Deserialize)]
struct Settings {
    hidden: String,
    epochs: String,
}

#[derive(Debug, Deserialize)]
struct Games {
    played_with: PlayedWith,
    core_hours: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct PlayedWith {
    arguments: Arguments,
}

#[derive(Debug, Deserialize)]
struct Arguments {
    soft_nodes: u64,
    #[serde(default)]
    options: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Data {
    games: u64,
    positions: u64,
}

/// A network of the repository.
struct Known {
    /// From the repository's root.
    file: String,
    card: Card,
}

/// The page; `None` where there is no network.
///
/// # Errors
/// When a network has no card, or one that cannot be read.
pub fn page(ledger: &Ledger, places: &Places) -> Result<Option<String>, String> {
    let networks = networks(places)?;
    if networks.is_empty() {
        return Ok(None);
    }
    let mut text = HEAD.to_owned();
    networks.iter().for_each(|network| text.push_str(&row(network)));
    let matches = ledger.records.iter().filter_map(|record| gate(record, &networks, places).transpose());
    let matches = matches.collect::<Result<Vec<String>, String>>()?;
    if !matches.is_empty() {
        text += MATCHES;
        text += &matches.concat();
    }
    Ok(Some(text))
}

fn networks(places: &Places) -> Result<Vec<Known>, String> {
    let folder = places.networks();
    let read = || fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>();
    let mut paths = match read() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(|error| format!("{}: {error}", folder.display()))?,
    };
    paths.retain(|path| path.extension().is_some_and(|ending| ending == &NETWORK_ENDING[1..]));
    let mut networks = paths.iter().map(|path| known(path, places)).collect::<Result<Vec<Known>, String>>()?;
    networks.sort_by(|one, other| {
        let key = |known: &Known| (known.card.generation, known.card.date.clone(), known.file.clone());
        key(one).cmp(&key(other))
    });
    Ok(networks)
}

fn known(path: &Path, places: &Places) -> Result<Known, String> {
    let beside = path.with_extension("json");
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", beside.display());
    let text = fs::read_to_string(&beside).map_err(|error| told(&error))?;
    let card = serde_json::from_str(&text).map_err(|error| told(&error))?;
    Ok(Known { file: places.relative(path), card })
}

fn row(network: &Known) -> String {
    let card = &network.card;
    let sum = |of: fn(&Data) -> u64| card.data.iter().map(of).sum::<u64>();
    let games = |of: fn(&Arguments) -> String| {
        let mut texts: Vec<String> = Vec::new();
        for text in card.games.iter().map(|games| of(&games.played_with.arguments)) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.join(", ")
    };
    let hours = |hours: Option<f64>| hours.map_or_else(|| "?".to_owned(), |hours| format!("{hours:.2}"));
    let games_hours =
        card.games.iter().map(|games| games.core_hours).sum::<Option<f64>>().filter(|_| !card.games.is_empty());
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} + {} |\n",
        link(network),
        card.generation,
        card.settings.hidden,
        games(player),
        games(|arguments| arguments.soft_nodes.to_string()),
        sum(|data| data.games),
        sum(|data| data.positions),
        card.settings.epochs,
        card.held_out_loss.map_or_else(|| "-".to_owned(), |loss| format!("{loss:.6}")),
        hours(games_hours),
        hours(card.core_hours),
    )
}

fn link(network: &Known) -> String {
    format!("[{}](../{})", network.card.name, network.file.replace(NETWORK_ENDING, ".json"))
}

/// Who played the games, by what was switched: what comes first decides, as in the evaluator.
fn player(arguments: &Arguments) -> String {
    let value = |name: &str| {
        let mut options = arguments.options.iter().filter_map(|option| option.split_once('='));
        options.find(|(known, _)| known.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let is_on = |name: &str| value(name) == Some("true");
    if is_on("MaterialEvaluation") {
        return "material".to_owned();
    }
    let stem = value(arms::EVAL_FILE).and_then(|file| Path::new(file).file_stem()?.to_str());
    match stem {
        Some(stem) if is_on("Network") => stem.rsplit_once('-').map_or(stem, |(name, _)| name).to_owned(),
        None if is_on("Network") => "the network of its day".to_owned(),
        _ => "the default of its day".to_owned(),
    }
}

/// A match in which one of these networks was the first arm.
fn gate(record: &Record, networks: &[Known], places: &Places) -> Result<Option<String>, String> {
    if record.technique.is_some() {
        return Ok(None);
    }
    let experiment = Experiment::read(&places.root.join(&record.experiment), &record.experiment)?;
    let file = arms::network_file(&experiment.plan.arms[0]);
    let Some(network) = networks.iter().find(|network| Some(&network.file) == file.as_ref()) else {
        return Ok(None);
    };
    let (limit, games) = (limit_text(record.limit), record.games());
    let (worth, verdict) = (document::worth_text(record), document::verdict(record.conclusions.verdict));
    let other = &experiment.plan.arms[1].name;
    Ok(Some(format!(
        "| {} | [{other}](../{}) | {limit} | {worth} | {games} | {verdict} |\n",
        link(network),
        record.experiment
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::experiment;
    use crate::ledger::store::replace;
    use crate::ledger::testing::record;
    use crate::plan::Value;

    const CARD: &str = r#"{
        "name": "two", "generation": 2, "date": "2026-11-30", "held_out_loss": 0.0361, "core_hours": 0.0077,
        "settings": {"hidden": "32", "epochs": "12", "seed": "1"},
        "games": [
            {"name": "a", "played_with": {"arguments": {"soft_nodes": 80, "options": ["MaterialEvaluation=true"]}}, "core_hours": 0.25},
            {"name": "b", "played_with": {"arguments": {"soft_nodes": 80, "options": ["Network=true", "EvalFile=networks/one-ef5bcf2dafcb.nnue"]}}, "core_hours": 0.5}
        ],
        "data": [{"games": 10, "positions": 700}, {"games": 20, "positions": 800}]
    }"#;

    #[test]
    fn who_played_is_told_by_what_decides() {
        let named = |options: &[&str]| {
            player(&Arguments { soft_nodes: 1, options: options.iter().map(|&text| text.to_owned()).collect() })
        };
        assert_eq!(named(&["Network=true", "EvalFile=data/nets/two/two-0123456789ab.nnue"]), "two");
        assert_eq!(named(&["EvalFile=raw.nnue", "network=true"]), "raw");
        assert_eq!(named(&["EvalFile=raw.nnue"]), "the default of its day");
        assert_eq!(named(&["Network=true"]), "the network of its day");
        assert_eq!(named(&["Network=true", "MaterialEvaluation=true", "EvalFile=raw.nnue"]), "material");
    }

    #[test]
    fn each_network_has_a_row_and_each_of_its_matches() {
        let folder = tempfile::tempdir().expect("a folder");
        let places = Places::new(folder.path());
        assert_eq!(page(&Ledger::default(), &places), Ok(None));
        fs::create_dir_all(places.networks()).expect("made");
        fs::create_dir_all(places.experiments()).expect("made");
        let file = places.networks().join("two-0123456789ab.nnue");
        fs::write(&file, "").expect("written");
        let error = page(&Ledger::default(), &places).expect_err("no card");
        assert!(error.contains("two-0123456789ab.json: "), "{error}");
        replace(&file.with_extension("json"), CARD).expect("written");
        let mut gate = experiment();
        let file = Value::Text("networks/two-0123456789ab.nnue".to_owned());
        gate.plan.arms[0].options.insert(arms::EVAL_FILE.to_owned(), file);
        let other = gate.plan.arms[1].name.clone();
        let joint = Record { technique: None, revision: None, ..record("gate", [32, 82, 127, 106, 53]) };
        replace(&places.root.join(&joint.experiment), &gate.to_toml().expect("TOML")).expect("written");
        let others = Record { technique: None, revision: None, ..record("elsewhere", [32, 82, 127, 106, 53]) };
        let error = page(&Ledger { records: vec![others.clone()], faults: Vec::new() }, &places).expect_err("no file");
        assert!(error.contains("elsewhere.toml"), "{error}");
        replace(&places.root.join(&others.experiment), &experiment().to_toml().expect("TOML")).expect("written");
        let ledger = Ledger { records: vec![joint.clone(), others], faults: Vec::new() };
        let text = page(&ledger, &places).expect("a page").expect("a network");
        let row = "| [two](../networks/two-0123456789ab.json) | 2 | 32 | material, one | 80 | 30 | 1500 | 12 | 0.036100 | 0.75 + 0.01 |\n";
        assert!(text.contains(row), "{text}");
        let gates: Vec<&str> =
            text.lines().filter(|line| line.contains("| [") && line.contains("(../ledger/")).collect();
        assert_eq!(gates.len(), 1, "{text}");
        assert!(gates[0].contains(&format!("[{other}](../{})", joint.experiment)), "{text}");
    }
}
