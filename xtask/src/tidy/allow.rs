//! The exceptions to the rules, read from `xtask/tidy-allow.toml`.
//!
//! Not a place for settings: a rule's limits stand in its code. Invariant: an exception names one thing, gives its reason, and is needed;
//! one that is no longer needed is itself a finding, so the list can only be as long as the truth.

use super::Finding;
use std::path::Path;

/// Where the exceptions are written, from the root.
pub(crate) const PATH: &str = "xtask/tidy-allow.toml";

/// A file or function that may be longer than the rule's limit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) path: String,
    /// `None`: the file's own length.
    pub(crate) function: Option<String>,
    /// How long it may be: an exception is no blank cheque.
    pub(crate) lines: usize,
    pub(crate) reason: String,
}

/// A file that may hold `unsafe`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unsafe {
    pub(crate) path: String,
    pub(crate) reason: String,
}

/// Every exception.
#[derive(Debug, Default)]
pub(crate) struct Allow {
    pub(crate) sizes: Vec<Size>,
    pub(crate) unsafe_files: Vec<Unsafe>,
}

impl Allow {
    pub(crate) fn load(root: &Path) -> Result<Allow, String> {
        let text = std::fs::read_to_string(root.join(PATH)).map_err(|e| format!("{PATH}: {e}"))?;
        Allow::parse(&text).map_err(|e| format!("{PATH}: {e}"))
    }

    fn parse(text: &str) -> Result<Allow, String> {
        let table: toml::Table = text.parse().map_err(|e| format!("{e}"))?;
        let mut allow = Allow::default();
        for (key, value) in &table {
            let entries = value.as_array().ok_or_else(|| format!("`{key}` must be written as [[{key}]]"))?;
            for entry in entries {
                match key.as_str() {
                    "size" => allow.sizes.push(read_size(entry)?),
                    "unsafe" => allow.unsafe_files.push(read_unsafe(entry)?),
                    _ => return Err(format!("unknown kind of exception `{key}`")),
                }
            }
        }
        Ok(allow)
    }

    /// Exceptions whose reason says nothing.
    pub(crate) fn faults(&self) -> Vec<Finding> {
        let sizes = self.sizes.iter().map(|s| (&s.path, &s.reason));
        let unsafes = self.unsafe_files.iter().map(|u| (&u.path, &u.reason));
        sizes
            .chain(unsafes)
            .filter(|(_, reason)| reason.split_whitespace().count() < 3)
            .map(|(path, _)| Finding::new(PATH, 0, format!("the exception for {path} needs a reason, in words")))
            .collect()
    }
}

fn read_size(entry: &toml::Value) -> Result<Size, String> {
    known_keys(entry, &["path", "function", "lines", "reason"])?;
    let lines = entry.get("lines").and_then(toml::Value::as_integer);
    Ok(Size {
        path: string(entry, "path")?,
        function: entry.get("function").map(|_| string(entry, "function")).transpose()?,
        lines: lines.and_then(|n| usize::try_from(n).ok()).ok_or("a size exception needs `lines`, a number")?,
        reason: string(entry, "reason")?,
    })
}

fn read_unsafe(entry: &toml::Value) -> Result<Unsafe, String> {
    known_keys(entry, &["path", "reason"])?;
    Ok(Unsafe { path: string(entry, "path")?, reason: string(entry, "reason")? })
}

fn string(entry: &toml::Value, key: &str) -> Result<String, String> {
    let value = entry.get(key).and_then(toml::Value::as_str);
    value.map(str::to_owned).ok_or_else(|| format!("an exception needs `{key}`, a string"))
}

fn known_keys(entry: &toml::Value, known: &[&str]) -> Result<(), String> {
    let table = entry.as_table().ok_or("an exception must be a table")?;
    match table.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown key `{key}`")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_is_read() {
        let allow = Allow::parse(
            "[[size]]\npath = 'a.rs'\nlines = 600\nreason = 'one table of cases'\n\
             [[size]]\npath = 'b.rs'\nfunction = 'f'\nlines = 90\nreason = 'one match on commands'\n\
             [[unsafe]]\npath = 'c.rs'\nreason = 'reads the PEXT tables'",
        )
        .expect("this is a good list");
        assert_eq!(allow.sizes.len(), 2);
        assert_eq!(allow.sizes[1].function.as_deref(), Some("f"));
        assert_eq!(allow.unsafe_files.len(), 1);
        assert_eq!(allow.faults(), []);
    }

    #[test]
    fn faulty_lists_are_refused() {
        for text in [
            "size = 3",
            "[[sizes]]\npath = 'a'",
            "[[size]]\npath = 'a'\nreason = 'why not so'",
            "[[size]]\npath = 'a'\nlines = -1\nreason = 'why not so'",
            "[[unsafe]]\npath = 'a'",
            "[[unsafe]]\npath = 'a'\nreason = 'r'\nline = 3",
        ] {
            assert!(Allow::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_reason_has_words() {
        let allow = Allow::parse("[[unsafe]]\npath = 'a'\nreason = 'speed'").expect("it parses");
        assert_eq!(allow.faults().len(), 1);
    }
}
