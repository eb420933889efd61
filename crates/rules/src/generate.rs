//! Legal move generation: one generator that emits sets of target squares into a sink.
//!
//! The sink decides what becomes of a set: counted ([`Count`]), written into a list ([`List`]), looked at for one move
//! ([`Member`]), or played at once (`perft`). So legality lives in one place, and a caller pays only for what it asks.
//! Not here: restrictions (`legality`), the effect of a move (`make`).
//! Invariant: every emitted move is legal, each exactly once; noisy and quiet moves partition the legal ones.

use crate::attacks::{between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::color::{Black, Side, White};
use crate::position::{CastlingSide, castling_side};
use crate::{Bitboard, Color, File, Legality, Move, MoveKind, MoveList, PieceKind, Position, Square};

/// Which moves a generation stage emits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    All,
    /// Captures (en passant included) and promotions.
    Noisy,
    /// The rest.
    Quiet,
}

/// Receives the generator's sets; all methods are inlined into it, so that what is constant there stays constant here.
/// Captures and quiet moves come in sets of their own.
pub(crate) trait Sink {
    /// The piece on `from` may go to each of `quiets` and take on each of `captures`.
    fn piece(&mut self, kind: PieceKind, from: Square, quiets: Bitboard, captures: Bitboard);
    /// A pawn may arrive at each of `targets`, coming from the square `step` before it: a push or a capture.
    fn pawns(&mut self, kind: MoveKind, step: i8, targets: Bitboard);
    /// The same on the last rank, each target standing for four moves of these kinds.
    fn promotions(&mut self, kinds: [MoveKind; 4], step: i8, targets: Bitboard);
    fn en_passant(&mut self, from: Square, to: Square);
    fn castle(&mut self, king: Square, rook: Square);
}

/// The king's and rook's squares after castling.
pub(crate) const fn castling_targets(color: Color, side: CastlingSide) -> (Square, Square) {
    let (king, rook) = match side {
        CastlingSide::KingSide => (File::G, File::F),
        CastlingSide::QueenSide => (File::C, File::D),
    };
    (Square::new(king, color.back_rank()), Square::new(rook, color.back_rank()))
}

/// The squares a castling king or rook passes and reaches.
#[inline(always)]
fn castling_path(from: Square, to: Square) -> Bitboard {
    between(from, to) | to.into()
}

impl Position {
    /// Emits the legal moves of the pieces on `movers` that belong to the stage.
    #[inline(always)]
    pub(crate) fn emit<S: Side>(&self, stage: Stage, legality: &Legality, movers: Bitboard, sink: &mut impl Sink) {
        let king = self.king(S::COLOR);
        if !legality.checkers.has_many() {
            let arrival = legality.arrival(king);
            self.emit_pawns::<S>(stage, legality, movers, arrival, sink);
            self.emit_pieces::<S>(stage, legality, movers, arrival, sink);
        }
        if movers.contains(king) {
            self.emit_king::<S>(stage, legality, king, sink);
        }
    }

    #[inline(always)]
    fn emit_pieces<S: Side>(
        &self,
        stage: Stage,
        legality: &Legality,
        movers: Bitboard,
        arrival: Bitboard,
        sink: &mut impl Sink,
    ) {
        let occupied = self.occupied();
        let quiets = if stage == Stage::Noisy { Bitboard::EMPTY } else { !occupied & arrival };
        let captures =
            if stage == Stage::Quiet { Bitboard::EMPTY } else { self.color(<S::Enemy as Side>::COLOR) & arrival };
        let Legality { pinned_straight, pinned_diagonal, .. } = *legality;
        let pinned = pinned_straight | pinned_diagonal;
        let own = movers & self.color(S::COLOR);
        let queens = self.kind(PieceKind::Queen);
        // One loop per way of moving, not per kind: each loop's end is a branch that is hard to predict.
        let diagonal = (self.kind(PieceKind::Bishop) | queens) & own;
        let straight = (self.kind(PieceKind::Rook) | queens) & own;
        let kind_of = |from, other| if queens.contains(from) { PieceKind::Queen } else { other };

        for from in self.kind(PieceKind::Knight) & own & !pinned {
            let reached = knight_attacks(from);
            sink.piece(PieceKind::Knight, from, reached & quiets, reached & captures);
        }
        for from in diagonal & !pinned {
            let reached = bishop_attacks(from, occupied);
            sink.piece(kind_of(from, PieceKind::Bishop), from, reached & quiets, reached & captures);
        }
        for from in straight & !pinned {
            let reached = rook_attacks(from, occupied);
            sink.piece(kind_of(from, PieceKind::Rook), from, reached & quiets, reached & captures);
        }
        if (pinned & own).is_empty() {
            return;
        }
        for from in diagonal & pinned_diagonal {
            let reached = bishop_attacks(from, occupied) & pinned_diagonal;
            sink.piece(kind_of(from, PieceKind::Bishop), from, reached & quiets, reached & captures);
        }
        for from in straight & pinned_straight {
            let reached = rook_attacks(from, occupied) & pinned_straight;
            sink.piece(kind_of(from, PieceKind::Rook), from, reached & quiets, reached & captures);
        }
    }

    #[inline(always)]
    fn emit_pawns<S: Side>(
        &self,
        stage: Stage,
        legality: &Legality,
        movers: Bitboard,
        arrival: Bitboard,
        sink: &mut impl Sink,
    ) {
        let Legality { pinned_straight, pinned_diagonal, .. } = *legality;
        let pawns = self.kind(PieceKind::Pawn) & self.color(S::COLOR) & movers;
        let empty = !self.occupied();

        let pinned = pawns & (pinned_straight | pinned_diagonal);
        let free = pawns & !pinned;
        let mut pushed = S::push(free);
        let mut west = S::capture_west(free);
        let mut east = S::capture_east(free);
        if pinned.is_any() {
            pushed |= S::push(pinned & pinned_straight) & pinned_straight;
            west |= S::capture_west(pinned & pinned_diagonal) & pinned_diagonal;
            east |= S::capture_east(pinned & pinned_diagonal) & pinned_diagonal;
        }
        let pushed = pushed & empty;
        if stage != Stage::Noisy {
            sink.pawns(MoveKind::Quiet, S::FORWARD, pushed & arrival & !S::PROMOTION);
            let twice = S::push(pushed & S::DOUBLE_PUSH_TRANSIT) & empty;
            sink.pawns(MoveKind::DoublePush, 2 * S::FORWARD, twice & arrival);
        }
        if stage == Stage::Quiet {
            return;
        }

        let targets = self.color(<S::Enemy as Side>::COLOR) & arrival;
        let (west, east) = (west & targets, east & targets);
        sink.pawns(MoveKind::Capture, S::CAPTURE_WEST, west & !S::PROMOTION);
        sink.pawns(MoveKind::Capture, S::CAPTURE_EAST, east & !S::PROMOTION);
        if ((pushed | west | east) & S::PROMOTION).is_any() {
            sink.promotions(MoveKind::PROMOTIONS, S::FORWARD, pushed & arrival & S::PROMOTION);
            sink.promotions(MoveKind::CAPTURE_PROMOTIONS, S::CAPTURE_WEST, west & S::PROMOTION);
            sink.promotions(MoveKind::CAPTURE_PROMOTIONS, S::CAPTURE_EAST, east & S::PROMOTION);
        }
        if let Some(to) = self.en_passant {
            for from in pawn_attacks(<S::Enemy as Side>::COLOR, to) & pawns {
                if self.en_passant_is_legal::<S>(from, to) {
                    sink.en_passant(from, to);
                }
            }
        }
    }

    /// The king's steps and castling. What the enemy attacks is asked only when the king has somewhere to go.
    #[inline(always)]
    fn emit_king<S: Side>(&self, stage: Stage, legality: &Legality, king: Square, sink: &mut impl Sink) {
        let enemy = self.color(<S::Enemy as Side>::COLOR);
        let occupied = self.occupied();
        let quiets = if stage == Stage::Noisy { Bitboard::EMPTY } else { !occupied & king_attacks(king) };
        let captures = if stage == Stage::Quiet { Bitboard::EMPTY } else { enemy & king_attacks(king) };
        let castlers = if stage == Stage::Noisy || legality.checkers.is_any() {
            Bitboard::EMPTY
        } else {
            self.unobstructed_castlers::<S>(king)
        };
        let mut visited = quiets | captures;
        for rook in castlers {
            visited |= castling_path(king, castling_targets(S::COLOR, castling_side(king, rook)).0);
        }
        if visited.is_empty() {
            return;
        }
        let safe = self.safe_for_king::<S>(king, visited);
        sink.piece(PieceKind::King, king, quiets & safe, captures & safe);
        for rook in castlers {
            let path = castling_path(king, castling_targets(S::COLOR, castling_side(king, rook)).0);
            // A rook pinned along the back rank shields the king's target square only until it castles.
            if (path & !safe).is_empty() && !legality.pinned_straight.contains(rook) {
                sink.castle(king, rook);
            }
        }
    }

    /// The castling rooks for which nothing stands in the king's or their own way.
    #[inline(always)]
    fn unobstructed_castlers<S: Side>(&self, king: Square) -> Bitboard {
        let mut castlers = self.castling_rooks & self.color(S::COLOR);
        for rook in castlers {
            let (king_to, rook_to) = castling_targets(S::COLOR, castling_side(king, rook));
            let others = self.occupied() ^ king.into() ^ rook.into();
            // What stands between king and rook is in the way of one or the other, and is the quickest to ask.
            if (between(king, rook) & others).is_any()
                || ((castling_path(king, king_to) | castling_path(rook, rook_to)) & others).is_any()
            {
                castlers ^= rook.into();
            }
        }
        castlers
    }

    #[inline]
    fn emit_for_side(&self, stage: Stage, legality: &Legality, movers: Bitboard, sink: &mut impl Sink) {
        match self.side_to_move {
            Color::White => self.emit::<White>(stage, legality, movers, sink),
            Color::Black => self.emit::<Black>(stage, legality, movers, sink),
        }
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.emit_for_side(Stage::All, &self.legality(), Bitboard::ALL, &mut List(&mut list));
        list
    }

    /// Appends the legal captures and promotions.
    pub fn noisy_moves(&self, legality: &Legality, list: &mut MoveList) {
        self.emit_for_side(Stage::Noisy, legality, Bitboard::ALL, &mut List(list));
    }

    /// Appends the legal moves that neither capture nor promote.
    pub fn quiet_moves(&self, legality: &Legality, list: &mut MoveList) {
        self.emit_for_side(Stage::Quiet, legality, Bitboard::ALL, &mut List(list));
    }

    /// Appends every legal answer to a check.
    pub fn evasions(&self, legality: &Legality, list: &mut MoveList) {
        debug_assert!(legality.checkers.is_any());
        self.emit_for_side(Stage::All, legality, Bitboard::ALL, &mut List(list));
    }

    /// Number of legal moves, without making a list of them.
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        self.emit_for_side(Stage::All, &self.legality(), Bitboard::ALL, &mut count);
        count.0
    }

    /// Is there a legal move?
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Is this move, from wherever it came, legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_legal_under(&self.legality(), mv)
    }

    /// The same for a caller that has the restrictions already. Only the moving piece's moves are looked at.
    pub fn is_legal_under(&self, legality: &Legality, mv: Move) -> bool {
        let mut member = Member { wanted: mv, found: false };
        self.emit_for_side(Stage::All, legality, mv.from().into(), &mut member);
        member.found
    }
}

/// Counts moves.
pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, quiets: Bitboard, captures: Bitboard) {
        self.0 += u64::from((quiets | captures).count());
    }
    #[inline(always)]
    fn pawns(&mut self, _: MoveKind, _: i8, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }
    #[inline(always)]
    fn promotions(&mut self, _: [MoveKind; 4], _: i8, targets: Bitboard) {
        self.0 += 4 * u64::from(targets.count());
    }
    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
}

/// Writes moves into a list.
struct List<'a>(&'a mut MoveList);

impl Sink for List<'_> {
    #[inline(always)]
    fn piece(&mut self, _: PieceKind, from: Square, quiets: Bitboard, captures: Bitboard) {
        for to in captures {
            self.0.push(Move::new(from, to, MoveKind::Capture));
        }
        for to in quiets {
            self.0.push(Move::new(from, to, MoveKind::Quiet));
        }
    }
    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: i8, targets: Bitboard) {
        for to in targets {
            self.0.push(Move::new(to.step(-step), to, kind));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, kinds: [MoveKind; 4], step: i8, targets: Bitboard) {
        for to in targets {
            for kind in kinds {
                self.0.push(Move::new(to.step(-step), to, kind));
            }
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.0.push(Move::new(from, to, MoveKind::EnPassant));
    }
    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.0.push(Move::new(king, rook, MoveKind::Castle));
    }
}

/// Looks for one move.
struct Member {
    wanted: Move,
    found: bool,
}

impl Member {
    #[inline(always)]
    fn arrivals(&mut self, step: i8, targets: Bitboard) {
        let to = self.wanted.to();
        // The set is asked first: only its members have a square `step` before them.
        self.found |= targets.contains(to) && to.step(-step) == self.wanted.from();
    }
}

impl Sink for Member {
    #[inline(always)]
    fn piece(&mut self, _: PieceKind, from: Square, quiets: Bitboard, captures: Bitboard) {
        let targets = match self.wanted.kind() {
            MoveKind::Quiet => quiets,
            MoveKind::Capture => captures,
            _ => Bitboard::EMPTY,
        };
        self.found |= from == self.wanted.from() && targets.contains(self.wanted.to());
    }
    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: i8, targets: Bitboard) {
        if self.wanted.kind() == kind {
            self.arrivals(step, targets);
        }
    }
    #[inline(always)]
    fn promotions(&mut self, kinds: [MoveKind; 4], step: i8, targets: Bitboard) {
        if kinds.contains(&self.wanted.kind()) {
            self.arrivals(step, targets);
        }
    }
    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.found |= self.wanted == Move::new(from, to, MoveKind::EnPassant);
    }
    #[inline(always)]
    fn castle(&mut self, king: Square, rook: Square) {
        self.found |= self.wanted == Move::new(king, rook, MoveKind::Castle);
    }
}
