//! Non-pawn correction history.

use crate::correction::{self, Bucket, Place};
use crate::worker::Worker;

registry::technique! {
    /// Corrects the static evaluation by what searches of positions with the same pieces of one side found, for each side.
    "NonPawnCorrection", title "Non-pawn correction history", class Eval, default off, revision 2,
    source "CPW: Static Evaluation Correction History",
    needs [], excludes [],
    parameters {
        /// Weight of what was learnt, in hundredths.
        weight = 100 in 0..=200 step 10 scale 100;
    }
}

/// One index for each side's pieces.
fn indices(w: &Worker<'_>) -> [Place; 2] {
    let position = w.position();
    rules::Color::ALL.map(|color| (position.side_to_move(), Bucket::of(position.non_pawn_key(color))))
}

/// The correction here, in centipawns.
pub(crate) fn of(w: &Worker<'_>) -> i32 {
    let settings = &w.config.non_pawn_correction;
    if !settings.on {
        return 0;
    }
    correction::of_pair(&w.memory.non_pawn_corrections, indices(w), settings.weight)
}

/// Learns the error of the evaluation here.
pub(crate) fn learn(w: &mut Worker<'_>, bonus: i32) {
    if w.config.non_pawn_correction.on {
        let indices = indices(w);
        correction::learn_pair(&mut w.memory.non_pawn_corrections, indices, bonus);
    }
}
