//! What a run tells while it runs, and at its end.
//!
//! Not here: how it is shown. Invariant: nothing told is read back by the run, so whoever listens changes nothing.

use crate::data::DataFile;
use std::path::PathBuf;

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// It reads the data. Told about every thousand games.
    Loading(Loading),
    /// It trains. Told after every step.
    Training(Training),
}

/// How far the reading is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loading {
    /// The file that is read, from 0.
    pub file: usize,
    /// Files in all.
    pub files: usize,
    /// Games read so far, of all files.
    pub games: u64,
    /// Positions kept of them.
    pub positions: u64,
}

/// How far the training is.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// The epoch, from 1.
    pub epoch: u64,
    /// Epochs in all.
    pub epochs: u64,
    /// Steps taken, those before an interruption included.
    pub step: u64,
    /// Steps in all.
    pub steps: u64,
    /// The mean error of the last step's positions.
    pub training_loss: f64,
    /// The mean error of the held-out positions at the last point of the loss curve, if there are any. It takes the weight of the result
    /// that the run ends with, so that its values can be compared with each other.
    pub held_out_loss: Option<f64>,
    /// Positions trained on per second, since this process began to train.
    pub positions_per_second: f64,
    /// How long the rest takes at this speed.
    pub seconds_left: f64,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Whether it came to its end; otherwise it was stopped, and the same call goes on from the checkpoint.
    pub finished: bool,
    /// The step from which it went on, if there was a checkpoint.
    pub resumed_at: Option<u64>,
    /// Steps taken, those before an interruption included.
    pub step: u64,
    /// Steps in all.
    pub steps: u64,
    /// What came out of the files.
    pub files: Vec<DataFile>,
    /// Positions trained on.
    pub positions: u64,
    /// Positions held out.
    pub held_out_positions: u64,
    /// The mean error over the last stretch of the loss curve.
    pub training_loss: Option<f64>,
    /// The mean error of all held-out positions after the last step, with the weight of the result that the run ends with.
    pub held_out_loss: Option<f64>,
    /// What quantising cost.
    pub quantisation: Option<Quantisation>,
    /// Hours of training, times threads, those before an interruption included.
    pub core_hours: f64,
    /// The network, once there is one.
    pub network: Option<PathBuf>,
}

/// How far the network in the file is from the one that was trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantisation {
    /// Held-out positions on which both were asked.
    pub positions: usize,
    /// The largest difference, in centipawns.
    pub largest: f64,
    /// The mean difference, in centipawns.
    pub mean: f64,
}
