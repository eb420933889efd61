//! What a declaration says, as data.
//!
//! Not the values in use: those are in a `Config`. Invariant: everything here is known at compile time.

use std::fmt;

/// What kind of promise a technique makes. Each class is a law that the tests of its crate hold it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Never changes the root score of a plain search at fixed depth.
    Exact,
    /// May change node counts of a plain search, never its root score.
    Ordering,
    /// Remembers results of earlier work.
    Memo,
    /// Leaves something out that a full search would look at.
    Selective,
    /// Looks deeper than asked.
    Extension,
    /// Changes what a position is taken to be worth.
    Eval,
    /// Decides how long to think.
    Time,
    /// Decides how several threads work together.
    Parallel,
}

impl Class {
    /// All of them, in the order of documents.
    pub const ALL: [Class; 8] = [
        Class::Exact,
        Class::Ordering,
        Class::Memo,
        Class::Selective,
        Class::Extension,
        Class::Eval,
        Class::Time,
        Class::Parallel,
    ];
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A technique's declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// The UCI option's name: one CamelCase word.
    pub name: &'static str,
    /// The path of the module that declares it, as `crate::folder::file`.
    pub module: &'static str,
    /// What the field calls it.
    pub title: &'static str,
    /// What it does, from the declaration's doc comment. The first line stands alone.
    pub doc: &'static str,
    /// Its class.
    pub class: Class,
    /// Whether it is on by default.
    pub default_on: bool,
    /// Where the idea is from.
    pub source: &'static str,
    /// Without these (by module name) it has no effect.
    pub needs: &'static [&'static str],
    /// Turning it on turns these (by module name) off.
    pub excludes: &'static [&'static str],
    /// Raised when its formula changes, so that older measurements are known to be stale.
    pub revision: u32,
    /// Its numbers, in the order declared.
    pub parameters: &'static [Parameter],
}

impl Info {
    /// The first line of the doc comment.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.doc.trim().lines().next().unwrap_or_default().trim()
    }

    /// The last part of the module's path, by which `needs` and `excludes` name a technique.
    #[must_use]
    pub fn module_name(&self) -> &'static str {
        self.module.rsplit("::").next().unwrap_or(self.module)
    }

    /// The option name of a parameter: `Technique.Parameter`.
    #[must_use]
    pub fn option_of(&self, parameter: &Parameter) -> String {
        format!("{}.{}", self.name, parameter.camel_case())
    }
}

/// One number of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The field's name, in snake_case.
    pub field: &'static str,
    /// Meaning and unit.
    pub doc: &'static str,
    /// Value by default.
    pub default: i32,
    /// Least value allowed.
    pub min: i32,
    /// Greatest value allowed.
    pub max: i32,
    /// A change that should be just worth measuring.
    pub step: i32,
    /// The number divided by this is what the formula uses: 1 for whole numbers, 100 for hundredths.
    pub scale: i32,
}

impl Parameter {
    /// The field's name as one CamelCase word.
    #[must_use]
    pub fn camel_case(&self) -> String {
        let word = |word: &str| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
        };
        self.field.split('_').map(word).collect()
    }
}
