//! FEN as GUIs and books write it, and as they should not.

use super::*;
use crate::board::START_FEN;

fn refused(fen: &str) -> FenError {
    match Position::from_fen(fen) {
        Err(error) => error,
        Ok(position) => panic!("{fen} was read as {}", position.fen()),
    }
}

#[test]
fn reads_and_writes_the_same_text() {
    for fen in [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/8/4k3/4p3/4K3 w - - 98 413",
        "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().fen(), fen);
    }
}

#[test]
fn missing_and_dashed_fields_get_defaults() {
    for (fen, full) in [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K3   b -  - ", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 - - - - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - -3 -7", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 7 0", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 4000000000 99999999999999", "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535"),
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().fen(), full, "{fen}");
    }
}

#[test]
fn impossible_castling_rights_are_dropped() {
    for (fen, castling) in [
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "-"),
        ("r3k1n1/8/8/8/8/8/8/R3KBNR b KQkq - 0 14", "KQq"),
        ("r2k3r/8/8/8/8/8/8/R3K1R1 b KQkq - 0 1", "Q"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "-"),
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().castling_text(), castling, "{fen}");
    }
}

#[test]
fn en_passant_squares_nobody_can_use_are_dropped() {
    for fen in [
        // No pawn beside; no pushed pawn; jumped square taken; starting square taken; wrong rank.
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
        // The capture opens the rank onto the king.
        "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        // The pushed pawn discovered a check that the capture does not meet.
        "4k3/8/8/1b1pP3/8/8/4K3/8 w - d6 0 1",
    ] {
        assert_eq!(Position::from_fen(fen).unwrap().en_passant, None, "{fen}");
    }
    assert!(Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap().en_passant.is_some());
}

#[test]
fn refuses_what_is_no_chess_position() {
    for (fen, field, reason) in [
        ("", FenField::Board, "1 ranks instead of 8"),
        ("8/8/8/8/8/8/8 w - - 0 1", FenField::Board, "7 ranks"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", FenField::Board, "no white king"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board, "no black king"),
        ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", FenField::Board, "2 white kings"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board, "white pawn on the first or last"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", FenField::Board, "black pawn on the first or last"),
        ("8/7P/8/8/1k15/8/P7/K7 w - - 0 1", FenField::Board, "two digits in a row"),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board, "more than 8 files"),
        ("4kkkkkk/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board, "more than 8 files"),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board, "fewer than 8 files"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", FenField::Board, "unknown letter '9'"),
        ("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", FenField::Board, "unknown letter 'x'"),
        ("4k3/8/8/8/8/PPPPPPPP/P7/4K3 w - - 0 1", FenField::Board, "9 white pawns"),
        ("4k3/8/8/8/8/PPPPPPPP/8/QQ2K3 w - - 0 1", FenField::Board, "8 white pawns and 1 promoted"),
        ("4k3/8/8/8/8/PPPPPPPP/NNNNNNNN/4K3 w - - 0 1", FenField::Board, "17 white men"),
        ("1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1", FenField::Side, "not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenField::Side, "neither w nor b"),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", FenField::Castling, "unknown letter 'X'"),
        ("4k3/8/8/8/8/8/8/4K3 w - i9 0 1", FenField::EnPassant, "'i9'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", FenField::HalfmoveClock, "'x' is not a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", FenField::FullmoveNumber, "'1.5' is not a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", FenField::End, "'bm'"),
    ] {
        let error = refused(fen);
        assert_eq!(error.field, field, "{fen}: {error}");
        assert!(error.reason.contains(reason), "{fen}: {error}");
    }
    assert_eq!(refused("4k3/8/8/8/8/8/8/8").to_string(), "FEN board: no white king");
}

#[test]
fn the_board_print_shows_everything() {
    let text = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1").unwrap().to_string();
    assert!(text.starts_with(" 8  . . . . k . . .\n"), "{text}");
    assert!(text.contains(" 1  . . . . K . . R\n"), "{text}");
    for part in ["a b c d e f g h", "Side: white", "Castling: K", "En passant: d6", "King squares: e1 e8"] {
        assert!(text.contains(part), "{part} missing in\n{text}");
    }
}

#[test]
fn a_refusal_is_short_however_long_the_text() {
    let long = "z".repeat(1_000_000);
    for fen in [
        format!("{long}/8/8/8/8/8/8/8 w - - 0 1"),
        format!("4k3/8/8/8/8/8/8/4K3 {long}"),
        format!("4k3/8/8/8/8/8/8/4K3 w {long}"),
        format!("4k3/8/8/8/8/8/8/4K3 w {}", "K".repeat(3000)),
        format!("4k3/8/8/8/8/8/8/4K3 w - {long}"),
        format!("4k3/8/8/8/8/8/8/4K3 w - - {long}"),
        format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {long}"),
    ] {
        assert!(Position::from_fen(&fen).unwrap_err().to_string().len() < 200);
    }
}
