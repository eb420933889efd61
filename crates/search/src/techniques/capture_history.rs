//! Capture history.

use rules::{Move, MoveKind, Piece, PieceKind, Square};

use crate::depth::Depth;
use crate::history::{History, Index};
use crate::techniques::history;
use crate::worker::Worker;

registry::technique! {
    /// Orders captures of equal victims by how often they have refuted, and punishes those that were tried before in vain.
    "CaptureHistory", title "Capture history", class Ordering, default off, revision 1,
    source "CPW: History Heuristic (capture history)",
    needs [history, capture_ordering], excludes [],
    parameters {
        /// What a full history is worth beside the victim's hundred a piece kind.
        weight = 150 in 10..=600 step 20;
    }
}

impl Index for PieceKind {
    const COUNT: usize = 6;
    fn index(self) -> usize {
        PieceKind::index(self)
    }
}

/// By what moves, where to, and what it takes.
pub(crate) type CaptureTable = History<(Piece, Square, PieceKind), { history::LIMIT }>;

fn index(w: &Worker<'_>, mv: Move) -> Option<(Piece, Square, PieceKind)> {
    let position = w.position();
    let victim = match mv.kind() {
        MoveKind::EnPassant => PieceKind::Pawn,
        _ => position.piece_on(mv.to())?.kind(),
    };
    Some((position.piece_on(mv.from())?, mv.to(), victim))
}

/// What is added to a capture's rank; 0 when off.
pub(crate) fn score(w: &Worker<'_>, mv: Move) -> i32 {
    let settings = &w.config.capture_history;
    if !settings.on || !mv.is_capture() {
        return 0;
    }
    index(w, mv).map_or(0, |index| w.memory.captures.get(index) * settings.weight / history::LIMIT)
}

/// `mv` refuted; these captures were tried before in vain.
pub(crate) fn reward(w: &mut Worker<'_>, depth: Depth, mv: Move, tried: &[Move]) {
    if !w.config.capture_history.on {
        return;
    }
    let bonus = w.config.history.bonus(depth);
    if let Some(index) = index(w, mv).filter(|_| mv.is_capture()) {
        w.memory.captures.update(index, bonus);
    }
    for &mv in tried {
        if let Some(index) = index(w, mv) {
            w.memory.captures.update(index, -bonus);
        }
    }
}
