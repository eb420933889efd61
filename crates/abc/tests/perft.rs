//! Perft against published counts.

use abc::Abc;

fn check(fen: &str, counts: &[u64]) {
    let mut abc = Abc::new();
    abc.set_position(Some(fen)).unwrap();
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(abc.perft(depth), count, "{fen} at depth {depth}");
    }
    assert_eq!(abc.perft(0), 1);
    assert_eq!(abc.legal_moves().len() as u64, counts[0]);
}

#[test]
fn start_position() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, &[20, 400, 8_902, 197_281, 4_865_609]);
}

#[test]
fn kiwipete() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check(fen, &[48, 2_039, 97_862, 4_085_603]);
}

#[test]
fn wiki_position_3() {
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]);
}

#[test]
fn wiki_position_4_and_its_mirror() {
    let counts = [6, 264, 9_467, 422_333];
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &counts);
    check("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", &counts);
}

#[test]
fn wiki_position_5() {
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]);
}

#[test]
fn wiki_position_6() {
    let fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    check(fen, &[46, 2_079, 89_890, 3_894_594]);
}

#[test]
fn corners_of_the_rules() {
    // En passant that would open the rank onto the king, for both colours to find.
    check("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", &[18, 92, 1_670, 10_138, 185_429]);
    // Promotions with pins and checks.
    check("8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - - 0 1", &[27, 390, 9_354, 134_167]);
    // Two checkers that cannot both give check in play.
    check("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", &[4, 125, 2_854]);
    // Castling rights that end by captures at home.
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &[26, 568, 13_744, 314_346]);
    check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[15, 66, 1_197, 7_059, 133_987]);
}
