//! A move in one integer, and the list a generator fills.
//!
//! Not here: what a move does (`make.rs`) or which moves exist (`movegen.rs`).
//!
//! Invariant: a move built by [`Move::new`] is never [`Move::NONE`], so the empty entries of the PV and
//! killer tables match no generated move.

use crate::definitions::{BOARD_SIZE, EMPTY, Piece, SQUARE_TO_COORDS, Square, promoted_piece_char};

/// What a move is besides "from here to there".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Quiet = 0,
    /// Takes a piece that stands on the target square.
    Capture = 1,
    /// A pawn's two-square advance.
    DoublePush = 2,
    /// A capture whose victim does not stand on the target square.
    EnPassant = 3,
    Castling = 4,
}

/// Source in bits 0 to 6, target in 7 to 13, promoted piece in 14 to 17, kind in 18 to 20.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move(u32);

impl Move {
    /// No move: a8 to a8.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn new(source: Square, target: Square, promoted: Piece, kind: Kind) -> Self {
        debug_assert!(source < BOARD_SIZE && target < BOARD_SIZE && source != target);
        Self(source as u32 | (target as u32) << 7 | u32::from(promoted) << 14 | (kind as u32) << 18)
    }

    pub(crate) const fn source(self) -> Square {
        (self.0 & 0x7f) as usize
    }

    pub(crate) const fn target(self) -> Square {
        (self.0 >> 7 & 0x7f) as usize
    }

    /// The piece a pawn becomes, colour included; `EMPTY` when it stays what it is.
    pub(crate) const fn promoted(self) -> Piece {
        (self.0 >> 14 & 0xf) as Piece
    }

    const fn kind(self) -> u32 {
        self.0 >> 18
    }

    /// Whether the move takes something, en passant included: the quiescence search must follow both,
    /// and neither is a quiet move to the killer and history rules.
    pub(crate) const fn capture(self) -> bool {
        self.kind() == Kind::Capture as u32 || self.en_passant()
    }

    pub(crate) const fn double_push(self) -> bool {
        self.kind() == Kind::DoublePush as u32
    }

    pub(crate) const fn en_passant(self) -> bool {
        self.kind() == Kind::EnPassant as u32
    }

    pub(crate) const fn castling(self) -> bool {
        self.kind() == Kind::Castling as u32
    }
}

impl std::fmt::Display for Move {
    /// UCI notation, `0000` for no move.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if *self == Self::NONE {
            return f.write_str("0000");
        }
        f.write_str(SQUARE_TO_COORDS[self.source()])?;
        f.write_str(SQUARE_TO_COORDS[self.target()])?;
        match promoted_piece_char(self.promoted()) {
            Some(letter) => write!(f, "{letter}"),
            None => Ok(()),
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// More than any position has: 9 queens x 27 + 2 rooks x 14 + 2 bishops x 13 + 2 knights x 8 + 8 king
/// moves + 2 castlings is 323, and a pawn that stays a pawn has at most 12 where its queen has 27.
/// FEN reading refuses positions with more men than that.
const CAPACITY: usize = 324;

/// The moves of one position, on the stack: the search makes one list per node.
pub(crate) struct MoveList {
    moves: [Move; CAPACITY],
    count: usize,
}

impl MoveList {
    pub(crate) const fn new() -> Self {
        Self { moves: [Move::NONE; CAPACITY], count: 0 }
    }

    pub(crate) fn add(&mut self, mv: Move) {
        self.moves[self.count] = mv;
        self.count += 1;
    }

    /// A pawn's move to the promoting rank: one entry per piece it may become.
    pub(crate) fn add_promotions(&mut self, source: Square, target: Square, promoted: [Piece; 4], kind: Kind) {
        debug_assert!(!promoted.contains(&EMPTY));
        for piece in promoted {
            self.add(Move::new(source, target, piece, kind));
        }
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.count]
    }
}

impl std::ops::DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definitions::{BN, E1, G1, WP};

    #[test]
    fn a_move_gives_back_its_parts() {
        let mv = Move::new(0x64, 0x75, BN, Kind::Capture);
        assert_eq!((mv.source(), mv.target(), mv.promoted()), (0x64, 0x75, BN));
        assert!(mv.capture() && !mv.en_passant() && !mv.castling() && !mv.double_push());
        assert_eq!(mv.to_string(), "e2f1n");
    }

    #[test]
    fn en_passant_counts_as_a_capture() {
        let mv = Move::new(0x34, 0x23, EMPTY, Kind::EnPassant);
        assert!(mv.capture() && mv.en_passant());
    }

    #[test]
    fn text_of_special_moves() {
        assert_eq!(Move::NONE.to_string(), "0000");
        assert_eq!(Move::new(E1, G1, EMPTY, Kind::Castling).to_string(), "e1g1");
        // A pawn is no promotion piece: nothing may be appended for it.
        assert_eq!(Move::new(0x14, 0x04, WP, Kind::Quiet).to_string(), "e7e8");
    }
}
