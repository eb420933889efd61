//! Rule: what a crate never does, its source never names.
//!
//! A compiler for wasm32 proves part of this where its standard library is at hand; this check needs none and gives the reason. It works on
//! names, so a determined author could evade it; it stands against slips. Invariant: test code is free, production code is not.

use super::{Finding, is_test_file};
use crate::source::paths;
use crate::workspace::Workspace;

/// A deed and the names that give it away.
struct Deed {
    title: &'static str,
    /// Paths from `std`, as prefixes.
    paths: &'static [&'static str],
    /// Macros, and names that mean the same under any path.
    names: &'static [&'static str],
}

const PRINTS: Deed = Deed {
    title: "prints",
    paths: &["std::io::stdout", "std::io::stderr"],
    names: &["print", "println", "eprint", "eprintln", "dbg"],
};
const READS_INPUT: Deed = Deed { title: "reads standard input", paths: &["std::io::stdin"], names: &[] };
const USES_FILES: Deed = Deed { title: "uses files", paths: &["std::fs"], names: &[] };
const USES_ENVIRONMENT: Deed =
    Deed { title: "looks at its environment", paths: &["std::env", "std::process", "std::net"], names: &[] };
const USES_CLOCK: Deed = Deed { title: "looks at a clock", paths: &[], names: &["Instant", "SystemTime"] };
const USES_THREADS: Deed = Deed { title: "starts threads", paths: &["std::thread"], names: &[] };
const HASHES_AT_RANDOM: Deed = Deed {
    title: "lets a tree depend on hash order",
    paths: &["std::collections::hash_map", "std::collections::hash_set"],
    names: &["HashMap", "HashSet"],
};

const PURE: &[Deed] = &[PRINTS, READS_INPUT, USES_FILES, USES_ENVIRONMENT, USES_CLOCK, USES_THREADS];
const PURE_AND_ORDERED: &[Deed] =
    &[PRINTS, READS_INPUT, USES_FILES, USES_ENVIRONMENT, USES_CLOCK, USES_THREADS, HASHES_AT_RANDOM];
const QUIET: &[Deed] = &[PRINTS, READS_INPUT, USES_ENVIRONMENT, USES_CLOCK, USES_THREADS];

/// What each crate never does. `engine`, `lab`, `assay`, `web` and `xtask` are the native side: their business is exactly this.
const NEVER: [(&str, &[Deed]); 10] = [
    ("rules", PURE_AND_ORDERED),
    ("uci", PURE),
    ("registry", PURE),
    ("stats", PURE),
    ("abc", PURE),
    ("eval", PURE_AND_ORDERED),
    ("search", PURE_AND_ORDERED),
    ("session", PURE),
    ("record", QUIET),
    ("trainer", &[PRINTS, READS_INPUT]),
];

/// Deeds that one place of a crate may do, and why.
const EXCEPT: [(&str, &str, &str); 1] = [
    // Perft over threads is a test instrument; it runs no search and is never reached from one.
    ("crates/rules/src/perft", "starts threads", "perft splits the root moves over threads"),
];

pub(super) fn check(workspace: &Workspace) -> Vec<Finding> {
    let mut findings = Vec::new();
    for krate in &workspace.crates {
        let Some((_, deeds)) = NEVER.iter().find(|(name, _)| *name == krate.name) else {
            continue;
        };
        let own = format!("{}/src/", krate.dir);
        for file in krate.files.iter().filter(|f| f.path.starts_with(&own) && !is_test_file(&f.path)) {
            for (path, at) in paths(&file.source.production) {
                let is_macro = || file.source.production[at + path.len()..].starts_with('!');
                for deed in deeds.iter().filter(|d| does(d, &path, is_macro)) {
                    if !EXCEPT.iter().any(|(place, title, _)| file.path.starts_with(place) && *title == deed.title) {
                        let line = file.source.line_of(at);
                        let message = format!("`{}` never {}: `{path}`", krate.name, deed.title);
                        findings.push(Finding::new(&file.path, line, message));
                    }
                }
            }
        }
    }
    findings
}

fn does(deed: &Deed, path: &str, is_macro: impl Fn() -> bool) -> bool {
    let under =
        |prefix: &&str| path.strip_prefix(*prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    // A type's name gives the deed away anywhere in a path; a printing macro's name is also an honest name for a method.
    let named = |name: &&str| {
        let is_type = name.starts_with(|c: char| c.is_ascii_uppercase());
        if is_type {
            path.split("::").any(|part| part == *name)
        } else {
            path.rsplit("::").next() == Some(name) && is_macro()
        }
    };
    deed.paths.iter().any(under) || deed.names.iter().any(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::made_up::{krate, workspace};

    fn found(name: &str, path: &str, text: &str) -> Vec<String> {
        let krate = krate(name, &[], &[(path, text)]);
        check(&workspace(vec![krate])).into_iter().map(|f| f.to_string()).collect()
    }

    #[test]
    fn each_deed_is_seen() {
        for (text, deed) in [
            ("fn f() { println!(\"x\"); }", "prints"),
            ("fn f() { std::eprintln!(\"x\"); }", "prints"),
            ("use std::io::{Write, stdout};", "prints"),
            ("use std::{fmt, fs::File};", "uses files"),
            ("fn f() { std::env::var(\"X\"); }", "looks at its environment"),
            ("fn f() { ::std::process::exit(1); }", "looks at its environment"),
            ("fn f(i: std::io::Stdin) { std::io::stdin(); }", "reads standard input"),
            ("use std::time::Instant;", "looks at a clock"),
            ("fn f(t: time::SystemTime) {}", "looks at a clock"),
            ("use std::thread;", "starts threads"),
        ] {
            for name in ["rules", "uci", "abc", "search", "session"] {
                let found = found(name, "src/lib.rs", text);
                assert!(found.iter().any(|f| f.contains(deed)), "{text}: {found:?}");
            }
        }
        assert_eq!(found("search", "src/lib.rs", "use std::collections::HashMap;").len(), 1);
        assert_eq!(found("abc", "src/lib.rs", "use std::collections::HashMap;").len(), 0);
    }

    #[test]
    fn the_place_is_named() {
        assert_eq!(
            found("uci", "src/a.rs", "\n\nuse std::fs;"),
            ["crates/uci/src/a.rs:3: `uci` never uses files: `std::fs`"]
        );
    }

    #[test]
    fn innocent_text_passes() {
        for text in [
            "// println!(\"x\")\nconst HELP: &str = \"std::fs println!()\";",
            "fn print(&self) { self.print(); let instant = 3; }",
            "use std::{fmt, io::Write}; use std::fstab;",
            "#[cfg(test)]\nmod tests { use std::fs; fn f() { println!(); } }",
        ] {
            assert_eq!(found("rules", "src/lib.rs", text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(found("rules", "tests/perft.rs", "use std::fs;"), Vec::<String>::new());
        assert_eq!(found("rules", "src/board/tests.rs", "use std::fs;"), Vec::<String>::new());
        assert_eq!(found("rules", "build.rs", "fn main() { println!(\"cargo::x\"); }"), Vec::<String>::new());
        assert_eq!(found("engine", "src/lib.rs", "use std::fs;"), Vec::<String>::new());
    }

    #[test]
    fn only_perft_has_threads() {
        assert_eq!(found("rules", "src/perft.rs", "use std::thread;"), Vec::<String>::new());
        assert_eq!(found("rules", "src/perft.rs", "use std::fs;").len(), 1);
        assert_eq!(found("rules", "src/movegen.rs", "use std::thread;").len(), 1);
    }
}
