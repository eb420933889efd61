//! Quiet promotions in quiescence.

use rules::{Move, PieceKind};

use crate::worker::Worker;

registry::technique! {
    /// Quiescence searches promotions to a queen that capture nothing, too.
    "QuiescencePromotions", title "Promotions in quiescence", class Extension, default on, revision 1,
    source "CPW: Quiescence Search (promotions)",
    needs [], excludes [],
    parameters {}
}

/// Whether a quiet promotion is searched.
pub(crate) fn includes(w: &Worker<'_>, mv: Move) -> bool {
    w.config.quiescence_promotions.on && mv.promotion() == Some(PieceKind::Queen)
}
