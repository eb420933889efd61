//! Passed pawns: how far they can really get.
//!
//! Not here: that they are passed, and what that is worth by rank (`pawns`). Invariant: only the race against a bare king asks who is to move.

use rules::attacks::rook_attacks;
use rules::{Bitboard, PieceKind, Square};

use crate::pair::Pair;
use crate::rich::facts::Facts;
use crate::rich::pawns::Structure;
use crate::side::{Side, behind, distance, front, rank_of};
use crate::trace::{Label, Sink};

/// How much the circumstances of a pawn count, by rank.
const WEIGHT: [i32; 8] = [0, 0, 1, 6, 16, 29, 42, 0];
/// In weights: the way is free and not attacked; only the next square is; the way, or the next square, is guarded.
const FREE_WAY: i32 = 7;
const FREE_STEP: i32 = 4;
const GUARDED_WAY: i32 = 3;
const GUARDED_STEP: i32 = 2;
/// Kings further away than this are equally far.
const FAR: i32 = 5;
/// Nothing can catch it, and what that loses per step still to go; endgame centipawns.
const UNSTOPPABLE: i32 = 460;
const PER_STEP: i32 = 25;

/// What this side's passed pawns are worth beyond their rank.
#[inline(always)]
pub(crate) fn passed<U: Side, S: Sink>(facts: &Facts<'_>, pawns: &Structure, sink: &mut S) -> Pair {
    let mut value = Pair::ZERO;
    let mine = pawns.passed & facts.us::<U>().pawns;
    if mine.is_empty() {
        return value;
    }
    let officers = facts.them::<U>().all & !facts.them::<U>().pawns;
    // Where a pawn is all there is, `endgame` knows the result.
    let race = !officers.has_many() && facts.occupied.count() > 3;
    for square in mine {
        value += circumstances::<U>(facts, square);
        if race && wins_race::<U>(facts, square) {
            value += Pair::new(0, UNSTOPPABLE - PER_STEP * (7 - rank_of::<U>(square) as i32));
        }
    }
    sink.note(Label::PassedPawns, U::COLOR, value);
    value
}

#[inline(always)]
fn circumstances<U: Side>(facts: &Facts<'_>, square: Square) -> Pair {
    let weight = WEIGHT[rank_of::<U>(square)];
    if weight == 0 {
        return Pair::ZERO;
    }
    let (us, them) = (facts.us::<U>(), facts.them::<U>());
    let pawn = Bitboard::from(square);
    let step = U::push(pawn);
    let Some(next) = step.first() else { return Pair::ZERO };
    let nearness = 2 * distance(them.king, next).min(FAR) - distance(us.king, next).min(FAR);
    let mut value = Pair::new(0, weight * nearness / 2);
    if (step & facts.occupied).is_any() {
        return value;
    }
    let way = front::<U>(pawn);
    let heavy = facts.position.kind(PieceKind::Rook) | facts.position.kind(PieceKind::Queen);
    let pushers = behind::<U>(pawn) & heavy & rook_attacks(square, facts.occupied);
    let hindered = if (pushers & them.all).is_any() { way } else { way & (them.attacked | them.all) };
    let guarded = if (pushers & us.all).is_any() { way } else { way & us.attacked };
    let mut ease = 0;
    if hindered.is_empty() {
        ease += FREE_WAY;
    } else if (hindered & step).is_empty() {
        ease += FREE_STEP;
    }
    if guarded == way {
        ease += GUARDED_WAY;
    } else if (guarded & step).is_any() {
        ease += GUARDED_STEP;
    }
    value += Pair::new(weight * ease / 3, weight * ease / 2);
    value
}

/// Against a king without pieces: is the way free, and the king outside the pawn's square?
#[cold]
fn wins_race<U: Side>(facts: &Facts<'_>, square: Square) -> bool {
    let way = front::<U>(square.into());
    if (way & facts.occupied).is_any() {
        return false;
    }
    let rank = rank_of::<U>(square) as i32;
    // From its second rank it goes two squares at once.
    let steps = 7 - rank.max(2);
    let late = i32::from(facts.position.side_to_move() != U::COLOR);
    let goal = (way & crate::side::ranks::<U>(7, 7)).first();
    goal.is_some_and(|goal| distance(facts.them::<U>().king, goal) > steps + late)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::white_term;

    fn endgame(fen: &str) -> i32 {
        white_term(fen, "Passed pawns").endgame()
    }

    #[test]
    fn a_pawn_that_is_not_passed_has_no_circumstances() {
        assert_eq!(white_term("4k3/4p3/8/4P3/8/8/8/4K2R w - - 0 1", "Passed pawns"), Pair::ZERO);
    }

    #[test]
    fn the_square_of_the_pawn() {
        // The king on e6 is inside the square of a5 if it is to move, outside otherwise.
        let catches = endgame("8/8/4k3/P7/7p/7P/8/7K b - - 0 1");
        let late = endgame("8/8/4k3/P7/7p/7P/8/7K w - - 0 1");
        assert_eq!(late, catches + UNSTOPPABLE - 3 * PER_STEP);
        // From f6 it is too late even with the move; it is a step further from a6, too.
        assert_eq!(endgame("8/8/5k2/P7/7p/7P/8/7K b - - 0 1"), late + WEIGHT[4]);
        assert!(endgame("8/8/3k4/P7/7p/7P/8/7K w - - 0 1") < 100);
    }

    #[test]
    fn way_guard_and_kings() {
        let free = endgame("r6k/8/3P4/8/8/8/8/4K3 w - - 0 1");
        let blocked = endgame("3r3k/3b4/3P4/8/8/8/8/4K3 w - - 0 1");
        let pushed = endgame("r6k/8/3P4/8/8/8/8/3RK3 w - - 0 1");
        let accompanied = endgame("r6k/8/3P4/3K4/8/8/8/8 w - - 0 1");
        let enemy_behind = endgame("7k/8/3P4/8/8/8/3r4/5K2 w - - 0 1");
        assert!(pushed > free && accompanied > free && free > blocked, "{pushed} {accompanied} {free} {blocked}");
        assert!(enemy_behind < free, "{enemy_behind}");
    }
}
