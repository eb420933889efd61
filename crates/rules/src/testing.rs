//! Positions for the unit tests: random games from the start position, the same ones in every run.
//!
//! Not for the integration tests, which have more kinds of start in `tests/common`.
//! Invariant: a seed gives one sequence of positions, each reached by legal moves.

use crate::Position;

/// The positions of `games` random games, each at most `plies` plies long.
pub(crate) fn random_games(seed: u64, games: usize, plies: usize) -> Vec<Position> {
    let mut state = seed;
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position.clone());
            // Knuth's MMIX generator; its high bits are the random ones.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position.make(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    positions
}
