//! What changes from step to step: how far a step goes, and how much the result counts.
//!
//! Not the step itself (`optimiser`). Invariant: a schedule is a function of the number of the step, so a resumed run follows the same one.

use crate::settings::Settings;

/// The course of a run.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    steps: u64,
    warm_up: u64,
    highest_rate: f64,
    final_rate: f64,
    result_weight: [f64; 2],
}

impl Schedule {
    /// The course of a run over so many positions.
    pub(crate) fn new(settings: &Settings, positions: usize) -> Self {
        let visits = u64::from(settings.epochs) * positions as u64;
        let steps = visits.div_ceil(batch_size(settings, positions) as u64);
        Schedule {
            steps,
            warm_up: settings.warm_up_steps.min(steps.saturating_sub(1)),
            highest_rate: settings.learning_rate,
            final_rate: settings.final_learning_rate,
            result_weight: [settings.result_weight_start, settings.result_weight_end],
        }
    }

    /// Steps in all.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The step size at this step, from 0: a linear rise, then half a cosine.
    pub(crate) fn learning_rate(&self, step: u64) -> f64 {
        if step < self.warm_up {
            return self.highest_rate * (step + 1) as f64 / (self.warm_up + 1) as f64;
        }
        let share = share(step - self.warm_up, self.steps - self.warm_up);
        let height = (1.0 + libm::cos(std::f64::consts::PI * share)) / 2.0;
        self.final_rate + (self.highest_rate - self.final_rate) * height
    }

    /// The weight of the result at this step, from 0.
    pub(crate) fn result_weight(&self, step: u64) -> f64 {
        let [start, end] = self.result_weight;
        start + (end - start) * share(step, self.steps)
    }

    /// The weight of the result at the last step.
    pub(crate) fn final_result_weight(&self) -> f64 {
        self.result_weight[1]
    }
}

/// Positions per step: no position twice in one.
pub(crate) fn batch_size(settings: &Settings, positions: usize) -> usize {
    settings.batch.min(positions).max(1)
}

/// How far along a step is: 0 at the first, 1 at the last.
fn share(step: u64, steps: u64) -> f64 {
    if steps <= 1 { 0.0 } else { step as f64 / (steps - 1) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(settings: &Settings) -> Schedule {
        Schedule::new(settings, 10_000)
    }

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn half_a_cosine() {
        let settings = Settings { epochs: 10, batch: 1_000, ..Settings::default() };
        let schedule = schedule(&settings);
        assert_eq!(schedule.steps(), 100);
        assert!(close(schedule.learning_rate(0), 1e-3) && close(schedule.learning_rate(99), 2.4e-6));
        let middle = (schedule.learning_rate(49) + schedule.learning_rate(50)) / 2.0;
        assert!(close(middle, (1e-3 + 2.4e-6) / 2.0), "{middle}");
        assert!((1..100).all(|step| schedule.learning_rate(step) < schedule.learning_rate(step - 1)));
    }

    #[test]
    fn a_warm_up_rises_first() {
        let settings = Settings { epochs: 10, batch: 1_000, warm_up_steps: 9, ..Settings::default() };
        let schedule = schedule(&settings);
        assert!(close(schedule.learning_rate(0), 1e-4) && close(schedule.learning_rate(8), 9e-4));
        assert!(close(schedule.learning_rate(9), 1e-3) && close(schedule.learning_rate(99), 2.4e-6));
        let all = Settings { epochs: 1, batch: 10_000, warm_up_steps: 50, ..Settings::default() };
        assert!(close(super::Schedule::new(&all, 10_000).learning_rate(0), 1e-3));
    }

    #[test]
    fn the_result_counts_more_and_more() {
        let settings = Settings {
            epochs: 11,
            batch: 10_000,
            result_weight_start: 0.3,
            result_weight_end: 0.5,
            ..Settings::default()
        };
        let schedule = schedule(&settings);
        assert_eq!(schedule.steps(), 11);
        for (step, weight) in [(0, 0.3), (5, 0.4), (10, 0.5)] {
            assert!(close(schedule.result_weight(step), weight), "{step}");
        }
        assert!(close(schedule.final_result_weight(), 0.5));
    }

    #[test]
    fn steps_cover_every_epoch() {
        let settings = Settings { epochs: 3, batch: 7_000, ..Settings::default() };
        assert_eq!(schedule(&settings).steps(), 5);
        assert_eq!(super::Schedule::new(&settings, 10).steps(), 3);
        assert_eq!(batch_size(&settings, 10), 10);
    }
}
