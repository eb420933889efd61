//! The page `docs/ledger.md`: what each technique is worth, for readers.
//!
//! Not a source: everything on it comes from the records, so it can be made again. Invariant: the same records and the same build give the
//! same bytes.

use std::fmt::Write as _;
use std::path::PathBuf;

use registry::Class;

use super::record::{Outcome, Record, limit_text};
use super::store::{Ledger, replace};
use super::today::{Known, Today};
use super::worth::{Measured, Worth, worths};
use super::{Places, chart, generations};

const HEAD: &str = "\
# The ledger

<!-- Generated from ledger/results.jsonl: cargo run --release -- lab pages -->

What each technique of this engine is worth, measured by the engine against itself. The first player has the technique, the second has not;
everything else is equal. Anyone can play the same games again: `assay lab verify` does.

![Worth of each technique](ledger.svg)

How to read it:

- **Worth** is normalised Elo ± half of its 95 % interval: the difference in units of a game's spread, which does not depend on how many games
  are drawn. Behind it stands ordinary Elo.
- **At fixed nodes** both players search equally many positions: it tells whether the technique searches the right ones, not what it costs in
  time. **Against the clock** tells both together. Clocks here count the processor time of the searching thread.
- **accepted**: the sequential test was passed, the technique gains. **rejected**: the whole 95 % interval lies below 0, it loses.
  **unresolved**: the games played do not tell; the default is what is usual among engines, and that is all that supports it.
- A test that was passed overstates the gain a little: it stops when luck and worth agree.
- **stale**: the technique or the network has changed since.
- The figures do not add up. Techniques help and hinder each other, so what all of them are worth together is not the sum of what each is
  worth when it alone is missing.
- Nothing is left out: what was measured and lost stays here.
";

/// The page.
#[must_use]
pub fn page(ledger: &Ledger, today: &Today) -> String {
    let worths = worths(ledger, today);
    let measured = today.techniques.iter().filter(|known| worths.contains_key(&known.name)).count();
    let mut text = HEAD.to_owned();
    let _ = write!(text, "\nMeasured so far: {measured} of {} techniques.\n", today.techniques.len());
    for class in Class::ALL {
        let rows = today.techniques.iter().filter(|known| known.class == class);
        let rows: Vec<String> = rows.map(|known| row(known, worths.get(&known.name))).collect();
        if !rows.is_empty() {
            let _ = write!(text, "\n## {class}\n\n{COLUMNS}{}", rows.concat());
        }
    }
    let is_shown = |record: &Record| {
        let worth = record.technique.as_ref().and_then(|name| worths.get(name));
        worth.is_some_and(|worth| worth.all().any(|measured| measured.record == *record))
    };
    let earlier: Vec<&Record> =
        ledger.records.iter().filter(|record| !is_other(record, today) && !is_shown(record)).collect();
    if !earlier.is_empty() {
        let _ = write!(text, "\n## Earlier records\n\n{OTHER_COLUMNS}");
        earlier.iter().for_each(|record| text.push_str(&other_row(record)));
    }
    let others: Vec<&Record> = ledger.records.iter().filter(|record| is_other(record, today)).collect();
    if !others.is_empty() {
        let _ = write!(text, "\n## Other experiments\n\n{OTHER_COLUMNS}");
        others.iter().for_each(|record| text.push_str(&other_row(record)));
    }
    text
}

const COLUMNS: &str = "\
| technique | at fixed nodes | against the clock | games | date | verdict | default |
|---|---|---|---|---|---|---|
";

const OTHER_COLUMNS: &str = "\
| experiment | limit | worth | games | date | verdict |
|---|---|---|---|---|---|
";

/// A match of no technique, or of one that is no more.
fn is_other(record: &Record, today: &Today) -> bool {
    record.technique.as_ref().is_none_or(|name| today.technique(name).is_none())
}

fn row(known: &Known, worth: Option<&Worth>) -> String {
    let default = if known.default_on { "on" } else { "off" };
    let name = format!("[{0}](techniques.md#{1})", known.name, known.name.to_ascii_lowercase());
    let Some((worth, deciding)) = worth.and_then(|worth| Some((worth, worth.deciding()?))) else {
        return format!("| {name} |  |  |  |  | not measured | {default} |\n");
    };
    let both = || worth.all();
    let list = |texts: Vec<String>| texts.join("; ");
    let games = list(both().map(|measured| measured.record.games().to_string()).collect());
    let date = both().map(|measured| measured.record.day()).max().unwrap_or_default();
    let cell = |measured: &Option<Measured>| measured.as_ref().map(worth_cell).unwrap_or_default();
    format!(
        "| {name} | {} | {} | {games} | {date} | {} | {default} |\n",
        cell(&worth.at_nodes),
        cell(&worth.against_clock),
        verdict(deciding.verdict()),
    )
}

fn worth_cell(measured: &Measured) -> String {
    let stale = if measured.stale.is_some() { ", stale" } else { "" };
    format!("{}, {}{stale}", worth_text(&measured.record), limit_text(measured.record.limit))
}

pub(super) fn worth_text(record: &Record) -> String {
    let conclusions = &record.conclusions;
    format!("**{}** (Elo {})", conclusions.normalised_elo.text(), conclusions.elo.text())
}

pub(super) fn verdict(outcome: Outcome) -> String {
    match outcome {
        Outcome::Unresolved => outcome.word().to_owned(),
        Outcome::Accepted | Outcome::Rejected => format!("**{}**", outcome.word()),
    }
}

fn other_row(record: &Record) -> String {
    let file = record.experiment.rsplit('/').next().unwrap_or_default();
    let name = file.strip_suffix(".toml").unwrap_or(file);
    format!(
        "| [{name}](../{}) | {} | {} | {} | {} | {} |\n",
        record.experiment,
        limit_text(record.limit),
        worth_text(record),
        record.games(),
        record.day(),
        verdict(record.conclusions.verdict),
    )
}

/// Every generated page with its place.
///
/// # Errors
/// When the card of a network is missing or cannot be read.
pub fn pages(ledger: &Ledger, places: &Places, today: &Today) -> Result<Vec<(PathBuf, String)>, String> {
    let networks = generations::page(ledger, places)?.map(|text| (places.networks_page(), text));
    let mut pages = vec![(places.page(), page(ledger, today)), (places.chart(), chart::svg(ledger, today))];
    pages.extend(networks);
    Ok(pages)
}

/// `assay lab pages`: writes the pages that are not as they should be.
///
/// # Errors
/// When the ledger or a card cannot be read whole, or a file not be written.
pub fn write_pages(places: &Places, today: &Today) -> Result<(), String> {
    let ledger = Ledger::read(&places.results())?;
    if let Some(fault) = ledger.faults.first() {
        return Err(fault.clone());
    }
    for (path, text) in pages(&ledger, places, today)? {
        if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            replace(&path, &text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::testing::{clock_record, record, today};

    fn ledger() -> Ledger {
        let stale = Record { revision: Some(0), ..record("Razoring", [40, 80, 140, 99, 41]) };
        let joint = Record { technique: None, revision: None, ..record("joint", [32, 82, 127, 106, 53]) };
        let clock = clock_record("ProbCut", [50, 100, 130, 82, 38]);
        let records = vec![record("NullMovePruning", [32, 82, 127, 106, 153]), stale, clock, joint];
        Ledger { records, faults: Vec::new() }
    }

    #[test]
    fn what_a_reader_sees() {
        let page = page(&ledger(), &today());
        let tables = page.strip_prefix(HEAD).expect("the introduction");
        assert_eq!(tables, include_str!("../../tests/pages/tables.md"));
        for promise in ["do not add up", "Nothing is left out", "**unresolved**: the games played do not tell"] {
            assert!(HEAD.replace('\n', " ").contains(promise), "{promise}");
        }
    }

    #[test]
    fn a_record_that_another_one_hides_is_listed() {
        let mut ledger = ledger();
        assert!(!page(&ledger, &today()).contains("## Earlier records"));
        ledger.records.push(record("NullMovePruning", [0, 0, 4, 1, 0]));
        let page = page(&ledger, &today());
        let (_, earlier) = page.split_once("\n## Earlier records\n").expect("listed");
        assert!(earlier.contains("| [NullMovePruning](../ledger/experiments/NullMovePruning.toml) | 2000 nodes |"));
        assert!(earlier.contains("| 10 |"), "{earlier}");
    }

    #[test]
    fn an_empty_ledger_says_what_is_owed() {
        let page = page(&Ledger::default(), &today());
        assert!(page.contains("\nMeasured so far: 0 of 4 techniques.\n"), "{page}");
        assert_eq!(page.matches("| not measured | on |\n").count(), 3, "{page}");
        assert!(!page.contains("Other experiments"), "{page}");
    }

    #[test]
    fn pages_are_written_from_a_whole_ledger_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let places = Places::new(folder.path());
        crate::ledger::store::append(&places.results(), &ledger().records[0]).expect("appended");
        write_pages(&places, &today()).expect("written");
        let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("a page");
        assert!(read(places.page()).contains("Measured so far: 1 of 4"));
        assert!(read(places.chart()).starts_with("<svg "));
        std::fs::write(places.results(), "{").expect("written");
        assert!(write_pages(&places, &today()).expect_err("a cut line").contains("results.jsonl:1: "));
    }
}
