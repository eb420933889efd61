//! The engines as processes: how fast it answers, how it ends, which bytes it survives.

#[macro_use]
mod common;

use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Engine, errors};

const SAMPLES: usize = 21;
const PROMPT: Duration = Duration::from_millis(10);

fn assert_prompt(what: &str, mut samples: Vec<Duration>) {
    samples.sort();
    let (median, worst) = (samples[samples.len() / 2], samples[samples.len() - 1]);
    eprintln!("{what} during a search: median {median:?}, worst {worst:?}");
    // The median, because another process may hold the processor for a moment.
    assert!(median < PROMPT, "{what}: median {median:?}, worst {worst:?}");
}

fn isready_stop_and_ponderhit_are_prompt_during_a_search(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    let (mut ready, mut stop, mut ponderhit) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..SAMPLES {
        engine.send("go infinite");
        engine.until("info depth 4");
        ready.push(engine.time("isready", "readyok"));
        stop.push(engine.time("stop", "bestmove"));
        engine.send("go ponder movetime 1");
        engine.listen(Duration::from_millis(10));
        ponderhit.push(engine.time("ponderhit", "bestmove"));
    }
    assert_prompt("isready", ready);
    assert_prompt("stop", stop);
    assert_prompt("ponderhit", ponderhit);
    engine.quit();
}

fn quit_during_a_search_ends_the_process_at_once(arguments: &[&str]) {
    let samples = (0..SAMPLES).map(|_| {
        let mut engine = Engine::start(arguments);
        engine.send("go infinite");
        engine.until("info depth 3");
        engine.send("quit");
        let (status, time, _) = engine.wait();
        assert_eq!(status.code(), Some(0));
        time
    });
    assert_prompt("quit", samples.collect());
}

fn the_end_of_input_ends_it_cleanly(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    engine.close_input();
    let (status, _, said) = engine.wait();
    assert_eq!((status.code(), said.len()), (Some(0), 0));

    let mut engine = Engine::start(arguments);
    engine.send("go infinite");
    engine.until("info");
    engine.close_input();
    let (status, time, said) = engine.wait();
    assert_eq!(status.code(), Some(0));
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:?}");
    assert!(time < Duration::from_secs(1), "{time:?}");
}

/// A process whose output nobody reads any longer.
fn start_unread(arguments: &[&str]) -> (Child, ChildStdin) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let input = child.stdin.take().expect("piped");
    (child, input)
}

fn a_closed_output_ends_it_quietly(arguments: &[&str]) {
    let (child, mut input) = start_unread(arguments);
    std::io::Write::write_all(&mut input, b"uci\ngo infinite\n").expect("the engine reads");
    // The input stays open: it must end by itself.
    let output = child.wait_with_output().expect("a child process");
    drop(input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn an_inquiry_that_nobody_reads_any_longer_ends() {
    let (mut child, mut input) = start_unread(&[]);
    // Years of work without a word.
    std::io::Write::write_all(&mut input, b"perft 20\n").expect("the engine reads");
    drop(input);
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child process") {
            break status;
        }
        if start.elapsed() > Duration::from_secs(30) {
            child.kill().expect("our child");
            panic!("it works on and on");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0));
}

fn carriage_returns_are_read_and_never_written(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    engine.send_bytes(b"uci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 2\r\n");
    let (said, _) = engine.until("bestmove");
    assert!(said.iter().all(|line| !line.contains('\r')), "{said:?}");
    assert!(errors(&said).is_empty(), "{said:?}");
    assert!(said.iter().any(|line| line == "uciok") && said.iter().any(|line| line == "readyok"));
    // Black moves: its squares are on ranks 7 and 8.
    assert!(matches!(common::best_move_of(&said).as_bytes()[1], b'7' | b'8'), "{said:?}");
    engine.quit();
}

fn six_thousand_plies_are_played(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    engine.send(&format!("position startpos moves{} e2e4", " g1f3 g8f6 f3g1 f6g8".repeat(1500)));
    assert_eq!(engine.ready(), [""; 0]);
    engine.send("go depth 2");
    let best = engine.best_move();
    assert!(matches!(best.as_bytes()[1], b'7' | b'8'), "{best}");
    engine.quit();
}

fn hostile_bytes_change_nothing(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    engine.send("position startpos moves e2e4");
    let mut bytes = b"\xff\xfe\xfd\nposition fen \xc3\x28 w\n\0\0\0\n\0position\0\n\n\r\n".to_vec();
    bytes.extend(vec![b'z'; 5 << 20]);
    bytes.extend(b"\nposition fen ");
    bytes.extend(vec![b'8'; 1 << 20]);
    bytes.push(b'\n');
    engine.send_bytes(&bytes);
    let said = engine.ready();
    // Bytes, broken FEN, position without argument, line too long, long FEN.
    assert_eq!((said.len(), errors(&said).len()), (5, 5), "{said:?}");
    assert!(said.iter().all(|line| line.len() < 300), "{said:?}");
    engine.send("go depth 1");
    assert!(matches!(engine.best_move().as_bytes()[1], b'7' | b'8'));
    engine.quit();
}

fn time_counts_from_go_and_movetime_is_kept(arguments: &[&str]) {
    let mut engine = Engine::start(arguments);
    for milliseconds in [50, 200] {
        engine.send(&format!("go movetime {milliseconds}"));
        let (_, time) = engine.until("bestmove");
        let limit = Duration::from_millis(milliseconds + 50);
        assert!(time < limit, "{milliseconds}: {time:?}");
    }
    engine.quit();
}

both_engines![
    isready_stop_and_ponderhit_are_prompt_during_a_search,
    quit_during_a_search_ends_the_process_at_once,
    the_end_of_input_ends_it_cleanly,
    a_closed_output_ends_it_quietly,
    carriage_returns_are_read_and_never_written,
    six_thousand_plies_are_played,
    hostile_bytes_change_nothing,
    time_counts_from_go_and_movetime_is_kept,
];
