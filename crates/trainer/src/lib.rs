//! Trains a network on the CPU from records of games: reads them, learns, quantises, and writes the file that `eval` reads.
//!
//! [`train`] is the whole run. It takes [`Settings`], the files and a folder, and leaves there `network.nnue`, its card `card.json`, the loss
//! curve as `loss.svg` and `loss.csv`, and `checkpoint.bin`, from which an interrupted run goes on as if nothing had happened. Not here: games
//! being played (this crate never sees a search), words for the user, and the choice of network to ship.
//!
//! How to read it: `data/` from files to shuffled positions in memory; `parameters.rs` how a network lies in memory; `kernel/` what one thread does
//! with a few positions; `crew.rs` threads and batches; `optimiser.rs`, `schedule.rs`, `loss.rs` the mathematics of a step; `run.rs` the loop;
//! `checkpoint.rs`, `curve.rs`, `card.rs`, `quantise.rs` what it writes.
//!
//! Invariants: the same data, settings and number of threads give the same network to the last bit, however often the run was interrupted; no game
//! has positions on both sides of the held-out split; every file appears whole or not at all.

mod card;
mod checkpoint;
mod crew;
mod curve;
mod data;
mod error;
mod files;
mod kernel;
mod loss;
mod optimiser;
mod parameters;
mod progress;
mod quantise;
mod random;
mod run;
mod schedule;
mod settings;
#[cfg(test)]
mod testing;

pub use data::DataFile;
pub use error::{Difference, Error};
pub use progress::{Loading, Progress, Quantisation, Summary, Training};
pub use run::train;
pub use settings::{Labels, Settings};
