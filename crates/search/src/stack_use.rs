//! How much stack a line of the search takes, and how deep it went; noted in this crate's tests only.
//!
//! Not a guard: lines end at `MAX_PLY`, and whoever runs a search gives it stack enough for that.
//! Invariant: outside the tests it is nothing and costs nothing.

use crate::depth::Ply;

#[cfg(not(test))]
pub(crate) struct StackUse;

#[cfg(not(test))]
impl StackUse {
    pub(crate) fn new() -> Self {
        StackUse
    }

    #[inline(always)]
    pub(crate) fn note(&mut self, _: Ply) {}
}

#[cfg(test)]
#[derive(Default)]
pub(crate) struct StackUse {
    root: usize,
    /// The deepest ply entered.
    pub(crate) deepest: Ply,
    /// From the root to the entry that stood lowest.
    pub(crate) bytes: usize,
}

#[cfg(test)]
impl StackUse {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    #[inline(never)]
    pub(crate) fn note(&mut self, ply: Ply) {
        let here = 0u8;
        let address = std::ptr::from_ref(&here).addr();
        if ply == Ply::ROOT {
            self.root = address;
        }
        self.deepest = self.deepest.max(ply);
        self.bytes = self.bytes.max(self.root.saturating_sub(address));
    }
}
