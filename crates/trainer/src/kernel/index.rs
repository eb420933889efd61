//! Which positions of a group have a feature.
//!
//! A counting sort; not a general index. Invariant: the rows of a feature come in the order of the positions.

use crate::data::{Features, MEN};
use eval::nnue::INPUTS;

/// For each feature the rows that have it. Row 2k is the view of the side to move of position k, row 2k + 1 the other.
#[derive(Debug)]
pub(super) struct Index {
    /// Where a feature's rows begin; they end where the next one's begin.
    starts: Vec<u32>,
    rows: Vec<u16>,
}

impl Index {
    /// An index for at most so many positions.
    pub(super) fn new(positions: usize) -> Self {
        assert!(2 * positions <= usize::from(u16::MAX) + 1, "rows have 16 bits");
        Index { starts: vec![0; INPUTS + 1], rows: vec![0; 2 * positions * MEN] }
    }

    /// Begins anew with these positions.
    pub(super) fn build(&mut self, positions: &[Features]) {
        self.starts.fill(0);
        for &feature in positions.iter().flat_map(|position| [position.of(0), position.of(1)]).flatten() {
            self.starts[usize::from(feature)] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        // From the last row to the first: each takes the last free place, so that every start ends up where its rows begin.
        let rows = positions.iter().enumerate().rev().flat_map(|(k, p)| [(2 * k + 1, p.of(1)), (2 * k, p.of(0))]);
        for (row, features) in rows {
            for &feature in features {
                let start = &mut self.starts[usize::from(feature)];
                *start -= 1;
                self.rows[*start as usize] = row as u16;
            }
        }
    }

    /// The rows that have a feature.
    #[inline]
    pub(super) fn rows(&self, feature: usize) -> &[u16] {
        &self.rows[self.starts[feature] as usize..self.starts[feature + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::positions;

    #[test]
    fn it_says_what_a_search_says() {
        let positions: Vec<Features> = positions(7, 90).iter().map(crate::data::Packed::features).collect();
        let mut index = Index::new(128);
        // A longer list before must leave nothing behind.
        for positions in [&positions[..], &positions[..40], &[]] {
            index.build(positions);
            let mut count = 0;
            for feature in 0..INPUTS {
                let wanted = (0..2 * positions.len())
                    .filter(|row| positions[row / 2].of(row % 2).contains(&(feature as u16)))
                    .map(|row| row as u16);
                assert!(index.rows(feature).iter().copied().eq(wanted), "{feature}");
                count += index.rows(feature).len();
            }
            assert_eq!(count, positions.iter().map(|p| p.of(0).len() + p.of(1).len()).sum::<usize>());
        }
    }
}
