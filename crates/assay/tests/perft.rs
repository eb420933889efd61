//! `assay perft` and the command line itself, as a user calls them.

use std::process::{Command, Output};

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the binary starts")
}

fn stdout(arguments: &[&str]) -> String {
    let output = assay(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn counts_of_the_start_position_and_kiwipete() {
    assert!(stdout(&["perft", "0"]).starts_with("Nodes: 1\n"));
    let text = stdout(&["perft", "4"]);
    let labels: Vec<_> = text.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!(labels, ["Nodes", "Time", "Nodes per second"]);
    assert!(text.starts_with("Nodes: 197281\n"));
    for more in [&["--threads", "2"][..], &["--hash", "1"], &["--threads", "2", "--hash", "4"]] {
        let arguments = [&["perft", "4", "kiwipete"], more].concat();
        assert!(stdout(&arguments).starts_with("Nodes: 4085603\n"), "{more:?}");
    }
}

#[test]
fn a_fen_is_one_argument_or_several() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let words: Vec<_> = ["perft", "3"].into_iter().chain(fen.split(' ')).collect();
    assert!(stdout(&words).starts_with("Nodes: 2812\n"));
    assert!(stdout(&["perft", "3", fen]).starts_with("Nodes: 2812\n"));
    assert!(stdout(&["perft", "3", "startpos"]).starts_with("Nodes: 8902\n"));
}

#[test]
fn divide_and_json() {
    let text = stdout(&["perft", "2", "--divide"]);
    assert_eq!(text.lines().filter(|line| line.ends_with(": 20")).count(), 20, "{text}");
    let json = stdout(&["perft", "1", "--json", "--divide", "8/8/8/8/8/8/8/K1k5 w - - 0 1"]);
    assert!(
        json.starts_with("{\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\",\"depth\":1,\"nodes\":1,\"seconds\":0."),
        "{json}"
    );
    assert!(json.ends_with(",\"divide\":[{\"move\":\"a1a2\",\"nodes\":1}]}\n"), "{json}");
}

#[test]
fn chess960_castling_is_king_takes_rook() {
    let fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1";
    let text = stdout(&["perft", "1", "--divide", "--chess960", fen]);
    assert!(text.contains("f1b1: 1\n") && text.contains("f1g1: 1\n"), "{text}");
}

#[test]
fn wrong_calls_say_why_and_end_with_two() {
    for (arguments, reason) in [
        (&["perft", "3", "8/8/8/8/8/8/8/K1k4 w"][..], "error: FEN board: "),
        (&["perft", "3", "8/8/8/8/8/8/8/K1k5 x"], "error: FEN side to move: "),
        (&["perft", "three"], "error: invalid value 'three'"),
        (&["perft"], "<DEPTH>"),
        (&["nonsense"], "unrecognized subcommand"),
    ] {
        let output = assay(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said.contains(reason), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    assert_eq!(String::from_utf8_lossy(&assay(&["perft", "1", "8/8"]).stderr).lines().count(), 1);
}

#[test]
fn help_names_every_command() {
    let help = stdout(&["--help"]);
    for word in ["abc", "perft", "Examples:", "--version"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    assert!(stdout(&["--version"]).starts_with("assay "));
}

#[test]
fn a_count_beyond_64_bits_is_an_error_not_a_wrong_number() {
    let output = assay(&["perft", "40", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "--hash", "16"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("64 bits"));
}

#[test]
#[cfg(target_os = "linux")]
fn threads_that_cannot_be_had_are_done_without() {
    // Little address space: most of the threads cannot get their stacks.
    let program = env!("CARGO_BIN_EXE_assay");
    let script = format!("ulimit -v 200000; exec '{program}' perft 4 --threads 1024");
    let output = Command::new("bash").args(["-c", &script]).output().expect("bash starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.starts_with(b"Nodes: 197281\n"));
}
