//! An engine as a state machine over typed UCI messages.
//!
//! *What it is:* [`Session`] takes lines, search reports and search results, and says what to send and which search to run. It owns
//! every rule about *when* something is answered, so that all engines behave alike: one `bestmove` per `go`, none before `stop` or
//! `ponderhit` where the protocol forbids it, bad input costs one ERROR line, a panic costs one ERROR line.
//!
//! [`Player`] is Assay's own search as such an engine.
//!
//! *What it is not:* no threads, no clock, no files, no stdin or stdout. The surroundings are two traits, [`Clock`] and [`Host`];
//! the thing that plays chess is a third, [`Engine`]. It compiles for `wasm32-unknown-unknown`.
//!
//! *Invariant:* the engine value is in exactly one place: in the session while idle, in the [`Job`] while searching. So there are
//! no locks, and nothing can touch an engine while it searches.
//!
//! # Rules
//!
//! * During a search `uci`, `isready`, `stop`, `ponderhit` and `quit` act at once; `setoption`, `position` and `ucinewgame` wait in a
//!   queue until the search is answered; another `go` stops the search and waits in the same queue. Once a `go` waits, `stop` and
//!   `ponderhit` are meant for it and wait too.
//! * A search that ends by itself is not answered while it is infinite or pondering; its result is kept for `stop`, `ponderhit`.
//! * `stop` and `ponderhit` without a search are silent. The end of the input stops and answers what runs and what waits.
//! * Time counts from when `go` was read, or from when `ponderhit` was read.
//! * A refused option, position or command leaves everything as it was. Options GUIs send without asking are ignored silently.
//! * What a person types (`d`, `eval`, `perft`, `stats`, `bench`) is a job as a search is, answered with text. It waits for the search
//!   that runs, and only `stop` and `quit` cut it short: the next `go` and the end of the input wait for it. A `stop` behind that `go`
//!   is for both.
//! * `wait` does the same for the search before it, `quit` behind it included. It cannot wait for a search that only `stop` or
//!   `ponderhit` may end.
//! * A root without legal moves gets `info depth 0 score mate 0` or `cp 0` and `bestmove (none)`; the engine is not asked.
//! * A best move that is not legal, or a panic, is replaced by the first move of the last line reported, else by any legal move.

pub mod catalogue;
mod control;
mod engine;
mod files;
mod job;
pub mod openings;
mod pace;
mod player;
mod queue;
mod session;
pub mod techniques;
pub mod telemetry;
mod time_budget;

pub use control::{Clock, Control};
pub use engine::{Chances, Engine, Error, Notice, Root};
pub use files::{Book, Files, Opened};
pub use job::{Finished, Job};
pub use player::{Player, Surroundings, bench_line, bench_total, nodes_per_second, unplayable};
pub use session::{Host, Session};
pub use techniques::{Switches, registry};
pub use time_budget::TimeBudget;

mod list {
    use crate::techniques::{best_move_stability, node_fraction, score_stability};

    registry::registry![node_fraction, best_move_stability, score_stability];
}

pub use list::{Config, Tables};
