//! A neural network that values positions.
//!
//! *What it is:* a [`Network`] is read from a file and tells what a position is worth; [`Accumulators`] tell the same along the moves of a
//! search at a small part of the cost. The network is (768 inputs -> N) twice, once as each side sees the board, then one of eight rows of
//! output weights, chosen by the number of pieces. Own king on the right half: that side sees the board mirrored.
//!
//! *What it is not:* no trainer, and no file is opened here: the shipped network is part of the program.
//!
//! *Invariants:* the value is a function of the position alone, the same on every processor; colours exchanged, or left and right, it is
//! the same for the side to move; no bytes make [`Network::read`] panic, and a network that was read cannot overflow.
//!
//! # How to read it
//!
//! * `features.rs` says which inputs a position switches on, `network.rs` what follows from them, `kernel.rs` does the sums.
//! * `accumulators.rs` keeps the first layer's sums along a line of moves, `refresh.rs` those that a king's step invalidates.
//! * `shipped.rs` is the network that comes with the program.
//! * `format.rs` is the file, `error.rs` what may be wrong with one, `bullet.rs` the output of a public trainer.
//!
//! # The numbers
//!
//! All weights are whole numbers: feature weights and biases in 1/(2^`extra_bits` [`QA`]), output weights in 1/[`QB`], output biases in
//! 1/[`BIAS_UNITS`]. A hidden unit whose sum is `a` gives `v = min(max(a, 0), 2^extra_bits QA)`, brought to 1/(128 [`QA`]), and adds
//! `(v * v >> 16) * w` to the output's `sum`, in 4/([`QA`] [`QA`] [`QB`]); the value in centipawns is `(sum / (2 QA) + bias) * scale / BIAS_UNITS`,
//! each division rounding towards zero. The scale is a property of the network: 400 as our trainer writes it ([`SCALE`]), another where a network from
//! elsewhere was brought to the same unit. The extra bits, 0 to 4, are a property of the network: with them, the roundings of some thirty
//! weights in a sum do not show.

mod accumulators;
mod bullet;
mod error;
mod features;
mod format;
mod kernel;
mod network;
mod refresh;
mod shipped;

pub use accumulators::Accumulators;
pub use bullet::import_bullet;
pub use error::NetworkError;
pub use features::{bucket, features};
pub use network::{Network, NetworkParts};

/// Inputs as one side sees the board: 2 owners, 6 kinds, 64 squares.
pub const INPUTS: usize = 768;
/// Rows of output weights.
pub const BUCKETS: usize = 8;
/// The hidden layer of each side has a multiple of this many units.
pub const HIDDEN_STEP: usize = 16;
/// ... and at most this many.
pub const MAX_HIDDEN: usize = 1024;
/// What stands for 1 in the hidden layer's output.
pub const QA: i16 = 255;
/// What stands for 1 in the output weights.
pub const QB: i16 = 512;
/// What stands for 1 in the output biases: what is left of the unit of a sum once it is divided by 2 [`QA`].
pub const BIAS_UNITS: i16 = 255 * 64;

const _: () = assert!(BIAS_UNITS as i32 * 8 == QA as i32 * QB as i32);

/// Centipawns for an output of 1, in a network as it was trained.
pub const SCALE: u16 = 400;
/// ... and at most, in any.
pub const MAX_SCALE: u16 = 10_000;
/// The first layer is at most so many bits finer than [`QA`].
pub const MAX_EXTRA_BITS: u32 = 4;
/// Output weights are no further from zero, or sums of the longest rows would not fit 32 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 1016;
