//! The run: reading, stepping, telling, saving, and what is written at the end.
//!
//! Not here: any mathematics. Invariant: whatever decides what happens at a step is its number, so that it does not matter which process takes it.

use crate::card::{Facts, card};
use crate::checkpoint::{Checkpoint, DataIdentity, Header};
use crate::crew::{Batch, Crew};
use crate::curve::{self, Point};
use crate::data::{self, Data, Origin};
use crate::error::Error;
use crate::files;
use crate::loss::Goal;
use crate::optimiser::{Moments, Update};
use crate::parameters::{Parameters, Shape};
use crate::progress::{Progress, Quantisation, Summary, Training};
use crate::quantise;
use crate::schedule::{Schedule, batch_size};
use crate::settings::{Labels, Settings};
use eval::nnue::{Network, NetworkParts};
use rules::Random;
use rules::random::scattered;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Held-out positions asked at each point of the loss curve: more would only take time.
const HELD_OUT_SAMPLE: usize = 1 << 17;

/// Trains a network on the games in `data` and leaves it, with its card and loss curve, in the folder `out`.
///
/// Where `out` has a checkpoint, the run goes on from it. It saves one every [`Settings::checkpoint_steps`], at its end, and when `stop` becomes
/// true, after which it returns. `progress` is told of about every thousand games read and of every step.
///
/// # Errors
/// Any [`Error`]. Games that are cut or damaged are no error: the summary tells of them.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
/// use trainer::{Progress, Settings, train};
/// let settings = Settings { hidden: 64, epochs: 10, ..Settings::default() };
/// let mut progress = |progress: &Progress| println!("{progress:?}");
/// let summary = train(&settings, &["games.rec".into()], "nets/first".as_ref(), &AtomicBool::new(false), &mut progress)?;
/// assert!(summary.finished);
/// # Ok::<(), trainer::Error>(())
/// ```
pub fn train(
    settings: &Settings,
    data: &[PathBuf],
    out: &Path,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Summary, Error> {
    settings.check()?;
    files::make_folder(out)?;
    let saved = Checkpoint::load(&checkpoint_path(out))?;
    // Before the data, whose reading takes a while.
    if let Some(saved) = &saved {
        saved.check_settings(&checkpoint_path(out), &settings.identity())?;
    }
    let origins = data::origins(data.iter().map(PathBuf::as_path))?;
    let data = data::load(data, settings, stop, progress)?;
    let mut run = Run::new(settings, &data, out, saved)?;
    run.origins = origins;
    run.advance(stop, progress)?;
    run.finish()
}

fn checkpoint_path(out: &Path) -> PathBuf {
    out.join("checkpoint.bin")
}

struct Run<'a> {
    settings: &'a Settings,
    data: &'a Data,
    /// What is told of how the games were made.
    origins: Vec<Origin>,
    out: &'a Path,
    schedule: Schedule,
    batch: usize,
    crew: Crew,
    state: Checkpoint,
    resumed_at: Option<u64>,
    /// When this process began to train, and what it found: steps and seconds.
    began: Instant,
    found: (u64, f64),
}

impl<'a> Run<'a> {
    fn new(settings: &'a Settings, data: &'a Data, out: &'a Path, saved: Option<Checkpoint>) -> Result<Self, Error> {
        let identities: Vec<DataIdentity> = data.files.iter().map(DataIdentity::from).collect();
        let resumed_at = saved.as_ref().map(|saved| saved.header.step);
        let state = match saved {
            Some(saved) => {
                saved.check_data(&checkpoint_path(out), &identities)?;
                saved
            }
            None => fresh(settings, identities),
        };
        let shape = Shape::new(settings.hidden);
        Ok(Run {
            settings,
            data,
            origins: Vec::new(),
            out,
            schedule: Schedule::new(settings, data.training.len()),
            batch: batch_size(settings, data.training.len()),
            crew: Crew::new(shape, settings.threads),
            found: (state.header.step, state.header.seconds),
            state,
            resumed_at,
            began: Instant::now(),
        })
    }

    /// Takes steps to the end of the run, or until it is stopped.
    fn advance(&mut self, stop: &AtomicBool, progress: &mut dyn FnMut(&Progress)) -> Result<(), Error> {
        let steps = self.schedule.steps();
        while self.state.header.step < steps {
            if stop.load(Ordering::Relaxed) {
                return self.save();
            }
            let loss = self.step();
            let step = self.state.header.step;
            if !loss.is_finite() {
                // Nothing is saved: the last checkpoint is good.
                return Err(Error::Diverged { step });
            }
            if step.is_multiple_of(self.settings.report_steps) || step == steps {
                self.note_point();
            }
            if step.is_multiple_of(self.settings.checkpoint_steps) || step == steps {
                self.save()?;
            }
            progress(&Progress::Training(self.told(loss)));
        }
        Ok(())
    }

    /// Takes a step; gives the mean error of its positions before it.
    fn step(&mut self) -> f64 {
        let Checkpoint { header, weights, moments } = &mut self.state;
        let step = header.step;
        let batch = Batch::of_step(&self.data.training, self.batch, step);
        let goal = Goal::new(self.settings.score_scale, self.schedule.result_weight(step));
        let loss = self.crew.gradient(weights, batch, &goal);
        let rate = self.schedule.learning_rate(step);
        self.crew.step(weights, moments, &Update::new(step, rate, self.settings.weight_decay, batch.len()));
        header.step += 1;
        header.loss_sum += loss;
        header.loss_steps += 1;
        loss
    }

    /// Adds a point to the loss curve.
    fn note_point(&mut self) {
        let held_out_loss = self.held_out_loss(HELD_OUT_SAMPLE);
        let header = &mut self.state.header;
        header.curve.push(Point {
            step: header.step,
            positions: header.step * self.batch as u64,
            learning_rate: self.schedule.learning_rate(header.step - 1),
            training_loss: header.loss_sum / header.loss_steps.max(1) as f64,
            held_out_loss,
        });
        header.loss_sum = 0.0;
        header.loss_steps = 0;
    }

    /// The mean error of at most so many held-out positions.
    fn held_out_loss(&mut self, most: usize) -> Option<f64> {
        let positions = &self.data.held_out[..self.data.held_out.len().min(most)];
        let goal = Goal::new(self.settings.score_scale, self.schedule.final_result_weight());
        (!positions.is_empty()).then(|| self.crew.loss(&self.state.weights, Batch::whole(positions), &goal))
    }

    /// Writes the checkpoint, and the loss curve as it is so far.
    fn save(&mut self) -> Result<(), Error> {
        self.state.header.seconds = self.seconds();
        self.state.save(&checkpoint_path(self.out))?;
        let curve = &self.state.header.curve;
        files::write_whole(&self.out.join("loss.csv"), curve::csv(curve).as_bytes())?;
        let name = if self.settings.labels.name.is_empty() { "network" } else { &self.settings.labels.name };
        let title = format!("Loss of {name} (768, mirrored -> {})x2 -> 8", self.settings.hidden);
        files::write_whole(&self.out.join("loss.svg"), curve::svg(curve, &title).as_bytes())
    }

    /// Seconds of training, over all processes.
    fn seconds(&self) -> f64 {
        self.found.1 + self.began.elapsed().as_secs_f64()
    }

    fn core_hours(&self) -> f64 {
        self.state.header.seconds * self.settings.threads as f64 / 3_600.0
    }

    fn told(&self, training_loss: f64) -> Training {
        let header = &self.state.header;
        let steps = self.schedule.steps();
        let taken = (header.step - self.found.0) as f64;
        let steps_per_second = taken / self.began.elapsed().as_secs_f64().max(1e-9);
        let seen = header.step * self.batch as u64;
        Training {
            // The step that was just taken belongs to the epoch in which it began.
            epoch: (seen - self.batch as u64) / self.data.training.len() as u64 + 1,
            epochs: u64::from(self.settings.epochs),
            step: header.step,
            steps,
            training_loss,
            held_out_loss: header.curve.last().and_then(|point| point.held_out_loss),
            positions_per_second: steps_per_second * self.batch as f64,
            seconds_left: (steps - header.step) as f64 / steps_per_second.max(1e-9),
        }
    }

    /// Writes the network and its card, if the run came to its end.
    fn finish(mut self) -> Result<Summary, Error> {
        if self.state.header.step < self.schedule.steps() {
            return Ok(self.summary(None, None));
        }
        let held_out_loss = self.held_out_loss(usize::MAX);
        // The card stands in the network's file, so the difference is taken before there is one.
        let plain = quantise::quantise(&self.state.weights, "{}")?;
        let quantisation = quantise::compare(&self.state.weights, &plain, &self.data.probes);
        let header = &self.state.header;
        let labels = Labels { date: header.date.clone(), ..self.settings.labels.clone() };
        let facts = Facts {
            labels: &labels,
            hidden: self.settings.hidden,
            settings: &header.settings,
            files: &self.data.files,
            origins: &self.origins,
            steps: header.step,
            positions_seen: header.step * self.batch as u64,
            curve: &header.curve,
            training_loss: header.curve.last().map(|point| point.training_loss),
            held_out_loss,
            quantisation,
            core_hours: None,
        };
        // How long it took would make two files of one network.
        let network =
            Network::from_parts(NetworkParts { card: card(&facts)?, ..plain.parts() }).map_err(Error::Network)?;
        let card = card(&Facts { core_hours: Some(self.core_hours()), ..facts })?;
        files::write_whole(&self.out.join("card.json"), card.as_bytes())?;
        files::write_whole(&self.out.join("network.nnue"), &network.to_bytes())?;
        Ok(self.summary(held_out_loss, quantisation))
    }

    fn summary(&self, held_out_loss: Option<f64>, quantisation: Option<Quantisation>) -> Summary {
        let header = &self.state.header;
        let steps = self.schedule.steps();
        let finished = header.step == steps;
        Summary {
            finished,
            resumed_at: self.resumed_at,
            step: header.step,
            steps,
            files: self.data.files.clone(),
            positions: self.data.training.len() as u64,
            held_out_positions: self.data.held_out.len() as u64,
            training_loss: header.curve.last().map(|point| point.training_loss),
            held_out_loss,
            quantisation,
            core_hours: self.core_hours(),
            network: finished.then(|| self.out.join("network.nnue")),
        }
    }
}

/// A run before its first step.
fn fresh(settings: &Settings, data: Vec<DataIdentity>) -> Checkpoint {
    let shape = Shape::new(settings.hidden);
    Checkpoint {
        header: Header {
            hidden: settings.hidden,
            date: settings.labels.date.clone(),
            settings: settings.identity(),
            data,
            ..Header::default()
        },
        weights: Parameters::random(shape, &mut Random(scattered(settings.seed ^ 3))),
        moments: Moments::zero(shape),
    }
}

#[cfg(test)]
mod tests;
