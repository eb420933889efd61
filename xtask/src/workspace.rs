//! What `cargo metadata` and the files on disk say about the workspace.
//!
//! Only facts: no rule is decided here. Invariant: every path kept is relative to the root and uses `/`, so that findings, allow entries
//! and generated text are the same on every machine. The checks work on these plain structs, which tests build by hand.

use crate::source::Source;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// When a dependency is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DependencyKind {
    Normal,
    Build,
    Dev,
}

/// One line of a `[dependencies]` table.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: DependencyKind,
}

/// One source file of a crate, by its path from the root.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) source: Source,
}

/// One member of the workspace.
#[derive(Debug)]
pub(crate) struct Crate {
    pub(crate) name: String,
    /// From the root, such as `crates/rules`.
    pub(crate) dir: String,
    pub(crate) dependencies: Vec<Dependency>,
    /// Whether the manifest says `[lints] workspace = true`.
    pub(crate) inherits_lints: bool,
    pub(crate) files: Vec<File>,
}

impl Crate {
    /// The first line of the crate's documentation, without its closing full stop and without links.
    pub(crate) fn description(&self) -> Option<String> {
        let root = ["lib.rs", "main.rs"].iter().find_map(|name| {
            let path = format!("{}/src/{name}", self.dir);
            self.files.iter().find(|file| file.path == path)
        })?;
        let line = root.source.text.lines().find(|line| !line.trim().is_empty())?;
        let words = line.strip_prefix("//!")?.trim().trim_end_matches('.');
        Some(words.replace("[`", "`").replace("`]", "`"))
    }
}

/// The whole workspace.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Sorted by name.
    pub(crate) crates: Vec<Crate>,
}

impl Workspace {
    /// Reads the workspace that contains this very crate.
    pub(crate) fn load() -> Result<Workspace, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .ok_or("xtask has no parent folder")?
            .canonicalize()
            .map_err(|e| format!("cannot find the workspace: {e}"))?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version", "1", "--no-deps", "--manifest-path"])
            .arg(root.join("Cargo.toml"))
            .output()
            .map_err(|e| format!("cannot run cargo metadata: {e}"))?;
        if !output.status.success() {
            return Err(format!("cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        let metadata: Value =
            serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata is not JSON: {e}"))?;
        let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
        let mut crates = packages.iter().map(|p| read_crate(&root, p)).collect::<Result<Vec<_>, _>>()?;
        crates.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(Workspace { root, crates })
    }
}

fn read_crate(root: &Path, package: &Value) -> Result<Crate, String> {
    let name = package["name"].as_str().ok_or("a package without a name")?.to_owned();
    let manifest = Path::new(package["manifest_path"].as_str().ok_or("a package without a manifest")?);
    let dir = manifest.parent().ok_or("a manifest without a folder")?;
    let dependencies = package["dependencies"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|d| Dependency {
            name: d["name"].as_str().unwrap_or_default().to_owned(),
            kind: match d["kind"].as_str() {
                Some("dev") => DependencyKind::Dev,
                Some("build") => DependencyKind::Build,
                _ => DependencyKind::Normal,
            },
        })
        .collect();
    let manifest_text = read(manifest)?;
    let manifest_toml: toml::Table = manifest_text.parse().map_err(|e| format!("{}: {e}", manifest.display()))?;
    let inherits_lints =
        manifest_toml.get("lints").and_then(|l| l.get("workspace")).and_then(toml::Value::as_bool) == Some(true);
    let mut files = Vec::new();
    collect_files(root, dir, &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Crate { name, dir: relative(root, dir), dependencies, inherits_lints, files })
}

fn collect_files(root: &Path, dir: &Path, files: &mut Vec<File>) -> Result<(), String> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for entry in entries {
        let path = entry.map_err(|e| format!("{}: {e}", dir.display()))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            collect_files(root, &path, files)?;
        } else if path.is_file() && name.ends_with(".rs") {
            files.push(File { path: relative(root, &path), source: Source::new(read(&path)?) });
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
pub(crate) mod made_up {
    //! Small workspaces built by hand for the tests of the rules.

    use super::*;

    pub(crate) fn krate(name: &str, dependencies: &[(&str, DependencyKind)], files: &[(&str, &str)]) -> Crate {
        Crate {
            name: name.to_owned(),
            dir: format!("crates/{name}"),
            dependencies: dependencies
                .iter()
                .map(|(n, kind)| Dependency { name: (*n).to_owned(), kind: *kind })
                .collect(),
            inherits_lints: true,
            files: files
                .iter()
                .map(|(path, text)| File {
                    path: format!("crates/{name}/{path}"),
                    source: Source::new((*text).to_owned()),
                })
                .collect(),
        }
    }

    pub(crate) fn workspace(crates: Vec<Crate>) -> Workspace {
        Workspace { root: PathBuf::new(), crates }
    }
}
