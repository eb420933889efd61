//! What an arm's options mean to the search that is played in this process.
//!
//! Not a player: options that change no tree (threads, table size, overhead) are passed over here and set by whoever plays. Invariant: the
//! switches are those that the engine has after the same options.

use std::path::Path;
use std::sync::Arc;

use eval::nnue::Network;
use search::{Options, Preset, TableError};
use session::{Switches, techniques};

use crate::experiment::sha256;
use crate::plan::{Contestant, Value};

/// The engine that has switches.
pub const OWN_ENGINE: &str = "assay";
/// Sets every option, so it goes before the others.
const PRESET: &str = "Preset";
/// The option for the table's size.
pub const HASH: &str = "Hash";

/// The option for the network's file.
pub const EVAL_FILE: &str = "EvalFile";
/// Digits of its SHA-256 in the name of a network's file.
pub const NETWORK_DIGITS: usize = 12;
/// What the name of a network's file ends with.
pub const NETWORK_ENDING: &str = ".nnue";

/// The table's size in mebibytes, if the arm says it.
#[must_use]
pub fn hash(arm: &Contestant) -> Option<u64> {
    match arm.option(HASH) {
        Some(Value::Spin(mebibytes)) => u64::try_from(*mebibytes).ok(),
        _ => None,
    }
}

/// The switches of an arm that is this engine, with the network that it plays with; `None` of any other.
///
/// # Errors
/// When a preset, a switch or a parameter has no such value, or the network's file cannot be used.
pub fn switches(arm: &Contestant) -> Result<Option<Switches>, String> {
    let mut switches = switches_alone(arm)?;
    if let (Some(switches), Some(file)) = (&mut switches, network_file(arm)) {
        switches.search.network = load(&file).map_err(|error| format!("{}: {error}", arm.name))?;
    }
    Ok(switches)
}

/// The network in a file, which must be the one that the file's name says; the shipped one where none is named.
///
/// # Errors
/// When it cannot be read, is none, or is another.
pub fn load(file: &str) -> Result<Arc<Network>, String> {
    if file.trim().is_empty() {
        return Ok(Network::shipped());
    }
    let network = engine::read_network(Path::new(file))?;
    match digits(file).filter(|digits| !network_hash(&network).starts_with(digits)) {
        Some(digits) => Err(format!("{file} is another network: its SHA-256 does not begin with {digits}")),
        None => Ok(Arc::new(network)),
    }
}

/// The same without opening a file.
fn switches_alone(arm: &Contestant) -> Result<Option<Switches>, String> {
    if arm.engine != OWN_ENGINE {
        return Ok(None);
    }
    let mut switches = Switches::default();
    if let Some(value) = arm.option(PRESET) {
        let name = value.to_string();
        let preset = Preset::ALL.into_iter().find(|preset| preset.name().eq_ignore_ascii_case(&name));
        let preset = preset.ok_or_else(|| format!("{}: there is no preset {name}", arm.name))?;
        switches.search = preset.options();
    }
    for (name, value) in &arm.options {
        if techniques::get(&switches, name).is_some() {
            let set = techniques::set(&mut switches, name, &value.to_string());
            set.map_err(|error| format!("{}: {error}", arm.name))?;
        }
    }
    Ok(Some(switches))
}

/// The file of the network that an arm plays with, if it names one.
#[must_use]
pub fn network_file(arm: &Contestant) -> Option<String> {
    arm.option(EVAL_FILE).map(Value::to_string).filter(|file| !file.trim().is_empty())
}

/// The SHA-256 of a network's file.
#[must_use]
pub fn network_hash(network: &Network) -> String {
    sha256(&network.to_bytes())
}

/// The name of a file for a network, by which its content is known.
#[must_use]
pub fn file_name_of(label: &str, network: &Network) -> String {
    format!("{label}-{}{NETWORK_ENDING}", &network_hash(network)[..NETWORK_DIGITS])
}

/// Whether the arm plays with the shipped network.
///
/// # Errors
/// When the arm's options are wrong.
pub fn plays_shipped(arm: &Contestant) -> Result<bool, String> {
    let plays = switches_alone(arm)?.is_some_and(|switches| switches.search.eval.network.on);
    Ok(plays && network_file(arm).is_none())
}

/// The digits of its own hash in a file's name, `LABEL-0123456789ab.nnue`, if it has them.
#[must_use]
pub fn digits(file: &str) -> Option<&str> {
    let name = file.strip_suffix(NETWORK_ENDING)?;
    let (_, digits) = name.rsplit_once('-')?;
    let is_hash =
        digits.len() == NETWORK_DIGITS && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then_some(digits)
}

/// Depth of the searches that tell one build from another, and their table in mebibytes: moments, where the standard bench takes seconds.
const FINGERPRINT: (u32, usize) = (8, 1);

/// What tells a build with these options from one that searches another tree: nodes of a small bench.
///
/// # Errors
/// When the memory cannot be had.
pub fn fingerprint(options: &Options) -> Result<u64, TableError> {
    let (depth, mebibytes) = FINGERPRINT;
    search::bench::run(options, mebibytes, depth, &mut |_, _, _| {}, &mut || false)
}

/// Whether the arm plays with a technique; `None` of an engine that has no switches.
///
/// # Errors
/// When there is no such technique, or the arm's options are wrong.
pub fn plays_with(arm: &Contestant, technique: &str) -> Result<Option<bool>, String> {
    let Some(switches) = switches_alone(arm)? else {
        return Ok(None);
    };
    match techniques::get(&switches, technique) {
        Some(registry::Value::Switch(on)) => Ok(Some(on)),
        _ => Err(format!("there is no technique {technique}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arm(options: &[(&str, Value)]) -> Contestant {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Contestant { name: "arm".to_owned(), engine: OWN_ENGINE.to_owned(), arguments: Vec::new(), options }
    }

    #[test]
    fn options_are_switches_whatever_their_order_and_capitals() {
        let options = [
            ("Hash", Value::Spin(8)),
            ("LateMoveReductions", Value::Check(false)),
            ("preset", Value::Text("Kirin".to_owned())),
            ("razoring", Value::Check(true)),
            ("Razoring.MaxDepth", Value::Spin(2)),
        ];
        let arm = arm(&options);
        let switches = switches(&arm).expect("right options").expect("this engine");
        let search = switches.search.search;
        assert!(!search.late_move_reductions.on && search.razoring.on && search.see_ordering.on);
        assert!(!search.futility_pruning.on, "off in the preset, on by default");
        assert_eq!((search.razoring.max_depth, hash(&arm)), (2, Some(8)));
        assert_eq!(plays_with(&arm, "Razoring"), Ok(Some(true)));
        assert_eq!(plays_with(&arm, "LateMoveReductions"), Ok(Some(false)));
    }

    #[test]
    fn a_network_is_the_one_that_the_file_name_says() {
        let folder = tempfile::tempdir().expect("a folder");
        let shipped = Network::shipped();
        let file = |name: &str| folder.path().join(name).display().to_string();
        let (right, wrong) = (file(&file_name_of("a", &shipped)), file("a-0123456789ab.nnue"));
        let named = |file: &str| switches(&arm(&[(EVAL_FILE, Value::Text(file.to_owned()))]));
        assert!(named(&right).expect_err("no file").starts_with("arm: "));
        for file in [&right, &wrong] {
            std::fs::write(file, shipped.to_bytes()).expect("written");
        }
        assert_eq!(named(&right).expect("a network").expect("ours").search.network, shipped);
        assert!(named(&wrong).expect_err("another").ends_with("does not begin with 0123456789ab"));
        assert_eq!((digits("a-0123456789AB.nnue"), digits("a.nnue"), digits("a-0123456789ab")), (None, None, None));
    }

    #[test]
    fn the_shipped_network_plays_where_it_is_asked_for_and_no_file_is_named() {
        let on = ("Network", Value::Check(true));
        let file = (EVAL_FILE, Value::Text("nowhere-0123456789ab.nnue".to_owned()));
        assert_eq!(plays_shipped(&arm(std::slice::from_ref(&on))), Ok(true));
        assert_eq!(plays_shipped(&arm(&[on, file.clone()])), Ok(false));
        assert_eq!(plays_shipped(&arm(&[("Network", Value::Check(false)), file])), Ok(false));
        assert_eq!(plays_shipped(&Contestant { engine: "stockfish".to_owned(), ..arm(&[]) }), Ok(false));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |name, value| switches(&arm(&[(name, value)])).expect_err("wrong");
        assert_eq!(error("Preset", Value::Text("None".to_owned())), "arm: there is no preset None");
        assert_eq!(error("Razoring", Value::Spin(1)), "arm: Razoring: 1 is neither true nor false");
        assert!(plays_with(&arm(&[]), "Nonsense").is_err());
    }

    #[test]
    fn other_engines_have_no_switches() {
        let other = Contestant { engine: "stockfish".to_owned(), ..arm(&[]) };
        assert_eq!((switches(&other), plays_with(&other, "Razoring")), (Ok(None), Ok(None)));
        assert!(!other.is_in_process() && arm(&[]).is_in_process());
    }
}
