//! The workspace's own chores: `cargo xtask tidy` and `cargo xtask docs`.
//!
//! It looks at the workspace from outside (manifests and source text); no crate depends on it and it is never shipped.
//! Invariant: a command either succeeds silently but for one line, or prints each finding with file and line and exits 1.

mod generated;
mod source;
mod tidy;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  tidy   check the house rules: levels, forbidden words, sizes, unsafe, module docs, generated docs
  docs   rewrite the generated parts of the documentation";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["tidy"] => run_tidy(),
        ["docs"] => run_docs(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(true)
        }
        _ => Err(format!("unknown command\n{USAGE}")),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run_tidy() -> Result<bool, String> {
    let workspace = workspace::Workspace::load()?;
    let allow = tidy::allow::Allow::load(&workspace.root)?;
    let mut findings = tidy::check(&workspace, &allow);
    findings.extend(generated::stale(&workspace)?);
    for finding in &findings {
        println!("{finding}");
    }
    let files: usize = workspace.crates.iter().map(|c| c.files.len()).sum();
    println!("tidy: {} crates, {files} files, {} findings", workspace.crates.len(), findings.len());
    Ok(findings.is_empty())
}

fn run_docs() -> Result<bool, String> {
    let workspace = workspace::Workspace::load()?;
    for path in generated::write(&workspace)? {
        println!("docs: wrote {path}");
    }
    Ok(true)
}
