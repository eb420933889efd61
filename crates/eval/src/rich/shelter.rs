//! The king's shelter: own pawns before it, enemy pawns that storm it.
//!
//! Not here: pieces that attack the king (`king`). Invariant: the values per file depend on pawns alone, so the pawn cache may keep them.

use rules::{Bitboard, File};

use crate::pair::Pair;
use crate::rich::facts::Facts;
use crate::rich::pawns::Structure;
use crate::side::{Side, file_of, rank_of};
use crate::trace::{Label, Sink};

/// Worth of a file to a king behind it, in centipawns of the middlegame.
pub(crate) type Files = [i8; 8];

/// By distance of the file from the edge and rank of the own pawn nearest home; rank 0 means there is none.
const PAWN: [[i8; 8]; 4] = [
    [-14, 15, 12, 2, -1, -4, -5, 0],
    [-28, 22, 13, -5, -9, -8, -9, 0],
    [-20, 15, 5, -3, -6, -6, -7, 0],
    [-16, 11, 2, -4, -7, -7, -8, 0],
];
/// By rank of the enemy pawn nearest home, when it can still come closer; rank 0 means there is none.
const STORM: [i8; 8] = [-4, -6, -30, -18, -6, 0, 0, 0];
/// The same when an own pawn stands right before it.
const BLOCKED_STORM: [i8; 8] = [0, 0, -8, -4, -1, 0, 0, 0];
/// A king that has left its first two ranks has no shelter: this, and more with every further rank.
const IN_THE_OPEN: i32 = -50;
const PER_RANK_IN_THE_OPEN: i32 = -12;
/// What a shelter that is still to be reached by castling lacks.
const NOT_YET_CASTLED: i32 = -12;

/// Works out the files of one side.
pub(crate) fn files<U: Side>(us: Bitboard, them: Bitboard) -> Files {
    std::array::from_fn(|file| {
        let on_file = Bitboard::from_file(File::ALL[file]);
        let (own, enemy) = (nearest::<U>(us & on_file), nearest::<U>(them & on_file));
        let blocked = own > 0 && enemy == own + 1;
        let storm = if blocked { BLOCKED_STORM[enemy] } else { STORM[enemy] };
        PAWN[file.min(7 - file)][own] + storm
    })
}

/// The rank of the pawn nearest to this side's home, 0 for none.
fn nearest<U: Side>(pawns: Bitboard) -> usize {
    pawns.into_iter().map(|square| rank_of::<U>(square)).min().unwrap_or(0)
}

/// What shelters this side's king, in centipawns of the middlegame.
#[inline(always)]
pub(crate) fn shelter<U: Side, S: Sink>(facts: &Facts<'_>, pawns: &Structure, sink: &mut S) -> i32 {
    let king = facts.us::<U>().king;
    let files = &pawns.shelter[U::COLOR.index()];
    let rank = rank_of::<U>(king) as i32;
    let mut value =
        if rank > 1 { IN_THE_OPEN + PER_RANK_IN_THE_OPEN * (rank - 2) } else { around(files, file_of(king)) };
    // Castling rooks stand on the king's rank, so a higher number means nearer to the h-file.
    let rooks = (facts.position.castling_rooks() & facts.us::<U>().all).0;
    if rooks >> king.index() != 0 {
        value = value.max(around(files, File::G.index()) + NOT_YET_CASTLED);
    }
    if rooks & ((1 << king.index()) - 1) != 0 {
        value = value.max(around(files, File::C.index()) + NOT_YET_CASTLED);
    }
    sink.note(Label::KingShelter, U::COLOR, Pair::new(value, 0));
    value
}

/// The king's file and its neighbours; at the edge, the three outermost.
#[inline(always)]
fn around(files: &Files, file: usize) -> i32 {
    let middle = file.clamp(1, 6);
    (middle - 1..=middle + 1).map(|file| i32::from(files[file])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side::{Black, White};
    use crate::trace::Silent;
    use rules::{Color, PieceKind, Position};

    fn both(fen: &str) -> (i32, i32) {
        let position = Position::from_fen(fen).expect("a FEN");
        let pawns = |color| position.pieces(color, PieceKind::Pawn);
        let structure = Structure::of(pawns(Color::White), pawns(Color::Black), &mut Silent);
        let facts = Facts::new(&position);
        (shelter::<White, _>(&facts, &structure, &mut Silent), shelter::<Black, _>(&facts, &structure, &mut Silent))
    }

    #[test]
    fn pawns_before_the_king_shelter_it() {
        let (white, black) = both("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1");
        assert!(white > 30 && black < -30, "{white} {black}");
        let (flank, centre) = both("4k3/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1");
        assert!(flank > centre);
    }

    #[test]
    fn a_storm_is_felt_and_a_blocked_one_less() {
        let (calm, _) = both("6k1/8/8/6p1/8/8/5PPP/6K1 w - - 0 1");
        let (stormed, _) = both("6k1/8/8/8/8/6p1/5P1P/6K1 w - - 0 1");
        let (open, _) = both("6k1/8/8/8/6p1/8/5PPP/6K1 w - - 0 1");
        let (blocked, _) = both("6k1/8/8/8/6p1/6P1/5P1P/6K1 w - - 0 1");
        assert!(calm > open && open > stormed && blocked > stormed, "{calm} {open} {blocked} {stormed}");
    }

    #[test]
    fn a_right_to_castle_promises_shelter() {
        let (may, _) = both("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1");
        let (may_not, _) = both("4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1");
        assert!(may > may_not, "{may} {may_not}");
        let (walking, _) = both("4k3/8/8/8/4K3/8/5PPP/8 w - - 0 1");
        assert_eq!(walking, IN_THE_OPEN + PER_RANK_IN_THE_OPEN);
    }
}
