//! Evasions in quiescence.

use crate::depth::Depth;
use crate::node::NodeKind;
use crate::worker::Worker;

registry::technique! {
    /// In check, quiescence searches evasions instead of standing pat: all until one does not lose, then captures only.
    ///
    /// Far below the horizon it stands pat even so: where both sides have many checks, evasions of evasions know no end.
    "QuiescenceEvasions", title "Evasions in quiescence", class Extension, default on, revision 1,
    source "CPW: Quiescence Search (checks)",
    needs [], excludes [],
    parameters {
        /// The last ply below the horizon at which evasions are searched.
        max_plies = 6 in 0..=32 step 2;
    }
}

/// Whether a node in check at this depth searches evasions.
pub(crate) fn applies<N: NodeKind>(w: &Worker<'_>, depth: Depth) -> bool {
    let settings = &w.config.quiescence_evasions;
    settings.on && {
        let evades = depth.plies() >= -settings.max_plies;
        w.count::<N, Settings>(depth, evades);
        evades
    }
}
