//! Nanoseconds per evaluation: `cargo test --release -p eval --test speed -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::Instant;

use eval::{Config, Evaluator};
use rules::{PieceKind, Position};

/// Positions of random games in which most pieces are still on the board.
fn middlegames() -> Vec<Position> {
    let mut state = 42u64;
    let mut positions = Vec::new();
    while positions.len() < 400 {
        let mut position = Position::start();
        for ply in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let officers = position.occupied() & !position.kind(PieceKind::Pawn);
            if ply > 12 && ply % 8 == 0 && officers.count() > 10 {
                positions.push(position.clone());
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position.make(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    positions
}

#[test]
#[ignore = "measures time, proves nothing"]
fn nanoseconds_per_evaluation() {
    let positions = middlegames();
    let mut rich = Config::DEFAULT;
    rich.network.on = false;
    let mut pesto = rich;
    pesto.rich_evaluation.on = false;
    for (name, config) in [("network", Config::DEFAULT), ("rich", rich), ("pesto", pesto)] {
        let mut evaluator = Evaluator::new(&config);
        let mut best = f64::INFINITY;
        for _ in 0..40 {
            let begin = Instant::now();
            for _ in 0..20 {
                for position in &positions {
                    black_box(evaluator.evaluate(black_box(position)));
                }
            }
            best = best.min(begin.elapsed().as_nanos() as f64 / (20 * positions.len()) as f64);
        }
        println!("{name}: {best:.0} ns per evaluation, {} positions, warm pawn cache", positions.len());
    }
}
