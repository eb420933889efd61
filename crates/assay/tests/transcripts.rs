//! What hosts send, as files in `transcripts/`, replayed to the real process.
//!
//! `> line` is sent. `< pattern` waits for a line that matches (`*` any text, `?` one character); lines of information may come before
//! it, but `uciok`, `readyok` and `bestmove` come only where they are expected. `~ N` hears no `bestmove` for N milliseconds.
//! No host may be told of an error for what it normally sends.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Engine, errors};

/// Answers that a host waits for: one too many is as bad as one too few.
const ANSWERS: [&str; 3] = ["uciok", "readyok", "bestmove "];

fn matches(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.first(), text.first()) {
        (None, None) => true,
        (Some(b'*'), _) => matches(&pattern[1..], text) || (!text.is_empty() && matches(pattern, &text[1..])),
        (Some(b'?'), Some(_)) => matches(&pattern[1..], &text[1..]),
        (Some(wanted), Some(found)) => wanted == found && matches(&pattern[1..], &text[1..]),
        _ => false,
    }
}

fn is_answer(line: &str) -> bool {
    ANSWERS.iter().any(|answer| line.starts_with(answer))
}

struct Replay {
    engine: Engine,
    place: String,
}

impl Replay {
    fn check(&self, said: &[String]) {
        assert_eq!(errors(said), [""; 0], "{}", self.place);
        for line in said {
            let known = ["id ", "option ", "info "].iter().any(|start| line.starts_with(start)) || is_answer(line);
            assert!(known, "{}: not a line of the protocol: {line:?}", self.place);
        }
    }

    fn expect(&mut self, pattern: &str) {
        loop {
            let (said, _) = self.engine.until("");
            self.check(&said);
            let line = &said[0];
            if matches(pattern.as_bytes(), line.as_bytes()) {
                return;
            }
            assert!(!is_answer(line), "{}: {line} instead of {pattern}", self.place);
        }
    }

    fn quiet(&mut self, milliseconds: &str) {
        let time = milliseconds.parse().unwrap_or_else(|_| panic!("{}: {milliseconds}", self.place));
        let said = self.engine.listen(Duration::from_millis(time));
        self.check(&said);
        assert!(!said.iter().any(|line| is_answer(line)), "{}: {said:?}", self.place);
    }

    fn end(self) {
        let (status, _, said) = self.engine.wait();
        assert_eq!(status.code(), Some(0), "{}", self.place);
        assert!(!said.iter().any(|line| is_answer(line)), "{}: {said:?}", self.place);
        assert_eq!(errors(&said), [""; 0], "{}", self.place);
    }
}

fn replay(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut replay = Replay { engine: Engine::start(&[]), place: String::new() };
    for (index, line) in text.lines().enumerate() {
        replay.place = format!("{}:{}", path.display(), index + 1);
        match line.split_once(' ').unwrap_or((line, "")) {
            (">", sent) => replay.engine.send(sent),
            ("<", pattern) => replay.expect(pattern),
            ("~", milliseconds) => replay.quiet(milliseconds),
            ("#" | "", _) => {}
            _ => panic!("{}: not a line of a transcript: {line}", replay.place),
        }
    }
    assert!(text.ends_with("> quit\n"), "{}: a transcript ends with quit", path.display());
    replay.end();
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder that can be read").path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_host_is_answered_and_told_of_no_error() {
    let paths = transcripts();
    // One host each: none may get lost.
    assert!(paths.len() >= 13, "{paths:?}");
    for path in paths {
        replay(&path);
    }
}

#[test]
fn patterns_match_as_described() {
    for (pattern, text, expected) in [
        ("bestmove *", "bestmove e2e4 ponder e7e5", true),
        ("bestmove e8?8*", "bestmove e8h1", false),
        ("info * pv e8?8*", "info depth 2 pv e8g8 h1h2", true),
        ("readyok", "readyok ", false),
        ("*", "", true),
    ] {
        assert_eq!(matches(pattern.as_bytes(), text.as_bytes()), expected, "{pattern}: {text}");
    }
}
