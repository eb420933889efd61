//! Tables that learn how well moves did.
//!
//! *What it is:* cells that any combination of typed indices finds, and one update rule: "gravity" pulls a value back the more, the nearer it
//! is to its limit (CPW: History Heuristic, gravity formula).
//!
//! *What it is not:* it knows no technique; which moves are rewarded, and how much, is the techniques' business.
//!
//! *Invariant:* no cell ever exceeds its limit, and no limit exceeds what a cell can hold: checked at compile time.

use std::marker::PhantomData;
use std::ops::Range;

use rules::{Color, Piece, Square};

/// Something that picks one of [`COUNT`](Index::COUNT) cells.
pub(crate) trait Index: Copy {
    const COUNT: usize;
    /// Below [`COUNT`](Index::COUNT).
    fn index(self) -> usize;
}

impl Index for Color {
    const COUNT: usize = 2;
    fn index(self) -> usize {
        Color::index(self)
    }
}

impl Index for bool {
    const COUNT: usize = 2;
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Index for Piece {
    const COUNT: usize = 12;
    fn index(self) -> usize {
        Piece::index(self)
    }
}

impl Index for Square {
    const COUNT: usize = 64;
    fn index(self) -> usize {
        Square::index(self)
    }
}

impl<A: Index, B: Index> Index for (A, B) {
    const COUNT: usize = A::COUNT * B::COUNT;
    fn index(self) -> usize {
        self.0.index() * B::COUNT + self.1.index()
    }
}

impl<A: Index, B: Index, C: Index> Index for (A, B, C) {
    const COUNT: usize = A::COUNT * <(B, C)>::COUNT;
    fn index(self) -> usize {
        self.0.index() * <(B, C)>::COUNT + (self.1, self.2).index()
    }
}

/// A table of values between `-LIMIT` and `LIMIT`.
#[derive(Clone, Debug)]
pub(crate) struct History<I, const LIMIT: i32> {
    cells: Box<[i16]>,
    index: PhantomData<I>,
}

impl<I: Index, const LIMIT: i32> History<I, LIMIT> {
    /// `value * bonus` must fit an `i32` and every value an `i16`.
    const FITS: () = assert!(0 < LIMIT && LIMIT <= i16::MAX as i32);

    pub(crate) fn new() -> Self {
        let () = Self::FITS;
        History { cells: vec![0; I::COUNT].into(), index: PhantomData }
    }

    /// Where it lies, for advice about its use.
    pub(crate) fn addresses(&self) -> Range<usize> {
        let Range { start, end } = self.cells.as_ptr_range();
        start.addr()..end.addr()
    }

    pub(crate) fn get(&self, index: I) -> i32 {
        i32::from(self.cells[index.index()])
    }

    /// Rewards, or punishes when negative. A bonus beyond the limit counts as the limit.
    pub(crate) fn update(&mut self, index: I, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let cell = &mut self.cells[index.index()];
        let value = i32::from(*cell);
        *cell = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }

    pub(crate) fn clear(&mut self) {
        self.cells.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_never_leave_their_limits() {
        let mut history = History::<(Color, Square), 1000>::new();
        let at = (Color::Black, Square::all().next_back().expect("h8"));
        for bonus in [1, 999, 1000, 5000, i32::MAX, -1, -3000, i32::MIN, i32::MAX, i32::MIN] {
            for _ in 0..50 {
                history.update(at, bonus);
                assert!(history.get(at).abs() <= 1000);
            }
        }
        history.clear();
        assert_eq!(history.get(at), 0);
    }

    #[test]
    fn a_repeated_bonus_counts_less_each_time() {
        let mut history = History::<Square, 1000>::new();
        let at = Square::all().next().expect("a1");
        let mut gains = Vec::new();
        for _ in 0..5 {
            let before = history.get(at);
            history.update(at, 200);
            gains.push(history.get(at) - before);
        }
        assert!(gains.windows(2).all(|pair| pair[1] < pair[0]), "{gains:?}");
    }

    #[test]
    fn every_combination_has_a_cell_of_its_own() {
        let mut seen = vec![false; <(Color, Square, Piece)>::COUNT];
        for color in [Color::White, Color::Black] {
            for square in Square::all() {
                for piece in Piece::ALL {
                    let index = (color, square, piece).index();
                    assert!(!std::mem::replace(&mut seen[index], true));
                }
            }
        }
        assert!(seen.into_iter().all(|cell| cell));
    }
}
