//! A position as a line of text.
//!
//! The form that `bullet` converts from: `FEN | score | result`, both from White's view, the result as 1.0, 0.5 or 0.0. Invariant: one line.

use crate::training::{GameResult, Sample};

/// The line of a position, without its end.
#[must_use]
pub fn epd(sample: &Sample) -> String {
    let score = sample.score.number_for_white(sample.position.side_to_move());
    let result = match sample.result {
        GameResult::WhiteWins => "1.0",
        GameResult::Draw => "0.5",
        GameResult::BlackWins => "0.0",
    };
    format!("{} | {score} | {result}", sample.position.to_fen())
}
