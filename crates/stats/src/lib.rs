//! What games say: Elo differences with their uncertainty, sequential tests, and a step of tuning.
//!
//! *What it is:* pure functions of counts. [`Pentanomial`] holds results by pairs of games, [`Trinomial`] by games; [`Measure`] is what they
//! say of the difference, [`Sprt`] when enough is known to accept or reject, [`Verdict`] the words for it; [`spsa`] is one step of parameter
//! tuning.
//!
//! *What it is not:* no games, no files, no clock, no randomness.
//!
//! *Invariant:* the same counts give the same digits on every machine: all functions beyond arithmetic are those of `libm`.
//!
//! Sources: Michel Van den Bergh, "Normalized Elo" and "Comments on Normalized Elo" (2021); the formulas as fastchess, OpenBench and
//! fishtest compute them, which the tests hold it to.

mod measure;
mod pentanomial;
mod sprt;
pub mod spsa;
mod verdict;

pub use measure::{Interval, Measure};
pub use pentanomial::{Pentanomial, Trinomial};
pub use sprt::{Bounds, Decision, Model, Sprt};
pub use verdict::Verdict;
