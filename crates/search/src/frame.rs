//! What a worker knows of one ply of the line it is in.
//!
//! Not the position, which has a stack of its own. Invariant: a frame below the current ply belongs to the line; one above it holds what
//! siblings left there (killers).

use rules::{Bitboard, Move, Piece, Square};

use crate::score::Score;

/// Quiet moves that refuted a sibling at the same ply, the latest first.
pub(crate) type Killers = [Option<Move>; 2];

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// What the move being searched from here moves, and where to; none for a null move.
    pub(crate) moved: Option<(Piece, Square)>,
    /// Plies by which that search is reduced.
    pub(crate) reduction: i32,
    pub(crate) in_check: bool,
    /// None in check.
    pub(crate) evaluation: Option<Score>,
    pub(crate) killers: Killers,
    /// Squares that the opponent attacks, where anybody wants to know.
    pub(crate) threats: Bitboard,
    /// A move that this visit leaves out.
    pub(crate) excluded: Option<Move>,
}
