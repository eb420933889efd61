//! The native side of a [`session`]: threads, the clock, and the lines on standard input and output.
//!
//! *What it is:* [`serve`] runs an engine over any input and output until `quit`, the end of input or a closed output.
//! [`AbcEngine`] makes the crate `abc` an engine, [`NativeThreads`] gives searches their threads, [`NativeFiles`] opens tablebases ([`syzygy`]),
//! books ([`polyglot`]) and networks.
//!
//! *What it is not:* no rule of the protocol lives here; what is answered when is the session's decision.
//!
//! *Invariant:* one thread alone owns the session and the output, so messages never interleave and each is flushed as it is
//! written; it never searches and never waits for input, so it answers at once, whatever the other threads do.

mod abc_engine;
mod debug_log;
mod files;
mod library;
mod line_reader;
mod memory;
mod native_clock;
mod pages;
mod panics;
pub mod polyglot;
mod serve;
pub mod syzygy;
mod threads;
mod worker;

pub use abc_engine::AbcEngine;
pub use files::read_text;
pub use library::{NativeFiles, read_network};
pub use memory::memory_mebibytes;
pub use native_clock::NativeClock;
pub use serve::serve;
pub use threads::NativeThreads;
