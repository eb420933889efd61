//! Continuation correction history.

use crate::correction;
use crate::history::History;
use crate::techniques::continuation_history::Moved;
use crate::worker::Worker;

registry::technique! {
    /// Corrects the static evaluation by what searches found after the same two moves.
    "ContinuationCorrection", title "Continuation correction history", class Eval, default off, revision 2,
    source "CPW: Static Evaluation Correction History",
    needs [], excludes [],
    parameters {
        /// Weight of what was learnt, in hundredths.
        weight = 100 in 0..=200 step 10 scale 100;
    }
}

/// By the own move before and the opponent's after it.
pub(crate) type ContinuationCorrections = History<(Moved, Moved), 1024>;

fn index(w: &Worker<'_>) -> Option<(Moved, Moved)> {
    let moved = |plies| w.frame_before(plies).and_then(|frame| frame.moved);
    Some((moved(2)?, moved(1)?))
}

/// The correction here, in centipawns.
pub(crate) fn of(w: &Worker<'_>) -> i32 {
    let settings = &w.config.continuation_correction;
    let index = index(w).filter(|_| settings.on);
    index.map_or(0, |index| correction::centipawns(w.memory.continuation_corrections.get(index), settings.weight))
}

/// Learns the error of the evaluation here.
pub(crate) fn learn(w: &mut Worker<'_>, bonus: i32) {
    if let Some(index) = index(w).filter(|_| w.config.continuation_correction.on) {
        w.memory.continuation_corrections.update(index, bonus);
    }
}
