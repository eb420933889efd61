//! `cargo run --release -p eval --example nnue_speed`: nanoseconds per node that the network costs.
//!
//! A node is a move pushed, evaluated and taken back; every game move is pushed, so sums are followed over one or two moves, or refreshed, as
//! in a search that evaluates nearly every node. The moves themselves are made beforehand. Invariant: the same nodes in every run.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use eval::nnue::{Accumulators, BUCKETS, INPUTS, Network, NetworkParts, SCALE};
use rules::{PieceChanges, Position};

const GAMES: usize = 40;
const PLIES: usize = 100;
/// Moves looked at in each position of a game.
const CHILDREN: usize = 12;
const ROUNDS: usize = 15;

/// Knuth's MMIX generator; its high bits are the random ones.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A position of a game, with some of the positions after it and the one that is played.
struct Turn {
    children: Vec<(PieceChanges, Position)>,
    played: PieceChanges,
}

struct Game {
    root: Position,
    turns: Vec<Turn>,
}

fn game(random: &mut Random) -> Game {
    let mut position = Position::start();
    let root = position.clone();
    let mut turns = Vec::new();
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut child = || {
            let mut next = position.clone();
            let changes = next.make(moves[random.below(moves.len())]);
            (changes, next)
        };
        let children = (0..CHILDREN).map(|_| child()).collect();
        let (played, next) = child();
        turns.push(Turn { children, played });
        position = next;
    }
    Game { root, turns }
}

fn network(random: &mut Random, hidden: usize) -> Network {
    let mut list = |length: usize, limit: usize| -> Vec<i16> {
        (0..length).map(|_| random.below(2 * limit + 1) as i16 - limit as i16).collect()
    };
    let parts = NetworkParts {
        hidden,
        extra_bits: 2,
        scale: SCALE,
        feature_weights: list(INPUTS * hidden, 90),
        feature_bias: list(hidden, 250),
        output_weights: list(BUCKETS * 2 * hidden, 1016),
        output_bias: list(BUCKETS, 2_000),
        card: "{}".to_owned(),
    };
    Network::from_parts(parts).expect("within its limits")
}

/// Plays the games through; how many nodes that was.
fn visit(sums: &mut Accumulators, games: &[Game]) -> usize {
    let mut nodes = 0;
    for game in games {
        sums.restart();
        black_box(sums.evaluate(&game.root));
        for turn in &game.turns {
            for (changes, position) in &turn.children {
                sums.push(changes);
                black_box(sums.evaluate(black_box(position)));
                sums.pop();
            }
            sums.push(&turn.played);
            nodes += turn.children.len();
        }
    }
    nodes
}

fn main() {
    let mut random = Random(42);
    let games: Vec<Game> = (0..GAMES).map(|_| game(&mut random)).collect();
    for hidden in [64, 128, 256, 512] {
        let mut sums = Accumulators::new(Arc::new(network(&mut random, hidden)), PLIES + 1);
        let mut best = f64::INFINITY;
        let mut nodes = 0;
        for _ in 0..ROUNDS {
            let begin = Instant::now();
            nodes = visit(&mut sums, &games);
            best = best.min(begin.elapsed().as_nanos() as f64 / nodes as f64);
        }
        println!("N = {hidden}: {best:.0} ns per node, {nodes} nodes");
    }
}
