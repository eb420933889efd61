//! The evaluator: which evaluation is in use, and the memory it needs.
//!
//! Not here: any evaluation. Invariant: the memory never changes a value.

use rules::{Color, Position};

use crate::pair::Pair;
use crate::pesto;
use crate::techniques::smooth_taper::{Phase, Settings as Taper};
use crate::trace::{Silent, Sink};
use crate::{Config, trace::Recorder};

/// No evaluation is further from zero, in centipawns; beyond stand the values of mates.
pub const MAX_EVALUATION: i32 = 20_000;

/// Evaluates positions. Owns its caches, so each search thread has its own.
#[derive(Debug)]
pub struct Evaluator {
    kind: Kind,
    taper: Taper,
}

/// A closed set: a call through a trait object would cost more than PeSTO.
#[derive(Debug)]
enum Kind {
    Pesto,
    Rich,
}

/// A value and what it was made of.
pub(crate) struct Verdict {
    /// The sum of the terms, White's view.
    pub(crate) total: Pair,
    pub(crate) phase: Phase,
    /// What is left of the endgame value, in 64ths.
    pub(crate) scale: i32,
    /// The value, White's view.
    pub(crate) white: i32,
}

/// What `scale` is when nothing is scaled.
pub(crate) const FULL_SCALE: i32 = 64;

impl Evaluator {
    /// An evaluator for this configuration.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let kind = if config.rich_evaluation.on { Kind::Rich } else { Kind::Pesto };
        Self { kind, taper: config.smooth_taper }
    }

    /// The value for the side to move, in centipawns, at most [`MAX_EVALUATION`] from zero.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let white = match &mut self.kind {
            Kind::Pesto => pesto_verdict(position, &self.taper, &mut Silent).white,
            Kind::Rich => pesto_verdict(position, &self.taper, &mut Silent).white,
        };
        if position.side_to_move() == Color::White { white } else { -white }
    }

    /// Forgets everything cached.
    pub fn clear(&mut self) {}
}

/// The evaluation with its terms noted and nothing remembered.
pub(crate) fn verdict(position: &Position, config: &Config, sink: &mut Recorder) -> Verdict {
    pesto_verdict(position, &config.smooth_taper, sink)
}

#[inline]
fn pesto_verdict<S: Sink>(position: &Position, taper: &Taper, sink: &mut S) -> Verdict {
    let total = pesto::balance(position, sink);
    let phase = Phase::of(position, taper);
    let white = phase.blend(total).clamp(-MAX_EVALUATION, MAX_EVALUATION);
    Verdict { total, phase, scale: FULL_SCALE, white }
}
