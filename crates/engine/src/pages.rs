//! Larger pages for the table, where the system has them for the asking.
//!
//! Not an allocator: memory is advised about, not had. Invariant: nothing that can be observed changes but the speed.

use std::sync::atomic::AtomicU64;

/// Asks for larger pages under this memory. A table is read at random places, each of which costs the search for its page as well.
#[cfg(target_os = "linux")]
pub(crate) fn advise(memory: &[AtomicU64]) {
    /// The system takes whole pages. This is the largest size of the small ones.
    const PAGE: usize = 64 << 10;
    let bytes = memory.as_ptr_range();
    let begin = bytes.start.addr().next_multiple_of(PAGE);
    let length = bytes.end.addr().saturating_sub(begin) / PAGE * PAGE;
    if length == 0 {
        return;
    }
    let begin = bytes.start.with_addr(begin).cast_mut().cast();
    // SAFETY: MADV_HUGEPAGE changes neither what memory holds nor who may use it, and these whole pages lie in memory that is ours.
    #[allow(unsafe_code, reason = "the system call has no safe form; measured in docs/adr/0003-threads.md")]
    unsafe {
        // Refused, where larger pages are turned off: then the small ones stay.
        libc::madvise(begin, length, libc::MADV_HUGEPAGE);
    }
}

/// This system is not asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn advise(_: &[AtomicU64]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_memory_holds_stays() {
        for words in [0, 1, 8 << 10, 1 << 20] {
            let memory: Vec<AtomicU64> = (0..words).map(AtomicU64::new).collect();
            advise(&memory);
            assert!(
                memory
                    .iter()
                    .zip(0..)
                    .all(|(word, expected)| word.load(std::sync::atomic::Ordering::Relaxed) == expected)
            );
        }
    }
}
