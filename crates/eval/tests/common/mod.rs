//! Random networks and random games for the tests of the network, the same ones in every run.
//!
//! Invariant: a seed gives one sequence.

use eval::nnue::{BUCKETS, INPUTS, MAX_EXTRA_BITS, MAX_OUTPUT_WEIGHT, Network, NetworkParts};
use rules::{Move, MoveKind, Position};

/// SplitMix64: repeatable, and no dependency.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// From `-limit` to `limit`.
    fn within(&mut self, limit: i16) -> i16 {
        (self.below(2 * usize::from(limit.unsigned_abs()) + 1) as i32 - i32::from(limit)) as i16
    }

    /// A random legal move, the rarer kinds more often than chance would have them.
    pub(crate) fn legal_move(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let rare = |mv: &Move| matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) || mv.promotion().is_some();
        let special: Vec<Move> = moves.into_iter().filter(rare).collect();
        let from: &[Move] = if special.is_empty() || self.below(3) == 0 { &moves } else { &special };
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    /// The positions of a random game from here on.
    pub(crate) fn game(&mut self, start: &Position, plies: usize) -> Vec<Position> {
        let mut positions = vec![start.clone()];
        while positions.len() <= plies {
            let mut next = positions[positions.len() - 1].clone();
            let Some(mv) = self.legal_move(&next) else { break };
            next.make(mv);
            positions.push(next);
        }
        positions
    }
}

/// A network whose units are now below 0, now between, now above 255.
pub(crate) fn random_parts(seed: u64, hidden: usize) -> NetworkParts {
    random_parts_of(seed, hidden, MAX_OUTPUT_WEIGHT)
}

/// The same with output weights of this size.
pub(crate) fn random_parts_of(seed: u64, hidden: usize, output_limit: i16) -> NetworkParts {
    let mut random = Random(seed);
    let mut list = |length: usize, limit: i16| (0..length).map(|_| random.within(limit)).collect();
    // Each kind in turn.
    let extra_bits = seed as u32 % (MAX_EXTRA_BITS + 1);
    NetworkParts {
        hidden,
        extra_bits,
        scale: 100 + (137 * seed % 800) as u16,
        feature_weights: list(INPUTS * hidden, 45 << extra_bits),
        feature_bias: list(hidden, 150 << extra_bits),
        output_weights: list(BUCKETS * 2 * hidden, output_limit),
        output_bias: list(BUCKETS, 2_000),
        card: format!("{{\"seed\": {seed}}}"),
    }
}

/// The same as a network.
pub(crate) fn random_network(seed: u64, hidden: usize) -> Network {
    Network::from_parts(random_parts(seed, hidden)).expect("within its limits")
}
