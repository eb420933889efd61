//! Pawn structure: everything about pawns that only pawns decide.
//!
//! Not here: how far a passed pawn can really get (`passed`). Invariant: a function of the two sets of pawns, so the cache may keep it.

use rules::{Bitboard, PieceKind};

use crate::pair::{Pair, pairs};
use crate::rich::{material, shelter};
use crate::side::{Black, Side, White, behind, beside, front, pawn_attacks, rank_of};
use crate::trace::{Label, Sink};

/// Another own pawn stands in front.
const DOUBLED: Pair = Pair::new(-3, -18);
/// No own pawn on the neighbouring files.
const ISOLATED: Pair = Pair::new(-6, -13);
/// The neighbours have gone ahead and the next square is not free to go to.
const BACKWARD: Pair = Pair::new(-4, -10);
/// An isolated or backward pawn has no enemy pawn in front, so rooks see it.
const EXPOSED: Pair = Pair::new(-6, -8);
/// For each pawn that guards this one.
const SUPPORTED: Pair = Pair::new(6, 6);
/// Beside or guarded by another pawn, by rank; counted twice when no enemy pawn stands in front.
const CONNECTED: [Pair; 8] = pairs([(0, 0), (1, 0), (2, 1), (4, 4), (7, 10), (14, 22), (24, 36), (0, 0)]);
/// No enemy pawn can stop it, by rank; on top of the advanced squares' value in the tables.
const PASSED: [Pair; 8] = pairs([(0, 0), (0, 5), (0, 10), (2, 22), (10, 42), (24, 66), (34, 84), (0, 0)]);
/// It would be passed once equal numbers of pawns have been exchanged, by rank.
const CANDIDATE: [Pair; 8] = pairs([(0, 0), (0, 2), (0, 4), (4, 8), (10, 18), (18, 30), (0, 0), (0, 0)]);

/// What pawns alone decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Structure {
    /// Material, squares and structure of all pawns, White's view.
    pub(crate) balance: Pair,
    /// Passed pawns of both sides.
    pub(crate) passed: Bitboard,
    /// Squares that a side's pawns attack or may attack after going forward, by colour.
    pub(crate) reach: [Bitboard; 2],
    /// What the pawns are worth to a king behind a file, by colour.
    pub(crate) shelter: [shelter::Files; 2],
}

impl Structure {
    /// Works it out for these pawns.
    pub(crate) fn of<S: Sink>(white: Bitboard, black: Bitboard, sink: &mut S) -> Self {
        let mut passed = Bitboard::EMPTY;
        let balance =
            side::<White, S>(white, black, &mut passed, sink) - side::<Black, S>(black, white, &mut passed, sink);
        Self {
            balance,
            passed,
            reach: [pawn_attacks::<White>(White::front_fill(white)), pawn_attacks::<Black>(Black::front_fill(black))],
            shelter: [shelter::files::<White>(white, black), shelter::files::<Black>(black, white)],
        }
    }
}

fn side<U: Side, S: Sink>(us: Bitboard, them: Bitboard, passed: &mut Bitboard, sink: &mut S) -> Pair {
    let mut worth = Pair::ZERO;
    let mut structure = Pair::ZERO;
    for square in us {
        let pawn = Bitboard::from(square);
        worth += material::worth_of(U::COLOR, PieceKind::Pawn, square, sink);
        let rank = rank_of::<U>(square);
        let ahead = front::<U>(pawn);
        let neighbours = us & beside(U::front_fill(pawn) | behind::<U>(pawn));
        let level_or_behind = us & beside(pawn | behind::<U>(pawn));
        let supporters = us & pawn_attacks::<U::Enemy>(pawn);
        let opposed = (them & ahead).is_any();
        let doubled = (us & ahead).is_any();
        let exposed = if opposed { Pair::ZERO } else { EXPOSED };
        if doubled {
            structure += DOUBLED;
        }
        if neighbours.is_empty() {
            structure += ISOLATED + exposed;
        } else if level_or_behind.is_empty() && (them & (U::push(pawn) | pawn_attacks::<U>(U::push(pawn)))).is_any() {
            structure += BACKWARD + exposed;
        }
        if (supporters | (us & beside(pawn))).is_any() {
            structure += CONNECTED[rank] * if opposed { 1 } else { 2 };
            structure += SUPPORTED * supporters.count() as i32;
        }
        let stoppers = them & (ahead | beside(ahead));
        if stoppers.is_empty() && !doubled {
            *passed |= pawn;
            structure += PASSED[rank];
        } else if !opposed && !doubled && level_or_behind.count() >= stoppers.count() {
            structure += CANDIDATE[rank];
        }
    }
    sink.note(Label::PawnStructure, U::COLOR, structure);
    worth + structure
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Silent;
    use rules::{Color, Position, Square};

    fn structure(fen: &str) -> Structure {
        let position = Position::from_fen(fen).expect("a FEN");
        let pawns = |color| position.pieces(color, PieceKind::Pawn);
        Structure::of(pawns(Color::White), pawns(Color::Black), &mut Silent)
    }

    /// White's structure without material and squares.
    fn white_only(fen: &str) -> Pair {
        let position = Position::from_fen(fen).expect("a FEN");
        let pawns = |color| position.pieces(color, PieceKind::Pawn);
        let (us, them) = (pawns(Color::White), pawns(Color::Black));
        let worth = us.into_iter().map(|s| material::worth_of(Color::White, PieceKind::Pawn, s, &mut Silent)).sum();
        side::<White, _>(us, them, &mut Bitboard::EMPTY.clone(), &mut Silent) - worth
    }

    #[test]
    fn isolated_and_doubled() {
        assert_eq!(white_only("4k3/3ppp2/8/8/8/8/4P3/4K3 w - - 0 1"), ISOLATED);
        assert_eq!(white_only("4k3/3p1p2/8/8/8/8/4P3/4K3 w - - 0 1"), ISOLATED + EXPOSED);
        assert_eq!(white_only("4k3/3ppp2/8/8/8/4P3/4P3/4K3 w - - 0 1"), ISOLATED * 2 + DOUBLED);
    }

    #[test]
    fn backward_needs_a_guarded_square_in_front() {
        // d3 may not go to d4 because of e5; its neighbour on c4 has gone ahead. c4 itself is guarded and faces c7.
        let backward = white_only("4k3/2p5/8/3pp3/2P5/3P4/8/4K3 w - - 0 1");
        assert_eq!(backward, BACKWARD + CONNECTED[3] + SUPPORTED);
        // Nothing keeps it from d4.
        let free = white_only("4k3/2pp4/8/8/2P5/3P4/8/4K3 w - - 0 1");
        assert_eq!(free, CONNECTED[3] + SUPPORTED);
    }

    #[test]
    fn a_phalanx_is_connected() {
        assert_eq!(white_only("4k3/3pp3/8/8/3PP3/8/8/4K3 w - - 0 1"), CONNECTED[3] * 2);
        assert_eq!(white_only("4k3/2ppp3/8/8/2P1P3/8/8/4K3 w - - 0 1"), ISOLATED * 2);
    }

    #[test]
    fn passed_and_candidate() {
        let passed = |fen| structure(fen).passed;
        let e5: Square = "e5".parse().expect("a square");
        assert_eq!(
            passed("4k3/1p6/8/4P3/8/8/8/4K3 w - - 0 1"),
            Bitboard::from(e5) | "b7".parse::<Square>().unwrap().into()
        );
        assert!(passed("4k3/5p2/8/4P3/8/8/8/4K3 w - - 0 1").is_empty());
        assert!(passed("4k3/4p3/8/4P3/8/8/8/4K3 w - - 0 1").is_empty());
        // Of two on one file only the first is passed.
        assert_eq!(passed("4k3/8/8/4P3/4P3/8/8/4K3 w - - 0 1"), e5.into());
        assert_eq!(white_only("4k3/5p2/8/4P3/5P2/8/8/4K3 w - - 0 1"), CONNECTED[4] * 2 + SUPPORTED + CANDIDATE[4]);
    }

    #[test]
    fn one_entry_fills_one_cache_line() {
        assert_eq!(size_of::<Structure>(), 64);
        let mirrored = structure("4k3/1p6/8/4P3/8/8/8/4K3 w - - 0 1").balance;
        assert_eq!(structure("4k3/8/8/8/4p3/8/1P6/4K3 w - - 0 1").balance, -mirrored);
    }
}
