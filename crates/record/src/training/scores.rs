//! Scores as bits: the difference from a guess, in an exponential Golomb code whose order follows the differences seen so far.
//!
//! The guess is that a side sees what the other has just said, with the sign changed. Differences have a small middle and a long tail, which is
//! what such a code is made for; its order is the mean length of the last differences in bits, which one mate among many scores hardly moves.
//! A mate is a number beyond all others. Not here: rounding; every score comes back as it was. Invariant: reader and writer do the same integer
//! arithmetic on the same scores.
//!
//! Measured on 1,000 games of self-play at 1,000 nodes a move, 113,762 positions: 8.04 bits a score; a move takes 4.43, all that comes once in a game
//! 34 bytes. On 150 of them a Golomb-Rice code took 8.3 at its best, 0.3 more with the score of two plies before as the guess, 0.2 with the mean.

use super::bits::{BitReader, BitWriter};
use super::game::Score;

/// The number that stands for giving mate; every `i16` is a score in centipawns.
const MATE: i32 = 1 << 15 | 1;

/// The bits of the longest code: that of the difference of two mates where none was expected.
pub(super) const MOST_BITS: u32 = 35;

/// What the first lengths are taken to be, in bits.
const FIRST_LENGTH: u32 = 5;

/// Lengths are kept in parts of a bit: so many to each.
const PARTS: u32 = 16;

/// The weight of the past against that of one score.
const PAST: u32 = 8;

/// What is known between two scores.
pub(super) struct Scores {
    /// What the side to move will say, as far as one knows.
    guess: i32,
    /// The running mean of lengths, `PAST * PARTS` times as large.
    lengths: u32,
}

impl Scores {
    pub(super) fn new() -> Self {
        Scores { guess: 0, lengths: PAST * PARTS * FIRST_LENGTH }
    }

    fn order(&self) -> u32 {
        self.lengths / (PAST * PARTS)
    }

    fn learn(&mut self, value: i32, coded: u32) {
        self.guess = -value;
        let length = u32::BITS - coded.leading_zeros();
        self.lengths = self.lengths - self.lengths / PAST + PARTS * length;
    }

    pub(super) fn put(&mut self, score: Score, bits: &mut BitWriter) {
        let value = number(score);
        let coded = zigzag(value - self.guess);
        bits.put_number(coded, self.order());
        self.learn(value, coded);
    }

    /// `None` where the bits end, or say what no writer would.
    pub(super) fn take(&mut self, bits: &mut BitReader<'_>) -> Option<Score> {
        let coded = bits.take_number(self.order())?;
        let value = self.guess + zagzig(coded);
        let score = score(value)?;
        self.learn(value, coded);
        Some(score)
    }
}

/// 0, -1, 1, -2, 2 and so on as 0, 1, 2, 3, 4.
fn zigzag(difference: i32) -> u32 {
    (difference << 1 ^ difference >> 31) as u32
}

fn zagzig(coded: u32) -> i32 {
    (coded >> 1) as i32 ^ -((coded & 1) as i32)
}

fn number(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => i32::from(value),
        Score::Mate { winning: true } => MATE,
        Score::Mate { winning: false } => -MATE,
    }
}

fn score(number: i32) -> Option<Score> {
    match number {
        MATE => Some(Score::Mate { winning: true }),
        _ if number == -MATE => Some(Score::Mate { winning: false }),
        _ => i16::try_from(number).ok().map(Score::Centipawns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coded(scores: &[Score]) -> Vec<u8> {
        let (mut state, mut bits) = (Scores::new(), BitWriter::default());
        scores.iter().for_each(|&score| state.put(score, &mut bits));
        bits.finish()
    }

    fn come_back(scores: &[Score]) {
        let bytes = coded(scores);
        let (mut state, mut bits) = (Scores::new(), BitReader::new(&bytes));
        for (index, &score) in scores.iter().enumerate() {
            assert_eq!(state.take(&mut bits), Some(score), "{index} of {scores:?}");
        }
        assert!(bits.ends_here());
    }

    #[test]
    fn every_score_comes_back() {
        for value in i16::MIN..=i16::MAX {
            come_back(&[Score::Centipawns(value)]);
        }
        let extremes = [
            Score::Centipawns(i16::MIN),
            Score::Centipawns(i16::MAX),
            Score::Mate { winning: true },
            Score::Mate { winning: false },
            Score::Centipawns(0),
        ];
        for a in extremes {
            for b in extremes {
                for c in extremes {
                    come_back(&[a, b, c, a, c, b, b, a, a, c]);
                }
            }
        }
    }

    #[test]
    fn what_stays_costs_little() {
        // The mate is news once; from then on it is what was expected.
        let mates: Vec<Score> = (0..100).map(|ply| Score::Mate { winning: ply % 2 == 0 }).collect();
        assert!(coded(&mates).len() < 35, "{}", coded(&mates).len());
        assert!(coded(&[Score::Centipawns(0); 100]).len() < 25, "{}", coded(&[Score::Centipawns(0); 100]).len());
    }

    #[test]
    fn no_score_takes_more_bits_than_is_said() {
        // As little as possible is expected, as much as possible comes; a bit before it shows 35 where 40 would do.
        for (before, bytes) in [(5, 5), (6, 6)] {
            let mut state = Scores { guess: -MATE, lengths: 0 };
            let mut bits = BitWriter::default();
            bits.put(0, before);
            state.put(Score::Mate { winning: true }, &mut bits);
            assert_eq!(bits.finish().len(), bytes);
        }
        assert_eq!(MOST_BITS, 35);
    }

    #[test]
    fn numbers_that_are_no_score_are_refused() {
        assert_eq!(
            (score(MATE), score(-MATE)),
            (Some(Score::Mate { winning: true }), Some(Score::Mate { winning: false }))
        );
        assert_eq!((score(MATE - 1), score(MATE + 1), score(-MATE - 1)), (None, None, None));
        let mut bits = BitWriter::default();
        bits.put_number(zigzag(MATE - 1), FIRST_LENGTH);
        let bytes = bits.finish();
        assert_eq!(Scores::new().take(&mut BitReader::new(&bytes)), None);
    }
}
