//! The house rules, each in its own module.
//!
//! A rule takes the facts in `Workspace` and gives findings; it reads no file and prints nothing. Invariant: every rule is shown to fail by
//! a test beside it, since a rule that cannot fail checks nothing.

pub(crate) mod allow;
mod docs;
pub(crate) mod levels;
mod size;
mod unsafety;
mod words;

use crate::workspace::Workspace;
use allow::Allow;
use std::fmt;

/// One broken rule at one place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) path: String,
    /// From 1; 0 where the finding is about the file or the crate as a whole.
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl Finding {
    pub(crate) fn new(path: &str, line: usize, message: String) -> Finding {
        Finding { path: path.to_owned(), line, message }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// All findings of all rules.
pub(crate) fn check(workspace: &Workspace, allow: &Allow) -> Vec<Finding> {
    let mut findings = allow.faults();
    findings.extend(levels::check(workspace));
    findings.extend(words::check(workspace));
    findings.extend(docs::check(workspace));
    findings.extend(size::check(workspace, &allow.sizes));
    findings.extend(unsafety::check(workspace, &allow.unsafe_files));
    findings
}

/// Whether the whole file is test code, by where it stands: test modules of their own files are called `tests`.
fn is_test_file(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "tests" | "benches" | "examples" | "tests.rs"))
}
