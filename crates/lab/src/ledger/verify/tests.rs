//! Ledgers that hold and ledgers that do not.

use super::*;
use crate::experiment::tests::TEXT;
use crate::ledger::conduct::{Conducted, Sitting, conduct};
use crate::ledger::store::sealed;
use crate::ledger::testing::{Listener, MadeUp, record, today};
use crate::networks;

/// A folder with a ledger of one record of null-move pruning, which the made-up games accepted.
struct Fixture {
    folder: tempfile::TempDir,
    made_up: MadeUp,
    today: Today,
}

const FILE: &str = "ledger/experiments/x.toml";

fn fixture() -> Fixture {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    fs::create_dir_all(root.join("ledger/experiments")).expect("made");
    fs::write(root.join(FILE), TEXT).expect("written");
    fs::write(root.join("ledger/pending.toml"), "Killers = \"a\"\nRazoring = \"b\"\n").expect("written");
    let sitting = Sitting { places: Places::new(root), workers: 1, journals: root.join("journals"), again: false };
    let mut made_up = MadeUp::new(&[3, 2]);
    made_up.benches.insert("without".to_owned(), 3000);
    let experiment = Experiment::parse(TEXT, FILE).expect("an experiment");
    let conducted = conduct(&experiment, FILE, &sitting, &mut made_up, &mut Listener::default());
    assert!(matches!(conducted, Ok(Conducted::Recorded(_))), "{conducted:?}");
    made_up.played.clear();
    let shipped = networks::network_hash(&eval::nnue::Network::shipped());
    Fixture { folder, made_up, today: Today { shipped, ..today() } }
}

impl Fixture {
    fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Changes the one record.
    fn change(&self, change: impl FnOnce(&mut Record)) {
        let path = Places::new(self.root()).results();
        let mut record = Ledger::read(&path).expect("a ledger").records.remove(0);
        change(&mut record);
        fs::write(&path, sealed(&record).expect("a line").1).expect("written");
    }

    fn verify(&mut self, change: impl FnOnce(&mut Arguments)) -> (bool, String) {
        let root = self.root().to_owned();
        let mut arguments =
            Arguments { root, release: false, replay: Replay::Nothing, at_most: None, rebuild: false, workers: 1 };
        change(&mut arguments);
        let mut out = Vec::new();
        let is_well = verify(&arguments, &self.today, &mut self.made_up, &mut Listener::default(), &mut out);
        (is_well.expect("a ledger"), String::from_utf8(out).expect("text"))
    }
}

#[test]
fn a_good_ledger_passes_and_says_what_was_checked() {
    let mut fixture = fixture();
    let (is_well, text) = fixture.verify(|arguments| arguments.replay = Replay::FirstPairs);
    assert!(is_well, "{text}");
    assert_eq!(
        text,
        "note: Killers is on by default without a record: a\n\
         note: Razoring is on by default without a record: b\n\
         1 record: 0 stale, 1 played again with the same games, 0 failures\n"
    );
    let (is_well, text) = fixture.verify(|arguments| arguments.replay = Replay::Everything);
    assert!(is_well && text.contains("1 played again"), "{text}");
    assert_eq!(fixture.made_up.played, [(16, false), (3000, true)]);
}

#[test]
fn a_release_wants_nothing_stale_and_nothing_pending() {
    let mut fixture = fixture();
    let (is_well, text) = fixture.verify(|arguments| arguments.release = true);
    assert!(!is_well && text.contains("FAILED: pending.toml at a release: Killers\n"), "{text}");
    fixture.today.techniques[1].revision = 2;
    let (is_well, text) = fixture.verify(|_| {});
    assert!(is_well && text.contains("stale: record ") && text.contains("now at 2\n1 record: 1 stale"), "{text}");
    let (_, text) = fixture.verify(|arguments| arguments.release = true);
    assert!(text.contains("FAILED: stale at a release: record "), "{text}");
}

#[test]
fn other_games_are_found_and_another_program_is_not_asked() {
    let mut fixture = fixture();
    fixture.made_up.salt = "x".to_owned();
    let (is_well, text) = fixture.verify(|arguments| arguments.replay = Replay::FirstPairs);
    assert!(!is_well && text.contains(": played again, the games are others\n"), "{text}");
    fixture.made_up.benches.insert("without".to_owned(), 3001);
    let (is_well, text) = fixture.verify(|arguments| arguments.replay = Replay::FirstPairs);
    assert!(is_well && text.contains("0 played again"), "{text}");
    assert!(
        text.contains(
            "note: 1 made by a program that searches another tree or tells other scores: --rebuild plays them"
        ),
        "{text}"
    );
    fixture.made_up.benches.insert("without".to_owned(), 3000);
    let (is_well, text) = fixture.verify(|arguments| {
        (arguments.replay, arguments.at_most) = (Replay::FirstPairs, Some(0));
    });
    assert!(is_well && text.contains(" and older records were not played again\n"), "{text}");
}

#[test]
fn a_program_that_tells_other_scores_is_another() {
    let mut fixture = fixture();
    let (_, text) = fixture.verify(|arguments| arguments.replay = Replay::FirstPairs);
    assert!(text.contains("1 played again"), "{text}");
    // Records from before scores were told in a unit of their own.
    fixture.change(|record| record.told_as_100 = None);
    let (is_well, text) = fixture.verify(|arguments| arguments.replay = Replay::FirstPairs);
    assert!(
        is_well && text.contains("note: 1 made by a program that searches another tree or tells other scores: "),
        "{text}"
    );
}

#[test]
fn forged_counts_are_found_by_the_games() {
    let mut fixture = fixture();
    fixture.change(|record| {
        let pairs = record.pairs.map(|count| count + count % 2);
        let (kept, new) = (record.clone(), super::super::testing::record("NullMovePruning", pairs));
        *record = Record { pairs, wins: new.wins + 1, draws: new.draws - 2, losses: new.losses + 1, ..kept };
        record.conclusions = new.conclusions;
    });
    let (_, text) = fixture.verify(|arguments| arguments.replay = Replay::Everything);
    assert!(text.contains("played again, the games are the same and their counts are others"), "{text}");

    let mut fixture = self::fixture();
    fixture.change(|record| record.prefix_pairs = Some([8, 0, 0, 0, 0]));
    let (is_well, text) = fixture.verify(|arguments| arguments.replay = Replay::FirstPairs);
    assert!(!is_well && text.contains("the counts of the first pairs are others"), "{text}");
    // Records of the first days have no such counts.
    fixture.change(|record| record.prefix_pairs = None);
    assert!(fixture.verify(|arguments| arguments.replay = Replay::FirstPairs).0);
}

#[test]
fn what_cannot_be_rebuilt_is_said() {
    let mut fixture = fixture();
    let (is_well, text) = fixture.verify(|arguments| arguments.rebuild = true);
    assert!(is_well && text.contains(": not played again: git worktree add"), "{text}");
}

fn replace_pairs(old: &mut Record, pairs: [u64; 5]) {
    let (identity, experiment) = (old.identity.clone(), old.experiment.clone());
    *old = Record { identity, experiment, ..record("NullMovePruning", pairs) };
}

#[test]
fn faults_of_records_are_found() {
    type Change = fn(&mut Record);
    let changes: [(Change, &str); 12] = [
        (|record| record.wins += 2, "won, drawn and lost, but"),
        (|record| record.conclusions.verdict = Outcome::Unresolved, "the verdict is unresolved"),
        (|record| record.technique = Some("Nonsense".to_owned()), "there is no technique Nonsense"),
        (|record| record.revision = Some(7), "are not those of the experiment"),
        (|record| record.experiment = "ledger/experiments/y.toml".to_owned(), "ledger/experiments/y.toml: "),
        (|record| record.identity = "0".repeat(64), "the experiment's file is another now"),
        (|record| record.hash = [Some(8), Some(16)], "the tables' sizes are not those"),
        (|record| record.bench = [None; 2], "the bench of an arm is missing"),
        (|record| record.prefix_digest = None, "belongs to games that repeat"),
        (|record| record.digest = "?".to_owned(), "the digest is not 64"),
        (|record| replace_pairs(record, [0, 1, 5, 1, 0]), "14 games, and neither the test nor the cap ended them"),
        (|record| replace_pairs(record, [400, 300, 400, 300, 400]), "3600 games, more than the cap of 3000"),
    ];
    for (change, message) in changes {
        let mut fixture = fixture();
        fixture.change(change);
        let (is_well, text) = fixture.verify(|_| {});
        assert!(!is_well && text.contains(message), "{message}: {text}");
    }
}

#[test]
fn a_cut_line_fails() {
    let mut fixture = fixture();
    let path = Places::new(fixture.root()).results();
    let mut bytes = fs::read(&path).expect("a file");
    bytes.extend_from_slice(b"{\"id\":\"0123");
    fs::write(&path, bytes).expect("written");
    let (is_well, text) = fixture.verify(|_| {});
    assert!(!is_well && text.contains("results.jsonl:2: the line is cut"), "{text}");
}

#[test]
fn defaults_follow_the_verdicts_unless_somebody_says_why() {
    let loss = [50, 60, 100, 30, 10];
    let gain = [10, 30, 100, 60, 50];
    let findings = |records: &[Record], pending: &str| {
        let ledger = Ledger { records: records.to_vec(), faults: Vec::new() };
        let pending: BTreeMap<String, String> = from_toml(pending, "pending.toml").expect("a table");
        let mut findings = Findings::default();
        let (today, worths) = (today(), worths(&ledger, &today()));
        for known in &today.techniques {
            check_default(known, worths.get(&known.name), pending.get(&known.name), &mut findings);
        }
        findings
    };
    let others = "Killers = \"a\"\nNullMovePruning = \"b\"\n";
    let on = record("Razoring", loss);
    let off = record("ProbCut", gain);
    let why = ", and pending.toml does not say why";
    assert_eq!(findings(&[], others).failures, [format!("Razoring is on by default without a record{why}")]);
    let found = findings(&[on.clone(), off.clone()], others);
    assert_eq!(
        found.failures,
        [
            format!("Razoring was rejected and is on by default{why}"),
            format!("ProbCut was accepted and is off by default{why}")
        ]
    );
    let found = findings(&[on.clone(), off], &format!("{others}Razoring = \"soon\"\nProbCut = \"slow\"\n"));
    assert_eq!(found.failures, Vec::<String>::new());
    assert!(found.notes.contains(&"ProbCut was accepted and is off by default: slow".to_owned()), "{found:?}");
    let stale = Record { revision: Some(0), ..on };
    assert_eq!(findings(&[stale], others).failures, Vec::<String>::new());
    let unresolved = record("Razoring", [10, 20, 40, 20, 10]);
    let found = findings(&[unresolved], &format!("{others}Razoring = \"soon\"\n"));
    assert_eq!(found.failures, Vec::<String>::new());
    let note = "pending.toml: nothing is pending for Razoring; its line can go";
    assert!(found.notes.iter().any(|text| text == note), "{found:?}");
}

#[test]
fn pending_names_are_techniques() {
    let mut fixture = fixture();
    let path = fixture.root().join("ledger/pending.toml");
    fs::write(&path, "Killers = \"a\"\nRazoring = \"b\"\nNonsense = \"c\"\n").expect("written");
    let (is_well, text) = fixture.verify(|_| {});
    assert!(!is_well && text.contains("FAILED: pending.toml: there is no technique Nonsense\n"), "{text}");
    fs::write(&path, "Killers = 3\n").expect("written");
    assert!(pending(&path).expect_err("no text").contains("pending.toml:1:11: "));
    assert_eq!(pending(Path::new("/nowhere/pending.toml")), Ok(BTreeMap::new()));
}
