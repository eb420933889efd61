//! The thread that searches and answers inquiries.
//!
//! Not a pool: an engine that wants several threads starts its own.
//! Invariant: every job taken comes back as a result, after all of its reports.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use session::{Engine, Finished, Job};
use uci::EngineMessage;

use crate::panics;

/// Stack of a search thread. Generous: untouched pages cost nothing.
const STACK_BYTES: usize = 64 << 20;

/// What the worker says.
pub(crate) enum News<E> {
    Report(EngineMessage),
    Finished(Finished<E>),
}

/// Starts the thread. It ends when the returned sender is dropped and its last job is done.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn start<E: Engine>(tell: impl Fn(News<E>) + Send + 'static) -> io::Result<Sender<Job<E>>> {
    let (sender, jobs) = channel::<Job<E>>();
    thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(move || {
        let _quiet = panics::quieten();
        for job in jobs {
            let mut finished = job.run(&mut |message| tell(News::Report(message)));
            let place = panics::take_last();
            if let (Some(text), Some(place)) = (finished.panic_text(), place) {
                text.push_str(" at ");
                text.push_str(&place);
            }
            tell(News::Finished(finished));
        }
    })?;
    Ok(sender)
}
