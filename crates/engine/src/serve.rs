//! The loop between a byte stream and a session.
//!
//! Not the session. Three threads: one reads lines and stamps them with the time, one searches, and this one does the rest.
//! Invariant: after the end of input `serve` returns once no search answers within [`GRACE`], or when what was asked to run to its end
//! has, and says a word every [`SILENCE`] meanwhile; on `quit` and when the output is found closed it returns at once.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use session::{Clock, Engine, Error, Host, Job, Notice, Session};
use uci::{EngineMessage, GuiMessage, Info, OptionDescription, OptionValue};

use crate::debug_log::{self, DebugLog};
use crate::line_reader::{LONGEST_LINE, Line, read_line};
use crate::native_clock::NativeClock;
use crate::panics;
use crate::worker::{self, News};

/// How long a search may take to answer after the end of input, each one that still waits.
const GRACE: Duration = Duration::from_secs(1);

/// How long something that runs to its end may say nothing after the end of input. Only writing shows that nobody reads any longer, and
/// what nobody reads must not be worked at for ever.
const SILENCE: Duration = Duration::from_secs(5);

enum Event<E> {
    Line(Line, Duration),
    EndOfInput,
    Search(News<E>),
}

/// Runs `engine` over `input` and `output` until `quit`, the end of input or a closed output.
///
/// Each message is one line, flushed. A search that still runs is told to stop, and is not waited for.
///
/// # Errors
/// When the system gives no thread. A closed output is not an error: the GUI has gone, and that is that.
pub fn serve<E: Engine>(engine: E, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let _quiet = panics::quieten();
    let clock = Arc::new(NativeClock::new());
    let (sender, events) = channel::<Event<E>>();
    let from_worker = sender.clone();
    let jobs = worker::start(move |news| {
        // The receiver is gone only when the conversation is over.
        let _ = from_worker.send(Event::Search(news));
    })?;
    start_reader(input, Arc::clone(&clock), sender)?;
    let mut host = NativeHost { output, closed: false, jobs, clock: Arc::clone(&clock), log: None };
    let own_options = vec![OptionDescription::string(debug_log::OPTION, "")];
    let mut session = Session::new(engine, Arc::clone(&clock) as Arc<dyn Clock>).with_host_options(own_options);
    let mut input_ended = false;
    let mut deadline: Option<Instant> = None;
    while !session.is_over() && !host.closed {
        let event = match deadline {
            None => events.recv().map_err(RecvTimeoutError::from),
            Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match event {
            Ok(Event::Line(Line::Text(line), at)) => {
                host.note(">>", line.trim_end(), at);
                session.line(&line, at, &mut host);
            }
            Ok(Event::Line(Line::TooLong, at)) => {
                host.note(">>", "(a line too long to be read)", at);
                session.refuse_line(&format!("a line longer than {LONGEST_LINE} bytes was skipped"), &mut host);
            }
            Ok(Event::EndOfInput) => {
                session.end_of_input(&mut host);
                input_ended = true;
                deadline = Some(patience(&session));
            }
            Ok(Event::Search(News::Report(message))) => {
                session.report(message, &mut host);
                if input_ended && session.runs_to_its_end() {
                    deadline = Some(patience(&session));
                }
            }
            Ok(Event::Search(News::Finished(finished))) => {
                session.finished(finished, &mut host);
                deadline = input_ended.then(|| patience(&session));
            }
            Err(_) if session.runs_to_its_end() => {
                host.send(Info::text("still at work after the end of input").into());
                deadline = Some(patience(&session));
            }
            Err(_) => break,
        }
    }
    session.message(GuiMessage::Quit, clock.now(), &mut host);
    Ok(())
}

/// When not to wait in silence any longer, now that the input has ended.
fn patience<E: Engine>(session: &Session<E>) -> Instant {
    Instant::now() + if session.runs_to_its_end() { SILENCE } else { GRACE }
}

fn start_reader<E: Engine>(
    input: impl Read + Send + 'static,
    clock: Arc<NativeClock>,
    sender: Sender<Event<E>>,
) -> io::Result<()> {
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let mut input = BufReader::new(input);
        // A broken input is an ended one: there is nobody to tell.
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(Event::Line(line, clock.now())).is_err() {
                return;
            }
        }
        let _ = sender.send(Event::EndOfInput);
    })?;
    Ok(())
}

struct NativeHost<E, W> {
    output: W,
    closed: bool,
    jobs: Sender<Job<E>>,
    clock: Arc<NativeClock>,
    log: Option<DebugLog>,
}

impl<E: Engine, W: Write> NativeHost<E, W> {
    /// Adds a line to the log, if there is one.
    fn note(&mut self, sign: &str, line: &str, at: Duration) {
        if let Some(log) = &mut self.log
            && let Err(error) = log.note(sign, line, at)
        {
            self.log = None;
            self.send(Info::text(format!("ERROR {}: {error}; the log ends", debug_log::OPTION)).into());
        }
    }
}

impl<E: Engine, W: Write> Host<E> for NativeHost<E, W> {
    fn send(&mut self, message: EngineMessage) {
        if self.closed {
            return;
        }
        // One write per line, so that a reader never sees half of one.
        let mut line = message.to_string();
        self.note("<<", &line, self.clock.now());
        line.push('\n');
        let written = self.output.write_all(line.as_bytes()).and_then(|()| self.output.flush());
        self.closed = written.is_err();
    }

    fn spawn(&mut self, job: Job<E>) {
        // The worker lives as long as this sender: it takes whatever is sent.
        let _ = self.jobs.send(job);
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<Vec<Notice>, Error> {
        self.log = match value {
            OptionValue::String(path) if !path.is_empty() => {
                let refused = |error| Error::new(format!("{name}: {}: {error}; the old log stays", uci::excerpt(path)));
                Some(DebugLog::open(path, self.clock.now()).map_err(refused)?)
            }
            _ => None,
        };
        Ok(Vec::new())
    }
}
