//! What must hold of every answer, on positions and limits of all kinds: integers, a legal line, and a best move that the last
//! line announced.

#[macro_use]
mod common;

use common::{Engine, best_move_of};
use rules::Position;
use uci::{EngineMessage, Info, ScoreValue};

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113",
    "3K4/8/3k4/8/3r4/8/8/8 w - - 0 1",
    "5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - - 0 1",
];

const LIMITS: [&str; 9] = [
    "depth 1",
    "depth 4",
    "nodes 1",
    "nodes 100",
    "nodes 3000",
    "nodes 50000",
    "movetime 1",
    "movetime 15",
    "wtime 50 btime 50",
];

fn infos(said: &[String]) -> Vec<Info> {
    let read = |line: &String| match EngineMessage::parse(line).message {
        Some(EngineMessage::Info(info)) if info.score.is_some() => {
            // Written by the same crate: nothing may get lost on the way.
            assert_eq!(&info.to_string(), line);
            Some(*info)
        }
        _ => None,
    };
    said.iter().filter_map(read).collect()
}

fn check(fen: &str, go: &str, said: &[String]) {
    let start = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let infos = infos(said);
    let context = format!("{fen}, {go}: {said:?}");
    let best = best_move_of(said);
    let last = infos.last().unwrap_or_else(|| panic!("no score: {context}"));
    assert_eq!(last.pv.first().map(ToString::to_string), Some(best.clone()), "{context}");
    for info in &infos {
        assert!(info.nodes.is_some() && info.time.is_some() && info.nps.is_some() && info.depth.is_some(), "{context}");
        let mut position = start.clone();
        for text in &info.pv {
            let mv = position.parse_uci(text.as_str()).unwrap_or_else(|error| panic!("{error}: {context}"));
            position.make(mv);
        }
        if let Some(ScoreValue::Mate(moves)) = info.score.map(|score| score.value) {
            assert_ne!(moves, 0, "{context}");
        }
    }
    let words: Vec<_> = said.last().map(|line| line.split(' ').collect()).unwrap_or_default();
    if let ["bestmove", _, "ponder", ponder] = words[..] {
        let mut after = start.clone();
        after.make(after.parse_uci(&best).unwrap_or_else(|error| panic!("{error}: {context}")));
        assert!(after.parse_uci(ponder).is_ok(), "{context}");
    }
}

fn every_answer_is_legal_and_announced(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for fen in POSITIONS {
        for limits in LIMITS {
            engine.send(&format!("position fen {fen}"));
            let go = format!("go {limits}");
            engine.send(&go);
            check(fen, &go, &engine.until("bestmove").0);
        }
        // Stopped at some moment within an iteration.
        for milliseconds in [0, 3, 30] {
            engine.send("go infinite");
            let mut said = engine.listen(std::time::Duration::from_millis(milliseconds));
            engine.send("stop");
            said.extend(engine.until("bestmove").0);
            check(fen, "go infinite, stop", &said);
        }
    }
    engine.quit();
}

both_engines![every_answer_is_legal_and_announced,];
