//! The position: what stands where, and what the rules must remember beside it.
//!
//! Not here: legal moves (`generate`), playing them (`make`), text (`fen`), the game's history (`game`).
//! Invariants, checked by `fen` for every position that enters from outside and kept by `make`:
//! - each side has exactly one king; the side not to move is not in check; no pawn stands on the first or last rank;
//! - bitboards, mailbox and keys tell the same story;
//! - `castling_rooks` holds only rooks on their own king's back rank, at most one to each side of a king that stands there;
//! - `en_passant` is set only when an en-passant capture is legal, so equal positions have equal keys.

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::{Bitboard, Color, Key, Piece, PieceKind, Square, zobrist};
use std::fmt;

/// A chess position. Copy-make: the search clones it, then changes the clone.
#[derive(Clone, PartialEq, Eq)]
#[repr(align(64))]
pub struct Position {
    pub(crate) kinds: [Bitboard; 6],
    pub(crate) colors: [Bitboard; 2],
    pub(crate) mailbox: [Option<Piece>; 64],
    pub(crate) key: Key,
    pub(crate) part_keys: [Key; PARTS],
    pub(crate) castling_rooks: Bitboard,
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) side_to_move: Color,
}

const _: () = assert!(size_of::<Position>() <= 256);

/// Number of partial keys; see [`part`].
pub(crate) const PARTS: usize = 5;
const PAWNS: usize = 0;
const MINORS: usize = 1;
const MAJORS: usize = 3;

/// The partial key that a piece belongs to: pawns of both sides; minor pieces and major pieces of each.
///
/// Every piece but a king is in exactly one part, so a move updates one word beside the full key, and the keys that
/// the search asks for (pawn, non-pawn per side, minor, major) are sums of parts and of the kings' own numbers.
#[inline(always)]
pub(crate) const fn part(color: Color, kind: PieceKind) -> Option<usize> {
    match kind {
        PieceKind::Pawn => Some(PAWNS),
        PieceKind::Knight | PieceKind::Bishop => Some(MINORS + color.index()),
        PieceKind::Rook | PieceKind::Queen => Some(MAJORS + color.index()),
        PieceKind::King => None,
    }
}

/// To which side of the king a castling rook stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// The rook stands nearer the h-file; the king goes to the g-file.
    KingSide,
    /// The rook stands nearer the a-file; the king goes to the c-file.
    QueenSide,
}

impl Position {
    /// The position every game of standard chess starts from.
    pub fn start() -> Self {
        crate::fen::start_position()
    }

    /// A board with nothing on it: the starting point of `fen`, never handed out.
    pub(crate) fn empty() -> Self {
        Self {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; 64],
            key: 0,
            part_keys: [0; PARTS],
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            side_to_move: Color::White,
        }
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All pieces of a side.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// All pieces of a side and kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceKind::King).first_or_a1()
    }

    /// The square behind a pawn that just made a double push, if capturing it en passant is legal now.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rooks that may still castle, of both sides.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// The rook with which `color` may still castle to that side.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color);
        (self.castling_rooks & self.color(color)).into_iter().find(|&rook| castling_side(king, rook) == side)
    }

    /// Plies since the last capture or pawn move; 100 is a draw unless it is mate.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the current full move, at least 1.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Equal exactly when the positions are equal by the repetition rule (up to hash collisions): pieces, side to move,
    /// castling rights, and en passant where a capture is legal. Move counters are not in it.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// Hash of all pawns.
    #[inline]
    pub fn pawn_key(&self) -> Key {
        self.part_keys[PAWNS]
    }

    /// Hash of one side's pieces other than pawns, king included.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> Key {
        self.part_keys[MINORS + color.index()] ^ self.part_keys[MAJORS + color.index()] ^ self.king_key(color)
    }

    /// Hash of all knights, bishops and kings.
    #[inline]
    pub fn minor_key(&self) -> Key {
        self.part_keys[MINORS] ^ self.part_keys[MINORS + 1] ^ self.king_key(Color::White) ^ self.king_key(Color::Black)
    }

    /// Hash of all rooks, queens and kings.
    #[inline]
    pub fn major_key(&self) -> Key {
        self.part_keys[MAJORS] ^ self.part_keys[MAJORS + 1] ^ self.king_key(Color::White) ^ self.king_key(Color::Black)
    }

    #[inline]
    fn king_key(&self, color: Color) -> Key {
        zobrist::piece(Piece::new(color, PieceKind::King), self.king(color))
    }

    /// The pieces of `color` that attack `square` when the squares of `occupied` are.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let straight = self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen);
        let diagonal = self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen);
        let any = (pawn_attacks(!color, square) & self.kind(PieceKind::Pawn))
            | (knight_attacks(square) & self.kind(PieceKind::Knight))
            | (king_attacks(square) & self.kind(PieceKind::King))
            | (rook_attacks(square, occupied) & straight)
            | (bishop_attacks(square, occupied) & diagonal);
        any & self.color(color)
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.side_to_move), !self.side_to_move, self.occupied())
    }

    /// Is the side to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().is_any()
    }

    /// Puts a piece on an empty square, keys included; for building a position, not for making moves.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece_on(square).is_none());
        let bit = Bitboard::from(square);
        self.kinds[piece.kind().index()] |= bit;
        self.colors[piece.color().index()] |= bit;
        self.mailbox[square.index()] = Some(piece);
        let number = zobrist::piece(piece, square);
        self.key ^= number;
        if let Some(part) = part(piece.color(), piece.kind()) {
            self.part_keys[part] ^= number;
        }
    }

    /// The same position with every derived fact computed anew: what incremental updates are compared with.
    pub fn recomputed(&self) -> Self {
        let mut fresh = Self::empty();
        for square in Square::all() {
            if let Some(piece) = self.piece_on(square) {
                fresh.put(piece, square);
            }
        }
        fresh.castling_rooks = self.castling_rooks;
        fresh.en_passant = self.en_passant;
        fresh.halfmove_clock = self.halfmove_clock;
        fresh.fullmove_number = self.fullmove_number;
        fresh.side_to_move = self.side_to_move;
        fresh.key ^= zobrist::castling(fresh.castling_rooks);
        if let Some(square) = fresh.en_passant {
            fresh.key ^= zobrist::en_passant(square.file());
        }
        if fresh.side_to_move == Color::Black {
            fresh.key ^= zobrist::BLACK_TO_MOVE;
        }
        fresh
    }
}

/// The side of `king` on which `rook` stands.
#[inline]
pub(crate) fn castling_side(king: Square, rook: Square) -> CastlingSide {
    if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}

impl fmt::Display for Position {
    /// A board from White's side, then the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::{File, Rank};
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.digit())?;
            for file in File::ALL {
                match self.piece_on(Square::new(file, rank)) {
                    Some(piece) => write!(f, " {piece}")?,
                    None => f.write_str(" .")?,
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "   a b c d e f g h")?;
        write!(f, "{}", self.to_fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}
