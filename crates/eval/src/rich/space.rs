//! Space: room behind the own pawns while the board is full.
//!
//! Not here: mobility, which counts what pieces use of it. Invariant: worth nothing once pieces have left.

use rules::PieceKind;

use crate::pair::Pair;
use crate::rich::facts::Facts;
use crate::side::{CENTRE_FILES, Side, ranks};
use crate::trace::{Label, Sink};

/// Pieces, kings and pawns not counted, below which space is worth nothing.
const LEAST_PIECES: i32 = 9;
/// Squares times pieces beyond the least, divided by this, are centipawns of the middlegame.
const DIVISOR: i32 = 5;

/// What room this side has.
#[inline(always)]
pub(crate) fn space<U: Side, S: Sink>(facts: &Facts<'_>, sink: &mut S) -> Pair {
    let position = facts.position;
    let officers = !(position.kind(PieceKind::Pawn) | position.kind(PieceKind::King));
    let crowd = (facts.occupied & officers).count() as i32 - LEAST_PIECES;
    if crowd <= 0 {
        return Pair::ZERO;
    }
    let (us, them) = (facts.us::<U>(), facts.them::<U>());
    let room = CENTRE_FILES & ranks::<U>(1, 3) & !us.pawns & !them.by(PieceKind::Pawn);
    let back = <U::Enemy as Side>::push(us.pawns);
    let back = back | <U::Enemy as Side>::push(back);
    let sheltered = room & back & !them.attacked;
    let value = Pair::new((room.count() + sheltered.count()) as i32 * crowd / DIVISOR, 0);
    sink.note(Label::Space, U::COLOR, value);
    value
}

#[cfg(test)]
mod tests {
    use crate::testing::white_term;

    fn space(fen: &str) -> i32 {
        white_term(fen, "Space").middlegame()
    }

    #[test]
    fn pawns_ahead_make_room_while_there_are_pieces() {
        let ahead = space("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1");
        let cramped = space("rnbqkbnr/ppp3pp/8/8/2ppp3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(ahead > cramped, "{ahead} {cramped}");
        assert_eq!(space("r3kb1r/pppppppp/8/8/3PP3/8/PPP2PPP/R3KB1R w KQkq - 0 1"), 0);
    }
}
