//! Bad input and broken engines: one ERROR line each, and everything goes on from the last good state.

mod common;

use common::Talk;

fn error(text: &str) -> String {
    format!("info string ERROR {text}")
}

#[test]
fn bad_lines_cost_one_line() {
    let mut talk = Talk::new();
    for (line, text) in [
        ("xyzzy", "unknown command: xyzzy"),
        ("setoption", "setoption: the word name is missing"),
        ("setoption name Hsah value 3", "there is no option Hsah"),
        ("setoption name Level value 21", "option Level: 21 is outside 0 to 20; the old value stays"),
        ("setoption name Level value abc", "option Level: not a whole number: abc; the old value stays"),
        ("setoption name Level", "option Level: the value is missing; the old value stays"),
        (
            "setoption name Loud Mode value maybe",
            "option Loud Mode: neither true nor false: maybe; the old value stays",
        ),
        ("setoption name File value missing", "File missing: no such file"),
        ("position", "position: startpos or fen is missing"),
        ("position fen bad", "FEN bad: no kings"),
        ("position fen bad moves e2e4 nonsense", "FEN bad: no kings"),
        ("position startpos moves a1a1 nonsense", "move 1 of the list is illegal: a1a1"),
        (
            "position startpos moves e2e4 nonsense a1a1",
            "move 2 of the list does not look like a move, the list ends before it: nonsense",
        ),
    ] {
        assert_eq!(talk.say(line), error(text), "{line}");
    }
    talk.session.refuse_line("the line is too long", &mut talk.host);
    assert_eq!(talk.say(""), error("the line is too long"));
}

#[test]
fn options_others_have_are_ignored_silently() {
    let mut talk = Talk::new();
    for name in [
        "Hash",
        "threads",
        "UCI_Chess960",
        "Move Overhead",
        "SyzygyPath",
        "MultiPV",
        "Skill Level",
        "skill  level",
        "Contempt",
        "CONTEMPT",
        "Analysis Contempt",
        "UCI_Opponent",
        "uci_opponent",
        "UCI_EngineAbout",
        "UCI_LimitStrength",
        "UCI_Elo",
        "uci_elo",
        "EvalFile",
        "OwnBook",
        "Book File",
        "UCI_Variant",
    ] {
        for value in [" value 1", " value none none computer Opponent 1.0", " value", ""] {
            assert_eq!(talk.say(&format!("setoption name {name}{value}")), "", "{name}{value}");
        }
    }
    assert_eq!(talk.say("setoption name Contemptt value 1"), "info string ERROR there is no option Contemptt");
}

#[test]
fn option_names_ignore_case_and_blanks() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("setoption name LEVEL value 4"), "");
    assert_eq!(talk.say("setoption   name loud    mode value TRUE"), "");
    assert_eq!(talk.say("setoption name file value a  b.bin"), "info string File a  b.bin loaded");
    talk.say("ucinewgame");
    talk.say("go depth 1");
    assert!(talk.run().contains("level=4"));
}

#[test]
fn a_refused_position_leaves_the_previous_one() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("position fen bad");
    talk.say("position nonsense");
    talk.say("go depth 1");
    assert!(talk.run().contains("position=startpos moves=2"));
    assert_eq!(talk.say("position fen rights"), "info string castling rights KQ dropped");
}

#[test]
fn a_list_with_an_illegal_move_is_played_up_to_it() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4 a1a1 e7e5");
    talk.say("go depth 1");
    assert!(talk.run().contains("moves=1"));
}

#[test]
fn an_unreadable_limit_is_reported_and_the_go_answered() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("go depth abc"), error("depth: not a whole number: abc"));
    assert!(talk.run().ends_with("bestmove d2d4 ponder e7e5"));
}

#[test]
fn a_panic_in_the_search_costs_one_line_and_a_legal_move() {
    for (fen, text, best) in
        [("panic", "in the search", "bestmove e2e4"), ("panic-late", "after a report", "bestmove d2d4")]
    {
        let mut talk = Talk::new();
        talk.say(&format!("position fen {fen} moves e2e4"));
        talk.say("go depth 1");
        let answer = talk.run();
        let errors: Vec<_> = answer.split('|').filter(|line| line.contains("ERROR")).collect();
        assert_eq!(errors.len(), 1, "{answer}");
        assert!(errors[0].contains(text) && errors[0].contains("the search panicked"), "{answer}");
        assert!(answer.ends_with(best), "{answer}");
        assert_eq!(talk.say("isready"), "readyok");
        talk.say("position startpos");
        talk.say("go depth 1");
        assert!(talk.run().ends_with("bestmove d2d4 ponder e7e5"));
    }
}

#[test]
fn a_panic_of_an_infinite_search_waits_for_stop() {
    let mut talk = Talk::new();
    talk.say("position fen panic");
    talk.say("go infinite");
    let answer = talk.run();
    assert!(answer.contains("ERROR") && !answer.contains("bestmove"), "{answer}");
    assert_eq!(talk.say("stop"), "bestmove e2e4");
}

#[test]
fn a_panic_elsewhere_restores_the_last_position() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4 e7e5");
    let answer = talk.say("position fen panic-set");
    assert!(answer.starts_with("info string ERROR the engine panicked") && !answer.contains('|'), "{answer}");
    assert_eq!(talk.say("setoption name Panic"), error("the engine panicked: button pressed"));
    talk.say("go depth 1");
    assert!(talk.run().contains("position=startpos moves=2"));
    talk.say("position fen panic-root");
    talk.say("go depth 1");
    let answer = talk.run();
    assert!(
        answer.starts_with("info string ERROR the search panicked") && answer.ends_with("bestmove (none)"),
        "{answer}"
    );
}

#[test]
fn an_illegal_best_move_is_replaced_and_reported() {
    let mut talk = Talk::new();
    talk.say("position fen illegal");
    talk.say("go depth 1");
    let answer = talk.run();
    let end = "|info string ERROR the search returned a1a8, which is not legal here|bestmove d2d4";
    assert!(answer.ends_with(end), "{answer}");
    // The line it reported starts with an illegal move too.
    talk.say("position fen startpos");
    talk.say("go depth 1 searchmoves h7h5");
    assert!(talk.run().ends_with("ERROR the search returned h7h5, which is not legal here|bestmove e2e4"));
}

#[test]
fn the_hosts_options_are_the_hosts() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("setoption name Lamp value red"), "info string ERROR there is no option Lamp");
    talk.session = talk.session.with_host_options(vec![uci::OptionDescription::string("Lamp", "")]);
    assert!(talk.say("uci").contains("|option name Lamp type string default <empty>|option name Level "));
    assert_eq!(talk.say("setoption name lamp value red"), "info string Lamp is red");
    assert_eq!(talk.say("setoption name LAMP value broken"), "info string ERROR Lamp: broken");
    assert_eq!(talk.host.lamp, "red");
    // Like any other it waits for the search.
    talk.say("go depth 1");
    assert_eq!(talk.say("setoption name Lamp value green"), "");
    assert!(talk.run().ends_with("|info string Lamp is green"));
    assert_eq!(talk.say("setoption name Level value 2"), "");
}
