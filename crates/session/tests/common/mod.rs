//! A fake engine and a host that runs jobs when the test says so: conversations without threads and without time.

#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use session::{Chances, Clock, Control, Engine, Error, Finished, Host, Job, Notice, Root, Session};
use uci::{
    Base, BestMove, EngineMessage, Identity, Info, Inquiry, Limits, MoveText, OptionDescription, OptionValue, Position,
    Score, ScoreValue, WinDrawLoss,
};

pub(crate) fn mv(text: &str) -> MoveText {
    text.parse().expect("test data")
}

/// A clock that moves when told.
#[derive(Default)]
pub(crate) struct TestClock(AtomicU64);

impl TestClock {
    pub(crate) fn set(&self, milliseconds: u64) {
        self.0.store(milliseconds, Ordering::Relaxed);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }
}

/// What the fake says in its searches depends on the FEN, which is a word here and not a position:
/// `mate` and `stalemate` have no moves, `panic` panics in the search, `panic-late` after a report, `panic-root` and
/// `panic-set` where the name says, `illegal` answers with an illegal move, `bad` is refused, `rights` is noticed.
pub(crate) struct Fake {
    pub(crate) position: String,
    pub(crate) moves: usize,
    pub(crate) level: i64,
    pub(crate) loud: bool,
    pub(crate) searches: u64,
}

impl Default for Fake {
    fn default() -> Self {
        Fake { position: "startpos".into(), moves: 0, level: 0, loud: false, searches: 0 }
    }
}

impl Engine for Fake {
    fn identity(&self) -> Identity {
        Identity { name: "Fake".into(), author: "Nobody".into() }
    }

    fn options(&self) -> Vec<OptionDescription> {
        vec![
            OptionDescription::spin("Level", 1, 0, 20),
            OptionDescription::check("Loud Mode", false),
            OptionDescription::button("Panic"),
            OptionDescription::string("File", ""),
        ]
    }

    fn unlisted_options(&self) -> Vec<OptionDescription> {
        vec![OptionDescription::spin("Hidden", 0, 0, 7)]
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<Vec<Notice>, Error> {
        match (name, value) {
            ("Level" | "Hidden", OptionValue::Spin(level)) => self.level = *level,
            ("Loud Mode", OptionValue::Check(on)) => self.loud = *on,
            ("Panic", _) => panic!("button pressed"),
            ("File", OptionValue::String(name)) if name == "missing" => {
                return Err(Error::new("File missing: no such file"));
            }
            ("File", OptionValue::String(name)) => {
                return Ok(vec![Notice::Info(format!("File {name} loaded"))]);
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    fn new_game(&mut self) {
        self.searches = 0;
    }

    fn set_position(&mut self, position: &Position) -> Result<Vec<Notice>, Error> {
        let name = match &position.base {
            Base::StartPosition => "startpos",
            Base::Fen(fen) => fen,
        };
        if name == "bad" {
            return Err(Error::new("FEN bad: no kings"));
        }
        self.position = name.to_owned();
        assert_ne!(name, "panic-set", "while setting up");
        let legal = position.moves.iter().position(|text| text.as_str() == "a1a1");
        self.moves = legal.unwrap_or(position.moves.len());
        Ok(match legal {
            Some(index) => vec![Notice::Error(format!("move {} of the list is illegal: a1a1", index + 1))],
            None if name == "rights" => vec![Notice::Info("castling rights KQ dropped".into())],
            None => Vec::new(),
        })
    }

    fn root(&self) -> Root {
        assert_ne!(self.position, "panic-root", "at the root");
        let legal_moves = match self.position.as_str() {
            "mate" | "stalemate" => Vec::new(),
            _ => vec![mv("e2e4"), mv("d2d4"), mv("g1f3")],
        };
        Root { legal_moves, in_check: self.position == "mate" }
    }

    fn search(&mut self, limits: &Limits, control: &Control, report: &mut dyn FnMut(Info)) -> BestMove {
        assert_ne!(self.position, "panic", "in the search");
        self.searches += 1;
        let best = limits.search_moves.first().copied().unwrap_or(mv("d2d4"));
        let facts = format!(
            "position={} moves={} level={} stop={} ponder={} used={} elapsed={} searches={}",
            self.position,
            self.moves,
            self.level,
            control.should_stop(),
            control.is_pondering(),
            control.time_used().as_millis(),
            control.elapsed().as_millis(),
            self.searches,
        );
        report(Info {
            depth: Some(1),
            score: Some(Score::centipawns(0)),
            pv: vec![best],
            string: Some(facts),
            ..Info::default()
        });
        assert_ne!(self.position, "panic-late", "after a report");
        if self.position == "illegal" {
            return BestMove { best: Some(mv("a1a8")), ponder: None };
        }
        BestMove { best: Some(best), ponder: Some(mv("e7e5")) }
    }

    fn chances(&self) -> Option<Chances> {
        self.loud.then_some(|score| match score.value {
            ScoreValue::Centipawns(value) => WinDrawLoss { win: 400, draw: 350, loss: 250 + value.unsigned_abs() },
            ScoreValue::Mate(_) => unreachable!("the fake finds no mates"),
        })
    }

    fn answer(&mut self, inquiry: &Inquiry, control: &Control, say: &mut dyn FnMut(String)) -> Result<(), Error> {
        assert_ne!(self.position, "panic-answer", "at {inquiry}");
        if matches!(inquiry, Inquiry::Bench { .. }) {
            return Err(Error::new(format!("this engine has no answer to {inquiry}")));
        }
        say(format!("{inquiry} at {}, stop={}", self.position, control.should_stop()));
        Ok(())
    }

    fn flipped(&self) -> Option<Position> {
        let flipped = Base::Fen(format!("flipped-{}", self.position));
        (self.position != "flipless").then(|| Position { base: flipped, moves: Vec::new() })
    }
}

#[derive(Default)]
pub(crate) struct TestHost {
    pub(crate) sent: VecDeque<String>,
    pub(crate) job: Option<Job<Fake>>,
    /// The value of the host's own option.
    pub(crate) lamp: String,
}

impl Host<Fake> for TestHost {
    fn send(&mut self, message: EngineMessage) {
        self.sent.push_back(message.to_string());
    }

    fn spawn(&mut self, job: Job<Fake>) {
        assert!(self.job.is_none(), "two searches at once");
        self.job = Some(job);
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<Vec<Notice>, Error> {
        match value {
            OptionValue::String(text) if text == "broken" => Err(Error::new(format!("{name}: broken"))),
            OptionValue::String(text) => {
                self.lamp = text.clone();
                Ok(vec![Notice::Info(format!("{name} is {text}"))])
            }
            _ => panic!("{name} is a string"),
        }
    }
}

pub(crate) struct Talk {
    pub(crate) session: Session<Fake>,
    pub(crate) host: TestHost,
    pub(crate) clock: Arc<TestClock>,
}

impl Talk {
    pub(crate) fn new() -> Self {
        let clock = Arc::new(TestClock::default());
        Talk { session: Session::new(Fake::default(), clock.clone()), host: TestHost::default(), clock }
    }

    /// Sends a line; the answers that come at once, joined by `|`.
    pub(crate) fn say(&mut self, line: &str) -> String {
        let now = self.clock.now();
        self.session.line(line, now, &mut self.host);
        self.answers()
    }

    /// Ends the running search; the answers, joined by `|`.
    pub(crate) fn run(&mut self) -> String {
        let job = self.host.job.take().expect("a search runs");
        let mut reports = Vec::new();
        let finished: Finished<Fake> = job.run(&mut |info| reports.push(info));
        for info in reports {
            self.session.report(info, &mut self.host);
        }
        self.session.finished(finished, &mut self.host);
        self.answers()
    }

    pub(crate) fn end_of_input(&mut self) -> String {
        self.session.end_of_input(&mut self.host);
        self.answers()
    }

    fn answers(&mut self) -> String {
        Vec::from(std::mem::take(&mut self.host.sent)).join("|")
    }
}
