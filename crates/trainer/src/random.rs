//! Random numbers as weights begin with.
//!
//! Not the generator: that is the rules' own. Invariant: a seed gives the same numbers on every machine.

use rules::Random;

/// A number from -1 to 1.
pub(crate) fn around_zero(random: &mut Random) -> f32 {
    // 24 bits are what an `f32` can tell apart.
    let steps = (random.next_bits() >> 40) as i32 - (1 << 23);
    steps as f32 / (1 << 23) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_their_range() {
        let mut random = Random(1);
        let mut sum = 0.0;
        for _ in 0..10_000 {
            let number = around_zero(&mut random);
            assert!((-1.0..=1.0).contains(&number));
            sum += number;
        }
        assert!(sum.abs() < 300.0, "{sum}");
    }
}
