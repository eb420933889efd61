//! Tunings: what is read, what is kept, and what comes of a kill.

use super::*;
use crate::ledger::Origin;
use crate::ledger::estimate::WARM_UP_GAMES;
use crate::ledger::testing::{Listener, report};
use crate::matches::Report;

const TEXT: &str = r#"
name = "margins"
iterations = 60
pairs = 2
seed = 5
r_end = 0.05
limit = { nodes = 500 }
openings = { random_plies = 8 }
options = { Hash = 1 }

[[parameters]]
name = "ReverseFutilityPruning.Margin"
c_end = 8.0

[[parameters]]
name = "Razoring.Margin"
c_end = 20.0
start = 300.0
"#;

fn tuning() -> Tuning {
    from_toml(TEXT, "test.toml").expect("a tuning")
}

/// Games won by whoever has the larger value of one parameter; stops before a match when it is told.
#[derive(Default)]
struct Climb {
    matches: usize,
    stops_at: Option<usize>,
    seeds: Vec<u64>,
}

impl Surroundings for Climb {
    fn play(&mut self, plan: &Plan, _: &Settings, _: &mut dyn Watcher) -> Result<Report, String> {
        if plan.games == WARM_UP_GAMES {
            return Ok(report(plan, &[2], ""));
        }
        if self.stops_at == Some(self.matches) {
            self.stops_at = None;
            return Ok(Report { is_complete: false, ..report(plan, &[2], "") });
        }
        self.matches += 1;
        self.seeds.push(plan.seed);
        let value = |arm: &Contestant| match &arm.options["Razoring.Margin"] {
            Value::Spin(value) => *value,
            other => panic!("{other}"),
        };
        let result = match value(&plan.arms[0]).cmp(&value(&plan.arms[1])) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Greater => 3,
        };
        Ok(report(plan, &[result], ""))
    }
    fn bench(&mut self, _: &Contestant) -> Result<Option<u64>, String> {
        Ok(None)
    }
    fn origin(&mut self) -> Result<Origin, String> {
        Err("not asked for".to_owned())
    }
    fn now(&mut self) -> String {
        String::new()
    }
}

fn arguments(root: &Path) -> Arguments {
    let file = root.join("margins.toml");
    fs::write(&file, TEXT).expect("written");
    let (state, journals) = (root.join("state.json"), root.join("journals"));
    Arguments { root: root.to_owned(), file, state, journals, workers: 1 }
}

fn run(arguments: &Arguments, climb: &mut Climb) -> (bool, String) {
    let mut out = Vec::new();
    let is_done = spsa(arguments, climb, &mut Listener::default(), &mut out).expect("played");
    (is_done, String::from_utf8(out).expect("text"))
}

#[test]
fn values_climb_and_a_kill_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut climb = Climb::default();
    let whole = arguments(folder.path());
    let (is_done, text) = run(&whole, &mut climb);
    assert!(is_done);
    let expected = fs::read_to_string(&whole.state).expect("a state");
    let state: State = serde_json::from_str(&expected).expect("a state");
    assert!(state.values[1] > 300.0, "{text}");
    assert_eq!((state.iteration, state.games, climb.matches), (60, 240, 60));
    let mut seeds = climb.seeds.clone();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 60, "other openings each time");

    let folder = tempfile::tempdir().expect("a folder");
    let cut = arguments(folder.path());
    for stops_at in [0, 1, 7, 59] {
        let done = climb_from(&cut);
        let mut climb = Climb { matches: done, stops_at: Some(stops_at), ..Climb::default() };
        let (is_done, text) = run(&cut, &mut climb);
        assert!(
            !is_done
                && text.ends_with(&format!("stopped after {stops_at} of 60 iterations; the same command goes on\n")),
            "{text}"
        );
    }
    let (is_done, again) = run(&cut, &mut Climb::default());
    assert!(is_done);
    assert_eq!(fs::read_to_string(&cut.state).expect("a state"), expected);
    assert_eq!(again.lines().rev().take(8).collect::<Vec<_>>(), text.lines().rev().take(8).collect::<Vec<_>>());
}

fn climb_from(arguments: &Arguments) -> usize {
    let state = fs::read_to_string(&arguments.state).ok();
    state.map_or(0, |text| serde_json::from_str::<State>(&text).expect("a state").iteration as usize)
}

#[test]
fn what_a_person_reads() {
    let tuning = tuning();
    let numbers = numbers(&tuning).expect("parameters");
    let state = State { identity: String::new(), iteration: 60, games: 240, values: vec![75.25, 310.5] };
    assert_eq!(
        line(&tuning, &state),
        "iteration 60 of 60: ReverseFutilityPruning.Margin 75.25, Razoring.Margin 310.50\n"
    );
    let text = result(&tuning, &numbers, &state);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "margins: 60 iterations, 240 games");
    assert_eq!(lines[2], "parameter                                     start        now   range");
    assert!(lines[4].starts_with("Razoring.Margin                              300.00     310.50   "), "{text}");
    assert_eq!(lines[6], "This is a proposal, not a result. As options of an arm, to be tested against the defaults:");
    assert_eq!(lines[8], "options = { \"ReverseFutilityPruning.Margin\" = 75, \"Razoring.Margin\" = 311 }");
}

#[test]
fn what_is_wrong_is_said() {
    for (from, to, message) in [
        ("Razoring.Margin", "Razoring.Margins", "Razoring.Margins: there is no such parameter"),
        ("Hash = 1", "Razoring = false", "Razoring.Margin: Razoring is off"),
        ("c_end = 20.0", "c_end = 0.1", "Razoring.Margin: c_end: 0.1 is not between"),
        ("start = 300.0", "start = -1e9", "Razoring.Margin: -1000000000 is outside"),
        ("start = 300.0", "min = 5.0\nmax = 4.0", "Razoring.Margin: 5 to 4 is no range inside"),
        ("\"Razoring.Margin\"", "\"reversefutilitypruning.margin\"", "reversefutilitypruning.margin is there twice"),
        ("pairs = 2", "pairs = 0", "without iterations, pairs and parameters"),
        ("r_end = 0.05", "r_end = 0.0", "r_end: 0 is not above 0"),
        ("\"margins\"", "\"../margins\"", "name: '../margins' is not one word"),
    ] {
        let text = TEXT.replace(from, to);
        assert_ne!(text, TEXT, "{from}");
        let tuning: Tuning = from_toml(&text, "x.toml").unwrap_or_else(|error| panic!("{error}"));
        let error = numbers(&tuning).expect_err(to);
        assert!(error.starts_with(message), "{error:?} does not start with {message:?}");
    }
    let error = from_toml::<Tuning>(&TEXT.replace("c_end = 8.0", "c_end = 8.0\ncend = 1.0"), "x.toml");
    assert!(error.expect_err("unknown").starts_with("x.toml:14:1: unknown field `cend`"));
}

#[test]
fn a_state_of_another_tuning_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = arguments(folder.path());
    let mut climb = Climb { stops_at: Some(2), ..Climb::default() };
    run(&arguments, &mut climb);
    fs::write(&arguments.file, TEXT.replace("seed = 5", "seed = 6")).expect("written");
    let error = spsa(&arguments, &mut climb, &mut Listener::default(), &mut Vec::new()).expect_err("another");
    assert!(error.ends_with("it belongs to another tuning; name another file, or remove it"), "{error}");
}

#[test]
fn coins_are_fair() {
    let ups = (0..2000).filter(|&iteration| coin(1, iteration, 0)).count();
    assert!((900..1100).contains(&ups), "{ups}");
    let same = (0..2000).filter(|&iteration| coin(1, iteration, 0) == coin(1, iteration, 1)).count();
    assert!((900..1100).contains(&same), "{same}");
}
