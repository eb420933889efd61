//! The committed ledger: true, and its pages up to date.

use std::fs;
use std::path::Path;

use lab::ledger::{Ledger, Places, Today, document, verify};

fn places() -> Places {
    Places::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

#[test]
fn it_contradicts_neither_itself_nor_the_defaults() {
    let places = places();
    let ledger = Ledger::read(&places.results()).expect("a ledger");
    let pending = verify::pending(&places.pending()).expect("a list");
    let findings = verify::check(&ledger, &places, &Today::new(), &pending);
    assert!(findings.failures.is_empty(), "{}", findings.text());
}

#[test]
fn its_pages_are_up_to_date() {
    let places = places();
    let ledger = Ledger::read(&places.results()).expect("a ledger");
    for (path, fresh) in document::pages(&ledger, &places, &Today::new()).expect("cards") {
        let text = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(text == fresh, "{} is stale: cargo run --release -- lab pages", path.display());
    }
}

#[test]
fn every_experiment_can_be_read() {
    let Ok(files) = fs::read_dir(places().experiments()) else { return };
    for file in files {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            lab::experiment::Experiment::read(&path, &path.display().to_string()).expect("an experiment");
        }
    }
}
