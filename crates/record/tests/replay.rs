//! Games played over on the board of crate `rules`: what only a board can tell about a PGN.

use record::pgn::{Game, Reader};
use rules::fen::CastlingMode;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

fn read(text: &str) -> Vec<Game> {
    Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("there is a game everywhere")
}

fn uci(game: &Game) -> Vec<String> {
    let replay = game.replay().expect("the start is a position");
    assert!(replay.fault.is_none(), "{}", replay.fault.expect("it is there"));
    replay.moves.iter().map(|mv| mv.uci(game.castling_mode()).to_string()).collect()
}

#[test]
fn only_a_pawn_captures_en_passant() {
    // A knight lands on the square that a double step has just passed over.
    let game = &read("1. Nf3 d5 2. c4 dxc4 3. e3 b6 4. Rg1 Ba6 5. g4 Nc6 6. a3 Na5 7. b4 Nb3 *")[0];
    let replay = game.replay().expect("it starts at the start");
    assert_eq!(replay.moves.len(), 14);
    assert_eq!(replay.end.to_fen(), "r2qkbnr/p1p1pppp/bp6/8/1Pp3P1/Pn2PN2/3P1P1P/RNBQKBR1 w Qkq - 1 8");
}

#[test]
fn texts_with_traps_are_the_games_they_look_like() {
    for (text, wanted) in [
        ("1. e4 e5 2. Nf3 $2 (2. d4 exd4 $13) 2... Nc6 *", "e2e4 e7e5 g1f3 b8c6"),
        ("1. d4 {x} 1. ... Nf6 {y} 2.\nNf3 2. ... c5 *", "d2d4 g8f6 g1f3 c7c5"),
        (
            "1. e4 d5 2. exd5 e5 3. dxe6 e.p. Nc6 4. exf7+ Ke7 5. fxg8=N+ *",
            "e2e4 d7d5 e4d5 e7e5 d5e6 b8c6 e6f7 e8e7 f7g8n",
        ),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 *", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8"),
    ] {
        assert_eq!(uci(&read(text)[0]).join(" "), wanted);
    }
}

/// Texts that public readers fell over. The names are those of the collection of such cases that the project started from.
#[test]
fn collected_texts_are_the_games_they_are() {
    let two = "[Event \"a\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 e5 1-0\r\n\r\n[Event \"b\"]\r\n[Result \"0-1\"]\r\n\r\n1. d4 d5 0-1\r\n";
    let empty = "[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n*\n\n[Event \"y\"]\n\n{nothing} 1/2-1/2\n";
    for (name, text, lines) in [
        ("MR-06a", "1. e4 e5 2. Nf3 $2 (2. d4 exd4 $13) 2... Nc6 *", &["e2e4 e7e5 g1f3 b8c6"][..]),
        ("MR-06c", "1. e4 { idea ( open line } e5 2. Nf3 ; rest ( of line {\nNc6 1/2-1/2", &["e2e4 e7e5 g1f3 b8c6"]),
        ("MR-06d", "1. d4 d5 ({(A)} 1... Nf6) 2. c4 *", &["d2d4 d7d5 c2c4"]),
        (
            "MR-06e",
            "1. d4 {[%depth20 +0.35]} 1. ... Nf6 {[%depth20 +0.24]} 2.\nNf3 2. ... c5 *",
            &["d2d4 g8f6 g1f3 c7c5"],
        ),
        ("MR-06g", two, &["e2e4 e7e5", "d2d4 d7d5"]),
        ("MR-06h", "\u{feff}[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n", &["e2e4", "d2d4"]),
        ("MR-06i", "1. a3 ; { ; }\n*\n\n1. b3 { ;\n% {\n}\n1... g6 ; {\n*\n", &["a2a3", "b2b3 g7g6"]),
        ("MR-06k", empty, &["", ""]),
    ] {
        let games = read(text);
        let found: Vec<String> = games.iter().map(|game| uci(game).join(" ")).collect();
        assert_eq!(found, lines, "{name}");
        match name {
            "MR-06h" => assert_eq!(games[0].tags.get("Event"), Some("A")),
            "MR-06k" => assert_eq!(games[0].start().expect("a position").to_fen(), "8/8/8/8/8/4k3/8/4K2R w K - 0 1"),
            _ => {}
        }
    }
}

#[test]
fn games_start_at_their_tag() {
    let games = read(
        "[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n*\n\n[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n[FEN \"nonsense\"]\n\n*",
    );
    assert_eq!(games[0].replay().expect("a position").end.to_fen(), "8/8/8/8/8/4k3/8/4K2R w K - 0 1");
    assert_eq!(uci(&games[1]), ["e1g1"]);
    assert!(games[2].replay().is_err());
}

#[test]
fn chess960_is_seen_from_the_tags() {
    let by_variant =
        "[Variant \"fischerandom\"]\n[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]\n*";
    let by_letters = "[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w GDgd - 0 1\"]\n*";
    for text in [by_variant, by_letters] {
        let game = &read(text)[0];
        assert_eq!(game.castling_mode(), CastlingMode::Chess960);
        assert_eq!(game.start().expect("a position").castling_rooks().into_iter().count(), 4);
    }
}

#[test]
fn an_impossible_move_ends_the_line() {
    let game = &read("1. Nf3 f5 2. c4 Nf6 3. g3 e6\n4. Ka1 d5 5. O-O c6 *")[0];
    let replay = game.replay().expect("it starts at the start");
    let fault = replay.fault.expect("the king cannot go there");
    assert_eq!((replay.moves.len(), fault.ply, fault.line, fault.san.as_str()), (6, 6, 2, "Ka1"));
    assert!(fault.to_string().starts_with("line 2: after 6 plies, Ka1: "));
    for text in ["1. -- *", "1. Nf6 *", "1. e4 e5 2. Qxh7# *", "1. xyzzy *"] {
        assert!(read(text)[0].replay().expect("it starts at the start").fault.is_some(), "{text}");
    }
}

#[test]
fn variations_start_before_the_move_they_replace() {
    let game = &read("1. e4 e5 (1... c5 2. Nf3) 2. d4 *")[0];
    let before = rules::Position::start();
    let mut before_reply = before.clone();
    before_reply.make(before.parse_uci("e2e4").expect("it is legal"));
    let replay = game.main.moves[1].variations[0].replay(&before_reply);
    assert!(replay.fault.is_none() && replay.moves.len() == 2);
}

#[test]
fn real_files_are_legal_to_the_last_move() {
    let Some(data) = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3).map(|root| root.join("shared/data"))
    else {
        return;
    };
    if !data.is_dir() {
        let _ = writeln!(std::io::stderr(), "SKIPPED: no shared data at {}", data.display());
        return;
    }
    for name in [
        "pgn/kasparov-deep-blue-1997.pgn",
        "pgn/cutechess-fischerrandom.pgn",
        "pgn/stockfish-learning.pgn",
        "pgn/nepomniachtchi-liren-game1.pgn",
        "pgn/utf8-bom.pgn",
        "books/8moves_v3.pgn",
    ] {
        let file = File::open(data.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        for game in Reader::new(BufReader::new(file)) {
            let game = game.unwrap_or_else(|e| panic!("{name}: {e}"));
            let replay = game.replay().unwrap_or_else(|e| panic!("{name}, line {}: {e}", game.line));
            assert!(replay.fault.is_none(), "{name}: {}", replay.fault.expect("it is there"));
            assert_eq!(replay.moves.len(), game.main.moves.len());
        }
    }
}
