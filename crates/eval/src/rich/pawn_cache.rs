//! A memory of pawn structures.
//!
//! Not here: what a structure is (`pawns`). Invariant: an entry is handed out only for pawns with its full key, so what is remembered is what
//! would be worked out.

use rules::{Color, Key, PieceKind, Position};

use crate::rich::pawns::Structure;
use crate::trace::Silent;

/// Entries, a power of two: about a megabyte.
const ENTRIES: usize = 1 << 14;

/// Direct mapped: a structure has one place.
pub(crate) struct PawnCache {
    /// Apart from the structures, each of which fills a cache line.
    keys: Box<[Key]>,
    structures: Box<[Structure]>,
}

impl PawnCache {
    pub(crate) fn new() -> Self {
        // The key of a board without pawns is 0, so an entry that was never written is right for exactly that.
        let none = Structure::of(rules::Bitboard::EMPTY, rules::Bitboard::EMPTY, &mut Silent);
        Self { keys: vec![0; ENTRIES].into(), structures: vec![none; ENTRIES].into() }
    }

    /// The structure of this position's pawns.
    #[inline(always)]
    pub(crate) fn structure(&mut self, position: &Position) -> &Structure {
        let key = position.pawn_key();
        let index = key as usize & (ENTRIES - 1);
        if self.keys[index] != key {
            self.fill(index, position);
        }
        &self.structures[index]
    }

    #[cold]
    fn fill(&mut self, index: usize, position: &Position) {
        let pawns = |color| position.pieces(color, PieceKind::Pawn);
        self.keys[index] = position.pawn_key();
        self.structures[index] = Structure::of(pawns(Color::White), pawns(Color::Black), &mut Silent);
    }
}

impl std::fmt::Debug for PawnCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PawnCache({ENTRIES})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_games;

    #[test]
    fn what_is_remembered_is_what_would_be_worked_out() {
        let mut cache = PawnCache::new();
        for position in random_games(5, 40, 300) {
            let pawns = |color| position.pieces(color, PieceKind::Pawn);
            let fresh = Structure::of(pawns(Color::White), pawns(Color::Black), &mut Silent);
            assert_eq!(*cache.structure(&position), fresh);
            assert_eq!(*cache.structure(&position), fresh);
        }
    }

    #[test]
    fn no_pawns_need_no_entry() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a FEN");
        assert_eq!(position.pawn_key(), 0);
        assert!(PawnCache::new().structure(&position).passed.is_empty());
    }
}
