//! The command line of networks: training them, and what their files need.
//!
//! Not an interpreter. Invariant: defaults are those of `trainer`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Args, Debug)]
pub(crate) struct TrainArguments {
    /// The folder for the network, its card, the loss curve and the checkpoint
    pub(crate) out: PathBuf,

    /// Files of games, as `assay lab datagen` makes them
    #[arg(required = true)]
    pub(crate) data: Vec<PathBuf>,

    /// What the network is called; its file is NAME-DIGITS.nnue, with the first digits of its SHA-256
    #[arg(long, default_value = "network", value_parser = label)]
    pub(crate) name: String,

    /// Its generation: that of the network that played the games, plus one
    #[arg(long, default_value_t = 1)]
    pub(crate) generation: u32,

    /// The day, for the card [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) date: Option<String>,

    /// Hidden units of each side, a multiple of 32
    #[arg(long, value_name = "N", default_value_t = trainer::Settings::default().hidden)]
    pub(crate) hidden: usize,

    /// How often every position is seen
    #[arg(long, value_name = "N", default_value_t = trainer::Settings::default().epochs)]
    pub(crate) epochs: u32,

    /// Positions a step
    #[arg(long, value_name = "N", default_value_t = trainer::Settings::default().batch)]
    pub(crate) batch: usize,

    /// Threads; another number gives another network
    #[arg(long, value_name = "N", default_value_t = trainer::Settings::default().threads)]
    pub(crate) threads: usize,

    /// What all chance grows from
    #[arg(long, default_value_t = trainer::Settings::default().seed)]
    pub(crate) seed: u64,

    /// The step size at its highest
    #[arg(long, value_name = "RATE", default_value_t = trainer::Settings::default().learning_rate)]
    pub(crate) rate: f64,

    /// The step size at the end of the half cosine
    #[arg(long, value_name = "RATE", default_value_t = trainer::Settings::default().final_learning_rate)]
    pub(crate) final_rate: f64,

    /// The share of itself that a weight loses a step, times the step size, 0 to 10
    #[arg(long, value_name = "SHARE", default_value_t = trainer::Settings::default().weight_decay)]
    pub(crate) weight_decay: f64,

    /// Weight of what became of a position against its score at the first step, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = trainer::Settings::default().result_weight_start)]
    pub(crate) result_start: f64,

    /// The same at the last step
    #[arg(long, value_name = "SHARE", default_value_t = trainer::Settings::default().result_weight_end)]
    pub(crate) result_end: f64,

    /// How far a position looks ahead for what became of it: 1 to the result alone, less also at the scores on the way
    #[arg(long, value_name = "SHARE", default_value_t = trainer::Settings::default().lambda)]
    pub(crate) lambda: f64,

    /// Centipawns that count as a chance to win of 73 %
    #[arg(long, value_name = "CP", default_value_t = trainer::Settings::default().score_scale)]
    pub(crate) scale: f64,

    /// Use positions from this ply on
    #[arg(long, value_name = "PLY", default_value_t = record::training::Filter::default().min_ply)]
    pub(crate) min_ply: u32,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NetCommand {
    /// Say what a network is, and where it comes from
    Info {
        /// The network's file [default: the shipped one]
        file: Option<PathBuf>,
        /// Print its card alone, as JSON
        #[arg(long)]
        card: bool,
    },
    /// Bring another's network to the unit of ours, for which the search's margins and the scores that are told are made
    Scale {
        /// The network's file
        file: PathBuf,
        /// The folder for the new file, and for the card if there is one
        out: PathBuf,
        /// Its value with which one game in two is won, as `assay lab fit` finds it (HALF)
        #[arg(long, value_name = "VALUE")]
        half: f64,
    },
    /// Make a network of the raw output of the trainer `bullet` (quantised.bin)
    Import {
        /// What bullet wrote
        raw: PathBuf,
        /// The folder for the network's file
        out: PathBuf,
        /// Hidden units of each side
        #[arg(long, value_name = "N")]
        hidden: usize,
        /// What the network is called
        #[arg(long, default_value = "imported", value_parser = label)]
        name: String,
    },
}

/// A name that can be part of a file's name.
fn label(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "+._".contains(c) || c == '-';
    let is_label = !text.is_empty() && !text.starts_with(['.', '-']) && text.chars().all(is_plain);
    if is_label { Ok(text.to_owned()) } else { Err("not one word of letters, digits and + . - _".to_owned()) }
}
