//! Any text as a FEN, in both castling modes: refused with a reason, or a position that survives its own text and moves.
#![no_main]
use libfuzzer_sys::fuzz_target;
use rules::{CastlingMode, fen};

fuzz_target!(|text: &str| {
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let Ok(read) = fen::parse(text, mode) else { continue };
        let position = read.position;
        assert_eq!(position, position.recomputed());
        for written in [position.to_fen(), position.to_shredder_fen()] {
            let again = fen::parse(&written, mode).expect("what was written can be read");
            assert_eq!(again.position, position, "{written}");
            assert_eq!(again.notices, [], "{written}");
        }
        let moves = position.legal_moves();
        assert_eq!(moves.len() as u64, position.count_legal_moves());
        for mv in &moves {
            let mut child = position.clone();
            child.make(mv);
            assert_eq!(child, child.recomputed(), "{position:?} {mv:?}");
        }
    }
});
