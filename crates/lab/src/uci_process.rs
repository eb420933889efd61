//! A UCI program as a player.
//!
//! *What it is:* it starts the program, sets its options, asks it for moves, and says what went wrong in the program's own words.
//!
//! *What it is not:* no judge: whether a move is legal and whether it came in time is the game's to see. What it cannot reach is a process
//! that has left the program's group.
//!
//! *Invariant:* nothing that a program does or leaves undone makes a call last longer than the patience it was given and two seconds; after a
//! fault the program is gone, and the next game begins with a new one.

mod lines;
mod program;

use std::io;
use std::time::{Duration, Instant};

use uci::{EngineMessage, GuiMessage, MoveText, OptionDescription, OptionKind, Score, one_line};

use crate::plan::{Contestant, Value};
use crate::player::{Fault, FaultKind, Player, Request, Thought};
use program::{Heard, Program};

/// For `uciok` and for `readyok`. Large tables and networks take their time.
const PATIENCE: Duration = Duration::from_secs(10);
/// For the answer to `stop` of an engine that has lost already.
const AFTER_STOP: Duration = Duration::from_secs(1);
/// Characters of a line that a fault repeats.
const QUOTED: usize = 200;
/// Warnings kept.
const MOST_WARNINGS: usize = 20;
const CHESS960: &str = "UCI_Chess960";

/// A program that plays.
#[derive(Debug)]
pub struct UciProcess {
    contestant: Contestant,
    patience: Duration,
    /// `None` after a fault.
    program: Option<Program>,
    identity: Option<String>,
    options: Vec<OptionDescription>,
    is_chess960: bool,
    warnings: Vec<String>,
}

impl UciProcess {
    /// Starts the program and sets its options.
    ///
    /// # Errors
    /// When it cannot be started, does not answer, or declares that an option cannot have the value.
    pub fn start(contestant: &Contestant) -> Result<Self, Fault> {
        Self::start_with(contestant, PATIENCE)
    }

    fn start_with(contestant: &Contestant, patience: Duration) -> Result<Self, Fault> {
        let mut process = UciProcess {
            contestant: contestant.clone(),
            patience,
            program: None,
            identity: None,
            options: Vec::new(),
            is_chess960: false,
            warnings: Vec::new(),
        };
        process.restart()?;
        Ok(process)
    }

    /// Ends the program, if it runs, and starts it anew.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn restart(&mut self) -> Result<(), Fault> {
        self.program = None;
        let Contestant { engine, arguments, .. } = &self.contestant;
        let started = Program::start(engine, arguments);
        self.program =
            Some(started.map_err(|error| Fault::new(FaultKind::Crash, format!("cannot start {engine}: {error}")))?);
        self.is_chess960 = false;
        self.identity = None;
        self.options.clear();
        self.introduce()?;
        self.set_options()?;
        self.wait_until_ready()
    }

    /// The program's own name.
    #[must_use]
    pub fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    /// What whoever runs the match should know, each thing once.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn warn(&mut self, text: String) {
        if self.warnings.len() < MOST_WARNINGS && !self.warnings.contains(&text) {
            self.warnings.push(text);
        }
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.say("uci\n")?;
        let until = Instant::now() + self.patience;
        while let Some((line, _)) = self.listen(until)? {
            match EngineMessage::parse(&line).message {
                Some(EngineMessage::UciOk) => return Ok(()),
                Some(EngineMessage::IdName(name)) => self.identity = Some(name),
                Some(EngineMessage::Option(option)) => self.options.push(option),
                _ => {}
            }
        }
        Err(self.hangs(format!("no uciok within {:?}", self.patience)))
    }

    fn set_options(&mut self) -> Result<(), Fault> {
        for (name, value) in self.contestant.options.clone() {
            if name.eq_ignore_ascii_case(CHESS960) {
                self.warn(format!("option {CHESS960}: set by what is played, not by the plan"));
                continue;
            }
            let declared = self.options.iter().find(|option| option.is_named(&name));
            let message = match declared.map(|option| set_declared(option, &value)) {
                Some(Ok(message)) => message,
                Some(Err(reason)) => {
                    self.program = None;
                    return Err(Fault::new(FaultKind::Crash, reason));
                }
                None => {
                    self.warn(format!("option {name}: not declared by {}, sent all the same", self.contestant.name));
                    Some(set(&name, &value.to_string()))
                }
            };
            if let Some(message) = message {
                self.say(&format!("{message}\n"))?;
            }
        }
        Ok(())
    }

    /// Also passes over whatever was said before, a best move that comes late included.
    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.say("isready\n")?;
        let until = Instant::now() + self.patience;
        while let Some((line, _)) = self.listen(until)? {
            if EngineMessage::parse(&line).message == Some(EngineMessage::ReadyOk) {
                return Ok(());
            }
        }
        Err(self.hangs(format!("no readyok within {:?}", self.patience)))
    }

    fn prepare(&mut self, is_chess960: bool) -> Result<(), Fault> {
        if self.is_chess960 != is_chess960 {
            if !self.options.iter().any(|option| option.is_named(CHESS960)) {
                self.warn(format!("option {CHESS960}: not declared by {}, sent all the same", self.contestant.name));
            }
            self.say(&format!("{}\n", set(CHESS960, if is_chess960 { "true" } else { "false" })))?;
            self.is_chess960 = is_chess960;
        }
        self.say("ucinewgame\n")?;
        self.wait_until_ready()
    }

    fn say(&mut self, lines: &str) -> Result<(), Fault> {
        let said = self.program.as_mut().map(|program| program.say(lines));
        match said {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                Err(self.hangs("it does not read what it is told".to_owned()))
            }
            // It is gone, or has closed its input.
            Some(Err(_)) => Err(self.crashes("")),
            None => Err(not_running()),
        }
    }

    /// The next line and when it came; `None` if none came in time.
    fn listen(&mut self, until: Instant) -> Result<Option<(String, Instant)>, Fault> {
        match self.program.as_mut().map(|program| program.listen(until)) {
            Some(Heard::Line(line, at)) => Ok(Some((line, at))),
            Some(Heard::Nothing) => Ok(None),
            Some(Heard::End(rest)) => Err(self.crashes(&rest)),
            None => Err(not_running()),
        }
    }

    /// Ends what is left of a program that says nothing more. `rest` is what it began to say.
    fn crashes(&mut self, rest: &str) -> Fault {
        let mut words = self.program.take().map_or_else(String::new, |mut program| program.post_mortem());
        if !rest.trim().is_empty() {
            words.push_str("; it was saying: ");
            words.push_str(&quoted(rest));
        }
        Fault::new(FaultKind::Crash, words)
    }

    /// Ends a program that does not answer.
    fn hangs(&mut self, words: String) -> Fault {
        if let Some(mut program) = self.program.take() {
            program.end(Duration::ZERO);
        }
        Fault::new(FaultKind::Hang, words)
    }

    /// Ends a program that has not answered `go`. That it would have tells a slow engine from a dead one.
    fn gives_no_move(&mut self, patience: Duration) -> Fault {
        let words = format!("no bestmove within {patience:?}");
        if let Err(fault) = self.say("stop\n") {
            return fault;
        }
        let until = Instant::now() + AFTER_STOP;
        loop {
            match self.listen(until) {
                Ok(Some((line, _))) if answer(&line).is_some() => {
                    return self.hangs(format!("{words}; told to stop, it said: {}", quoted(&line)));
                }
                Ok(Some(_)) => {}
                Ok(None) => return self.hangs(format!("{words}, nor when told to stop")),
                Err(fault) => return self.hangs(format!("{words}; told to stop, {}", fault.text)),
            }
        }
    }
}

impl Player for UciProcess {
    fn name(&self) -> &str {
        &self.contestant.name
    }

    fn new_game(&mut self, is_chess960: bool) -> Result<(), Fault> {
        if self.program.is_some() {
            match self.prepare(is_chess960) {
                // Its last game was played to the end; this one has not begun.
                Err(Fault { kind: FaultKind::Crash, text }) => {
                    self.warn(format!("{}, between two games: {text}", self.contestant.name));
                }
                other => return other,
            }
        }
        self.restart()?;
        self.prepare(is_chess960)
    }

    fn discard(&mut self) {
        self.program = None;
    }

    fn think(&mut self, request: &Request<'_>) -> Result<Thought, Fault> {
        if let Some(program) = &mut self.program {
            program.forget();
        }
        let asked = Instant::now();
        self.say(&format!("position {}\ngo{}\n", request.position, request.limits))?;
        // A patience without end would be later than any moment that can be named.
        let until = asked.checked_add(request.patience).unwrap_or(asked + Duration::from_secs(1 << 30));
        let mut view = View::default();
        while let Some((line, at)) = self.listen(until)? {
            match answer(&line) {
                Some(Ok(mv)) => return Ok(view.thought(mv, at.saturating_duration_since(asked))),
                Some(Err(fault)) => {
                    self.program = None;
                    return Err(fault);
                }
                None => view.take(&line),
            }
        }
        Err(self.gives_no_move(request.patience))
    }
}

/// What an engine has told of its search so far.
#[derive(Debug, Default)]
struct View {
    score: Option<Score>,
    depth: Option<u32>,
    nodes: u64,
}

impl View {
    fn take(&mut self, line: &str) {
        let Some(EngineMessage::Info(info)) = EngineMessage::parse(line).message else {
            return;
        };
        if let Some(nodes) = info.nodes {
            self.nodes = nodes;
        }
        if let Some(score) = info.score.filter(|_| info.multipv.is_none_or(|rank| rank <= 1)) {
            self.score = Some(score);
            self.depth = info.depth;
        }
    }

    fn thought(&self, mv: MoveText, time: Duration) -> Thought {
        Thought { mv, score: self.score, depth: self.depth, nodes: self.nodes, time }
    }
}

/// The move of a `bestmove` line, or what is wrong with it; `None` for any other line.
fn answer(line: &str) -> Option<Result<MoveText, Fault>> {
    let is_answer = line.split_ascii_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("bestmove"));
    let fault = |kind| Err(Fault::new(kind, quoted(line)));
    is_answer.then(|| match EngineMessage::parse(line).message {
        // To readers in other languages the line would end here.
        _ if line.contains('\0') => fault(FaultKind::IllegalMove),
        Some(EngineMessage::BestMove(answer)) => match answer.best {
            Some(mv) if !mv.is_null() => Ok(mv),
            _ => fault(FaultKind::NoMove),
        },
        _ => fault(FaultKind::IllegalMove),
    })
}

fn set(name: &str, value: &str) -> GuiMessage {
    GuiMessage::SetOption { name: one_line(name), value: Some(one_line(value)) }
}

/// What sets a declared option; `None` for a button that is not to be pressed.
fn set_declared(option: &OptionDescription, value: &Value) -> Result<Option<GuiMessage>, String> {
    let text = value.to_string();
    option.read(Some(&text))?;
    Ok(match option.kind {
        OptionKind::Button if *value == Value::Check(false) => None,
        OptionKind::Button => Some(GuiMessage::SetOption { name: option.name.clone(), value: None }),
        OptionKind::String { .. } if text.is_empty() => Some(set(&option.name, "<empty>")),
        _ => Some(set(&option.name, &text)),
    })
}

/// The beginning of a line, fit to be part of another.
fn quoted(line: &str) -> String {
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => one_line(&line[..end]) + "…",
        None => one_line(line),
    }
}

fn not_running() -> Fault {
    Fault::new(FaultKind::Crash, "it is not running")
}

#[cfg(all(test, unix))]
mod tests;
