//! The switches of all crates as one list.
//!
//! Not the switches themselves: each stands beside its code. Invariant: a name means one technique, whichever crate it is of.

use registry::{Info, Registry, SetError, Value};
use search::Options;

/// Every technique of search and evaluation, in the order of documents, options and measurements.
#[must_use]
pub fn registry() -> Vec<&'static Info> {
    let options = Options::default();
    options.search.infos().into_iter().chain(options.eval.infos()).collect()
}

/// Sets a switch or a parameter from text; the names of the techniques that this turned off are returned.
///
/// # Errors
/// When there is no such option, or the value is not of its type or not in its range; nothing has changed then.
pub fn set(options: &mut Options, name: &str, value: &str) -> Result<Vec<&'static str>, SetError> {
    match options.search.set(name, value) {
        Err(SetError::Unknown(_)) => options.eval.set(name, value),
        other => other,
    }
}

/// The value of a switch or a parameter; `None` if there is no such option.
#[must_use]
pub fn get(options: &Options, name: &str) -> Option<Value> {
    options.search.get(name).or_else(|| options.eval.get(name))
}
