//! Simultaneous perturbation stochastic approximation: one step of tuning many parameters at once by games.
//!
//! *What it is:* the schedule, the perturbed values to play with, and the step that their result makes.
//!
//! *What it is not:* no games and no randomness: the caller flips the coins, so that a run can be repeated.
//!
//! *Invariant:* a value never leaves its parameter's range.
//!
//! Source: Spall 1998, "An Overview of the Simultaneous Perturbation Method"; the schedule by end values is OpenBench's.

/// Exponent by which steps become smaller.
const ALPHA: f64 = 0.602;
/// Exponent by which perturbations become smaller.
const GAMMA: f64 = 0.101;
/// Share of the iterations that the schedule is stable for.
const STABILITY: f64 = 0.1;

/// A number being tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its value now; fractions are kept between steps.
    pub value: f64,
    /// The least value it may have.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    /// The perturbation of the last iteration, above 0.
    pub last_perturbation: f64,
}

/// How perturbations and steps shrink from the first iteration to the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Iterations in all, at least 1.
    pub iterations: u32,
    /// The step of the last iteration, in squares of the last perturbation. Usual is 0.002.
    pub last_rate: f64,
}

impl Schedule {
    /// A parameter's perturbation at this iteration, counted from 0.
    #[must_use]
    pub fn perturbation(&self, parameter: &Parameter, iteration: u32) -> f64 {
        parameter.last_perturbation * libm::pow(f64::from(self.iterations), GAMMA)
            / libm::pow(f64::from(iteration) + 1.0, GAMMA)
    }

    /// How far a whole point's difference moves a parameter at this iteration, in perturbations.
    #[must_use]
    pub fn rate(&self, parameter: &Parameter, iteration: u32) -> f64 {
        let stable = STABILITY * f64::from(self.iterations);
        let last_step = self.last_rate * parameter.last_perturbation * parameter.last_perturbation;
        let first = last_step * libm::pow(stable + f64::from(self.iterations), ALPHA);
        let step = first / libm::pow(stable + f64::from(iteration) + 1.0, ALPHA);
        step / self.perturbation(parameter, iteration)
    }
}

impl Parameter {
    /// The two values to play against each other. `up` is the coin.
    #[must_use]
    pub fn perturbed(&self, by: f64, up: bool) -> (f64, f64) {
        let by = if up { by } else { -by };
        (self.clamped(self.value + by), self.clamped(self.value - by))
    }

    /// Moves the value after the first of the two scored `points` more than the second: 2 in a pair at most.
    pub fn step(&mut self, rate: f64, up: bool, points: f64) {
        let direction = if up { 1.0 } else { -1.0 };
        self.value = self.clamped(self.value + rate * points * direction);
    }

    fn clamped(&self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEDULE: Schedule = Schedule { iterations: 1000, last_rate: 0.002 };

    fn parameter(value: f64) -> Parameter {
        Parameter { value, min: 0.0, max: 100.0, last_perturbation: 5.0 }
    }

    #[test]
    fn the_schedule_ends_where_it_should() {
        let parameter = parameter(50.0);
        let last = SCHEDULE.iterations - 1;
        assert!((SCHEDULE.perturbation(&parameter, last) - 5.0).abs() < 1e-9);
        assert!((SCHEDULE.rate(&parameter, last) - 0.002 * 5.0).abs() < 1e-9);
        assert!(SCHEDULE.perturbation(&parameter, 0) > 5.0 && SCHEDULE.rate(&parameter, 0) > 0.01);
    }

    #[test]
    fn values_stay_in_their_range() {
        let mut parameter = parameter(99.0);
        assert_eq!(parameter.perturbed(5.0, true), (100.0, 94.0));
        assert_eq!(parameter.perturbed(5.0, false), (94.0, 100.0));
        parameter.step(10.0, true, 2.0);
        assert!((parameter.value - 100.0).abs() < 1e-12);
    }

    /// A mountain with its top at 30, and coins from a small generator: the value climbs it.
    #[test]
    fn it_climbs() {
        let mut parameter = parameter(80.0);
        let mut state = 1u64;
        let schedule = Schedule { iterations: 5000, last_rate: 0.02 };
        for iteration in 0..schedule.iterations {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let up = state >> 63 == 1;
            let height = |value: f64| -(value - 30.0) * (value - 30.0) / 1000.0;
            let (one, other) = parameter.perturbed(schedule.perturbation(&parameter, iteration), up);
            let rate = schedule.rate(&parameter, iteration);
            parameter.step(rate, up, (height(one) - height(other)).clamp(-2.0, 2.0));
        }
        assert!((parameter.value - 30.0).abs() < 5.0, "{}", parameter.value);
    }
}
