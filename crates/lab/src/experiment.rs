//! An experiment: a question, and the match that answers it, as a committed file.
//!
//! *What it is:* a TOML file in `ledger/experiments/`. Paths in it are relative to the repository's root.
//!
//! *What it is not:* a result. Those are appended to the ledger and name the file they answer.
//!
//! *Invariant:* an experiment's identity follows from what it says, not from blanks or comments; what is written reads back the same, and a
//! key that would have no effect is refused.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::arms;
use crate::networks;
use crate::plan::{self, Openings, Plan, Test};

/// A question and the match that answers it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// One word, by which reports and files call it.
    pub name: String,
    /// What the match is to tell, in a sentence.
    pub question: String,
    /// The technique whose worth is asked for: the first arm plays with it, the second without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
    /// The technique's revision when the question was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
    /// The match.
    pub plan: Plan,
}

impl Experiment {
    /// Reads a file; `shown` is how messages call it.
    ///
    /// # Errors
    /// When it cannot be read, is no experiment, or would mean something else than it says: file, line and column, and why.
    pub fn read(path: &Path, shown: &str) -> Result<Experiment, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
        Experiment::parse(&text, shown)
    }

    /// The same from text.
    ///
    /// # Errors
    /// As for [`read`](Experiment::read).
    pub fn parse(text: &str, shown: &str) -> Result<Experiment, String> {
        let experiment: Experiment = from_toml(text, shown)?;
        experiment.check().map_err(|error| format!("{shown}: {error}"))?;
        Ok(experiment)
    }

    /// The text of its file.
    ///
    /// # Errors
    /// When it has something that TOML cannot say, so that it would read back as another experiment.
    pub fn to_toml(&self) -> Result<String, String> {
        let text = toml::to_string(self).map_err(|error| format!("{}: {error}", self.name))?;
        let back = Experiment::parse(&text, &self.name)?;
        if back == *self { Ok(text) } else { Err(format!("{}: cannot be written as TOML", self.name)) }
    }

    /// Which experiment this is: the SHA-256 of what it says, in hexadecimal.
    #[must_use]
    pub fn identity(&self) -> String {
        // Plain data: nothing in it can fail to be written.
        sha256(serde_json::to_string(self).unwrap_or_default().as_bytes())
    }

    /// The match, with the paths of its files made absolute or relative to where `root` is.
    #[must_use]
    pub fn plan_at(&self, root: &Path) -> Plan {
        let mut plan = self.plan.clone();
        place_files(&mut plan, root);
        plan
    }

    /// The same experiment as it is played where `root` is.
    #[must_use]
    pub fn placed(&self, root: &Path) -> Experiment {
        Experiment { plan: self.plan_at(root), ..self.clone() }
    }

    /// The book's place, if there is one.
    #[must_use]
    pub fn book_at(&self, root: &Path) -> Option<PathBuf> {
        match &self.plan.openings {
            Openings::Book { book, .. } => Some(root.join(book)),
            Openings::Random { .. } => None,
        }
    }

    fn check(&self) -> Result<(), String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "+.-_".contains(c);
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(is_plain) {
            return Err(format!("name: '{}' is not one word of letters, digits and + . - _", self.name));
        }
        if self.technique.is_some() != self.revision.is_some() {
            return Err("technique and revision go together".to_owned());
        }
        if matches!(self.plan.openings, Openings::Book { sha256: None, .. }) {
            return Err("plan.openings: a book needs its sha256, or nobody can play the same games".to_owned());
        }
        if self.plan.games == 0 {
            return Err("plan.games: 0 games tell nothing".to_owned());
        }
        let [first, second] = &self.plan.arms;
        if (&first.engine, &first.arguments, &first.options) == (&second.engine, &second.arguments, &second.options) {
            return Err("plan.arms: both are the same".to_owned());
        }
        let mut files = self.plan.arms.iter().filter(|arm| arm.is_in_process()).filter_map(arms::network_file);
        if let Some(file) = files.find(|file| networks::digits(file).is_none()) {
            return Err(format!(
                "plan.arms: the name of {file} does not end with the first {} digits of its SHA-256 and {}, or nobody could tell which network played",
                networks::NETWORK_DIGITS,
                networks::NETWORK_ENDING
            ));
        }
        for arm in &self.plan.arms {
            if let Some(twice) = arm.named_twice() {
                return Err(format!("plan.arms: {} names {twice} twice", arm.name));
            }
        }
        self.plan.sprt.as_ref().map_or(Ok(()), check_test)
    }
}

/// Lets the paths of a match lead from `root`.
pub(crate) fn place_files(plan: &mut Plan, root: &Path) {
    if let Openings::Book { book, .. } = &mut plan.openings {
        *book = root.join(&*book);
    }
    if let Some(folder) = &mut plan.adjudication.syzygy {
        *folder = root.join(&*folder);
    }
    for arm in plan.arms.iter_mut().filter(|arm| arm.is_in_process()) {
        if let Some(file) = arms::network_file(arm) {
            arm.set_option(arms::EVAL_FILE, plan::Value::Text(root.join(file).display().to_string()));
        }
    }
}

fn check_test(test: &Test) -> Result<(), String> {
    let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
    if !is_chance(test.alpha) || !is_chance(test.beta) {
        return Err("plan.sprt: alpha and beta lie between 0 and 0.5".to_owned());
    }
    if test.elo0.is_finite() && test.elo1.is_finite() && test.elo0 < test.elo1 {
        return Ok(());
    }
    Err(format!("plan.sprt: elo0 = {} is not below elo1 = {}", test.elo0, test.elo1))
}

/// Reads TOML into a type whose own writing tells which keys it understood: one that it did not is refused, wherever it stands.
///
/// # Errors
/// File, line and column, and why.
pub(crate) fn from_toml<T: Serialize + serde::de::DeserializeOwned>(text: &str, shown: &str) -> Result<T, String> {
    let at = |error: toml::de::Error| {
        let (line, column) = place(text, error.span().map_or(0, |span| span.start));
        format!("{shown}:{line}:{column}: {}", error.message())
    };
    let value: T = toml::from_str(text).map_err(at)?;
    let given: toml::Table = toml::from_str(text).map_err(at)?;
    let json = |error: serde_json::Error| format!("{shown}: {error}");
    let (given, understood) =
        (serde_json::to_value(&given).map_err(json)?, serde_json::to_value(&value).map_err(json)?);
    match unknown_key(&given, &understood) {
        Some(path) => Err(format!("{shown}: {path} is not known")),
        None => Ok(value),
    }
}

/// Line and column, from 1, of a byte.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..byte.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    (line, column)
}

/// The first key that is given and not understood. Enumerations without a tag cannot refuse one themselves.
fn unknown_key(given: &Value, understood: &Value) -> Option<String> {
    let is_empty = |value: &Value| match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    match (given, understood) {
        (Value::Object(given), Value::Object(understood)) => {
            given.iter().find_map(|(key, value)| match understood.get(key) {
                Some(known) => unknown_key(value, known).map(|rest| format!("{key}.{rest}")),
                None => (!is_empty(value)).then(|| key.clone()),
            })
        }
        (Value::Array(given), Value::Array(understood)) => {
            given.iter().zip(understood).find_map(|(value, known)| unknown_key(value, known))
        }
        _ => None,
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::plan::Adjudication;

    /// An experiment as somebody would write it.
    pub(crate) const TEXT: &str = r#"
name = "NullMovePruning-test"
question = "Is null-move pruning worth having?"
technique = "NullMovePruning"
revision = 1

[plan]
limit = { nodes = 2000 }
games = 3000
seed = 7
openings = { random_plies = 8 }
sprt = { elo0 = 0.0, elo1 = 10.0 }

[[plan.arms]]
name = "with"
engine = "assay"
options = { NullMovePruning = true, Hash = 8 }

[[plan.arms]]
name = "without"
engine = "assay"
options = { NullMovePruning = false, Hash = 8 }
"#;

    pub(crate) fn experiment() -> Experiment {
        Experiment::parse(TEXT, "test.toml").expect("an experiment")
    }

    #[test]
    fn an_experiment_is_read_and_reads_back_the_same() {
        let experiment = experiment();
        assert_eq!(experiment.plan.games, 3000);
        let text = experiment.to_toml().expect("it can be written");
        assert_eq!(Experiment::parse(&text, "back"), Ok(experiment));
    }

    #[test]
    fn blanks_and_comments_do_not_change_which_experiment_it_is() {
        let other = format!("# a comment\n{}", TEXT.replace(" = ", "="));
        let other = Experiment::parse(&other, "other").expect("the same experiment");
        assert_eq!(other.identity(), experiment().identity());
        assert_eq!(other.identity().len(), 64);
        let changed = Experiment::parse(&TEXT.replace("seed = 7", "seed = 8"), "changed").expect("an experiment");
        assert_ne!(changed.identity(), experiment().identity());
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (from, to, message) in [
            ("seed = 7", "seed = ", "x.toml:10:8: "),
            ("seed = 7", "seeed = 7", "x.toml:10:1: unknown field `seeed`"),
            ("seed = 7", "seed = -7", "x.toml:10:8: "),
            ("random_plies = 8", "random_plies = 8, pliess = 3", "x.toml: plan.openings.pliess is not known"),
            ("random_plies = 8", "book = \"b.epd\"", "x.toml: plan.openings: a book needs its sha256"),
            ("elo1 = 10.0", "elo1 = -10.0", "x.toml: plan.sprt: elo0 = 0 is not below elo1 = -10"),
            ("elo1 = 10.0", "elo1 = 10.0, alpha = 0.5", "x.toml: plan.sprt: alpha and beta"),
            ("Pruning = false", "Pruning = true", "x.toml: plan.arms: both are the same"),
            ("revision = 1\n", "", "x.toml: technique and revision go together"),
            ("Pruning-test", "Pruning test", "x.toml: name: 'NullMovePruning test' is not one word"),
            ("games = 3000", "games = 0", "x.toml: plan.games: 0 games"),
        ] {
            let text = TEXT.replacen(from, to, 1);
            assert_ne!(text, TEXT, "{from}");
            let error = Experiment::parse(&text, "x.toml").expect_err(to);
            assert!(error.starts_with(message), "{error:?} does not start with {message:?}");
        }
        let missing = Experiment::read(Path::new("/nowhere/x.toml"), "x.toml").expect_err("no file");
        assert!(missing.starts_with("x.toml: "), "{missing}");
    }

    #[test]
    fn games_may_end_by_the_rules_alone() {
        let mut experiment = experiment();
        assert_eq!(experiment.plan.adjudication, Adjudication::default());
        experiment.plan.adjudication = Adjudication::NONE;
        let text = experiment.to_toml().expect("it can be written");
        assert_eq!(Experiment::parse(&text, "back"), Ok(experiment));
        let only = Experiment::parse(&TEXT.replace("games = 3000", "games = 3000\nadjudication = {}"), "x");
        assert_eq!(only.expect("an experiment").plan.adjudication, Adjudication::NONE);
    }

    #[test]
    fn paths_are_found_from_the_root() {
        let book = "openings = { book = \"books/b.epd\", sha256 = \"00\" }";
        let text = TEXT.replace("openings = { random_plies = 8 }", book);
        let experiment = Experiment::parse(&text, "x.toml").expect("an experiment");
        let root = Path::new("/root");
        assert_eq!(experiment.book_at(root), Some(PathBuf::from("/root/books/b.epd")));
        match experiment.plan_at(root).openings {
            Openings::Book { book, .. } => assert_eq!(book, Path::new("/root/books/b.epd")),
            Openings::Random { .. } => panic!("a book was given"),
        }
    }
}
