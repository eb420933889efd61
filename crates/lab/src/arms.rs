//! What an arm's options mean to the search that is played in this process.
//!
//! Not a player: options that change no tree (threads, table size, overhead) are passed over here and set by whoever plays. Invariant: the
//! switches are those that the engine has after the same options.

use eval::EvenChance;
use search::{Options, Preset, TableError};
use session::{Switches, techniques};

use crate::networks;
use crate::plan::{Contestant, Value};

/// The engine that has switches.
pub const OWN_ENGINE: &str = "assay";
/// Sets every option, so it goes before the others.
const PRESET: &str = "Preset";
/// The option for the table's size.
pub const HASH: &str = "Hash";

/// The option for the network's file.
pub const EVAL_FILE: &str = "EvalFile";
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
        switches.search.network = networks::load(&file).map_err(|error| format!("{}: {error}", arm.name))?;
    }
    Ok(switches)
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

/// Whether the arm plays with the shipped network.
///
/// # Errors
/// When the arm's options are wrong.
pub fn plays_shipped(arm: &Contestant) -> Result<bool, String> {
    let plays = switches_alone(arm)?.is_some_and(|switches| switches.search.eval.network.on);
    Ok(plays && network_file(arm).is_none())
}

/// What each arm tells as 100 centipawns, in the unit of its evaluation; of another engine, a hundred.
///
/// # Errors
/// When an arm's options are wrong.
pub fn told_as_100(arms: &[Contestant; 2]) -> Result<[f64; 2], String> {
    let [first, second] = [switches_alone(&arms[0])?, switches_alone(&arms[1])?];
    Ok([first, second].map(|own| own.map_or(HUNDRED, |own| EvenChance::of(&own.search.eval).value())))
}

/// A hundred centipawns that mean what they say.
pub const HUNDRED: f64 = 100.0;

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
    fn what_is_told_depends_on_the_evaluation() {
        let off = arm(&[("Network", Value::Check(false))]);
        let other = Contestant { engine: "stockfish".to_owned(), ..arm(&[]) };
        let told = |first: &Contestant, second: &Contestant| told_as_100(&[first.clone(), second.clone()]);
        let [network, rich] = told(&arm(&[]), &off).expect("right options");
        assert!((network - EvenChance::NETWORK.value()).abs() < 1e-9 && rich != network, "{network} {rich}");
        assert_eq!(told(&other, &off), Ok([HUNDRED, rich]));
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
