//! How long a run takes at worst: said before it begins.
//!
//! Not a promise: most tests end long before their cap. Invariant: the games that tell it are no part of any result.

use super::Surroundings;
use super::replay::fresh;
use crate::matches::Watcher;
use crate::plan::Plan;

/// Games that tell how many an hour has.
pub const WARM_UP_GAMES: u64 = 20;

/// Games of an hour, from a few of a match.
///
/// # Errors
/// When it cannot be played, or is stopped.
pub fn games_per_hour(
    plan: &Plan,
    workers: usize,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
) -> Result<f64, String> {
    let plan = Plan { games: WARM_UP_GAMES, sprt: None, ..plan.clone() };
    let report =
        fresh(&plan, workers, surroundings, watcher)?.ok_or("stopped before it was known how long it takes")?;
    Ok(report.games as f64 * 3600.0 / report.seconds.max(1e-3))
}

/// How long so many games take if nothing ends early, in a sentence.
///
/// # Errors
/// When there are no games in an hour.
pub fn worst_case(what: &str, games: u64, games_per_hour: f64) -> Result<String, String> {
    if !(games_per_hour.is_finite() && games_per_hour > 0.0) {
        return Err(format!("{games_per_hour} games an hour are none"));
    }
    let hours = games as f64 / games_per_hour;
    Ok(format!(
        "{what} of at most {games} games in all; at {games_per_hour:.0} games an hour that is {hours:.1} hours at worst. \
         It can be stopped at any time: the same command goes on.\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::experiment;
    use crate::ledger::testing::{Listener, MadeUp};

    #[test]
    fn a_few_games_tell_how_long_many_take() {
        let mut made_up = MadeUp::new(&[2]);
        let rate = games_per_hour(&experiment().plan, 1, &mut made_up, &mut Listener::default()).expect("played");
        assert_eq!(made_up.played, [(WARM_UP_GAMES, false)]);
        assert_eq!(
            worst_case("1 experiment", 3000, rate).expect("a rate"),
            "1 experiment of at most 3000 games in all; at 2000 games an hour that is 1.5 hours at worst. \
             It can be stopped at any time: the same command goes on.\n"
        );
        assert_eq!(worst_case("1 experiment", 3000, 0.0), Err("0 games an hour are none".to_owned()));
        let mut stopped = MadeUp { patience: 0, ..made_up };
        let error = games_per_hour(&experiment().plan, 1, &mut stopped, &mut Listener::default());
        assert_eq!(error, Err("stopped before it was known how long it takes".to_owned()));
    }
}
