//! Sets of options with a name.
//!
//! Not files of a user: those set options one by one. Invariant: a preset says the value of every option.

use crate::searcher::Options;

/// A named set of options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// What the evidence says.
    #[default]
    Default,
    /// The plainest search: `abc`'s alpha-beta, quiescence, evaluation, check extension and draw rules, without a table. Its root score at a
    /// fixed depth equals `abc`'s.
    Oracle,
}

impl Preset {
    /// All of them, the default first.
    pub const ALL: [Preset; 2] = [Preset::Default, Preset::Oracle];

    /// Its name, as users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::Default => "Default",
            Preset::Oracle => "Oracle",
        }
    }

    /// The options it stands for.
    #[must_use]
    pub fn options(self) -> Options {
        match self {
            Preset::Default => Options::default(),
            Preset::Oracle => oracle(),
        }
    }
}

fn oracle() -> Options {
    let mut options = Options::default();
    let Options { search, eval } = &mut options;
    for index in 0..registry::Registry::count(search) {
        registry::Registry::switch(search, index, false);
    }
    // The order of `abc`: it cannot change the score, only the time it takes to find it.
    search.capture_ordering.on = true;
    search.killers.on = true;
    search.history.on = true;
    search.check_extension.on = true;
    search.check_extension.at_horizon = 0;
    search.single_repetition.on = true;
    eval.rich_evaluation.on = false;
    eval.smooth_taper.on = false;
    options
}
