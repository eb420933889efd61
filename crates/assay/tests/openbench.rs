//! What OpenBench and match runners ask: lines of UCI as arguments, `bench`, `genfens`, and of the Makefile where it puts the binary.
//! `tools/openbench_check.py` lets OpenBench's own client ask.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use rules::{CastlingMode, Position, fen};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the binary runs")
}

fn said(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{arguments:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn openings(command: &str) -> Vec<String> {
    let start = "info string genfens ";
    said(&[command, "quit"])
        .iter()
        .map(|line| line.strip_prefix(start).unwrap_or_else(|| panic!("{line}")).to_owned())
        .collect()
}

fn board(fen: &str, mode: CastlingMode) -> Position {
    let read = fen::parse(fen, mode).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!((fen.split(' ').count(), read.notices.len()), (6, 0), "{fen}");
    read.position
}

#[test]
fn openings_are_playable_differ_and_depend_on_the_seed_alone() {
    let first = openings("genfens 40 seed 1 book None ");
    assert_eq!(first.len(), 40);
    for fen in &first {
        let position = board(fen, CastlingMode::Standard);
        assert!(position.has_legal_move() && (5..=6).contains(&position.fullmove_number()), "{fen}");
    }
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 40);
    assert!(first.iter().any(|fen| fen.contains(" w ")) && first.iter().any(|fen| fen.contains(" b ")));
    assert_eq!(openings("genfens 40 seed 1 book none"), first);
    assert_eq!(openings("genfens 10 book None seed 1"), first[..10]);
    let other = openings("genfens 40 seed 2 book None");
    assert!(other.iter().all(|fen| !first.contains(fen)));
}

#[test]
fn openings_start_from_the_positions_of_a_book() {
    let folder = std::env::temp_dir().join(format!("assay-openbench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let book = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    // Two pawn endings: whatever is played, their pawns stay on their side of the board.
    let endings = book(
        "endings.epd",
        "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - hmvc 0; fmvn 40;\n\n4k3/5ppp/8/8/8/8/5PPP/4K3 w - - 0 40\r\n",
    );
    let found = openings(&format!("genfens 12 seed 3 book {endings}"));
    let sides: BTreeSet<bool> = found
        .iter()
        .map(|fen| board(fen, CastlingMode::Standard))
        .map(|position| {
            position.kind(rules::PieceKind::Pawn).into_iter().all(|square| square.file() <= rules::File::ALL[3])
        })
        .collect();
    assert_eq!((found.len(), sides.len()), (12, 2), "{found:?}");
    let shuffled = book("frc.epd", "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w KQkq - 0 1\n");
    for fen in openings(&format!("genfens 6 seed 3 book {shuffled}")) {
        board(&fen, CastlingMode::Chess960);
    }
    for (path, reason) in [
        (folder.join("none.epd").to_string_lossy().into_owned(), "cannot read"),
        (folder.to_string_lossy().into_owned(), "not a regular file"),
        (book("empty.epd", "\n"), "no playable position"),
        (book("moves.epd", "1. e4 e5\n"), "no playable position"),
    ] {
        let said = said(&[&format!("genfens 2 seed 1 book {path}"), "quit"]);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("info string ERROR genfens: ") && said[0].contains(reason), "{said:?}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let said = said(&["genfens 1 seed 1 book None dfrc true", "quit"]);
    assert_eq!((said.len(), said[0].as_str()), (2, "info string ERROR genfens: ignored: dfrc true"));
}

#[test]
fn every_seed_is_its_own_and_what_is_none_gives_nothing() {
    let seeds = [0, 1, 9_223_372_036_854_775_807, u64::MAX];
    let sets: BTreeSet<Vec<String>> =
        seeds.iter().map(|seed| openings(&format!("genfens 2 seed {seed} book None"))).collect();
    assert_eq!(sets.len(), seeds.len(), "{sets:?}");
    for wrong in ["2 seed -1", "2 seed -2", "2 seed 18446744073709551616", "2 seed x", "-3 seed 1", "4000000000 seed 1"]
    {
        let said = said(&[&format!("genfens {wrong} book None"), "quit"]);
        assert!(said.len() == 1 && said[0].starts_with("info string ERROR "), "{wrong}: {said:?}");
    }
}

#[test]
fn a_book_may_have_blanks_in_its_path() {
    let folder = std::env::temp_dir().join(format!("assay my books {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("pawn endings.epd");
    std::fs::write(&path, "4k3/ppp5/8/8/8/8/PPP5/4K3 w - -\n").expect("a file");
    let path = path.to_string_lossy();
    assert_eq!(openings(&format!("genfens 3 seed 1 book {path}")), openings(&format!("genfens 3 book {path} seed 1")));
    let said = said(&[&format!("genfens 3 seed 1 book {path} dfrc true"), "quit"]);
    assert_eq!((said.len(), said[0].as_str()), (4, "info string ERROR genfens: ignored: dfrc true"));
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn searches_that_only_stop_would_end_are_answered_on_the_command_line() {
    for arguments in
        [&["go infinite", "quit"][..], &["go ponder depth 2", "quit"], &["go depth 2", "go infinite", "quit"]]
    {
        let said = said(arguments);
        let answers = said.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(answers, arguments.len() - 1, "{arguments:?}: {said:?}");
    }
}

/// Runs make in `folder` with a cargo that builds nothing but says so.
#[cfg(unix)]
fn make(folder: &std::path::Path, variables: &[&str]) -> bool {
    let fake = folder.join("cargo.sh");
    let script = "while [ $# -gt 0 ]; do case $1 in --target) host=$2;; --target-dir) dir=$2;; esac; shift; done\n\
                  mkdir -p \"$dir/$host/release\" && echo fresh > \"$dir/$host/release/assay\"\n";
    std::fs::write(&fake, script).expect("a file");
    let output = Command::new("make")
        .args(["-f", concat!(env!("CARGO_MANIFEST_DIR"), "/../../Makefile"), "CARGO=sh ./cargo.sh"])
        .args(variables)
        .env("CARGO_BUILD_TARGET", "wasm32-unknown-unknown")
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("MAKEFLAGS")
        .current_dir(folder)
        .output();
    match output {
        Ok(output) => {
            assert!(output.status.success(), "{variables:?}: {output:?}");
            true
        }
        Err(error) => {
            println!("skipped, no make here: {error}");
            false
        }
    }
}

#[cfg(unix)]
#[test]
fn make_puts_a_fresh_binary_where_it_is_told_to() {
    let folder = std::env::temp_dir().join(format!("assay-make-{}", std::process::id()));
    for name in ["target/release/assay", "target/wasm32-unknown-unknown/release/assay"] {
        let stale = folder.join(name);
        std::fs::create_dir_all(stale.parent().expect("it has one")).expect("a temporary folder");
        std::fs::write(stale, "stale").expect("a file");
    }
    for name in ["assay", "-n", "with blank", "target/release/assay"] {
        let variables: Vec<String> = if name == "assay" { Vec::new() } else { vec![format!("EXE={name}")] };
        if !make(&folder, &variables.iter().map(String::as_str).collect::<Vec<_>>()) {
            break;
        }
        assert_eq!(std::fs::read_to_string(folder.join(name)).ok().as_deref(), Some("fresh\n"), "{name}");
        // Again, over itself.
        make(&folder, &variables.iter().map(String::as_str).collect::<Vec<_>>());
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn arguments_that_are_lines_of_uci_are_answered_in_turn() {
    let lines =
        said(&["setoption name Hash value 2", "position startpos moves e2e4", "go depth 9", "bench 1 3", "d", "quit"]);
    assert!(lines.iter().any(|line| line.starts_with("info depth 9 ")), "{lines:?}");
    let place =
        |text: &str| lines.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {lines:?}"));
    assert!(place("bestmove ") < place(" 1/37") && place("37/37") < place("Fen: "), "{lines:?}");
    assert!(lines[place("Fen: ")].starts_with("Fen: rnbqkbnr/pppppppp/8/8/4P3/"), "{lines:?}");
    assert!(said(&["go", "depth", "6"]).last().is_some_and(|line| line.starts_with("bestmove ")));
    assert_eq!(said(&["--plain", "uci"]).last().map(String::as_str), Some("uciok"));
}

#[test]
fn a_mistyped_command_is_still_a_wrong_call() {
    for arguments in [&["tecniques"][..], &["--plian"], &["", "uci"], &["bench", "x"]] {
        let output = run(arguments);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{arguments:?}");
    }
}
