//! The switches of all crates as one list, and those of this crate: one file per technique of class Time.
//!
//! Not the switches of search and evaluation themselves: each stands beside its code. Invariant: a name means one technique, whichever
//! crate it is of.

pub mod best_move_stability;
pub mod node_fraction;
pub mod score_stability;
#[cfg(test)]
pub(crate) mod testing;

use registry::{Info, Registry, SetError, Value};
use search::Options;

use crate::Config;

/// Everything that can be switched or tuned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// What decides which tree is searched.
    pub search: Options,
    /// What decides how long.
    pub time: Config,
}

/// Every technique, in the order of documents, options and measurements.
#[must_use]
pub fn registry() -> Vec<&'static Info> {
    let Switches { search, time } = Switches::default();
    search.search.infos().into_iter().chain(search.eval.infos()).chain(time.infos()).collect()
}

/// Sets a switch or a parameter from text; the names of the techniques that this turned off are returned.
///
/// # Errors
/// When there is no such option, or the value is not of its type or not in its range; nothing has changed then.
pub fn set(switches: &mut Switches, name: &str, value: &str) -> Result<Vec<&'static str>, SetError> {
    let lists: [&mut dyn Registry; 3] = [&mut switches.search.search, &mut switches.search.eval, &mut switches.time];
    let answers = lists.into_iter().map(|list| list.set(name, value));
    let is_known = |answer: &Result<_, SetError>| !matches!(answer, Err(SetError::Unknown(_)));
    answers.into_iter().find(is_known).unwrap_or_else(|| Err(SetError::Unknown(name.to_owned())))
}

/// The value of a switch or a parameter; `None` if there is no such option.
#[must_use]
pub fn get(switches: &Switches, name: &str) -> Option<Value> {
    let lists: [&dyn Registry; 3] = [&switches.search.search, &switches.search.eval, &switches.time];
    lists.into_iter().find_map(|list| list.get(name))
}
