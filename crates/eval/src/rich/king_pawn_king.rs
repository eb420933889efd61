//! King and pawn against king, computed: which positions are won.
//!
//! *What it is:* one bit for each placement and side to move, found backwards from promotions until nothing changes. All squares of the bare
//! king are treated at once, as a set. It is made when first asked for, in less than a millisecond.
//!
//! *What it is not:* it says neither how nor how fast to win, and counts no fifty moves; no such win takes that long.
//!
//! *Invariant:* a set contains legal placements only, and exactly those from which the side with the pawn wins against any defence.

use std::sync::LazyLock;

use rules::attacks::{king_attacks, pawn_attacks, rook_attacks};
use rules::{Bitboard, Color, Square};

use crate::side::{Side, White, beside, file_of, ranks};

/// Pawns on files a to d, ranks 2 to 7; the other half of the board is its mirror image.
const PAWN_SQUARES: usize = 24;

/// Files a to d.
const LEFT_HALF: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);

/// For each pawn and each place of its king: where the bare king is lost.
type Sets = [[Bitboard; 64]; PAWN_SQUARES];

/// The pawn is White's.
struct Wins {
    white_to_move: Sets,
    black_to_move: Sets,
}

static WINS: LazyLock<Wins> = LazyLock::new(Wins::compute);

/// Does the side with the pawn win? All squares as they stand on the board.
pub(crate) fn wins<U: Side>(king: Square, pawn: Square, bare_king: Square, side_to_move: Color) -> bool {
    let mut flip = if U::COLOR == Color::White { 0 } else { 56 };
    if file_of(pawn) > 3 {
        flip ^= 7;
    }
    let sets = if side_to_move == U::COLOR { &WINS.white_to_move } else { &WINS.black_to_move };
    sets[slot(pawn.index() ^ flip)][king.index() ^ flip].0 >> (bare_king.index() ^ flip) & 1 != 0
}

/// The place in the tables of a pawn on the square with this index.
fn slot(pawn: usize) -> usize {
    (pawn / 8 - 1) * 4 + pawn % 8
}

/// Where a king can go from any square of the set.
fn king_steps(set: Bitboard) -> Bitboard {
    let row = set | beside(set);
    beside(set) | row.north() | row.south()
}

impl Wins {
    fn compute() -> Self {
        let empty = [[Bitboard::EMPTY; 64]; PAWN_SQUARES];
        let mut wins = Self { white_to_move: empty, black_to_move: empty };
        // What a pawn becomes is known before the pawn is.
        for rank in (1..7).rev() {
            for pawn in ranks::<White>(rank, rank) & LEFT_HALF {
                while wins.improve(pawn) {}
            }
        }
        wins
    }

    /// One step back with this pawn for all placements of the kings. Was anything new?
    fn improve(&mut self, pawn: Square) -> bool {
        let index = slot(pawn.index());
        let mut changed = false;
        for king in Square::all().filter(|&king| king != pawn) {
            let white = self.won_by_moving(pawn, king);
            let black = self.lost_by_moving(pawn, king, white);
            changed |= white != self.white_to_move[index][king.index()];
            changed |= black != self.black_to_move[index][king.index()];
            self.white_to_move[index][king.index()] = white;
            self.black_to_move[index][king.index()] = black;
        }
        changed
    }

    /// White to move: some move leads to a position that is known to be won.
    fn won_by_moving(&self, pawn: Square, king: Square) -> Bitboard {
        let taken = Bitboard::from(pawn) | king.into();
        let legal = !(taken | king_attacks(king) | pawn_attacks(Color::White, pawn));
        let pushes = self.won_by_pushing(pawn, king);
        let steps = king_attacks(king) & !Bitboard::from(pawn);
        let index = slot(pawn.index());
        legal & steps.into_iter().fold(pushes, |won, step| won | self.black_to_move[index][step.index()])
    }

    fn won_by_pushing(&self, pawn: Square, king: Square) -> Bitboard {
        let once = Bitboard::from(pawn).north() & !Bitboard::from(king);
        let Some(next) = once.first() else { return Bitboard::EMPTY };
        if (once & ranks::<White>(7, 7)).is_any() {
            let won = Square::all().filter(|&bare_king| bare_king != next && promotion_wins(next, king, bare_king));
            return won.fold(Bitboard::EMPTY, |set, square| set | square.into());
        }
        let mut won = self.black_to_move[slot(next.index())][king.index()];
        let twice = (once & ranks::<White>(2, 2)).north() & !Bitboard::from(king);
        if let Some(second) = twice.first() {
            won |= self.black_to_move[slot(second.index())][king.index()] & !once;
        }
        won
    }

    /// Black to move: no move leads to a position that is not won for White. Taking the pawn is such a move.
    fn lost_by_moving(&self, pawn: Square, king: Square, white: Bitboard) -> Bitboard {
        let checked = pawn_attacks(Color::White, pawn);
        let legal = !(Bitboard::from(pawn) | king.into() | king_attacks(king));
        let safe = !(king_attacks(king) | king.into() | checked);
        legal & !king_steps(safe & !white) & (king_steps(safe) | checked)
    }
}

/// Black to move, a pawn has just become a rook: neither taken nor stalemate. A queen wins no other position.
fn promotion_wins(rook: Square, king: Square, bare_king: Square) -> bool {
    let attacks = rook_attacks(rook, king.into());
    let flights = king_attacks(bare_king) & !king_attacks(king);
    let taken = flights.contains(rook);
    !taken && (attacks.contains(bare_king) || (flights & !attacks).is_any())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side::Black;

    fn won(king: &str, pawn: &str, bare_king: &str, side_to_move: Color) -> bool {
        let square = |name: &str| name.parse::<Square>().expect("a square");
        let (king, pawn, bare_king) = (square(king), square(pawn), square(bare_king));
        let result = wins::<White>(king, pawn, bare_king, side_to_move);
        let flipped = [king, pawn, bare_king].map(Square::flip_rank);
        let other = if side_to_move == Color::White { Color::Black } else { Color::White };
        assert_eq!(wins::<Black>(flipped[0], flipped[1], flipped[2], other), result);
        result
    }

    #[test]
    fn endings_from_the_books() {
        for (king, pawn, bare_king, white, black) in [
            // The opposition decides, except on the sixth rank.
            ("e5", "e4", "e7", false, true),
            ("e6", "e5", "e8", true, true),
            ("e4", "e3", "e6", false, true),
            // A rook's pawn and the corner.
            ("b6", "a5", "b8", false, false),
            ("b7", "a5", "d7", true, true),
            ("g6", "h5", "g8", false, false),
            // The square of the pawn.
            ("h1", "a5", "e6", true, false),
            ("h1", "a5", "f6", true, true),
            // Stalemate, unless the king can go round.
            ("e6", "e7", "e8", true, false),
            ("a6", "a7", "a8", false, false),
        ] {
            assert_eq!(won(king, pawn, bare_king, Color::White), white, "{king} {pawn} {bare_king}, White to move");
            assert_eq!(won(king, pawn, bare_king, Color::Black), black, "{king} {pawn} {bare_king}, Black to move");
        }
    }

    #[test]
    fn as_many_wins_as_other_tables_have() {
        // Their sum, 111282, is what other engines' tables of these squares are checked against.
        let count = |sets: &Sets| sets.iter().flatten().map(|set| set.count()).sum::<u32>();
        assert_eq!((count(&WINS.white_to_move), count(&WINS.black_to_move)), (62_480, 48_802));
    }
}
