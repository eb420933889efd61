//! Everything that measures: matches, sequential tests, the ledger, tuning, data from games.
//!
//! *What it is:* a [`Plan`] says what is to be played; [`matches::run`] plays it, in process or against UCI programs, and can be killed at any
//! moment and resumed. An [`experiment`] is a question with its plan; the [`ledger`] keeps what came of it; [`ablate`] asks of single techniques,
//! [`spsa`] tunes numbers, [`fit`] tells what a score means.
//!
//! *What it is not:* no command line, no terminal, no chess of its own: engines are played through what everybody else may call.
//!
//! *Invariant:* single-threaded games at a node limit give the same digest whatever the number of workers, killed and resumed or not.

pub mod ablate;
pub mod arms;
pub mod datagen;
pub mod experiment;
pub mod fit;
pub mod in_process;
pub mod ledger;
pub mod matches;
pub mod networks;
pub mod openings;
pub mod plan;
pub mod player;
pub mod spsa;
pub mod uci_process;

pub use plan::Plan;
