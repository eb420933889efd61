//! Knights, bishops, rooks and queens: where they stand, where they can go, and whom they press.
//!
//! Not here: how much pressure on a king is worth (`king`). Invariant: after both sides' visits the facts hold every attack.

use rules::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use rules::{Bitboard, File, PieceKind, Square};

use crate::pair::Pair;
use crate::rich::facts::Facts;
use crate::rich::king::ATTACK_WEIGHT;
use crate::rich::material;
use crate::rich::mobility::mobility;
use crate::rich::pawns::Structure;
use crate::side::{CENTRE_FILES, Side, behind, distance, file_of, front, pawn_attacks, rank_of, ranks};
use crate::trace::{Label, Sink};

/// Two bishops or more.
const BISHOP_PAIR: Pair = Pair::new(14, 66);
/// A knight likes own pawns, a rook dislikes them: for each beyond five, or less below.
const KNIGHT_PER_PAWN: Pair = Pair::new(2, 5);
const ROOK_PER_PAWN: Pair = Pair::new(-2, -4);
/// On a square in the enemy's half that no enemy pawn can ever attack, guarded by an own pawn.
const KNIGHT_OUTPOST: Pair = Pair::new(26, 24);
const BISHOP_OUTPOST: Pair = Pair::new(13, 7);
/// A knight on such a square without a guard.
const LOOSE_OUTPOST: Pair = Pair::new(9, 5);
/// A knight that can reach a guarded one in a move.
const OUTPOST_IN_REACH: Pair = Pair::new(9, 5);
/// A minor piece right behind a pawn of either side.
const BEHIND_PAWN: Pair = Pair::new(6, 2);
/// For each king move between a minor piece and its king beyond the usual number.
const FAR_FROM_KING: Pair = Pair::new(-2, -4);
const USUAL_DISTANCE: i32 = 4;
/// For each own pawn on squares of the bishop's colour beyond the usual number, once more for each blocked one in the centre.
const PAWN_ON_BISHOPS_COLOR: Pair = Pair::new(-1, -3);
const USUAL_PAWNS: i32 = 4;
/// A bishop that took a rook's pawn and cannot come back.
const TRAPPED_BISHOP: Pair = Pair::new(-70, -60);
/// A rook on a file without own pawns, and without any.
const HALF_OPEN_FILE: Pair = Pair::new(13, 9);
const OPEN_FILE: Pair = Pair::new(30, 14);
/// A rook on its seventh rank, with the enemy's king on its eighth or pawns beside it.
const SEVENTH_RANK: Pair = Pair::new(10, 28);
/// A rook shut in by its own king, which may still castle, or may no longer.
const SHUT_IN_ROOK: Pair = Pair::new(-12, -3);
const TRAPPED_ROOK: Pair = Pair::new(-42, -10);
/// Fewer squares than this make a rook on a closed file a candidate for the above.
const TRAPPED_ROOK_SQUARES: u32 = 4;

/// Visits the pieces of one side.
#[inline(always)]
pub(crate) fn pieces<U: Side, S: Sink>(facts: &mut Facts<'_>, pawns: &Structure, sink: &mut S) -> Pair {
    let safe = !pawns.reach[<U::Enemy as Side>::COLOR.index()];
    let posts = safe & ranks::<U>(3, 5);
    let mut value = imbalance::<U, S>(facts, sink);
    value += material::worth_of(U::COLOR, PieceKind::King, facts.us::<U>().king, sink);
    value += knights::<U, S>(facts, posts, sink);
    value += bishops::<U, S>(facts, posts, sink);
    value += rooks::<U, S>(facts, sink);
    value += queens::<U, S>(facts, sink);
    value
}

/// Enters a piece's attacks into the facts; gives what its squares are worth.
#[inline(always)]
fn visit<U: Side, S: Sink>(
    facts: &mut Facts<'_>,
    kind: PieceKind,
    square: Square,
    attacks: Bitboard,
    sink: &mut S,
) -> (Pair, u32) {
    let (ring, near) = (facts.them::<U>().ring, facts.them::<U>().by(PieceKind::King));
    let army = facts.us_mut::<U>();
    army.attacked_twice |= army.attacked & attacks;
    army.attacked |= attacks;
    army.attacked_by[kind.index()] |= attacks;
    if (attacks & ring).is_any() {
        army.attackers += 1;
        army.attack_weight += ATTACK_WEIGHT[kind.index()];
        army.contacts += (attacks & near).count() as i32;
    }
    let squares = (attacks & army.area).count();
    let mobility = mobility(kind, squares);
    sink.note(Label::Mobility, U::COLOR, mobility);
    (mobility + material::worth_of(U::COLOR, kind, square, sink), squares)
}

#[inline(always)]
fn imbalance<U: Side, S: Sink>(facts: &Facts<'_>, sink: &mut S) -> Pair {
    let count = |kind| facts.pieces::<U>(kind).count() as i32;
    let beyond_five = count(PieceKind::Pawn) - 5;
    let mut value = KNIGHT_PER_PAWN * (beyond_five * count(PieceKind::Knight));
    value += ROOK_PER_PAWN * (beyond_five * count(PieceKind::Rook));
    if facts.pieces::<U>(PieceKind::Bishop).has_many() {
        value += BISHOP_PAIR;
    }
    sink.note(Label::Imbalance, U::COLOR, value);
    value
}

/// What knights and bishops have in common.
#[inline(always)]
fn minor<U: Side>(facts: &Facts<'_>, square: Square) -> Pair {
    let mut value = FAR_FROM_KING * (distance(square, facts.us::<U>().king) - USUAL_DISTANCE);
    if (U::push(square.into()) & facts.position.kind(PieceKind::Pawn)).is_any() {
        value += BEHIND_PAWN;
    }
    value
}

#[inline(always)]
fn knights<U: Side, S: Sink>(facts: &mut Facts<'_>, posts: Bitboard, sink: &mut S) -> Pair {
    let guarded = posts & facts.us::<U>().by(PieceKind::Pawn);
    let (mut total, mut placement) = (Pair::ZERO, Pair::ZERO);
    for square in facts.pieces::<U>(PieceKind::Knight) {
        let attacks = facts.us::<U>().reach(square, knight_attacks(square));
        total += visit::<U, S>(facts, PieceKind::Knight, square, attacks, sink).0;
        placement += minor::<U>(facts, square);
        if guarded.contains(square) {
            placement += KNIGHT_OUTPOST;
        } else if posts.contains(square) {
            placement += LOOSE_OUTPOST;
        } else if (attacks & guarded & !facts.us::<U>().all).is_any() {
            placement += OUTPOST_IN_REACH;
        }
    }
    sink.note(Label::Knights, U::COLOR, placement);
    total + placement
}

#[inline(always)]
fn bishops<U: Side, S: Sink>(facts: &mut Facts<'_>, posts: Bitboard, sink: &mut S) -> Pair {
    let army = facts.us::<U>();
    let (own, guarded) = (army.pawns, posts & army.by(PieceKind::Pawn));
    let blocked = (own & CENTRE_FILES & <U::Enemy as Side>::push(facts.occupied)).count() as i32;
    let seen_through = facts.pieces::<U>(PieceKind::Queen);
    let (mut total, mut placement) = (Pair::ZERO, Pair::ZERO);
    for square in facts.pieces::<U>(PieceKind::Bishop) {
        let attacks = facts.us::<U>().reach(square, bishop_attacks(square, facts.occupied & !seen_through));
        total += visit::<U, S>(facts, PieceKind::Bishop, square, attacks, sink).0;
        placement += minor::<U>(facts, square);
        if guarded.contains(square) {
            placement += BISHOP_OUTPOST;
        }
        let light = Bitboard::LIGHT_SQUARES.contains(square);
        let same = own & if light { Bitboard::LIGHT_SQUARES } else { !Bitboard::LIGHT_SQUARES };
        placement += PAWN_ON_BISHOPS_COLOR * (same.count() as i32 * (1 + blocked) - USUAL_PAWNS);
        placement += trapped_bishop::<U>(square, facts.them::<U>().pawns);
    }
    sink.note(Label::Bishops, U::COLOR, placement);
    total + placement
}

/// A bishop on the seventh rank at the edge, the way back barred by a guarded pawn.
#[inline(always)]
fn trapped_bishop<U: Side>(square: Square, enemy_pawns: Bitboard) -> Pair {
    let edge = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
    if !(edge & ranks::<U>(6, 6)).contains(square) {
        return Pair::ZERO;
    }
    let bar = enemy_pawns & pawn_attacks::<U::Enemy>(square.into());
    let guarded = (pawn_attacks::<U::Enemy>(enemy_pawns) & bar).is_any();
    if guarded { TRAPPED_BISHOP } else { Pair::ZERO }
}

#[inline(always)]
fn rooks<U: Side, S: Sink>(facts: &mut Facts<'_>, sink: &mut S) -> Pair {
    let seen_through = facts.pieces::<U>(PieceKind::Queen) | facts.pieces::<U>(PieceKind::Rook);
    let castling = (facts.position.castling_rooks() & facts.us::<U>().all).is_any();
    let (own, enemy) = (facts.us::<U>().pawns, facts.them::<U>().pawns);
    let (king, enemy_king) = (facts.us::<U>().king, facts.them::<U>().king);
    let seventh = ranks::<U>(6, 6);
    let aim = rank_of::<U>(enemy_king) == 7 || (enemy & seventh).is_any();
    let (mut total, mut placement) = (Pair::ZERO, Pair::ZERO);
    for square in facts.pieces::<U>(PieceKind::Rook) {
        let attacks = facts.us::<U>().reach(square, rook_attacks(square, facts.occupied & !seen_through));
        let (worth, squares) = visit::<U, S>(facts, PieceKind::Rook, square, attacks, sink);
        total += worth;
        let rook = Bitboard::from(square);
        let file = rook | front::<U>(rook) | behind::<U>(rook);
        if (file & own).is_empty() {
            placement += if (file & enemy).is_empty() { OPEN_FILE } else { HALF_OPEN_FILE };
        } else if squares < TRAPPED_ROOK_SQUARES && shut_in::<U>(square, king) {
            placement += if castling { SHUT_IN_ROOK } else { TRAPPED_ROOK };
        }
        if aim && seventh.contains(square) {
            placement += SEVENTH_RANK;
        }
    }
    sink.note(Label::Rooks, U::COLOR, placement);
    total + placement
}

/// Does the king stand on the first rank between this rook and the centre?
#[inline(always)]
fn shut_in<U: Side>(rook: Square, king: Square) -> bool {
    let (rook_file, king_file) = (file_of(rook), file_of(king));
    let between = if king_file >= 4 { rook_file > king_file } else { rook_file < king_file };
    between && rank_of::<U>(king) == 0 && rank_of::<U>(rook) <= 1
}

#[inline(always)]
fn queens<U: Side, S: Sink>(facts: &mut Facts<'_>, sink: &mut S) -> Pair {
    let mut total = Pair::ZERO;
    for square in facts.pieces::<U>(PieceKind::Queen) {
        let lines = bishop_attacks(square, facts.occupied) | rook_attacks(square, facts.occupied);
        let attacks = facts.us::<U>().reach(square, lines);
        total += visit::<U, S>(facts, PieceKind::Queen, square, attacks, sink).0;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::white_term;

    #[test]
    fn the_pair_counts_once_it_is_one() {
        let five = "4k3/8/8/8/8/8/PPPPP3/2B1KB2 w - - 0 1";
        assert_eq!(white_term(five, "Imbalance"), BISHOP_PAIR);
        assert_eq!(white_term("4k3/8/8/8/8/8/PPPPP3/2B1K3 w - - 0 1", "Imbalance"), Pair::ZERO);
        assert_eq!(white_term("4k3/8/8/8/8/8/PPPPPP2/R3K1N1 w - - 0 1", "Imbalance"), KNIGHT_PER_PAWN + ROOK_PER_PAWN);
    }

    #[test]
    fn an_outpost_needs_guard_and_peace() {
        // Four steps from its king, as usual.
        let near = Pair::ZERO;
        assert_eq!(white_term("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "Knights"), KNIGHT_OUTPOST + near);
        assert_eq!(white_term("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Knights"), LOOSE_OUTPOST + near);
        assert_eq!(white_term("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "Knights"), near);
        assert_eq!(
            white_term("4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1", "Bishops"),
            BISHOP_OUTPOST + near + PAWN_ON_BISHOPS_COLOR * -3
        );
    }

    #[test]
    fn bad_and_trapped_bishops() {
        assert_eq!(
            white_term("4k3/B1p5/1p6/8/8/8/8/4K3 w - - 0 1", "Bishops"),
            TRAPPED_BISHOP + FAR_FROM_KING * 2 - PAWN_ON_BISHOPS_COLOR * 4
        );
        assert_eq!(
            white_term("4k3/B7/1p6/8/8/8/8/4K3 w - - 0 1", "Bishops"),
            FAR_FROM_KING * 2 - PAWN_ON_BISHOPS_COLOR * 4
        );
        // d4 is blocked in the centre and dark like the bishop.
        let bad = white_term("4k3/8/8/3p4/3P4/8/8/2B1K3 w - - 0 1", "Bishops");
        assert_eq!(bad, FAR_FROM_KING * -2 + PAWN_ON_BISHOPS_COLOR * -2);
        let good = white_term("4k3/8/8/3p4/3P4/8/8/3BK3 w - - 0 1", "Bishops");
        assert_eq!(good, FAR_FROM_KING * -3 + PAWN_ON_BISHOPS_COLOR * -4);
    }

    #[test]
    fn files_and_ranks_of_rooks() {
        assert_eq!(white_term("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rooks"), OPEN_FILE);
        assert_eq!(white_term("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "Rooks"), HALF_OPEN_FILE);
        assert_eq!(white_term("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "Rooks"), Pair::ZERO);
        assert_eq!(white_term("4k3/R7/8/8/8/P7/8/4K3 w - - 0 1", "Rooks"), SEVENTH_RANK);
        assert_eq!(white_term("8/R7/4k3/8/8/P7/8/4K3 w - - 0 1", "Rooks"), Pair::ZERO);
    }

    #[test]
    fn a_king_can_shut_in_its_rook() {
        assert_eq!(white_term("4k3/8/8/8/8/8/6PP/6KR w - - 0 1", "Rooks"), TRAPPED_ROOK);
        assert_eq!(white_term("4k3/8/8/8/8/8/6PP/4K2R w K - 0 1", "Rooks"), SHUT_IN_ROOK);
        assert_eq!(white_term("4k3/8/8/8/8/8/6PP/5RK1 w - - 0 1", "Rooks"), OPEN_FILE);
    }
}
