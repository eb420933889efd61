//! `assay` over UCI: what it has and ABC has not. What both must do is in the other tests.

mod common;

use std::time::Duration;

use common::{Engine, best_move_of, errors};
use rules::Position;

fn start() -> Engine {
    Engine::start(&[])
}

fn introduction(engine: &mut Engine) -> Vec<String> {
    engine.send("uci");
    engine.until("uciok").0
}

fn field(line: &str, key: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1)?.parse().ok()
}

#[test]
fn the_options_come_in_order_and_plain_hides_the_own_ones() {
    let names = |said: &[String]| -> Vec<String> {
        let options = said.iter().filter_map(|line| line.strip_prefix("option name "));
        options.filter_map(|option| option.split(" type ").next()).map(str::to_owned).collect()
    };
    let standard = [
        "Debug Log File",
        "Threads",
        "Hash",
        "Clear Hash",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "SyzygyProbeLimit",
        "Syzygy50MoveRule",
        "OwnBook",
        "Book File",
        "EvalFile",
    ];
    let mut engine = start();
    let listed = names(&introduction(&mut engine));
    assert_eq!(listed[..standard.len()], standard);
    assert_eq!(listed[standard.len()..][..2], ["Preset", "UseSEE"]);
    for info in session::registry() {
        assert!(listed.iter().any(|name| name == info.name), "{}", info.name);
    }
    // Nothing is declared that does not work.
    for absent in ["UCI_LimitStrength", "UCI_Elo", "Skill Level", "Contempt"] {
        assert!(!listed.iter().any(|name| name == absent), "{absent}");
    }
    engine.quit();
    let mut plain = Engine::start(&["--plain"]);
    assert_eq!(names(&introduction(&mut plain)), standard);
    for line in ["NullMovePruning value false", "UseSEE value false", "use see value true", "Preset value oracle"] {
        plain.send(&format!("setoption name {line}"));
        assert_eq!(plain.ready(), [""; 0], "{line}");
    }
    plain.send("setoption name NullMovePruning value maybe");
    assert_eq!(errors(&plain.ready()).len(), 1);
    plain.quit();
}

#[test]
fn switches_change_the_tree_and_presets_set_them_all() {
    let mut engine = start();
    let mut nodes = |options: &[&str]| {
        for option in options {
            engine.send(&format!("setoption name {option}"));
        }
        engine.send("ucinewgame");
        engine.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        engine.send("go depth 7");
        let (said, _) = engine.until("bestmove");
        assert_eq!(errors(&said).len(), 0, "{said:?}");
        let line = said.iter().rev().find(|line| line.contains(" pv ")).cloned().unwrap_or_default();
        field(&line, "nodes")
    };
    let default = nodes(&[]);
    let off = nodes(&["NullMovePruning value false"]);
    assert_ne!(default, off);
    assert_eq!(default, nodes(&["NullMovePruning value true"]));
    let without_see = nodes(&["UseSEE value false"]);
    assert_ne!(default, without_see);
    assert_eq!(without_see, nodes(&["UseSEE value true", "SEEOrdering value false", "SEEPruning value false"]));
    assert_eq!(default, nodes(&["Use SEE value true"]));
    let oracle = nodes(&["Preset value Oracle"]);
    assert_ne!(default, oracle);
    assert_eq!(default, nodes(&["Preset value Default"]));
}

#[test]
fn a_value_that_cannot_be_had_leaves_the_old_one() {
    let mut engine = start();
    for line in [
        "Hash value 0",
        "Hash value 999999999",
        "Hash value -5",
        "Hash",
        "Move Overhead value 5001",
        "NullMovePruning value 3",
        "NullMovePruning.Base value 1000",
        "NullMovePruning.Nonsense value 1",
        "Preset value Nonsense",
        "UCI_Chess960 value perhaps",
    ] {
        engine.send(&format!("setoption name {line}"));
        let said = engine.ready();
        assert_eq!((said.len(), errors(&said).len()), (1, 1), "{line}: {said:?}");
    }
    engine.send("stats");
    assert_eq!(engine.until("Since").0[0], "Table: 16 MB");
    engine.send("setoption name Hash value 4");
    engine.send("stats");
    assert_eq!(engine.until("Since").0[0], "Table: 4 MB");
    engine.quit();
}

#[test]
fn options_set_during_a_search_are_for_the_next_one() {
    let mut engine = start();
    engine.send("go infinite");
    engine.until("info depth 3");
    engine.send("setoption name Hash value 2");
    engine.send("setoption name Clear Hash");
    engine.send("setoption name Preset value Oracle");
    assert!(engine.ready().iter().all(|line| line.starts_with("info depth")));
    engine.send("stop");
    engine.best_move();
    engine.send("stats");
    assert_eq!(engine.until("Since").0[0], "Table: 2 MB");
    engine.quit();
}

#[test]
fn stats_tell_what_techniques_did_where_that_is_asked_for() {
    let mut engine = start();
    let stats = |engine: &mut Engine| {
        engine.send("stats");
        engine.until("Since").0
    };
    let has = |said: &[String], begin: &str| said.iter().any(|line| line.starts_with(begin));
    engine.send("go depth 6");
    engine.best_move();
    assert!(has(&stats(&mut engine), "Telemetry: off (setoption name Telemetry value true)"));
    engine.send("setoption name Telemetry value true");
    assert!(has(&stats(&mut engine), "Telemetry: on, from the next search"));
    engine.send("go depth 6");
    engine.best_move();
    let said = stats(&mut engine);
    for begin in ["Telemetry of the last search", "First-move cutoffs", "Effective branching factor", "Killers"] {
        assert!(has(&said, begin), "{begin}: {said:?}");
    }
    // Of the last search alone: the nodes by depth add up to its nodes.
    let nodes = said.iter().find_map(|line| line.strip_prefix("Last search: ")).expect("a last search");
    let all = said.iter().find_map(|line| line.trim().strip_prefix("all ")).expect("a sum").trim();
    assert!(nodes.contains(&format!(" {all} nodes,")), "{all}: {nodes}");
    engine.send("setoption name Telemetry value false");
    assert!(has(&stats(&mut engine), "Telemetry: off"));
    engine.quit();
}

#[test]
fn castling_in_chess960_is_king_takes_rook() {
    let mut engine = start();
    let castles_only = "go depth 2 searchmoves";
    // Standard: the king's target; both spellings are read.
    engine.send("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for spelling in ["e1g1", "e1h1"] {
        engine.send(&format!("{castles_only} {spelling}"));
        assert_eq!(engine.best_move(), "e1g1");
    }
    engine.send("setoption name UCI_Chess960 value true");
    for fen in ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"] {
        engine.send(&format!("position fen {fen}"));
        engine.send(&format!("{castles_only} e1h1"));
        assert_eq!(engine.best_move(), "e1h1");
    }
    // King on b1: its step to c1 is a plain move, castling takes the rook on a1.
    let fen = "1k5r/8/8/8/8/8/8/RK5R w HA - 0 1";
    engine.send(&format!("position fen {fen} moves b1a1 b8a8"));
    assert_eq!(engine.ready(), [""; 0]);
    engine.send("d");
    let (said, _) = engine.until("Fen: ");
    assert_eq!(said.last().map(String::as_str), Some("Fen: k6r/8/8/8/8/8/8/2KR3R w - - 2 2"));
    engine.quit();
}

/// Positions after the moves as python-chess 1.11.2 writes them.
#[test]
fn castlings_of_every_kind_in_chess960() {
    let mut engine = start();
    engine.send("setoption name UCI_Chess960 value true");
    for (fen, moves, after) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("6kr/8/8/8/8/8/8/6KR w Kk - 0 1", "g1h1 g8h8", "5rk1/8/8/8/8/8/8/5RK1 w - - 2 2"),
        (
            "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 b KQkq - 0 1",
            "b8e8",
            "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EA - 1 2",
        ),
        ("r3k2r/8/8/8/8/8/8/1R2K1R1 w GBha - 0 1", "e1g1 e8a8", "2kr3r/8/8/8/8/8/8/1R3RK1 w - - 2 2"),
        ("4k3/8/8/8/8/8/8/R2RK3 w D - 0 1", "e1d1", "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1"),
    ] {
        engine.send(&format!("position fen {fen} moves {moves}"));
        assert_eq!(engine.ready(), [""; 0], "{fen}");
        engine.send("d");
        let (said, _) = engine.until("Checkers:");
        assert!(said.contains(&format!("Fen: {after}")), "{fen}: {said:?}");
    }
    engine.quit();
}

#[test]
fn infinite_and_ponder_hold_the_answer_whatever_else_is_limited() {
    let mut engine = start();
    for mate in [false, true] {
        let fen = if mate { "7k/7P/6K1/8/3B4/8/8/8 b - - 0 1" } else { rules::fen::START_FEN };
        engine.send(&format!("position fen {fen}"));
        for (go, first, release) in [
            ("go depth 2 infinite", "isready", "stop"),
            ("go infinite movetime 20", "isready", "stop"),
            ("go ponder depth 2", "isready", "ponderhit"),
            ("go ponder nodes 100 movetime 5", "isready", "stop"),
            ("go ponder infinite", "ponderhit", "stop"),
        ] {
            engine.send(go);
            engine.send(first);
            let said = engine.listen(Duration::from_millis(80));
            assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{go}: {said:?}");
            engine.send(release);
            assert_eq!(engine.best_move() == "(none)", mate, "{go}");
        }
    }
    engine.quit();
}

#[test]
fn limits_are_kept() {
    let mut engine = start();
    engine.send("go nodes 20000");
    let (said, _) = engine.until("bestmove");
    let most = said.iter().filter_map(|line| field(line, "nodes")).max();
    assert!(most.is_some_and(|nodes| nodes <= 20_000 + 1024), "{most:?}");
    engine.send("go depth 6");
    let (said, _) = engine.until("bestmove");
    let depths: Vec<i64> = said
        .iter()
        .filter(|line| line.contains(" pv ") && !line.contains("bound"))
        .filter_map(|line| field(line, "depth"))
        .collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6], "{said:?}");
    engine.quit();
}

#[test]
fn lines_come_in_sets_of_one_depth_even_when_stopped() {
    let mut engine = start();
    engine.send("setoption name MultiPV value 4");
    for limits in ["nodes 300", "nodes 1000", "nodes 3000", "nodes 8000", "nodes 20000", "movetime 30", "depth 5"] {
        for fen in [rules::fen::START_FEN, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
            engine.send("ucinewgame");
            engine.send(&format!("position fen {fen}"));
            engine.send(&format!("go {limits}"));
            let (said, _) = engine.until("bestmove");
            let lines: Vec<&String> = said.iter().filter(|line| line.contains(" multipv ")).collect();
            for set in lines.chunks(4) {
                let ranks: Vec<_> = set.iter().map(|line| field(line, "multipv")).collect();
                assert_eq!(ranks, [1, 2, 3, 4].map(Some), "{fen}, {limits}: {said:?}");
                assert!(set.iter().all(|line| field(line, "depth") == field(set[0], "depth")), "{said:?}");
                let heads = |line: &&String| line.split(" pv ").nth(1).map(|pv| pv[..4].to_owned());
                let heads: std::collections::BTreeSet<_> = set.iter().filter_map(heads).collect();
                assert_eq!(heads.len(), 4, "{said:?}");
            }
            let last = lines[lines.len() - 4];
            assert!(last.contains(&format!(" pv {}", best_move_of(&said))), "{said:?}");
        }
    }
    engine.quit();
}

#[test]
fn a_flood_of_lines_during_a_search_delays_nothing() {
    let mut engine = start();
    engine.send("go infinite");
    engine.send_bytes("position startpos moves e2e4\n".repeat(100_000).as_bytes());
    engine.send_bytes("setoption name MultiPV value 2\nponderhit\n".repeat(50_000).as_bytes());
    engine.ready();
    engine.send_bytes("go depth 1\n".repeat(1_000).as_bytes());
    engine.send_bytes("ponderhit\nposition startpos\n".repeat(50_000).as_bytes());
    engine.send("stop");
    for _ in 0..1_001 {
        engine.best_move();
    }
    engine.quit();
}

#[test]
fn the_only_move_is_played_at_once_when_a_clock_runs() {
    let only_move = "7k/8/8/8/8/1q5P/8/K7 w - - 0 1";
    assert_eq!(Position::from_fen(only_move).map(|position| position.legal_moves().len()), Ok(1));
    let mut engine = start();
    engine.send(&format!("position fen {only_move}"));
    engine.send("go wtime 600000 btime 600000");
    let (said, time) = engine.until("bestmove");
    assert!(time < Duration::from_secs(2), "{time:?}");
    assert!(said.iter().any(|line| line.contains(" score ") && !line.contains("bound")), "{said:?}");
    engine.quit();
}

#[test]
fn a_ponder_search_counts_its_time_from_ponderhit() {
    let mut engine = start();
    engine.send("go ponder wtime 1000 btime 1000");
    // Far beyond what a second on the clock allows.
    let said = engine.listen(Duration::from_millis(700));
    assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
    let time = engine.time("ponderhit", "bestmove");
    assert!(time < Duration::from_millis(600), "{time:?}");
    engine.quit();
}

#[test]
fn inquiries_are_answered_with_text() {
    let mut engine = start();
    engine.send("position startpos moves e2e4");
    engine.send("go perft 2");
    let (said, _) = engine.until("Nodes searched");
    assert_eq!((said.len(), said[20].as_str(), said[21].as_str()), (22, "", "Nodes searched: 600"));
    engine.send("eval");
    assert!(engine.until("value").0.len() > 3);
    engine.send("eval json");
    assert!(engine.until("{").0[0].ends_with('}'));
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 7 31",
    ] {
        engine.send(&format!("position fen {fen}"));
        let fen_of = |engine: &mut Engine| {
            engine.send("d");
            engine.until("Fen: ").0.pop()
        };
        let before = fen_of(&mut engine);
        engine.send("flip");
        let flipped = fen_of(&mut engine);
        assert_ne!(before, flipped);
        engine.send("flip");
        assert_eq!(before, fen_of(&mut engine));
        engine.until("Checkers:");
    }
    for line in ["perft", "perft x", "perft 65", "eval yaml", "bench x", "bench 0", "bench 99999999"] {
        engine.send(line);
        let (said, _) = engine.until("info string ERROR");
        assert_eq!(said.len(), 1, "{line}: {said:?}");
    }
    engine.quit();
}

#[test]
fn long_inquiries_leave_the_engine_responsive() {
    let mut engine = start();
    engine.send("perft 12");
    engine.send("go depth 3");
    assert!(engine.time("isready", "readyok") < Duration::from_millis(200));
    assert!(engine.time("stop", "info string ERROR perft: stopped") < Duration::from_secs(1));
    engine.best_move();
    engine.send("perft 12");
    engine.ready();
    engine.send("quit");
    let (status, time, _) = engine.wait();
    assert_eq!(status.code(), Some(0));
    assert!(time < Duration::from_secs(1), "{time:?}");
}

#[test]
fn a_script_with_wait_is_done_to_its_end() {
    let mut engine = start();
    engine.send_bytes(b"go depth 9\nwait\nposition startpos moves e2e4\ngo depth 8\nwait\nbench 1 3\nwait\nquit\n");
    let (status, _, said) = engine.wait();
    assert_eq!(status.code(), Some(0));
    let best: Vec<_> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 2, "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("info depth 9 ")), "{said:?}");
    assert!(said.last().is_some_and(|line| line.ends_with(" nps")), "{said:?}");
    // Likewise when the input just ends.
    let mut engine = start();
    engine.send_bytes(b"go depth 9\nwait\nperft 4");
    engine.close_input();
    let (_, _, said) = engine.wait();
    assert!(said.iter().any(|line| line.starts_with("info depth 9 ")), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("Nodes searched: 197281"));
    assert!(best_move_of(&said[..said.len() - 22]).len() == 4);
}

#[test]
fn chances_sum_to_1000_in_every_line_with_a_score_and_only_when_wanted() {
    let mate_in_two = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let mut engine = start();
    for wanted in [false, true] {
        engine.send(&format!("setoption name uci_showwdl value {wanted}"));
        for fen in [rules::fen::START_FEN, mate_in_two, mated, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
            engine.send(&format!("position fen {fen}"));
            engine.send("go depth 9");
            let (said, _) = engine.until("bestmove");
            let scores: Vec<&String> = said.iter().filter(|line| line.contains(" score ")).collect();
            assert!(!scores.is_empty(), "{said:?}");
            for line in scores {
                let after = line.split(' ').skip_while(|word| *word != "score").skip(3);
                let words: Vec<&str> = after.skip_while(|word| word.ends_with("bound")).collect();
                if !wanted {
                    assert!(!line.contains("wdl"), "{line}");
                    continue;
                }
                assert_eq!(words[0], "wdl", "{line}");
                let sum: u32 = words[1..=3].iter().map(|word| word.parse::<u32>().expect("a number")).sum();
                assert_eq!(sum, 1000, "{line}");
            }
        }
    }
    engine.quit();
}

#[test]
fn a_bench_is_the_same_whatever_the_options_of_a_match() {
    let total = |said: &[String]| said.last().and_then(|line| line.split(' ').next()).map(str::to_owned);
    let mut engine = start();
    engine.send("bench 1 4");
    let alone = total(&engine.until_end(" nps"));
    for option in ["Hash value 4", "Threads value 2", "UCI_ShowWDL value true", "UCI_AnalyseMode value true"] {
        engine.send(&format!("setoption name {option}"));
    }
    engine.send("go depth 6");
    engine.best_move();
    engine.send("bench 1 4");
    assert_eq!(total(&engine.until_end(" nps")), alone);
    engine.quit();
}

#[test]
fn analysis_differs_in_nothing_without_a_book() {
    let nodes = |analyse: bool| {
        let mut engine = start();
        engine.send(&format!("setoption name UCI_AnalyseMode value {analyse}"));
        engine.send("go depth 8");
        let (said, _) = engine.until("bestmove");
        (field(&said[said.len() - 2], "nodes"), best_move_of(&said))
    };
    assert_eq!(nodes(false), nodes(true));
}

/// Nodes and depth of a search from an empty table.
fn searched(engine: &mut Engine, limit: &str) -> (i64, i64) {
    engine.send("ucinewgame");
    engine.send(&format!("go {limit}"));
    let (said, _) = engine.until("bestmove ");
    let last = said.iter().rev().find(|line| line.contains(" score ")).expect("a score");
    (field(last, "nodes").expect("nodes"), field(last, "depth").expect("a depth"))
}

#[test]
fn with_soft_nodes_an_iteration_is_finished() {
    let mut engine = start();
    let hard = searched(&mut engine, "nodes 3000");
    engine.send("setoption name SoftNodes value true");
    let soft = searched(&mut engine, "nodes 3000");
    assert!(hard.0 <= 3000 && soft.0 >= 3000 && soft.1 >= hard.1, "{hard:?} {soft:?}");
    // It is the iteration's own end: the depth alone gives the same count.
    assert_eq!(searched(&mut engine, &format!("depth {}", soft.1)), soft);
    engine.quit();
}

#[test]
fn a_game_that_goes_on_is_the_game_told_afresh() {
    let mut engine = start();
    let mut board = |line: &str| {
        engine.send(line);
        engine.send("d");
        let (said, _) = engine.until("Fen: ");
        (said.last().expect("a line").clone(), errors(&said).len())
    };
    let moves = "e2e4 e7e5 e1e2 e8e7 e2e3 e7e6";
    let afresh = board(&format!("position startpos moves {moves}"));
    board("position startpos");
    for length in 1..=6 {
        let some: Vec<&str> = moves.split(' ').take(length).collect();
        let told = board(&format!("position startpos moves {}", some.join(" ")));
        assert_eq!(told.1, 0);
        assert_eq!(told == afresh, length == 6);
    }
    // Back, aside, and on from an illegal move: each is what the line says, whatever came before.
    assert_eq!(
        board("position startpos moves e2e4").0,
        "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    assert_eq!(board("position startpos moves e2e4 e7e6 a1a8").1, 1);
    let (aside, told) = board("position startpos moves e2e4 e7e6");
    assert_eq!((aside.as_str(), told), ("Fen: rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", 0));
    assert_eq!(board("position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4").1, 1);
    assert_eq!(board("position startpos moves e2e4 e7e6").0, aside);
    // The same words of another dialect are another position.
    let fen = "position fen 1r2k1r1/8/8/8/8/8/8/4K3 b kq - 0 1";
    let standard = board(fen).0;
    board("setoption name UCI_Chess960 value true");
    assert_ne!(board(fen).0, standard);
}
