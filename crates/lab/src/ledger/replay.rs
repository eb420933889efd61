//! Playing a record's games again.
//!
//! Not a comparison: [`verify`](super::verify) does that. Invariant: what is replayed is what was recorded: the same plan, without the games of
//! an earlier sitting.

use std::io::Write;
use std::path::PathBuf;

use super::record::PREFIX_PAIRS;
use super::{Places, Surroundings};
use crate::experiment::Experiment;
use crate::matches::{Report, Settings, Watcher};
use crate::plan::Plan;

/// `assay lab replay`.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The repository's root, from which the experiment's paths lead.
    pub root: PathBuf,
    /// The experiment.
    pub file: PathBuf,
    /// All games, not only the first pairs.
    pub full: bool,
    /// Games at a time.
    pub workers: usize,
}

/// Plays an experiment again and prints `digest` with the digest of its games.
///
/// # Errors
/// When the experiment cannot be read or played, or the games were cut short.
pub fn replay(
    arguments: &Arguments,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
    out: &mut dyn Write,
) -> Result<(), String> {
    let places = Places::new(&arguments.root);
    let experiment = Experiment::read(&arguments.file, &places.relative(&arguments.file))?;
    let plan = experiment.plan_at(&arguments.root);
    let plan = if arguments.full { plan } else { prefix(&plan) };
    let report = fresh(&plan, arguments.workers, surroundings, watcher)?.ok_or("the games were cut short")?;
    writeln!(out, "digest {}", report.digest).map_err(|error| error.to_string())
}

/// The first pairs of a match, whatever a test would have said.
#[must_use]
pub fn prefix(plan: &Plan) -> Plan {
    Plan { games: 2 * PREFIX_PAIRS, sprt: None, ..plan.clone() }
}

/// Plays a match from its first game; `None` if it was stopped.
///
/// # Errors
/// When it cannot be played.
pub fn fresh(
    plan: &Plan,
    workers: usize,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
) -> Result<Option<Report>, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no folder for the games: {error}"))?;
    let settings = Settings { workers, journal: folder.path().join("journal"), pgn: None, resume: false };
    let report = surroundings.play(plan, &settings, watcher)?;
    Ok(report.is_complete.then_some(report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::TEXT;
    use crate::ledger::testing::{Listener, MadeUp, PREFIX_GAMES};

    #[test]
    fn a_replay_prints_the_digest_of_what_was_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.toml");
        std::fs::write(&file, TEXT).expect("written");
        let digest = |full| {
            let arguments = Arguments { root: folder.path().to_owned(), file: file.clone(), full, workers: 1 };
            let (mut made_up, mut out) = (MadeUp::new(&[3, 2]), Vec::new());
            replay(&arguments, &mut made_up, &mut Listener::default(), &mut out).expect("played");
            assert_eq!(made_up.played, [if full { (3000, true) } else { (PREFIX_GAMES, false) }]);
            String::from_utf8(out).expect("text")
        };
        assert!(digest(true).starts_with("digest ") && digest(true).len() == 72);
        assert_ne!(digest(true), digest(false));
    }

    #[test]
    fn a_match_that_was_stopped_is_no_result() {
        let plan = crate::experiment::tests::experiment().plan;
        let mut made_up = MadeUp { patience: 0, ..MadeUp::new(&[2]) };
        assert_eq!(fresh(&plan, 1, &mut made_up, &mut Listener::default()), Ok(None));
        let mut made_up = MadeUp::new(&[2, 1]);
        assert!(fresh(&plan, 1, &mut made_up, &mut Listener::default()).is_ok_and(|report| report.is_some()));
    }
}
