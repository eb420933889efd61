//! A test engine that misbehaves on demand, and a conversation with it over real pipes and threads.

use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use session::{Control, Engine, Error, Notice, Root};
use uci::{Base, BestMove, Identity, Info, Limits, MoveText, OptionDescription, OptionValue, Position, Score};

/// Searches until it is told to stop, or as the FEN (a word, not a position) says: `panic` panics, `deaf` ignores stop for
/// ten seconds, `quick` answers at once.
pub(crate) struct Moody {
    mood: String,
}

impl Moody {
    pub(crate) fn new() -> Self {
        Moody { mood: String::new() }
    }
}

fn mv(text: &str) -> MoveText {
    text.parse().expect("test data")
}

impl Engine for Moody {
    fn identity(&self) -> Identity {
        Identity { name: "Moody".into(), author: "Nobody".into() }
    }

    fn options(&self) -> Vec<OptionDescription> {
        Vec::new()
    }

    fn set_option(&mut self, _: &str, _: &OptionValue) -> Result<Vec<Notice>, Error> {
        Ok(Vec::new())
    }

    fn new_game(&mut self) {}

    fn set_position(&mut self, position: &Position) -> Result<Vec<Notice>, Error> {
        self.mood = match &position.base {
            Base::StartPosition => String::new(),
            Base::Fen(fen) => fen.clone(),
        };
        assert_ne!(self.mood, "panic-set", "planted while setting up");
        Ok(Vec::new())
    }

    fn root(&self) -> Root {
        Root { legal_moves: vec![mv("e2e4"), mv("d2d4")], in_check: false }
    }

    fn search(&mut self, limits: &Limits, control: &Control, report: &mut dyn FnMut(Info)) -> BestMove {
        report(Info { depth: Some(1), score: Some(Score::centipawns(1)), pv: vec![mv("d2d4")], ..Info::default() });
        assert_ne!(self.mood, "panic", "planted");
        let patience = if self.mood == "deaf" { Duration::from_secs(10) } else { Duration::ZERO };
        let movetime = limits.movetime.map(Duration::from_millis);
        loop {
            let out_of_time = !control.is_pondering() && movetime.is_some_and(|limit| control.time_used() >= limit);
            let told = control.should_stop() || self.mood == "quick" || out_of_time;
            if told && control.elapsed() >= patience {
                break;
            }
            thread::sleep(Duration::from_micros(50));
        }
        BestMove { best: Some(mv("d2d4")), ponder: None }
    }
}

pub(crate) struct Talk {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    server: JoinHandle<()>,
}

impl Talk {
    pub(crate) fn new() -> Self {
        let (engine_input, input) = std::io::pipe().expect("a pipe");
        let (output, engine_output) = std::io::pipe().expect("a pipe");
        let server = thread::spawn(move || {
            engine::serve(Moody::new(), engine_input, engine_output).expect("threads can be had");
        });
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Talk { input: Some(input), lines, server }
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input still open");
        // The engine may have ended; the test finds out by what it answers.
        let _ = input.write_all(bytes);
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
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(5));
            let line = line.unwrap_or_else(|_| panic!("no {start} after {lines:?}"));
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return (lines, begin.elapsed());
            }
        }
    }

    pub(crate) fn assert_silent(&mut self, time: Duration) {
        let line = self.lines.recv_timeout(time);
        assert!(line.is_err(), "unexpected {line:?}");
    }

    /// The input's writing end, to be kept open.
    pub(crate) fn take_input(&mut self) -> Option<PipeWriter> {
        self.input.take()
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end; all that was said until then, and the time it took.
    pub(crate) fn wait(self) -> (Vec<String>, Duration) {
        let begin = Instant::now();
        self.server.join().expect("serve does not panic");
        let time = begin.elapsed();
        (self.lines.iter().collect(), time)
    }
}

pub(crate) fn median(mut samples: Vec<Duration>) -> Duration {
    samples.sort();
    samples[samples.len() / 2]
}
