//! What is kept up to date along a line of moves is what would be computed afresh: case DT-23 of `shared/data/cases`, with its inputs.
//!
//! In a debug build every evaluation here also compares the first layer's sums, number by number.

mod common;

use std::sync::Arc;

use common::{Random, random_network};
use eval::nnue::{Accumulators, Network};
use rules::{Color, Move, MoveKind, PieceChanges, PieceKind, Position};

const STANDARD: &str = include_str!("../../rules/tests/data/perft.epd");
const CHESS960: &str = include_str!("../../rules/tests/data/perft-chess960.epd");
/// What the perft positions lack: kings that castle where they stand or change places with the rook, captures of castling rooks by
/// promoting pawns, kings at the middle of the board.
const RARE: [&str; 10] = [
    "6kr/5ppp/8/8/8/8/5PPP/6KR w Hh - 0 1",
    "r1k5/1ppp4/8/8/8/8/1PPP4/R1K5 b Aa - 0 1",
    "1k4r1/1pp3pp/8/8/8/8/1PP3PP/1R4KR w HBg - 0 1",
    "5kr1/5ppp/8/8/8/8/5PPP/R4KR1 w GAg - 0 1",
    "1r1k4/1ppp4/8/8/8/8/2PP2P1/2RK2R1 w GCb - 0 1",
    "rk6/pp6/8/8/8/8/PP6/RK4R1 w GAa - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "3k4/8/8/8/8/8/8/3K4 w - - 0 1",
    "4k3/2p5/4p3/8/8/4P3/2P5/3K4 b - - 0 1",
];

fn starts() -> Vec<Position> {
    let lines = STANDARD.lines().chain(CHESS960.lines()).filter_map(|line| line.split(" ;").next());
    let position = |fen: &str| Position::from_chess960_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    lines.chain([RARE; 3].into_iter().flatten()).map(position).collect()
}

/// How often the moves of the case occurred.
#[derive(Debug, Default)]
struct Seen {
    king_side: u32,
    queen_side: u32,
    king_stays: u32,
    king_and_rook_swap: u32,
    en_passant: u32,
    promotion: u32,
    promotion_takes_castling_rook: u32,
    null: u32,
    king_crosses: u32,
    taken_back: u32,
    evaluated: u32,
}

impl Seen {
    fn note(&mut self, position: &Position, mv: Move, changes: &PieceChanges) {
        let is = u32::from;
        let castles = mv.is_castle();
        self.king_side += is(castles && mv.to() > mv.from());
        self.queen_side += is(castles && mv.to() < mv.from());
        self.king_stays += is(castles && changes.added.square == changes.removed.square);
        let rook = (changes.also_removed.map(|rook| rook.square), changes.also_added.map(|rook| rook.square));
        self.king_and_rook_swap += is(castles && rook == (Some(changes.added.square), Some(changes.removed.square)));
        self.en_passant += is(mv.kind() == MoveKind::EnPassant);
        self.promotion += is(mv.promotion().is_some());
        let takes_rook = position.castling_rooks().contains(mv.to()) && mv.is_capture();
        self.promotion_takes_castling_rook += is(mv.promotion().is_some() && takes_rook);
        let half = |square: rules::Square| square.file().index() / 4;
        let king = changes.removed.piece.kind() == PieceKind::King;
        self.king_crosses += is(king && half(changes.removed.square) != half(changes.added.square));
    }

    fn all(&self) -> [u32; 11] {
        [
            self.king_side,
            self.queen_side,
            self.king_stays,
            self.king_and_rook_swap,
            self.en_passant,
            self.promotion,
            self.promotion_takes_castling_rook,
            self.null,
            self.king_crosses,
            self.taken_back,
            self.evaluated,
        ]
    }
}

/// A line of positions, and what keeps pace with it.
struct Walk {
    network: Arc<Network>,
    sums: Accumulators,
    line: Vec<Position>,
}

impl Walk {
    fn new(network: Arc<Network>, start: &Position, plies: usize) -> Self {
        Self { sums: Accumulators::new(Arc::clone(&network), plies), network, line: vec![start.clone()] }
    }

    fn position(&self) -> &Position {
        &self.line[self.line.len() - 1]
    }

    fn check(&mut self, seen: &mut Seen) {
        seen.evaluated += 1;
        let position = &self.line[self.line.len() - 1];
        assert_eq!(self.sums.evaluate(position), self.network.evaluate(position), "{position}");
    }

    fn back(&mut self, plies: usize, seen: &mut Seen) {
        for _ in 0..plies {
            self.line.pop();
            self.sums.pop();
            seen.taken_back += 1;
        }
    }

    /// One ply, or `false` if there is none.
    fn step(&mut self, random: &mut Random, seen: &mut Seen) -> bool {
        let mut next = self.position().clone();
        if !next.in_check() && random.below(10) == 0 {
            next.make_null();
            self.sums.push_null();
            seen.null += 1;
        } else {
            let Some(mv) = random.legal_move(&next) else { return false };
            let changes = next.make(mv);
            seen.note(self.position(), mv, &changes);
            self.sums.push(&changes);
        }
        self.line.push(next);
        true
    }
}

#[test]
fn kept_sums_are_fresh_sums() {
    let mut random = Random(23);
    let mut seen = Seen::default();
    let networks = [16, 48, 64, 128].map(|hidden| Arc::new(random_network(hidden as u64, hidden)));
    for (number, start) in starts().iter().enumerate() {
        // Room for fewer plies than there will be: the rest must be found when needed.
        let mut walk = Walk::new(Arc::clone(&networks[number % networks.len()]), start, 100);
        for _ in 0..200 {
            if !walk.step(&mut random, &mut seen) {
                let all = walk.line.len() - 1;
                walk.back(all.min(30), &mut seen);
            }
            // Now and then some plies are taken back, and most positions are never evaluated, as in a search.
            if random.below(12) == 0 {
                let back = random.below(walk.line.len().min(6));
                walk.back(back, &mut seen);
            }
            if random.below(3) == 0 {
                walk.check(&mut seen);
            }
        }
        while walk.line.len() > 1 {
            walk.check(&mut seen);
            walk.back(1, &mut seen);
        }
        walk.check(&mut seen);
    }
    assert!(seen.all().into_iter().all(|count| count >= 5), "too few to prove anything: {seen:?}");
}

#[test]
fn a_line_longer_than_expected_costs_nothing_but_memory() {
    let (mut random, mut seen) = (Random(5), Seen::default());
    let mut walk = Walk::new(Arc::new(random_network(1, 16)), &Position::start(), 0);
    while walk.line.len() < 50 && walk.step(&mut random, &mut seen) {
        walk.check(&mut seen);
    }
    assert!(walk.line.len() > 20);
    let all = walk.line.len() - 1;
    walk.back(all, &mut seen);
    walk.check(&mut seen);
}

/// A search begins at a new position each time; what is remembered of the last ones must not show.
#[test]
fn a_new_root_may_be_any_position() {
    let network = Arc::new(random_network(3, 32));
    let mut sums = Accumulators::new(Arc::clone(&network), 8);
    let mut random = Random(3);
    for start in starts() {
        let game = random.game(&start, 30);
        for position in [&game[0], &game[game.len() - 1]] {
            sums.restart();
            // Asked about or not.
            if random.below(2) == 0 {
                assert_eq!(sums.evaluate(position), network.evaluate(position), "{position}");
            }
            let mut next = position.clone();
            if let Some(mv) = random.legal_move(position) {
                sums.push(&next.make(mv));
                assert_eq!(sums.evaluate(&next), network.evaluate(&next), "{next}");
            }
        }
    }
}

/// Kings cross and cross back while nothing is evaluated: what is worked out for the last position must not be taken for those before it.
#[test]
fn kings_that_cross_twice() {
    let network = Arc::new(random_network(9, 64));
    let mut sums = Accumulators::new(Arc::clone(&network), 8);
    let mut line = vec![Position::from_fen("4k3/2p5/4p3/8/8/4P3/2P5/3K4 w - - 0 1").expect("a FEN")];
    assert_eq!(sums.evaluate(&line[0]), network.evaluate(&line[0]));
    for text in ["d1e2", "e8d7", "e2d3", "d7e7"] {
        let mut next = line[line.len() - 1].clone();
        let mv = next.parse_uci(text).expect("a move");
        sums.push(&next.make(mv));
        line.push(next);
    }
    for color in Color::ALL {
        assert_eq!(line[0].king(color).file(), line[4].king(color).file());
    }
    while let Some(position) = line.pop() {
        assert_eq!(sums.evaluate(&position), network.evaluate(&position), "{position}");
        if !line.is_empty() {
            sums.pop();
        }
    }
}
