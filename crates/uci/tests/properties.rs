//! Reading and writing are inverse, on lines made from the protocol's own words and on noise. Seeded: every run is the same.

use uci::{EngineMessage, GuiMessage};

/// SplitMix64; a test needs no better.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn choose<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const COMMANDS: &[&str] = &[
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "id",
    "uciok",
    "readyok",
    "bestmove",
    "copyprotection",
    "registration",
    "info",
    "option",
    "d",
    "eval",
    "perft",
    "flip",
    "wait",
    "stats",
    "bench",
    "genfens",
];

const WORDS: &[&str] = &[
    "seed",
    "book",
    "None",
    "perft",
    "json",
    "on",
    "off",
    "name",
    "value",
    "type",
    "default",
    "min",
    "max",
    "var",
    "check",
    "spin",
    "combo",
    "button",
    "string",
    "author",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e8Q",
    "0000",
    "a1h8",
    "(none)",
    "ponder",
    "infinite",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "searchmoves",
    "score",
    "cp",
    "lowerbound",
    "upperbound",
    "wdl",
    "pv",
    "multipv",
    "seldepth",
    "hashfull",
    "time",
    "nps",
    "tbhits",
    "currmove",
    "currmovenumber",
    "cpuload",
    "refutation",
    "currline",
    "0",
    "1",
    "-1",
    "17",
    "4294967296",
    "-99999999999999999999",
    "true",
    "FALSE",
    "<empty>",
    "ok",
    "checking",
    "8/8/8/8/8/8/8/K1k5",
    "w",
    "-",
    "KQkq",
    "ü",
    "Hash",
    "Clear",
    "x\u{b}y",
    "\u{7f}",
    "\u{85}",
    "\u{feff}",
    "\u{2028}",
    "“”",
];

const GAPS: &[&str] = &[" ", " ", " ", "  ", "\t", "\r", "\0", "\u{1}", ""];

fn line(random: &mut Random) -> String {
    let mut line = String::new();
    if random.below(8) == 0 {
        line += random.choose(WORDS);
        line += random.choose(GAPS);
    }
    line += random.choose(COMMANDS);
    for _ in 0..random.below(14) {
        line += random.choose(GAPS);
        line += if random.below(12) == 0 { random.choose(COMMANDS) } else { random.choose(WORDS) };
    }
    line
}

fn noise(random: &mut Random) -> String {
    let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.next() as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn assert_one_clean_line(written: &str, source: &str) {
    assert!(!written.chars().any(char::is_control), "{written:?} from {source:?}");
    assert_eq!(written, written.trim_end_matches(' '), "from {source:?}");
}

fn check(line: &str) {
    if let Some(message) = GuiMessage::parse(line).message {
        let written = message.to_string();
        assert_one_clean_line(&written, line);
        let again = GuiMessage::parse(&written);
        assert_eq!(again.message.as_ref(), Some(&message), "{line:?} written as {written:?}");
        assert_eq!(again.error, None, "{written:?}");
    }
    if let Some(error) = GuiMessage::parse(line).error {
        assert_one_clean_line(&error.to_string(), line);
    }
    if let Some(message) = EngineMessage::parse(line).message {
        let written = message.to_string();
        assert_one_clean_line(&written, line);
        assert_eq!(EngineMessage::parse(&written).message.as_ref(), Some(&message), "{line:?} written as {written:?}");
    }
}

#[test]
fn writing_is_the_inverse_of_reading() {
    let mut random = Random(20_260_401);
    for _ in 0..200_000 {
        check(&line(&mut random));
    }
}

#[test]
fn noise_never_panics() {
    let mut random = Random(7);
    for _ in 0..50_000 {
        check(&noise(&mut random));
        let command = random.choose(COMMANDS).to_owned() + " " + &noise(&mut random);
        check(&command);
    }
}
