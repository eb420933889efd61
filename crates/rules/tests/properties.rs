//! What must hold of every position and move, whatever they are.

mod common;

use common::{Random, Start, random_move};
use rules::{Color, Move, MoveKind, MoveList, Piece, PieceChanges, PieceKind, Placement, Position, Square, perft};

/// Plays random games, taking turns among the starts, until `visit` saw this many positions.
fn random_positions(seed: u64, positions: usize, mut visit: impl FnMut(&Position)) {
    const LONGEST: usize = 120;
    let mut random = Random(seed);
    let mut seen = 0;
    for start in Start::ALL.into_iter().cycle() {
        let mut position = start.position(&mut random);
        for _ in 0..LONGEST {
            if seen == positions {
                return;
            }
            seen += 1;
            visit(&position);
            let Some(mv) = random_move(&position, &mut random) else { break };
            position.make(mv);
        }
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    child.make(mv);
    child
}

fn sorted(list: &MoveList) -> Vec<Move> {
    let mut moves = list.to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn noisy_and_quiet_moves_partition_the_legal_ones() {
    random_positions(1, 40_000, |position| {
        let legality = position.legality();
        let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
        position.noisy_moves(&legality, &mut noisy);
        position.quiet_moves(&legality, &mut quiet);
        let is_noisy = |mv: Move| mv.is_capture() || mv.promotion().is_some();
        assert!(noisy.into_iter().all(is_noisy), "{noisy:?} in {position}");
        assert!(!quiet.into_iter().any(is_noisy), "{quiet:?} in {position}");
        let legal = position.legal_moves();
        let mut both = noisy;
        quiet.into_iter().for_each(|mv| both.push(mv));
        assert_eq!(sorted(&both), sorted(&legal), "{position}");
        assert_eq!(position.count_legal_moves(), legal.len() as u64, "{position}");
        assert_eq!(position.has_legal_move(), !legal.is_empty(), "{position}");
    });
}

#[test]
fn evasions_are_the_legal_moves_in_check() {
    let mut checks = 0;
    random_positions(2, 60_000, |position| {
        if !position.in_check() {
            return;
        }
        checks += 1;
        let mut evasions = MoveList::new();
        position.evasions(&position.legality(), &mut evasions);
        assert_eq!(sorted(&evasions), sorted(&position.legal_moves()), "{position}");
        assert!(!evasions.into_iter().any(Move::is_castle), "{position}");
    });
    assert!(checks > 1_000, "{checks}");
}

/// Positions rich in special moves, beside the random ones.
const SPECIAL: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
    "8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1",
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "r1b1k1nr/p2pp1bp/2p2pp1/q7/2B1P3/3Q4/PPP2PPP/RNB1K2R w KQkq - 0 1",
];

fn check_every_bit_pattern(position: &Position) {
    let legal = position.legal_moves();
    let legality = position.legality();
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        let member = legal.contains(&mv);
        assert_eq!(position.is_legal_under(&legality, mv), member, "{mv:?} in {position}");
    }
}

#[test]
fn legality_of_every_bit_pattern() {
    for text in SPECIAL {
        check_every_bit_pattern(&Position::from_fen(text).expect(text));
    }
    let mut number = 0_u32;
    random_positions(3, 292 * 37, |position| {
        if number.is_multiple_of(37) {
            check_every_bit_pattern(position);
        }
        number += 1;
    });
}

/// Moves from hash tables and killer slots come from other positions, most of them near.
#[test]
fn legality_of_the_moves_of_other_positions() {
    let mut recent: Vec<MoveList> = Vec::new();
    random_positions(4, 20_000, |position| {
        let legal = position.legal_moves();
        for mv in recent.iter().flatten() {
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv:?} in {position}");
        }
        if recent.len() == 6 {
            recent.remove(0);
        }
        recent.push(legal);
    });
}

#[test]
fn refused_moves_change_nothing() {
    let mut previous = Position::start();
    random_positions(5, 10_000, |position| {
        for mv in &previous.legal_moves() {
            let mut played = position.clone();
            match played.play(mv) {
                Ok(_) => assert!(played == after(position, mv)),
                Err(refused) => assert!(refused == mv && played == *position && !position.is_legal(mv)),
            }
        }
        previous = position.clone();
    });
}

type Mailbox = [Option<Piece>; 64];

fn mailbox(position: &Position) -> Mailbox {
    let mut board = [None; 64];
    for square in Square::all() {
        board[square.index()] = position.piece_on(square);
    }
    board
}

/// Both removals come first: in Chess960 the king may land where the rook stood.
fn apply(board: &mut Mailbox, changes: PieceChanges) {
    let PieceChanges { removed, added, also_removed, also_added } = changes;
    for Placement { piece, square } in [Some(removed), also_removed].into_iter().flatten() {
        assert_eq!(board[square.index()].take(), Some(piece), "removed from {square}");
    }
    for Placement { piece, square } in [Some(added), also_added].into_iter().flatten() {
        assert_eq!(board[square.index()].replace(piece), None, "added on {square}");
    }
}

#[test]
fn changes_lead_from_the_old_board_to_the_new() {
    random_positions(6, 15_000, |position| {
        for mv in &position.legal_moves() {
            let mut child = position.clone();
            let mut board = mailbox(position);
            let changes = child.make(mv);
            apply(&mut board, changes);
            assert!(board == mailbox(&child), "{mv:?} in {position}");
            assert_eq!(changes.also_removed.is_some(), mv.is_capture() || mv.is_castle(), "{mv:?} in {position}");
            assert_eq!(changes.also_added.is_some(), mv.is_castle(), "{mv:?} in {position}");
        }
    });
}

/// Every move of every position, so that no special move's bookkeeping escapes.
#[test]
fn a_move_says_what_it_does() {
    random_positions(7, 12_000, |position| {
        for mv in &position.legal_moves() {
            let child = after(position, mv);
            let what = || format!("{mv:?} in {position}");
            let taken = position.occupied().count() - child.occupied().count();
            assert_eq!(taken, u32::from(mv.is_capture()), "{}", what());
            assert!(child == child.recomputed(), "{}", what());
            assert_ne!(child.side_to_move(), position.side_to_move(), "{}", what());
            let mover = position.piece_on(mv.from()).expect("a piece moves").kind();
            let zeroing = mv.is_capture() || mover == PieceKind::Pawn;
            let clock = if zeroing { 0 } else { position.halfmove_clock() + 1 };
            assert_eq!(child.halfmove_clock(), clock, "{}", what());
            let right_mover = match mv.kind() {
                MoveKind::Quiet | MoveKind::Capture => true,
                MoveKind::Castle => mover == PieceKind::King,
                _ => mover == PieceKind::Pawn,
            };
            assert!(right_mover, "{}", what());
            if child.en_passant().is_some() {
                assert_eq!(mv.kind(), MoveKind::DoublePush, "{}", what());
                let takes = child.legal_moves().iter().any(|mv| mv.kind() == MoveKind::EnPassant);
                assert!(takes, "en passant offered to nobody, {}", what());
            }
        }
    });
}

#[test]
fn a_null_move_keeps_all_facts_in_step() {
    let mut passed = 0;
    random_positions(8, 40_000, |position| {
        if position.in_check() {
            return;
        }
        passed += 1;
        let mut child = position.clone();
        child.make_null();
        assert!(child == child.recomputed(), "{position}");
        assert!(mailbox(&child) == mailbox(position), "{position}");
        assert_eq!(child.en_passant(), None, "{position}");
        assert_eq!(child.castling_rooks(), position.castling_rooks(), "{position}");
        assert_ne!(child.side_to_move(), position.side_to_move(), "{position}");
        assert_ne!(child.key(), position.key(), "{position}");
        if !child.in_check() {
            child.make_null();
            assert_eq!(child.key() == position.key(), position.en_passant().is_none(), "{position}");
        }
    });
    assert!(passed > 20_000, "{passed}");
}

/// The same position with the colours exchanged and the board turned upside down.
fn mirrored(position: &Position) -> Position {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let text = position.to_shredder_fen();
    let fields: Vec<&str> = text.split(' ').collect();
    let [board, side, castling, en_passant, half, full] = fields[..] else { panic!("{text}: not six fields") };
    let rows: Vec<&str> = board.split('/').rev().collect();
    let board: String = rows.join("/").chars().map(swap).collect();
    let side = if side == "w" { 'b' } else { 'w' };
    let castling: String = castling.chars().map(swap).collect();
    let en_passant =
        if en_passant.ends_with('3') { en_passant.replace('3', "6") } else { en_passant.replace('6', "3") };
    let text = format!("{board} {side} {castling} {en_passant} {half} {full}");
    Position::from_chess960_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn exchanged_colours_exchange_nothing_else() {
    let mut number = 0_u32;
    random_positions(9, 30_000, |position| {
        let twin = mirrored(position);
        assert!(mirrored(&twin) == *position, "{position}");
        assert_ne!(twin.key(), position.key(), "{position}");
        assert_eq!(twin.in_check(), position.in_check(), "{position}");
        let flip = |mv: Move| Move::new(mv.from().flip_rank(), mv.to().flip_rank(), mv.kind());
        let mut flipped: Vec<Move> = position.legal_moves().into_iter().map(flip).collect();
        flipped.sort_unstable();
        assert_eq!(sorted(&twin.legal_moves()), flipped, "{position}");
        if number.is_multiple_of(20) {
            assert_eq!(perft::perft(&twin, 3), perft::perft(position, 3), "{position}");
        }
        number += 1;
    });
}

/// UCI text names one move, in either castling notation.
#[test]
fn uci_text_reads_back() {
    use rules::CastlingMode::{Chess960, Standard};
    random_positions(10, 15_000, |position| {
        let moves = position.legal_moves();
        for mv in &moves {
            assert_eq!(position.parse_uci(&mv.uci(Chess960).to_string()), Ok(mv), "{mv:?} in {position}");
            let text = mv.uci(Standard).to_string();
            // Where castling's target is a plain step of the king as well, the text means the step.
            let step = moves.into_iter().find(|other| !other.is_castle() && other.uci(Standard).to_string() == text);
            let Ok(read) = position.parse_uci(&text) else { panic!("{text} not read in {position}") };
            let rook_meant = read.is_castle() && read.uci(Chess960).to_string() == text;
            assert!(read == step.unwrap_or(mv) || rook_meant, "{text} read as {read:?}, not {mv:?}, in {position}");
        }
    });
}

#[test]
fn a_square_is_attacked_where_it_has_attackers() {
    random_positions(7, 20_000, |position| {
        for color in Color::ALL {
            let attacked = position.attacked_by(color);
            for square in Square::all() {
                let has_attackers = position.attackers(square, color, position.occupied()).is_any();
                assert_eq!(attacked.contains(square), has_attackers, "{square} by {color:?}: {position}");
            }
        }
    });
}
