//! The evaluator: which evaluation is in use, and the memory it needs.
//!
//! Not here: any evaluation. Invariant: the memory never changes a value.

use std::sync::Arc;

use rules::{Bitboard, Color, PieceChanges, PieceKind, Position};

use crate::Config;
use crate::nnue::{Accumulators, Network};
use crate::pair::Pair;
use crate::pesto;
use crate::rich::endgame::FULL_SCALE;
use crate::rich::pawn_cache::PawnCache;
use crate::rich::pawns::Structure;
use crate::techniques::rich_evaluation::assess;
use crate::techniques::smooth_taper::{Phase, Settings as Taper};
use crate::techniques::{material_evaluation, network};
use crate::trace::{Silent, Sink};

/// No evaluation is further from zero, in centipawns; beyond stand the values of mates.
pub const MAX_EVALUATION: i32 = 20_000;

/// Moves of a line for which there is room from the beginning.
const LINE: usize = 256;

/// The evaluation that a configuration asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    Material,
    Pesto,
    Rich,
    Network,
}

impl Choice {
    pub(crate) fn of(config: &Config) -> Self {
        if config.material_evaluation.on {
            Self::Material
        } else if config.network.on {
            Self::Network
        } else if config.rich_evaluation.on {
            Self::Rich
        } else {
            Self::Pesto
        }
    }

    /// The one for a position: some are left to the rules of thumb that are known to be right.
    pub(crate) fn for_position(config: &Config, position: &Position) -> Self {
        match Self::of(config) {
            Self::Network if network::is_left_to_hand(position) => Self::Rich,
            choice => choice,
        }
    }

    /// As a trace calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Pesto => "pesto",
            Self::Rich => "rich",
            Self::Network => "network",
        }
    }
}

/// Evaluates positions. Owns its caches, so each search thread has its own.
///
/// A search tells of the moves it makes ([`made`](Self::made)), so that a network need not look at the whole board each time. Whoever tells of
/// none may ask about any position.
#[derive(Debug)]
pub struct Evaluator {
    kind: Kind,
    taper: Taper,
}

/// A closed set: a call through a trait object would cost more than PeSTO.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "each thread has one, and a box would be one more step on the way to every sum"
)]
enum Kind {
    Material,
    Pesto,
    Rich(PawnCache),
    Network(Accumulators),
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

impl Evaluator {
    /// An evaluator for this configuration, with the shipped network.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        Self::with_network(config, &Network::shipped())
    }

    /// An evaluator for this configuration, with this network where it asks for one.
    #[must_use]
    pub fn with_network(config: &Config, network: &Arc<Network>) -> Self {
        let kind = match Choice::of(config) {
            Choice::Material => Kind::Material,
            Choice::Pesto => Kind::Pesto,
            Choice::Rich => Kind::Rich(PawnCache::new()),
            Choice::Network => Kind::Network(Accumulators::new(Arc::clone(network), LINE)),
        };
        Self { kind, taper: config.smooth_taper }
    }

    /// The value for the side to move, in centipawns, at most [`MAX_EVALUATION`] from zero.
    ///
    /// After moves that it was told of, the position must be the one that they led to.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let white = match &mut self.kind {
            Kind::Material => material_verdict(position, &self.taper, &mut Silent).white,
            Kind::Pesto => pesto_verdict(position, &self.taper, &mut Silent).white,
            Kind::Network(_) if network::is_left_to_hand(position) => {
                lone_rich_verdict(position, &self.taper, &mut Silent).white
            }
            Kind::Rich(cache) => rich_verdict(position, cache.structure(position), &self.taper, &mut Silent).white,
            Kind::Network(accumulators) => return accumulators.evaluate(position),
        };
        if position.side_to_move() == Color::White { white } else { -white }
    }

    /// A line begins: no move has been made yet.
    pub fn begin_line(&mut self) {
        if let Kind::Network(accumulators) = &mut self.kind {
            accumulators.restart();
        }
    }

    /// A move was made: what [`Position::make`] returned.
    #[inline]
    pub fn made(&mut self, changes: &PieceChanges) {
        if let Kind::Network(accumulators) = &mut self.kind {
            accumulators.push(changes);
        }
    }

    /// The turn was passed.
    #[inline]
    pub fn passed(&mut self) {
        if let Kind::Network(accumulators) = &mut self.kind {
            accumulators.push_null();
        }
    }

    /// The last move, or the last passing of the turn, was taken back.
    #[inline]
    pub fn taken_back(&mut self) {
        if let Kind::Network(accumulators) = &mut self.kind {
            accumulators.pop();
        }
    }

    /// Forgets everything cached.
    pub fn clear(&mut self) {
        if let Kind::Rich(cache) = &mut self.kind {
            *cache = PawnCache::new();
        }
    }
}

/// The evaluation with its terms noted and nothing remembered.
pub(crate) fn verdict<S: Sink>(position: &Position, config: &Config, network: &Network, sink: &mut S) -> Verdict {
    match Choice::for_position(config, position) {
        Choice::Network => network_verdict(position, network, &config.smooth_taper),
        Choice::Material => material_verdict(position, &config.smooth_taper, sink),
        Choice::Pesto => pesto_verdict(position, &config.smooth_taper, sink),
        Choice::Rich => lone_rich_verdict(position, &config.smooth_taper, sink),
    }
}

/// A network has no terms.
fn network_verdict(position: &Position, network: &Network, taper: &Taper) -> Verdict {
    let value = network.evaluate(position);
    let white = if position.side_to_move() == Color::White { value } else { -value };
    Verdict { total: Pair::new(white, white), phase: Phase::of(position, taper), scale: FULL_SCALE, white }
}

#[inline]
fn material_verdict<S: Sink>(position: &Position, taper: &Taper, sink: &mut S) -> Verdict {
    let total = material_evaluation::balance(position, sink);
    Verdict { total, phase: Phase::of(position, taper), scale: FULL_SCALE, white: bounded(total.middlegame()) }
}

#[inline]
fn pesto_verdict<S: Sink>(position: &Position, taper: &Taper, sink: &mut S) -> Verdict {
    let total = pesto::balance(position, sink);
    let phase = Phase::of(position, taper);
    Verdict { total, phase, scale: FULL_SCALE, white: bounded(phase.blend(total.middlegame(), total.endgame())) }
}

/// Without a cache for what pawns are worth.
fn lone_rich_verdict<S: Sink>(position: &Position, taper: &Taper, sink: &mut S) -> Verdict {
    let pawns = |color| -> Bitboard { position.pieces(color, PieceKind::Pawn) };
    let structure = Structure::of(pawns(Color::White), pawns(Color::Black), sink);
    rich_verdict(position, &structure, taper, sink)
}

#[inline]
fn rich_verdict<S: Sink>(position: &Position, pawns: &Structure, taper: &Taper, sink: &mut S) -> Verdict {
    let (total, scale) = assess(position, pawns, sink);
    let phase = Phase::of(position, taper);
    // A drawn position is drawn in the middlegame's share as well.
    let white = match scale {
        0 => 0,
        _ => phase.blend(total.middlegame(), total.endgame() * scale / FULL_SCALE),
    };
    Verdict { total, phase, scale, white: bounded(white) }
}

#[inline]
fn bounded(value: i32) -> i32 {
    value.clamp(-MAX_EVALUATION, MAX_EVALUATION)
}
