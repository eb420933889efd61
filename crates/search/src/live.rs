//! The configuration as the search reads it: chosen at run time, or, to measure what that costs, built in.
//!
//! Not a second way to configure: `--cfg hard_wired` serves one measurement (docs/adr/0002-search.md) and no build that is shipped.
//! Invariant: both kinds of build search the same tree with the default options.

use std::ops::Deref;

use crate::Config;

/// Values of one search.
#[cfg(not(hard_wired))]
pub(crate) struct Live(Config);

/// The defaults, whatever is asked for.
#[cfg(hard_wired)]
pub(crate) struct Live;

impl Live {
    #[cfg(not(hard_wired))]
    pub(crate) fn new(config: Config) -> Live {
        Live(config)
    }

    #[cfg(hard_wired)]
    pub(crate) fn new(_: Config) -> Live {
        Live
    }
}

impl Deref for Live {
    type Target = Config;

    #[inline(always)]
    fn deref(&self) -> &Config {
        #[cfg(not(hard_wired))]
        return &self.0;
        #[cfg(hard_wired)]
        return const { &Config::DEFAULT };
    }
}
