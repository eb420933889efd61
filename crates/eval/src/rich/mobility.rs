//! Mobility: how many useful squares a piece attacks.
//!
//! Not here: which squares are useful (`facts::Army::area`). Invariant: more squares are never worth less.

use rules::PieceKind;

use crate::pair::{Pair, pairs};

const KNIGHT: [Pair; 9] =
    pairs([(-31, -69), (-21, -44), (-8, -21), (-2, -6), (4, 6), (7, 13), (11, 18), (14, 22), (16, 23)]);
#[rustfmt::skip]
const BISHOP: [Pair; 14] = pairs([
    (-24, -57), (-14, -34), (-6, -17), (-2, -6), (4, 5), (7, 12), (11, 18),
    (13, 24), (15, 29), (17, 32), (19, 34), (20, 36), (22, 37), (23, 39),
]);
#[rustfmt::skip]
const ROOK: [Pair; 15] = pairs([
    (-24, -69), (-16, -44), (-10, -23), (-5, -9), (-4, 0), (-1, 7), (2, 14), (4, 22),
    (5, 28), (7, 32), (9, 36), (11, 39), (13, 41), (13, 44), (14, 45),
]);
#[rustfmt::skip]
const QUEEN: [Pair; 28] = pairs([
    (-20, -57), (-13, -44), (-8, -32), (-5, -23), (-4, -14), (-2, -7), (0, -1), (1, 5), (2, 9), (4, 13),
    (4, 17), (4, 21), (5, 23), (6, 25), (7, 29), (8, 32), (9, 33), (10, 34), (11, 36), (12, 37),
    (13, 39), (13, 40), (14, 41), (14, 44), (15, 45), (16, 46), (17, 47), (18, 48),
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
