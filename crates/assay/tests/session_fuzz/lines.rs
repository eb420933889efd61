//! Where the lines come from: valid ones, and broken ones made of them.
//!
//! Invariant: no broken line ends the process by right, asks for text that is for people, or for more memory or threads than a test may
//! take; everything else is fair.

use rules::{CastlingMode, Position};
use uci::{GuiMessage, OptionDescription, OptionKind};

use crate::common::Random;
use crate::witness::texts;

const CORPUS: [&str; 30] = [
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
    "position fen 4k3/8/8/8/8/8/8/4K2R w - - 99 113",
    "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 moves g1f1",
    "go depth 1",
    "go depth 2 searchmoves e2e4 d2d4",
    "go nodes 500",
    "go movetime 1",
    "go wtime 100 btime 100 winc 0 binc 0 movestogo 40",
    "go wtime -170671 btime 5",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go mate 1",
    "go",
    "setoption name Move Overhead value 10",
    "setoption name Hash value 1",
    "setoption name UCI_Chess960 value true",
    "setoption name Nonsense value 99999999999999999999",
];

const WORDS: [&str; 34] = [
    "-1",
    "0",
    "1",
    "-0",
    "+5",
    "1.5",
    "NaN",
    "4294967296",
    "18446744073709551616",
    "-9223372036854775809",
    "99999999999999999999999",
    "moves",
    "fen",
    "startpos",
    "e1g1",
    "e1h1",
    "a7a8q",
    "A7A8K",
    "0000",
    "(none)",
    "value",
    "name",
    "-",
    "KQkq",
    "HAha",
    "w",
    "b",
    "infinite",
    "ponder",
    "searchmoves",
    "wait",
    "\u{fc}\u{2654}",
    "true",
    "",
];

/// The largest table and the most threads a test asks for.
const MOST_HASH: i64 = 8;
const MOST_THREADS: i64 = 4;

pub(crate) struct Lines {
    random: Random,
    options: Vec<OptionDescription>,
}

impl Lines {
    pub(crate) fn new(random: Random, options: Vec<OptionDescription>) -> Self {
        Lines { random, options }
    }

    pub(crate) fn chance(&mut self, one_in: usize) -> bool {
        self.random.below(one_in) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.random.below(from.len())]
    }

    /// Some position of some game.
    pub(crate) fn position(&mut self, mode: CastlingMode) -> String {
        let (mut line, mut position) = match mode {
            CastlingMode::Chess960 if self.chance(2) => {
                let fen = self.fischer_random();
                let position = Position::from_chess960_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
                (format!("position fen {fen}"), position)
            }
            _ => ("position startpos".to_owned(), Position::start()),
        };
        let plies = self.random.below(120);
        let mut moves = String::new();
        for _ in 0..plies {
            let known = texts(&position, mode);
            if known.is_empty() {
                break;
            }
            let text = &known[self.random.below(known.len())];
            moves.push(' ');
            moves.push_str(text);
            let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.make(mv);
        }
        if self.chance(2) {
            let fen = if mode == CastlingMode::Chess960 { position.to_shredder_fen() } else { position.to_fen() };
            return format!("position fen {fen}");
        }
        if !moves.is_empty() {
            line.push_str(" moves");
            line.push_str(&moves);
        }
        line
    }

    /// A start position in which the king stands between the rooks and the bishops on two colours.
    fn fischer_random(&mut self) -> String {
        let mut rank = [' '; 8];
        let mut put = |piece: char, free: &mut Vec<usize>, index: usize| rank[free.remove(index)] = piece;
        let (light, dark) = (self.random.below(4) * 2 + 1, self.random.below(4) * 2);
        let mut free: Vec<usize> = (0..8).collect();
        for square in [light, dark] {
            let index = free.iter().position(|&other| other == square).unwrap_or(0);
            put('b', &mut free, index);
        }
        for piece in ['q', 'n', 'n'] {
            let index = self.random.below(free.len());
            put(piece, &mut free, index);
        }
        let letters: String = [free[2], free[0]].iter().map(|&file| (b'a' + file as u8) as char).collect();
        for piece in ['r', 'k', 'r'] {
            put(piece, &mut free, 0);
        }
        let black: String = rank.iter().collect();
        let rights = letters.to_ascii_uppercase() + &letters;
        format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w {rights} - 0 1", black.to_ascii_uppercase())
    }

    /// A search of the position.
    pub(crate) fn go(&mut self, position: &Position, mode: CastlingMode) -> String {
        let moves = texts(position, mode);
        let searchmoves = if moves.is_empty() {
            String::new()
        } else {
            format!(" searchmoves {} {}", moves[self.random.below(moves.len())], moves[self.random.below(moves.len())])
        };
        let limits = [
            "depth 1",
            "depth 3",
            "nodes 1",
            "nodes 2000",
            "movetime 1",
            "movetime 4",
            "wtime 40 btime 40 winc 1 binc 1",
            "infinite",
            "ponder wtime 40 btime 40",
            "mate 2 nodes 500",
        ];
        let limits = self.pick(&limits);
        format!("go {limits}{}", if self.chance(4) { &searchmoves } else { "" })
    }

    /// What a person might type, now and then.
    pub(crate) fn inquiry(&mut self) -> Option<&'static str> {
        let inquiry = self.pick(&["d", "eval", "eval json", "stats", "perft 1", "go perft 2", "perft x", "eval yaml"]);
        self.chance(8).then_some(inquiry)
    }

    /// A line that a client with a fault might send.
    pub(crate) fn broken(&mut self) -> Vec<u8> {
        let line = match self.random.below(6) {
            0 => self.option(),
            1 if self.chance(2) => self.position(CastlingMode::Standard),
            1 => self.position(CastlingMode::Chess960),
            _ => self.pick(&CORPUS).to_owned(),
        };
        let mut bytes = line.into_bytes();
        for _ in 0..self.random.below(4) {
            bytes = if self.chance(2) { self.break_words(&bytes) } else { self.break_bytes(bytes) };
        }
        if self.chance(2_000) {
            // At, and beyond, the longest line that is read.
            let length = crate::LONGEST_LINE - 10 + self.random.below(20);
            bytes.resize(length.max(bytes.len()), b" x8\0"[self.random.below(4)]);
        }
        bytes.retain(|&byte| byte != b'\n');
        if is_fair(&bytes) { bytes } else { b"stop".to_vec() }
    }

    fn option(&mut self) -> String {
        let option = self.options[self.random.below(self.options.len())].clone();
        let value = match &option.kind {
            OptionKind::Check { .. } => self.pick(&["true", "false", "TRUE", "1", "on", ""]).to_owned(),
            OptionKind::Spin { min, max, .. } => {
                let middle = min + (self.random.next() % (max - min + 1).unsigned_abs()).cast_signed();
                let numbers = [*min, *max, middle, min.wrapping_sub(1), max.wrapping_add(1), i64::MIN, i64::MAX, 0, -1];
                numbers[self.random.below(numbers.len())].to_string()
            }
            OptionKind::Combo { choices, .. } => choices[self.random.below(choices.len())].clone(),
            OptionKind::Button => String::new(),
            OptionKind::String { .. } => self.pick(&["", "<empty>", "/no/such/place", "a b : c", ":"]).to_owned(),
        };
        // A log file would be written wherever the tests happen to run.
        let value = if option.is_named("Debug Log File") { String::new() } else { value };
        format!("setoption name {} value {value}", option.name)
    }

    /// Drops, doubles, swaps or replaces a word.
    fn break_words(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut words: Vec<Vec<u8>> = bytes.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
        let at = self.random.below(words.len());
        let other = self.random.below(words.len());
        let new = self.pick(&WORDS).as_bytes().to_vec();
        match self.random.below(6) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at].clone()),
            2 => words.swap(at, other),
            3 => words[at] = new,
            4 => words.insert(at, new),
            _ => {
                let times = self.random.below(300);
                let word = words[at].clone();
                words.splice(at..at, vec![word; times]);
            }
        }
        words.join(&b' ')
    }

    fn break_bytes(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let at = self.random.below(bytes.len() + 1);
        match self.random.below(8) {
            0 if at < bytes.len() => bytes[at] = self.random.next() as u8,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.insert(at, self.random.next() as u8),
            3 => bytes.truncate(at),
            // The letters a FEN is made of, so that damage is often still a FEN.
            4 if at < bytes.len() => bytes[at] = b"KQRBNPkqrbnp12345678/-wb "[self.random.below(25)],
            5 => bytes.extend_from_within(at..),
            6 => bytes.insert(at, b"\0\r\t\x7f\xff\xc3"[self.random.below(6)]),
            _ => bytes.extend(self.pick(&CORPUS).bytes()),
        }
        bytes
    }
}

/// See the invariant.
fn is_fair(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match GuiMessage::parse(&text).message {
        Some(GuiMessage::Inquire(_) | GuiMessage::Flip | GuiMessage::Wait | GuiMessage::Quit) => false,
        Some(GuiMessage::SetOption { name, value }) => {
            let most = match name.to_ascii_lowercase().as_str() {
                "hash" => MOST_HASH,
                "threads" => MOST_THREADS,
                "debug log file" => return value.is_none_or(|value| value.is_empty()),
                _ => return true,
            };
            // What is no number, or out of range, is refused.
            let number = value.as_deref().and_then(|value| value.parse::<i64>().ok());
            number.is_none_or(|number| number <= most || number > 1 << 30)
        }
        _ => true,
    }
}
