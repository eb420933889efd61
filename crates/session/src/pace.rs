//! How much of its planned time a search should really use, iteration by iteration.
//!
//! Not a budget and not a clock: it gives percentages of what [`TimeBudget`](crate::time_budget::TimeBudget) planned.
//! Invariant: with every technique of class Time off it says 100; it never says more than [`MOST_PERCENT`].

use rules::Move;
use search::{Iteration, Score};

use crate::Config;

/// No doubt is worth more than this many percent of the plan.
const MOST_PERCENT: i64 = 300;

/// What the iterations so far were like.
#[derive(Debug)]
pub(crate) struct Pace {
    config: Config,
    best: Option<(Move, Score)>,
    /// Iterations in a row that confirmed the best move.
    confirmed: u32,
}

impl Pace {
    pub(crate) fn new(config: Config) -> Self {
        Pace { config, best: None, confirmed: 0 }
    }

    /// Percent of the planned time to use, now that this iteration is finished.
    pub(crate) fn percent_after(&mut self, iteration: &Iteration) -> i64 {
        let Iteration { best, score, .. } = *iteration;
        let (before, is_same) = self.best.map_or((score, false), |(mv, before)| (before, mv == best));
        self.confirmed = if is_same { self.confirmed + 1 } else { 0 };
        self.best = Some((best, score));
        let Config { node_fraction, best_move_stability, score_stability } = &self.config;
        let percents = [
            node_fraction.percent(iteration),
            best_move_stability.percent(self.confirmed),
            score_stability.percent(before, score),
        ];
        percents.iter().fold(100, |product, percent| product * percent / 100).min(MOST_PERCENT)
    }
}

#[cfg(test)]
mod tests {
    use registry::Registry;

    use super::*;
    use crate::techniques::testing::iteration;

    fn all(on: bool) -> Config {
        let mut config = Config::DEFAULT;
        (0..config.count()).for_each(|index| _ = config.switch(index, on));
        config
    }

    fn percents(config: Config) -> Vec<i64> {
        let mut pace = Pace::new(config);
        let scores = [10, 10, 10, 10, 10, 10, 10, 10, 10, -60];
        let run = scores.iter().zip(1..).map(|(&score, depth)| {
            let (score, nodes) = (Score::centipawns(score), 1000);
            pace.percent_after(&Iteration { score, nodes, best_nodes: 800, ..iteration(depth) })
        });
        run.collect()
    }

    #[test]
    fn without_techniques_the_plan_stands() {
        assert_eq!(percents(all(false)), [100; 10]);
    }

    #[test]
    fn a_steady_search_saves_time_and_a_falling_score_takes_it_back() {
        let percents = percents(all(true));
        assert!(percents[..9].is_sorted_by(|a, b| a >= b), "{percents:?}");
        assert!(percents[8] < 75 && percents[9] > percents[8] + 30, "{percents:?}");
    }

    #[test]
    fn no_setting_leaves_the_bounds() {
        let mut config = all(true);
        for index in 0..config.count() {
            let technique = config.technique_mut(index);
            let parameters = technique.info().parameters;
            parameters.iter().enumerate().for_each(|(place, parameter)| technique.set_parameter(place, parameter.max));
        }
        let mut pace = Pace::new(config);
        for (score, nodes) in [(Score::INFINITE, 0), (Score::centipawns(31_000), u64::MAX / 200), (-Score::INFINITE, 1)]
        {
            let percent = pace.percent_after(&Iteration { score, nodes, ..iteration(200) });
            assert!((0..=MOST_PERCENT).contains(&percent), "{percent}");
        }
    }
}
