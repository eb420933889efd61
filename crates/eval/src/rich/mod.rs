//! The terms of the rich evaluation, one file each, with their numbers at the top.
//!
//! Not here: the order in which they run (`techniques::rich_evaluation`). The numbers come from general chess knowledge and are round guesses;
//! only the scale of each term against the others was checked, on games of the evaluation against itself. None is from another engine;
//! PeSTO's published tables are the exception.
//! Invariant: a term reads the position and the facts that are common to all, and returns its worth to one side.

pub(crate) mod endgame;
pub(crate) mod facts;
pub(crate) mod king;
pub(crate) mod king_pawn_king;
pub(crate) mod material;
pub(crate) mod mobility;
pub(crate) mod passed;
pub(crate) mod pawn_cache;
pub(crate) mod pawns;
pub(crate) mod pieces;
pub(crate) mod shelter;
pub(crate) mod space;
pub(crate) mod threats;
