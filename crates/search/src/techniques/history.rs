//! The history heuristic for quiet moves.

use rules::{Color, Move, Square};

use crate::depth::Depth;
use crate::history::History;
use crate::techniques::threat_history;
use crate::worker::Worker;

registry::technique! {
    /// Orders quiet moves by how often they have refuted, anywhere in the tree, and punishes those that were tried before in vain.
    "History", title "History heuristic", class Ordering, default on, revision 1,
    source "CPW: History Heuristic; Schaeffer 1983; Kirin text",
    needs [], excludes [],
    parameters {
        /// Bonus per ply of remaining depth.
        slope = 350 in 50..=1000 step 30;
        /// Taken off the bonus.
        offset = 100 in 0..=500 step 30;
        /// The bonus at most.
        max_bonus = 1800 in 200..=6000 step 150;
    }
}

/// By side, from and to: the "butterfly" board.
/// Whose move, whether the squares it leaves and goes to are attacked, and these squares.
type Place = ((Color, (bool, bool)), Square, Square);

pub(crate) type QuietHistory = History<Place, LIMIT>;

/// Greatest value of a move's history.
pub(crate) const LIMIT: i32 = 16_384;

impl Settings {
    /// What a refutation earns.
    pub(crate) fn bonus(&self, depth: Depth) -> i32 {
        (self.slope * depth.plies() - self.offset).clamp(0, self.max_bonus)
    }
}

fn index(w: &Worker<'_>, mv: Move) -> Place {
    ((w.position().side_to_move(), threat_history::of(w, mv)), mv.from(), mv.to())
}

/// What is thought of a quiet move here; 0 when off.
pub(crate) fn of(w: &Worker<'_>, mv: Move) -> i32 {
    if w.config.history.on { w.memory.quiet_history.get(index(w, mv)) } else { 0 }
}

/// A quiet move refuted, after these quiet moves had not.
pub(crate) fn reward(w: &mut Worker<'_>, depth: Depth, mv: Move, tried: &[Move]) {
    let bonus = w.config.history.bonus(depth);
    let rewarded = index(w, mv);
    w.memory.quiet_history.update(rewarded, bonus);
    for &mv in tried {
        let punished = index(w, mv);
        w.memory.quiet_history.update(punished, -bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bonus_grows_with_depth_up_to_its_limit() {
        let bonus = |depth| Settings::DEFAULT.bonus(Depth::new(depth));
        assert_eq!([bonus(0), bonus(1), bonus(3), bonus(99)], [0, 250, 950, 1800]);
    }
}
