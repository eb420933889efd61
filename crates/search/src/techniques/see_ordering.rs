//! Static exchange evaluation in move ordering.

use rules::Move;
use rules::see::ExchangeValues;

use crate::worker::Worker;

registry::technique! {
    /// Searches captures that lose material after the quiet moves.
    "SEEOrdering", title "SEE ordering", class Ordering, default on, revision 1,
    source "CPW: Static Exchange Evaluation; Kirin text",
    needs [], excludes [],
    parameters {}
}

/// What the pieces are worth in an exchange, in centipawns.
pub(crate) const VALUES: ExchangeValues = [100, 320, 330, 500, 950, 20_000];

/// Whether a capture or promotion loses material.
pub(crate) fn loses(w: &Worker<'_>, mv: Move) -> bool {
    w.config.see_ordering.on && !w.position().exchange_gains(mv, 0, &VALUES)
}
