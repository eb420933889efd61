//! The threads and pipes around a session: latencies, ends of the conversation, bytes, panics.

mod common;

use std::io::{PipeReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Moody, Talk, median};

const SAMPLES: usize = 25;
const PROMPT: Duration = Duration::from_millis(10);

fn assert_prompt(what: &str, samples: Vec<Duration>) {
    let (worst, median) = (samples.iter().max().copied().unwrap_or_default(), median(samples));
    eprintln!("{what} during a search: median {median:?}, worst {worst:?}");
    // The median, because another process may hold the processor for a moment.
    assert!(median < PROMPT, "{what}: median {median:?}, worst {worst:?}");
}

#[test]
fn isready_is_answered_within_ten_milliseconds_of_a_search() {
    let mut talk = Talk::new();
    talk.send("go infinite");
    talk.until("info");
    let samples = (0..SAMPLES).map(|_| talk.time("isready", "readyok"));
    assert_prompt("isready", samples.collect());
}

#[test]
fn stop_is_answered_within_ten_milliseconds() {
    let mut talk = Talk::new();
    let samples = (0..SAMPLES).map(|_| {
        talk.send("go infinite");
        talk.until("info");
        talk.time("stop", "bestmove")
    });
    assert_prompt("stop", samples.collect());
}

#[test]
fn ponderhit_takes_effect_within_ten_milliseconds() {
    let mut talk = Talk::new();
    let samples = (0..SAMPLES).map(|_| {
        talk.send("go ponder movetime 0");
        talk.until("info");
        talk.time("ponderhit", "bestmove")
    });
    assert_prompt("ponderhit", samples.collect());
}

#[test]
fn quit_does_not_wait_for_the_search() {
    let samples = (0..SAMPLES).map(|_| {
        let mut talk = Talk::new();
        talk.send("position fen deaf");
        talk.send("go infinite");
        talk.until("info");
        talk.send("quit");
        let (said, time) = talk.wait_open();
        assert_eq!(said, [""; 0]);
        time
    });
    assert_prompt("quit", samples.collect());
}

#[test]
fn ponder_time_counts_from_ponderhit() {
    let mut talk = Talk::new();
    talk.send("go ponder movetime 60");
    talk.until("info");
    talk.assert_silent(Duration::from_millis(120));
    talk.send("ponderhit");
    let (_, time) = talk.until("bestmove");
    assert!(time >= Duration::from_millis(55), "{time:?}");
}

#[test]
fn an_infinite_search_that_ends_by_itself_waits_for_stop() {
    let mut talk = Talk::new();
    talk.send("position fen quick");
    talk.send("go infinite");
    talk.until("info");
    talk.assert_silent(Duration::from_millis(100));
    talk.send("stop");
    talk.until("bestmove");
}

#[test]
fn end_of_input_answers_the_search_and_ends() {
    let mut talk = Talk::new();
    talk.send("go infinite");
    talk.until("info");
    talk.close_input();
    let (said, time) = talk.wait();
    assert_eq!(said, ["bestmove d2d4"]);
    assert!(time < Duration::from_millis(500), "{time:?}");
}

#[test]
fn end_of_input_does_not_wait_for_ever_for_a_deaf_search() {
    let mut talk = Talk::new();
    talk.send("position fen deaf");
    talk.send("go infinite");
    talk.until("info");
    talk.close_input();
    let (said, time) = talk.wait();
    assert_eq!(said, [""; 0]);
    assert!((Duration::from_millis(900)..Duration::from_secs(3)).contains(&time), "{time:?}");
}

#[test]
fn a_last_line_without_line_end_is_obeyed() {
    let mut talk = Talk::new();
    talk.send_bytes(b"isready");
    talk.close_input();
    assert_eq!(talk.wait().0, ["readyok"]);
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let (engine_input, mut input) = std::io::pipe().expect("a pipe");
    let (output, engine_output): (PipeReader, _) = std::io::pipe().expect("a pipe");
    drop(output);
    let server = std::thread::spawn(|| engine::serve(Moody::new(), engine_input, engine_output));
    input.write_all(b"go infinite\nisready\n").expect("the engine reads");
    assert!(server.join().expect("no panic").is_ok());
}

#[test]
fn hostile_bytes_cost_at_most_a_line_each() {
    let mut talk = Talk::new();
    talk.send_bytes(b"\xff\xfe\x00\x01\n\n\r\n   \t \r\n\x00\nisready\r\n");
    assert_eq!(talk.until("readyok").0, ["info string ERROR unknown command: \u{fffd}\u{fffd}", "readyok"]);
    let mut long = vec![b'a'; 5 << 20];
    long.push(b'\n');
    talk.send_bytes(&long);
    talk.send("isready");
    let (said, _) = talk.until("readyok");
    assert_eq!(said, ["info string ERROR a line longer than 4194304 bytes was skipped", "readyok"]);
}

#[test]
fn a_panic_in_the_search_costs_one_line() {
    let mut talk = Talk::new();
    for _ in 0..3 {
        talk.send("position fen panic");
        talk.send("go movetime 10");
        let (said, _) = talk.until("bestmove");
        let errors: Vec<_> = said.iter().filter(|line| line.contains("ERROR")).collect();
        assert_eq!(errors.len(), 1, "{said:?}");
        assert!(errors[0].contains("the search panicked") && errors[0].contains("planted"), "{said:?}");
        assert!(errors[0].contains("common/mod.rs:"), "the place is told: {said:?}");
        assert_eq!(said.last().map(String::as_str), Some("bestmove d2d4"));
    }
    talk.send("position fen quick");
    talk.send("go movetime 10");
    assert_eq!(talk.until("bestmove").0.len(), 2);
}

/// A folder that is not there yet.
fn new_folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("assay-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

#[test]
fn the_log_file_gets_what_is_read_and_written() {
    let folder = new_folder("log");
    let path = folder.join("my log.txt");
    std::fs::write(&path, "what stood here\n").expect("a file");
    let mut talk = Talk::new();
    talk.send("uci");
    assert!(talk.until("uciok").0.contains(&"option name Debug Log File type string default <empty>".to_owned()));
    talk.send(&format!("setoption name debug log file value {}", path.display()));
    talk.send("isready\r");
    talk.send("position fen quick");
    talk.send("go movetime 1");
    talk.until("bestmove");
    // A file that cannot be had costs a line, and the old one stays.
    for refused in [folder.join("no/where"), folder.clone()] {
        talk.send(&format!("setoption name Debug Log File value {}", refused.display()));
        let (said, _) = talk.until("info string");
        let is_error =
            said[0].starts_with("info string ERROR Debug Log File: ") && said[0].ends_with("the old log stays");
        assert!(said.len() == 1 && is_error, "{said:?}");
    }
    talk.send("setoption name Debug Log File value <empty>");
    talk.send("isready");
    talk.until("readyok");
    talk.send("quit");
    talk.wait_open();
    let text = std::fs::read_to_string(&path).expect("the log");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("what stood here"));
    let (times, said): (Vec<&str>, Vec<&str>) = lines.map(|line| line.split_at(27)).unzip();
    let expected = [
        ">> isready",
        "<< readyok",
        ">> position fen quick",
        ">> go movetime 1",
        "<< info depth 1 score cp 1 pv d2d4",
        "<< bestmove d2d4",
    ];
    assert!(said[0].starts_with("-- log of process ") && said[0].ends_with("UTC"), "{said:?}");
    assert_eq!(said[1..=expected.len()], expected);
    let rest = &said[1 + expected.len()..];
    assert_eq!(
        rest.iter().filter(|line| line.starts_with("<< info string ERROR Debug Log File: ")).count(),
        2,
        "{rest:?}"
    );
    assert_eq!(rest.last(), Some(&">> setoption name Debug Log File value <empty>"));
    assert!(times.iter().all(|time| time.starts_with("20") && time.as_bytes()[10] == b' '), "{times:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_regular_file_is_no_log() {
    let folder = new_folder("pipe");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut talk = Talk::new();
    // Opening a pipe that nobody reads would never return; a device is no file either.
    for path in [&*pipe.to_string_lossy(), "/dev/full"] {
        talk.send(&format!("setoption name Debug Log File value {path}"));
        talk.send("isready");
        let (said, _) = talk.until("readyok");
        assert!(said.len() == 2 && said[0].contains("not a regular file"), "{said:?}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Serves standard input and output when run by the next test.
#[test]
#[ignore = "run by a_panicking_process_lives_on_and_keeps_standard_error_clean"]
fn child() {
    engine::serve(Moody::new(), std::io::stdin(), std::io::stdout()).expect("threads can be had");
}

#[test]
fn a_panicking_process_lives_on_and_keeps_standard_error_clean() {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "child", "--ignored", "--nocapture", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this test runs");
    let script = "position fen panic\ngo movetime 1\nposition fen panic-set\nisready\n";
    child.stdin.take().expect("piped").write_all(script.as_bytes()).expect("the child reads");
    let output = child.wait_with_output().expect("the child ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(said.matches("info string ERROR").count(), 2, "{said}");
    assert!(said.contains("bestmove d2d4") && said.contains("readyok"), "{said}");
}

impl Talk {
    /// Waits for the end with the input still open, as a GUI does that has sent `quit`.
    fn wait_open(mut self) -> (Vec<String>, Duration) {
        let begin = Instant::now();
        let input = self.take_input();
        let (said, _) = self.wait();
        let time = begin.elapsed();
        drop(input);
        (said, time)
    }
}
