//! Situations that broke engines in the field, replayed with both engines: each is a script and what must be true of the answers.
//! Facts (positions, numbers, wanted behaviour) come from public bug reports; see docs of the crate `session` for the rules.

#[macro_use]
mod common;

use std::time::Duration;

use common::{Engine, best_move_of, errors};
use rules::Position;

const START_MOVES_OF_BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

fn assert_legal(fen: &str, text: &str) {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert!(position.parse_uci(text).is_ok(), "{text} is not legal in {fen}");
}

/// The answer to one `go` at `fen`, whose best move is checked to be legal.
fn answer(engine: &mut Engine, fen: &str, go: &str) -> (Vec<String>, Duration) {
    engine.send(&format!("position fen {fen}"));
    engine.send(go);
    let (said, time) = engine.until("bestmove");
    assert_legal(fen, &best_move_of(&said));
    (said, time)
}

fn odd_clocks_are_answered_with_a_legal_move_in_time(arguments: &[&str]) {
    let start = rules::fen::START_FEN;
    let mut engine = Engine::start(arguments);
    for (go, most) in [
        ("go wtime 0 btime 0", 200),
        ("go wtime -5 btime -5 movestogo -5", 200),
        ("go wtime 500 btime -170671 winc 100 binc 100", 500),
        ("go wtime 100", 100),
        ("go btime 100", 100),
        ("go wtime 1000 btime 1000 movestogo 1", 950),
        ("go wtime 500 btime 500 movestogo 0", 500),
        ("go movetime 1", 200),
        ("go movetime 0", 200),
        ("go movetime -1", 200),
        ("go nodes 0", 200),
        ("go nodes 1", 200),
        ("go depth 0", 200),
        ("go depth -3", 200),
        ("go depth", 200),
        ("go depth abc", 200),
        ("go winc 5 depth 1", 200),
    ] {
        let (said, time) = answer(&mut engine, start, go);
        assert!(time <= Duration::from_millis(most), "{go}: {time:?}");
        assert!(said.iter().any(|line| line.contains(" score ") && !line.contains("bound")), "{go}: {said:?}");
    }
    engine.quit();
}

fn depths_beyond_all_bounds_are_searched_until_stop(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for go in
        ["go depth 10000", "go depth 4294967296", "go nodes 99999999999999999999999", "go", "go infinite", "go ponder"]
    {
        engine.send(go);
        let said = engine.listen(Duration::from_millis(60));
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{go}: {said:?}");
        engine.send("stop");
        engine.best_move();
    }
    engine.quit();
}

fn unknown_words_are_skipped(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    engine.send("  position   startpos\tmoves  e2e4  ");
    engine.send("   go foo\tdepth   2  bar");
    assert_legal(START_MOVES_OF_BLACK, &engine.best_move());
    engine.send("joho debug on");
    assert_eq!(engine.ready(), [""; 0]);
    engine.send("xyzzy");
    assert_eq!(engine.ready(), ["info string ERROR unknown command: xyzzy"]);
    engine.quit();
}

fn search_moves_are_obeyed_where_one_is_legal(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for (fen, moves, wanted) in [
        (rules::fen::START_FEN, "e2e5 d2d4", Some("d2d4")),
        (rules::fen::START_FEN, "e2e5", None),
        ("1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40", "f2f1Q", Some("f2f1q")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", Some("e1g1")),
    ] {
        let (said, _) = answer(&mut engine, fen, &format!("go depth 3 searchmoves {moves}"));
        let errors = said.iter().filter(|line| line.contains("ERROR searchmoves") && line.ends_with("e2e5")).count();
        assert_eq!(errors, usize::from(moves.contains("e2e5")), "{said:?}");
        if let Some(wanted) = wanted {
            assert_eq!(best_move_of(&said), wanted);
            assert!(said.iter().any(|line| line.contains(&format!(" pv {wanted}"))), "{said:?}");
        }
    }
    engine.quit();
}

fn an_impossible_position_is_refused_and_the_previous_one_stays(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    engine.send("position startpos moves e2e4");
    for fen in [
        "r1bqkb1r/ppp2ppp/2np4/3P2N1/2BQ4/7P/PPP3P1/RNB4q w KQkq - 0 12",
        "8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46",
        "1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1",
        "2P5/8/8/3p4/4bK2/8/4k1p1/2Q5 w - - 12 81",
        "knQQQQQQ/pn5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1",
        "rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8 w",
        "K1k4x/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        engine.send(&format!("position fen {fen}"));
        let said = engine.ready();
        assert_eq!((said.len(), errors(&said).len()), (1, 1), "{fen}: {said:?}");
        assert!(said[0].contains("FEN"), "{said:?}");
    }
    engine.send("go depth 1");
    assert_legal(START_MOVES_OF_BLACK, &engine.best_move());
    engine.quit();
}

fn fields_that_contradict_the_board_are_dropped_with_a_line(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for fen in [
        "1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1",
        "2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 b - e3 0 1",
    ] {
        let (said, _) = answer(&mut engine, fen, "go depth 2");
        assert!(errors(&said).is_empty(), "{said:?}");
        assert!(said[0].starts_with("info string FEN "), "{fen}: {said:?}");
    }
    let (said, _) = answer(&mut engine, "rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR b", "go nodes 100");
    assert!(said[0].starts_with("info depth"), "{said:?}");
    engine.quit();
}

fn a_move_list_ends_at_its_first_illegal_move(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    let fen = "r4rk1/1R5p/3p1q2/p1pP4/P7/7P/6P1/1R1Q3K b - - 0 24";
    for moves in ["b8e8", "g8z9", "b8e8 g8h8"] {
        engine.send(&format!("position fen {fen} moves {moves}"));
        let said = engine.ready();
        assert_eq!((said.len(), errors(&said).len()), (1, 1), "{moves}: {said:?}");
        engine.send("go depth 1");
        assert_legal(fen, &engine.best_move());
    }
    engine.send("position startpos moves e2e4 e2e4 e7e5 nonsense");
    assert_eq!(engine.ready().len(), 1);
    engine.send("go depth 1");
    assert_legal(START_MOVES_OF_BLACK, &engine.best_move());
    engine.quit();
}

fn both_castling_notations_are_read(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for castle in ["e1g1", "e1h1"] {
        engine.send(&format!("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {castle}"));
        engine.send("go depth 1");
        assert_legal("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", &engine.best_move());
    }
    engine.quit();
}

fn a_position_sent_during_a_search_is_for_the_next_one(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    engine.send("go infinite");
    engine.until("info");
    engine.send("position startpos moves e2e4");
    engine.send("ucinewgame");
    engine.send("position startpos moves e2e4");
    engine.send("stop");
    assert_legal(rules::fen::START_FEN, &engine.best_move());
    engine.send("go depth 2");
    assert_legal(START_MOVES_OF_BLACK, &engine.best_move());
    engine.quit();
}

fn a_second_go_stops_the_first_and_each_is_answered_once(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for go in ["go infinite", "go infinite", "go depth 60", "go ponder", "go depth 2"] {
        engine.send(go);
    }
    for _ in 0..5 {
        engine.best_move();
    }
    assert_eq!(engine.listen(Duration::from_millis(50)), [""; 0]);
    engine.quit();
}

fn stop_and_ponderhit_without_a_search_are_silent(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for line in ["stop", "ponderhit", "stop"] {
        engine.send(line);
    }
    assert_eq!(engine.ready(), [""; 0]);
    engine.send("go depth 3");
    let (said, _) = engine.until("bestmove");
    assert!(said.iter().any(|line| line.starts_with("info depth 3 ")), "{said:?}");
    engine.quit();
}

fn an_infinite_or_pondering_search_is_not_answered_by_itself(arguments: &[&str]) {
    let mate_in_one = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 0 1";
    let no_move = "8/8/8/8/8/6k1/6p1/6K1 w - - 0 1";
    let mut engine = Engine::start(arguments);
    for (fen, best) in [(mate_in_one, "g3h3"), (no_move, "(none)")] {
        for go in ["go infinite depth 3", "go ponder depth 3"] {
            engine.send(&format!("position fen {fen}"));
            engine.send(go);
            let said = engine.listen(Duration::from_millis(60));
            assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{go}: {said:?}");
            engine.send(if go.contains("ponder") { "ponderhit" } else { "stop" });
            assert_eq!(engine.best_move(), best);
        }
    }
    engine.quit();
}

fn roots_without_a_move(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for (fen, score) in [
        ("8/8/8/8/8/6k1/6p1/6K1 w - - 0 1", "cp 0"),
        ("k7/3N4/1K6/1B6/8/8/8/8 b - - 99 1", "cp 0"),
        ("7k/7P/6K1/8/3B4/8/8/8 b - - 0 1", "mate 0"),
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 5");
        assert_eq!(engine.until("bestmove").0, [format!("info depth 0 score {score}"), "bestmove (none)".into()]);
    }
    engine.quit();
}

#[test]
fn options() {
    let mut engine = Engine::start(&["abc"]);
    for line in [
        "setoption name hash value 32",
        "setoption name Clear Hash",
        "setoption   name   MultiPV   value   2",
        "setoption name UCI_Chess960 value true",
        "setoption name Threads value abc",
        "setoption name move overhead value 30",
        "setoption name Ponder value true",
    ] {
        engine.send(line);
        assert_eq!(engine.ready(), [""; 0], "{line}");
    }
    for line in [
        "setoption name Move Overhead value -1",
        "setoption name Move Overhead value 99999999999999999999",
        "setoption name Move Overhead value abc",
        "setoption name Move Overhead",
        "setoption name No Such Thing value 1",
        "setoption",
    ] {
        engine.send(line);
        let said = engine.ready();
        assert_eq!((said.len(), errors(&said).len()), (1, 1), "{line}: {said:?}");
    }
    engine.quit();
}

#[test]
fn the_introduction_is_exact_and_repeatable() {
    let mut engine = Engine::start(&["abc"]);
    for _ in 0..2 {
        engine.send("uci");
        let (said, _) = engine.until("uciok");
        assert_eq!(said.last().map(String::as_str), Some("uciok"));
        assert!(said[0].starts_with("id name Assay ABC ") && said[1].starts_with("id author "), "{said:?}");
        assert!(said.iter().all(|line| line.trim_end() == line), "{said:?}");
    }
    engine.send("go depth 2");
    assert_legal(rules::fen::START_FEN, &engine.best_move());
    engine.quit();
}

fn scores_are_from_the_side_to_move_and_mates_in_moves(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    let last_score = |said: &[String]| {
        let line = said.iter().rev().find(|line| line.contains(" score ")).cloned().unwrap_or_default();
        line.split(" score ").nth(1).unwrap_or_default().split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    for (fen, go, score) in [
        ("8/3p4/2pP4/4P3/k7/1R2N2p/2PP3K/3R4 w - - 0 1", "go mate 1", "mate 1"),
        ("8/8/3K1p1p/2N2pbr/2B1k2p/2P2p1P/2P2P2/8 b - - 0 1", "go mate 2", "mate -2"),
        ("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113", "go depth 3", "mate 1"),
    ] {
        let (said, _) = answer(&mut engine, fen, go);
        assert_eq!(last_score(&said), score, "{fen}");
    }
    let (white, _) = answer(&mut engine, "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "go depth 2");
    let (black, _) = answer(&mut engine, "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", "go depth 2");
    assert!(!last_score(&white).contains('-') && last_score(&black).contains('-'));
    engine.quit();
}

fn the_same_search_twice_is_the_same(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    let run = |engine: &mut Engine| {
        engine.send("ucinewgame");
        engine.send("position fen 8/4k3/B7/4K2R/8/8/8/8 w - - 0 1");
        engine.send("go depth 5");
        let (said, _) = engine.until("bestmove");
        // Without what the clock says.
        said.iter().map(|line| line.split(" nps ").next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let first = run(&mut engine);
    assert_eq!(first, run(&mut engine));
    assert_eq!(first, run(&mut Engine::start(arguments)));
    engine.quit();
}

both_engines![
    odd_clocks_are_answered_with_a_legal_move_in_time,
    depths_beyond_all_bounds_are_searched_until_stop,
    unknown_words_are_skipped,
    search_moves_are_obeyed_where_one_is_legal,
    an_impossible_position_is_refused_and_the_previous_one_stays,
    fields_that_contradict_the_board_are_dropped_with_a_line,
    a_move_list_ends_at_its_first_illegal_move,
    both_castling_notations_are_read,
    a_position_sent_during_a_search_is_for_the_next_one,
    a_second_go_stops_the_first_and_each_is_answered_once,
    stop_and_ponderhit_without_a_search_are_silent,
    an_infinite_or_pondering_search_is_not_answered_by_itself,
    roots_without_a_move,
    scores_are_from_the_side_to_move_and_mates_in_moves,
    the_same_search_twice_is_the_same,
];
