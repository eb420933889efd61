//! Rule: only declared files hold `unsafe`, and each use says why it is sound.
//!
//! Whether the reason is true is for a reader and for Miri, not for this check. Invariant: a file not in the exceptions list holds no
//! `unsafe`, test code included.

use super::Finding;
use super::allow::{self, Unsafe};
use crate::source::tokens;
use crate::workspace::{File, Workspace};

pub(super) fn check(workspace: &Workspace, allowed: &[Unsafe]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut used = vec![false; allowed.len()];
    for file in workspace.crates.iter().flat_map(|c| &c.files) {
        let exception = allowed.iter().position(|a| a.path == file.path);
        for (line, needs_comment) in uses(file) {
            match exception {
                None => {
                    let message = format!("`unsafe` in a file that {} does not list", allow::PATH);
                    findings.push(Finding::new(&file.path, line, message));
                }
                Some(index) => {
                    used[index] = true;
                    if needs_comment && !has_safety_comment(&file.source.text, line) {
                        let message = "`unsafe` without a `// SAFETY:` comment".to_owned();
                        findings.push(Finding::new(&file.path, line, message));
                    }
                }
            }
        }
    }
    for (exception, _) in allowed.iter().zip(used).filter(|(_, used)| !used) {
        findings.push(Finding::new(
            allow::PATH,
            0,
            format!("unused unsafe exception for {}: remove it", exception.path),
        ));
    }
    findings
}

/// The lines with the keyword, and whether it makes a promise (a block, an impl) rather than asks for one (a function, a trait).
fn uses(file: &File) -> Vec<(usize, bool)> {
    let tokens = tokens(&file.source.code);
    let is_use = |pair: &[crate::source::Token<'_>]| {
        // `#[unsafe(no_mangle)]` is an attribute that promises just as much as a block.
        (pair[0].text == "unsafe")
            .then(|| (file.source.line_of(pair[0].at), matches!(pair[1].text, "{" | "impl" | "(")))
    };
    tokens.windows(2).filter_map(is_use).collect()
}

/// Looks at the line itself and up through the comments, attributes and unfinished statement above it.
fn has_safety_comment(text: &str, line: usize) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    // One word is a placeholder, not a reason.
    let says = |l: &str| l.split_once("// SAFETY:").is_some_and(|(_, reason)| reason.split_whitespace().count() > 1);
    if says(lines[line - 1]) {
        return true;
    }
    for above in lines[..line - 1].iter().rev().map(|l| l.trim()) {
        if says(above) {
            return true;
        }
        let goes_on = above.starts_with("//") || above.starts_with("#[") || !above.ends_with([';', '{', '}']);
        if above.is_empty() || !goes_on {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::made_up::{krate, workspace};

    fn found(text: &str, listed: bool) -> Vec<String> {
        let krate = krate("rules", &[], &[("src/lib.rs", text)]);
        let exception = Unsafe { path: "crates/rules/src/lib.rs".to_owned(), reason: "a reason in words".to_owned() };
        let allowed = if listed { vec![exception] } else { vec![] };
        check(&workspace(vec![krate]), &allowed).into_iter().map(|f| f.to_string()).collect()
    }

    const GOOD: [&str; 5] = [
        "fn f() {\n    // SAFETY: in range.\n    unsafe { g() }\n}",
        "fn f() {\n    // SAFETY: in range,\n    // as shown above.\n    let x =\n        unsafe { g() };\n}",
        "fn f() {\n    unsafe { g() } // SAFETY: in range.\n}",
        "// SAFETY: no shared state.\n#[rustfmt::skip]\nunsafe impl Sync for X {}",
        "/// # Safety\n/// In range.\nunsafe fn f() {}",
    ];

    #[test]
    fn unlisted_files_fail() {
        for text in GOOD {
            assert!(found(text, false)[0].contains("does not list"), "{text}");
        }
        assert_eq!(
            found("fn f() { let s = \"unsafe { }\"; } // unsafe {\n#![allow(unsafe_code)]", false),
            Vec::<String>::new()
        );
    }

    #[test]
    fn listed_files_give_their_reasons() {
        for text in GOOD {
            assert_eq!(found(text, true), Vec::<String>::new(), "{text}");
        }
        for text in [
            "fn f() {\n    unsafe { g() }\n}",
            "fn f() {\n    // SAFETY: in range.\n    unsafe { g() };\n    unsafe { h() }\n}",
            "// SAFETY: far away.\n\nunsafe impl Sync for X {}",
            "fn f() {\n    // SAFETY: x\n    unsafe { g() }\n}",
        ] {
            assert!(found(text, true)[0].contains("without a `// SAFETY:`"), "{text}");
        }
    }

    #[test]
    fn an_exception_must_be_needed() {
        assert!(found("fn f() {}", true)[0].contains("unused unsafe exception"));
    }
}
