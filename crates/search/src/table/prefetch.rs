//! A hint to the processor. Not a read: nothing observable happens.
//!
//! Invariant: correct, only slower, where there is no such hint.

/// Asks for the cache line of `place`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing the program can see, whatever the address; this one is a valid reference besides.
    #[allow(unsafe_code, reason = "no safe prefetch exists; measured in docs/adr/0002-search.md")]
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
}

/// No hint on this processor.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn prefetch<T>(_: &T) {}
