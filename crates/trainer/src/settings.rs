//! What a run is told.
//!
//! Not the data and not where the results go. Invariant: every setting that can change the network is part of [`Settings::identity`], so a
//! checkpoint goes on only under the settings that it began with.

use crate::error::{Difference, Error};
use crate::parameters::LANES;
use record::training::Filter;
use std::fmt::{Debug, Display};

/// The settings of a run. The defaults are what others found to work (`shared/design/knowhow.md`, C1), but for what is to be learnt of a game, which
/// matches between networks of the same games decided (`docs/adr/0006-network.md`).
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Hidden units per perspective: a multiple of 32, at most 1024.
    pub hidden: usize,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions per step. Fewer positions than this make smaller steps.
    pub batch: usize,
    /// Threads. Their number decides in what order sums are taken, and so belongs to what a network depends on.
    pub threads: usize,
    /// What all chance of the run grows from: the first weights, the order of the positions, the games held out.
    pub seed: u64,
    /// The step size at its highest.
    pub learning_rate: f64,
    /// The step size that it ends with, down a half cosine.
    pub final_learning_rate: f64,
    /// Steps over which the step size first rises, from near 0.
    pub warm_up_steps: u64,
    /// The share of itself that a weight loses per step, times the step size.
    pub weight_decay: f64,
    /// The weight of what became of the position, in what is to be learnt, at the first step; the rest is its score.
    pub result_weight_start: f64,
    /// The same at the last step; in between it changes linearly.
    pub result_weight_end: f64,
    /// λ, how far a position looks ahead for what became of it: at 1 to the result of its game, below that also at the scores on the way, its own
    /// weighing 1 - λ, the next λ (1 - λ).
    pub lambda: f64,
    /// K: a score of K centipawns counts as a chance to win of 1 / (1 + 1/e), 73 %.
    pub score_scale: f64,
    /// Of a thousand games, how many are held out of the training to judge it by.
    pub held_out_per_mille: u32,
    /// Which positions of a game are used.
    pub filter: Filter,
    /// Steps from one point of the loss curve to the next.
    pub report_steps: u64,
    /// Steps from one checkpoint to the next.
    pub checkpoint_steps: u64,
    /// What the card says beside what the run knows.
    pub labels: Labels,
}

/// Words for the card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// What the network is called.
    pub name: String,
    /// Which generation it is: those of its data plus one.
    pub generation: u32,
    /// The day, as the caller writes it: a trainer that asked a calendar would not repeat itself.
    pub date: String,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hidden: 128,
            epochs: 20,
            batch: 16_384,
            threads: 2,
            seed: 1,
            learning_rate: 1e-3,
            final_learning_rate: 2.4e-6,
            warm_up_steps: 0,
            weight_decay: 0.01,
            result_weight_start: 0.7,
            result_weight_end: 1.0,
            lambda: 0.92,
            score_scale: 240.0,
            held_out_per_mille: 10,
            filter: Filter::default(),
            report_steps: 500,
            checkpoint_steps: 2_000,
            labels: Labels::default(),
        }
    }
}

impl Settings {
    /// The most hidden units: beyond it no data that two cores can make are enough.
    pub const MOST_HIDDEN: usize = 1_024;

    /// Refuses what cannot work.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let hidden = (LANES..=Self::MOST_HIDDEN).contains(&self.hidden) && self.hidden.is_multiple_of(LANES);
        require(hidden, "hidden", &self.hidden, "32 to 1024, a multiple of 32")?;
        require((1..=100_000).contains(&self.epochs), "epochs", &self.epochs, "1 to 100000")?;
        require((1..=1 << 20).contains(&self.batch), "batch", &self.batch, "1 to 1048576")?;
        require((1..=256).contains(&self.threads), "threads", &self.threads, "1 to 256")?;
        for (name, rate) in [("learning_rate", self.learning_rate), ("final_learning_rate", self.final_learning_rate)] {
            require(rate > 0.0 && rate <= 1.0, name, &rate, "above 0, at most 1")?;
        }
        for (name, share) in [
            ("result_weight_start", self.result_weight_start),
            ("result_weight_end", self.result_weight_end),
            ("lambda", self.lambda),
        ] {
            require((0.0..=1.0).contains(&share), name, &share, "0 to 1")?;
        }
        require((0.0..=10.0).contains(&self.weight_decay), "weight_decay", &self.weight_decay, "0 to 10")?;
        require((1.0..=10_000.0).contains(&self.score_scale), "score_scale", &self.score_scale, "1 to 10000")?;
        require(self.held_out_per_mille <= 500, "held_out_per_mille", &self.held_out_per_mille, "0 to 500")?;
        require(self.report_steps > 0, "report_steps", &self.report_steps, "at least 1")?;
        require(self.checkpoint_steps > 0, "checkpoint_steps", &self.checkpoint_steps, "at least 1")
    }

    /// Everything that the network or its loss curve depends on, by name.
    pub(crate) fn identity(&self) -> Vec<(String, String)> {
        // Taken apart without a rest, so that a new setting has to find its place here.
        let Settings {
            hidden,
            epochs,
            batch,
            threads,
            seed,
            learning_rate,
            final_learning_rate,
            warm_up_steps,
            weight_decay,
            result_weight_start,
            result_weight_end,
            lambda,
            score_scale,
            held_out_per_mille,
            filter,
            report_steps,
            checkpoint_steps: _,
            labels: _,
        } = self;
        let Filter { min_ply, min_pieces, skip_in_check, skip_captures, skip_mates, max_score } = filter;
        let most = max_score.map_or("none".to_owned(), |score| score.to_string());
        let named: [(&str, &dyn Debug); 20] = [
            ("hidden", hidden),
            ("epochs", epochs),
            ("batch", batch),
            ("threads", threads),
            ("seed", seed),
            ("learning_rate", learning_rate),
            ("final_learning_rate", final_learning_rate),
            ("warm_up_steps", warm_up_steps),
            ("weight_decay", weight_decay),
            ("result_weight_start", result_weight_start),
            ("result_weight_end", result_weight_end),
            ("lambda", lambda),
            ("score_scale", score_scale),
            ("held_out_per_mille", held_out_per_mille),
            ("report_steps", report_steps),
            ("filter.min_ply", min_ply),
            ("filter.min_pieces", min_pieces),
            ("filter.skip_in_check", skip_in_check),
            ("filter.skip_captures", skip_captures),
            ("filter.skip_mates", skip_mates),
        ];
        let mut identity: Vec<(String, String)> =
            named.into_iter().map(|(name, value)| (name.to_owned(), format!("{value:?}"))).collect();
        identity.push(("filter.max_score".to_owned(), most));
        identity
    }
}

/// Where two identities differ.
pub(crate) fn differences(then: &[(String, String)], now: &[(String, String)]) -> Vec<Difference> {
    let of = |identity: &[(String, String)], name: &str| {
        identity.iter().find(|(known, _)| known == name).map_or("not known".to_owned(), |(_, value)| value.clone())
    };
    let mut names: Vec<&String> = now.iter().map(|(name, _)| name).collect();
    names.extend(then.iter().map(|(name, _)| name).filter(|name| !now.iter().any(|(known, _)| known == *name)));
    names
        .into_iter()
        .map(|name| Difference { what: name.clone(), then: of(then, name), now: of(now, name) })
        .filter(|difference| difference.then != difference.now)
        .collect()
}

fn require(good: bool, name: &'static str, value: &dyn Display, wanted: &'static str) -> Result<(), Error> {
    if good { Ok(()) } else { Err(Error::Setting { name, value: value.to_string(), wanted }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_good() {
        assert!(Settings::default().check().is_ok());
    }

    #[test]
    fn what_cannot_work_is_refused_by_name() {
        let good = Settings::default();
        for (name, bad) in [
            ("hidden", Settings { hidden: 0, ..good.clone() }),
            ("hidden", Settings { hidden: 48, ..good.clone() }),
            ("hidden", Settings { hidden: 2_048, ..good.clone() }),
            ("epochs", Settings { epochs: 0, ..good.clone() }),
            ("batch", Settings { batch: 0, ..good.clone() }),
            ("threads", Settings { threads: 0, ..good.clone() }),
            ("learning_rate", Settings { learning_rate: 0.0, ..good.clone() }),
            ("learning_rate", Settings { learning_rate: f64::NAN, ..good.clone() }),
            ("final_learning_rate", Settings { final_learning_rate: 2.0, ..good.clone() }),
            ("weight_decay", Settings { weight_decay: -0.1, ..good.clone() }),
            ("result_weight_start", Settings { result_weight_start: 1.1, ..good.clone() }),
            ("result_weight_end", Settings { result_weight_end: -0.1, ..good.clone() }),
            ("score_scale", Settings { score_scale: 0.0, ..good.clone() }),
            ("held_out_per_mille", Settings { held_out_per_mille: 501, ..good.clone() }),
            ("report_steps", Settings { report_steps: 0, ..good.clone() }),
            ("checkpoint_steps", Settings { checkpoint_steps: 0, ..good.clone() }),
        ] {
            let error = bad.check().expect_err(name);
            assert!(matches!(&error, Error::Setting { name: found, .. } if *found == name), "{name}: {error}");
            assert!(error.to_string().contains(name), "{error}");
        }
    }

    #[test]
    fn differences_are_named() {
        let one = Settings::default();
        assert_eq!(differences(&one.identity(), &one.identity()), []);
        let labels = Labels { name: "other".to_owned(), ..Labels::default() };
        let same = Settings { checkpoint_steps: 1, labels, ..one.clone() };
        assert_eq!(differences(&one.identity(), &same.identity()), []);
        let filter = Filter { min_ply: 20, max_score: None, ..Filter::default() };
        let other = Settings { learning_rate: 2e-3, filter, ..one.clone() };
        let found = differences(&one.identity(), &other.identity());
        let names: Vec<&str> = found.iter().map(|difference| difference.what.as_str()).collect();
        assert_eq!(names, ["learning_rate", "filter.min_ply", "filter.max_score"]);
        assert_eq!((found[0].then.as_str(), found[0].now.as_str()), ("0.001", "0.002"));
        let longer = [one.identity(), vec![("new".to_owned(), "1".to_owned())]].concat();
        assert_eq!(differences(&longer, &one.identity())[0].what, "new");
    }
}
