//! Material and squares, as the rich evaluation counts them.
//!
//! Not here: PeSTO's tables, which this starts from (`pesto`). Invariant: kings cancel.

use rules::{Color, PieceKind, Square};

use crate::pair::{Pair, pairs};
use crate::pesto::{self, Table};
use crate::trace::{Label, Sink};

/// Pawn to king. In the endgame material counts for more than in PeSTO, where the squares have to stand for every other term.
const MATERIAL: [Pair; 6] = pairs([(82, 120), (337, 350), (362, 372), (477, 628), (1025, 1150), (0, 0)]);
/// What is left of the squares' worth, in quarters: other terms say the rest.
const SQUARES: i32 = 3;

static WORTH: Table = pesto::table(&MATERIAL, SQUARES);

/// Material and place of one piece, from the view of its owner.
#[inline(always)]
pub(crate) fn worth_of<S: Sink>(color: Color, kind: PieceKind, square: Square, sink: &mut S) -> Pair {
    let worth = pesto::look_up(&WORTH, color, kind, square);
    let material = MATERIAL[kind.index()];
    sink.note(Label::Material, color, material);
    sink.note(Label::PieceSquares, color, worth - material);
    worth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Silent;

    #[test]
    fn colours_see_the_same_board() {
        for (kind, square) in
            PieceKind::ALL.into_iter().flat_map(|kind| Square::all().map(move |square| (kind, square)))
        {
            let white = worth_of(Color::White, kind, square, &mut Silent);
            assert_eq!(white, worth_of(Color::Black, kind, square.flip_rank(), &mut Silent));
        }
        let e4 = "e4".parse().expect("a square");
        // PeSTO gives a pawn on e4 17 and -7; three quarters, rounded towards zero.
        assert_eq!(worth_of(Color::White, PieceKind::Pawn, e4, &mut Silent), Pair::new(82 + 12, 120 - 5));
    }
}
