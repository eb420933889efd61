//! Endgames: leads that do not win, and how to mate a bare king.
//!
//! Not here: which moves win; that is for the search, or for tablebases. Invariant: scaling moves a value towards zero, never beyond.

use rules::{Bitboard, File, PieceKind, Position, Square};

use crate::pair::Pair;
use crate::rich::facts::Facts;
use crate::rich::king_pawn_king;
use crate::side::{Black, Side, White, distance, file_of, rank_of, ranks};
use crate::trace::{Label, Sink};

/// Nothing is scaled: 64 of 64.
pub(crate) const FULL_SCALE: i32 = 64;
/// Drawn, whatever the terms say.
const DRAWN: i32 = 0;
/// A lead of a minor piece or less, without pawns.
const SMALL_LEAD: i32 = 10;
/// Bishops of opposite colours and pawns, per passed pawn of the stronger side more.
const OPPOSITE_BISHOPS: i32 = 22;
const PER_PASSED_PAWN: i32 = 4;
/// The same with other pieces on the board; per piece of the stronger side more.
const OPPOSITE_BISHOPS_AMONG_OTHERS: i32 = 40;
const PER_OTHER_PIECE: i32 = 3;
/// The fewer pawns, the more draws: what is left without pawns, and per pawn of the stronger side more.
const FEW_PAWNS: i32 = 42;
const PER_PAWN: i32 = 6;
/// A lead in pieces beyond this needs no pawns; in pawns' worth.
const SMALL_LEAD_POINTS: i32 = 3;

/// Pawns' worth of a piece, as books count them.
const POINTS: [(PieceKind, i32); 4] =
    [(PieceKind::Knight, 3), (PieceKind::Bishop, 3), (PieceKind::Rook, 5), (PieceKind::Queen, 9)];

/// One pawn that wins against a bare king; for each rank it has advanced.
const WON_PAWN: i32 = 320;
const PER_RANK: i32 = 30;
/// A mate against a bare king that the search must find, in centipawns.
const WON: i32 = 350;
/// For each step of the lone king from the centre, and for each step the other king comes closer.
const TO_THE_EDGE: i32 = 14;
const KINGS_CLOSE: i32 = 8;
/// For each diagonal that the lone king is nearer to a corner of the bishop's colour. On the way from a wrong corner along the edge this must
/// outweigh all else.
const TO_THE_CORNER: i32 = 120;

/// Pieces of one side, in pawns' worth.
#[inline]
fn points<U: Side>(position: &Position) -> i32 {
    POINTS.iter().map(|&(kind, worth)| position.pieces(U::COLOR, kind).count() as i32 * worth).sum()
}

/// What is left of the endgame value, in 64ths. `endgame` says, from White's view, who is ahead.
#[inline]
pub(crate) fn scale(facts: &Facts<'_>, passed: Bitboard, endgame: i32) -> i32 {
    match endgame {
        1.. => scale_for::<White>(facts, passed),
        0 => FULL_SCALE,
        _ => scale_for::<Black>(facts, passed),
    }
}

#[inline]
fn scale_for<U: Side>(facts: &Facts<'_>, passed: Bitboard) -> i32 {
    let position = facts.position;
    let pawns = facts.us::<U>().pawns;
    let (ours, theirs) = (points::<U>(position), points::<U::Enemy>(position));
    if pawns.is_empty() {
        return without_pawns::<U>(facts, ours, theirs);
    }
    if let Some(pawn) = lone_pawn::<U>(facts) {
        return if wins_alone::<U>(facts, pawn) { FULL_SCALE } else { DRAWN };
    }
    if only_wrong_pawns::<U>(facts, ours) {
        return DRAWN;
    }
    if opposite_bishops(facts) {
        let bishops_only = ours == 3 && theirs == 3;
        let passed = (passed & pawns).count() as i32;
        let officers = facts.us::<U>().all & !(pawns | facts.us::<U>().king.into());
        return if bishops_only {
            OPPOSITE_BISHOPS + PER_PASSED_PAWN * passed
        } else {
            OPPOSITE_BISHOPS_AMONG_OTHERS + PER_OTHER_PIECE * officers.count() as i32
        }
        .min(FULL_SCALE);
    }
    if ours - theirs > SMALL_LEAD_POINTS {
        return FULL_SCALE;
    }
    (FEW_PAWNS + PER_PAWN * pawns.count() as i32).min(FULL_SCALE)
}

/// The stronger side has pieces only.
fn without_pawns<U: Side>(facts: &Facts<'_>, ours: i32, theirs: i32) -> i32 {
    let knights = facts.pieces::<U>(PieceKind::Knight);
    let two_knights = ours == 6 && knights.count() == 2;
    let bare = facts.them::<U>().pawns.is_empty();
    let one_colored = ours == 3 * facts.pieces::<U>(PieceKind::Bishop).count() as i32 && !both_colors::<U>(facts);
    if ours <= 3 || one_colored || (two_knights && bare) {
        DRAWN
    } else if ours - theirs <= SMALL_LEAD_POINTS {
        SMALL_LEAD
    } else {
        FULL_SCALE
    }
}

fn both_colors<U: Side>(facts: &Facts<'_>) -> bool {
    let bishops = facts.pieces::<U>(PieceKind::Bishop);
    (bishops & Bitboard::LIGHT_SQUARES).is_any() && (bishops & !Bitboard::LIGHT_SQUARES).is_any()
}

/// Has each side one bishop, and do they never meet?
#[inline]
fn opposite_bishops(facts: &Facts<'_>) -> bool {
    let (white, black) = (facts.pieces::<White>(PieceKind::Bishop), facts.pieces::<Black>(PieceKind::Bishop));
    let light = (white | black) & Bitboard::LIGHT_SQUARES;
    white.count() == 1 && black.count() == 1 && light.count() == 1
}

/// Are all pawns on one rook's file, the bishops (if any) blind to its last square, and does the enemy's king hold that?
#[inline]
fn only_wrong_pawns<U: Side>(facts: &Facts<'_>, ours: i32) -> bool {
    let bishops = facts.pieces::<U>(PieceKind::Bishop);
    if ours != 3 * bishops.count() as i32 || facts.them::<U>().pawns.is_any() {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let on_file = Bitboard::from_file(file);
        let goal = on_file & ranks::<U>(7, 7);
        let colored =
            if (goal & Bitboard::LIGHT_SQUARES).is_any() { Bitboard::LIGHT_SQUARES } else { !Bitboard::LIGHT_SQUARES };
        let held = goal.first().is_some_and(|goal| distance(facts.them::<U>().king, goal) <= 1);
        held && (facts.us::<U>().pawns & !on_file).is_empty() && (bishops & colored).is_empty()
    })
}

/// The pawn of a side that has nothing else, against a bare king.
#[inline]
fn lone_pawn<U: Side>(facts: &Facts<'_>) -> Option<Square> {
    if facts.occupied.count() == 3 { facts.us::<U>().pawns.first() } else { None }
}

#[cold]
fn wins_alone<U: Side>(facts: &Facts<'_>, pawn: Square) -> bool {
    let kings = (facts.us::<U>().king, facts.them::<U>().king);
    king_pawn_king::wins::<U>(kings.0, pawn, kings.1, facts.position.side_to_move())
}

/// What wins against a bare king: a pawn that will be promoted, or pieces that drive the king to where it can be mated.
#[inline(always)]
pub(crate) fn mop_up<U: Side, S: Sink>(facts: &Facts<'_>, sink: &mut S) -> Pair {
    let them = facts.them::<U>();
    if them.all.has_many() {
        return Pair::ZERO;
    }
    if let Some(pawn) = lone_pawn::<U>(facts)
        && wins_alone::<U>(facts, pawn)
    {
        let value = WON_PAWN + PER_RANK * rank_of::<U>(pawn) as i32;
        let value = Pair::new(value, value);
        sink.note(Label::MopUp, U::COLOR, value);
        return value;
    }
    if !can_mate::<U>(facts) {
        return Pair::ZERO;
    }
    let closeness = 7 - distance(facts.us::<U>().king, them.king);
    let bishops = facts.pieces::<U>(PieceKind::Bishop);
    let place = if facts.us::<U>().all.count() == 3 && bishops.is_any() && facts.pieces::<U>(PieceKind::Knight).is_any()
    {
        TO_THE_CORNER * towards_corner(them.king, (bishops & Bitboard::LIGHT_SQUARES).is_any())
    } else {
        TO_THE_EDGE * from_centre(them.king)
    };
    let value = WON + KINGS_CLOSE * closeness + place;
    let value = Pair::new(value, value);
    sink.note(Label::MopUp, U::COLOR, value);
    value
}

/// Are the pieces enough to mate a bare king by force?
fn can_mate<U: Side>(facts: &Facts<'_>) -> bool {
    let heavy = facts.pieces::<U>(PieceKind::Rook) | facts.pieces::<U>(PieceKind::Queen);
    let bishops = facts.pieces::<U>(PieceKind::Bishop);
    let bishop_and_knight = bishops.is_any() && facts.pieces::<U>(PieceKind::Knight).is_any();
    heavy.is_any() || both_colors::<U>(facts) || bishop_and_knight
}

/// Steps from the four squares in the centre, by rank and by file: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let steps = |index: usize| if index < 4 { 3 - index } else { index - 4 } as i32;
    steps(file_of(square)) + steps(square.index() >> 3)
}

/// Diagonals from the one that joins the corners of the other colour: 0 to 7, in a corner of this colour.
fn towards_corner(square: Square, light: bool) -> i32 {
    let (file, rank) = (file_of(square) as i32, (square.index() >> 3) as i32);
    if light { (file - rank).abs() } else { (7 - file - rank).abs() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{hand_crafted, white_term};
    use crate::trace;

    fn scale_of(fen: &str) -> i32 {
        trace(&Position::from_fen(fen).expect("a FEN"), &hand_crafted()).scale
    }

    fn value(fen: &str) -> i32 {
        trace(&Position::from_fen(fen).expect("a FEN"), &hand_crafted()).white_value
    }

    #[test]
    fn what_cannot_win_is_drawn() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KB2 b - - 0 1",
            "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
            "4kn2/8/8/8/8/8/8/3NKN2 w - - 0 1",
            "7k/8/8/8/7P/3B4/8/4K3 w - - 0 1",
            "k7/8/8/8/P7/8/8/4K3 b - - 0 1",
        ] {
            assert_eq!(value(fen), 0, "{fen}");
        }
        // The bishop that sees the corner wins, and so does a pawn elsewhere.
        assert!(value("7k/8/8/8/7P/4B3/8/4K3 w - - 0 1") > 200);
        assert!(value("7k/8/8/8/6P1/3B4/8/4K3 w - - 0 1") > 200);
    }

    #[test]
    fn small_leads_without_pawns_shrink() {
        assert_eq!(scale_of("3rk3/8/8/8/8/8/8/3RKB2 w - - 0 1"), SMALL_LEAD);
        assert_eq!(scale_of("3bk3/8/8/8/8/8/8/3RK3 w - - 0 1"), SMALL_LEAD);
        assert_eq!(scale_of("3rk3/8/8/8/8/8/8/3QK3 w - - 0 1"), FULL_SCALE);
        assert_eq!(scale_of("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"), FULL_SCALE);
    }

    #[test]
    fn a_lone_pawn_wins_or_is_worth_nothing() {
        assert_eq!(scale_of("4k3/8/4K3/8/4P3/8/8/8 w - - 0 1"), FULL_SCALE);
        assert_eq!(value("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), 0);
        assert_eq!(scale_of("8/8/8/P7/8/6k1/8/7K w - - 0 1"), FULL_SCALE);
        assert_eq!(scale_of("8/1K6/3k4/P7/8/8/8/8 w - - 0 1"), FULL_SCALE);
        assert_eq!(scale_of("2k5/8/1K6/P7/8/8/8/8 w - - 0 1"), DRAWN);
    }

    #[test]
    fn a_won_pawn_is_worth_more_the_further_it_is_but_less_than_a_queen() {
        let queen = value("8/8/8/3k4/8/8/8/K6Q b - - 0 1");
        let by_rank = [
            "k7/8/8/8/8/8/7P/K7",
            "k7/8/8/8/8/7P/8/K7",
            "k7/8/8/8/7P/8/8/K7",
            "k7/8/8/7P/8/8/8/K7",
            "k7/8/7P/8/8/8/8/K7",
            "k7/7P/8/8/8/8/8/K7",
        ]
        .map(|board| value(&format!("{board} w - - 0 1")));
        assert!(by_rank.is_sorted_by(|near, far| near < far), "{by_rank:?}");
        assert!(by_rank[0] > 300 && by_rank[5] < queen, "{by_rank:?} {queen}");
    }

    #[test]
    fn opposite_bishops_shrink() {
        let opposite = scale_of("2b1k3/pp6/8/8/8/8/PPP5/2B1K3 w - - 0 1");
        let same = scale_of("3bk3/pp6/8/8/8/8/PPP5/2B1K3 w - - 0 1");
        assert!(opposite < same, "{opposite} {same}");
        assert_eq!(scale_of("rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), FULL_SCALE);
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let centre = value("8/8/8/3k4/8/8/3K4/7R w - - 0 1");
        let edge = value("3k4/8/8/8/8/8/3K4/7R w - - 0 1");
        let close = value("3k4/8/3K4/8/8/8/8/7R w - - 0 1");
        assert!(centre < edge && edge < close && centre > 700, "{centre} {edge} {close}");
        assert_eq!(white_term("3k4/7p/3K4/8/8/8/8/7R w - - 0 1", "Mop-up"), Pair::ZERO);
        assert_eq!(white_term("3k4/8/3K4/8/8/8/7P/8 w - - 0 1", "Mop-up"), Pair::ZERO);
    }

    #[test]
    fn bishop_and_knight_need_the_right_corner() {
        let right = value("7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1");
        let wrong = value("k7/8/2K5/8/8/8/8/2B2N2 w - - 0 1");
        assert!(right > wrong + 100, "{right} {wrong}");
    }
}
