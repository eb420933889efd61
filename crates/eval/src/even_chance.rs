//! What people are told: scores of which 100 centipawns are an even chance to win.
//!
//! *What it is:* of each evaluation, the value with which one game in two was won, and the conversion.
//!
//! *What it is not:* the unit of the evaluations, of the search or of its margins; those stay as fine as they are learnt, and nothing here
//! changes a search. Stockfish tells its scores in the same way.
//!
//! *Invariant:* a higher value is never told as a lower one, and both sides are told the same.

use crate::Config;
use crate::evaluator::Choice;

/// Every network of ours learns in the same unit; `assay lab fit` found this in the games counted in `tools/measure/data/wdl.csv`.
const NETWORK: f64 = 199.4;
/// 693 games of the rich evaluation against itself, before there was a network: `wdl.csv` at 3d1a2e5.
const RICH: f64 = 147.0;
/// Nobody has counted games of the others: a pawn is told as a pawn.
const UNKNOWN: f64 = 100.0;

/// The value with which an evaluation wins one game in two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvenChance(f64);

impl EvenChance {
    /// Of the shipped network.
    pub const NETWORK: Self = Self(NETWORK);

    /// Of the evaluation that a configuration asks for.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        Self(match Choice::of(config) {
            Choice::Network => NETWORK,
            Choice::Rich => RICH,
            Choice::Material | Choice::Pesto => UNKNOWN,
        })
    }

    /// In the evaluation's own unit.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// A value of the evaluation in centipawns for people.
    #[must_use]
    pub fn told(self, value: i32) -> i32 {
        (f64::from(value) * 100.0 / self.0).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_EVALUATION;
    use crate::testing::hand_crafted;

    fn each() -> [EvenChance; 3] {
        let rich = hand_crafted();
        let mut pesto = rich;
        pesto.rich_evaluation.on = false;
        [&Config::DEFAULT, &rich, &pesto].map(EvenChance::of)
    }

    #[test]
    fn an_even_chance_is_told_as_a_hundred_centipawns() {
        for chance in each() {
            assert_eq!(chance.told(chance.value().round() as i32), 100);
        }
        assert_eq!(each().map(EvenChance::value), [NETWORK, RICH, UNKNOWN]);
    }

    #[test]
    fn more_is_never_told_as_less_and_both_sides_are_told_the_same() {
        for chance in each() {
            let mut before = chance.told(-MAX_EVALUATION);
            for value in -MAX_EVALUATION..=MAX_EVALUATION {
                let told = chance.told(value);
                assert!(told >= before && told <= before + 1, "{value}");
                assert_eq!(chance.told(-value), -told, "{value}");
                before = told;
            }
        }
    }
}
