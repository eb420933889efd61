//! The real binary at the other end of two pipes: `assay abc`, or `assay` itself.

#![allow(dead_code, unused_macros, reason = "each test binary uses its own part")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longest wait for anything; generous, because other tests share the machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Makes two tests of each function, one for each of the binary's engines.
macro_rules! both_engines {
    [$($name:ident),+ $(,)?] => {
        mod abc {
            $(#[test] fn $name() { super::$name(&["abc"]); })+
        }
        mod assay {
            $(#[test] fn $name() { super::$name(&[]); })+
        }
    };
}

pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_assay"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary starts");
        let output = child.stdout.take().expect("piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            // Split by hand: a stray CR must be seen.
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8(line).expect("UTF-8 on output")).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Engine { child, input, lines }
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("input still open").write_all(bytes).expect("the engine reads");
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The time from sending `line` to the first line that starts with `start`.
    pub(crate) fn time(&mut self, line: &str, start: &str) -> Duration {
        let begin = Instant::now();
        self.send(line);
        self.until(start);
        begin.elapsed()
    }

    /// Lines up to the first that starts with `start`, and the time they took.
    pub(crate) fn until(&mut self, start: &str) -> (Vec<String>, Duration) {
        let begin = Instant::now();
        let mut lines: Vec<String> = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("no {start} after {lines:?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return (lines, begin.elapsed());
            }
        }
    }

    /// Lines up to the first that ends with `end`.
    pub(crate) fn until_end(&mut self, end: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.ends_with(end)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("no {end} after {lines:?}"),
            }
        }
        lines
    }

    /// The best move of the answer that comes next.
    pub(crate) fn best_move(&mut self) -> String {
        best_move_of(&self.until("bestmove").0)
    }

    /// Everything said before `readyok`.
    pub(crate) fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let (mut lines, _) = self.until("readyok");
        lines.pop();
        lines
    }

    /// Whatever comes within `time`.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return lines,
            }
        }
    }

    /// Memory that the process holds, where the system tells.
    pub(crate) fn resident_mebibytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kibibytes: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(kibibytes >> 10)
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the process to end by itself; how it ended, how long it took and what it said meanwhile.
    pub(crate) fn wait(mut self) -> (ExitStatus, Duration, Vec<String>) {
        let begin = Instant::now();
        let status = self.wait_for_end();
        (status, begin.elapsed(), self.lines.iter().collect())
    }

    /// Waits for the process to end by itself.
    pub(crate) fn wait_for_end(&mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child process") {
                return status;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_micros(200));
        }
    }

    pub(crate) fn quit(mut self) {
        self.send("quit");
        let (status, ..) = self.wait();
        assert_eq!(status.code(), Some(0));
    }
}

pub(crate) fn best_move_of(lines: &[String]) -> String {
    let line = lines.last().map(String::as_str).unwrap_or_default();
    line.split(' ').nth(1).unwrap_or_default().to_owned()
}

pub(crate) fn errors(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info string ERROR ")).collect()
}

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}
