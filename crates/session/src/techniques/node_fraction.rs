//! Time by how much of the search the best move took.

use search::Iteration;

registry::technique! {
    /// Thinks longer when much of the search went into other moves than the best, and less when it took nearly everything.
    "NodeFraction", title "Node-fraction time management", class Time, default off, revision 1,
    source "CPW: Time Management; in use from Koivisto to Stockfish",
    needs [], excludes [],
    parameters {
        /// Iterations before which the fraction says little, in plies.
        min_depth = 8 in 1..=30 step 1;
        /// From this the fraction is taken, in hundredths.
        base = 150 in 100..=300 step 10 scale 100;
        /// What the difference is multiplied by, in hundredths.
        factor = 135 in 0..=300 step 10 scale 100;
    }
}

impl Settings {
    /// Percent of the planned time to use after this iteration.
    pub(crate) fn percent(&self, iteration: &Iteration) -> i64 {
        if !self.on || i64::from(iteration.depth) < i64::from(self.min_depth) {
            return 100;
        }
        let best = (iteration.best_nodes.min(iteration.nodes) * 100 / iteration.nodes.max(1)) as i64;
        ((i64::from(self.base) - best) * i64::from(self.factor) / 100).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing::iteration;

    #[test]
    fn the_more_the_best_move_took_the_less_time() {
        let settings = Settings { on: true, ..Settings::DEFAULT };
        let percent = |best_nodes| settings.percent(&Iteration { best_nodes, nodes: 1000, ..iteration(10) });
        assert_eq!([percent(0), percent(500), percent(1000)], [202, 135, 67]);
        assert_eq!(settings.percent(&Iteration { best_nodes: 7, nodes: 0, ..iteration(10) }), 202);
        assert_eq!(settings.percent(&iteration(7)), 100, "too early");
        assert_eq!(Settings { on: false, ..settings }.percent(&iteration(10)), 100);
    }
}
