//! Decisive scores.

use crate::score::Score;
use crate::worker::Worker;

registry::technique! {
    /// Where a side is so far ahead that only a mate is better, margins in centipawns leave nothing out.
    ///
    /// What futility, reverse futility, razoring and null move would leave out there is what finds the mate.
    "DecisiveScores", title "No margins at decisive scores", class Selective, default on, revision 1,
    source "found here, with the mates of matetrack (docs/adr/0002-search.md)",
    needs [], excludes [],
    parameters {
        /// The score from which on a side is that far ahead, in centipawns.
        threshold = 1500 in 500..=10000 step 100;
    }
}

impl Settings {
    fn is_decisive(&self, score: Score) -> bool {
        score.is_win() || (self.on && score.value() >= self.threshold)
    }
}

/// Whether only a mate is better than this score.
pub(crate) fn is_decisive(w: &Worker<'_>, score: Score) -> bool {
    w.config.decisive_scores.is_decisive(score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Ply;

    #[test]
    fn decisive_is_ahead_only_and_every_mate_is() {
        let decisive = |value| Settings::DEFAULT.is_decisive(Score::centipawns(value));
        assert_eq!([decisive(1500), decisive(1499), decisive(-1500)], [true, false, false]);
        assert!(Settings { on: false, ..Settings::DEFAULT }.is_decisive(Score::mate_at(Ply::new(200))));
    }
}
