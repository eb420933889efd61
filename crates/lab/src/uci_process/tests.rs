//! What engines do to whoever runs them, by an engine written in bash.
//!
//! The names `MR-...` are those of the collection of such cases that the project started from.

use std::collections::BTreeMap;
use std::fs;
use std::thread;

use uci::{Bound, Limits, Position, ScoreValue};

use super::*;

/// Longest wait for anything that comes; generous, because other tests share the machine.
const LONG: Duration = Duration::from_secs(20);
/// Wait for something that does not come.
const SHORT: Duration = Duration::from_millis(300);

/// What an engine does, by the line it is sent. It tells its process number as its name.
const ORDINARY: [(&str, &str); 6] = [
    ("begin", ":"),
    ("uci", "echo id name $$; echo uciok"),
    ("isready", "echo readyok"),
    ("go*", "echo bestmove e2e4"),
    ("quit", "exit 0"),
    ("end", ":"),
];

/// An engine that does some things in its own way.
fn fake(ways: &[(&str, &str)]) -> Contestant {
    let way = |line: &str| ways.iter().find(|way| way.0 == line).map(|way| way.1);
    let ordinary = |line: &str| way(line).or_else(|| ORDINARY.iter().find(|way| way.0 == line).map(|way| way.1));
    let is_message = |line: &str| line != "begin" && line != "end";
    let own = ways.iter().map(|way| way.0).filter(|line| ORDINARY.iter().all(|way| way.0 != *line));
    let mut script = format!("{}\nwhile IFS= read -r line; do case $line in\n", ordinary("begin").unwrap_or(":"));
    for line in ORDINARY.iter().map(|way| way.0).chain(own).filter(|line| is_message(line)) {
        script += &format!("{line}) {} ;;\n", ordinary(line).unwrap_or(":"));
    }
    script += &format!("esac; done\n{}\n", ordinary("end").unwrap_or(":"));
    Contestant {
        name: "fake".to_owned(),
        engine: "bash".to_owned(),
        arguments: vec!["-c".to_owned(), script],
        options: BTreeMap::new(),
    }
}

fn start(ways: &[(&str, &str)]) -> UciProcess {
    UciProcess::start_with(&fake(ways), LONG).expect("it starts")
}

/// Asked after these moves.
fn ask(process: &mut UciProcess, moves: &str, patience: Duration) -> Result<Thought, Fault> {
    let moves = moves.split_whitespace().map(|mv| mv.parse().expect("a move")).collect();
    let position = Position { moves, ..Position::default() };
    let limits = Limits { nodes: Some(5000), ..Limits::default() };
    process.think(&Request { position: &position, limits: &limits, patience })
}

fn best(process: &mut UciProcess) -> String {
    ask(process, "", LONG).expect("a move").mv.to_string()
}

/// The fault, which takes no longer than is promised.
fn fault(process: &mut UciProcess, patience: Duration) -> Fault {
    let begin = Instant::now();
    let fault = ask(process, "", patience).expect_err("a fault");
    let most = if fault.kind == FaultKind::Hang { patience } else { Duration::ZERO } + Duration::from_secs(5);
    assert!(begin.elapsed() < most, "{fault:?} after {:?}", begin.elapsed());
    fault
}

fn number(process: &UciProcess) -> u32 {
    process.identity().and_then(|name| name.parse().ok()).expect("the name is a number")
}

/// Whether this process comes to its end; one that nobody waits for has ended too.
fn ends(number: u32) -> bool {
    if !std::path::Path::new("/proc/self/stat").exists() {
        return true;
    }
    let has_ended = || {
        let Ok(text) = fs::read_to_string(format!("/proc/{number}/stat")) else { return true };
        text.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X']))
    };
    let begin = Instant::now();
    while !has_ended() && begin.elapsed() < LONG {
        thread::sleep(Duration::from_millis(10));
    }
    has_ended()
}

#[test]
fn the_last_score_of_the_best_line_counts() {
    let says = "
        echo info depth 2 seldepth 4 score cp 10 ebf 1.75 time 4 nodes 138 pv e2e4 e7e5
        echo info depth 7 score cp 33 lowerbound nodes 420 multipv 1 pv e2e4
        echo info depth 9 score cp -12 upperbound wdl 20 900 80 nodes 500 multipv 2 pv d2d4
        echo info string depth 9 score cp 999 nodes 7777 pv a1a1
        echo info currmove e2e4 currmovenumber 1
        echo info nodes 512 time 5
        printf 'bestmove e2e4  ponder e7e5 \\r\\n'";
    let mut process = start(&[("go*", says)]);
    assert_eq!(process.name(), "fake");
    let thought = ask(&mut process, "", LONG).expect("a move");
    assert_eq!(thought.mv.to_string(), "e2e4");
    assert_eq!(thought.score, Some(Score { value: ScoreValue::Centipawns(33), bound: Bound::Lower }));
    assert_eq!((thought.depth, thought.nodes), (Some(7), 512));
    assert!(thought.time > Duration::ZERO && thought.time < LONG);
}

#[test]
fn what_was_told_of_one_move_is_not_taken_for_the_next() {
    let says = "[[ $at == *moves* ]] || echo info depth 3 score mate -3 nodes 9; echo bestmove e2e4";
    let mut process = start(&[("position*", "at=$line"), ("go*", says)]);
    let thought = ask(&mut process, "", LONG).expect("a move");
    assert_eq!((thought.score, thought.depth, thought.nodes), (Some(Score::mate(-3)), Some(3), 9));
    let thought = ask(&mut process, "e2e4", LONG).expect("a move");
    assert_eq!((thought.score, thought.depth, thought.nodes), (None, None, 0));
}

/// MR-08g, MR-08h, and a name that is missing.
#[test]
fn chatter_is_no_answer() {
    let mut process = start(&[
        ("begin", "echo Fake 1.0 by nobody; echo; echo readyok; echo bestmove a2a3"),
        ("uci", "echo; echo '   '; echo id author nobody; echo option name Broken; echo uciok"),
        ("go*", "echo >&2 so it goes; echo ''; echo '   '; printf bestmo; sleep 0.05; printf 've g1f3\\n'"),
    ]);
    assert_eq!(process.identity(), None);
    assert_eq!(process.new_game(false), Ok(()));
    assert_eq!(best(&mut process), "g1f3");
}

/// MR-08a: at a node limit no clock would ever end the wait.
#[test]
fn a_crash_is_told_in_the_programs_own_words_and_the_next_game_is_played() {
    let go = "[[ $at == *moves* ]] && { echo info depth 1; echo out of luck >&2; exit 3; }; echo bestmove e2e4";
    let mut process = start(&[("position*", "at=$line"), ("go*", go)]);
    assert_eq!(best(&mut process), "e2e4");
    let first = number(&process);
    let begin = Instant::now();
    let crash = ask(&mut process, "e2e4 e7e5", LONG).expect_err("it crashes");
    assert!(begin.elapsed() < LONG / 2, "{:?}", begin.elapsed());
    assert_eq!(crash, Fault::new(FaultKind::Crash, "it ended, exit status: 3; out of luck"));
    assert!(ends(first));
    assert_eq!(ask(&mut process, "", LONG).expect_err("it is gone"), not_running());
    assert_eq!(process.new_game(false), Ok(()));
    assert_eq!((best(&mut process).as_str(), number(&process) != first), ("e2e4", true));
    assert_eq!(process.warnings(), [""; 0]);
}

#[test]
fn a_killed_program_is_a_crash() {
    let mut process = start(&[("go*", "kill -9 $$")]);
    let fault = fault(&mut process, LONG);
    assert_eq!((fault.kind, fault.text.as_str()), (FaultKind::Crash, "it ended, signal: 9 (SIGKILL)"));
}

#[test]
fn half_a_line_is_no_answer() {
    let mut process = start(&[("go*", "printf 'bestmove e7e8'; exit 0")]);
    let fault = fault(&mut process, LONG);
    let text = "it ended, exit status: 0; it was saying: bestmove e7e8";
    assert_eq!((fault.kind, fault.text.as_str()), (FaultKind::Crash, text));
}

#[test]
fn a_program_that_closes_its_output_is_ended() {
    let mut process = start(&[("go*", "exec >&-; sleep 1000")]);
    let number = number(&process);
    let fault = fault(&mut process, LONG);
    let text = "it closed its output and did not end";
    assert_eq!((fault.kind, fault.text.as_str()), (FaultKind::Crash, text));
    assert!(ends(number));
}

#[test]
fn a_pipe_that_something_else_holds_open_hides_no_crash() {
    let mut process = start(&[("go*", "sleep 1000 & echo $! >&2; exit 1")]);
    let fault = fault(&mut process, LONG);
    assert!(fault.kind == FaultKind::Crash && fault.text.starts_with("it ended, exit status: 1; "), "{fault:?}");
    let other = fault.text.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    assert!(ends(other), "what it had started is ended too");
}

#[test]
fn silence_is_a_hang_and_slowness_is_told_from_it() {
    for (stop, words) in [
        (":", "no bestmove within 300ms, nor when told to stop"),
        ("echo info depth 1; echo bestmove d2d4", "no bestmove within 300ms; told to stop, it said: bestmove d2d4"),
        ("exit 4", "no bestmove within 300ms; told to stop, it ended, exit status: 4"),
    ] {
        let go = "[[ $at == *moves* ]] && echo bestmove e2e4";
        let mut process = start(&[("position*", "at=$line"), ("go*", go), ("stop", stop)]);
        let number = number(&process);
        assert_eq!(fault(&mut process, SHORT), Fault::new(FaultKind::Hang, words));
        assert!(ends(number));
        assert_eq!(process.new_game(false), Ok(()));
        assert!(ask(&mut process, "e2e4", LONG).is_ok());
    }
}

#[test]
fn who_never_stops_talking_does_not_answer() {
    // Lines without end, and one line without end.
    for go in ["yes info depth 1 nodes 5", "yes | tr -d '\\n'"] {
        let mut process = start(&[("go*", go)]);
        let fault = fault(&mut process, SHORT);
        assert_eq!(fault.kind, FaultKind::Hang, "{fault:?}");
    }
}

#[test]
fn who_never_reads_makes_nobody_wait() {
    let flood = r"while :; do printf 'uciok\nreadyok\nbestmove e2e4\n'; done";
    let mut process = start(&[("begin", flood)]);
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(500);
    let fault = (0..40).find_map(|_| ask(&mut process, &moves, LONG).err()).expect("its pipe is full");
    assert_eq!((fault.kind, fault.text.contains("does not read")), (FaultKind::Hang, true), "{fault:?}");
}

/// MR-08e.
#[test]
fn moves_that_are_none() {
    use FaultKind::{IllegalMove, NoMove};
    for (go, kind, text) in [
        ("echo 'bestmove (none)'", NoMove, "bestmove (none)"),
        ("echo bestmove 0000 ponder e7e5", NoMove, "bestmove 0000 ponder e7e5"),
        ("echo bestmove", IllegalMove, "bestmove"),
        ("echo BestMove O-O", IllegalMove, "BestMove O-O"),
        ("echo bestmove e7e9", IllegalMove, "bestmove e7e9"),
        ("printf 'bestmove e2e4\\0\\n'", IllegalMove, "bestmove e2e4 "),
    ] {
        let mut process = start(&[("go*", go)]);
        let number = number(&process);
        assert_eq!(fault(&mut process, LONG), Fault::new(kind, text));
        assert!(ends(number));
        assert_eq!(process.new_game(false), Ok(()));
    }
    let mut process = start(&[("go*", "echo bestmove a1a1")]);
    assert_eq!(best(&mut process), "a1a1");
}

#[test]
fn garbage_and_megabytes_are_passed_over() {
    let go = "
        head -c 2000000 /dev/urandom | tr '\\n' x; echo
        head -c 5000000 /dev/zero | tr '\\0' x; echo
        echo info depth 4 score cp 5 pv e2e4
        echo bestmove e2e4";
    let mut process = start(&[("go*", go)]);
    let thought = ask(&mut process, "", LONG).expect("a move");
    assert_eq!((thought.mv.to_string().as_str(), thought.depth), ("e2e4", Some(4)));
}

#[test]
fn an_answer_that_comes_late_is_not_the_next_one() {
    let go = "n=$((n + 1)); ((n == 1)) && { echo bestmove e2e4; sleep 0.1; echo bestmove a2a3; } || echo bestmove d2d4";
    let mut process = start(&[("go*", go)]);
    assert_eq!(best(&mut process), "e2e4");
    thread::sleep(Duration::from_secs(1));
    assert_eq!(best(&mut process), "d2d4");
    let mut process = start(&[("go*", go)]);
    assert_eq!(best(&mut process), "e2e4");
    assert_eq!(process.new_game(false), Ok(()));
    assert_eq!(best(&mut process), "d2d4");
}

#[test]
fn what_is_said_between_moves_blocks_nobody() {
    let mut process = start(&[("go*", "echo bestmove e2e4; for i in {1..5000}; do echo info string $i; done")]);
    for _ in 0..3 {
        assert_eq!(best(&mut process), "e2e4");
    }
}

/// MR-08i, and other ways not to begin.
#[test]
fn a_program_that_cannot_be_started_says_why() {
    let refusal =
        |contestant: &Contestant, patience| UciProcess::start_with(contestant, patience).expect_err("no start");
    let missing = Contestant { engine: "/nowhere/to be found".to_owned(), ..fake(&[]) };
    let fault = refusal(&missing, LONG);
    let text = "cannot start /nowhere/to be found: No such file or directory";
    assert!(fault.kind == FaultKind::Crash && fault.text.starts_with(text), "{fault:?}");
    let fault = refusal(&fake(&[("uci", "echo id name x")]), SHORT);
    assert_eq!(fault, Fault::new(FaultKind::Hang, "no uciok within 300ms"));
    let fault = refusal(&fake(&[("begin", "echo no network >&2; exit 1")]), LONG);
    assert_eq!(fault, Fault::new(FaultKind::Crash, "it ended, exit status: 1; no network"));
}

/// MR-08c.
#[test]
fn a_program_that_is_never_ready_hangs() {
    let patience = Duration::from_secs(2);
    let once = "[[ $n ]] || echo readyok; n=1";
    let mut process = UciProcess::start_with(&fake(&[("isready", once)]), patience).expect("it starts");
    let number = number(&process);
    assert_eq!(process.new_game(false), Err(Fault::new(FaultKind::Hang, "no readyok within 2s")));
    assert!(ends(number));
}

#[test]
fn a_program_that_ends_between_two_games_loses_neither() {
    let mut process = start(&[("go*", "echo bestmove e2e4; exit 0")]);
    for _ in 0..2 {
        assert_eq!(best(&mut process), "e2e4");
        assert!(ends(number(&process)));
        assert_eq!(process.new_game(false), Ok(()));
    }
    assert_eq!(process.warnings(), ["fake, between two games: it ended, exit status: 0"]);
    assert_eq!(best(&mut process), "e2e4");
    assert!(ends(number(&process)));
    assert_eq!(fault(&mut process, LONG).kind, FaultKind::Crash);
}

#[test]
fn a_dropped_program_has_ended() {
    // One that quits, one that does not, one that does not even at the end of its input.
    for ways in [&[][..], &[("quit", ":")], &[("quit", ":"), ("end", "trap '' TERM HUP; sleep 1000")]] {
        let process = start(ways);
        let number = number(&process);
        let begin = Instant::now();
        drop(process);
        assert!(begin.elapsed() < Duration::from_secs(5) && ends(number), "{ways:?}");
    }
}

#[test]
fn options_are_set_as_declared() {
    let declares = "
        echo option name Hash type spin default 16 min 1 max 64
        echo option name Clear Hash type button
        echo option name UCI_Chess960 type check default false
        echo 'option name SyzygyPath type string default <empty>'
        echo uciok";
    let ways = [("uci", declares), ("setoption*", "echo \"$line\" >&2"), ("go*", "exit 1")];
    let with = |options: &[(&str, Value)]| Contestant {
        options: options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        ..fake(&ways)
    };
    let contestant = with(&[
        ("HASH", Value::Spin(32)),
        ("clear  hash", Value::Check(true)),
        ("SyzygyPath", Value::Text(String::new())),
        ("Two Words", Value::Text("a\nquit".to_owned())),
        ("uci_chess960", Value::Check(true)),
    ]);
    let mut process = UciProcess::start_with(&contestant, LONG).expect("it starts");
    let expected = "it ended, exit status: 1; setoption name Hash value 32; setoption name SyzygyPath value <empty>; \
                    setoption name Two Words value a quit; setoption name Clear Hash";
    assert_eq!(fault(&mut process, LONG).text, expected);
    let warnings = [
        "option Two Words: not declared by fake, sent all the same",
        "option UCI_Chess960: set by what is played, not by the plan",
    ];
    assert_eq!(process.warnings(), warnings);
    assert_eq!(process.restart(), Ok(()));
    assert_eq!(process.warnings(), warnings, "said once");
    let fault = UciProcess::start_with(&with(&[("Hash", Value::Spin(65))]), LONG).expect_err("too large");
    assert_eq!(fault, Fault::new(FaultKind::Crash, "option Hash: 65 is outside 1 to 64"));
    let process = UciProcess::start_with(&with(&[("Clear Hash", Value::Check(false))]), LONG).expect("it starts");
    assert_eq!(process.warnings(), [""; 0]);
}

#[test]
fn chess960_is_said_when_it_changes() {
    let ways = [("setoption*", "echo \"$line\" >&2"), ("go*", "exit 1")];
    let mut process = start(&ways);
    for is_chess960 in [false, true, true, false] {
        assert_eq!(process.new_game(is_chess960), Ok(()));
    }
    let expected = "it ended, exit status: 1; setoption name UCI_Chess960 value true; \
                    setoption name UCI_Chess960 value false";
    assert_eq!(fault(&mut process, LONG).text, expected);
    assert_eq!(process.warnings(), ["option UCI_Chess960: not declared by fake, sent all the same"]);
    // A new process knows nothing of the old one's.
    assert_eq!(process.new_game(true), Ok(()));
    assert_eq!(fault(&mut process, LONG).text, "it ended, exit status: 1; setoption name UCI_Chess960 value true");
}
