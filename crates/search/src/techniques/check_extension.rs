//! Check extension.

use crate::node::{Node, NodeKind};
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
pub(crate) fn adjust<N: NodeKind>(w: &Worker<'_>, node: &mut Node) {
    let settings = &w.config.check_extension;
    let least = if settings.at_horizon == 1 { 0 } else { 1 };
    if settings.on && node.in_check {
        let is_extended = !node.is_again && node.depth.plies() >= least;
        w.count::<N, Settings>(node.depth, is_extended);
        if is_extended {
            node.depth = node.depth + 1;
        }
    }
}
