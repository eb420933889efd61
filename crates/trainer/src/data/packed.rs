//! A position in 32 bytes, with what is to be learnt of it; and its features.
//!
//! Not a record of the game: castling rights, en passant and counters are gone, since the network does not see them; and not a second opinion on
//! what a feature is. `eval` says what the features are; a feature being 64 times owner and kind plus a square that is turned in some way,
//! the same for all men, what it says is kept as the men by owner and kind, their squares, and the turn. Invariant: unpacked, a position has the
//! features that `eval` gave.

use eval::nnue::{self, INPUTS};
use rules::{Bitboard, Position};

/// The most men that a position has.
pub(crate) const MEN: usize = 32;

const SQUARES: usize = 64;

/// Own kinds, then the enemy's.
const OWNED_KINDS: usize = INPUTS / SQUARES;

/// A position and its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    occupied: Bitboard,
    /// Four bits of owner and kind per man, as the side to move sees them, in the order of the squares.
    men: [u8; MEN / 2],
    /// What turns the number of a square into the one that is seen: by the side to move, by the other.
    turns: [u8; 2],
    bucket: u8,
    outcome: u8,
    score: i16,
}

const _: () = assert!(size_of::<Packed>() <= 32 && OWNED_KINDS <= 16);

/// The features of a position, from both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    /// From the side to move, then from the other.
    lists: [[u16; MEN]; 2],
    men: u8,
    bucket: u8,
}

impl Packed {
    /// The score, in centipawns, and the outcome, in [`WIN`](super::WIN)ths, are from the view of the side to move.
    pub(crate) fn new(position: &Position, score: i16, outcome: u8) -> Self {
        let mover = position.side_to_move();
        let occupied = position.occupied();
        let mut men = [0; MEN / 2];
        for (index, feature) in nnue::features(position, mover).enumerate() {
            men[index / 2] |= ((feature / SQUARES) as u8) << (4 * (index % 2));
        }
        let turns = [mover, !mover].map(|color| {
            let first = nnue::features(position, color).zip(occupied).next();
            first.map_or(0, |(feature, square)| ((feature % SQUARES) ^ square.index()) as u8)
        });
        Packed { occupied, men, turns, bucket: nnue::bucket(position) as u8, outcome, score }
    }

    pub(crate) fn score(&self) -> i16 {
        self.score
    }

    pub(crate) fn outcome(&self) -> u8 {
        self.outcome
    }

    pub(crate) fn features(&self) -> Features {
        let mut lists = [[0; MEN]; 2];
        let turns = self.turns.map(usize::from);
        for (index, square) in self.occupied.into_iter().enumerate() {
            let own = usize::from(self.men[index / 2] >> (4 * (index % 2)) & 15);
            let theirs = if own < OWNED_KINDS / 2 { own + OWNED_KINDS / 2 } else { own - OWNED_KINDS / 2 };
            for (side, kind) in [own, theirs].into_iter().enumerate() {
                lists[side][index] = (SQUARES * kind + (square.index() ^ turns[side])) as u16;
            }
        }
        Features { lists, men: self.occupied.count() as u8, bucket: self.bucket }
    }
}

impl Features {
    /// From the side to move (0) or the other (1).
    #[inline]
    pub(crate) fn of(&self, side: usize) -> &[u16] {
        &self.lists[side][..usize::from(self.men)]
    }

    #[inline]
    pub(crate) fn bucket(&self) -> usize {
        usize::from(self.bucket)
    }
}
