//! The network's card: where it comes from, in JSON.
//!
//! It stands in the network's file and beside it. Not here: how the network plays, which only games can tell. Invariant: nothing on the card is an
//! opinion, and whoever has the data files and the settings can train the same network again.

use crate::curve::Point;
use crate::data::{DataFile, Origin};
use crate::error::Error;
use crate::progress::Quantisation;
use crate::settings::Labels;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Points of the loss curve that a card shows.
const CURVE_POINTS: usize = 50;

/// What is known at the end of a run.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) labels: &'a Labels,
    pub(crate) hidden: usize,
    pub(crate) settings: &'a [(String, String)],
    pub(crate) files: &'a [DataFile],
    /// What is told of how the games were made.
    pub(crate) origins: &'a [Origin],
    pub(crate) steps: u64,
    pub(crate) positions_seen: u64,
    pub(crate) curve: &'a [Point],
    pub(crate) training_loss: Option<f64>,
    pub(crate) held_out_loss: Option<f64>,
    pub(crate) quantisation: Option<Quantisation>,
    /// What training took. Not in the card that the network carries, nor is what the games took: two runs of one training are to give one file.
    pub(crate) core_hours: Option<f64>,
}

#[derive(Serialize)]
struct Card<'a> {
    name: &'a str,
    generation: u32,
    date: &'a str,
    architecture: String,
    trainer: &'static str,
    positions: u64,
    held_out_positions: u64,
    steps: u64,
    positions_seen: u64,
    training_loss: Option<f64>,
    held_out_loss: Option<f64>,
    /// Between the network of the file and the one that was trained, in centipawns, over some held-out positions.
    quantisation: Option<Differences>,
    #[serde(skip_serializing_if = "Option::is_none")]
    core_hours: Option<f64>,
    settings: BTreeMap<&'a str, &'a str>,
    games: Vec<Games<'a>>,
    data: Vec<Data<'a>>,
    /// Positions seen, loss in training, loss of held-out positions.
    loss_curve: Vec<(u64, f64, Option<f64>)>,
}

#[derive(Serialize)]
struct Differences {
    positions: usize,
    largest: f64,
    mean: f64,
}

#[derive(Serialize)]
struct Games<'a> {
    name: &'a str,
    played_with: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    core_hours: Option<f64>,
}

#[derive(Serialize)]
struct Data<'a> {
    file: String,
    sha256: &'a str,
    bytes: u64,
    games: u64,
    positions: u64,
    held_out_games: u64,
    held_out_positions: u64,
    faults: u64,
}

/// The card as text.
pub(crate) fn card(facts: &Facts<'_>) -> Result<String, Error> {
    let sum = |of: fn(&DataFile) -> u64| facts.files.iter().map(of).sum();
    let loss = |loss: Option<f64>| loss.map(|loss| rounded(loss, 1e8));
    let card = Card {
        name: &facts.labels.name,
        generation: facts.labels.generation,
        date: &facts.labels.date,
        architecture: format!("(768, mirrored -> {})x2 -> 8, squared clipped ReLU", facts.hidden),
        trainer: concat!("assay ", env!("CARGO_PKG_VERSION")),
        positions: sum(|file| file.positions),
        held_out_positions: sum(|file| file.held_out_positions),
        steps: facts.steps,
        positions_seen: facts.positions_seen,
        training_loss: loss(facts.training_loss),
        held_out_loss: loss(facts.held_out_loss),
        quantisation: facts.quantisation.map(|found| Differences {
            positions: found.positions,
            largest: rounded(found.largest, 1e3),
            mean: rounded(found.mean, 1e3),
        }),
        core_hours: facts.core_hours.map(hours),
        settings: facts.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        games: facts.origins.iter().map(|origin| games(origin, facts.core_hours.is_some())).collect(),
        data: facts.files.iter().map(data).collect(),
        loss_curve: thinned(facts.curve)
            .map(|point| (point.positions, rounded(point.training_loss, 1e6), loss(point.held_out_loss)))
            .collect(),
    };
    // Only a map without text for its keys could fail, and there is none; still no reason to panic.
    serde_json::to_string_pretty(&card)
        .map_err(|error| Error::File { path: Path::new("card.json").to_owned(), error: error.into() })
}

fn rounded(value: f64, digits: f64) -> f64 {
    (value * digits).round() / digits
}

fn hours(hours: f64) -> f64 {
    rounded(hours, 1e4)
}

/// What is told of games; with what they did not depend on, or without.
fn games(origin: &Origin, all: bool) -> Games<'_> {
    let mut played_with = origin.played_with.clone();
    if !all && let Some(engine) = played_with.get_mut("engine").and_then(Value::as_object_mut) {
        engine.remove("commit");
    }
    Games { name: &origin.name, played_with, core_hours: origin.core_hours.filter(|_| all).map(hours) }
}

fn data(file: &DataFile) -> Data<'_> {
    let name = file.path.file_name().unwrap_or(file.path.as_os_str());
    Data {
        file: name.to_string_lossy().into_owned(),
        sha256: &file.sha256,
        bytes: file.bytes,
        games: file.games,
        positions: file.positions,
        held_out_games: file.held_out_games,
        held_out_positions: file.held_out_positions,
        faults: file.faults,
    }
}

/// Every so many-th point, and the last.
fn thinned(curve: &[Point]) -> impl Iterator<Item = &Point> {
    let distance = curve.len().div_ceil(CURVE_POINTS).max(1);
    curve.iter().rev().step_by(distance).collect::<Vec<_>>().into_iter().rev()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_says_all_that_one_needs() {
        let point = |step: u64| Point {
            step,
            positions: 10 * step,
            learning_rate: 1e-3,
            training_loss: 1.0 / step as f64,
            held_out_loss: None,
        };
        let curve: Vec<Point> = (1..=120).map(point).collect();
        let labels = Labels { name: "first".to_owned(), generation: 1, date: "2026-11-30".to_owned() };
        let file = DataFile {
            path: "some/where/a.rec".into(),
            sha256: "00ff".to_owned(),
            bytes: 1_000,
            games: 12,
            held_out_games: 2,
            positions: 700,
            held_out_positions: 90,
            faults: 1,
            first_faults: vec!["cut".to_owned()],
        };
        let origin = Origin {
            name: "a".to_owned(),
            played_with: json!({"soft_nodes": 80, "engine": {"commit": "c", "fingerprint": 5}}),
            core_hours: Some(0.123_456),
        };
        let facts = Facts {
            labels: &labels,
            hidden: 128,
            settings: &[("seed".to_owned(), "7".to_owned())],
            files: &[file.clone(), file],
            origins: &[origin],
            steps: 120,
            positions_seen: 1_200,
            curve: &curve,
            training_loss: Some(0.03),
            held_out_loss: None,
            quantisation: Some(Quantisation { positions: 90, largest: 3.5, mean: 0.123_456 }),
            core_hours: Some(1.0 / 3.0),
        };
        let read = |facts: &Facts<'_>| -> Value { serde_json::from_str(&card(facts).expect("JSON")).expect("JSON") };
        // The one that the network carries depends on nothing that changes no game.
        let carried = read(&Facts { core_hours: None, ..facts });
        let played_with = json!({"soft_nodes": 80, "engine": {"fingerprint": 5}});
        assert_eq!(carried["games"], json!([{"name": "a", "played_with": played_with}]));
        assert_eq!(carried["core_hours"], Value::Null);
        let card = read(&facts);
        assert_eq!(card["name"], "first");
        assert_eq!(card["generation"], 1);
        assert_eq!(card["date"], "2026-11-30");
        assert!(card["architecture"].as_str().expect("text").contains("128"));
        assert_eq!(card["positions"], 1_400);
        assert_eq!(card["held_out_positions"], 180);
        assert_eq!(card["training_loss"], 0.03);
        assert_eq!(card["held_out_loss"], Value::Null);
        assert_eq!(card["quantisation"]["mean"], 0.123);
        assert_eq!(card["core_hours"], 0.3333);
        assert_eq!(card["settings"]["seed"], "7");
        assert_eq!(
            card["games"],
            json!([{"name": "a", "played_with": {"soft_nodes": 80, "engine": {"commit": "c", "fingerprint": 5}}, "core_hours": 0.1235}])
        );
        let data = &card["data"][1];
        assert_eq!(data["file"], "a.rec");
        assert_eq!(data["sha256"], "00ff");
        assert_eq!(data["faults"], 1);
        let points = card["loss_curve"].as_array().expect("a list");
        assert_eq!(points.len(), 40);
        assert_eq!(points[0][0], 30);
        assert_eq!(points[39][0], 1_200);
    }
}
