//! Positions for the unit tests: random games, the same ones in every run, and a position with its colours exchanged.
//!
//! Invariant: a seed gives one sequence of positions, each reached by legal moves.

use rules::Position;

use crate::Config;
use crate::pair::Pair;

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

/// Positions that random games rarely reach: attacks, endgames, promoted pieces.
pub(crate) fn sharp_positions() -> Vec<Position> {
    let fens = [
        "r1bq1rk1/ppp2ppp/2n2n2/3pp1B1/1b1PP3/2N2N2/PPP2PPP/R2QKB1R w KQ - 0 7",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "5rk1/5ppp/3b4/8/6nq/8/5PPP/5RK1 w - - 0 1",
        "QQQQQQQQ/8/3k4/8/8/8/8/1RBNKBNR b - - 0 1",
        "8/8/8/3k4/8/8/3K4/7R w - - 0 1",
        "7k/8/8/8/7P/3B4/8/4K3 w - - 0 1",
        "2b1k3/pp6/8/8/8/8/PPP5/2B1K3 w - - 0 1",
        "8/P6k/8/8/8/8/7p/K7 b - - 0 1",
        "7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1",
    ];
    fens.iter().map(|fen| Position::from_fen(fen).expect("a FEN")).collect()
}

/// The default without the network: its terms by hand.
pub(crate) fn hand_crafted() -> Config {
    let mut config = Config::DEFAULT;
    config.network.on = false;
    config
}

/// What a term of the rich evaluation is worth to White.
pub(crate) fn white_term(fen: &str, name: &str) -> Pair {
    let trace = crate::trace(&Position::from_fen(fen).expect("a FEN"), &hand_crafted());
    let white = trace.term(name).expect("a term's name").white;
    Pair::new(white.middlegame, white.endgame)
}
