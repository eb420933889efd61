//! The transposition table: what earlier visits of a position found.
//!
//! *What it is:* clusters of four 16-byte entries, one cache line each, shared by any number of threads without locks. Each entry is two
//! atomic words, the second holding the data and the first the key XORed with it, so an entry torn by two writers fails its check
//! (Hyatt & Mann 2002, "A lock-less transposition table").
//!
//! *What it is not:* a cache of truths. Two positions can share a key, so a move from here is checked for legality before it is used, and a
//! score is used only as `techniques::table_cutoffs` allows.
//!
//! *Invariant:* `get` returns exactly what some `put` stored under that key since the table was last forgotten, or nothing.

/// For a model checker to replace; see `slot`.
mod atomic {
    pub(super) use std::sync::atomic::{AtomicU64, Ordering};
}

mod entry;
mod prefetch;
mod slot;

use std::fmt;
use std::ops::Range;

use rules::{Key, Move};

pub(crate) use entry::Entry;

use self::atomic::{AtomicU64, Ordering};
use crate::crew::{self, Spawner};
use crate::depth::{Depth, Ply};
use crate::score::{Bound, Score};
use entry::Packed;

const ENTRIES: usize = 4;
/// Entries this many plies deeper outlive one search longer.
const PLIES_PER_AGE: i32 = 4;
/// An entry of the same position is kept if it is this much deeper than the new one.
const DEEPER_BY: i32 = 4;
/// Atomic words of a cluster: one cache line.
const WORDS: usize = 2 * ENTRIES;
const LINE: usize = WORDS * size_of::<AtomicU64>();
/// Words that a thread clears at a time: a mebibyte.
const PART: usize = (1 << 20) / size_of::<AtomicU64>();

/// One entry's words: the position's key XOR the data, and the data.
type Slot = [AtomicU64; 2];

/// A key as entries have it: its low bits, and above them the epoch. The bits that are left out are those the cluster stands for.
#[derive(Clone, Copy)]
struct Tag(u64);

/// Bits of a tag that are the key's.
const KEY_BITS: u32 = 48;

fn get([check, data]: &Slot, Tag(tag): Tag) -> Option<Packed> {
    slot::read(check, data, tag).map(Packed)
}

fn set([check, data]: &Slot, Tag(tag): Tag, packed: Packed) {
    slot::write(check, data, tag, packed.0);
}

/// The table. Shared by reference; every method but the sizing ones takes `&self`.
pub struct Table {
    /// Plain words, not a type of a cache line's alignment: only so does the system give them as it gives all large memory, zero and
    /// untouched, so that it can still be asked for larger pages.
    words: Box<[AtomicU64]>,
    /// Where the first cluster begins: at a cache line.
    first: usize,
    clusters: usize,
    mebibytes: usize,
    /// Of the search in progress; older entries make way first.
    generation: u8,
    /// Of everything learnt since the table was last forgotten; entries of other epochs are none.
    epoch: u16,
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError {
    /// What was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB for the hash table cannot be had", self.mebibytes)
    }
}

impl std::error::Error for TableError {}

/// What to remember of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) mv: Option<Move>,
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: Depth,
    /// The static evaluation before any correction, if one was made.
    pub(crate) evaluation: Option<Score>,
    /// The position is or was on a principal variation.
    pub(crate) was_pv: bool,
}

impl Table {
    /// An empty table of so many mebibytes, at least 1.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let error = TableError { mebibytes };
        let mebibytes = mebibytes.max(1);
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(error)?;
        let clusters = bytes / LINE;
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box((clusters + 1) * WORDS).map_err(|()| error)?;
        // At most a line's words, or where that cannot be told, none: then entries cost two lines.
        let first = words.as_ptr().align_offset(LINE) % WORDS;
        Ok(Table { words, first, clusters, mebibytes, generation: 0, epoch: 0 })
    }

    /// Gives the table another size; what it held is forgotten.
    ///
    /// # Errors
    /// When the memory cannot be had; then it has the old size, and is empty.
    pub(crate) fn resize(&mut self, mebibytes: usize) -> Result<(), TableError> {
        let old = self.mebibytes;
        // The old one goes first: there need not be room for both.
        self.words = Box::default();
        let resized = Table::new(mebibytes);
        let failed = resized.as_ref().err().copied();
        *self = resized.or_else(|_| Table::new(old)).or_else(|_| Table::new(1))?;
        failed.map_or(Ok(()), Err)
    }

    /// Size in mebibytes.
    #[must_use]
    pub fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Forgets everything. A number stands for that, so that short games need not wait for memory; only when the numbers are used up is it
    /// cleared, with the help of so many threads.
    pub(crate) fn forget(&mut self, threads: usize, spawner: &dyn Spawner) {
        match self.epoch.checked_add(1) {
            Some(epoch) => (self.epoch, self.generation) = (epoch, 0),
            None => self.clear(threads, spawner),
        }
    }

    /// Forgets everything and writes to all of the memory, with the help of so many threads.
    pub(crate) fn clear(&mut self, threads: usize, spawner: &dyn Spawner) {
        crew::each(self.words.chunks_mut(PART), threads, spawner, |part| part.fill_with(AtomicU64::default));
        (self.epoch, self.generation) = (0, 0);
    }

    /// A new search begins: what earlier ones stored is worth less from now on.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % entry::GENERATIONS;
    }

    /// Asks the processor to have the position's cluster at hand soon.
    pub(crate) fn prefetch(&self, key: Key) {
        prefetch::prefetch(&self.slots(self.index(key))[0]);
    }

    /// What is remembered of the position with this key, at this distance from the root.
    pub(crate) fn get(&self, key: Key, ply: Ply) -> Option<Entry> {
        let tag = self.tag(key);
        self.slots(self.index(key)).iter().find_map(|slot| get(slot, tag)).and_then(|packed| packed.unpack(ply))
    }

    /// Remembers a finding; what is worth least in its cluster makes way.
    pub(crate) fn put(&self, key: Key, ply: Ply, mut finding: Finding) {
        let (slots, tag) = (self.slots(self.index(key)), self.tag(key));
        let known = slots.iter().find_map(|slot| get(slot, tag).map(|packed| (slot, packed)));
        if let Some((slot, old)) = known {
            // A search that failed low knows no good move; an older one may have.
            finding.mv = finding.mv.or(old.mv());
            let is_current = old.generation() == self.generation;
            if is_current && finding.bound != Bound::Exact && old.depth() >= finding.depth.plies() + DEEPER_BY {
                return;
            }
            set(slot, tag, Packed::new(&finding, ply, self.generation));
            return;
        }
        let worth = |slot: &&Slot| {
            let packed = self.any(slot);
            packed.depth() - PLIES_PER_AGE * self.generations_old(packed)
        };
        if let Some(slot) = slots.iter().min_by_key(worth) {
            set(slot, tag, Packed::new(&finding, ply, self.generation));
        }
    }

    /// Entries of the current search among a thousand.
    #[must_use]
    pub fn permille_full(&self) -> u32 {
        let sample = 0..self.clusters.min(1000 / ENTRIES);
        let is_current = |slot: &&Slot| {
            let packed = self.any(slot);
            packed.0 != 0 && packed.generation() == self.generation
        };
        let used = sample.clone().flat_map(|index| self.slots(index)).filter(is_current).count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }

    /// Where it lies, for advice about its use.
    pub(crate) fn addresses(&self) -> Range<usize> {
        let Range { start, end } = self.words.as_ptr_range();
        start.addr()..end.addr()
    }

    /// The entries of a cluster.
    fn slots(&self, index: usize) -> &[Slot] {
        let begin = self.first + index * WORDS;
        self.words[begin..begin + WORDS].as_chunks().0
    }

    /// What a slot holds, whatever its key; of another epoch, nothing.
    fn any(&self, [check, data]: &Slot) -> Packed {
        let data = data.load(Ordering::Relaxed);
        let epoch = (check.load(Ordering::Relaxed) ^ data) >> KEY_BITS;
        Packed(if epoch == u64::from(self.epoch) { data } else { 0 })
    }

    fn tag(&self, key: Key) -> Tag {
        Tag(key & ((1 << KEY_BITS) - 1) | u64::from(self.epoch) << KEY_BITS)
    }

    fn generations_old(&self, packed: Packed) -> i32 {
        // An empty slot makes way before all.
        if packed.0 == 0 {
            return i32::from(entry::GENERATIONS) * 16;
        }
        let ages = self.generation + entry::GENERATIONS - packed.generation();
        i32::from(ages % entry::GENERATIONS)
    }

    fn index(&self, key: Key) -> usize {
        // The high bits of the product spread evenly over any number of clusters.
        ((u128::from(key) * self.clusters as u128) >> 64) as usize
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("mebibytes", &self.mebibytes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
