//! Games of self-play for a trainer, in less than two bytes per position.
//!
//! [`Writer`] makes a file of [`Game`]s, [`Reader`] gives them back as they were: every move, every score, the result. Which positions are worth
//! learning from is for a [`Filter`] of whoever reads. [`convert`] speaks the public formats, [`jobs`] does what files need: merging,
//! shuffling, counting, checking. Nothing here opens a file or asks a clock.
//!
//! A move is its rank in the format's own order (by from, to, promotion), a score the difference from what the other side has just said; both take as
//! many bits as they need: 1.86 bytes per position, measured on 1,000 games of self-play (`scores.rs`). Everything is integer arithmetic. Each game has
//! its own checksum, and a damaged game costs no other. `docs/training-records.md` has every bit of it. Invariants: a game has one spelling,
//! frozen by a golden file among the tests; no bytes make the reader panic or use more memory than the longest game needs.

mod bits;
mod block;
mod codec;
pub mod convert;
mod fault;
mod filter;
mod game;
pub mod jobs;
mod order;
mod reader;
mod scores;
mod start;
mod writer;

pub use block::VERSION;
pub use codec::MAX_PLIES;
pub use fault::{Corruption, Fault, NotAGame, ReadError};
pub use filter::{Filter, Sample};
pub use game::{Game, GameResult, Score, Scored};
pub use reader::{Reader, good_length};
pub use writer::{Writer, encode};
