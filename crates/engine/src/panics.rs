//! Keeping caught panics off the terminal: the user hears of them by an ERROR line.
//!
//! Not a handler: catching is the session's work.
//! Invariant: a thread that never called [`quieten`] panics as loudly as before.

use std::cell::{Cell, RefCell};
use std::panic;
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on panics of this thread are only noted.
pub(crate) fn quieten() -> Quiet {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if QUIET.get() {
                let place = panic.location().map(ToString::to_string);
                LAST.set(place);
            } else {
                previous(panic);
            }
        }));
    });
    Quiet { before: QUIET.replace(true) }
}

/// Where this thread's last panic happened, as `file:line:column`.
pub(crate) fn take_last() -> Option<String> {
    LAST.take()
}

/// Ends the quiet when dropped. If a panic is what drops it, nobody caught that one: it is told after all.
pub(crate) struct Quiet {
    before: bool,
}

impl Drop for Quiet {
    fn drop(&mut self) {
        QUIET.set(self.before);
        if std::thread::panicking() {
            eprintln!("panicked at {}", take_last().unwrap_or_default());
        }
    }
}
