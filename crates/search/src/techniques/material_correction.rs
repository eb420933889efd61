//! Minor and major piece correction history.

use crate::correction::{self, Bucket, Place};
use crate::worker::Worker;

registry::technique! {
    /// Corrects the static evaluation by what searches of positions with the same minor, or the same major, pieces found.
    "MaterialCorrection", title "Minor and major piece correction history", class Eval, default off, revision 2,
    source "CPW: Static Evaluation Correction History",
    needs [], excludes [],
    parameters {
        /// Weight of what was learnt, in hundredths.
        weight = 100 in 0..=200 step 10 scale 100;
    }
}

/// By the minor pieces, and by the major ones.
fn indices(w: &Worker<'_>) -> [Place; 2] {
    let position = w.position();
    [position.minor_key(), position.major_key()].map(|key| (position.side_to_move(), Bucket::of(key)))
}

/// The correction here, in centipawns.
pub(crate) fn of(w: &Worker<'_>) -> i32 {
    let settings = &w.config.material_correction;
    if !settings.on {
        return 0;
    }
    correction::of_pair(&w.memory.material_corrections, indices(w), settings.weight)
}

/// Learns the error of the evaluation here.
pub(crate) fn learn(w: &mut Worker<'_>, bonus: i32) {
    if w.config.material_correction.on {
        let indices = indices(w);
        correction::learn_pair(&mut w.memory.material_corrections, indices, bonus);
    }
}
