//! How far a search looks, and how far it has gone.
//!
//! Two types, because mixing them up compiles nowhere else either. Invariant: a [`Ply`] indexes every stack of a worker.

use std::ops::{Add, Sub};

/// The longest line searched, in plies from the root.
pub const MAX_PLY: usize = 246;

/// Plies still to be searched. At 0 quiescence begins; below, it has searched so many plies itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(i32);

impl Depth {
    /// The horizon, where quiescence begins.
    pub const ZERO: Depth = Depth(0);
    /// The deepest iteration.
    pub const MAX: Depth = Depth(MAX_PLY as i32 - 1);

    /// So many plies.
    #[must_use]
    pub const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    /// The plain number, for formulas.
    #[must_use]
    pub const fn plies(self) -> i32 {
        self.0
    }

    /// Whether only noisy moves are left to search.
    #[must_use]
    pub const fn is_quiescence(self) -> bool {
        self.0 <= 0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;
    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;
    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

/// Distance from the root, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(u16);

impl Ply {
    /// The root.
    pub const ROOT: Ply = Ply(0);

    /// So far from the root. More than [`MAX_PLY`] is taken for it.
    #[must_use]
    pub const fn new(plies: usize) -> Ply {
        Ply(if plies > MAX_PLY { MAX_PLY as u16 } else { plies as u16 })
    }

    /// As an index.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// One ply further from the root.
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply::new(self.0 as usize + 1)
    }

    /// One ply nearer to the root; the root itself stays.
    #[must_use]
    pub const fn previous(self) -> Ply {
        Ply(self.0.saturating_sub(1))
    }

    /// Whether lines end here.
    #[must_use]
    pub const fn is_last(self) -> bool {
        self.0 as usize >= MAX_PLY
    }
}
