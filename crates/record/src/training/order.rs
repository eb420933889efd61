//! The format's own order of moves: by from, then to, then promotion.
//!
//! Frozen: every record says which move was played by its place in this order. It is never the order in which some generator makes the moves.
//! Invariant: no two legal moves of a position have one place. Squares count from a1 = 0 along the ranks to h8 = 63; castling goes to
//! the square of its rook; no promotion comes before knight, bishop, rook and queen.

use rules::{Move, PieceKind};

/// What the moves are sorted by.
fn place(mv: Move) -> u16 {
    let promotion = match mv.promotion() {
        None => 0,
        Some(PieceKind::Knight) => 1,
        Some(PieceKind::Bishop) => 2,
        Some(PieceKind::Rook) => 3,
        Some(_) => 4,
    };
    (mv.from().index() as u16) << 9 | (mv.to().index() as u16) << 3 | promotion
}

/// The place of `mv` among `moves`, if it is one of them.
pub(super) fn rank(moves: &[Move], mv: Move) -> Option<u32> {
    let own = place(mv);
    moves.contains(&mv).then(|| moves.iter().filter(|&&other| place(other) < own).count() as u32)
}

/// The move at this place among `moves`.
pub(super) fn nth(moves: &[Move], rank: u32) -> Option<Move> {
    let rank = rank as usize;
    if rank >= moves.len() {
        return None;
    }
    let mut moves = moves.to_vec();
    Some(*moves.select_nth_unstable_by_key(rank, |&mv| place(mv)).1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{CastlingMode, Position};

    fn in_order(fen: &str) -> String {
        let position = Position::from_chess960_fen(fen).expect("a position");
        let moves = position.legal_moves();
        let sorted: Vec<String> = (0..moves.len() as u32)
            .map(|place| {
                let mv = nth(&moves, place).expect("there is one");
                assert_eq!(rank(&moves, mv), Some(place), "{fen}");
                mv.uci(CastlingMode::Chess960).to_string()
            })
            .collect();
        assert_eq!(nth(&moves, moves.len() as u32), None);
        sorted.join(" ")
    }

    #[test]
    fn the_order_stays_as_it_is() {
        assert_eq!(
            in_order(rules::fen::START_FEN),
            "b1a3 b1c3 g1f3 g1h3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4"
        );
        // Castling to both sides, promotions with and without a capture.
        assert_eq!(
            in_order("1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1"),
            "a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 e1a1 e1d1 e1f1 e1h1 e1d2 e1e2 e1f2 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 \
             h1h6 h1h7 h1h8 a7a8n a7a8b a7a8r a7a8q a7b8n a7b8b a7b8r a7b8q"
        );
        // En passant, from Black's side too.
        assert_eq!(in_order("4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1"), "a4a3 a4b3 c4b3 c4c3 e8d7 e8e7 e8f7 e8d8 e8f8");
        // Chess960: king and rook change places.
        assert_eq!(
            in_order("4k3/8/8/8/8/8/4PPPP/5KR1 w G - 0 1"),
            "f1e1 f1g1 g1h1 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4"
        );
    }
}
