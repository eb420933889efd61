//! A middlegame and an endgame value in one word, so that one addition adds both.
//!
//! Not here: how the two are blended (`techniques::smooth_taper`). Invariant: each half stays within 16 bits; the largest sum any position
//! can reach is about half of that.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Middlegame and endgame value, in centipawns.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pair(i32);

impl Pair {
    pub(crate) const ZERO: Self = Self(0);

    #[inline]
    pub(crate) const fn new(middlegame: i32, endgame: i32) -> Self {
        Self(middlegame + (endgame << 16))
    }

    /// The low half, sign and all.
    #[inline]
    pub(crate) const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The high half; a negative low half has borrowed one from it.
    #[inline]
    pub(crate) const fn endgame(self) -> i32 {
        ((self.0.wrapping_add(0x8000)) >> 16) as i16 as i32
    }

    /// For tables made at compile time.
    #[inline]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// A table of middlegame and endgame values.
pub(crate) const fn pairs<const N: usize>(values: [(i32, i32); N]) -> [Pair; N] {
    let mut table = [Pair::ZERO; N];
    let mut index = 0;
    while index < N {
        table[index] = Pair::new(values[index].0, values[index].1);
        index += 1;
    }
    table
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl Sum for Pair {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Self::plus)
    }
}

impl std::fmt::Debug for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let values = [-12_000, -301, -1, 0, 1, 77, 12_000];
        for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
            let pair = Pair::new(a, b);
            assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
            assert_eq!(-pair, Pair::new(-a, -b));
            assert_eq!(pair + Pair::new(-5, 9), Pair::new(a - 5, b + 9));
            assert_eq!(pair - Pair::new(-5, 9), Pair::new(a + 5, b - 9));
            assert_eq!(pair * -2, Pair::new(-2 * a, -2 * b));
        }
    }
}
