//! Positions for the unit tests: random games, the same ones in every run, and a position with its colours exchanged.
//!
//! Invariant: a seed gives one sequence of positions, each reached by legal moves.

use rules::Position;

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

/// The same position with the colours' roles exchanged.
pub(crate) fn flipped(position: &Position) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        text.chars().map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
    };
    let board = fields[0].split('/').rev().map(swap).collect::<Vec<_>>().join("/");
    let side = if fields[1] == "w" { "b" } else { "w" };
    Position::from_fen(&format!("{board} {side} {} - 0 1", swap(fields[2]))).expect("a mirror image is a position")
}
