//! Which inputs of the network a position switches on.
//!
//! Not here: weights. Invariant: exchanging the colours exchanges what the two sides see, and exchanging left and right changes nothing
//! that either sees.

use rules::{Color, Placement, Position, Square};

use super::BUCKETS;

/// Distance between an input for an own piece and the same for an enemy piece.
const ENEMY: usize = 384;

/// The inputs that are on as `perspective` sees the board, from the a1 corner on: 384 if the piece is the opponent's, plus 64 times its kind,
/// plus its square. Black turns the board upside down; whoever's king stands on the files e to h mirrors it.
pub fn features(position: &Position, perspective: Color) -> impl Iterator<Item = usize> {
    let view = View::of(position, perspective);
    let placements = position.occupied().into_iter().filter_map(move |square| {
        let piece = position.piece_on(square)?;
        Some(Placement { piece, square })
    });
    placements.map(move |placement| view.feature(placement))
}

/// Which row of output weights counts, 0 to 7: one for every four pieces.
#[must_use]
#[inline]
pub fn bucket(position: &Position) -> usize {
    let men = position.occupied().count() as usize;
    (men.saturating_sub(2) / 4).min(BUCKETS - 1)
}

/// How a side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) color: Color,
    pub(crate) mirrored: bool,
    /// What turns a square's number into the one this side sees.
    turn: usize,
}

impl View {
    #[inline]
    pub(crate) fn of(position: &Position, color: Color) -> Self {
        let mirrored = is_mirrored(position.king(color));
        let ranks = if color == Color::White { 0 } else { 56 };
        let files = if mirrored { 7 } else { 0 };
        Self { color, mirrored, turn: ranks ^ files }
    }

    /// The input for a piece on a square.
    #[inline]
    pub(crate) fn feature(self, Placement { piece, square }: Placement) -> usize {
        let owner = if piece.color() == self.color { 0 } else { ENEMY };
        owner + 64 * piece.kind().index() + (square.index() ^ self.turn)
    }
}

/// Does a king here mirror what its side sees?
#[inline]
pub(crate) fn is_mirrored(king: Square) -> bool {
    king.index() & 4 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(fen: &str, perspective: Color) -> Vec<usize> {
        let mut list: Vec<usize> = features(&Position::from_fen(fen).expect("a FEN"), perspective).collect();
        list.sort_unstable();
        list
    }

    /// Kind, square as seen, and owner, by hand.
    #[test]
    fn inputs_by_hand() {
        let fen = "7k/8/8/8/8/2n5/P7/K7 w - - 0 1";
        // White: pawn a2 = 8, king a1 = 320; enemy knight c3 = 384 + 64 + 18, king h8 = 384 + 320 + 63.
        assert_eq!(seen(fen, Color::White), [8, 320, 466, 767]);
        // Black's king on the h-file mirrors: own knight c3 -> f6 = 64 + 45, king h8 -> a1; enemy pawn a2 -> h7, king a1 -> h8.
        assert_eq!(seen(fen, Color::Black), [64 + 45, 320, 384 + 55, 384 + 320 + 63]);
    }

    #[test]
    fn the_border_runs_between_d_and_e() {
        for square in Square::all() {
            assert_eq!(is_mirrored(square), square.file().index() >= 4, "{square}");
        }
    }

    #[test]
    fn one_bucket_for_four_men() {
        assert_eq!(bucket(&Position::start()), 7);
        for (fen, expected) in [
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", 0),
            ("7k/8/8/8/8/8/PPP5/K7 w - - 0 1", 0),
            ("7k/8/8/8/8/8/PPPP4/K7 w - - 0 1", 1),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPP2/RNBQKBNR w KQkq - 0 1", 7),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPP3/RNBQKBNR w KQkq - 0 1", 6),
        ] {
            assert_eq!(bucket(&Position::from_fen(fen).expect("a FEN")), expected, "{fen}");
        }
    }
}
