//! First-layer sums of boards seen before, to begin from when a step of the king changes how its side sees the board.
//!
//! A side's last board, mirrored and not, with its sums: the board asked for differs from it in fewer pieces than from an empty one ("Finny
//! tables", after their inventor). Not here: updates along a move (`accumulators`). Invariant: an entry's sums are those of its board.

use rules::{Bitboard, Color, Piece, PieceKind, Placement, Position};

use super::Network;
use super::features::View;
use super::kernel::{Block, rewrite};

/// The last boards of both sides.
pub(crate) struct RefreshCache {
    /// By side, then by whether the board is mirrored.
    entries: [[Entry; 2]; 2],
}

struct Entry {
    /// By colour, then by kind.
    board: [[Bitboard; 6]; 2],
    sums: Box<[Block]>,
}

impl RefreshCache {
    pub(crate) fn new(network: &Network) -> Self {
        let entry = || Entry { board: [[Bitboard::EMPTY; 6]; 2], sums: network.feature_bias().into() };
        Self { entries: [[entry(), entry()], [entry(), entry()]] }
    }

    /// The sums for this board as `view` sees it.
    pub(crate) fn sums(&mut self, network: &Network, position: &Position, view: View) -> &[Block] {
        let entry = &mut self.entries[view.color.index()][usize::from(view.mirrored)];
        let (mut added, mut removed) = (Features::new(), Features::new());
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let now = position.pieces(color, kind);
                let before = std::mem::replace(&mut entry.board[color.index()][kind.index()], now);
                let feature = |square| view.feature(Placement { piece: Piece::new(color, kind), square });
                (now & !before).into_iter().for_each(|square| added.push(feature(square)));
                (before & !now).into_iter().for_each(|square| removed.push(feature(square)));
            }
        }
        rewrite(&mut entry.sums, network.feature_weights(), added.list(), removed.list());
        &entry.sums
    }
}

/// A few inputs, without allocation: at most one for each square.
struct Features {
    list: [u16; 64],
    count: usize,
}

impl Features {
    fn new() -> Self {
        Self { list: [0; 64], count: 0 }
    }

    #[inline]
    fn push(&mut self, feature: usize) {
        self.list[self.count] = feature as u16;
        self.count += 1;
    }

    fn list(&self) -> &[u16] {
        &self.list[..self.count]
    }
}
