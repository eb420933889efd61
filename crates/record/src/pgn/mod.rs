//! PGN, the text form in which people and programs exchange games.
//!
//! [`Reader`] turns any bytes into a stream of [`Game`]s and says in [`Fault`]s, with line numbers, what it had to mend; `Display` of a
//! [`Game`] writes the export form. Neither knows the rules of chess: whether moves are legal is for [`Game::replay`] which asks crate
//! `rules`. Invariant: what the writer writes, the reader reads back as the same game.
//!
//! Written here because the well-kept PGN crates are under the GPL, which Assay's licence cannot take in.

mod fault;
mod game;
mod lexer;
mod lines;
mod reader;
mod replay;
mod writer;

pub use fault::{Fault, FaultKind};
pub use game::{Game, Line, Outcome, PlayedMove, Tags};
pub use reader::{MAX_DEPTH, ReadError, Reader};
pub use replay::{Replay, ReplayFault};
