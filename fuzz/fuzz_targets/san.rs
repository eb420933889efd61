//! A FEN line, then any text as SAN: an error, or a legal move whose own SAN means the same move.
#![no_main]
use libfuzzer_sys::fuzz_target;
use rules::{Position, san};

fuzz_target!(|text: &str| {
    let (board, rest) = text.split_once('\n').unwrap_or(("", text));
    let mut position = Position::from_chess960_fen(board).unwrap_or_else(|_| Position::start());
    for word in rest.split_whitespace() {
        let Ok(mv) = san::parse(&position, word) else { continue };
        assert!(position.is_legal(mv));
        assert_eq!(san::parse(&position, &san::format(&position, mv)), Ok(mv), "{position:?} {word}");
        position.make(mv);
    }
});
