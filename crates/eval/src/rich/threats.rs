//! Threats: what could be taken, or chased, by something that costs less.
//!
//! Not here: whose move it is; a threat counts for both. Invariant: reads only what the facts say about attacks.

use rules::{Bitboard, PieceKind};

use crate::pair::{Pair, pairs};
use crate::rich::facts::Facts;
use crate::side::{Side, pawn_attacks, ranks};
use crate::trace::{Label, Sink};

/// A knight or bishop attacks this, pawn to king.
const BY_MINOR: [Pair; 6] = pairs([(2, 20), (17, 27), (20, 32), (33, 54), (30, 70), (0, 0)]);
/// A rook attacks this, pawn to king; only where the guard is weak.
const BY_ROOK: [Pair; 6] = pairs([(1, 22), (13, 32), (15, 32), (4, 17), (28, 44), (0, 0)]);
/// The king attacks something weak.
const BY_KING: Pair = Pair::new(8, 42);
/// Not guarded, or not often enough.
const HANGING: Pair = Pair::new(22, 27);
/// A pawn that is safe attacks a piece.
const BY_SAFE_PAWN: Pair = Pair::new(50, 56);
/// A pawn could go forward, safely, and attack a piece.
const BY_PAWN_PUSH: Pair = Pair::new(14, 20);
/// For each square that the enemy attacks and would have to dispute.
const DISPUTED: Pair = Pair::new(2, 3);

/// What this side threatens.
#[inline(always)]
pub(crate) fn threats<U: Side, S: Sink>(facts: &Facts<'_>, sink: &mut S) -> Pair {
    let (us, them) = (facts.us::<U>(), facts.them::<U>());
    let targets = them.all & !them.pawns & !Bitboard::from(them.king);
    let guarded = them.by(PieceKind::Pawn) | (them.attacked_twice & !us.attacked_twice);
    let weak = them.all & !guarded & us.attacked;
    let minors = us.by(PieceKind::Knight) | us.by(PieceKind::Bishop);
    let mut value = each(facts, ((targets & guarded) | weak) & minors, &BY_MINOR);
    value += each(facts, weak & us.by(PieceKind::Rook), &BY_ROOK);
    if (weak & us.by(PieceKind::King)).is_any() {
        value += BY_KING;
    }
    let hanging = weak & (!them.attacked | (targets & us.attacked_twice));
    value += HANGING * hanging.count() as i32;
    value += DISPUTED * (them.attacked & !guarded & us.attacked).count() as i32;
    value += by_pawns::<U>(facts, targets);
    sink.note(Label::Threats, U::COLOR, value);
    value
}

#[inline(always)]
fn each(facts: &Facts<'_>, attacked: Bitboard, worth: &[Pair; 6]) -> Pair {
    // Set by set: a look-up of what stands on each square would cost more.
    let mut value = Pair::ZERO;
    for kind in [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        value += worth[kind.index()] * (attacked & facts.position.kind(kind)).count() as i32;
    }
    value
}

#[inline(always)]
fn by_pawns<U: Side>(facts: &Facts<'_>, targets: Bitboard) -> Pair {
    let (us, them) = (facts.us::<U>(), facts.them::<U>());
    let safe = !them.attacked | us.attacked;
    let now = pawn_attacks::<U>(us.pawns & safe) & targets;
    let free = !facts.occupied;
    let once = U::push(us.pawns) & free;
    let pushes = once | (U::push(once & ranks::<U>(2, 2)) & free);
    let next = pawn_attacks::<U>(pushes & safe & !them.by(PieceKind::Pawn)) & targets;
    BY_SAFE_PAWN * now.count() as i32 + BY_PAWN_PUSH * next.count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::white_term;

    fn threats(fen: &str) -> Pair {
        white_term(fen, "Threats")
    }

    #[test]
    fn nothing_in_touch_is_no_threat() {
        assert_eq!(threats("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Pair::ZERO);
    }

    #[test]
    fn a_pawn_on_a_piece() {
        let value = threats("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
        // The knight is not guarded, so it hangs as well.
        assert_eq!(value, BY_SAFE_PAWN + HANGING);
        assert_eq!(threats("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1"), BY_SAFE_PAWN);
        // A step away: e3-e4 would attack it; of the squares that the knight attacks, White attacks e3 and f4.
        assert_eq!(threats("4k3/8/2p5/3n4/8/4P3/5K2/8 w - - 0 1"), BY_PAWN_PUSH + DISPUTED * 2);
    }

    #[test]
    fn pieces_on_pieces() {
        // Knight and king attack d1 and d2, which the rook attacks as well.
        let guarded = threats("4k3/8/4p3/3r4/8/4N3/8/4K3 w - - 0 1");
        assert_eq!(guarded, BY_MINOR[PieceKind::Rook.index()] + DISPUTED * 2);
        let hanging = threats("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1");
        assert_eq!(hanging, BY_ROOK[PieceKind::Knight.index()] + HANGING);
        let by_king = threats("7k/8/8/3p4/3K4/8/8/8 w - - 0 1");
        assert_eq!(by_king, BY_KING + HANGING);
    }
}
