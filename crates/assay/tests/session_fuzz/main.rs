//! Broken conversations with Assay's process, judged by a second reader of the same lines: it lives, it answers each `go` once and with a
//! move that is legal where that `go` was asked, `isready` comes back in time, and it does not grow. Seeded.
//!
//! A third of the broken lines stand between a valid `position` and its `go`. `fuzz.rs` breaks bytes for both engines; this one knows the
//! position. The short run is part of the tests; the long one is
//! `ASSAY_FUZZ_LINES=100000 cargo test -p assay --test session_fuzz -- --nocapture`, with `ASSAY_FUZZ_SEED` for another one.

#[path = "../common/mod.rs"]
mod common;
mod lines;
mod witness;

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use common::{Engine, Random};
use lines::Lines;
use uci::{EngineMessage, GuiMessage};
use witness::{Asked, Witness};

const SEED: u64 = 0x00a5_5a11;
/// How long the short run may take, and what it must get done even on a busy machine.
const SHORT_RUN: Duration = Duration::from_secs(8);
const LEAST_LINES: usize = 1_500;
/// What is longer is skipped unread.
pub(crate) const LONGEST_LINE: usize = 4 << 20;
/// Far above what it takes, because other tests share the machine.
const READY_WITHIN: Duration = Duration::from_secs(5);
/// What the process may grow by after its first blocks: caches fill, queues shrink.
const GROWTH_MEBIBYTES: u64 = 48;
const WARM_UP_BLOCKS: usize = 20;

struct Conversation {
    engine: Engine,
    lines: Lines,
    witness: Witness,
    asked: VecDeque<Asked>,
    /// How many `readyok` are still to come.
    unready: usize,
    /// Text for people may come.
    inquired: bool,
    /// A line of the search that answers next has a score.
    scored: bool,
    slowest_ready: Duration,
    sent: usize,
    searches: usize,
    /// What this block said, to be shown if it ends badly.
    log: String,
}

impl Conversation {
    fn start(seed: u64) -> Self {
        let mut engine = Engine::start(&[]);
        engine.send("uci");
        let (said, _) = engine.until("uciok");
        let options = said.iter().filter_map(|line| match EngineMessage::parse(line).message {
            Some(EngineMessage::Option(option)) => Some(option),
            _ => None,
        });
        let options: Vec<_> = options.collect();
        let witness = Witness::new(options.clone());
        Conversation {
            engine,
            lines: Lines::new(Random(seed), options),
            witness,
            asked: VecDeque::new(),
            unready: 0,
            inquired: false,
            scored: false,
            slowest_ready: Duration::ZERO,
            sent: 0,
            searches: 0,
            log: String::new(),
        }
    }

    fn send(&mut self, line: &[u8]) {
        let _ = writeln!(self.log, "> {}", excerpt(&String::from_utf8_lossy(line)));
        if line.len() <= LONGEST_LINE {
            let is_ready = GuiMessage::parse(&String::from_utf8_lossy(line)).message == Some(GuiMessage::IsReady);
            self.unready += usize::from(is_ready);
            let asked = self.witness.hear(line);
            self.searches += usize::from(asked.is_some());
            self.asked.extend(asked);
        }
        self.engine.send_bytes(line);
        self.engine.send_bytes(b"\n");
    }

    fn broken(&mut self, count: usize) {
        for _ in 0..count {
            let line = self.lines.broken();
            self.send(&line);
            self.sent += 1;
        }
    }

    /// Judges what the engine said.
    fn hear(&mut self, said: &[String]) {
        for line in said {
            let _ = writeln!(self.log, "< {line}");
            assert!(!line.contains("panicked") && !line.contains("not legal here"), "{line}");
            let parsed = EngineMessage::parse(line);
            let Some(message) = parsed.message.filter(|message| message.to_string() == *line) else {
                assert!(self.inquired, "not a line of the protocol: {line:?}");
                continue;
            };
            match message {
                EngineMessage::Info(info) if info.score.is_some() => {
                    let asked = self.asked.front().unwrap_or_else(|| panic!("no go was asked: {line}"));
                    asked.check_line(&info);
                    self.scored = true;
                }
                EngineMessage::BestMove(best) => {
                    let asked = self.asked.pop_front().unwrap_or_else(|| panic!("no go was asked: {line}"));
                    asked.check_answer(&best);
                    assert!(self.scored, "no score before {line}");
                    self.scored = false;
                }
                EngineMessage::ReadyOk => {
                    self.unready = self.unready.checked_sub(1).expect("a readyok that nobody asked for");
                }
                EngineMessage::Text(_) => assert!(self.inquired, "not a line of the protocol: {line:?}"),
                _ => {}
            }
        }
    }

    fn ready(&mut self) {
        let begin = Instant::now();
        self.send(b"isready");
        while self.unready > 0 {
            let (said, _) = self.engine.until("readyok");
            self.hear(&said);
        }
        self.slowest_ready = self.slowest_ready.max(begin.elapsed());
    }

    fn hear_all_answers(&mut self) {
        while !self.asked.is_empty() {
            let (said, _) = self.engine.until("bestmove");
            self.hear(&said);
        }
    }

    /// Thirty broken lines, ten of them between `position` and `go`, and a last search in peace.
    fn block(&mut self) {
        self.log.clear();
        self.inquired = false;
        for inside in [3, 3, 4] {
            self.broken(4);
            let position = self.lines.position(self.witness.mode());
            self.send(position.as_bytes());
            self.broken(inside);
            let go = self.lines.go(self.witness.position(), self.witness.mode());
            self.send(go.as_bytes());
            self.broken(2);
            if let Some(inquiry) = self.lines.inquiry() {
                self.inquired = true;
                self.send(inquiry.as_bytes());
            }
            if self.lines.chance(3) {
                self.ready();
            }
        }
        self.broken(2);
        self.send(b"stop");
        self.ready();
        // Each but the last is stopped by the next, the last by `stop`: nothing piles up.
        self.hear_all_answers();
        let position = self.lines.position(self.witness.mode());
        self.send(position.as_bytes());
        // Whatever was typed was typed before this, and is answered before it.
        self.send(b"go depth 2");
        self.hear_all_answers();
    }
}

/// Where the test fails, the block that made it fail is what one wants to see.
impl Drop for Conversation {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("after {} broken lines:\n{}", self.sent, self.log);
        }
    }
}

fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(400).collect();
    if start.len() < text.len() { format!("{start:?}... {} bytes", text.len()) } else { format!("{start:?}") }
}

fn number_from(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn broken_lines_never_end_it_and_every_go_is_answered_with_a_legal_move() {
    let wanted = number_from("ASSAY_FUZZ_LINES").and_then(|lines| usize::try_from(lines).ok());
    let seed = number_from("ASSAY_FUZZ_SEED").unwrap_or(SEED);
    let begin = Instant::now();
    let mut talk = Conversation::start(seed);
    let (mut blocks, mut early) = (0, None);
    while wanted.map_or(begin.elapsed() < SHORT_RUN || talk.sent < LEAST_LINES, |lines| talk.sent < lines) {
        talk.block();
        blocks += 1;
        if blocks == WARM_UP_BLOCKS {
            early = talk.engine.resident_mebibytes();
        }
    }
    let late = talk.engine.resident_mebibytes();
    eprintln!(
        "seed {seed:#x}: {} broken lines, {} searches, {:?}; slowest readyok {:?}; memory {early:?} to {late:?} MB",
        talk.sent,
        talk.searches,
        begin.elapsed(),
        talk.slowest_ready
    );
    assert!(talk.slowest_ready < READY_WITHIN, "{:?}", talk.slowest_ready);
    if let (Some(early), Some(late)) = (early, late) {
        assert!(late <= early + GROWTH_MEBIBYTES, "{early} to {late} MB");
    }
    talk.engine.send("quit");
    assert_eq!(talk.engine.wait_for_end().code(), Some(0));
}
