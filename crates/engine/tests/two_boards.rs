//! The two boards of the project as witnesses for each other: `abc`'s 0x88 board and the bitboards of `rules`.
//!
//! They share no code, only FEN and move text, so that one fault would have to be made twice to go unseen here.

use abc::Abc;
use rules::{CastlingMode, Position, perft};

/// Positions of random games of standard chess, every fifth ply.
fn random_positions(count: usize) -> Vec<Position> {
    let mut state = 2026u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start();
        for ply in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[random(moves.len())]);
            if ply % 5 == 0 {
                positions.push(position.clone());
            }
        }
    }
    positions
}

#[test]
fn both_boards_agree_on_random_positions() {
    for position in random_positions(3_000) {
        let fen = position.to_fen();
        let mut abc = Abc::new();
        abc.set_position(Some(&fen)).expect("a legal position");
        assert_eq!(abc.fen(), fen);
        let mut theirs = abc.legal_moves();
        let moves = position.legal_moves();
        let mut ours: Vec<String> = moves.into_iter().map(|mv| mv.uci(CastlingMode::Standard).to_string()).collect();
        theirs.sort();
        ours.sort();
        assert_eq!(theirs, ours, "{fen}");
        assert_eq!(abc.perft(2), perft::perft(&position, 2), "{fen}");
    }
    for position in random_positions(300) {
        let mut abc = Abc::new();
        abc.set_position(Some(&position.to_fen())).expect("a legal position");
        assert_eq!(abc.perft(3), perft::perft(&position, 3), "{position:?}");
    }
}

#[test]
fn the_same_moves_give_the_same_position() {
    let mut position = Position::start();
    let mut abc = Abc::new();
    for ply in 0..400usize {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[(ply * 7919 + 13) % moves.len()];
        abc.play(&mv.uci(CastlingMode::Standard).to_string()).expect("legal on both boards");
        position.make(mv);
        assert_eq!(abc.fen(), position.to_fen());
    }
}
