//! What a worker knows of one ply of the line it is in.
//!
//! Not the position, which has a stack of its own. Invariant: a frame below the current ply belongs to the line; one above it holds what
//! siblings left there (killers).

use rules::Move;

use crate::score::Score;

/// Quiet moves that refuted a sibling at the same ply, the latest first.
pub(crate) type Killers = [Option<Move>; 2];

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The move being searched from here; none for a null move.
    pub(crate) mv: Option<Move>,
    pub(crate) in_check: bool,
    /// None in check.
    pub(crate) evaluation: Option<Score>,
    pub(crate) killers: Killers,
    /// A move that this visit leaves out.
    pub(crate) excluded: Option<Move>,
}
