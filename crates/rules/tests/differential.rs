//! The rules against two independent libraries, on the positions of random games.

mod common;

use common::{Random, Start, random_move};
use cozy_chess::Board;
use rules::{MoveKind, Position};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};
use std::collections::HashMap;

const POSITIONS: usize = 600_000;
const LONGEST_GAME: usize = 200;

/// A move as all three libraries can say it: castling is king takes rook, a promotion is its letter.
type Plain = (u8, u8, Option<char>);

fn own_moves(position: &Position) -> Vec<Plain> {
    let plain = |mv: rules::Move| {
        (mv.from().index() as u8, mv.to().index() as u8, mv.promotion().map(rules::PieceKind::letter))
    };
    sorted(position.legal_moves().into_iter().map(plain))
}

fn shakmaty_plain(mv: &shakmaty::Move) -> Plain {
    let from = mv.from().expect("no drops in chess");
    (u8::from(from), u8::from(mv.to()), mv.promotion().map(shakmaty::Role::char))
}

fn cozy_plain(mv: cozy_chess::Move) -> Plain {
    (mv.from as u8, mv.to as u8, mv.promotion.map(char::from))
}

fn cozy_moves(board: &Board) -> Vec<Plain> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(cozy_plain));
        false
    });
    sorted(moves)
}

fn sorted(moves: impl IntoIterator<Item = Plain>) -> Vec<Plain> {
    let mut moves: Vec<Plain> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// The three boards of one game, each with its own history of incremental updates.
struct Trio {
    own: Position,
    shakmaty: Chess,
    cozy: Board,
}

impl Trio {
    /// `None` if a library refuses the start: random sparse positions need not be reachable.
    fn new(own: Position) -> Option<Self> {
        let text = own.to_shredder_fen();
        let fen: Fen = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let shakmaty = fen.into_position(shakmaty::CastlingMode::Chess960).ok()?;
        let cozy = Board::from_fen(&text, true).ok()?;
        Some(Self { own, shakmaty, cozy })
    }

    fn check(&self) {
        let Self { own, shakmaty, cozy } = self;
        let moves = own_moves(own);
        assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "a move twice in {own}");
        let theirs = sorted(shakmaty.legal_moves().iter().map(shakmaty_plain));
        assert_eq!(moves, theirs, "legal moves against shakmaty in {own}");
        assert_eq!(moves, cozy_moves(cozy), "legal moves against cozy-chess in {own}");
        assert_eq!(own.in_check(), shakmaty.is_check(), "check against shakmaty in {own}");
        let checkers = own.checkers().into_iter().fold(0, |bits, square| bits | 1_u64 << square.index());
        assert_eq!(checkers, u64::from(shakmaty.checkers()), "checkers against shakmaty in {own}");
        assert_eq!(checkers, cozy.checkers().0, "checkers against cozy-chess in {own}");
        assert_eq!(own.has_legal_move(), !moves.is_empty(), "{own}");
        check_text(own, shakmaty);
    }

    fn play(&mut self, mv: rules::Move) {
        let plain = (mv.from().index() as u8, mv.to().index() as u8, mv.promotion().map(rules::PieceKind::letter));
        let theirs = self.shakmaty.legal_moves().into_iter().find(|mv| shakmaty_plain(mv) == plain);
        self.shakmaty.play_unchecked(theirs.expect("the same moves"));
        let mut wanted = None;
        self.cozy.generate_moves(|set| {
            wanted = set.into_iter().find(|&mv| cozy_plain(mv) == plain);
            wanted.is_some()
        });
        self.cozy.play_unchecked(wanted.expect("the same moves"));
        self.own.make(mv);
    }
}

/// FEN equals the other library's, and every dialect reads back as the same position.
fn check_text(own: &Position, shakmaty: &Chess) {
    let text = own.to_fen();
    assert_eq!(text, Fen::from_position(shakmaty, EnPassantMode::Legal).to_string());
    for text in [&text, &own.to_shredder_fen()] {
        let back = rules::fen::parse(text, rules::CastlingMode::Chess960).unwrap_or_else(|error| panic!("{error}"));
        assert!(back.position == *own && back.notices.is_empty(), "{text} became {back:?}");
    }
    assert!(*own == own.recomputed(), "incremental and recomputed facts differ in {own}");
}

/// Remembers which key belongs to which position, counters aside.
#[derive(Default)]
struct Keys {
    by_text: HashMap<String, u64>,
    by_key: HashMap<u64, String>,
}

impl Keys {
    fn check(&mut self, position: &Position) {
        let mut text = position.to_shredder_fen();
        let fourth = text.match_indices(' ').nth(3).expect("six fields").0;
        text.truncate(fourth);
        let key = *self.by_text.entry(text.clone()).or_insert(position.key());
        assert_eq!(key, position.key(), "one position, two keys: {text}");
        let known = self.by_key.entry(key).or_insert_with(|| text.clone());
        assert_eq!(*known, text, "one key, two positions");
    }
}

#[test]
fn same_rules_as_two_other_libraries() {
    let mut random = Random(0xA55A_1234);
    let mut keys = Keys::default();
    let mut compared = [0; 4];
    // How often the rare things came up: a comparison that never meets them proves nothing.
    let (mut castles, mut en_passants, mut promotions, mut checks, mut refused) = (0, 0, 0, 0, 0);
    for (turn, start) in Start::ALL.into_iter().enumerate().cycle() {
        if compared.iter().sum::<usize>() >= POSITIONS {
            break;
        }
        // Sparse games are short or dull: more of them, each shorter.
        let (games, longest) = if start == Start::Sparse { (8, 25) } else { (1, LONGEST_GAME) };
        for _ in 0..games {
            let Some(mut trio) = Trio::new(start.position(&mut random)) else {
                refused += 1;
                continue;
            };
            for _ in 0..longest {
                trio.check();
                keys.check(&trio.own);
                compared[turn] += 1;
                checks += usize::from(trio.own.in_check());
                if trio.own.halfmove_clock() >= 100 {
                    break;
                }
                let Some(mv) = random_move(&trio.own, &mut random) else { break };
                match mv.kind() {
                    MoveKind::Castle => castles += 1,
                    MoveKind::EnPassant => en_passants += 1,
                    _ => promotions += usize::from(mv.promotion().is_some()),
                }
                trio.play(mv);
            }
        }
    }
    println!("compared {compared:?} positions ({:?}), {} distinct", Start::ALL, keys.by_key.len());
    println!(
        "{castles} castlings, {en_passants} en passant, {promotions} promotions, {checks} checks, {refused} refused"
    );
    for count in compared {
        assert!(count > 50_000);
    }
    for count in [castles, en_passants, promotions, checks] {
        assert!(count > 400);
    }
}

/// Standard positions: the standard FEN reader gives the same position as the Chess960 one.
#[test]
fn standard_fen_reads_back() {
    let mut random = Random(0xF00D);
    for _ in 0..50 {
        let mut position = Position::start();
        for _ in 0..LONGEST_GAME {
            let text = position.to_fen();
            assert!(Position::from_fen(&text).as_ref() == Ok(&position), "{text}");
            assert!(Position::from_fen(&position.to_shredder_fen()).as_ref() == Ok(&position), "{text}");
            let Some(mv) = random_move(&position, &mut random) else { break };
            position.make(mv);
        }
    }
}
