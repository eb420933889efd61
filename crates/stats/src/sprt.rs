//! The sequential test: when to stop playing, and what is known then.
//!
//! Not a measure of the difference: a test that was passed overstates it. The log-likelihood ratio is that of the most likely distributions
//! of pairs under each hypothesis (generalised sequential probability ratio test).
//! Invariant: a decision follows from the counts alone, whatever was looked at before; who stops at the first decision errs no more often
//! than the bounds allow.
//!
//! Source: Van den Bergh, "Comments on Normalized Elo"; the iteration is the one fishtest, OpenBench and fastchess use. Where it fails, at
//! bounds of hundreds of Elo, a search takes its place.

use crate::measure::{NORMALISED, score};
use crate::pentanomial::{Distribution, Pentanomial, Trinomial};

/// Rounds of the iteration for normalised Elo; where it settles, it does so in fewer.
const ROUNDS: usize = 10;
/// Halvings that leave no digit of a double open, of shares down to 2⁻⁴⁰.
const HALVINGS: usize = 100;
/// How finely standard deviations are tried where the iteration fails, and how many: from ½, the largest, down to a ten-thousandth of it.
const STEPS_PER_DECADE: f64 = 250.0;
const STEPS: u32 = 1000;

/// In which unit a difference is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Normalised Elo: how hard the difference is to see.
    Normalised,
    /// Logistic Elo: how large it is.
    Logistic,
}

/// What is tested: that the difference is `elo0`, against that it is `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The unit of both.
    pub model: Model,
    /// Rejected if nearer to this.
    pub elo0: f64,
    /// Accepted if nearer to this; above `elo0`.
    pub elo1: f64,
    /// Chance to accept though `elo0` is true, between 0 and ½.
    pub false_positives: f64,
    /// Chance to reject though `elo1` is true, between 0 and ½.
    pub false_negatives: f64,
}

impl Bounds {
    /// Five percent either way.
    #[must_use]
    pub const fn new(model: Model, elo0: f64, elo1: f64) -> Self {
        Bounds { model, elo0, elo1, false_positives: 0.05, false_negatives: 0.05 }
    }

    /// The log-likelihood ratios at which the test ends: rejected at the first, accepted at the second.
    #[must_use]
    pub fn limits(&self) -> (f64, f64) {
        let (alpha, beta) = (self.false_positives, self.false_negatives);
        (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
    }
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is nearer to `elo1`.
    Accepted,
    /// The difference is nearer to `elo0`.
    Rejected,
    /// More games are needed.
    Open,
}

/// A sequential test of pairs of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// What is tested.
    pub bounds: Bounds,
}

impl Sprt {
    /// The log-likelihood ratio of `elo1` against `elo0`; 0 without games, and where a bound is of a kind that no games could give.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 { 0.0 } else { self.ratio(&pairs.regular(), 2.0) }
    }

    /// The same of games that are no pairs. Of pairs it asks for more games than are needed.
    #[must_use]
    pub fn log_likelihood_ratio_of_games(&self, games: &Trinomial) -> f64 {
        if games.count() == 0 { 0.0 } else { self.ratio(&games.regular(), 1.0) }
    }

    /// Of what was seen so often, in that many games each time.
    fn ratio<const N: usize>(&self, seen: &Distribution<N>, games: f64) -> f64 {
        let likely = |elo| match self.bounds.model {
            Model::Normalised => with_normalised(seen, libm::sqrt(games) * elo / NORMALISED),
            Model::Logistic => Some(with_mean(seen, score(elo))),
        };
        let (Some(under_0), Some(under_1)) = (likely(self.bounds.elo0), likely(self.bounds.elo1)) else {
            return 0.0;
        };
        let ratios = under_1.iter().zip(under_0).map(|(one, zero)| libm::log(one / zero));
        seen.count * seen.shares.iter().zip(ratios).map(|(share, ratio)| share * ratio).sum::<f64>()
    }

    /// What these pairs decide.
    #[must_use]
    pub fn decide(&self, pairs: &Pentanomial) -> Decision {
        let ratio = self.log_likelihood_ratio(pairs);
        let (reject, accept) = self.bounds.limits();
        if ratio >= accept {
            Decision::Accepted
        } else if ratio <= reject {
            Decision::Rejected
        } else {
            Decision::Open
        }
    }
}

/// The distribution of this mean that makes what was seen most likely.
fn with_mean<const N: usize>(seen: &Distribution<N>, mean: f64) -> [f64; N] {
    let distances = std::array::from_fn(|outcome| Distribution::<N>::worth(outcome) - mean);
    tilted(&seen.shares, &distances)
}

/// The distribution whose mean lies `t` standard deviations of an outcome above ½ that makes what was seen most likely.
fn with_normalised<const N: usize>(seen: &Distribution<N>, t: f64) -> Option<[f64; N]> {
    // Far from what was seen the iteration goes astray, as published testers' does.
    iterated(seen, t).or_else(|| searched(seen, t))
}

/// By iteration: `None` if it does not settle on a distribution of that kind.
fn iterated<const N: usize>(seen: &Distribution<N>, t: f64) -> Option<[f64; N]> {
    let mut shares = [1.0 / N as f64; N];
    for _ in 0..ROUNDS {
        let now = Distribution { shares, count: seen.count };
        let (mean, deviation) = (now.mean(), libm::sqrt(now.variance()));
        let distances = std::array::from_fn(|outcome| {
            let worth = Distribution::<N>::worth(outcome);
            let from_mean = (mean - worth) / deviation;
            worth - 0.5 - t * deviation * (1.0 + from_mean * from_mean) / 2.0
        });
        let next = tilted(&seen.shares, &distances);
        let settled = next.iter().zip(shares).all(|(next, share)| (next - share).abs() < 1e-9);
        shares = next;
        if settled {
            break;
        }
    }
    (miss(&shares, t).abs() < 1e-7).then_some(shares)
}

/// By how much a distribution's mean is not `t` standard deviations above ½.
fn miss<const N: usize>(shares: &[f64; N], t: f64) -> f64 {
    let found = Distribution { shares: *shares, count: 1.0 };
    found.mean() - 0.5 - t * libm::sqrt(found.variance())
}

/// By trying every standard deviation. Where the likelihood is greatest, the distances from `m = ½ + t s` average 0 if those of their squares
/// from `s²` do, in a fixed proportion: one distribution for each `s`, and it is a solution if its mean is `m`.
fn searched<const N: usize>(seen: &Distribution<N>, t: f64) -> Option<[f64; N]> {
    // Relative to the mean that it should have; `None` where there is no distribution.
    let candidate = |deviation: f64| {
        let distances: [f64; N] = std::array::from_fn(|outcome| {
            let from_mean = Distribution::<N>::worth(outcome) - 0.5 - t * deviation;
            from_mean + t * deviation / 2.0 - t * from_mean * from_mean / (2.0 * deviation)
        });
        let straddles =
            distances.iter().any(|&distance| distance < 0.0) && distances.iter().any(|&distance| distance > 0.0);
        let shares = straddles.then(|| tilted(&seen.shares, &distances))?;
        Some((shares, Distribution { shares, count: seen.count }.mean() - 0.5 - t * deviation))
    };
    let is_high = |deviation| candidate(deviation).map(|(_, error)| error > 0.0);
    let at = |step: u32| 0.5 * libm::pow(10.0, -f64::from(step) / STEPS_PER_DECADE);
    let mut best: Option<(f64, [f64; N])> = None;
    let mut last = is_high(at(0));
    for step in 1..=STEPS {
        let next = is_high(at(step));
        if let (Some(above), Some(below)) = (last, next)
            && above != below
        {
            let (mut low, mut high) = (at(step), at(step - 1));
            for _ in 0..HALVINGS {
                let middle = low + (high - low) / 2.0;
                if is_high(middle) == Some(above) { high = middle } else { low = middle }
            }
            let found = candidate(high).map(|(shares, _)| shares);
            if let Some(shares) = found.filter(|shares| miss(shares, t).abs() < 1e-7) {
                let likelihood: f64 = seen.shares.iter().zip(shares).map(|(seen, share)| seen * libm::log(share)).sum();
                if best.is_none_or(|(most, _)| likelihood > most) {
                    best = Some((likelihood, shares));
                }
            }
        }
        last = next;
    }
    best.map(|(_, shares)| shares)
}

/// The shares `p / (1 + x d)` with the `x` for which the distances `d` average 0 under them; those seen, if the distances have one sign.
///
/// Where `x` grows to `-1 / d` of the furthest distance on the side that was seen less often, that outcome's share grows beyond bounds. So the
/// zero lies between there and `x = 0`, and is found by halving what is left to that edge, which keeps the digits of the smallest shares.
fn tilted<const N: usize>(seen: &[f64; N], distances: &[f64; N]) -> [f64; N] {
    let largest = distances.iter().copied().fold(f64::MIN, f64::max);
    let least = distances.iter().copied().fold(f64::MAX, f64::min);
    if least >= 0.0 || largest <= 0.0 {
        return *seen;
    }
    let average: f64 = seen.iter().zip(distances).map(|(share, distance)| share * distance).sum();
    let edge = if average > 0.0 { least } else { largest };
    let parts = distances.map(|distance| distance / edge);
    let share = |outcome: usize, left: f64| seen[outcome] / ((1.0 - parts[outcome]) + left * parts[outcome]);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let left = low + (high - low) / 2.0;
        let average: f64 = (0..N).map(|outcome| parts[outcome] * share(outcome, left)).sum();
        if average > 0.0 { low = left } else { high = left }
    }
    std::array::from_fn(|outcome| share(outcome, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(bounds: Bounds, pairs: [u64; 5]) -> f64 {
        Sprt { bounds }.log_likelihood_ratio(&Pentanomial::new(pairs))
    }

    /// The published tests of fastchess, which print two decimals; won and lost once and drawn twice are one outcome here.
    #[test]
    fn it_computes_what_fastchess_computes() {
        use Model::{Logistic, Normalised};
        for (model, elo0, elo1, pairs, expected) in [
            (Normalised, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
            (Normalised, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
            (Normalised, 0.0, 5.0, [0, 0, 0, 0, 5550], 111.82),
            (Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
            (Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let found = ratio(Bounds::new(model, elo0, elo1), pairs);
            assert!((found - expected).abs() < 0.01 * expected.abs().max(1.0), "{found}, not {expected}: {pairs:?}");
        }
    }

    #[test]
    fn exchanging_the_players_exchanges_the_hypotheses() {
        for model in [Model::Normalised, Model::Logistic] {
            let one = ratio(Bounds::new(model, 0.0, 10.0), [40, 80, 140, 99, 41]);
            let other = ratio(Bounds::new(model, -10.0, 0.0), [41, 99, 140, 80, 40]);
            assert!((one + other).abs() < 1e-6, "{one} {other}");
        }
    }

    #[test]
    fn limits_are_walds() {
        let (reject, accept) = Bounds::new(Model::Normalised, 0.0, 10.0).limits();
        assert!((accept - 2.944_439).abs() < 1e-6 && (reject + accept).abs() < 1e-12);
        let bounds = Bounds { false_negatives: 0.10, ..Bounds::new(Model::Normalised, 0.0, 10.0) };
        assert!((bounds.limits().0 + 2.251_292).abs() < 1e-6 && (bounds.limits().1 - 2.890_372).abs() < 1e-6);
    }

    #[test]
    fn no_games_decide_nothing() {
        let sprt = Sprt { bounds: Bounds::new(Model::Normalised, 0.0, 10.0) };
        assert_eq!(sprt.decide(&Pentanomial::default()), Decision::Open);
        assert_eq!(sprt.decide(&Pentanomial::new([0, 1, 2, 1, 0])), Decision::Open);
        assert_eq!(sprt.decide(&Pentanomial::new([0, 10, 100, 300, 100])), Decision::Accepted);
        assert_eq!(sprt.decide(&Pentanomial::new([100, 300, 100, 10, 0])), Decision::Rejected);
    }
}
