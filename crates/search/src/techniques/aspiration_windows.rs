//! Aspiration windows: one iteration of the root.

use crate::deepening::search_root;
use crate::depth::Depth;
use crate::node::{Counted, Root};
use crate::score::{Bound, Score, Window};
use crate::step::Step;
use crate::telemetry::Event;
use crate::worker::Worker;

registry::technique! {
    /// Searches the root with a narrow window around the last iteration's score, and widens it when that fails.
    ///
    /// Failing low, alpha is lowered, beta is drawn in to the middle and the previous best move stays; failing high, the move that did it is
    /// adopted and beta is raised.
    "AspirationWindows", title "Aspiration windows", class Exact, default on, revision 1,
    source "CPW: Aspiration Windows",
    needs [], excludes [],
    parameters {
        /// First iteration with a narrow window, in plies.
        min_depth = 4 in 2..=12 step 1;
        /// Half the window's width at first, in centipawns.
        delta = 20 in 5..=200 step 4;
        /// Factor by which the half width grows at each failure, in hundredths.
        growth = 200 in 110..=500 step 20 scale 100;
    }
}

/// A half width from which on the window might as well be open, in centipawns.
const WIDE: i32 = 1000;

impl Settings {
    /// The half width after another failure.
    fn widen(&self, delta: i32) -> i32 {
        delta * self.growth / 100 + 1
    }
}

/// The exact score of the root at this depth. `Break` only when stopped.
pub(crate) fn step(w: &mut Worker<'_>, depth: Depth) -> Step<Score> {
    let settings = w.config.aspiration_windows;
    let previous = w.root.answer().score;
    if !settings.on || depth.plies() < settings.min_depth || previous.is_decided() {
        return search_root(w, depth, Window::FULL);
    }
    let mut delta = settings.delta;
    let mut window = around(previous, delta);
    let mut score = search_root(w, depth, window)?;
    loop {
        let bound = window.bound(score);
        w.count::<Counted<Root>, Settings>(depth, bound == Bound::Exact);
        w.note::<Counted<Root>>(Event::FailedLow, bound == Bound::Upper);
        w.note::<Counted<Root>>(Event::FailedHigh, bound == Bound::Lower);
        match bound {
            Bound::Exact => return Step::Continue(score),
            _ if delta > WIDE => window = Window::FULL,
            Bound::Upper => {
                let middle = (window.alpha.value() + window.beta.value()) / 2;
                window = Window { alpha: around(score, delta).alpha, beta: Score::centipawns(middle) };
            }
            Bound::Lower => window.beta = around(score, delta).beta,
        }
        delta = settings.widen(delta);
        score = w.charge::<Counted<Root>, Settings, _>(depth, |w| search_root(w, depth, window))?;
    }
}

/// The window of this half width, open at an end where mates begin.
fn around(score: Score, delta: i32) -> Window {
    let (alpha, beta) = (score - delta, score + delta);
    Window {
        alpha: if alpha.is_loss() { Window::FULL.alpha } else { alpha.max(Window::FULL.alpha) },
        beta: if beta.is_win() { Window::FULL.beta } else { beta.min(Window::FULL.beta) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_open_where_mates_begin() {
        let mate = Score::mate_at(crate::Ply::new(9));
        assert_eq!(around(mate, 20).beta, Score::INFINITE);
        assert_eq!(around(-mate, 20).alpha, -Score::INFINITE);
        let quiet = around(Score::centipawns(30), 20);
        assert_eq!((quiet.alpha.value(), quiet.beta.value()), (10, 50));
    }

    #[test]
    fn half_widths_always_grow() {
        let narrow = Settings { growth: 110, ..Settings::DEFAULT };
        assert_eq!((narrow.widen(5), Settings::DEFAULT.widen(20)), (6, 41));
    }
}
