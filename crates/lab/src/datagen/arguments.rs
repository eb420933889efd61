//! What is asked for.
//!
//! Not how fast: what the games are. Invariant: equal arguments and an equal engine give equal games.

use std::path::{Path, PathBuf};

use record::training;
use search::Options;
use serde::{Deserialize, Serialize};
use session::{Switches, techniques};

use super::Error;
use crate::arms::{self, EVAL_FILE};
use crate::networks;
use crate::plan::{Adjudication, Decided, Quiet};

/// Centipawns that no evaluation reaches.
const MOST_CENTIPAWNS: u32 = 20_000;
/// So many workers are a slip of the pen.
const MOST_WORKERS: u32 = 1_024;

/// Everything that the games follow from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Arguments {
    /// The path of the files, without what tells them apart.
    #[serde(skip)]
    pub name: PathBuf,
    /// All together.
    pub games: u64,
    /// Threads, and files.
    pub workers: u32,
    /// Of the openings.
    pub seed: u64,
    /// Nodes a move after which no further iteration begins.
    pub soft_nodes: u64,
    /// Nodes a move that end the search wherever it is.
    pub hard_nodes: u64,
    /// Of each colour's table, in mebibytes.
    pub hash: usize,
    /// Switches, parameters and `EvalFile`, each `name=value`.
    pub options: Vec<String>,
    /// Where games begin.
    pub start: Start,
    /// Whether an opening is worth a game; without it every one is.
    pub exit_check: Option<ExitCheck>,
    /// When a game ends before the rules end it.
    pub adjudication: Adjudication,
}

/// Where games begin: a line of a book or the start position, and random moves after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// EPD or FEN lines, or PGN games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<PathBuf>,
    /// Plies of each PGN game to play; all if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book_plies: Option<u32>,
    /// Random legal moves in the games of even number; in the others one more, so that either side is to move. 0 is none in any.
    pub random_plies: u32,
}

/// A search of the position that an opening leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitCheck {
    /// Nodes after which no further iteration begins.
    pub nodes: u64,
    /// Centipawns by which a side may be ahead.
    pub centipawns: u32,
}

/// Which engine plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What it was built from. Kept for readers; a run may go on with another.
    pub commit: String,
    /// Nodes of a small bench with the options in use; a run goes on with the same alone.
    pub fingerprint: u64,
    /// The SHA-256 of the network that plays, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
}

impl Identity {
    /// Measures the engine of this build.
    ///
    /// # Errors
    /// When an option is refused, or there is no memory for the table.
    pub fn measure(arguments: &Arguments, commit: &str) -> Result<Self, Error> {
        let options = arguments.options()?;
        let fingerprint = arms::fingerprint(&options).map_err(Error::Memory)?;
        let network = options.eval.network.on.then(|| networks::network_hash(&options.network));
        Ok(Identity { commit: commit.to_owned(), fingerprint, network })
    }
}

impl Default for Arguments {
    fn default() -> Self {
        Arguments {
            name: PathBuf::new(),
            games: 1_000,
            workers: 1,
            seed: 0,
            soft_nodes: 1_000,
            hard_nodes: 8_000,
            hash: 4,
            options: Vec::new(),
            start: Start::default(),
            exit_check: Some(ExitCheck::for_moves_of(1_000)),
            adjudication: Adjudication {
                draw: Some(Quiet { after: 80, plies: 12, centipawns: 4 }),
                resign: Some(Decided { plies: 4, centipawns: 2_000 }),
                longest: 400,
                syzygy: None,
            },
        }
    }
}

impl Default for Start {
    fn default() -> Self {
        Start { book: None, book_plies: None, random_plies: 8 }
    }
}

impl ExitCheck {
    /// For games with so many soft nodes a move.
    #[must_use]
    pub fn for_moves_of(soft_nodes: u64) -> Self {
        ExitCheck { nodes: soft_nodes.saturating_mul(10), centipawns: 400 }
    }
}

impl Arguments {
    /// So many soft nodes a move, and what goes with them.
    #[must_use]
    pub fn with_soft_nodes(self, soft_nodes: u64) -> Self {
        let exit_check = Some(ExitCheck::for_moves_of(soft_nodes));
        Arguments { soft_nodes, hard_nodes: soft_nodes.saturating_mul(8), exit_check, ..self }
    }

    /// The file of a worker.
    #[must_use]
    pub fn part(&self, worker: u32) -> PathBuf {
        with_ending(&self.name, &format!(".{worker}.assay"))
    }

    /// The file that says what the games were played with.
    #[must_use]
    pub fn settings(&self) -> PathBuf {
        with_ending(&self.name, ".json")
    }

    /// The file that says how much time of processors the games took.
    #[must_use]
    pub fn spent(&self) -> PathBuf {
        with_ending(&self.name, ".seconds")
    }

    /// What the games are searched with.
    ///
    /// # Errors
    /// When an option is unknown or its value is refused.
    pub fn options(&self) -> Result<Options, Error> {
        let mut switches = Switches::default();
        for text in &self.options {
            let (name, value) =
                text.split_once('=').ok_or_else(|| Error::Arguments(format!("option '{text}' is not name=value")))?;
            if name.trim().eq_ignore_ascii_case(EVAL_FILE) {
                switches.search.network = networks::load(value.trim())
                    .map_err(|error| Error::Arguments(format!("option '{text}': {error}")))?;
                continue;
            }
            techniques::set(&mut switches, name.trim(), value)
                .map_err(|error| Error::Arguments(format!("option '{text}': {error}")))?;
        }
        Ok(switches.search)
    }

    /// Whether these can be played at all.
    pub(super) fn check(&self) -> Result<(), Error> {
        let refuse = |reason: &str| Err(Error::Arguments(reason.to_owned()));
        if self.name.file_name().is_none() {
            return refuse("the files have no name");
        }
        if self.workers == 0 || self.workers > MOST_WORKERS {
            return refuse("there must be between 1 and 1024 workers");
        }
        if self.soft_nodes == 0 || self.hard_nodes < self.soft_nodes {
            return refuse("a move needs a node at least, and the hard limit must not be below the soft one");
        }
        if self.start.book.is_none() && self.start.random_plies == 0 {
            return refuse("without a book and without random moves all games would be the same");
        }
        if self.adjudication.longest <= self.start.random_plies + 1 {
            return refuse("the longest game must be longer than its opening");
        }
        if self.adjudication.longest as usize > training::MAX_PLIES {
            return refuse("the longest game is longer than the records allow");
        }
        if self.adjudication.syzygy.is_some() {
            return refuse("games for training are not adjudicated by tablebases");
        }
        if self.adjudication.resign.is_some_and(|resign| !(1..=MOST_CENTIPAWNS).contains(&resign.centipawns)) {
            return refuse("a game is given up at between 1 and 20000 centipawns");
        }
        if self.exit_check.is_some_and(|check| check.nodes == 0 || check.centipawns > MOST_CENTIPAWNS) {
            return refuse("an exit check needs a node at least, and a bound of at most 20000 centipawns");
        }
        Ok(())
    }
}

fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut path = name.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named() -> Arguments {
        Arguments { name: "data/first".into(), ..Arguments::default() }
    }

    fn refusal(arguments: &Arguments) -> String {
        arguments.check().and_then(|()| arguments.options().map(|_| ())).expect_err("refused").to_string()
    }

    #[test]
    fn files_are_told_apart_by_their_endings() {
        assert_eq!(named().part(3), PathBuf::from("data/first.3.assay"));
        assert_eq!(named().settings(), PathBuf::from("data/first.json"));
        let dotted = Arguments { name: "v1.5".into(), ..Arguments::default() };
        assert_eq!(dotted.part(0), PathBuf::from("v1.5.0.assay"));
    }

    #[test]
    fn the_default_can_be_played() {
        named().check().expect("sound");
        assert_eq!(named().options().expect("none"), Options::default());
        let more = named().with_soft_nodes(5_000);
        assert_eq!((more.hard_nodes, more.exit_check.expect("one").nodes), (40_000, 50_000));
    }

    #[test]
    fn options_are_set_by_name() {
        let with =
            |options: &[&str]| Arguments { options: options.iter().map(|&text| text.to_owned()).collect(), ..named() };
        let options = with(&["MaterialEvaluation=true", "razoring = false", "Razoring.MaxDepth=2"]).options();
        let options = options.expect("known options");
        assert!(options.eval.material_evaluation.on && !options.search.razoring.on);
        assert_eq!(options.search.razoring.max_depth, 2);
        for (option, part) in [
            ("Razoring", "is not name=value"),
            ("NoSuchThing=true", "NoSuchThing"),
            ("Razoring=maybe", "neither true nor false"),
            ("EvalFile=nowhere", "nowhere: "),
        ] {
            let text = refusal(&with(&[option]));
            assert!(text.contains(part) && text.contains("option"), "{text}");
        }
    }

    #[test]
    fn arguments_without_sense_are_refused() {
        let adjudication = |adjudication| Arguments { adjudication, ..named() };
        let default = named().adjudication;
        let resigned = |centipawns| Some(Decided { plies: 4, centipawns });
        for (arguments, part) in [
            (Arguments { name: PathBuf::new(), ..named() }, "no name"),
            (Arguments { workers: 0, ..named() }, "workers"),
            (Arguments { soft_nodes: 0, ..named() }, "node at least"),
            (Arguments { soft_nodes: 9_000, ..named() }, "below the soft one"),
            (Arguments { start: Start { random_plies: 0, ..Start::default() }, ..named() }, "the same"),
            (adjudication(Adjudication { longest: 9, ..default.clone() }), "longer than its opening"),
            (adjudication(Adjudication { resign: resigned(0), ..default.clone() }), "given up"),
            (adjudication(Adjudication { resign: resigned(20_001), ..default.clone() }), "given up"),
            (adjudication(Adjudication { longest: 1_000_000, ..default.clone() }), "records"),
            (adjudication(Adjudication { syzygy: Some("tables".into()), ..default }), "tablebases"),
            (Arguments { exit_check: Some(ExitCheck { nodes: 0, centipawns: 1 }), ..named() }, "exit check"),
        ] {
            let text = refusal(&arguments);
            assert!(text.contains(part), "{text}");
        }
    }
}
