//! Pawn correction history.

use crate::correction::{self, Bucket};
use crate::worker::Worker;

registry::technique! {
    /// Corrects the static evaluation by what searches of positions with the same pawns found.
    "PawnCorrection", title "Pawn correction history", class Eval, default off, revision 2,
    source "CPW: Static Evaluation Correction History",
    needs [], excludes [],
    parameters {
        /// Weight of what was learnt, in hundredths.
        weight = 100 in 0..=200 step 10 scale 100;
    }
}

/// The correction here, in centipawns.
pub(crate) fn of(w: &Worker<'_>) -> i32 {
    let settings = &w.config.pawn_correction;
    if !settings.on {
        return 0;
    }
    let index = (w.position().side_to_move(), Bucket::of(w.position().pawn_key()));
    correction::centipawns(w.memory.pawn_corrections.get(index), settings.weight)
}

/// Learns the error of the evaluation here.
pub(crate) fn learn(w: &mut Worker<'_>, bonus: i32) {
    if w.config.pawn_correction.on {
        let index = (w.position().side_to_move(), Bucket::of(w.position().pawn_key()));
        w.memory.pawn_corrections.update(index, bonus);
    }
}
