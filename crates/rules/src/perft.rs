//! Perft: the number of move sequences of a given length, the standard check of a move generator.
//!
//! Plain counting makes moves straight from the generator's sets and counts the last ply's without making them ("bulk").
//! Not here: timing and printing.
//! Invariant: all variants give the same number, whatever the table size or the number of threads; a number that `u64`
//! cannot hold is `u64::MAX`, never a wrapped one.

use crate::color::{Black, Side, White};
use crate::generate::{Count, Sink, Stage};
use crate::{Bitboard, Color, Move, MoveKind, PieceKind, Position, Square};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Number of legal move sequences of `depth` plies; 1 for depth 0.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.side_to_move() {
        Color::White => count::<White>(position, depth),
        Color::Black => count::<Black>(position, depth),
    }
}

/// [`perft`] split by the first move, in generation order. Empty for depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let below = |mv| perft(&after(position, mv), depth - 1);
    position.legal_moves().into_iter().map(|mv| (mv, below(mv))).collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    child.make(mv);
    child
}

fn count<S: Side>(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return count_last_ply::<S>(position);
    }
    let mut walk = Walk::<S> { position, depth, nodes: 0, side: PhantomData };
    position.emit::<S>(Stage::All, &position.legality_of::<S>(), Bitboard::ALL, &mut walk);
    walk.nodes
}

/// Apart from [`count`], so that each has registers and stack of its own.
#[inline(never)]
fn count_last_ply<S: Side>(position: &Position) -> u64 {
    let mut count = Count(0);
    position.emit::<S>(Stage::All, &position.legality_of::<S>(), Bitboard::ALL, &mut count);
    count.0
}

/// Plays each emitted move at once and counts what follows.
struct Walk<'a, S> {
    position: &'a Position,
    depth: u32,
    nodes: u64,
    side: PhantomData<S>,
}

impl<S: Side> Walk<'_, S> {
    #[inline(always)]
    fn visit(&mut self, make: impl FnOnce(&mut Position)) {
        let mut child = self.position.clone();
        make(&mut child);
        self.nodes += count::<S::Enemy>(&child, self.depth - 1);
    }
}

impl<S: Side> Sink for Walk<'_, S> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, quiets: Bitboard, captures: Bitboard) {
        for to in captures {
            self.visit(|child| _ = child.make_capture::<S>(kind, from, to));
        }
        for to in quiets {
            self.visit(|child| _ = child.make_quiet::<S>(kind, from, to));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: i8, targets: Bitboard) {
        for to in targets {
            let from = to.step(-step);
            self.visit(|child| match kind {
                MoveKind::DoublePush => _ = child.make_double_push::<S>(from, to),
                MoveKind::Capture => _ = child.make_capture::<S>(PieceKind::Pawn, from, to),
                _ => _ = child.make_quiet::<S>(PieceKind::Pawn, from, to),
            });
        }
    }
    #[inline(always)]
    fn promotions(&mut self, kinds: [MoveKind; 4], step: i8, targets: Bitboard) {
        for to in targets {
            for kind in kinds {
                self.visit(|child| _ = child.make_promotion::<S>(kind, to.step(-step), to));
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.visit(|child| _ = child.make_en_passant::<S>(from, to));
    }
    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.visit(|child| _ = child.make_castle::<S>(king, rook));
    }
}

/// A table of counts for [`perft_hashed`], shared by threads.
///
/// An entry is two words: the count, and the key of (position, depth) mixed with the count. A torn or foreign entry fails
/// the comparison and is recounted, so no lock is needed.
pub struct PerftTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    /// A table of at most this many mebibytes (at least one entry).
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, std::collections::TryReserveError> {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let length = (bytes / size_of::<[AtomicU64; 2]>()).max(1);
        let mut entries = Vec::new();
        entries.try_reserve_exact(length)?;
        entries.resize_with(length, Default::default);
        Ok(Self { entries })
    }

    fn key(position: &Position, depth: u32) -> u64 {
        // Odd multiplier: distinct depths give distinct keys for one position.
        position.key() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        // The high half of a 128-bit product spreads keys over a table of any length.
        &self.entries[((u128::from(key) * self.entries.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [count, check] = self.slot(key);
        let count = count.load(Ordering::Relaxed);
        (count != 0 && check.load(Ordering::Relaxed) ^ count == key).then_some(count)
    }

    fn put(&self, key: u64, nodes: u64) {
        let [count, check] = self.slot(key);
        count.store(nodes, Ordering::Relaxed);
        check.store(key ^ nodes, Ordering::Relaxed);
    }
}

/// [`perft`] with equal positions counted once. As exact as 64-bit keys are distinct.
pub fn perft_hashed(position: &Position, depth: u32, table: &PerftTable) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    let key = PerftTable::key(position, depth);
    if let Some(nodes) = table.get(key) {
        return nodes;
    }
    let below = |mv| perft_hashed(&after(position, mv), depth - 1, table);
    let nodes = position.legal_moves().into_iter().map(below).fold(0, u64::saturating_add);
    table.put(key, nodes);
    nodes
}

/// [`divide`] on several threads, with or without a table. The order and the numbers are those of [`divide`].
pub fn divide_parallel(
    position: &Position,
    depth: u32,
    threads: usize,
    table: Option<&PerftTable>,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let count = |position: &Position, depth| match table {
        Some(table) => perft_hashed(position, depth, table),
        None => perft(position, depth),
    };
    let roots: Vec<Move> = position.legal_moves().to_vec();
    // Two plies make enough pieces of work for the threads to end together.
    let work: Vec<(usize, Position)> = roots
        .iter()
        .enumerate()
        .flat_map(|(root, &mv)| {
            let child = after(position, mv);
            let grandchildren = if depth < 2 { Default::default() } else { child.legal_moves() };
            let grandchildren: Vec<_> = grandchildren.into_iter().map(|mv| (root, after(&child, mv))).collect();
            grandchildren
        })
        .collect();
    let totals: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(u64::from(depth == 1))).collect();
    let next = AtomicUsize::new(0);
    let take_work = || {
        while let Some((root, position)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = count(position, depth - 2);
            let add = |total: u64| Some(total.saturating_add(nodes));
            let _ = totals[*root].fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // A system that gives no more threads gets the work done by those there are; this one always is.
            if std::thread::Builder::new().spawn_scoped(scope, take_work).is_err() {
                break;
            }
        }
        take_work();
    });
    roots.into_iter().zip(totals).map(|(mv, total)| (mv, total.into_inner())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_too_large_saturates() {
        let kings = Position::from_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1").expect("a FEN");
        let table = PerftTable::new(16).expect("memory");
        assert!(perft_hashed(&kings, 20, &table) < u64::MAX);
        assert_eq!(perft_hashed(&kings, 40, &table), u64::MAX);
        let roots = divide_parallel(&kings, 40, 2, Some(&table));
        assert!(roots.into_iter().all(|(_, nodes)| nodes == u64::MAX));
    }
}
