//! The command line of the laboratory.
//!
//! Not an interpreter. Invariant: what an argument leaves open has the value that testers of engines expect.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use lab::plan::{Contestant, TimeControl};

use super::data::{DataCommand, DatagenArguments};

const EXAMPLES: &str = "\
Examples:
  assay lab match assay assay,NullMovePruning=false --nodes 2000 --games 400
  assay lab match assay abc --cpu 2+0.02 --games 100 --pgn games.pgn
  assay lab match assay /usr/games/stockfish --time 2+0.02 --openings book.epd --hash 16
  assay lab sprt assay assay,Razoring=false --nodes 2000 --games 3000
  assay lab sprt ledger/experiments/EXPERIMENT.toml
  assay lab sprt assay,Network=true,EvalFile=networks/NAME-DIGITS.nnue assay --nodes 2000 --record gate

A player is `assay` or `abc`, played inside this process, or the path of a UCI program; after it come, separated by commas,
options of the protocol (`Hash=16`), `name=...` for reports and `arg=...` for a program's arguments.";

#[derive(Args, Debug)]
pub(crate) struct LabArguments {
    #[command(subcommand)]
    pub(crate) command: LabCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// Play a match between two players
    #[command(after_help = EXAMPLES)]
    Match(MatchArguments),
    /// Let one player meet several others, one after the other
    Gauntlet(GauntletArguments),
    /// Play until a sequential test says whether the first player is better; or play an experiment's file and record it in the ledger
    #[command(after_help = EXAMPLES)]
    Sprt(SprtArguments),
    /// Measure techniques, each with against without, and record what they are worth
    ///
    /// Says how long it takes at worst before it begins. Killed, it goes on where it was when called again.
    Ablate(AblateArguments),
    /// Tune parameters by simultaneous perturbation (SPSA), as a file says
    Spsa(SpsaArguments),
    /// Fit chances of winning, and the scale of scores, to games with scores
    Fit(FitArguments),
    /// Check every record of the ledger: counts, conclusions, defaults, and by replay where this program searches the same tree
    Verify(VerifyArguments),
    /// Play an experiment again and print its digest
    Replay(ReplayArguments),
    /// Write the ledger's page and chart anew
    Pages(SittingArguments),
    /// Make training data: games of the engine against itself, with a score for every move
    ///
    /// Killed, the same command goes on; the finished files are the same.
    Datagen(DatagenArguments),
    /// Look after files of training data
    #[command(subcommand)]
    Data(DataCommand),
}

#[derive(Args, Debug)]
pub(crate) struct MatchArguments {
    /// The player whose results are told
    #[arg(value_parser = player)]
    pub(crate) first: Contestant,

    /// Its opponent
    #[arg(value_parser = player)]
    pub(crate) second: Contestant,

    #[command(flatten)]
    pub(crate) games: GameArguments,

    #[command(flatten)]
    pub(crate) run: RunArguments,
}

#[derive(Args, Debug)]
pub(crate) struct GauntletArguments {
    /// The player whose results are told
    #[arg(value_parser = player)]
    pub(crate) first: Contestant,

    /// Its opponents
    #[arg(value_parser = player, required = true)]
    pub(crate) others: Vec<Contestant>,

    #[command(flatten)]
    pub(crate) games: GameArguments,

    #[command(flatten)]
    pub(crate) run: RunArguments,
}

#[derive(Args, Debug)]
pub(crate) struct SprtArguments {
    /// The player that may be better; or, alone, an experiment's file
    pub(crate) first: String,

    /// The one it is compared with
    #[arg(value_parser = player)]
    pub(crate) second: Option<Contestant>,

    /// Difference that counts as none
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,

    /// Difference worth having
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,

    /// Take the bounds as logistic Elo, not as normalised
    #[arg(long)]
    pub(crate) logistic: bool,

    /// Make an experiment of this name of it, in the repository's ledger, and record what comes of it; its book and networks must lie in the
    /// repository
    #[arg(long, value_name = "NAME", requires = "second", conflicts_with_all = ["journal", "resume", "pgn", "json"])]
    pub(crate) record: Option<String>,

    /// What the experiment is to tell, in a sentence
    #[arg(long, requires = "record", default_value = "Is the first arm better?")]
    pub(crate) question: String,

    #[command(flatten)]
    pub(crate) games: GameArguments,

    #[command(flatten)]
    pub(crate) run: RunArguments,
}

#[derive(Args, Debug)]
pub(crate) struct AblateArguments {
    /// Techniques, as `assay techniques` names them
    #[arg(required_unless_present = "all")]
    pub(crate) techniques: Vec<String>,

    /// Every technique
    #[arg(long, conflicts_with = "techniques")]
    pub(crate) all: bool,

    /// Difference that counts as none, in normalised Elo
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,

    /// Difference worth having, in normalised Elo
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,

    #[command(flatten)]
    pub(crate) games: GameArguments,

    /// Games of an hour, if that is known; else some are played to find out
    #[arg(long, value_name = "N")]
    pub(crate) games_per_hour: Option<f64>,

    /// Say what would be played and how long it takes at worst, and play nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) sitting: SittingArguments,
}

/// Where the ledger is and how experiments are played.
#[derive(Args, Debug)]
pub(crate) struct SittingArguments {
    /// The repository [default: the nearest folder upwards that has a ledger]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,

    /// Games at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,

    /// Play what has a record already
    #[arg(long)]
    pub(crate) again: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SpsaArguments {
    /// What to tune, in TOML
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) sitting: SittingArguments,
}

#[derive(Args, Debug)]
pub(crate) struct FitArguments {
    /// Journals, PGN files with scores, or counts (CSV)
    #[arg(required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Write what was counted
    #[arg(long, value_name = "FILE")]
    pub(crate) counts: Option<PathBuf>,

    /// What the player told as 100 centipawns, in the unit of its evaluation; by default this engine's own, 100 for another's games
    #[arg(long, value_name = "VALUE", default_value_t = eval::EvenChance::NETWORK.value())]
    pub(crate) told_as_100: f64,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArguments {
    /// Fail on stale records and on debts as well
    #[arg(long)]
    pub(crate) release: bool,

    /// Play all games of the records again, not only the first pairs
    #[arg(long, conflicts_with = "no_replay")]
    pub(crate) full: bool,

    /// Play nothing again
    #[arg(long)]
    pub(crate) no_replay: bool,

    /// Play at most so many records again, the newest first
    #[arg(long, value_name = "N")]
    pub(crate) at_most: Option<usize>,

    /// Build each record's own commit and play it again there
    #[arg(long)]
    pub(crate) rebuild: bool,

    #[command(flatten)]
    pub(crate) sitting: SittingArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayArguments {
    /// The experiment's file
    pub(crate) file: PathBuf,

    /// All games, not only the first pairs
    #[arg(long)]
    pub(crate) full: bool,

    #[command(flatten)]
    pub(crate) sitting: SittingArguments,
}

/// What every game of a match has in common.
#[derive(Args, Debug)]
pub(crate) struct GameArguments {
    /// Games at most, in pairs with colours exchanged
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) games: u64,

    #[command(flatten)]
    pub(crate) limit: LimitArguments,

    /// Where games begin: a file of EPD or FEN lines, or of PGN games
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,

    /// Where games begin without a file: after so many random moves of both sides together, or one more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=40))]
    pub(crate) random_plies: u32,

    /// Plies of each PGN opening to play
    #[arg(long, value_name = "N", requires = "openings")]
    pub(crate) plies: Option<u32>,

    /// Of the order of the openings, or of the random moves
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Table of both players in mebibytes, where they say nothing themselves
    #[arg(long, value_name = "MB")]
    pub(crate) hash: Option<u32>,

    /// End games by the rules alone, not by the players' agreement
    #[arg(long)]
    pub(crate) no_adjudication: bool,

    /// End games that the Syzygy tables in this folder know
    #[arg(long, value_name = "FOLDER")]
    pub(crate) syzygy: Option<PathBuf>,
}

/// What a side has for its moves; 5000 nodes a move where nothing is said.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct LimitArguments {
    /// Nodes for each move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Nodes after which no further iteration begins
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) soft_nodes: Option<u64>,

    /// Plies for each move
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// A clock: seconds and seconds per move, such as 2+0.02
    #[arg(long)]
    pub(crate) time: Option<TimeControl>,

    /// The same, counting only while the searching thread has a processor; for players inside this process
    #[arg(long)]
    pub(crate) cpu: Option<TimeControl>,
}

/// How a match is played, whatever its games are.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArguments {
    /// Games at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,

    /// File that keeps the games as they are played [default: a name made from what is played, in the folder data]
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,

    /// Go on where the journal ends
    #[arg(long)]
    pub(crate) resume: bool,

    /// Write the games as PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn player(text: &str) -> Result<Contestant, String> {
    text.parse()
}
