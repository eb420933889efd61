//! The state machine. See the crate's documentation for its rules.
//!
//! Not a parser and not a player: lines are read by `uci`, chess is the engine's.
//! Invariant: `running` is set exactly from a `go` until its `bestmove`, and while an inquiry is answered; `engine` is absent exactly
//! while a job runs.

use std::sync::Arc;
use std::time::Duration;

use uci::{
    BestMove, EngineMessage, GuiMessage, Identity, Info, OptionDescription, OptionValue, ParseError, Parsed, Position,
    is_reserved_option,
};

use crate::control::{Clock, Control};
use crate::engine::{Engine, Notice};
use crate::job::{Finished, Job, Task, guard};
use crate::queue::{Queue, Received};

/// What the session needs of its surroundings.
pub trait Host<E: Engine> {
    /// Sends one message to the GUI.
    fn send(&mut self, message: EngineMessage);

    /// Runs the job, now or later, here or elsewhere, and brings its reports and its result back to the session. Must return
    /// before it does so.
    fn spawn(&mut self, job: Job<E>);

    /// Sets one of the options that the session was told are the host's. `value` is of the declared type and in range.
    ///
    /// # Errors
    /// When the value cannot be used after all; the old value stays.
    fn set_option(&mut self, name: &str, _value: &OptionValue) -> Result<Vec<Notice>, crate::Error> {
        Err(crate::Error::new(format!("there is no option {name} here")))
    }
}

/// An engine and its conversation.
pub struct Session<E: Engine> {
    engine: Option<E>,
    clock: Arc<dyn Clock>,
    identity: Identity,
    /// What the surroundings can do, listed before what the engine can.
    host_options: Vec<OptionDescription>,
    options: Vec<OptionDescription>,
    unlisted: Vec<OptionDescription>,
    /// The last position the engine accepted, to restore it after a panic.
    position: Position,
    running: Option<Running>,
    queue: Queue,
    input_ended: bool,
    quit: bool,
}

/// The task the engine is at, or its answer is held back.
struct Running {
    control: Control,
    /// Typed by a person: only he ends it before its time.
    is_inquiry: bool,
    /// `stop` alone may release the answer.
    infinite: bool,
    /// The answer may not be sent yet.
    held: bool,
    /// The engine has come back.
    ended: bool,
    /// The answer to a `go`, once it has.
    best: Option<BestMove>,
}

impl<E: Engine> Session<E> {
    /// A session of a new engine.
    #[must_use]
    pub fn new(engine: E, clock: Arc<dyn Clock>) -> Self {
        let (identity, options, unlisted) = (engine.identity(), engine.options(), engine.unlisted_options());
        debug_assert!(
            options.iter().chain(&unlisted).all(OptionDescription::is_consistent),
            "{options:?} {unlisted:?}"
        );
        Session {
            engine: Some(engine),
            clock,
            identity,
            host_options: Vec::new(),
            options,
            unlisted,
            position: Position::default(),
            running: None,
            queue: Queue::default(),
            input_ended: false,
            quit: false,
        }
    }

    /// The same with options whose values [`Host::set_option`] gets instead of the engine.
    #[must_use]
    pub fn with_host_options(mut self, options: Vec<OptionDescription>) -> Self {
        debug_assert!(options.iter().all(OptionDescription::is_consistent), "{options:?}");
        self.host_options = options;
        self
    }

    /// Whether the conversation is over and the host should end it: after `quit` at once, after the end of input as soon as
    /// everything is answered.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.quit || (self.input_ended && self.running.is_none())
    }

    /// Whether a `go` waits for its `bestmove`.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_inquiry)
    }

    /// Whether what runs was asked for in a way that only `stop` and `quit` may cut short: an inquiry, or a search that a `wait`
    /// follows. Neither the next `go` nor the end of the input ends it.
    #[must_use]
    pub fn runs_to_its_end(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_inquiry) || self.is_waited_for()
    }

    /// Whether the `wait` of a script holds what follows the running search back.
    fn is_waited_for(&self) -> bool {
        let runs = self.running.as_ref().is_some_and(|running| !running.is_inquiry && !running.held);
        runs && self.queue.has_wait_before_go()
    }

    /// Takes one line from the GUI, read at `at` on the session's clock.
    pub fn line(&mut self, line: &str, at: Duration, host: &mut impl Host<E>) {
        let Parsed { message, error } = GuiMessage::parse(line);
        match message {
            Some(message) => self.receive(Received { message, error, at }, host),
            None => tell_error(host, error),
        }
    }

    /// Takes one message from the GUI, as [`line`](Session::line) does.
    pub fn message(&mut self, message: GuiMessage, at: Duration, host: &mut impl Host<E>) {
        self.receive(Received { message, error: None, at }, host);
    }

    /// Tells the user about a line that could not even be read.
    pub fn refuse_line(&mut self, reason: &str, host: &mut impl Host<E>) {
        tell(host, &Notice::Error(reason.to_owned()));
    }

    /// Takes a message of the running job.
    pub fn report(&mut self, message: EngineMessage, host: &mut impl Host<E>) {
        host.send(message);
    }

    /// Takes the result of the running job.
    pub fn finished(&mut self, finished: Finished<E>, host: &mut impl Host<E>) {
        let Finished { engine, best, notices, panic } = finished;
        self.engine = Some(engine);
        for notice in &notices {
            tell(host, notice);
        }
        if let Some(text) = &panic {
            let task = if best.is_some() { "search" } else { "inquiry" };
            tell(host, &Notice::Error(format!("the {task} panicked: {text}")));
        }
        if let Some(running) = &mut self.running {
            running.ended = true;
            running.best = best;
        }
        self.answer_if_released(host);
        if panic.is_some() {
            self.restore(host);
        }
        self.drain_if_idle(host);
    }

    /// The input has ended: stops and answers what runs and what waits.
    pub fn end_of_input(&mut self, host: &mut impl Host<E>) {
        self.input_ended = true;
        if !self.runs_to_its_end() {
            self.stop_running(host);
        }
        self.drain_if_idle(host);
    }

    fn receive(&mut self, mut received: Received, host: &mut impl Host<E>) {
        // A position's error waits with it: the engine may find an earlier fault in the list, and one line is enough.
        if !matches!(received.message, GuiMessage::Position(_)) {
            tell_error(host, received.error.take());
        }
        let go_waits = self.queue.has_go();
        match received.message {
            GuiMessage::Uci => self.introduce(host),
            GuiMessage::IsReady => host.send(EngineMessage::ReadyOk),
            GuiMessage::Debug(_) | GuiMessage::Register(_) => {}
            GuiMessage::Quit if self.quit_waits() => self.queue.push(received),
            GuiMessage::Quit => self.quit(),
            GuiMessage::PonderHit if go_waits => self.queue.push(received),
            // Whoever asked for the `go` cannot know that an inquiry has not ended: both end.
            GuiMessage::Stop if go_waits && !self.is_waited_for() => {
                self.queue.push(received);
                self.stop_running(host);
            }
            GuiMessage::Stop => self.stop_running(host),
            GuiMessage::PonderHit => self.ponder_hit(received.at, host),
            GuiMessage::Go(_) => {
                let stops = !self.runs_to_its_end();
                self.queue.push(received);
                if stops {
                    self.stop_running(host);
                }
            }
            GuiMessage::SetOption { .. }
            | GuiMessage::UciNewGame
            | GuiMessage::Position(_)
            | GuiMessage::Flip
            | GuiMessage::Wait
            | GuiMessage::Inquire(_) => self.queue.push(received),
        }
        self.drain_if_idle(host);
    }

    /// Whether a `quit` that comes now is meant for after a `wait`.
    fn quit_waits(&self) -> bool {
        let held = self.running.as_ref().is_none_or(|running| running.held);
        !held && self.queue.has_wait()
    }

    fn quit(&mut self) {
        self.quit = true;
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Takes what waits, in order, until a job runs.
    fn drain_if_idle(&mut self, host: &mut impl Host<E>) {
        while self.running.is_none() && !self.quit {
            let Some(received) = self.queue.pop() else {
                return;
            };
            match received.message {
                GuiMessage::Go(limits) => {
                    self.start(Task::Search(limits), received.at, host);
                    self.release_waiting(host);
                }
                GuiMessage::Inquire(inquiry) => self.start(Task::Inquiry(inquiry), received.at, host),
                GuiMessage::Flip => self.flip(host),
                GuiMessage::Quit => self.quit(),
                GuiMessage::SetOption { name, value } => {
                    self.set_option(&name, value.as_deref(), host);
                }
                GuiMessage::UciNewGame => {
                    self.call(host, |engine| {
                        engine.new_game();
                        Ok(Vec::new())
                    });
                }
                GuiMessage::Position(position) => self.set_position(position, received.error, host),
                _ => {}
            }
        }
    }

    /// Gives a search that has just left the queue the `stop` and `ponderhit` that waited behind it, up to the next `go` or `wait`. They
    /// stay in the queue: whoever comes to them later finds no search.
    fn release_waiting(&mut self, host: &mut impl Host<E>) {
        let (mut hit, mut ends, mut quits) = (None, false, false);
        for waiting in self.queue.iter() {
            match waiting.message {
                GuiMessage::Wait if self.runs_to_its_end() => break,
                GuiMessage::Go(_) | GuiMessage::Stop => ends = true,
                GuiMessage::Quit => quits = true,
                GuiMessage::PonderHit if hit.is_none() => hit = Some(waiting.at),
                _ => {}
            }
            if ends || quits {
                break;
            }
        }
        if let Some(at) = hit {
            self.ponder_hit(at, host);
        }
        if ends {
            self.stop_running(host);
        }
        if quits {
            self.quit();
        }
    }

    fn introduce(&self, host: &mut impl Host<E>) {
        host.send(EngineMessage::IdName(self.identity.name.clone()));
        host.send(EngineMessage::IdAuthor(self.identity.author.clone()));
        for option in self.host_options.iter().chain(&self.options) {
            host.send(EngineMessage::Option(option.clone()));
        }
        host.send(EngineMessage::UciOk);
    }

    fn start(&mut self, task: Task, at: Duration, host: &mut impl Host<E>) {
        let Some(engine) = self.engine.take() else {
            return;
        };
        let (is_inquiry, infinite, ponder) = match &task {
            Task::Search(limits) => (false, limits.is_infinite(), limits.ponder),
            Task::Inquiry(_) => (true, false, false),
        };
        let control = Control::new(Arc::clone(&self.clock), at, ponder);
        let held = (infinite || ponder) && !self.input_ended;
        if self.input_ended && (infinite || ponder || !(is_inquiry || self.queue.has_wait_before_go())) {
            control.stop();
        }
        let running = Running { control: control.clone(), is_inquiry, infinite, held, ended: false, best: None };
        self.running = Some(running);
        host.spawn(Job { engine, task, control });
    }

    fn stop_running(&mut self, host: &mut impl Host<E>) {
        if let Some(running) = &mut self.running {
            running.control.stop();
            running.held = false;
        }
        self.answer_if_released(host);
    }

    fn ponder_hit(&mut self, at: Duration, host: &mut impl Host<E>) {
        if let Some(running) = &mut self.running
            && running.control.is_pondering()
        {
            running.control.ponder_hit(at);
            running.held = running.infinite && running.held;
        }
        self.answer_if_released(host);
    }

    fn answer_if_released(&mut self, host: &mut impl Host<E>) {
        if let Some(Running { held: false, ended: true, best, .. }) = self.running {
            if let Some(best) = best {
                host.send(EngineMessage::BestMove(best));
            }
            self.running = None;
        }
    }

    fn flip(&mut self, host: &mut impl Host<E>) {
        let mut flipped = None;
        self.call(host, |engine| {
            flipped = engine.flipped();
            let refuse = || crate::Error::new("flip: this engine cannot exchange the colours");
            flipped.as_ref().map(|_| Vec::new()).ok_or_else(refuse)
        });
        if let Some(position) = flipped {
            self.set_position(position, None, host);
        }
    }

    fn set_option(&mut self, name: &str, text: Option<&str>, host: &mut impl Host<E>) {
        let mut options = self.host_options.iter().chain(&self.options).chain(&self.unlisted);
        let Some(option) = options.find(|option| option.is_named(name)) else {
            if !is_reserved_option(name) {
                let name = uci::excerpt(name);
                tell(host, &Notice::Error(format!("there is no option {name}")));
            }
            return;
        };
        match option.read(text) {
            Ok(value) if self.host_options.contains(option) => match host.set_option(&option.name, &value) {
                Ok(notices) => notices.iter().for_each(|notice| tell(host, notice)),
                Err(error) => tell(host, &Notice::Error(error.to_string())),
            },
            Ok(value) => {
                let name = option.name.clone();
                self.call(host, |engine| engine.set_option(&name, &value));
            }
            Err(reason) => tell(host, &Notice::Error(format!("{reason}; the old value stays"))),
        }
    }

    fn set_position(&mut self, position: Position, error: Option<ParseError>, host: &mut impl Host<E>) {
        if let Some(notices) = self.call(host, |engine| engine.set_position(&position)) {
            self.position = position;
            if !notices.iter().any(|notice| matches!(notice, Notice::Error(_))) {
                tell_error(host, error);
            }
        }
    }

    /// Calls the idle engine and tells what it has to say. The notices come back if it did what was asked.
    fn call(
        &mut self,
        host: &mut impl Host<E>,
        call: impl FnOnce(&mut E) -> Result<Vec<Notice>, crate::Error>,
    ) -> Option<Vec<Notice>> {
        let engine = self.engine.as_mut()?;
        match guard(|| call(engine)) {
            Ok(Ok(notices)) => {
                notices.iter().for_each(|notice| tell(host, notice));
                Some(notices)
            }
            Ok(Err(error)) => {
                tell(host, &Notice::Error(error.to_string()));
                None
            }
            Err(text) => {
                tell(host, &Notice::Error(format!("the engine panicked: {text}")));
                self.restore(host);
                None
            }
        }
    }

    /// Brings an engine that panicked back to a known state. What it says about that was said when it first accepted it.
    fn restore(&mut self, host: &mut impl Host<E>) {
        let (Some(engine), position) = (self.engine.as_mut(), &self.position) else {
            return;
        };
        let restored = guard(|| {
            engine.new_game();
            engine.set_position(position).is_ok()
        });
        if restored != Ok(true) {
            tell(host, &Notice::Error("the position could not be restored after the panic".to_owned()));
        }
    }
}

fn tell<E: Engine>(host: &mut impl Host<E>, notice: &Notice) {
    host.send(match notice {
        Notice::Info(text) => Info::text(text.clone()).into(),
        Notice::Error(text) => Info::text(format!("ERROR {text}")).into(),
    });
}

fn tell_error<E: Engine>(host: &mut impl Host<E>, error: Option<ParseError>) {
    if let Some(error) = error {
        tell(host, &Notice::Error(error.to_string()));
    }
}
