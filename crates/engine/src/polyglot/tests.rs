//! Books: keys as published, moves as legal.

use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a FEN")
}

fn entry(position: &Position, mv: &str, weight: u16) -> Vec<u8> {
    let mv = position.legal_moves().iter().copied().find(|&m| m.uci(rules::CastlingMode::Chess960).to_string() == mv);
    raw(key_of(position), bits_of(mv.expect("a legal move")), weight)
}

fn raw(key: u64, bits: u16, weight: u16) -> Vec<u8> {
    let mut bytes = key.to_be_bytes().to_vec();
    bytes.extend(bits.to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend([0; 4]);
    bytes
}

fn moves(book: &Polyglot, position: &Position) -> Vec<(String, u32)> {
    let text = |mv: Move| mv.uci(rules::CastlingMode::Standard).to_string();
    book.moves(position).into_iter().map(|(mv, weight)| (text(mv), weight)).collect()
}

#[test]
fn keys_are_the_published_ones() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(key_of(&position(fen)), key, "{fen}");
    }
}

#[test]
fn castling_and_promotions_are_read_and_nothing_illegal_is() {
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let promotion = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    let mut entries = [
        entry(&castling, "e1h1", 7),
        entry(&castling, "e1a1", 3),
        entry(&promotion, "a7a8n", 1),
        entry(&promotion, "a7a8q", 9),
        // From a1 to a1, to where nothing goes, and a move twice.
        raw(key_of(&castling), 0, 5),
        raw(key_of(&castling), 0o4_7070, 5),
        entry(&castling, "e1h1", 8),
    ];
    entries.sort_by(|a, b| a[..8].cmp(&b[..8]));
    let book = Polyglot::read(entries.concat()).expect("a book");
    let said = |list: &[(&str, u32)]| list.iter().map(|&(mv, w)| (mv.to_owned(), w)).collect::<Vec<_>>();
    assert_eq!(moves(&book, &castling), said(&[("e1g1", 7), ("e1c1", 3)]));
    assert_eq!(moves(&book, &promotion), said(&[("a7a8n", 1), ("a7a8q", 9)]));
    assert_eq!(moves(&book, &Position::start()), []);
}

#[test]
fn what_is_no_book_is_refused() {
    assert!(Polyglot::read(Vec::new()).is_err());
    assert!(Polyglot::read(vec![0; 17]).is_err());
    assert!(Polyglot::read([raw(2, 0, 0), raw(1, 0, 0)].concat()).is_err_and(|why| why.contains("sorted")));
    assert!(Polyglot::open(Path::new("/no/such/book.bin")).is_err());
    assert!(Polyglot::open(&std::env::temp_dir()).is_err_and(|why| why.contains("not a regular file")));
    assert!(Polyglot::open("x".repeat(100_000).as_ref()).is_err_and(|why| why.len() < 300));
}

#[test]
fn a_real_book_knows_the_start_position() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/polyglot/performance.bin");
    if !path.exists() {
        println!("SKIPPED: {} is not there", path.display());
        return;
    }
    let book = Polyglot::open(&path).expect("a book");
    let moves = moves(&book, &Position::start());
    assert!(moves.len() >= 2 && moves.iter().any(|(mv, weight)| mv == "e2e4" && *weight > 0), "{moves:?}");
}
