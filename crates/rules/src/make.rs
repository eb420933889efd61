//! Playing a move: the one place where a position changes.
//!
//! Copy-make: the caller clones the position and plays on the clone (changing the copy in place measured 1.16 times as
//! fast as returning a child by value). There is no unmake.
//! Not here: whether the move is legal; `make` trusts its caller, as a search that generated the move may.
//! Invariant: after `make`, every derived fact (bitboards, mailbox, keys) equals what [`Position::recomputed`] gives.

use crate::attacks::pawn_attacks;
use crate::color::{Black, Side, White};
use crate::generate::castling_targets;
use crate::position::{castling_side, part};
use crate::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Position, Square, zobrist};

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

/// What a move did to the board: at most four changes, for whoever keeps something per piece and square (a network).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceChanges {
    /// The moving piece, as it stood.
    pub removed: Placement,
    /// The moving piece, as it stands: another piece after a promotion.
    pub added: Placement,
    /// The captured piece, or the castling rook as it stood.
    pub also_removed: Option<Placement>,
    /// The castling rook as it stands.
    pub also_added: Option<Placement>,
}

impl PieceChanges {
    #[inline(always)]
    fn moved(piece: Piece, from: Square, to: Square, captured: Option<Placement>) -> Self {
        Self {
            removed: Placement { piece, square: from },
            added: Placement { piece, square: to },
            also_removed: captured,
            also_added: None,
        }
    }
}

impl Position {
    /// Plays a legal move. The caller vouches for the legality: an illegal one leaves nonsense behind, never undefined
    /// behaviour. See [`Position::play`] for moves from outside.
    #[inline]
    pub fn make(&mut self, mv: Move) -> PieceChanges {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");
        match self.side_to_move {
            Color::White => self.make_for::<White>(mv),
            Color::Black => self.make_for::<Black>(mv),
        }
    }

    #[inline(always)]
    fn make_for<S: Side>(&mut self, mv: Move) -> PieceChanges {
        let (from, to) = (mv.from(), mv.to());
        let mover = || self.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
        match mv.kind() {
            MoveKind::Quiet => self.make_quiet::<S>(mover(), from, to),
            MoveKind::Capture => self.make_capture::<S>(mover(), from, to),
            MoveKind::DoublePush => self.make_double_push::<S>(from, to),
            MoveKind::Castle => self.make_castle::<S>(from, to),
            MoveKind::EnPassant => self.make_en_passant::<S>(from, to),
            MoveKind::PromoteKnight
            | MoveKind::PromoteBishop
            | MoveKind::PromoteRook
            | MoveKind::PromoteQueen
            | MoveKind::CapturePromoteKnight
            | MoveKind::CapturePromoteBishop
            | MoveKind::CapturePromoteRook
            | MoveKind::CapturePromoteQueen => self.make_promotion::<S>(mv.kind(), from, to),
        }
    }

    /// Plays a move from outside.
    ///
    /// # Errors
    /// The move itself, if it is not legal; the position stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<PieceChanges, Move> {
        if self.is_legal(mv) { Ok(self.make(mv)) } else { Err(mv) }
    }

    /// Passes the turn, as null-move pruning does. Not a chess move: only to be used when the side to move is not in check.
    pub fn make_null(&mut self) {
        debug_assert!(!self.in_check());
        match self.side_to_move {
            Color::White => self.finish_turn::<White>(),
            Color::Black => self.finish_turn::<Black>(),
        }
    }

    #[inline(always)]
    pub(crate) fn make_quiet<S: Side>(&mut self, kind: PieceKind, from: Square, to: Square) -> PieceChanges {
        self.finish_turn::<S>();
        self.arrive::<S>(kind, from, to, None)
    }

    #[inline(always)]
    pub(crate) fn make_capture<S: Side>(&mut self, kind: PieceKind, from: Square, to: Square) -> PieceChanges {
        self.finish_turn::<S>();
        let captured = self.capture::<S>(to);
        self.arrive::<S>(kind, from, to, captured)
    }

    #[inline(always)]
    fn arrive<S: Side>(
        &mut self,
        kind: PieceKind,
        from: Square,
        to: Square,
        captured: Option<Placement>,
    ) -> PieceChanges {
        let piece = Piece::new(S::COLOR, kind);
        self.relocate(piece, from, to);
        match kind {
            PieceKind::Pawn => self.halfmove_clock = 0,
            PieceKind::King => self.drop_castling(S::COLOR.back_rank().into()),
            PieceKind::Rook => self.drop_castling(from.into()),
            _ => {}
        }
        PieceChanges::moved(piece, from, to, captured)
    }

    #[inline(always)]
    pub(crate) fn make_double_push<S: Side>(&mut self, from: Square, to: Square) -> PieceChanges {
        let piece = Piece::new(S::COLOR, PieceKind::Pawn);
        self.finish_turn::<S>();
        self.halfmove_clock = 0;
        self.relocate(piece, from, to);
        self.offer_en_passant::<S>(to.step(-S::FORWARD));
        PieceChanges::moved(piece, from, to, None)
    }

    #[inline(always)]
    pub(crate) fn make_promotion<S: Side>(&mut self, kind: MoveKind, from: Square, to: Square) -> PieceChanges {
        let pawn = Piece::new(S::COLOR, PieceKind::Pawn);
        let promoted = Piece::new(S::COLOR, kind.promotion().unwrap_or(PieceKind::Queen));
        self.finish_turn::<S>();
        self.halfmove_clock = 0;
        let captured = if kind.is_capture() { self.capture::<S>(to) } else { None };
        self.remove(pawn, from);
        self.add(promoted, to);
        PieceChanges {
            removed: Placement { piece: pawn, square: from },
            added: Placement { piece: promoted, square: to },
            also_removed: captured,
            also_added: None,
        }
    }

    #[inline(always)]
    pub(crate) fn make_en_passant<S: Side>(&mut self, from: Square, to: Square) -> PieceChanges {
        let piece = Piece::new(S::COLOR, PieceKind::Pawn);
        let victim =
            Placement { piece: Piece::new(<S::Enemy as Side>::COLOR, PieceKind::Pawn), square: to.step(-S::FORWARD) };
        self.finish_turn::<S>();
        self.halfmove_clock = 0;
        self.remove(victim.piece, victim.square);
        self.relocate(piece, from, to);
        PieceChanges::moved(piece, from, to, Some(victim))
    }

    #[inline(always)]
    pub(crate) fn make_castle<S: Side>(&mut self, king_from: Square, rook_from: Square) -> PieceChanges {
        let king = Piece::new(S::COLOR, PieceKind::King);
        let rook = Piece::new(S::COLOR, PieceKind::Rook);
        let (king_to, rook_to) = castling_targets(S::COLOR, castling_side(king_from, rook_from));
        self.finish_turn::<S>();
        self.drop_castling(S::COLOR.back_rank().into());
        // Both leave before both arrive: in Chess960 one may land where the other stood.
        self.remove(king, king_from);
        self.remove(rook, rook_from);
        self.add(king, king_to);
        self.add(rook, rook_to);
        PieceChanges {
            removed: Placement { piece: king, square: king_from },
            added: Placement { piece: king, square: king_to },
            also_removed: Some(Placement { piece: rook, square: rook_from }),
            also_added: Some(Placement { piece: rook, square: rook_to }),
        }
    }

    /// Everything that a turn changes whatever the move: clocks, side to move, the lapsed en-passant square.
    #[inline(always)]
    fn finish_turn<S: Side>(&mut self) {
        if let Some(lapsed) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(lapsed.file());
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if S::COLOR == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side_to_move = <S::Enemy as Side>::COLOR;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Takes the enemy piece off `square`.
    #[inline(always)]
    fn capture<S: Side>(&mut self, square: Square) -> Option<Placement> {
        let piece = self.piece_on(square)?;
        // The owner is known when compiled: only the kind need be looked up.
        let piece = Piece::new(<S::Enemy as Side>::COLOR, piece.kind());
        self.halfmove_clock = 0;
        self.remove(piece, square);
        self.drop_castling(square.into());
        Some(Placement { piece, square })
    }

    /// Records the square behind a double push, if the enemy may capture there.
    #[inline(always)]
    fn offer_en_passant<S: Side>(&mut self, square: Square) {
        let enemy = <S::Enemy as Side>::COLOR;
        let takers = pawn_attacks(S::COLOR, square) & self.pieces(enemy, PieceKind::Pawn);
        if takers.is_any() && takers.into_iter().any(|from| self.en_passant_is_legal::<S::Enemy>(from, square)) {
            self.en_passant = Some(square);
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    /// Ends the castling rights held by the rooks of `rooks`.
    #[inline(always)]
    fn drop_castling(&mut self, rooks: Bitboard) {
        let lost = self.castling_rooks & rooks;
        if lost.is_any() {
            self.key ^= zobrist::castling(lost);
            self.castling_rooks ^= lost;
        }
    }

    #[inline(always)]
    fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::from(from) | Bitboard::from(to);
        self.kinds[piece.kind().index()] ^= both;
        self.colors[piece.color().index()] ^= both;
        self.mailbox[from.index()] = None;
        self.mailbox[to.index()] = Some(piece);
        self.change_keys(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = None;
        self.toggle(piece, square);
    }

    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind().index()] ^= square.into();
        self.colors[piece.color().index()] ^= square.into();
        self.change_keys(piece, zobrist::piece(piece, square));
    }

    #[inline(always)]
    fn change_keys(&mut self, piece: Piece, number: u64) {
        self.key ^= number;
        if let Some(part) = part(piece.color(), piece.kind()) {
            self.part_keys[part] ^= number;
        }
    }
}
