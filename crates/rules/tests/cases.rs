//! Positions on which chess programs have gone wrong, and the reading of doubtful FENs.
//!
//! The names `MG-...` are those of the collection of such cases that the project started from; the facts are here.

use rules::CastlingMode::{self, Chess960, Standard};
use rules::fen::{Fen, FenField, parse};
use rules::{Position, perft};

/// What is known of a position, after the moves if there are any.
struct Case {
    about: &'static str,
    fen: &'static str,
    mode: CastlingMode,
    moves: &'static [&'static str],
    fen_after: &'static str,
    shredder_fen_after: &'static str,
    count: usize,
    has: &'static [&'static str],
    not: &'static [&'static str],
    /// All legal moves.
    exact: &'static [&'static str],
    /// From depth 1.
    perft: &'static [u64],
}

/// Nothing known.
const NONE: Case = Case {
    about: "",
    fen: "",
    mode: Standard,
    moves: &[],
    fen_after: "",
    shredder_fen_after: "",
    count: 0,
    has: &[],
    not: &[],
    exact: &[],
    perft: &[],
};

const CASES: &[Case] = &[
    Case {
        about: "MG-01: two pawns leave the rank at once",
        fen: "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
        not: &["d5e6"],
        count: 6,
        perft: &[6, 113, 761, 14788],
        ..NONE
    },
    Case {
        about: "MG-03: the captured pawn was the only shield on a diagonal",
        fen: "q6k/8/8/3pP3/8/8/8/7K w - d6 0 1",
        not: &["e5d6"],
        count: 4,
        perft: &[4, 76, 414, 9219],
        ..NONE
    },
    Case {
        about: "MG-04: the capturing pawn lands on the diagonal it left",
        fen: "2b1r2r/8/5P1k/2p1pP2/5R1P/6PK/4q3/4R3 w - e6 0 1",
        has: &["f5e6"],
        count: 21,
        perft: &[21, 743, 14692],
        ..NONE
    },
    Case {
        about: "MG-05: the capturing pawn is pinned on its file",
        fen: "8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1",
        not: &["d4e3"],
        count: 6,
        perft: &[6, 108, 656, 12254],
        ..NONE
    },
    Case {
        about: "MG-06: only en passant takes the checking pawn",
        fen: "8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1",
        has: &["c4d3"],
        count: 8,
        perft: &[8, 61, 444, 2984],
        ..NONE
    },
    Case {
        about: "MG-07: en passant out of check at ply two",
        fen: "4k3/3p1p2/8/4P3/4K3/8/8/8 b - - 0 1",
        count: 7,
        perft: &[7, 58, 426, 3385, 25837],
        ..NONE
    },
    Case {
        about: "MG-09: en passant blocks a check it did not cause",
        fen: "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        has: &["e4d3"],
        count: 6,
        perft: &[6, 121],
        ..NONE
    },
    Case {
        about: "MG-10: en passant does not answer a knight",
        fen: "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
        not: &["d5c6"],
        exact: &["e1d2", "e1f2"],
        count: 2,
        perft: &[2, 92],
        ..NONE
    },
    Case {
        about: "MG-12: the square skipped, not the pawn's",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        moves: &["d2d4", "f7f6", "d4d5", "e7e5"],
        fen_after: "rnbqkbnr/pppp2pp/5p2/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3",
        has: &["d5e6"],
        ..NONE
    },
    Case {
        about: "MG-13: the checking knight is taken with promotion",
        fen: "5n2/3KP3/8/8/4k3/8/8/8 w - - 0 1",
        has: &["e7f8q", "e7f8r", "e7f8b", "e7f8n"],
        count: 10,
        perft: &[10, 95, 1157, 9775],
        ..NONE
    },
    Case {
        about: "MG-14: rook takes rook: one right lost on each side",
        fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        moves: &["a1a8"],
        fen_after: "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
        count: 3,
        perft: &[3, 87, 1344, 34615],
        ..NONE
    },
    Case {
        about: "MG-16: a bishop takes an unmoved rook",
        fen: "rnbqkbnr/pppppp1p/8/8/1P4p1/8/PBPPPPPP/RN1QKBNR w KQkq - 0 1",
        moves: &["b2h8"],
        fen_after: "rnbqkbnB/pppppp1p/8/8/1P4p1/8/P1PPPPPP/RN1QKBNR b KQq - 0 1",
        count: 21,
        perft: &[21, 511, 11667],
        ..NONE
    },
    Case {
        about: "MG-17: a rook takes the rook opposite",
        fen: "rnbqk1nr/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBNR w KQkq - 0 5",
        moves: &["h1h8"],
        fen_after: "rnbqk1nR/ppp1ppb1/6p1/3p4/8/2N5/PPPPPPP1/R1BQKBN1 b Qq - 0 5",
        count: 31,
        perft: &[31, 846, 26109],
        ..NONE
    },
    Case {
        about: "MG-18: a promoting pawn takes an unmoved rook",
        fen: "r3k2r/p1pp1pPp/8/8/8/8/8/4K3 w kq - 0 1",
        moves: &["g7h8q"],
        fen_after: "r3k2Q/p1pp1p1p/8/8/8/8/8/4K3 b q - 0 1",
        count: 1,
        perft: &[1, 20, 298],
        ..NONE
    },
    Case {
        about: "MG-20: a rook visits the other rook's file",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        moves: &["a2a4", "e7e6", "a1a3", "d7d6", "a3h3", "c7c6", "h3a3"],
        fen_after: "rnbqkbnr/pp3ppp/2ppp3/8/P7/R7/1PPPPPPP/1NBQKBNR b Kkq - 1 4",
        count: 30,
        perft: &[30, 804, 24379],
        ..NONE
    },
    Case {
        about: "MG-21: no castling in check",
        fen: "r1b1k1nr/p2pp1bp/2p2pp1/q7/2B1P3/3Q4/PPP2PPP/RNB1K2R w KQkq - 0 1",
        not: &["e1g1", "e1c1"],
        exact: &["b1c3", "b1d2", "b2b4", "c1d2", "c2c3", "d3c3", "d3d2", "e1d1", "e1e2", "e1f1"],
        count: 10,
        perft: &[10, 348, 14697],
        ..NONE
    },
    Case {
        about: "MG-22a: no castling in check, both sides",
        fen: "r3k2r/8/8/8/4R3/8/8/4K3 b kq - 0 1",
        not: &["e8g8", "e8c8"],
        count: 4,
        perft: &[4, 72, 1744, 29504],
        ..NONE
    },
    Case {
        about: "MG-22b: no castling across an attacked square",
        fen: "r3k2r/8/8/8/5R2/8/8/4K3 b kq - 0 1",
        has: &["e8c8"],
        not: &["e8g8"],
        count: 23,
        perft: &[23, 396, 9308, 150983],
        ..NONE
    },
    Case {
        about: "MG-23: a knight attacks the way",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        count: 44,
        perft: &[44, 1486, 62379, 2103487],
        ..NONE
    },
    Case {
        about: "MG-24: the castling rook is pinned to the king's target",
        fen: "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1",
        mode: Chess960,
        not: &["e1b1"],
        count: 11,
        perft: &[11, 136, 2219],
        ..NONE
    },
    Case {
        about: "MG-26: Q means the own rook, an enemy rook stands farther out",
        fen: "4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1",
        mode: Chess960,
        not: &["e1b1", "e1a1"],
        count: 21,
        perft: &[21, 424, 8265],
        ..NONE
    },
    Case {
        about: "MG-27: the other own rook is in the way",
        fen: "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 10 18",
        mode: Chess960,
        not: &["g1f1", "g1e1"],
        count: 42,
        perft: &[42, 1743],
        ..NONE
    },
    Case {
        about: "MG-29: king takes rook is how it is written",
        fen: "nn1rkq1b/ppp1p1rP/8/2Np4/3P4/2P5/bP3PPP/2BRKQRB b KQq - 1 8",
        mode: Chess960,
        has: &["e8d8"],
        count: 34,
        perft: &[34, 1020],
        ..NONE
    },
    Case {
        about: "MG-31: a king walks from b8 to g8",
        fen: "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 b KQkq - 0 1",
        mode: Chess960,
        moves: &["b8e8"],
        fen_after: "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQ - 1 2",
        shredder_fen_after: "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EA - 1 2",
        count: 24,
        perft: &[24, 600, 14006],
        ..NONE
    },
    Case {
        about: "MG-33: a letter names the inner of two rooks",
        fen: "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
        mode: Chess960,
        has: &["e1g1"],
        not: &["e1h1"],
        count: 33,
        perft: &[33, 1072, 35141],
        ..NONE
    },
    Case {
        about: "MG-35: castling from d1 with the rook of b1",
        fen: "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 2 2",
        mode: Chess960,
        has: &["d1b1"],
        count: 25,
        perft: &[25, 828, 16802],
        ..NONE
    },
    Case {
        about: "MG-36a: X-FEN castling",
        fen: "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
        mode: Chess960,
        count: 23,
        perft: &[23, 522, 12333, 285754],
        ..NONE
    },
    Case {
        about: "MG-36b: X-FEN castling",
        fen: "r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1",
        mode: Chess960,
        count: 28,
        perft: &[28, 738, 20218, 541480],
        ..NONE
    },
    Case {
        about: "MG-36d: X-FEN castling",
        fen: "2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1",
        mode: Chess960,
        count: 17,
        perft: &[17, 242, 3931, 57700],
        ..NONE
    },
    Case {
        about: "MG-36e: X-FEN castling",
        fen: "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1",
        mode: Chess960,
        count: 19,
        perft: &[19, 628, 12858, 405636],
        ..NONE
    },
    Case {
        about: "MG-37: most legal moves",
        fen: "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        count: 218,
        perft: &[218, 20],
        ..NONE
    },
    Case {
        about: "MG-44a: two checkers that no game gives",
        fen: "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
        count: 4,
        perft: &[4, 125, 2854],
        ..NONE
    },
    Case {
        about: "MG-44b: two checkers, one of them behind the other",
        fen: "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1",
        count: 3,
        perft: &[3, 81, 1217],
        ..NONE
    },
    Case {
        about: "MG-53: the generator keeps no state",
        fen: "r1b1k3/p2p1Nr1/n2b3p/3pp1pP/2BB1p2/P3P2R/Q1P3P1/R3K1N1 b Qq - 0 1",
        count: 26,
        perft: &[26, 1078, 27519],
        ..NONE
    },
    Case {
        about: "MG-55a: promotions and pins",
        fen: "8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - - 0 1",
        count: 27,
        perft: &[27, 390, 9354, 134167],
        ..NONE
    },
    Case {
        about: "MG-56: en passant is illegal for both",
        fen: "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
        count: 18,
        perft: &[18, 92, 1670, 10138, 185429, 1134888],
        ..NONE
    },
    Case {
        about: "MG-60: one right lost by a move, one kept",
        fen: "nnbrqbkr/pppppppp/8/8/8/8/PPPPPPPP/NNBRQBKR w KQkq - 0 1",
        mode: Chess960,
        moves: &["d2d4", "e7e5", "d4e5", "a8b6", "e2e4", "e8e5", "c2c4", "d8e8"],
        fen_after: "1nb1rbkr/pppp1ppp/1n6/4q3/2P1P3/8/PP3PPP/NNBRQBKR w KQk - 1 5",
        shredder_fen_after: "1nb1rbkr/pppp1ppp/1n6/4q3/2P1P3/8/PP3PPP/NNBRQBKR w HDh - 1 5",
        count: 35,
        perft: &[35, 1515, 53574],
        ..NONE
    },
    Case {
        about: "MG-61: king on e8, rooks elsewhere; en passant of no use",
        fen: "2q1k2r/4p1pp/2np1p2/1r2b3/2p1PnP1/1bP1N3/3P1P1P/RBQ2KBR b h g3 0 1",
        mode: Chess960,
        has: &["e8h8"],
        count: 51,
        perft: &[51, 1439, 71498],
        ..NONE
    },
];

impl Case {
    fn check(&self) {
        let about = self.about;
        let mut position = read(self.fen, self.mode).position;
        for text in self.moves {
            let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{about}: {error}"));
            position.make(mv);
        }
        assert!(position == position.recomputed(), "{about}");
        if !self.fen_after.is_empty() {
            assert_eq!(position.to_fen(), self.fen_after, "{about}");
        }
        if !self.shredder_fen_after.is_empty() {
            assert_eq!(position.to_shredder_fen(), self.shredder_fen_after, "{about}");
        }
        let mut legal: Vec<String> = position.legal_moves().iter().map(|mv| mv.uci(self.mode).to_string()).collect();
        legal.sort();
        if self.count > 0 {
            assert_eq!(legal.len(), self.count, "{about}: {legal:?}");
        }
        for text in self.has {
            // Either castling notation is understood.
            assert!(position.parse_uci(text).is_ok(), "{about}: {text} missing");
        }
        for text in self.not {
            assert!(!legal.iter().any(|mv| mv == text), "{about}: {text} is not legal");
        }
        if !self.exact.is_empty() {
            assert_eq!(legal, self.exact, "{about}");
        }
        for (depth, &nodes) in (1..).zip(self.perft) {
            assert_eq!(perft::perft(&position, depth), nodes, "{about}: perft {depth}");
        }
    }
}

fn read(text: &str, mode: CastlingMode) -> Fen {
    parse(text, mode).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn known_positions() {
    for case in CASES {
        case.check();
    }
}

/// A right is kept exactly if king and rook stand for it; each one dropped is reported, and nothing else changes.
#[test]
fn castling_rights_that_contradict_the_board() {
    const FENS: [(&str, &str, u64); 7] = [
        ("2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14", "KQ", 38),
        ("2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "-", 4),
        ("q3kb2/rbpppppr/p1n4p/1p1n4/P4PB1/NP2P3/1RPP2PP/2B1QKNR b kq - 1 1", "-", 29),
        ("r2k3r/p1ppqpb1/bn2pQp1/3PN3/1p2P3/2N4p/PPPBBPPP/R3K1R1 b Qkq - 0 1", "Q", 33),
        ("r2r3k/p2p4/8/8/8/8/P6P/R3K2R w KQq - 0 1", "KQ", 16),
        ("1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "Q", 24),
        ("rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", "kq", 20),
    ];
    for (text, kept, count) in FENS {
        let claimed = text.split(' ').nth(2).expect("castling");
        let fen = read(text, Standard);
        assert_eq!(fen.position.to_fen(), text.replace(&format!(" {claimed} "), &format!(" {kept} ")));
        assert_eq!(fen.position.count_legal_moves(), count, "{text}");
        let dropped = claimed.len() - if kept == "-" { 0 } else { kept.len() };
        assert_eq!(fields(&fen), vec![FenField::Castling; dropped], "{text}: {:?}", fen.notices);
        assert!(fen.position == fen.position.recomputed());
    }
}

/// All placements of king, corner men and claims on White's back rank, and the same for Black.
#[test]
fn every_castling_claim_against_every_back_rank() {
    for king_file in 0..8 {
        for corners in 0..9 {
            let mut row = ['1'; 8];
            row[0] = ['R', 'N', '1'][corners % 3];
            row[7] = ['R', 'N', '1'][corners / 3];
            row[king_file] = 'K';
            let row = spell(&row);
            for claim in ["K", "Q", "KQ", "QK", "HA", "A", "H"] {
                let stands = |right: char| match right {
                    'K' | 'H' => king_file == 4 && row.ends_with('R'),
                    _ => king_file == 4 && row.starts_with('R'),
                };
                let mut kept: Vec<char> = Vec::new();
                for (names, right) in [("KH", 'K'), ("QA", 'Q')] {
                    if claim.chars().any(|letter| names.contains(letter) && stands(letter)) {
                        kept.push(right);
                    }
                }
                let dropped = claim.len() - kept.len();
                let kept: String = if kept.is_empty() { "-".to_owned() } else { kept.into_iter().collect() };
                let white = format!("8/pppkpppp/8/8/8/8/PPPPPPPP/{row} w {claim} - 0 1");
                let low = |text: &str| text.to_ascii_lowercase();
                let black = format!("{}/pppppppp/8/8/8/8/PPPKPPPP/8 b {} - 0 1", low(&row), low(claim));
                for (text, kept) in [(white, kept.clone()), (black, low(&kept))] {
                    let fen = read(&text, Standard);
                    assert_eq!(fen.position.to_fen().split(' ').nth(2), Some(&*kept), "{text}");
                    assert_eq!(fields(&fen), vec![FenField::Castling; dropped], "{text}: {:?}", fen.notices);
                    assert!(read(&fen.position.to_fen(), Standard).position == fen.position, "{text}");
                }
            }
        }
    }
}

/// A row of a board with its runs of empty squares counted.
fn spell(row: &[char; 8]) -> String {
    let mut text: String = row.iter().collect();
    for run in (2..=8).rev() {
        text = text.replace(&"1".repeat(run), &run.to_string());
    }
    text
}

fn fields(fen: &Fen) -> Vec<FenField> {
    fen.notices.iter().map(|notice| notice.field).collect()
}

#[test]
fn en_passant_squares_that_contradict_the_board() {
    const FENS: [(&str, u64); 3] = [
        ("rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1", 36),
        ("8/7k/8/7p/8/8/8/K7 w - h6 0 1", 3),
        ("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1", 21),
    ];
    for (text, count) in FENS {
        let fen = read(text, Standard);
        let square = text.split(' ').nth(3).expect("en passant");
        assert_eq!(fen.position.to_fen(), text.replace(&format!(" {square} "), " - "));
        assert_eq!(fen.position.count_legal_moves(), count, "{text}");
        assert_eq!(fields(&fen), [FenField::EnPassant], "{text}");
        assert!(fen.position == fen.position.recomputed());
    }
}

/// Of all 64 squares, only the one behind a pawn just pushed that can be taken survives; each other is reported.
#[test]
fn every_en_passant_square() {
    for (board, good) in [
        ("4k3/8/8/2PpP2p/3p4/8/8/4K3 w -", &["d6"][..]),
        ("4k3/8/8/8/2pPp2P/8/8/4K3 b -", &["d3"]),
        ("4k3/3n4/8/2PpP3/8/8/8/4K3 w -", &[]),
        ("4k3/8/3n4/2PpP3/8/8/8/4K3 w -", &[]),
    ] {
        let plain = read(board, Standard).position;
        for square in rules::Square::all().map(|square| square.to_string()) {
            let text = format!("{board} {square} 0 1");
            let fen = read(&text, Standard);
            let kept = fen.position.en_passant().map(|square| square.to_string());
            if good.contains(&&*square) {
                assert_eq!((kept, fen.notices.len()), (Some(square), 0), "{text}");
                assert_ne!(fen.position.key(), plain.key(), "{text}");
            } else {
                assert!(fen.position == plain, "{text}");
                // The square behind a pushed pawn that nobody can take is no contradiction, and no notice.
                let useless =
                    text.starts_with("4k3/8/8/2PpP2p") && square == "h6" || square == "h3" && board.contains('b');
                let expected = if useless { vec![] } else { vec![FenField::EnPassant] };
                assert_eq!(fields(&fen), expected, "{text}");
            }
        }
    }
}

#[test]
fn boards_that_cannot_be() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP";
    let long = format!("{}/8", "9".repeat(1 << 16));
    let refused = [
        ("", FenField::Board),
        ("   ", FenField::Board),
        ("knNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/nNnNnNnN/NnNnNnNn/KNnNnNnN w - - 0 0", FenField::Board),
        ("rnbqkbnr/pppppppp/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
        ("rnbqkbnr/pppppppp/pppp4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenField::Board),
        ("knQQQQQQ/pn5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1", FenField::Board),
        ("r1bqkb1r/ppp2ppp/2np4/3P2N1/2BQ4/7P/PPP3P1/RNB4q w KQkq - 0 12", FenField::Board),
        ("8/2K5/8/8/2K1NB2/8/8/8 w - - 96 46", FenField::Board),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", FenField::Board),
        ("4k3/4k3/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("8/8/8/8/8/8/8/8 w - - 0 1", FenField::Board),
        ("2P5/8/8/3p4/4bK2/8/4k1p1/2Q5 w - - 12 81", FenField::Board),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", FenField::Board),
        ("8/7P/8/8/1k15/8/P7/K7 w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("4k3/0p7/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", FenField::Board),
        ("4k3/8/8/8/8/8/8/4♔3 w - - 0 1", FenField::Board),
        (&long, FenField::Board),
        ("8/pp5p/kqp5/2P1Br2/5Pb1/P1NQ4/1P4PP/2K2BbR w - - 0 1", FenField::SideToMove),
        ("1n6/8/2Q5/1rK5/8/8/8/5k2 b - - 0 1", FenField::SideToMove),
        ("rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w", FenField::SideToMove),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", FenField::SideToMove),
        (&format!("{START}/RNBQKBNR x KQkq - 0 1"), FenField::SideToMove),
        (&format!("{START}/RNBQKBNR W KQkq - 0 1"), FenField::SideToMove),
        (&format!("{START}/RNBQKBNR w KQxq - 0 1"), FenField::Castling),
        (&format!("{START}/RNBQKBNR w {} - 0 1", "K".repeat(3000)), FenField::Castling),
        (&format!("{START}/RNBQKBNR w KQkq - 0 1 moves"), FenField::End),
        (&format!("{START}/RNBQKBNR w KQkq - 0 1 -"), FenField::End),
        (&format!("{START}/RNBQKBNR w KQkq e9 0 1"), FenField::EnPassant),
        (&format!("{START}/RNBQKBNR w KQkq e 0 1"), FenField::EnPassant),
        (&format!("{START}/RNBQKBNR w KQkq - x 1"), FenField::HalfmoveClock),
        (&format!("{START}/RNBQKBNR w KQkq - moves 1"), FenField::HalfmoveClock),
        (&format!("{START}/RNBQKBNR w KQkq - 0 1.5"), FenField::FullmoveNumber),
    ];
    for (text, field) in refused {
        for mode in [Standard, Chess960] {
            let error = parse(text, mode).expect_err(text);
            assert_eq!(error.0.field, field, "{text}: {error}");
            let line = error.to_string();
            assert!(line.contains(&field.to_string()), "{line}");
            assert!(!error.0.reason.is_empty() && line.len() < 200 && !line.contains('\n'), "{line}");
        }
    }
}

#[test]
fn missing_and_dashed_fields_get_their_defaults() {
    const BOARD: &str = "rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR";
    let full = read(&format!("{BOARD} b - - 0 1"), Standard).position;
    assert_eq!(full.count_legal_moves(), 3);
    for tail in ["b", "b -", "b - -", "b - - 0", "b - - - -", "b - - -", "b - - - 1", "b - - 0 -"] {
        let fen = read(&format!("{BOARD} {tail}"), Standard);
        assert!(fen.position == full && fen.notices.is_empty(), "{tail}: {:?}", fen.notices);
    }
    let dashed = read("2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - - -", Standard).position;
    assert_eq!(dashed.to_fen(), "2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - 0 1");
    let epd = read("5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - -", Standard).position;
    assert_eq!(epd.count_legal_moves(), 36);
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3", Standard).position.to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn any_run_of_blanks_separates_fields() {
    let text = "r5r1/pp1k3p/2pb4/2q5/8/P2N3Q/1PPB1P1P/2KR3R b - - 0 1";
    let expected = read(text, Standard).position;
    assert_eq!(expected.count_legal_moves(), 6);
    for blanks in ["  ", "\t", "   ", " \t ", "\r\n"] {
        let spaced = format!("{blanks}{}{blanks}", text.replace(' ', blanks));
        assert!(read(&spaced, Standard).position == expected, "{spaced:?}");
    }
}

#[test]
fn odd_counters_are_clamped() {
    const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w - -";
    let start = rules::fen::START_FEN.replace(" 0 1", " 0 150");
    for (text, half, full) in [
        ("rnbq1rk1/pp1pbpp1/4pn1p/6B1/2P5/P1N2N2/1PQ1PPPP/R3KB1R w KQ - 0 0", 0, 1),
        (&start, 0, 150),
        ("8/8/2p5/1pP2b2/1P6/4K2k/8/2B5 b - - 98 413", 98, 413),
        (&format!("{KINGS} 65535 65535"), 65_535, 65_535),
        (&format!("{KINGS} +3 +7"), 3, 7),
        (&format!("{KINGS} 007 0009"), 7, 9),
        (&format!("{KINGS} -0 -0"), 0, 1),
    ] {
        let fen = read(text, Standard);
        assert_eq!((fen.position.halfmove_clock(), fen.position.fullmove_number()), (half, full), "{text}");
        assert!(fen.notices.is_empty(), "{text}: {:?}", fen.notices);
        plays_on(&fen.position);
    }
    let digits = "9".repeat(5_000);
    for (text, half, full) in [
        (format!("{KINGS} 100000 4000000000"), 65_535, 65_535),
        (format!("{KINGS} -3 -7"), 0, 1),
        (format!("{KINGS} 65536 65536"), 65_535, 65_535),
        (format!("{KINGS} {digits} {digits}"), 65_535, 65_535),
    ] {
        let fen = read(&text, Standard);
        assert_eq!((fen.position.halfmove_clock(), fen.position.fullmove_number()), (half, full), "{text}");
        assert_eq!(fields(&fen), [FenField::HalfmoveClock, FenField::FullmoveNumber], "{text}");
        plays_on(&fen.position);
    }
}

/// Moves after the largest counters overflow nothing.
fn plays_on(position: &Position) {
    let mut position = position.clone();
    for _ in 0..6 {
        let Some(mv) = position.legal_moves().first().copied() else { break };
        position.make(mv);
        assert!(position == position.recomputed());
        assert!(Position::from_chess960_fen(&position.to_fen()).as_ref() == Ok(&position));
    }
}
