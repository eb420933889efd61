//! What the ledger needs from outside: games, benches, the date, the commit.
//!
//! Not a place for decisions. Invariant: everything here that a record depends on is written into the record.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use search::Options;

use crate::arms;
use crate::matches::{self, Report, Settings, Watcher};
use crate::plan::{Contestant, Plan};

/// Where a result comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What is checked out.
    pub commit: String,
    /// Whether files other than the ledger's differ from that, or there are sources or networks that git does not know.
    pub dirty: bool,
    /// The processor.
    pub machine: String,
}

/// What surrounds the ledger; tests have other ones.
pub trait Surroundings {
    /// Plays a match, or what of it is not in the journal yet.
    ///
    /// # Errors
    /// When it cannot be played.
    fn play(&mut self, plan: &Plan, settings: &Settings, watcher: &mut dyn Watcher) -> Result<Report, String>;

    /// Nodes of the standard bench with an arm's options; `None` for an engine that has no such options.
    ///
    /// # Errors
    /// When the options are wrong, or the memory cannot be had.
    fn bench(&mut self, arm: &Contestant) -> Result<Option<u64>, String>;

    /// Commit and machine.
    ///
    /// # Errors
    /// When there is no repository.
    fn origin(&mut self) -> Result<Origin, String>;

    /// Date and time in UTC: `2026-11-30T16:00:00Z`.
    fn now(&mut self) -> String;
}

/// This machine and this repository.
#[derive(Debug)]
pub struct Here {
    root: PathBuf,
    /// Benches done.
    benches: Vec<(Options, u64)>,
}

impl Here {
    /// With the repository whose root this is.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        Here { root: root.to_owned(), benches: Vec::new() }
    }
}

impl Surroundings for Here {
    fn play(&mut self, plan: &Plan, settings: &Settings, watcher: &mut dyn Watcher) -> Result<Report, String> {
        matches::run(plan, settings, watcher)
    }

    fn bench(&mut self, arm: &Contestant) -> Result<Option<u64>, String> {
        let Some(switches) = arms::switches(arm)? else {
            return Ok(None);
        };
        let options = switches.search;
        if let Some(&(_, nodes)) = self.benches.iter().find(|(known, _)| *known == options) {
            return Ok(Some(nodes));
        }
        let (mebibytes, depth) = (search::bench::MEBIBYTES, search::bench::DEPTH);
        let nodes = search::bench::run(&options, mebibytes, depth, &mut |_, _, _| {}, &mut || false);
        let nodes = nodes.map_err(|error| error.to_string())?;
        self.benches.push((options, nodes));
        Ok(Some(nodes))
    }

    fn origin(&mut self) -> Result<Origin, String> {
        let commit = git(&self.root, &["rev-parse", "HEAD"])?;
        // Results are appended, and pages made of them, while a run of many experiments goes on.
        let rest = [
            "status",
            "--porcelain",
            "--untracked-files=no",
            "--",
            ".",
            ":!ledger",
            ":!docs/ledger.*",
            ":!docs/networks.md",
        ];
        let unknown = ["ls-files", "--others", "--exclude-standard", "--", "*.rs", "*Cargo.toml", "*.nnue", ":!ledger"];
        let dirty = !git(&self.root, &rest)?.is_empty() || !git(&self.root, &unknown)?.is_empty();
        Ok(Origin { commit, dirty, machine: processor() })
    }

    fn now(&mut self) -> String {
        humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
    }
}

/// Runs git in a folder and gives what it prints.
///
/// # Errors
/// What git says, or why it does not start.
pub(super) fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = output.map_err(|error| format!("git does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(format!("git {}: {}", arguments.join(" "), why.trim()))
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commit_machine_and_date_are_known() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        assert!(Here::new(root).origin().expect_err("no repository").starts_with("git rev-parse HEAD: "));
        crate::ledger::rebuild::tests::repository(root);
        let mut here = Here::new(root);
        let origin = here.origin().expect("a repository");
        assert_eq!((origin.commit.len(), origin.dirty, origin.machine.is_empty()), (40, false, false));
        std::fs::write(root.join("ledger/results.jsonl"), "more\n").expect("written");
        assert!(!here.origin().expect("a repository").dirty, "the ledger grows while it is used");
        std::fs::write(root.join("new.rs"), "fn new() {}\n").expect("written");
        assert!(here.origin().expect("a repository").dirty, "a source that git does not know");
        std::fs::remove_file(root.join("new.rs")).expect("removed");
        std::fs::write(root.join("code.rs"), "fn other() {}\n").expect("written");
        assert!(here.origin().expect("a repository").dirty);
        assert!(humantime::parse_rfc3339(&here.now()).is_ok());
    }
}
