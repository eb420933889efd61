//! The command line of training data: making it, and what files of it need.
//!
//! Not an interpreter. Invariant: defaults are those of `lab::datagen` and `record::training`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Args, Debug)]
pub(crate) struct DatagenArguments {
    /// Path of the files to make, without an ending: NAME.0.assay, NAME.1.assay, ... and NAME.json
    pub(crate) name: PathBuf,

    /// Games in all
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,

    /// Threads, each with a file of its own [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,

    /// Of the openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Nodes a move after which no further iteration begins
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) soft_nodes: u64,

    /// Nodes a move that end the search wherever it is [default: eight times the soft ones]
    #[arg(long, value_name = "N")]
    pub(crate) hard_nodes: Option<u64>,

    /// Table of each colour in mebibytes
    #[arg(long, value_name = "MB", default_value_t = 4)]
    pub(crate) hash: usize,

    /// A switch, a parameter or EvalFile; `MaterialEvaluation=true` for data that know nothing but material
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,

    /// Begin at lines of this file: EPD, FEN or PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,

    /// Plies of each PGN opening to play
    #[arg(long, value_name = "N", requires = "openings")]
    pub(crate) plies: Option<u32>,

    /// Random moves of both sides together, or one more, before the engine plays
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=40))]
    pub(crate) random_plies: u32,

    /// Let drawn games go on to their end by the rules; for evaluations that call too much a draw
    #[arg(long)]
    pub(crate) no_draw_adjudication: bool,

    /// Centipawns by which both must agree that a side is ahead, for some moves in a row, to give it the game; `none` to play on
    #[arg(long, value_name = "CP", default_value = "2000")]
    pub(crate) resign: String,

    /// Centipawns by which a side may be ahead when the engine begins; `none` for any
    #[arg(long, value_name = "CP", default_value = "400")]
    pub(crate) most_ahead: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Say what is in files, and what the usual filter leaves of it
    Stats {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Check every game: whole, legal, of its checksum
    Verify {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Write the games of several files into one
    Merge {
        /// The file to make
        output: PathBuf,
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Write the games of several files into one, in random order
    Shuffle {
        /// The file to make
        output: PathBuf,
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Of the order
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Translate a file into a public format
    Export {
        /// A file of games
        file: PathBuf,
        /// The file to make
        output: PathBuf,
        /// bulletformat, viriformat, epd or pgn
        #[arg(long, value_name = "FORMAT")]
        to: String,
        /// Leave no position out
        #[arg(long)]
        unfiltered: bool,
    },
}
