//! A program at the other end of three pipes.
//!
//! *What it is:* it is started, spoken to in lines, listened to until a deadline, and ended with everything that it started itself.
//!
//! *What it is not:* it knows nothing of chess or of UCI, but for the word by which an engine is asked to go.
//!
//! *Invariant:* a dropped program has ended and has been waited for. Its number names no other process while it is used: a process keeps its
//! number until it is waited for, and it is waited for once, after its group was killed.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read as Stream, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::lines::{Read, read_line};

/// Lines that wait to be listened to. An engine that says more meanwhile waits in its turn.
const QUEUE: usize = 1024;
/// How often to look whether a silent program is still there, in case something else holds its pipe open.
const LOOK: Duration = Duration::from_millis(100);
/// How often to look whether a program that was told to go has gone.
const NAP: Duration = Duration::from_millis(1);
/// Time to go.
const GRACE: Duration = Duration::from_millis(500);
/// Time for the last words on standard error to be read.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// Lines of standard error that are kept.
const COMPLAINTS: usize = 5;

/// What came from the output.
pub(super) enum Heard {
    /// A line, and when it came.
    Line(String, Instant),
    /// Nothing before the deadline.
    Nothing,
    /// Nothing more will come; this is what came after the last line's end.
    End(String),
}

#[derive(Debug)]
enum Said {
    Line(String, Instant),
    End(String),
}

#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<Said>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    complaints_reader: Option<JoinHandle<()>>,
    has_been_waited_for: bool,
}

impl Program {
    pub(super) fn start(path: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(path);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own: what a script starts is ended with it, and a key pressed to end this program is this program's alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // A program that does not read must not make this one wait when the pipe is full.
        #[cfg(unix)]
        if let Some(input) = &input {
            rustix::fs::fcntl_setfl(input, rustix::fs::OFlags::NONBLOCK)?;
        }
        let (sender, lines) = sync_channel(QUEUE);
        let complaints = Arc::<Mutex<VecDeque<String>>>::default();
        let kept = Arc::clone(&complaints);
        // From here on, whatever fails drops the program.
        let mut program =
            Program { child, input, lines, complaints, complaints_reader: None, has_been_waited_for: false };
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        if let Some(output) = output {
            named("engine output").spawn(move || pass_on(output, &sender))?;
        }
        if let Some(errors) = errors {
            program.complaints_reader = Some(named("engine errors").spawn(move || keep_last(errors, &kept))?);
        }
        Ok(program)
    }

    /// Sends lines. It does not wait: the longest game that the rules allow is 60 kB, what a pipe holds is 64, and a pipe that is full is an
    /// error.
    pub(super) fn say(&mut self, lines: &str) -> io::Result<()> {
        self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(lines.as_bytes())
    }

    /// The next line, if it came before `until`.
    pub(super) fn listen(&mut self, until: Instant) -> Heard {
        let mut is_gone = false;
        loop {
            let wait = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(wait.min(LOOK)) {
                Ok(Said::Line(_, at)) if at > until => return Heard::Nothing,
                Ok(Said::Line(line, at)) => return Heard::Line(line, at),
                Ok(Said::End(rest)) => return Heard::End(rest),
                Err(RecvTimeoutError::Disconnected) => return Heard::End(String::new()),
                Err(RecvTimeoutError::Timeout) if wait.is_zero() => return Heard::Nothing,
                // Seen gone a while ago, and what it had said has been heard since.
                Err(RecvTimeoutError::Timeout) if is_gone => return Heard::End(String::new()),
                Err(RecvTimeoutError::Timeout) => is_gone = self.has_ended(),
            }
        }
    }

    /// Passes over everything said so far.
    pub(super) fn forget(&mut self) {
        while let Ok(Said::Line(..)) = self.lines.try_recv() {}
    }

    /// Waits for its end until `grace` is over, then forces it, and tells how it ended: `None` if only by force.
    pub(super) fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        self.input = None;
        let deadline = Instant::now() + grace;
        while !self.has_ended() && Instant::now() < deadline {
            thread::sleep(NAP);
        }
        let by_itself = self.has_ended();
        self.kill();
        let status = self.child.wait().ok();
        self.has_been_waited_for = true;
        status.filter(|_| by_itself)
    }

    /// How it came that nothing more is heard of it, ending it if it still runs.
    pub(super) fn post_mortem(&mut self) -> String {
        let mut words = match self.end(GRACE) {
            Some(status) => format!("it ended, {status}"),
            None => "it closed its output and did not end".to_owned(),
        };
        let deadline = Instant::now() + LAST_WORDS;
        while self.complaints_reader.as_ref().is_some_and(|reader| !reader.is_finished()) && Instant::now() < deadline {
            thread::sleep(NAP);
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        for complaint in complaints.iter() {
            words.push_str("; ");
            words.push_str(complaint);
        }
        words
    }

    /// Whether it has ended. It is not waited for yet.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.has_been_waited_for || !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        self.has_been_waited_for || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends it and what it has started.
    fn kill(&mut self) {
        // Its number is another's once it has been waited for.
        if self.has_been_waited_for {
            return;
        }
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        // Nothing is left to do about one that cannot be killed.
        let _ = self.child.kill();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if !self.has_been_waited_for {
            let _ = self.say("quit\n");
            self.end(GRACE);
        }
    }
}

fn pass_on(output: impl Stream, sender: &SyncSender<Said>) {
    let mut output = BufReader::new(output);
    loop {
        let said = match read_line(&mut output) {
            Ok(Read::Line(line)) => Said::Line(line, Instant::now()),
            Ok(Read::End(rest)) => Said::End(rest),
            Err(error) => Said::End(error.to_string()),
        };
        let is_last = matches!(said, Said::End(_));
        if sender.send(said).is_err() || is_last {
            return;
        }
    }
}

fn keep_last(errors: impl Stream, kept: &Mutex<VecDeque<String>>) {
    let mut errors = BufReader::new(errors);
    loop {
        let read = read_line(&mut errors);
        let is_last = !matches!(read, Ok(Read::Line(_)));
        if let Ok(Read::Line(line) | Read::End(line)) = read
            && !line.trim().is_empty()
        {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == COMPLAINTS {
                kept.pop_front();
            }
            kept.push_back(super::quoted(&line));
        }
        if is_last {
            return;
        }
    }
}
