//! The laboratory's commands as a user has them, killed at any moment among others.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn lab(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.current_dir(folder).arg("lab").args(words).stderr(Stdio::null());
    command
}

/// Fields of a JSON object that may not depend on luck.
fn facts(output: &[u8]) -> (String, serde_json::Value, serde_json::Value) {
    let value: serde_json::Value = serde_json::from_slice(output).expect("one JSON object");
    (value["digest"].as_str().expect("a digest").to_owned(), value["pairs"].clone(), value["is_complete"].clone())
}

#[test]
fn twenty_kills_lose_no_game_and_count_none_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = ["match", "assay,Hash=1", "assay,Hash=1,LateMoveReductions=false", "--nodes", "400", "--games", "160"];
    let words = [&words[..], &["--json", "--concurrency", "2", "--journal"]].concat();
    let undisturbed = lab(folder.path(), &[&words[..], &["whole.jsonl"]].concat()).output().expect("it runs");
    assert!(undisturbed.status.success(), "{undisturbed:?}");

    // Any number in the place of this one would do; it makes failures repeat.
    let mut random = 0x9e37_79b9_u64;
    let mut kills = 0;
    let resumed = [&words[..], &["killed.jsonl", "--resume"]].concat();
    while kills < 20 {
        let mut child = lab(folder.path(), &resumed).stdout(Stdio::piped()).spawn().expect("it starts");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(200 + (random >> 33) % 500));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
    }
    let finished = lab(folder.path(), &resumed).output().expect("it runs");
    assert_eq!(facts(&finished.stdout), facts(&undisturbed.stdout));
    let lines = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a journal").lines().count();
    assert_eq!((lines("killed.jsonl"), lines("whole.jsonl")), (161, 161));
}

#[test]
fn a_match_is_told_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let words =
        ["sprt", "assay,Hash=1", "abc", "--nodes", "300", "--games", "60", "--elo1", "200", "--pgn", "games.pgn"];
    let output = lab(folder.path(), &words).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let wanted =
        ["assay Hash=1 against abc: ", "won ", "Elo +", "pairs of 0, ½, 1, 1½, 2 points: ", "LLR ", "accepted"];
    assert!(wanted.iter().all(|part| text.contains(part)), "{text}");
    assert!(std::fs::read_to_string(folder.path().join("games.pgn")).expect("games").contains("[White \"abc\"]"));
}

#[test]
fn what_cannot_be_played_is_one_clear_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, expected) in [
        (&["match", "assay,Hsh=1", "abc"][..], "there is no option 'Hsh'"),
        (&["match", "/no/such/engine", "abc"], "/no/such/engine"),
        (&["match", "assay", "abc", "--openings", "nowhere.epd"], "nowhere.epd"),
        (&["match", "assay", "abc", "--syzygy", "nowhere"], "nowhere"),
        (&["sprt", "assay", "abc", "--elo0", "5", "--elo1", "1"], "--elo0 5 must be below --elo1 1"),
    ] {
        let output = lab(folder.path(), words).stderr(Stdio::piped()).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {text}");
        assert!(text.contains("error: ") && text.contains(expected), "{words:?}: {text}");
    }
}

#[test]
fn a_match_can_become_an_experiment_with_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    for folder in ["ledger/experiments", "docs"] {
        std::fs::create_dir_all(root.join(folder)).expect("made");
    }
    for (file, text) in [("ledger/results.jsonl", ""), ("ledger/pending.toml", "")] {
        std::fs::write(root.join(file), text).expect("written");
    }
    let git = |words: &[&str]| {
        let identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false"];
        let done = Command::new("git").current_dir(root).args(identity).args(words).output().expect("git");
        assert!(done.status.success(), "{words:?}: {done:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "a ledger"]);
    let question = "Is the large one the stronger one?";
    let words = ["sprt", "assay,Hash=1", "abc", "--nodes", "200", "--games", "40", "--elo1", "300"];
    let recorded = [&words[..], &["--record", "sizes", "--question", question]].concat();
    let output = lab(root, &recorded).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success() && text.contains("recorded as "), "{text}");
    let records = || std::fs::read_to_string(root.join("ledger/results.jsonl")).expect("records");
    let record: serde_json::Value = serde_json::from_str(&records()).expect("one record");
    let file = record["experiment"].as_str().expect("a file");
    assert!(file.starts_with("ledger/experiments/sizes-"), "{file}");
    assert!(std::fs::read_to_string(root.join(file)).expect("an experiment").contains(question));
    // Asked again, it knows.
    let again = lab(root, &recorded).output().expect("it runs");
    assert!(String::from_utf8_lossy(&again.stdout).contains("already recorded as "), "{again:?}");
    assert_eq!(records().lines().count(), 1);
    let wrong = lab(root, &[&words[..], &["--record", "two words"]].concat()).output().expect("it runs");
    assert_eq!(wrong.status.code(), Some(1));
}
