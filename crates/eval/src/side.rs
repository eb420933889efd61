//! The two players as types, so that every term is written once and compiled once for each.
//!
//! Not here: positions. Invariant: for every function, Black's result is White's with the ranks flipped.

use rules::{Bitboard, Color, Square};

/// Files c to f.
pub(crate) const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);

/// A player whose pawns have a direction that is known at compile time.
pub(crate) trait Side {
    /// The opponent.
    type Enemy: Side;
    const COLOR: Color;

    /// Every square one rank forward.
    fn push(set: Bitboard) -> Bitboard;

    /// The set and every square in front of it.
    fn front_fill(set: Bitboard) -> Bitboard;
}

pub(crate) enum White {}
pub(crate) enum Black {}

impl Side for White {
    type Enemy = Black;
    const COLOR: Color = Color::White;

    #[inline(always)]
    fn push(set: Bitboard) -> Bitboard {
        set.north()
    }

    #[inline(always)]
    fn front_fill(set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        bits |= bits << 8;
        bits |= bits << 16;
        Bitboard(bits | bits << 32)
    }
}

impl Side for Black {
    type Enemy = White;
    const COLOR: Color = Color::Black;

    #[inline(always)]
    fn push(set: Bitboard) -> Bitboard {
        set.south()
    }

    #[inline(always)]
    fn front_fill(set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        bits |= bits >> 8;
        bits |= bits >> 16;
        Bitboard(bits | bits >> 32)
    }
}

/// The squares strictly in front of a set.
#[inline(always)]
pub(crate) fn front<U: Side>(set: Bitboard) -> Bitboard {
    U::front_fill(U::push(set))
}

/// The squares strictly behind a set.
#[inline(always)]
pub(crate) fn behind<U: Side>(set: Bitboard) -> Bitboard {
    front::<U::Enemy>(set)
}

/// The neighbours of a set to the left and to the right.
#[inline(always)]
pub(crate) fn beside(set: Bitboard) -> Bitboard {
    set.east() | set.west()
}

/// The squares that pawns of this side attack.
#[inline(always)]
pub(crate) fn pawn_attacks<U: Side>(pawns: Bitboard) -> Bitboard {
    beside(U::push(pawns))
}

/// The squares that two pawns of this side attack.
#[inline(always)]
pub(crate) fn pawn_double_attacks<U: Side>(pawns: Bitboard) -> Bitboard {
    let pushed = U::push(pawns);
    pushed.east() & pushed.west()
}

/// A square's rank as this side counts it: 0 is its own back rank.
#[inline(always)]
pub(crate) fn rank_of<U: Side>(square: Square) -> usize {
    let rank = square.index() >> 3;
    match U::COLOR {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// The ranks `first` to `last` as this side counts them from 0.
#[inline(always)]
pub(crate) const fn ranks<U: Side>(first: usize, last: usize) -> Bitboard {
    let white = (u64::MAX >> (8 * (7 - (last - first)))) << (8 * first);
    match U::COLOR {
        Color::White => Bitboard(white),
        Color::Black => Bitboard(white.swap_bytes()),
    }
}

/// A square's file, 0 for a to 7 for h.
#[inline(always)]
pub(crate) fn file_of(square: Square) -> usize {
    square.index() & 7
}

/// King moves between two squares.
#[inline(always)]
pub(crate) fn distance(a: Square, b: Square) -> i32 {
    let (a, b) = (a.index() as i32, b.index() as i32);
    let files = ((a & 7) - (b & 7)).abs();
    let ranks = ((a >> 3) - (b >> 3)).abs();
    files.max(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flip(set: Bitboard) -> Bitboard {
        Bitboard(set.0.swap_bytes())
    }

    #[test]
    fn black_is_white_upside_down() {
        for square in Square::all() {
            let set = Bitboard::from(square);
            assert_eq!(front::<Black>(set), flip(front::<White>(flip(set))));
            assert_eq!(behind::<Black>(set), flip(behind::<White>(flip(set))));
            assert_eq!(pawn_attacks::<Black>(set), flip(pawn_attacks::<White>(flip(set))));
            assert_eq!(rank_of::<Black>(square), rank_of::<White>(square.flip_rank()));
            assert!(ranks::<White>(rank_of::<White>(square), rank_of::<White>(square)).contains(square));
            assert!(ranks::<Black>(rank_of::<Black>(square), 7).contains(square));
        }
    }

    #[test]
    fn ranks_and_distances_by_hand() {
        assert_eq!(ranks::<White>(1, 2), Bitboard(0xFF_FF00));
        assert_eq!(ranks::<Black>(0, 0), Bitboard(0xFF << 56));
        assert_eq!(ranks::<White>(0, 7), Bitboard::ALL);
        let square = |name: &str| name.parse::<Square>().expect("a square");
        assert_eq!(distance(square("a1"), square("h8")), 7);
        assert_eq!(distance(square("e4"), square("d2")), 2);
        assert_eq!(front::<White>(square("e6").into()), Bitboard::from(square("e7")) | square("e8").into());
    }
}
