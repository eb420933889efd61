//! Ending games whose result both players agree on.
//!
//! Not the rules of chess. Invariant: a score that is missing or disagrees starts every count again.

use rules::Color;
use uci::{Bound, Score, ScoreValue};

use crate::plan::Adjudication;

/// More than any score in centipawns.
const MATE: i64 = 1_000_000;

fn centipawns(score: Score) -> i64 {
    match score.value {
        ScoreValue::Centipawns(value) => i64::from(value),
        ScoreValue::Mate(moves) if moves > 0 => MATE,
        ScoreValue::Mate(_) => -MATE,
    }
}

/// What both players have said in a row.
#[derive(Debug)]
pub(crate) struct Adjudicator<'a> {
    rules: &'a Adjudication,
    quiet: u32,
    /// By colour.
    ahead: [u32; 2],
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    Draw,
    Win(Color),
}

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(rules: &'a Adjudication) -> Self {
        Adjudicator { rules, quiet: 0, ahead: [0; 2] }
    }

    /// Takes what the mover said of its move, which made the game so many plies long.
    pub(crate) fn judge(&mut self, mover: Color, score: Option<Score>, plies: u32) -> Option<Judgement> {
        // A bound says something about one side of it only.
        let least = score.filter(|score| score.bound != Bound::Upper).map(centipawns);
        let most = score.filter(|score| score.bound != Bound::Lower).map(centipawns);
        if let Some(draw) = self.rules.draw {
            let limit = i64::from(draw.centipawns);
            let is_quiet = least.is_some_and(|score| score >= -limit) && most.is_some_and(|score| score <= limit);
            let is_quiet = is_quiet && plies >= draw.after;
            self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
            if self.quiet >= draw.plies.max(1) {
                return Some(Judgement::Draw);
            }
        }
        let resign = self.rules.resign?;
        for color in [Color::White, Color::Black] {
            let wanted = i64::from(resign.centipawns);
            let is_ahead = if color == mover {
                least.is_some_and(|score| score >= wanted)
            } else {
                most.is_some_and(|score| score <= -wanted)
            };
            let ahead = &mut self.ahead[color.index()];
            *ahead = if is_ahead { *ahead + 1 } else { 0 };
            if *ahead >= resign.plies.max(1) {
                return Some(Judgement::Win(color));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Decided, Quiet};

    fn judge(scores: &[Option<i32>]) -> Option<(usize, Judgement)> {
        let rules = Adjudication {
            draw: Some(Quiet { after: 10, plies: 4, centipawns: 8 }),
            resign: Some(Decided { plies: 3, centipawns: 500 }),
            ..Adjudication::NONE
        };
        let mut adjudicator = Adjudicator::new(&rules);
        let movers = [Color::White, Color::Black].into_iter().cycle();
        scores.iter().zip(movers).enumerate().find_map(|(index, (score, mover))| {
            let score = score.map(Score::centipawns);
            adjudicator.judge(mover, score, index as u32 + 1).map(|judgement| (index + 1, judgement))
        })
    }

    #[test]
    fn a_win_needs_both_to_say_so() {
        let both = [500, -600, 700].map(Some);
        assert_eq!(judge(&both), Some((3, Judgement::Win(Color::White))));
        assert_eq!(judge(&both.map(|score| score.map(|score: i32| -score))), Some((3, Judgement::Win(Color::Black))));
        assert_eq!(judge(&[500, 600, 700, 800, 900].map(Some)), None);
        assert_eq!(judge(&[Some(500), Some(-499), Some(500), Some(-500)]), None);
        assert_eq!(judge(&[Some(900), None, Some(900), Some(-900)]), None);
    }

    #[test]
    fn a_draw_needs_quiet_late_enough_and_long_enough() {
        assert_eq!(judge(&[Some(0); 20]), Some((13, Judgement::Draw)));
        let mut scores = [Some(-8); 20];
        scores[11] = Some(9);
        assert_eq!(judge(&scores), Some((16, Judgement::Draw)));
        scores[11] = None;
        assert_eq!(judge(&scores), Some((16, Judgement::Draw)));
    }

    #[test]
    fn a_bound_counts_for_what_it_says() {
        let rules = Adjudication {
            draw: Some(Quiet { after: 0, plies: 1, centipawns: 10 }),
            resign: Some(Decided { plies: 1, centipawns: 500 }),
            ..Adjudication::NONE
        };
        let judge = |value: i32, bound: Bound| {
            let score = Score { bound, ..Score::centipawns(value) };
            Adjudicator::new(&rules).judge(Color::Black, Some(score), 1)
        };
        assert_eq!(judge(600, Bound::Lower), Some(Judgement::Win(Color::Black)));
        assert_eq!(judge(600, Bound::Upper), None);
        assert_eq!(judge(-600, Bound::Upper), Some(Judgement::Win(Color::White)));
        assert_eq!(judge(-600, Bound::Lower), None);
        assert_eq!([Bound::Lower, Bound::Upper].map(|bound| judge(0, bound)), [None; 2]);
        assert_eq!(judge(0, Bound::Exact), Some(Judgement::Draw));
    }

    #[test]
    fn mates_count_as_more_than_any_score() {
        let rules = Adjudication { resign: Some(Decided { plies: 2, centipawns: 30_000 }), ..Adjudication::NONE };
        let mut adjudicator = Adjudicator::new(&rules);
        assert_eq!(adjudicator.judge(Color::White, Some(Score::mate(-4)), 1), None);
        assert_eq!(adjudicator.judge(Color::Black, Some(Score::mate(3)), 2), Some(Judgement::Win(Color::Black)));
    }
}
