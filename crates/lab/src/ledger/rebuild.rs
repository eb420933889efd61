//! Replaying a record with the program that made it: its own commit, built anew.
//!
//! Not for records of a tree that was not committed. Invariant: the checkout is removed whatever happens, and the repository's own work tree is
//! never touched.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::record::Record;
use super::surroundings::git;

/// A commit, checked out in a folder of its own until this is dropped.
#[derive(Debug)]
pub struct Checkout {
    root: PathBuf,
    /// The parent of the work tree, removed after it.
    folder: tempfile::TempDir,
}

impl Checkout {
    /// Checks a commit of a repository out.
    ///
    /// # Errors
    /// When there is no such commit, or no folder.
    pub fn new(root: &Path, commit: &str) -> Result<Checkout, String> {
        let folder = tempfile::tempdir().map_err(|error| format!("no folder for the checkout: {error}"))?;
        let checkout = Checkout { root: root.to_owned(), folder };
        let path = checkout.path();
        git(root, &["worktree", "add", "--detach", "--quiet", &path.to_string_lossy(), commit])?;
        Ok(checkout)
    }

    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("tree")
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // If it cannot be removed, git forgets it as soon as the folder is gone, which is next.
        let _ = git(&self.root, &["worktree", "remove", "--force", &self.path().to_string_lossy()]);
    }
}

/// The commands that build a checkout and replay a record there, in order. The last one prints the digest.
#[must_use]
pub fn commands(record: &Record, root: &Path, checkout: &Path, full: bool) -> [Command; 2] {
    // One folder for all commits: what they have in common is built once.
    let target = root.join("target").join("ledger-rebuild");
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--package", "assay"]).current_dir(checkout);
    build.env("CARGO_TARGET_DIR", &target);
    let mut replay = Command::new(target.join("release").join(format!("assay{}", std::env::consts::EXE_SUFFIX)));
    replay.args(["lab", "replay"]).arg(root.join(&record.experiment)).arg("--root").arg(root);
    if full {
        replay.arg("--full");
    }
    replay.current_dir(checkout);
    [build, replay]
}

/// Builds a record's commit, replays the record there and gives the digest of its games.
///
/// # Errors
/// When it cannot be checked out, built or replayed.
pub fn rebuilt_digest(record: &Record, root: &Path, full: bool) -> Result<String, String> {
    if record.dirty {
        return Err("it was made from a tree that was not committed".to_owned());
    }
    let root = std::path::absolute(root).map_err(|error| format!("{}: {error}", root.display()))?;
    let checkout = Checkout::new(&root, &record.commit)?;
    let [build, replay] = commands(record, &root, &checkout.path(), full);
    output(build)?;
    digest_in(&output(replay)?).ok_or_else(|| "the replay printed no digest".to_owned())
}

fn output(mut command: Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let why = String::from_utf8_lossy(&output.stderr);
    let last = why.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(format!("{name}: {}: {}", output.status, last.trim()))
}

fn digest_in(text: &str) -> Option<String> {
    text.lines().find_map(|line| line.strip_prefix("digest ")).map(|digest| digest.trim().to_owned())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::ledger::testing::record;

    /// Makes a repository of one commit in a folder.
    pub(crate) fn repository(root: &Path) {
        std::fs::create_dir(root.join("ledger")).expect("a folder");
        std::fs::write(root.join("code.rs"), "fn code() {}\n").expect("written");
        std::fs::write(root.join("ledger/results.jsonl"), "").expect("written");
        let author = ["-c", "user.name=t", "-c", "user.email=t@t.example", "-c", "commit.gpgsign=false"];
        for command in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "-m", "all"]] {
            git(root, &[&author, command].concat()).expect("git works");
        }
    }

    #[test]
    fn a_commit_is_checked_out_beside_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        repository(root);
        let commit = git(root, &["rev-parse", "HEAD"]).expect("a commit");
        std::fs::write(root.join("code.rs"), "changed\n").expect("written");
        let checkout = Checkout::new(root, &commit).expect("checked out");
        let path = checkout.path();
        assert_eq!(std::fs::read_to_string(path.join("code.rs")).expect("a file"), "fn code() {}\n");
        drop(checkout);
        assert!(!path.exists());
        assert_eq!(std::fs::read_to_string(root.join("code.rs")).expect("a file"), "changed\n");
        assert_eq!(git(root, &["worktree", "list"]).expect("a list").lines().count(), 1);
        let missing = Checkout::new(root, &"0".repeat(40)).expect_err("no such commit");
        assert!(missing.starts_with("git worktree add"), "{missing}");
    }

    #[test]
    fn the_records_own_program_replays_the_experiment_of_today() {
        let (record, root) = (record("Razoring", [1, 2, 3, 2, 1]), Path::new("/r"));
        let [build, replay] = commands(&record, root, Path::new("/c"), true);
        let words = |command: &Command| {
            let words = [command.get_program()].into_iter().chain(command.get_args());
            words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(&build), "cargo build --release --package assay");
        assert_eq!(
            words(&replay),
            format!(
                "/r/target/ledger-rebuild/release/assay{} lab replay /r/ledger/experiments/Razoring.toml --root /r --full",
                std::env::consts::EXE_SUFFIX
            )
        );
        assert_eq!([&build, &replay].map(Command::get_current_dir), [Some(Path::new("/c")); 2]);
        assert_eq!(digest_in("some line\ndigest ab12\n").as_deref(), Some("ab12"));
        assert_eq!(digest_in("no\n"), None);
    }

    #[test]
    fn what_was_not_committed_cannot_be_built() {
        let dirty = Record { dirty: true, ..record("Razoring", [1, 2, 3, 2, 1]) };
        let error = rebuilt_digest(&dirty, Path::new("/nowhere"), false).expect_err("dirty");
        assert_eq!(error, "it was made from a tree that was not committed");
    }
}
