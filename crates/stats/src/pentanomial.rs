//! Results of pairs of games, and of games that are no pairs.
//!
//! Not a judgement. Two games of a pair start from one opening with colours exchanged, so their results depend on each other and only the
//! pairs are independent: what counts games alone overstates how much they vary.
//! Invariant: a distribution made of counts sums to 1 and has no zero in it.

use std::ops::{Add, AddAssign};

/// Outcomes of a pair: 0, ½, 1, 1½ or 2 points.
const OUTCOMES: usize = 5;
/// What an outcome that never happened counts, so that logarithms exist.
const NEVER: f64 = 1e-3;

/// Pairs of games by their points, from the first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// Pairs that gave 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; OUTCOMES],
}

impl Pentanomial {
    /// From counts in the order of points: 0, ½, 1, 1½, 2.
    #[must_use]
    pub const fn new(pairs: [u64; OUTCOMES]) -> Self {
        Pentanomial { pairs }
    }

    /// Counts a pair of so many half points, 0 to 4; more count as 4.
    pub fn count_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points).min(OUTCOMES - 1)] += 1;
    }

    /// Pairs in all.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.count()
    }

    /// Points per game, from 0 to 1; ½ without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.count() == 0 { 0.5 } else { Distribution::new(self.pairs, 0.0).mean() }
    }

    /// How often each outcome happened, those that never did at least a little.
    pub(crate) fn regular(&self) -> Distribution<OUTCOMES> {
        Distribution::new(self.pairs, NEVER)
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        self.pairs.iter_mut().zip(other.pairs).for_each(|(own, more)| *own += more);
    }
}

impl Add for Pentanomial {
    type Output = Pentanomial;
    fn add(mut self, other: Pentanomial) -> Pentanomial {
        self += other;
        self
    }
}

/// Games by their result, from the first player's view: for openings that were not played twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games lost, drawn and won.
    pub games: [u64; 3],
}

impl Trinomial {
    /// From counts of games lost, drawn and won.
    #[must_use]
    pub const fn new(games: [u64; 3]) -> Self {
        Trinomial { games }
    }

    /// Games in all.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    pub(crate) fn regular(&self) -> Distribution<3> {
        Distribution::new(self.games, NEVER)
    }
}

/// Shares of outcomes at equal distances, worth from 0 to 1 points a game, and how many times one of them happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distribution<const N: usize> {
    pub(crate) shares: [f64; N],
    pub(crate) count: f64,
}

impl<const N: usize> Distribution<N> {
    /// What never happened counts `least`.
    fn new(counts: [u64; N], least: f64) -> Self {
        let counts = counts.map(|count| if count == 0 { least } else { count as f64 });
        let count: f64 = counts.iter().sum();
        Distribution { shares: counts.map(|share| share / count), count }
    }

    /// What an outcome is worth, from 0 to 1.
    pub(crate) fn worth(outcome: usize) -> f64 {
        outcome as f64 / (N - 1) as f64
    }

    pub(crate) fn mean(&self) -> f64 {
        self.shares.iter().enumerate().map(|(outcome, share)| share * Self::worth(outcome)).sum()
    }

    /// Of a pair's points per game, or of a game's points, not of the mean.
    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        let square = |outcome| (Self::worth(outcome) - mean) * (Self::worth(outcome) - mean);
        self.shares.iter().enumerate().map(|(outcome, share)| share * square(outcome)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_half_points() {
        let mut pairs = Pentanomial::default();
        [0, 1, 2, 2, 3, 4, 200].into_iter().for_each(|points| pairs.count_pair(points));
        assert_eq!(pairs, Pentanomial::new([1, 1, 2, 1, 2]));
        assert_eq!((pairs.count(), pairs.games()), (7, 14));
        assert_eq!(pairs + pairs, Pentanomial::new([2, 2, 4, 2, 4]));
    }

    #[test]
    fn score_and_variance_are_those_of_the_counts() {
        let pairs = Pentanomial::new([0, 0, 10, 0, 10]);
        assert!((pairs.score() - 0.75).abs() < 1e-12);
        assert!((pairs.regular().variance() - 0.0625).abs() < 1e-4);
        assert!((pairs.regular().shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((Pentanomial::default().score() - 0.5).abs() < 1e-12);
    }
}
