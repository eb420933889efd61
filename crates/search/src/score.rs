//! What a position is worth, and the window a search asks about.
//!
//! Not text: a score becomes centipawns or mate in moves only at the edge, by [`Score::meaning`].
//! Invariant: a [`Score`] is the side to move's view; mates and wins by tablebases count from the root, so that a nearer one is a larger
//! score; every mate is larger than every win by tablebases, and that larger than every evaluation.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::depth::{MAX_PLY, Ply};

/// A score in centipawns, a win or loss by tablebases, or a mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A score for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Won by the tablebases after so many plies: by the side to move if positive, by the other if not. Never 0.
    Tablebase(i32),
    /// Mate in so many moves: the side to move gives it if positive, receives it if not.
    Mate(i32),
}

impl Score {
    /// Nobody stands better.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(Self::MATE + 1);

    const MATE: i32 = 32_000;
    /// The least score that is a mate.
    const LEAST_MATE: i32 = Self::MATE - MAX_PLY as i32;
    const TABLE_WIN: i32 = Self::LEAST_MATE - 1;
    /// The least score that is a win by tablebases. The plies are counted from 1.
    const LEAST_TABLE_WIN: i32 = Self::TABLE_WIN - MAX_PLY as i32 - 1;

    /// An evaluation or a sum with one. Clamped to what neither mates nor tablebases are worth.
    #[must_use]
    pub const fn centipawns(value: i32) -> Score {
        let limit = Self::LEAST_TABLE_WIN - 1;
        Score(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }

    /// The side to move at this ply mates, so many plies below the root.
    #[must_use]
    pub const fn mate_at(ply: Ply) -> Score {
        Score(Self::MATE - ply.get() as i32)
    }

    /// The side to move at this ply is mated there.
    #[must_use]
    pub const fn mated_at(ply: Ply) -> Score {
        Score(ply.get() as i32 - Self::MATE)
    }

    /// The side to move at this ply wins, the tablebases say.
    #[must_use]
    pub const fn table_win_at(ply: Ply) -> Score {
        Score(Self::TABLE_WIN - 1 - ply.get() as i32)
    }

    /// The side to move at this ply loses, the tablebases say.
    #[must_use]
    pub const fn table_loss_at(ply: Ply) -> Score {
        Score(ply.get() as i32 + 1 - Self::TABLE_WIN)
    }

    /// The plain number, for formulas.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The side to move mates, or wins by the tablebases.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::LEAST_TABLE_WIN
    }

    /// The side to move is mated, or loses by the tablebases.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::LEAST_TABLE_WIN
    }

    /// Won or lost for certain, not by an evaluation.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Mate, whoever gives it.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.unsigned_abs() >= Self::LEAST_MATE as u32
    }

    /// Centipawns, plies to a win by tablebases, or mate in moves.
    #[must_use]
    pub const fn meaning(self) -> Meaning {
        if self.0 >= Self::LEAST_MATE {
            Meaning::Mate((Self::MATE - self.0 + 1) / 2)
        } else if self.0 <= -Self::LEAST_MATE {
            Meaning::Mate(-(Self::MATE + self.0) / 2)
        } else if self.is_win() {
            Meaning::Tablebase(Self::TABLE_WIN - self.0)
        } else if self.is_loss() {
            Meaning::Tablebase(-Self::TABLE_WIN - self.0)
        } else {
            Meaning::Centipawns(self.0)
        }
    }

    /// This score as a table keeps it: mates and wins by tablebases counted from the position itself.
    #[must_use]
    pub(crate) const fn to_table(self, ply: Ply) -> i16 {
        self.nearer(ply.get() as i32).0 as i16
    }

    /// The score that a table kept, at this ply. `None` for a number that no search stores.
    #[must_use]
    pub(crate) const fn from_table(stored: i16, ply: Ply) -> Option<Score> {
        let value = Score(stored as i32);
        if value.0 > Self::MATE || value.0 < -Self::MATE { None } else { Some(value.nearer(-(ply.get() as i32))) }
    }

    /// A mate or a win by tablebases so many plies nearer. One further away than any line stays what it is: a mate never becomes a win by
    /// tablebases, nor that an evaluation.
    const fn nearer(self, plies: i32) -> Score {
        let (least, most) = if self.is_mate() {
            (Self::LEAST_MATE, i16::MAX as i32)
        } else if self.is_decided() {
            (Self::LEAST_TABLE_WIN, Self::TABLE_WIN)
        } else {
            return self;
        };
        let size = self.0.abs() + plies;
        let size = if size < least {
            least
        } else if size > most {
            most
        } else {
            size
        };
        Score(if self.0 < 0 { -size } else { size })
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    /// Plain addition: for margins and window edges, not for stored scores.
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.meaning() {
            Meaning::Centipawns(value) => write!(f, "cp {value}"),
            Meaning::Tablebase(plies) => write!(f, "tablebase {plies}"),
            Meaning::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What a score says of the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is this.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// The scores a search can tell apart: those between alpha and beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// At most this is no improvement.
    pub alpha: Score,
    /// At least this refutes the move before.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Only whether the value is at least `beta`.
    #[must_use]
    pub fn zero_below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Only whether the value is more than `alpha`.
    #[must_use]
    pub fn zero_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether nothing lies between alpha and beta.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// What a score found with this window says.
    #[must_use]
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Neg for Window {
    type Output = Window;
    /// The same question in the opponent's view.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_for_people() {
        let mate = |ply| Score::mate_at(Ply::new(ply)).meaning();
        assert_eq!([mate(1), mate(2), mate(3)], [Meaning::Mate(1), Meaning::Mate(1), Meaning::Mate(2)]);
        let mated = |ply| Score::mated_at(Ply::new(ply)).meaning();
        assert_eq!([mated(0), mated(2), mated(4)], [Meaning::Mate(0), Meaning::Mate(-1), Meaning::Mate(-2)]);
        assert_eq!(Score::centipawns(-7).meaning(), Meaning::Centipawns(-7));
    }

    #[test]
    fn no_evaluation_is_a_mate_and_every_ply_is() {
        for value in [eval::MAX_EVALUATION, 1_000_000, i32::MAX, i32::MIN, -1_000_000] {
            assert!(!Score::centipawns(value).is_decided(), "{value}");
        }
        for ply in 0..=MAX_PLY {
            assert!(Score::mate_at(Ply::new(ply)).is_win() && Score::mated_at(Ply::new(ply)).is_loss());
        }
    }

    #[test]
    fn wins_by_tablebases_lie_between_evaluations_and_mates() {
        let farthest_mate = Score::mate_at(Ply::new(MAX_PLY));
        for ply in (0..=MAX_PLY).map(Ply::new) {
            let (win, loss) = (Score::table_win_at(ply), Score::table_loss_at(ply));
            assert_eq!(win, -loss);
            assert!(win.is_win() && loss.is_loss() && !win.is_mate() && !loss.is_mate());
            assert!(Score::centipawns(i32::MAX) < win && win < farthest_mate);
            let plies = ply.get() as i32 + 1;
            assert_eq!([win.meaning(), loss.meaning()], [Meaning::Tablebase(plies), Meaning::Tablebase(-plies)]);
        }
        assert!(Score::table_win_at(Ply::new(3)) > Score::table_win_at(Ply::new(4)), "the nearer win is better");
    }

    #[test]
    fn tables_keep_mates_by_their_distance_from_the_position() {
        for score in [
            Score::mate_at(Ply::new(9)),
            Score::mated_at(Ply::new(9)),
            Score::DRAW,
            Score::centipawns(-31_000),
            Score::table_win_at(Ply::new(9)),
            Score::table_loss_at(Ply::new(9)),
        ] {
            let stored = score.to_table(Ply::new(4));
            assert_eq!(Score::from_table(stored, Ply::new(4)), Some(score));
        }
        let stored = Score::mate_at(Ply::new(9)).to_table(Ply::new(4));
        assert_eq!(Score::from_table(stored, Ply::new(10)), Some(Score::mate_at(Ply::new(15))));
        let furthest = Ply::new(MAX_PLY);
        for (score, ply) in [
            (Score::mate_at(furthest), 9),
            (Score::table_win_at(furthest), 9),
            (Score::table_win_at(Ply::ROOT), MAX_PLY),
        ] {
            for score in [score, -score] {
                let stored = score.to_table(Ply::new(ply));
                for read_at in [Ply::ROOT, furthest] {
                    let read = Score::from_table(stored, read_at).expect("a score");
                    assert_eq!(
                        (read.is_mate(), read.is_win(), read.is_loss()),
                        (score.is_mate(), score.is_win(), score.is_loss())
                    );
                }
            }
        }
        assert_eq!(Score::from_table(i16::MAX, Ply::new(0)), None);
        assert_eq!(Score::from_table(i16::MIN, Ply::new(0)), None);
    }

    #[test]
    fn windows_say_what_a_score_means() {
        let window = Window { alpha: Score(-10), beta: Score(20) };
        assert_eq!(window.bound(Score(-10)), Bound::Upper);
        assert_eq!(window.bound(Score(19)), Bound::Exact);
        assert_eq!(window.bound(Score(20)), Bound::Lower);
        assert_eq!(-window, Window { alpha: Score(-20), beta: Score(10) });
        assert!(Window::zero_below(Score(5)).is_zero() && !window.is_zero());
        assert_eq!(Window::zero_below(Score(5)), Window::zero_above(Score(4)));
    }
}
