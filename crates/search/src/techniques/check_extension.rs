//! Check extension.

use crate::node::Node;
use crate::worker::Worker;

registry::technique! {
    /// Searches a position in check one ply deeper.
    "CheckExtension", title "Check extension", class Extension, default on, revision 1,
    source "CPW: Check Extensions",
    needs [], excludes [],
    parameters {
        /// 1: at the horizon, too, where quiescence would begin; 0: only before it.
        at_horizon = 1 in 0..=1 step 1;
    }
}

/// Adds a ply in check.
pub(crate) fn adjust(w: &Worker<'_>, node: &mut Node) {
    let settings = &w.config.check_extension;
    let least = if settings.at_horizon == 1 { 0 } else { 1 };
    if settings.on && node.in_check && !node.is_again && node.depth.plies() >= least {
        node.depth = node.depth + 1;
    }
}
