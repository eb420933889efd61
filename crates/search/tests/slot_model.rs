//! The table's lock-less entry, in every order that two threads and the memory model allow (loom).
//!
//! The source under test is the search's own, included by its path with loom's atomics in place of the standard library's.

mod atomic {
    pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
}

#[path = "../src/table/slot.rs"]
mod slot;

use std::collections::BTreeSet;
use std::sync::{Arc as StdArc, Mutex};

use loom::sync::Arc;
use loom::thread;

#[derive(Default)]
struct Entry {
    check: atomic::AtomicU64,
    data: atomic::AtomicU64,
}

/// What a reader of these keys sees, over all orders. The first write is over before the reader comes, unless there is a rival: then both are
/// at it together and the reader comes last.
fn seen(writes: [(u64, u64); 2], rivals: bool) -> BTreeSet<(u64, Option<u64>)> {
    let seen = StdArc::new(Mutex::new(BTreeSet::new()));
    let all = StdArc::clone(&seen);
    loom::model(move || {
        let entry = Arc::new(Entry::default());
        let write = |(key, value): (u64, u64)| {
            let entry = Arc::clone(&entry);
            thread::spawn(move || slot::write(&entry.check, &entry.data, key, value))
        };
        let join = |writer: thread::JoinHandle<()>| writer.join().expect("no panic");
        let first = write(writes[0]);
        let (before, after) = if rivals { (None, Some(first)) } else { (Some(first), None) };
        before.into_iter().for_each(join);
        let second = write(writes[1]);
        let last = if rivals {
            after.into_iter().chain([second]).for_each(join);
            None
        } else {
            Some(second)
        };
        for (key, _) in writes {
            let found = slot::read(&entry.check, &entry.data, key);
            all.lock().expect("not poisoned").insert((key, found));
        }
        last.into_iter().for_each(join);
    });
    seen.lock().expect("not poisoned").clone()
}

const WRITES: [(u64, u64); 2] = [(0x1111, 0xaaaa_0001), (0x2222, 0xbbbb_0002)];
const SAME_KEY: [(u64, u64); 2] = [(0x1111, 0xaaaa_0001), (0x1111, 0xbbbb_0002)];

#[test]
fn a_reader_beside_a_writer_sees_one_whole_write_or_nothing() {
    let expected = WRITES.iter().flat_map(|&(key, value)| [(key, None), (key, Some(value))]).collect();
    assert_eq!(seen(WRITES, false), expected);
    let expected = [None, Some(0xaaaa_0001), Some(0xbbbb_0002)].map(|found| (0x1111, found)).into();
    assert_eq!(seen(SAME_KEY, false), expected);
}

#[test]
fn two_writers_leave_one_whole_write_or_nothing() {
    let expected = WRITES.iter().flat_map(|&(key, value)| [(key, None), (key, Some(value))]).collect();
    assert_eq!(seen(WRITES, true), expected);
    let expected = [None, Some(0xaaaa_0001), Some(0xbbbb_0002)].map(|found| (0x1111, found)).into();
    assert_eq!(seen(SAME_KEY, true), expected);
}
