//! Mobility: how many useful squares a piece attacks.
//!
//! Not here: which squares are useful (`facts::Army::area`). Invariant: more squares are never worth less.

use rules::PieceKind;

use crate::pair::{Pair, pairs};

const KNIGHT: [Pair; 9] =
    pairs([(-38, -48), (-26, -30), (-10, -14), (-2, -4), (4, 4), (9, 9), (13, 13), (17, 15), (20, 16)]);
#[rustfmt::skip]
const BISHOP: [Pair; 14] = pairs([
    (-30, -40), (-18, -24), (-8, -12), (-2, -4), (4, 3), (9, 8), (13, 13),
    (16, 17), (19, 20), (21, 22), (23, 24), (25, 25), (27, 26), (29, 27),
]);
#[rustfmt::skip]
const ROOK: [Pair; 15] = pairs([
    (-30, -48), (-20, -30), (-12, -16), (-7, -6), (-4, 0), (-1, 5), (2, 10), (4, 15),
    (7, 19), (9, 22), (11, 25), (13, 27), (15, 29), (16, 30), (17, 31),
]);
#[rustfmt::skip]
const QUEEN: [Pair; 28] = pairs([
    (-24, -40), (-16, -30), (-10, -22), (-7, -16), (-4, -10), (-2, -5), (0, -1), (1, 3), (2, 6), (4, 9),
    (5, 12), (6, 14), (7, 16), (8, 18), (9, 20), (10, 22), (11, 23), (12, 24), (13, 25), (14, 26),
    (15, 27), (16, 28), (17, 29), (18, 30), (19, 31), (20, 32), (21, 33), (22, 34),
]);

/// The worth of so many squares to a piece of this kind.
#[inline(always)]
pub(crate) fn mobility(kind: PieceKind, squares: u32) -> Pair {
    let squares = squares as usize;
    match kind {
        PieceKind::Knight => KNIGHT[squares],
        PieceKind::Bishop => BISHOP[squares],
        PieceKind::Rook => ROOK[squares],
        PieceKind::Queen => QUEEN[squares],
        PieceKind::Pawn | PieceKind::King => Pair::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_squares_are_never_worth_less() {
        for (kind, most) in
            [(PieceKind::Knight, 8), (PieceKind::Bishop, 13), (PieceKind::Rook, 14), (PieceKind::Queen, 27)]
        {
            for squares in 0..most {
                let (less, more) = (mobility(kind, squares), mobility(kind, squares + 1));
                assert!(
                    less.middlegame() <= more.middlegame() && less.endgame() <= more.endgame(),
                    "{kind:?} {squares}"
                );
            }
            assert!(mobility(kind, 0).endgame() < 0 && mobility(kind, most).endgame() > 0);
        }
    }
}
