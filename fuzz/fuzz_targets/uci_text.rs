//! A FEN line, then any text as UCI moves: an error, or a legal move that both notations give back.
#![no_main]
use libfuzzer_sys::fuzz_target;
use rules::{CastlingMode, Position};

fuzz_target!(|text: &str| {
    let (board, rest) = text.split_once('\n').unwrap_or(("", text));
    let mut position = Position::from_chess960_fen(board).unwrap_or_else(|_| Position::start());
    for word in rest.split_whitespace() {
        let Ok(mv) = position.parse_uci(word) else { continue };
        assert!(position.is_legal(mv));
        let written = mv.uci(CastlingMode::Chess960).to_string();
        assert_eq!(position.parse_uci(&written), Ok(mv), "{position:?} {word}");
        position.make(mv);
        assert_eq!(position, position.recomputed());
    }
});
