//! Chance that repeats itself.
//!
//! Not for secrets, and not the generator of any other crate. Invariant: a seed gives the same numbers on every machine.

/// SplitMix64. Source: Steele, Lea, Flood 2014, "Fast Splittable Pseudorandom Number Generators".
#[derive(Clone, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `limit`; the bias of this way is far below what any number of positions could show.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// A number from -1 to 1.
    pub(crate) fn around_zero(&mut self) -> f32 {
        // 24 bits are what an `f32` can tell apart.
        let steps = (self.next() >> 40) as i32 - (1 << 23);
        steps as f32 / (1 << 23) as f32
    }

    /// Puts a list into an order of which every one is equally likely (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// Makes numbers that differ in any bit differ in about half of their bits.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of seed 1234567, as the reference implementation gives them.
    #[test]
    fn it_is_splitmix() {
        let mut dice = Dice(1_234_567);
        let first = [dice.next(), dice.next(), dice.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut dice = Dice(1);
        let mut sum = 0.0;
        for _ in 0..10_000 {
            let number = dice.around_zero();
            assert!((-1.0..=1.0).contains(&number));
            sum += number;
            assert!(dice.below(7) < 7);
        }
        assert!(sum.abs() < 300.0, "{sum}");
    }

    #[test]
    fn a_shuffle_keeps_everything_and_moves_it_everywhere() {
        let mut at_first = [0; 5];
        for seed in 0..2_000 {
            let mut list = [0, 1, 2, 3, 4];
            Dice(seed).shuffle(&mut list);
            at_first[list[0]] += 1;
            list.sort_unstable();
            assert_eq!(list, [0, 1, 2, 3, 4]);
        }
        assert!(at_first.iter().all(|count| (300..500).contains(count)), "{at_first:?}");
    }
}
