//! Training data: games that the engine plays against itself, with a score for every move.
//!
//! *What it is:* [`run`] plays the games that [`Arguments`] describe on several threads. Worker `w` of `n` plays the games `w`, `w + n`, and so
//! on, into a file of its own, `NAME.w.assay`; `NAME.json` beside them says what they were played with,
//! `NAME.seconds` how much time of processors they took.
//!
//! *What it is not:* no format ([`record::training`]) and no filter: every move that was searched is kept, and readers choose.
//!
//! *Invariant:* a game follows from the arguments and its number; so the finished files are the same bytes however often the run was killed
//! and begun again.

mod arguments;
mod error;
mod opening;
mod part;
mod progress;
mod self_play;
mod settings;
mod spent;
mod workers;

pub use arguments::{Arguments, ExitCheck, Identity, Start};
pub use error::Error;
pub use progress::Progress;
pub use workers::{Summary, run};
