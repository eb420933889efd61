//! The parts of the documentation that are written by this program.
//!
//! One list of parts serves both `docs`, which writes them, and `tidy`, which compares; so a part cannot be written one way and checked
//! another. Invariant: what stands outside a part's markers is never touched.

use crate::tidy::{Finding, levels};
use crate::workspace::Workspace;

/// A piece of text and where it belongs.
struct Part {
    /// From the root.
    path: &'static str,
    /// The name in the markers; `None` means that the whole file is generated.
    marker: Option<&'static str>,
    text: String,
}

/// Every generated part. A new one is one more entry here.
fn parts(workspace: &Workspace) -> Vec<Part> {
    vec![Part { path: "docs/ARCHITECTURE.md", marker: Some("crates"), text: crate_table(workspace) }]
}

/// The crates that exist, from the lowest level up.
fn crate_table(workspace: &Workspace) -> String {
    let mut crates: Vec<_> = workspace.crates.iter().collect();
    let order = |level: Option<Option<u8>>| level.flatten().unwrap_or(u8::MAX);
    crates.sort_by_key(|c| (order(levels::level(&c.name)), c.name.clone()));
    let mut table = "| level | crate | what it is |\n|---|---|---|\n".to_owned();
    for krate in crates {
        let level = levels::level(&krate.name).flatten().map_or("-".to_owned(), |l| l.to_string());
        let description = krate.description().unwrap_or_default();
        table.push_str(&format!("| {level} | `{}` | {description} |\n", krate.name));
    }
    table
}

/// Writes each part that has changed and names the files written.
pub(crate) fn write(workspace: &Workspace) -> Result<Vec<&'static str>, String> {
    let mut written = Vec::new();
    for part in parts(workspace) {
        let path = workspace.root.join(part.path);
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        let new = fresh(&part, &old)?;
        if new != old {
            std::fs::write(&path, new).map_err(|e| format!("{}: {e}", part.path))?;
            written.push(part.path);
        }
    }
    Ok(written)
}

/// A finding for each part whose file says something else.
pub(crate) fn stale(workspace: &Workspace) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for part in parts(workspace) {
        let old = std::fs::read_to_string(workspace.root.join(part.path)).map_err(|e| format!("{}: {e}", part.path))?;
        if fresh(&part, &old)? != old {
            let message = "the generated part is stale: run `cargo xtask docs` and commit".to_owned();
            findings.push(Finding::new(part.path, 0, message));
        }
    }
    Ok(findings)
}

/// The file's text with the part as it should be.
fn fresh(part: &Part, old: &str) -> Result<String, String> {
    let Some(marker) = part.marker else {
        return Ok(part.text.clone());
    };
    let begin = format!("<!-- begin generated: {marker} (cargo xtask docs) -->\n");
    let end = format!("<!-- end generated: {marker} -->");
    let missing = || format!("{}: the markers of the generated part `{marker}` are missing", part.path);
    let (before, rest) = old.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{begin}{}{end}{after}", part.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::made_up::{krate, workspace};

    fn part(marker: Option<&'static str>) -> Part {
        Part { path: "docs/X.md", marker, text: "new\n".to_owned() }
    }

    #[test]
    fn only_the_part_changes() {
        let old = "a\n<!-- begin generated: m (cargo xtask docs) -->\nold\n<!-- end generated: m -->\nb\n";
        let new = fresh(&part(Some("m")), old).expect("the markers are there");
        assert_eq!(new, old.replace("old\n", "new\n"));
        assert_eq!(fresh(&part(Some("m")), &new).as_ref(), Ok(&new));
        assert_eq!(fresh(&part(None), old).as_deref(), Ok("new\n"));
    }

    #[test]
    fn lost_markers_are_an_error() {
        assert!(fresh(&part(Some("m")), "a\n").is_err());
        assert!(fresh(&part(Some("m")), "<!-- begin generated: m (cargo xtask docs) -->\nold\n").is_err());
    }

    #[test]
    fn stale_text_is_found_on_disk() {
        let root = std::env::temp_dir().join(format!("xtask-stale-{}", std::process::id()));
        std::fs::create_dir_all(root.join("docs")).expect("a temporary folder can be made");
        let mut workspace = workspace(vec![krate("rules", &[], &[("src/lib.rs", "//! Chess [`rules`].\n")])]);
        workspace.root = root.clone();
        let text = "<!-- begin generated: crates (cargo xtask docs) -->\n<!-- end generated: crates -->\n";
        std::fs::write(root.join("docs/ARCHITECTURE.md"), text).expect("it can be written to");
        assert_eq!(stale(&workspace).expect("the markers are there").len(), 1);
        write(&workspace).expect("it can be written to");
        assert_eq!(stale(&workspace), Ok(vec![]));
        let written = std::fs::read_to_string(root.join("docs/ARCHITECTURE.md")).expect("it is there");
        assert!(written.contains("| 0 | `rules` | Chess `rules` |"), "{written}");
        std::fs::remove_dir_all(root).expect("it is ours");
    }
}
