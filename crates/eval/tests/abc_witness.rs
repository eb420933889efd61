//! PeSTO with ABC's taper is ABC's evaluation, to the centipawn.

use abc::Abc;
use eval::{Config, Evaluator};
use rules::Position;

#[test]
fn pesto_with_thresholds_is_abcs_evaluation() {
    let mut config = Config::DEFAULT;
    config.network.on = false;
    config.rich_evaluation.on = false;
    config.smooth_taper.on = false;
    let mut evaluator = Evaluator::new(&config);
    let mut oracle = Abc::new();
    let (mut state, mut compared, mut blended) = (11u64, 0, 0);
    for _ in 0..60 {
        let mut position = Position::start();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            oracle.set_position(Some(&position.to_fen())).expect("a FEN of rules is one of abc");
            let value = evaluator.evaluate(&position);
            assert_eq!(value, oracle.evaluate_position(), "{}", position.to_fen());
            let trace = eval::trace(&position, &config);
            assert_eq!(trace.value, value);
            compared += 1;
            blended += i32::from(trace.phase > 0 && trace.phase < trace.phase_whole);
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position.make(moves[(state >> 33) as usize % moves.len()]);
        }
    }
    assert!(compared >= 3_000 && blended >= 1_000, "too few to prove anything: {compared}, {blended}");
}
