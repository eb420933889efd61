//! `assay` with tablebases and an opening book, over UCI.

mod common;

use std::path::PathBuf;

use common::{Engine, best_move_of, errors};

fn tables() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/tests/data/syzygy").to_owned()
}

/// An engine with the tables of three pieces.
fn start() -> Engine {
    let mut engine = Engine::start(&[]);
    engine.send(&format!("setoption name SyzygyPath value {}", tables()));
    let said = engine.ready();
    assert!(said.iter().any(|line| line.contains("5 tables of outcomes")) && errors(&said).is_empty(), "{said:?}");
    engine
}

fn search(engine: &mut Engine, position: &str, go: &str) -> Vec<String> {
    engine.send("ucinewgame");
    engine.send(&format!("position {position}"));
    engine.send(go);
    engine.until("bestmove").0
}

fn field(line: &str, key: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1)?.parse().ok()
}

/// A score to compare: the nearer mate is worth more.
fn worth(line: &str) -> Option<i64> {
    let mate = |moves: i64| if moves > 0 { 1_000_000 - moves } else { -1_000_000 - moves };
    field(line, "mate").map(mate).or_else(|| field(line, "cp"))
}

/// The last line told of, by rank.
fn last(lines: &[String], rank: u32) -> &str {
    let of_rank = format!(" multipv {rank} ");
    lines.iter().rev().find(|line| line.contains(&of_rank)).map_or("", String::as_str)
}

#[test]
fn the_clock_decides_whether_a_table_win_is_one() {
    let mut engine = start();
    for (clock, is_won) in [(80, true), (95, false)] {
        let lines = search(&mut engine, &format!("fen 8/8/8/3k4/8/8/8/KQ6 w - - {clock} 80"), "go depth 6");
        let line = last(&lines, 1);
        let is_win = field(line, "mate").is_some_and(|n| n > 0) || field(line, "cp").is_some_and(|cp| cp > 20_000);
        assert_eq!(is_win, is_won, "{line}");
        assert!(is_won || field(line, "cp") == Some(0), "{line}");
        assert!(field(line, "tbhits") >= Some(20), "{line}");
    }
    engine.quit();
}

#[test]
fn what_tables_and_rules_decide_has_no_other_chances() {
    let mut engine = start();
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("setoption name MultiPV value 30");
    let certain = [
        ("fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1", " wdl 1000 0 0 "),
        ("fen 8/8/8/3k4/8/8/8/KQ6 b - - 0 1", " wdl 0 0 1000 "),
        ("fen 8/8/8/8/4k3/8/4P3/4K3 b - - 0 1", " score cp 0 wdl 0 1000 0 "),
        ("fen 8/8/8/8/4k3/8/8/4K3 w - - 0 1", " score cp 0 wdl 0 1000 0 "),
    ];
    for (position, wanted) in certain {
        let lines = search(&mut engine, position, "go depth 3");
        assert!(last(&lines, 1).contains(wanted), "{position}: {lines:?}");
        let sure = lines.iter().filter(|line| line.contains(" score cp 0 "));
        assert!(sure.clone().all(|line| line.contains(" wdl 0 1000 0 ")), "{position}: {lines:?}");
    }
    let guessed = search(&mut engine, "startpos", "go depth 3");
    assert!(!last(&guessed, 1).contains(" wdl 0 1000 0 "), "{guessed:?}");
    engine.send("setoption name UCI_ShowWDL value false");
    let untold = search(&mut engine, "fen 8/8/8/8/4k3/8/8/4K3 w - - 0 1", "go depth 3");
    assert!(!untold.iter().any(|line| line.contains(" wdl ")), "{untold:?}");
    engine.quit();
}

#[test]
fn every_root_move_has_its_line_and_the_winning_ones_come_first() {
    let mut engine = start();
    engine.send("setoption name MultiPV value 30");
    // The pawn wins by a7-a8 only; its king alone does not hold the other's away.
    let lines = search(&mut engine, "fen 8/P7/8/8/8/8/k1K5/8 w - - 0 1", "go depth 4");
    let all: Vec<&str> = (1..=12).map(|rank| last(&lines, rank)).filter(|line| !line.is_empty()).collect();
    let decided = |line: &&&str| field(line, "mate").is_some() || field(line, "cp").is_some_and(|cp| cp > 20_000);
    let wins = all.iter().filter(decided).count();
    assert!(all.len() >= 8 && wins >= 4, "{all:?}");
    assert_eq!(all.iter().take_while(decided).count(), wins, "wins before draws: {all:?}");
    engine.send("setoption name MultiPV value 60");
    for fen in ["8/8/3k4/8/8/8/8/K3Q3 w - - 0 1", "8/8/3k4/8/8/8/8/K3Q3 b - - 0 1", "8/P7/8/8/8/8/k1K5/8 w - - 0 1"] {
        for depth in [1, 5] {
            let lines = search(&mut engine, &format!("fen {fen}"), &format!("go depth {depth}"));
            let all: Vec<&str> = (1..=60).map(|rank| last(&lines, rank)).filter(|line| !line.is_empty()).collect();
            let scores: Vec<i64> = all.iter().filter_map(|line| worth(line)).collect();
            assert!(scores.len() == all.len() && scores.len() > 3 && scores.is_sorted_by(|a, b| a >= b), "{all:?}");
        }
    }
    let chosen = search(&mut engine, "fen 8/P7/8/8/8/8/k1K5/8 w - - 0 1", "go depth 3 searchmoves c2c3 c2d2");
    assert!(["c2c3", "c2d2"].contains(&best_move_of(&chosen).as_str()), "{chosen:?}");
    engine.quit();
}

#[test]
fn a_position_above_the_tables_is_searched_down_into_them() {
    let mut engine = start();
    // Taking the rook leads to king and rook against king.
    let fen = "fen 8/8/8/3k4/8/8/3r4/3RK3 w - - 0 1";
    let line = |lines: &[String]| last(lines, 1).to_owned();
    let with = line(&search(&mut engine, fen, "go depth 8"));
    assert!(field(&with, "tbhits") > Some(0), "{with}");
    assert!(field(&with, "cp").is_some_and(|cp| cp > 20_000) || field(&with, "mate").is_some(), "{with}");
    engine.send("setoption name SyzygyProbeLimit value 2");
    let without = line(&search(&mut engine, fen, "go depth 8"));
    assert_eq!(field(&without, "tbhits"), Some(0), "{without}");
    engine.quit();
}

#[test]
fn paths_that_hold_no_tables_cost_one_error_line_and_no_tables() {
    let mut engine = start();
    for (path, complaints) in [("/no/such/folder", 1), ("/", 1), ("<empty>", 0), ("/no/such/folder", 1)] {
        engine.send(&format!("setoption name SyzygyPath value {path}"));
        let said = engine.ready();
        assert_eq!(errors(&said).len(), complaints, "{path}: {said:?}");
        if complaints == 0 {
            continue;
        }
        let lines = search(&mut engine, "fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "go depth 3");
        let kept = said.iter().any(|line| line.ends_with("the old tables stay"));
        assert_eq!(field(last(&lines, 1), "tbhits") > Some(0), kept, "{path}: {said:?}");
    }
    engine.send(&format!("setoption name SyzygyPath value {0}:/no/such/folder", tables()));
    let said = engine.ready();
    assert!(said.iter().any(|line| line.contains("5 tables")) && errors(&said).len() == 1, "{said:?}");
    engine.quit();
}

/// A book with one rare first move.
fn book() -> PathBuf {
    let path = std::env::temp_dir().join(format!("assay-book-{}.bin", std::process::id()));
    let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    // a2-a3, from square 8 to square 16, weight 1.
    bytes.extend([0x02, 0x10, 0, 1, 0, 0, 0, 0]);
    std::fs::write(&path, bytes).expect("a scratch file");
    path
}

#[test]
fn the_own_book_is_played_in_games_only_and_only_when_asked_for() {
    let path = book();
    let mut engine = Engine::start(&[]);
    engine.send(&format!("setoption name Book File value {}", path.display()));
    assert!(errors(&engine.ready()).is_empty());
    let best = |engine: &mut Engine, go: &str| best_move_of(&search(engine, "startpos", go));
    assert_ne!(best(&mut engine, "go depth 4"), "a2a3", "off by default");
    engine.send("setoption name OwnBook value true");
    let lines = search(&mut engine, "startpos", "go movetime 1000");
    assert_eq!(best_move_of(&lines), "a2a3");
    assert!(lines.iter().any(|line| line.contains(" score cp 0 ") && line.ends_with(" pv a2a3")), "{lines:?}");
    assert_eq!(best(&mut engine, "go depth 3 searchmoves e2e4"), "e2e4");
    engine.send("position startpos");
    engine.send("go infinite");
    engine.until("info depth 3");
    engine.send("stop");
    assert_ne!(engine.best_move(), "a2a3", "analysis is not a game");
    engine.send("setoption name UCI_AnalyseMode value true");
    assert_ne!(best(&mut engine, "go depth 4"), "a2a3", "analysis is not a game");
    engine.send("setoption name UCI_AnalyseMode value false");
    for bad in ["/no/such/book.bin", env!("CARGO_MANIFEST_DIR"), concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
        engine.send(&format!("setoption name Book File value {bad}"));
        let said = engine.ready();
        assert!(errors(&said).len() == 1 && said[0].ends_with("the old book stays"), "{said:?}");
    }
    assert_eq!(best(&mut engine, "go depth 3"), "a2a3");
    engine.send("setoption name Book File value <empty>");
    assert_ne!(best(&mut engine, "go depth 4"), "a2a3");
    engine.quit();
    std::fs::remove_file(path).expect("the scratch file");
}
