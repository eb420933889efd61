//! Rule: a crate uses only crates of a lower level.
//!
//! The levels themselves are the design's first table; changing them is a design decision, not a way to please this check. Invariant: the
//! level of every workspace crate is listed here, so a new crate cannot slip in without a place.

use super::Finding;
use crate::workspace::{Crate, Dependency, DependencyKind, Workspace};

/// The level of each crate that exists or is planned; `None` is outside the house.
const LEVELS: [(&str, Option<u8>); 15] = [
    ("rules", Some(0)),
    ("uci", Some(0)),
    ("registry", Some(0)),
    ("stats", Some(0)),
    ("abc", Some(1)),
    ("eval", Some(1)),
    ("record", Some(1)),
    ("search", Some(2)),
    ("trainer", Some(2)),
    ("session", Some(3)),
    ("engine", Some(4)),
    ("web", Some(4)),
    ("lab", Some(5)),
    ("assay", Some(6)),
    ("xtask", None),
];

/// Crates that may use fewer workspace crates than their level gives them, and why.
const ONLY: [(&str, &[&str], &str); 1] =
    [("abc", &["uci"], "an oracle shares only FEN and move text with what it checks")];

/// Pairs that stay strangers, through other crates too, and why.
const NEVER: [(&str, &str, &str); 3] = [
    ("abc", "rules", "the 0x88 board is an independent witness"),
    ("eval", "search", "an evaluation is a function of the position alone"),
    ("trainer", "search", "training sees records and networks, not how games are played"),
];

/// The level of a crate: `None` if it is not listed at all, `Some(None)` if it stands outside the house.
pub(crate) fn level(name: &str) -> Option<Option<u8>> {
    LEVELS.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
}

pub(super) fn check(workspace: &Workspace) -> Vec<Finding> {
    let mut findings = Vec::new();
    for krate in &workspace.crates {
        let manifest = format!("{}/Cargo.toml", krate.dir);
        let mut report = |message: String| findings.push(Finding::new(&manifest, 0, message));
        if level(&krate.name).is_none() {
            report(format!(
                "crate `{}` has no level: give it one in xtask/src/tidy/levels.rs and in the design",
                krate.name
            ));
        }
        if !krate.inherits_lints {
            report("must say `[lints] workspace = true`".to_owned());
        }
        for dependency in &krate.dependencies {
            if let Some(fault) = fault(workspace, krate, dependency) {
                report(fault);
            }
        }
        for (stranger, why) in NEVER.iter().filter(|n| n.0 == krate.name).map(|n| (n.1, n.2)) {
            if reaches(workspace, &krate.name, stranger) {
                report(format!("`{}` must never see `{stranger}`: {why}", krate.name));
            }
        }
    }
    findings
}

/// What is wrong with one dependency, if anything.
fn fault(workspace: &Workspace, krate: &Crate, dependency: &Dependency) -> Option<String> {
    if !workspace.crates.iter().any(|c| c.name == dependency.name) {
        return None;
    }
    let (user, used) = (&krate.name, &dependency.name);
    let Some(used_level) = level(used)? else {
        return Some(format!("nothing may depend on `{used}`"));
    };
    if dependency.kind == DependencyKind::Dev {
        return None;
    }
    if let Some((_, allowed, why)) = ONLY.iter().find(|o| o.0 == user)
        && !allowed.contains(&used.as_str())
    {
        return Some(format!("`{user}` may use only {allowed:?} and uses `{used}`: {why}"));
    }
    match level(user)? {
        Some(user_level) if used_level >= user_level => {
            Some(format!("`{user}` (level {user_level}) may not use `{used}` (level {used_level})"))
        }
        _ => None,
    }
}

/// Whether `from` depends on `to`, directly or through others.
fn reaches(workspace: &Workspace, from: &str, to: &str) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(name) = seen.get(next) {
        next += 1;
        let Some(krate) = workspace.crates.iter().find(|c| c.name == *name) else {
            continue;
        };
        for dependency in krate.dependencies.iter().filter(|d| d.kind != DependencyKind::Dev) {
            if dependency.name == to {
                return true;
            }
            if !seen.contains(&dependency.name.as_str()) {
                seen.push(&dependency.name);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::made_up::{krate, workspace};
    use DependencyKind::{Build, Dev, Normal};

    fn messages(crates: Vec<Crate>) -> Vec<String> {
        check(&workspace(crates)).into_iter().map(|f| f.message).collect()
    }

    fn leaf(name: &str) -> Crate {
        krate(name, &[], &[])
    }

    #[test]
    fn downward_is_fine() {
        let crates = vec![
            krate("assay", &[("session", Normal), ("rules", Normal), ("clap", Normal)], &[]),
            krate("session", &[("rules", Normal), ("abc", Normal)], &[]),
            krate("abc", &[("uci", Normal), ("rules", Dev)], &[]),
            krate("rules", &[("abc", Dev), ("shakmaty", Dev)], &[]),
            leaf("uci"),
        ];
        assert_eq!(messages(crates), Vec::<String>::new());
    }

    #[test]
    fn upward_and_sideways_fail() {
        let found = messages(vec![krate("rules", &[("record", Normal)], &[]), leaf("record")]);
        assert!(found[0].contains("(level 0) may not use `record`"), "{found:?}");
        let found = messages(vec![krate("rules", &[("uci", Build)], &[]), leaf("uci")]);
        assert!(found[0].contains("(level 0) may not use `uci` (level 0)"), "{found:?}");
        let found = messages(vec![krate("trainer", &[("search", Normal)], &[]), leaf("search")]);
        assert!(found.iter().any(|m| m.contains("must never see `search`")), "{found:?}");
    }

    #[test]
    fn an_unknown_crate_fails() {
        assert!(messages(vec![leaf("helpers")])[0].contains("has no level"));
    }

    #[test]
    fn xtask_is_nobodys_dependency() {
        let found = messages(vec![krate("assay", &[("xtask", Dev)], &[]), leaf("xtask")]);
        assert!(found[0].contains("nothing may depend on `xtask`"), "{found:?}");
    }

    #[test]
    fn abc_uses_uci_alone() {
        let found = messages(vec![krate("abc", &[("rules", Normal)], &[]), leaf("rules")]);
        assert!(found.iter().any(|m| m.contains("may use only")), "{found:?}");
        assert!(found.iter().any(|m| m.contains("must never see `rules`")), "{found:?}");
    }

    #[test]
    fn strangers_are_found_through_others() {
        let crates =
            vec![krate("eval", &[("rules", Normal)], &[]), krate("rules", &[("search", Normal)], &[]), leaf("search")];
        assert!(messages(crates).iter().any(|m| m.contains("`eval` must never see `search`")));
    }

    #[test]
    fn lints_are_inherited() {
        let mut krate = leaf("rules");
        krate.inherits_lints = false;
        assert!(messages(vec![krate])[0].contains("[lints]"));
    }
}
