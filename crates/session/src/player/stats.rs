//! What the last search was like.
//!
//! Not telemetry of techniques. Invariant: numbers as the search told them, none of them estimated.

use std::time::Duration;

/// A search in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastSearch {
    /// The last iteration told of, in plies.
    pub(super) depth: u32,
    /// Plies searched at most.
    pub(super) selective_depth: u32,
    /// Nodes searched.
    pub(super) nodes: u64,
    /// From `go` to the answer.
    pub(super) time: Duration,
    /// How full the table was, in thousandths.
    pub(super) hashfull: u32,
    /// Positions found in tablebases.
    pub(super) table_hits: u64,
}
