//! Random numbers that repeat: for keys, openings, shuffles and whatever else must come out alike on every machine.
//!
//! Not for secrets. Invariant: a seed gives the same numbers for ever: stored keys, books and digests of recorded games depend on them.

/// SplitMix64: any seed is as good as any other, neighbours included. Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
/// generators".
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub const fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0 and far below 2^64, so that the bias of this way cannot be seen.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_bits() % bound as u64) as usize
    }

    /// One of them; `None` if there is none.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }

    /// Puts a list into an order of which every one is equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// A number each bit of which depends on every bit of this one.
#[must_use]
pub const fn scattered(number: u64) -> u64 {
    Random(number).next_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Rosetta Code publishes of Sebastiano Vigna's `splitmix64.c` for this seed.
    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random(1_234_567);
        let numbers: [u64; 3] = std::array::from_fn(|_| random.next_bits());
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
        assert_eq!(scattered(1_234_567), numbers[0]);
    }

    #[test]
    fn a_shuffle_keeps_everything_and_moves_it_everywhere() {
        let mut at_first = [0; 5];
        for seed in 0..2_000 {
            let mut list = [0, 1, 2, 3, 4];
            Random(seed).shuffle(&mut list);
            at_first[list[0]] += 1;
            list.sort_unstable();
            assert_eq!(list, [0, 1, 2, 3, 4]);
        }
        assert!(at_first.iter().all(|count| (300..500).contains(count)), "{at_first:?}");
    }

    #[test]
    fn of_nothing_nothing_is_chosen() {
        assert_eq!(Random(1).choose::<u8>(&[]), None);
        let mut random = Random(1);
        let mut seen = [false; 3];
        (0..100).for_each(|_| seen[*random.choose(&[0, 1, 2]).expect("one of three")] = true);
        assert_eq!(seen, [true; 3]);
    }
}
