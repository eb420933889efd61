//! Singular extensions.

use rules::Move;

use crate::depth::Depth;
use crate::node::{Node, NodeKind};
use crate::score::{Bound, Score, Window};
use crate::step::Step;
use crate::table::Entry;
use crate::telemetry::Event;
use crate::worker::Worker;

registry::technique! {
    /// Extends the table move when a reduced search of all others shows that none of them comes near it.
    ///
    /// The same search tells more: far below, the move is extended twice; when others beat beta as well, the node is left at once ("multicut");
    /// and when the table move alone was expected to, it is searched less deep.
    "SingularExtensions", title "Singular extensions", class Extension, default off, revision 1,
    source "CPW: Singular Extensions; Anantharaman, Campbell & Hsu 1988; Kirin text",
    needs [table_move], excludes [],
    parameters {
        /// Lowest remaining depth, in plies.
        min_depth = 8 in 4..=16 step 1;
        /// The entry may be so many plies shallower than the node.
        depth_margin = 3 in 1..=6 step 1;
        /// How far below the table's score the others must stay per ply of remaining depth, in hundredths of a pawn.
        margin = 2 in 0..=10 step 1;
        /// How much further below for a second ply, in centipawns; off a principal variation only.
        double_margin = 20 in 0..=200 step 5;
        /// 1: extend by a second ply; 0: never.
        double = 1 in 0..=1 step 1;
        /// 1: leave the node when others beat beta, too; 0: never.
        multicut = 1 in 0..=1 step 1;
        /// Plies taken off the table move when it was expected to beat beta and is not singular.
        negative = 1 in 0..=3 step 1;
    }
}

impl Settings {
    /// What the others must stay below; none where it is not tried.
    fn singular_beta(&self, depth: Depth, entry: &Entry) -> Option<Score> {
        let is_tried = self.on
            && depth.plies() >= self.min_depth
            && entry.depth >= depth - self.depth_margin
            && entry.bound != Bound::Upper
            && !entry.score.is_decided();
        is_tried.then(|| entry.score - self.margin * depth.plies())
    }
}

/// Plies to extend the table move by; leaves the node when it is cut.
pub(crate) fn step<N: NodeKind>(w: &mut Worker<'_>, node: &Node, mv: Move) -> Step<i32> {
    let settings = w.config.singular_extensions;
    let entry = node.entry.filter(|entry| entry.mv == Some(mv) && node.table_move == Some(mv));
    let is_free = !N::ROOT && w.frame().excluded.is_none() && w.ply().get() < 2 * w.root.depth() as usize;
    let beta = entry.filter(|_| is_free).and_then(|entry| settings.singular_beta(node.depth, &entry));
    let (Some(entry), Some(singular_beta)) = (entry, beta) else {
        return Step::Continue(0);
    };
    let reduced = Depth::new((node.depth.plies() - 1) / 2);
    let question = Node { no_null_move: true, ..Node::new(reduced, Window::zero_below(singular_beta), node.cut_node) };
    let score = w.charge::<N, Settings, _>(node.depth, |w| w.visit_again::<N::Scout>(question, Some(mv)))?;
    let beta = node.window.beta;
    w.count::<N, Settings>(node.depth, score < singular_beta);
    if score < singular_beta {
        let is_far_below = settings.double == 1 && !N::PV && score < singular_beta - settings.double_margin;
        w.note::<N>(Event::DoublyExtended, is_far_below);
        Step::Continue(if is_far_below { 2 } else { 1 })
    } else if settings.multicut == 1 && !N::PV && singular_beta >= beta {
        w.note::<N>(Event::Multicut, true);
        Step::Break(singular_beta)
    } else if entry.score >= beta {
        w.note::<N>(Event::SearchedLessDeep, settings.negative > 0);
        Step::Continue(-settings.negative)
    } else {
        Step::Continue(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deep_entries_that_may_be_that_good_are_asked_about() {
        let entry = |depth, bound| Entry {
            mv: None,
            score: Score::centipawns(50),
            bound,
            depth: Depth::new(depth),
            evaluation: None,
            was_pv: false,
        };
        let settings = Settings { on: true, ..Settings::DEFAULT };
        let beta = |depth, entry: Entry| settings.singular_beta(Depth::new(depth), &entry).map(Score::value);
        assert_eq!(beta(10, entry(7, Bound::Lower)), Some(30));
        assert_eq!(beta(10, entry(6, Bound::Lower)), None);
        assert_eq!(beta(10, entry(9, Bound::Upper)), None);
        assert_eq!(beta(7, entry(9, Bound::Exact)), None);
    }
}
