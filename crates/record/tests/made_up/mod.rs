//! Games for the tests of training records: drawn by a fixed generator, always the same ones, and a text form of them.

// Each test file uses a part of it.
#![allow(dead_code)]

use record::training::{Game, GameResult, Score, Scored};
use rules::{CastlingMode, Move, MoveKind, Position};

/// SplitMix64: repeatable, and no dependency.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// About normal, of this standard deviation: the sum of twelve even numbers.
    pub(crate) fn around(&mut self, deviation: i32) -> i32 {
        let sum: usize = (0..12).map(|_| self.below(1_001)).sum();
        (sum as i32 - 6_000) * deviation / 1_000
    }
}

/// From where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Standard,
    /// Standard chess after eight or nine random moves, as generators draw it.
    Opening,
    Chess960,
    DoubleFischer,
    /// Few men, where en passant and promotions are near.
    Sparse,
}

impl Start {
    pub(crate) const ALL: [Self; 5] =
        [Self::Standard, Self::Opening, Self::Chess960, Self::DoubleFischer, Self::Sparse];

    pub(crate) fn position(self, random: &mut Random) -> Position {
        match self {
            Self::Standard => Position::start(),
            Self::Opening => opening(random),
            Self::Chess960 => {
                let rank = back_rank(random);
                fischer(&rank, &rank)
            }
            Self::DoubleFischer => fischer(&back_rank(random), &back_rank(random)),
            Self::Sparse => {
                let fens = [
                    "4k3/PPpp4/8/4pP2/4PpP1/8/2p3pP/R3K2R w KQ e6 3 40",
                    "r3k2r/2P1P1P1/8/1pP5/8/5K2/1p1p3p/8 b kq - 0 31",
                    "1n2k1n1/P6P/8/8/pP6/4K3/3p2p1/2B5 b - b3 0 60",
                    "8/8/8/4k3/8/8/1K6/3R4 w - - 20 90",
                ];
                Position::from_fen(fens[random.below(fens.len())]).expect("a position")
            }
        }
    }
}

fn opening(random: &mut Random) -> Position {
    loop {
        let mut position = Position::start();
        for _ in 0..8 + random.below(2) {
            let moves = position.legal_moves();
            if let Some(&mv) = moves.get(random.below(moves.len().max(1))) {
                position.make(mv);
            }
        }
        if position.has_legal_move() {
            return position;
        }
    }
}

fn back_rank(random: &mut Random) -> Vec<char> {
    let mut rank: Vec<char> = "RNBQKBNR".chars().collect();
    loop {
        for last in (1..8).rev() {
            rank.swap(last, random.below(last + 1));
        }
        let places = |man: char| (0..8).filter(|&file| rank[file] == man).collect::<Vec<_>>();
        let (king, rooks, bishops) = (places('K')[0], places('R'), places('B'));
        if rooks[0] < king && king < rooks[1] && bishops[0] % 2 != bishops[1] % 2 {
            return rank;
        }
    }
}

fn fischer(white: &[char], black: &[char]) -> Position {
    let text = |rank: &[char]| rank.iter().collect::<String>();
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", text(black).to_lowercase(), text(white));
    Position::from_chess960_fen(&fen).expect("a position")
}

/// A random legal move, the rarer kinds more often than chance would have them.
fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let rare = |mv: &Move| matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) || mv.promotion().is_some();
    let special: Vec<Move> = moves.into_iter().filter(rare).collect();
    let from = if special.is_empty() || random.below(3) == 0 { &moves[..] } else { &special[..] };
    if from.is_empty() { None } else { Some(from[random.below(from.len())]) }
}

/// A game of random moves, with scores as a search might give them: a drifting truth, its noise, and the odd mate.
pub(crate) fn game(start: Position, most_plies: usize, random: &mut Random) -> Game {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut truth = random.around(60);
    while moves.len() < most_plies
        && position.halfmove_clock() < 100
        && !rules::game::has_insufficient_material(&position)
        && let Some(mv) = random_move(&position, random)
    {
        truth = -truth - truth / 50 + random.around(25);
        let seen = truth + random.around(20);
        let score = if seen.abs() > 400 { Score::Mate { winning: seen > 0 } } else { Score::centipawns(seen) };
        moves.push(Scored { mv, score });
        position.make(mv);
    }
    let mated = !position.has_legal_move() && position.in_check();
    let result = match position.side_to_move() {
        rules::Color::White if mated => GameResult::BlackWins,
        rules::Color::Black if mated => GameResult::WhiteWins,
        _ if !position.has_legal_move() => GameResult::Draw,
        _ => [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][random.below(3)],
    };
    Game { start, moves, result }
}

/// Games of every kind of start.
pub(crate) fn games(of_each: usize, most_plies: usize, seed: u64) -> Vec<Game> {
    let mut random = Random(seed);
    let mut games = Vec::new();
    for start in Start::ALL {
        for _ in 0..of_each {
            let position = start.position(&mut random);
            games.push(game(position, most_plies, &mut random));
        }
    }
    games
}

/// A game as a line of text: start, result, then moves and scores in turn.
pub(crate) fn to_text(game: &Game, mode: CastlingMode) -> String {
    let result = match game.result {
        GameResult::WhiteWins => "1-0",
        GameResult::Draw => "1/2-1/2",
        GameResult::BlackWins => "0-1",
    };
    let mut text = format!("{} | {result} |", game.start.to_shredder_fen());
    for scored in &game.moves {
        let score = match scored.score {
            Score::Centipawns(value) => value.to_string(),
            Score::Mate { winning: true } => "mate".to_owned(),
            Score::Mate { winning: false } => "-mate".to_owned(),
        };
        text += &format!(" {} {score}", scored.mv.uci(mode));
    }
    text
}

/// The game that such a line tells.
pub(crate) fn from_text(text: &str) -> Game {
    let [start, result, moves] = text.splitn(3, " |").collect::<Vec<_>>()[..] else { panic!("three fields: {text}") };
    let start = Position::from_chess960_fen(start).expect("a position");
    let result = match result.trim() {
        "1-0" => GameResult::WhiteWins,
        "1/2-1/2" => GameResult::Draw,
        "0-1" => GameResult::BlackWins,
        other => panic!("{other} is no result"),
    };
    let mut position = start.clone();
    let words: Vec<&str> = moves.split_whitespace().collect();
    let moves = words
        .chunks_exact(2)
        .map(|pair| {
            let mv = position.parse_uci(pair[0]).expect("a legal move");
            position.make(mv);
            let score = match pair[1] {
                "mate" => Score::Mate { winning: true },
                "-mate" => Score::Mate { winning: false },
                number => Score::Centipawns(number.parse().expect("a score")),
            };
            Scored { mv, score }
        })
        .collect();
    Game { start, moves, result }
}
