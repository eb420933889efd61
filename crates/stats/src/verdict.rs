//! What an experiment says, in words.
//!
//! Not a decision about a default: that is the ledger's. Invariant: accepted only by a passed test, rejected only if the whole interval lies
//! below 0; everything else is unresolved, and says so.

use std::fmt;

use crate::measure::Measure;
use crate::pentanomial::Pentanomial;
use crate::sprt::{Decision, Sprt};

/// What is known of a change after an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The test was passed: it gains.
    Accepted,
    /// The 95 % interval lies wholly below 0: it loses.
    Rejected,
    /// Neither.
    Unresolved,
}

impl Verdict {
    /// Of the pairs played until a test ended or its cap was reached.
    #[must_use]
    pub fn of(sprt: &Sprt, pairs: &Pentanomial) -> Verdict {
        let is_worse = || Measure::of(pairs).is_some_and(|measure| measure.elo.high < 0.0);
        match sprt.decide(pairs) {
            Decision::Accepted => Verdict::Accepted,
            _ if is_worse() => Verdict::Rejected,
            _ => Verdict::Unresolved,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Accepted => "accepted: the test was passed",
            Verdict::Rejected => "rejected: the whole 95 % interval lies below 0",
            Verdict::Unresolved => "unresolved: the games played do not tell",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::{Bounds, Model};

    #[test]
    fn each_verdict_has_its_case_and_its_words() {
        let sprt = Sprt { bounds: Bounds::new(Model::Normalised, 0.0, 10.0) };
        for (pairs, words) in [
            ([0, 10, 100, 300, 100], "accepted: the test was passed"),
            ([100, 300, 100, 10, 0], "rejected: the whole 95 % interval lies below 0"),
            ([10, 20, 40, 20, 10], "unresolved: the games played do not tell"),
            // The test is failed, and yet nothing says that the change loses.
            ([4000, 8000, 16000, 8000, 4000], "unresolved: the games played do not tell"),
            ([0; 5], "unresolved: the games played do not tell"),
        ] {
            assert_eq!(Verdict::of(&sprt, &Pentanomial::new(pairs)).to_string(), words, "{pairs:?}");
        }
    }
}
