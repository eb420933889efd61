//! Which of several threads is believed.

use crate::deepening::Found;

registry::technique! {
    /// Lets the threads vote for the move to play, each by its depth and its score.
    ///
    /// Off, the first thread decides, and the others have only filled the table. A mate that any thread has found needs no vote.
    "BestThreadVote", title "Best-thread vote", class Parallel, default on, revision 1,
    source "CPW: Lazy SMP; the idea of a weighted vote is Stockfish's",
    needs [], excludes [],
    parameters {
        /// Centipawns that a thread with the worst score counts for, at each ply of its depth.
        floor = 12 in 1..=200 step 4;
    }
}

impl Settings {
    /// The place of the thread to believe among `found`, which the first thread heads.
    pub(crate) fn elect(&self, found: &[&Found]) -> usize {
        let by_score = |&index: &usize| (found[index].answer.score, std::cmp::Reverse(index));
        let places = || 0..found.len();
        let fastest_win = places().filter(|&index| found[index].answer.score.is_win()).max_by_key(by_score);
        if let Some(index) = fastest_win {
            return index;
        }
        let worst = found.iter().map(|one| one.answer.score.value()).min().unwrap_or(0);
        let weight =
            |one: &Found| i64::from(one.answer.score.value() - worst + self.floor) * i64::from(one.answer.depth);
        let votes = |best| -> i64 { found.iter().filter(|one| one.answer.best() == best).map(|one| weight(one)).sum() };
        let by_votes =
            |&index: &usize| (votes(found[index].answer.best()), weight(found[index]), std::cmp::Reverse(index));
        places().max_by_key(by_votes).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Ply;
    use crate::root::Answer;
    use crate::score::{Bound, Score};

    fn found(mv: &str, score: Score, depth: u32) -> Found {
        let mv = rules::Position::start().parse_uci(mv).expect("legal");
        let line = std::iter::once(mv).collect();
        Found { answer: Answer { line, score, bound: Bound::Exact, depth }, selective_depth: depth }
    }

    fn elect(found: &[Found]) -> usize {
        Settings::DEFAULT.elect(&found.iter().collect::<Vec<_>>())
    }

    #[test]
    fn alone_or_agreed_the_first_is_believed() {
        let score = Score::centipawns(20);
        assert_eq!(elect(&[found("e2e4", score, 9)]), 0);
        assert_eq!(elect(&[found("e2e4", score, 9), found("e2e4", score, 9)]), 0);
        assert_eq!(elect(&[found("e2e4", score, 9), found("d2d4", score, 9)]), 0);
    }

    #[test]
    fn depth_score_and_numbers_count() {
        let score = Score::centipawns(20);
        assert_eq!(elect(&[found("e2e4", score, 9), found("d2d4", score, 10)]), 1);
        assert_eq!(elect(&[found("e2e4", score, 9), found("d2d4", Score::centipawns(40), 9)]), 1);
        assert_eq!(elect(&[found("e2e4", score, 10), found("d2d4", score, 9), found("d2d4", score, 9)]), 1);
    }

    #[test]
    fn the_nearest_mate_is_played_and_a_received_one_is_no_vote() {
        let mate = |ply| Score::mate_at(Ply::new(ply));
        let zero = Score::DRAW;
        assert_eq!(elect(&[found("e2e4", zero, 30), found("e2e4", zero, 30), found("d2d4", mate(5), 3)]), 2);
        assert_eq!(elect(&[found("e2e4", mate(7), 9), found("d2d4", mate(5), 3)]), 1);
        assert_eq!(elect(&[found("e2e4", Score::mated_at(Ply::new(4)), 30), found("d2d4", zero, 3)]), 1);
    }
}
