//! The operating system's threads as the search's.
//!
//! Not a pool: threads are started for a search and end with it, which costs microseconds where a search takes milliseconds.
//! Invariant: no thread outlives the call that started it, and a panic in one of them reaches whoever asked, with its place.

use std::any::Any;
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

use search::{Help, Spawner};

use crate::{pages, panics};

/// A helper's stack: several times what `MAX_PLY` nodes take. Small, because there may be hundreds.
const STACK_BYTES: usize = 8 << 20;

/// Scoped threads of the standard library.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeThreads;

/// What is left of a panic: its text and its place.
type Panicked = String;

impl Spawner for NativeThreads {
    fn run<'a>(&self, first: &mut (dyn FnMut() + 'a), others: Vec<Help<'a>>) {
        let panicked = scope(|scope| {
            // Where the system gives no more threads, fewer search.
            let threads: Vec<_> = others.into_iter().map_while(|help| start(scope, help).ok()).collect();
            first();
            threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).next_back()
        });
        if let Some(text) = panicked {
            resume_unwind(Box::new(text));
        }
    }

    fn advise(&self, addresses: Range<usize>) {
        pages::advise(addresses);
    }
}

fn start<'scope, 'a: 'scope>(
    scope: &'scope Scope<'scope, '_>,
    help: Help<'a>,
) -> io::Result<ScopedJoinHandle<'scope, Option<Panicked>>> {
    let run = move || {
        let _quiet = panics::quieten();
        // Unwind safety: whoever hears of the panic resets the engine before it is used again.
        catch_unwind(AssertUnwindSafe(help)).err().map(|payload| describe(&*payload))
    };
    Builder::new().name("helper".to_owned()).stack_size(STACK_BYTES).spawn_scoped(scope, run)
}

fn describe(payload: &(dyn Any + Send)) -> Panicked {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    match panics::take_last() {
        Some(place) => format!("{text} at {place}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn all_run_at_the_same_time() {
        let (barrier, count) = (Barrier::new(8), AtomicU32::new(0));
        // Each waits for all the others: one after the other they would wait for ever.
        let meet = || {
            barrier.wait();
            count.fetch_add(1, Ordering::Relaxed);
        };
        let help = || -> Help<'_> { Box::new(meet) };
        NativeThreads.run(&mut { meet }, (0..7).map(|_| help()).collect());
        assert_eq!(count.into_inner(), 8);
    }

    #[test]
    fn a_panic_is_passed_on_after_all_have_ended() {
        let ended = AtomicU32::new(0);
        let others: Vec<Help<'_>> =
            vec![Box::new(|| panic!("on purpose")), Box::new(|| _ = ended.fetch_add(1, Ordering::Relaxed))];
        let mut first = || _ = ended.fetch_add(1, Ordering::Relaxed);
        let payload = catch_unwind(AssertUnwindSafe(|| NativeThreads.run(&mut first, others))).expect_err("a panic");
        let text = payload.downcast_ref::<String>().expect("a text");
        assert!(text.starts_with("on purpose at ") && text.contains("threads.rs"), "{text}");
        assert_eq!(ended.into_inner(), 2);
    }
}
