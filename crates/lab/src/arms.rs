//! What an arm's options mean to the search that is played in this process.
//!
//! Not a player: options that change no tree (threads, table size, overhead) are passed over here and set by whoever plays. Invariant: the
//! switches are those that the engine has after the same options.

use search::Preset;
use session::{Switches, techniques};

use crate::plan::{Contestant, Value};

/// The engine that has switches.
pub const OWN_ENGINE: &str = "assay";
/// Sets every option, so it goes before the others.
const PRESET: &str = "Preset";
/// The option for the table's size.
pub const HASH: &str = "Hash";

/// The table's size in mebibytes, if the arm says it.
#[must_use]
pub fn hash(arm: &Contestant) -> Option<u64> {
    match arm.option(HASH) {
        Some(Value::Spin(mebibytes)) => u64::try_from(*mebibytes).ok(),
        _ => None,
    }
}

/// The switches of an arm that is this engine; `None` of any other.
///
/// # Errors
/// When a preset, a switch or a parameter has no such value.
pub fn switches(arm: &Contestant) -> Result<Option<Switches>, String> {
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

/// Whether the arm plays with a technique; `None` of an engine that has no switches.
///
/// # Errors
/// When there is no such technique, or the arm's options are wrong.
pub fn plays_with(arm: &Contestant, technique: &str) -> Result<Option<bool>, String> {
    let Some(switches) = switches(arm)? else {
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
