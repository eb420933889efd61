//! What is to be played: everything that the games of a match follow from.
//!
//! Not how fast: workers, files and progress are the runner's. Invariant: two equal plans at a node limit give equal games.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use stats::{Bounds, Model};

use crate::in_process::ENGINES;

/// A match of two players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Results are told from the first one's view.
    pub arms: [Contestant; 2],
    /// Where games begin.
    pub openings: Openings,
    /// What each side has for its moves.
    pub limit: Limit,
    /// Games at most; each opening is played twice with colours exchanged, so an odd number is rounded up.
    pub games: u64,
    /// Of the order of openings, and of random ones.
    #[serde(default)]
    pub seed: u64,
    /// When a game ends before the rules end it.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// A sequential test that may end the match early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
}

impl Plan {
    /// Whether the same games are played each time: at a limit that counts, by engines of this program with one thread.
    #[must_use]
    pub fn repeats(&self) -> bool {
        let repeats = |arm: &Contestant| arm.is_in_process() && arm.threads() <= 1;
        self.limit.is_deterministic() && self.arms.iter().all(repeats)
    }

    /// A name made from everything in it.
    #[must_use]
    pub fn id(&self) -> String {
        // A plan always has a form in JSON: its keys are texts.
        let text = serde_json::to_string(self).unwrap_or_default();
        Sha256::digest(text).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// One player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// How reports call it.
    pub name: String,
    /// `assay` or `abc`, played in this process; anything else is a UCI program's path.
    pub engine: String,
    /// Of a program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// UCI options by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
}

impl Contestant {
    /// Threads it is given; 1 where nothing is said.
    #[must_use]
    pub fn threads(&self) -> i64 {
        if let Some(Value::Spin(count)) = self.option("Threads") { *count } else { 1 }
    }

    /// An option's value, in any spelling of capitals.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&Value> {
        self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// An option that it has in two spellings of capitals: which value counts would depend on who is asked.
    pub(crate) fn named_twice(&self) -> Option<&str> {
        let names = || self.options.keys();
        names().find(|name| names().filter(|other| other.eq_ignore_ascii_case(name)).count() > 1).map(String::as_str)
    }

    /// Gives an option that it has another value.
    pub(crate) fn set_option(&mut self, name: &str, value: Value) {
        if let Some((_, old)) = self.options.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            *old = value;
        }
    }

    /// Whether it is played in this process.
    #[must_use]
    pub fn is_in_process(&self) -> bool {
        ENGINES.contains(&self.engine.as_str())
    }
}

/// `engine,name=...,arg=...,Option=value`: the first word is the engine, the rest may be absent.
impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(',');
        let engine = words.next().unwrap_or_default().trim().to_owned();
        if engine.is_empty() {
            return Err("a player begins with `assay`, `abc` or the path of a UCI program".to_owned());
        }
        let (mut name, mut arguments, mut options) = (None, Vec::new(), BTreeMap::new());
        for word in words {
            let wrong = || format!("'{word}' is not of the form NAME=VALUE");
            let (key, value) = word.split_once('=').ok_or_else(wrong)?;
            match (key.trim(), value.trim()) {
                ("", _) => return Err(wrong()),
                ("name", value) => name = Some(value.to_owned()),
                ("arg", value) => arguments.push(value.to_owned()),
                (key, value) => _ = options.insert(key.to_owned(), Value::from(value)),
            }
        }
        let name = name.unwrap_or_else(|| {
            let program = engine.rsplit(['/', '\\']).next().unwrap_or(&engine);
            let told = options.iter().map(|(key, value)| format!(" {key}={value}"));
            told.fold(program.to_owned(), |name, option| name + &option)
        });
        let contestant = Contestant { name, engine, arguments, options };
        match contestant.named_twice() {
            Some(twice) => Err(format!("{twice} is there twice")),
            None => Ok(contestant),
        }
    }
}

/// What an option is set to, as TOML has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `true` or `false`.
    Check(bool),
    /// A whole number.
    Spin(i64),
    /// Anything else.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Check(value) => value.fmt(f),
            Value::Spin(value) => value.fmt(f),
            Value::Text(value) => value.fmt(f),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        if let Ok(value) = text.parse() {
            return Value::Check(value);
        }
        text.parse().map_or_else(|_| Value::Text(text.to_owned()), Value::Spin)
    }
}

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Openings {
    /// Lines of a file, in an order that the seed decides.
    #[serde(rename_all = "snake_case")]
    Book {
        /// EPD or FEN lines, or PGN games.
        book: PathBuf,
        /// Of the file's bytes, in hexadecimal; another file is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sha256: Option<String>,
        /// Plies of each PGN game to play; all if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plies: Option<u32>,
    },
    /// So many random legal moves from the start position, or one more, neither side far ahead after them.
    Random {
        /// The smaller number of plies.
        random_plies: u32,
    },
}

/// What a side has for its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Nodes a move, wherever the search is then.
    Nodes(u64),
    /// Nodes a move after which no further iteration begins.
    SoftNodes(u64),
    /// Plies a move.
    Depth(u32),
    /// A clock on the wall.
    Wall(TimeControl),
    /// A clock that runs while the searching thread has a processor: another load disturbs it less.
    Cpu(TimeControl),
}

impl Limit {
    /// Whether games repeat.
    #[must_use]
    pub fn is_deterministic(self) -> bool {
        matches!(self, Limit::Nodes(_) | Limit::SoftNodes(_) | Limit::Depth(_))
    }
}

/// Milliseconds for the game and for each move, written in seconds: `2+0.02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Milliseconds at the start; above 0.
    pub base: u64,
    /// Milliseconds gained by each move.
    pub increment: u64,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not a time control such as 2+0.02 (seconds and seconds per move)");
        let milliseconds = |text: &str| {
            let seconds: f64 = text.trim().parse().ok()?;
            (0.0..=1e6).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = milliseconds(base).filter(|&base| base > 0).ok_or_else(wrong)?;
        Ok(TimeControl { base, increment: milliseconds(increment).ok_or_else(wrong)? })
    }
}

impl TryFrom<String> for TimeControl {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base as f64 / 1000.0, self.increment as f64 / 1000.0)
    }
}

/// Plies of the longest game.
const LONGEST: u32 = 600;

fn longest_game() -> u32 {
    LONGEST
}

/// When a game ends before the rules end it. Both players' scores must agree.
///
/// A file that says nothing of it gets the usual rules; one that says something, only what it says: TOML has no word for none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// A draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Quiet>,
    /// A win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Decided>,
    /// A draw after so many plies.
    #[serde(default = "longest_game")]
    pub longest: u32,
    /// A folder of Syzygy tables that end a game as soon as they know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub syzygy: Option<PathBuf>,
}

/// From a ply on, so many plies in a row, scores no further from 0 than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    /// Not before this ply of the game, the opening's plies included.
    pub after: u32,
    /// In a row.
    pub plies: u32,
    /// Most centipawns.
    pub centipawns: u32,
}

/// So many plies in a row both sides say that the same side is ahead by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// In a row.
    pub plies: u32,
    /// Least centipawns.
    pub centipawns: u32,
}

impl Adjudication {
    /// The rules alone, and an end to games that never end.
    pub const NONE: Adjudication = Adjudication { draw: None, resign: None, longest: LONGEST, syzygy: None };
}

/// What testers use (fastchess and OpenBench: move 40, 8 moves, 10; 3 to 4 moves, 600).
impl Default for Adjudication {
    fn default() -> Self {
        let draw = Some(Quiet { after: 80, plies: 16, centipawns: 10 });
        let resign = Some(Decided { plies: 8, centipawns: 600 });
        Adjudication { draw, resign, ..Adjudication::NONE }
    }
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The unit of the bounds.
    #[serde(default)]
    pub model: ModelName,
    /// The difference of the hypothesis that the first arm is no better.
    pub elo0: f64,
    /// That of the hypothesis that it is.
    pub elo1: f64,
    /// Chance of a false acceptance.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Chance of a false rejection.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

/// [`Model`], as files spell it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelName {
    /// Normalised Elo.
    #[default]
    Normalised,
    /// Logistic Elo.
    Logistic,
}

impl Test {
    /// As the statistics take it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let model = match self.model {
            ModelName::Normalised => Model::Normalised,
            ModelName::Logistic => Model::Logistic,
        };
        Bounds { model, elo0: self.elo0, elo1: self.elo1, false_positives: self.alpha, false_negatives: self.beta }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_an_engine_and_what_it_is_told() {
        let player: Contestant = "assay,Hash=8,name=mine,arg=-q,Razoring=false".parse().expect("a player");
        assert_eq!((player.name.as_str(), player.engine.as_str()), ("mine", "assay"));
        assert_eq!(
            (player.arguments.as_slice(), player.option("hash")),
            (&["-q".to_owned()][..], Some(&Value::Spin(8)))
        );
        let named: Contestant = "/usr/games/toga2,Hash=1".parse().expect("a player");
        assert_eq!(named.name, "toga2 Hash=1");
        for (text, reason) in [
            ("", "a player begins with"),
            ("assay,Hash", "'Hash' is not of the form NAME=VALUE"),
            ("assay,=8", "'=8' is not of the form"),
            ("assay,Hash=8,hash=16", "Hash is there twice"),
        ] {
            let error = text.parse::<Contestant>().expect_err(text);
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
