//! A few thousand broken conversations with one process: it lives, it answers, it never answers what was not asked. Seeded.

#[macro_use]
mod common;

use std::time::{Duration, Instant};

use common::{Engine, Random};

const SEED: u64 = 0x00a5_5a10;
const LINES: usize = 100_000;
const TIME: Duration = Duration::from_secs(5);

const CORPUS: [&str; 28] = [
    "uci",
    "isready",
    "ucinewgame",
    "debug on",
    "register later",
    "stop",
    "ponderhit",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "position fen rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3 moves e5f6",
    "position fen 8/8/8/8/8/6k1/6p1/6K1 w - - 0 1",
    "position fen 7k/7P/6K1/8/3B4/8/8/8 b - - 0 1",
    "go depth 1",
    "go depth 2 searchmoves e2e4 d2d4",
    "go nodes 500",
    "go movetime 1",
    "go wtime 100 btime 100 winc 0 binc 0 movestogo 40",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go mate 1",
    "go",
    "setoption name Move Overhead value 10",
    // Mutations add digits; a table that takes a second to clear would make this a test of memory.
    "setoption name Hash value 1",
    "setoption name Clear Hash",
    "setoption name UCI_Chess960 value true",
    "setoption name Nonsense value 99999999999999999999",
];

const WORDS: [&str; 16] = [
    "-1",
    "0",
    "4294967296",
    "99999999999999999999999",
    "moves",
    "fen",
    "startpos",
    "e1g1",
    "a7a8q",
    "0000",
    "value",
    "name",
    "-",
    "KQkq",
    "\t",
    "infinite",
];

fn mutate(line: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..random.below(4) {
        let at = random.below(bytes.len() + 1);
        match random.below(7) {
            0 if at < bytes.len() => bytes[at] = random.next() as u8,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.insert(at, random.next() as u8),
            3 => bytes.truncate(at),
            4 => {
                let word = format!(" {} ", WORDS[random.below(WORDS.len())]);
                bytes.splice(at..at, word.bytes());
            }
            5 => {
                let tail = bytes[at..].to_vec();
                bytes.extend(tail);
            }
            _ => bytes.extend(CORPUS[random.below(CORPUS.len())].bytes()),
        }
    }
    bytes.retain(|&byte| byte != b'\n');
    // The one word that may end it, and what is answered with text for people.
    let text = String::from_utf8_lossy(&bytes);
    let is_inquiry = matches!(uci::GuiMessage::parse(&text).message, Some(uci::GuiMessage::Inquire(_)));
    if is_inquiry || text.to_ascii_lowercase().contains("quit") { b"stop".to_vec() } else { bytes }
}

/// Whether the engine counts this line as a `go`, by the parser that the engine itself uses.
fn is_go(bytes: &[u8]) -> bool {
    matches!(uci::GuiMessage::parse(&String::from_utf8_lossy(bytes)).message, Some(uci::GuiMessage::Go(_)))
}

/// How many searches these lines answer. Whatever else they hold must be something an engine says.
fn answers(said: &[String]) -> usize {
    for line in said {
        let known = ["info ", "bestmove ", "readyok", "uciok", "id ", "option "];
        assert!(known.iter().any(|start| line.starts_with(start)), "{line:?}");
        assert!(!line.contains("panicked") && !line.contains("not legal here"), "{line:?}");
    }
    said.iter().filter(|line| line.starts_with("bestmove ")).count()
}

fn mutated_lines_never_end_it_and_every_go_is_answered(arguments: &[&str]) {
    let mut random = Random(SEED);
    let mut engine = Engine::start(arguments);
    let begin = Instant::now();
    let (mut asked, mut answered, mut sent) = (0, 0, 0);
    while sent < LINES && begin.elapsed() < TIME {
        let line = mutate(CORPUS[random.below(CORPUS.len())], &mut random);
        asked += usize::from(is_go(&line));
        engine.send_bytes(&line);
        engine.send_bytes(b"\n");
        sent += 1;
        if sent % 20 == 0 {
            engine.send("stop");
            engine.send("isready");
            answered += answers(&engine.until("readyok").0);
            // All are stopped, the last by the stop and each other by the next: nothing piles up.
            while answered < asked {
                answered += answers(&engine.until("bestmove").0);
            }
        }
    }
    engine.close_input();
    let (status, _, said) = engine.wait();
    answered += answers(&said);
    eprintln!("{sent} lines, {asked} searches, {:?}", begin.elapsed());
    assert_eq!(status.code(), Some(0));
    assert_eq!(asked, answered);
    assert!(sent >= 2000, "only {sent} lines");
}

both_engines![mutated_lines_never_end_it_and_every_go_is_answered,];
