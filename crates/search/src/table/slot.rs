//! One entry shared without locks: two atomic words, the second of which proves that they belong together.
//!
//! Not what the words mean. The atomic type is whatever `super::atomic` names, so that a model checker can put its own in place
//! (`tests/slot_model.rs`).
//! Invariant: [`read`] returns exactly what one call of [`write()`] stored under that key, never parts of two.

use super::atomic::{AtomicU64, Ordering};

/// The data stored under this key, if any.
pub(crate) fn read(check: &AtomicU64, data: &AtomicU64, key: u64) -> Option<u64> {
    let data = data.load(Ordering::Relaxed);
    let is_it = check.load(Ordering::Relaxed) ^ data == key;
    (is_it && data != 0).then_some(data)
}

/// Stores data under this key.
pub(crate) fn write(check: &AtomicU64, data: &AtomicU64, key: u64, value: u64) {
    data.store(value, Ordering::Relaxed);
    check.store(key ^ value, Ordering::Relaxed);
}
