//! The attack on a king: few attackers do little, many together win.
//!
//! Not here: the pawns before the king (`shelter`), which come in as a number. Invariant: what the attacked side loses never depends on who is
//! to move.

use rules::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use rules::{Bitboard, PieceKind};

use crate::pair::Pair;
use crate::rich::facts::Facts;
use crate::side::Side;
use crate::trace::{Label, Sink};

/// Units of danger that a piece on the ring brings, pawn to king; half the sum counts for each attacker.
pub(crate) const ATTACK_WEIGHT: [i32; 6] = [0, 20, 16, 20, 14, 0];
/// For each attack on a square next to the king.
const CONTACT: i32 = 8;
/// For each square of the ring that is attacked and guarded by none but king and queen.
const WEAK_SQUARE: i32 = 22;
/// For each kind of piece that has a check from a safe square, knight to queen.
const SAFE_CHECK: [i32; 4] = [80, 60, 100, 80];
/// For each square from which a check would cost the piece.
const UNSAFE_CHECK: i32 = 12;
/// For each piece that is pinned to the king.
const PINNED: i32 = 14;
/// An attack without a queen.
const NO_QUEEN: i32 = -100;
/// A knight that guards the king.
const KNIGHT_GUARD: i32 = -18;
/// Danger beyond this counts no more.
const MOST_DANGER: i32 = 520;
/// The middlegame loses the square of the danger divided by this, in centipawns.
const DIVISOR: i32 = 300;

/// What this side's king is in danger of: zero or negative.
#[inline(always)]
pub(crate) fn danger<U: Side, S: Sink>(facts: &Facts<'_>, shelter: i32, sink: &mut S) -> Pair {
    let them = facts.them::<U>();
    let queen = facts.pieces::<U::Enemy>(PieceKind::Queen).is_any();
    if them.attackers + i32::from(queen) < 2 {
        return Pair::ZERO;
    }
    let danger = units::<U>(facts, shelter, queen).clamp(0, MOST_DANGER);
    let value = Pair::new(-(danger * danger / DIVISOR), 0);
    sink.note(Label::KingAttack, U::COLOR, value);
    value
}

#[inline(always)]
fn units<U: Side>(facts: &Facts<'_>, shelter: i32, queen: bool) -> i32 {
    let (us, them) = (facts.us::<U>(), facts.them::<U>());
    let guards = us.by(PieceKind::Queen) | us.by(PieceKind::King);
    let weak = them.attacked & !us.attacked_twice & (!us.attacked | guards);
    let mut units = them.attackers * them.attack_weight / 2;
    units += CONTACT * them.contacts;
    units += WEAK_SQUARE * (us.ring & weak).count() as i32;
    units += PINNED * us.pinned.count() as i32;
    units += checks::<U>(facts, weak);
    units -= shelter / 2;
    if !queen {
        units += NO_QUEEN;
    }
    if (us.by(PieceKind::Knight) & us.by(PieceKind::King)).is_any() {
        units += KNIGHT_GUARD;
    }
    units
}

/// Checks that the enemy could give in one move.
#[inline(always)]
fn checks<U: Side>(facts: &Facts<'_>, weak: Bitboard) -> i32 {
    let (us, them) = (facts.us::<U>(), facts.them::<U>());
    // Own queens do not shelter: they would have to move away.
    let occupied = facts.occupied & !facts.pieces::<U>(PieceKind::Queen);
    let (straight, diagonal) = (rook_attacks(us.king, occupied), bishop_attacks(us.king, occupied));
    let open = !them.all;
    let safe = open & (!us.attacked | (weak & them.attacked_twice));
    // A queen does not check where a king or queen could take it.
    let safe_for_queen = safe & !us.by(PieceKind::Queen);
    let lines = [
        (PieceKind::Knight, knight_attacks(us.king), safe),
        (PieceKind::Bishop, diagonal, safe),
        (PieceKind::Rook, straight, safe),
        (PieceKind::Queen, straight | diagonal, safe_for_queen),
    ];
    let (mut units, mut unsafe_checks) = (0, Bitboard::EMPTY);
    for ((kind, line, safe), worth) in lines.into_iter().zip(SAFE_CHECK) {
        let checks = line & them.by(kind) & open;
        if (checks & safe).is_any() {
            units += worth;
        } else if kind != PieceKind::Queen {
            unsafe_checks |= checks;
        }
    }
    units + UNSAFE_CHECK * unsafe_checks.count() as i32
}

#[cfg(test)]
mod tests {
    use crate::testing::white_term;

    fn loss(fen: &str) -> i32 {
        -white_term(fen, "King attack").middlegame()
    }

    #[test]
    fn one_piece_is_no_attack() {
        assert_eq!(loss("6k1/8/8/8/6n1/8/5PPP/6K1 w - - 0 1"), 0);
        assert_eq!(loss("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"), 0);
    }

    #[test]
    fn more_attackers_are_more_than_their_sum() {
        let two = loss("3q2k1/5ppp/8/8/6n1/8/5PPP/5RK1 w - - 0 1");
        let three = loss("6k1/5ppp/8/8/6nq/8/5PPP/5RK1 w - - 0 1");
        let four = loss("6k1/5ppp/3b4/8/6nq/8/5PPP/5RK1 w - - 0 1");
        assert!(two < three && three < four && four > 60, "{two} {three} {four}");
        let without_queen = loss("6k1/5ppp/3b4/8/6n1/8/5PPP/5RK1 w - - 0 1");
        assert!(without_queen < three, "{without_queen}");
    }

    #[test]
    fn shelter_softens_it() {
        let sheltered = loss("6k1/5ppp/3b4/8/6nq/8/5PPP/5RK1 w - - 0 1");
        let bare = loss("6k1/5ppp/3b4/8/6nq/8/PPP5/5RK1 w - - 0 1");
        assert!(bare > sheltered, "{bare} {sheltered}");
    }
}
