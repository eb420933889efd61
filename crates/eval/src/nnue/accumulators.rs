//! First-layer sums along a line of moves.
//!
//! A search tells of each move it makes and takes back; nothing is computed before a value is asked for. Then each side's sums follow from
//! the nearest earlier ones by what the moves between have changed; where the side's king crossed the middle of the board on the way, every
//! piece is seen elsewhere, and the sums come from the refresh cache. Not here: positions, which the search keeps. Invariant: sums marked as
//! computed are those of the position at their place (compared with a fresh computation in debug builds, at every evaluation).

use std::fmt;
use std::sync::Arc;

use rules::{Color, PieceChanges, PieceKind, Position};

use super::features::{View, bucket, is_mirrored};
use super::kernel::{Block, update};
use super::network::Network;
use super::refresh::RefreshCache;

/// A network, and its sums along the current line.
pub struct Accumulators {
    network: Arc<Network>,
    /// The root, then one for each move that changed the board.
    places: Vec<Place>,
    /// For each place a row for White, then one for Black.
    sums: Vec<Block>,
    /// The current place.
    top: usize,
    /// For each turn since the root, whether it changed the board.
    turns: Vec<bool>,
    cache: RefreshCache,
}

/// A place on the line.
#[derive(Clone, Copy)]
struct Place {
    /// How the board became what it is; `None` at the root.
    changes: Option<PieceChanges>,
    /// Whether the sums of each side are computed.
    computed: [bool; 2],
}

const UNKNOWN: Place = Place { changes: None, computed: [false; 2] };

impl Accumulators {
    /// For lines of up to `plies` turns; longer ones cost an allocation.
    #[must_use]
    pub fn new(network: Arc<Network>, plies: usize) -> Self {
        let places = vec![UNKNOWN; plies + 1];
        let sums = vec![Block::ZERO; places.len() * 2 * network.row_blocks()];
        let cache = RefreshCache::new(&network);
        Self { network, places, sums, top: 0, turns: Vec::with_capacity(plies), cache }
    }

    /// Whose sums these are.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a line at a new root.
    pub fn restart(&mut self) {
        self.top = 0;
        self.turns.clear();
        self.places[0] = UNKNOWN;
    }

    /// A move was made: what [`Position::make`] returned.
    #[inline]
    pub fn push(&mut self, changes: &PieceChanges) {
        self.turns.push(true);
        self.top += 1;
        if self.top == self.places.len() {
            self.grow();
        }
        self.places[self.top] = Place { changes: Some(*changes), computed: [false; 2] };
    }

    /// The turn was passed: the board is the same, and so are its sums.
    #[inline]
    pub fn push_null(&mut self) {
        self.turns.push(false);
    }

    /// The last move, or the last passing of the turn, was taken back. At the root nothing happens.
    #[inline]
    pub fn pop(&mut self) {
        let last = self.turns.pop();
        debug_assert!(last.is_some(), "nothing to take back");
        self.top -= usize::from(last == Some(true));
    }

    /// The value for the side to move, in centipawns: [`Network::evaluate`]'s. At the root the position may be any; after moves it must be
    /// the one that they led to.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        if self.turns.is_empty() {
            self.places[0] = UNKNOWN;
        }
        for color in Color::ALL {
            if !self.places[self.top].computed[color.index()] {
                self.compute(position, color);
            }
        }
        let us = position.side_to_move();
        let value = self.network.output(self.row(us), self.row(!us), bucket(position));
        debug_assert!(Color::ALL.into_iter().all(|color| self.row(color) == self.network.accumulate(position, color)));
        debug_assert_eq!(value, self.network.evaluate(position));
        value
    }

    /// The current sums of a side.
    #[inline]
    fn row(&self, color: Color) -> &[Block] {
        let blocks = self.network.row_blocks();
        &self.sums[(2 * self.top + color.index()) * blocks..][..blocks]
    }

    fn compute(&mut self, position: &Position, color: Color) {
        let view = View::of(position, color);
        match self.nearest_computed(color) {
            Some(known) => (known + 1..=self.top).for_each(|place| self.follow(place, view)),
            None => {
                let blocks = self.network.row_blocks();
                let row = &mut self.sums[(2 * self.top + color.index()) * blocks..][..blocks];
                row.copy_from_slice(self.cache.sums(&self.network, position, view));
                self.places[self.top].computed[color.index()] = true;
            }
        }
    }

    /// The nearest place with sums that lead to the current ones.
    fn nearest_computed(&self, color: Color) -> Option<usize> {
        for (index, place) in self.places[..=self.top].iter().enumerate().rev() {
            if place.computed[color.index()] {
                return Some(index);
            }
            if place.changes.is_none_or(|changes| crosses_the_middle(&changes, color)) {
                return None;
            }
        }
        None
    }

    /// Computes the sums of a place from those of the place before.
    fn follow(&mut self, place: usize, view: View) {
        let Some(changes) = self.places[place].changes else { return };
        let (network, side) = (&*self.network, view.color.index());
        let blocks = network.row_blocks();
        let (before, after) = self.sums.split_at_mut(2 * place * blocks);
        let from = &before[(2 * (place - 1) + side) * blocks..][..blocks];
        let to = &mut after[side * blocks..][..blocks];
        let row = |placement| network.feature_row(view.feature(placement));
        let (added, removed) = (row(changes.added), row(changes.removed));
        match (changes.also_added, changes.also_removed) {
            (None, None) => update(from, to, [added], [removed]),
            (None, Some(captured)) => update(from, to, [added], [removed, row(captured)]),
            (Some(also), None) => update(from, to, [added, row(also)], [removed]),
            (Some(to_square), Some(from_square)) => {
                update(from, to, [added, row(to_square)], [removed, row(from_square)]);
            }
        }
        self.places[place].computed[side] = true;
    }

    #[cold]
    fn grow(&mut self) {
        self.places.push(UNKNOWN);
        self.sums.resize(self.places.len() * 2 * self.network.row_blocks(), Block::ZERO);
    }
}

impl fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Accumulators({:?}, {} turns)", self.network, self.turns.len())
    }
}

/// Did this side's king go from one half of the board to the other?
#[inline]
fn crosses_the_middle(changes: &PieceChanges, color: Color) -> bool {
    let piece = changes.removed.piece;
    piece.kind() == PieceKind::King
        && piece.color() == color
        && is_mirrored(changes.removed.square) != is_mirrored(changes.added.square)
}
