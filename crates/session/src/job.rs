//! One search or inquiry, ready to be run anywhere: on another thread, or in place.
//!
//! Not a thread: the host decides where [`Job::run`] is called.
//! Invariant: `run` gives the engine back, with a legal move where there is one, whatever the search does short of ending the
//! process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use uci::{BestMove, Bound, EngineMessage, Info, Inquiry, Limits, MoveText, Score, WinDrawLoss};

use crate::control::Control;
use crate::engine::{Engine, Notice, Root};

/// What takes an engine longer than an instant.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// A `go`.
    Search(Limits),
    /// What a person typed.
    Inquiry(Inquiry),
}

/// A task to run. Hand [`Job::run`]'s result to [`Session::finished`](crate::Session::finished).
#[must_use = "a task that is not run is never answered"]
pub struct Job<E> {
    pub(crate) engine: E,
    pub(crate) task: Task,
    pub(crate) control: Control,
}

/// A task that has ended.
#[must_use = "the session waits for this"]
pub struct Finished<E> {
    pub(crate) engine: E,
    /// The answer to a `go`; inquiries have none.
    pub(crate) best: Option<BestMove>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) panic: Option<String>,
}

impl<E> Finished<E> {
    /// The text of the panic that ended the task, if one did. A host that knows more (where it happened) may add to it.
    pub fn panic_text(&mut self) -> Option<&mut String> {
        self.panic.as_mut()
    }
}

impl<E: Engine> Job<E> {
    /// The task's control, to stop it from the host's side.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Runs the task to its end. Each message should reach [`Session::report`](crate::Session::report) before the result does.
    pub fn run(self, report: &mut dyn FnMut(EngineMessage)) -> Finished<E> {
        let Job { engine, task, control } = self;
        match task {
            Task::Search(limits) => search(engine, &limits, &control, &mut |info| report(info.into())),
            Task::Inquiry(inquiry) => answer(engine, &inquiry, &control, report),
        }
    }
}

fn search<E: Engine>(mut engine: E, limits: &Limits, control: &Control, report: &mut dyn FnMut(Info)) -> Finished<E> {
    let mut notices = Vec::new();
    let (root, mut panic) = match guard(|| engine.root()) {
        Ok(root) => (root, None),
        Err(text) => (Root::default(), Some(text)),
    };
    let chances = guard(|| engine.chances()).unwrap_or_default();
    let mut report = |mut info: Info| {
        // What the engine knows better than its model counts, but only where chances are wanted.
        info.wdl = chances.and_then(|chances| info.wdl.or_else(|| info.score.map(chances)));
        report(info);
    };
    if panic.is_none() && root.legal_moves.is_empty() {
        let info = end_of_game(root.in_check);
        // The game is over: no model is needed.
        let certain =
            WinDrawLoss { win: 0, draw: u32::from(!root.in_check) * 1000, loss: u32::from(root.in_check) * 1000 };
        report(Info { wdl: chances.map(|_| certain), ..info });
        return Finished { engine, best: Some(BestMove::default()), notices, panic };
    }
    let mut last_reported = None;
    let mut best = BestMove::default();
    if panic.is_none() {
        let mut report = |info: Info| {
            last_reported = main_move(&info).or(last_reported);
            report(info);
        };
        match guard(|| engine.search(limits, control, &mut report)) {
            Ok(found) => best = found,
            Err(text) => panic = Some(text),
        }
    }
    if !best.best.is_some_and(|text| root.legal_moves.contains(&text)) {
        let instead = last_reported.filter(|text| root.legal_moves.contains(text));
        let instead = instead.or(root.legal_moves.first().copied());
        if panic.is_none() {
            let wrong = best.best.map_or("no move".to_owned(), |text| text.to_string());
            notices.push(Notice::Error(format!("the search returned {wrong}, which is not legal here")));
        }
        best = BestMove { best: instead, ponder: None };
    }
    Finished { engine, best: Some(best), notices, panic }
}

fn answer<E: Engine>(
    mut engine: E,
    inquiry: &Inquiry,
    control: &Control,
    report: &mut dyn FnMut(EngineMessage),
) -> Finished<E> {
    let mut say = |line: String| report(EngineMessage::Text(line));
    let (notices, panic) = match guard(|| engine.answer(inquiry, control, &mut say)) {
        Ok(Ok(())) => (Vec::new(), None),
        Ok(Err(error)) => (vec![Notice::Error(error.to_string())], None),
        Err(text) => (Vec::new(), Some(text)),
    };
    Finished { engine, best: None, notices, panic }
}

/// Calls into the engine; a panic becomes its text.
pub(crate) fn guard<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    // Unwind safety: after a panic the session resets the engine before it is used again.
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| panic_text(payload.as_ref()))
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

fn end_of_game(in_check: bool) -> Info {
    let score = if in_check { Score::mate(0) } else { Score::centipawns(0) };
    Info { depth: Some(0), score: Some(score), ..Info::default() }
}

/// The move an info line recommends: the head of the first line, unless its score is only an upper bound.
fn main_move(info: &Info) -> Option<MoveText> {
    let is_main = info.multipv.is_none_or(|rank| rank == 1);
    let is_worse = info.score.is_some_and(|score| score.bound == Bound::Upper);
    info.pv.first().copied().filter(|_| is_main && !is_worse)
}
