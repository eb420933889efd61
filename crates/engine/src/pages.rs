//! Larger pages for large tables, where the system has them for the asking.
//!
//! Not an allocator: memory is advised about, not had. Invariant: nothing that can be observed changes but the speed.

use std::ops::Range;

/// Asks for larger pages under this memory. Tables are read at random places, each of which costs the search for its page as well.
#[cfg(target_os = "linux")]
pub(crate) fn advise(addresses: Range<usize>) {
    /// The system takes whole pages. This is the largest size of the small ones.
    const PAGE: usize = 64 << 10;
    if addresses.is_empty() {
        return;
    }
    // Outwards: a large page lies under the memory only if all of it is meant.
    let begin = addresses.start / PAGE * PAGE;
    let length = addresses.end.next_multiple_of(PAGE) - begin;
    // SAFETY: MADV_HUGEPAGE changes neither what memory holds nor who may use it, whoever it belongs to; addresses without memory are
    // refused.
    #[allow(unsafe_code, reason = "the system call has no safe form; measured in docs/adr/0003-threads.md")]
    unsafe {
        // Refused, where larger pages are turned off: then the small ones stay.
        libc::madvise(std::ptr::without_provenance_mut(begin), length, libc::MADV_HUGEPAGE);
    }
}

/// This system is not asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn advise(_: Range<usize>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_memory_holds_stays() {
        for words in [0, 1, 8 << 10, 1 << 20] {
            let memory: Vec<u64> = (0..words).collect();
            let Range { start, end } = memory.as_ptr_range();
            advise(start.addr()..end.addr());
            assert!(memory.iter().zip(0..).all(|(&word, expected)| word == expected));
        }
    }
}
