//! How far a run is.
//!
//! Not a clock: whoever plays measures. Invariant: speeds count what this run played, totals what the files hold.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// What some games add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) white_wins: u64,
    pub(super) draws: u64,
    pub(super) black_wins: u64,
    pub(super) bytes: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.black_wins += other.black_wins;
        self.bytes += other.bytes;
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// In the files.
    pub games: u64,
    /// Asked for.
    pub games_wanted: u64,
    /// In the files.
    pub positions: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Of all files.
    pub bytes: u64,
    /// Played by this run.
    pub new_games: u64,
    /// Played by this run.
    pub new_positions: u64,
    /// Since this run began.
    pub elapsed: Duration,
    /// Threads at work.
    pub workers: u32,
}

fn ratio(count: u64, of: f64) -> f64 {
    if of > 0.0 { count as f64 / of } else { 0.0 }
}

impl Progress {
    pub(super) fn add(&mut self, tally: &Tally) {
        self.games += tally.games;
        self.positions += tally.positions;
        self.white_wins += tally.white_wins;
        self.draws += tally.draws;
        self.black_wins += tally.black_wins;
        self.bytes += tally.bytes;
    }

    /// Of this run.
    #[must_use]
    pub fn positions_per_second(&self) -> f64 {
        ratio(self.new_positions, self.elapsed.as_secs_f64())
    }

    /// Of this run, by thread.
    #[must_use]
    pub fn positions_per_second_per_core(&self) -> f64 {
        self.positions_per_second() / f64::from(self.workers.max(1))
    }

    /// Of the files.
    #[must_use]
    pub fn bytes_per_position(&self) -> f64 {
        ratio(self.bytes, self.positions as f64)
    }

    /// The share of games with this count, from 0 to 1.
    fn share(&self, count: u64) -> f64 {
        ratio(count, self.games as f64)
    }

    /// At this run's speed; `None` before its first game.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.games_wanted.saturating_sub(self.games);
        let per_game = self.elapsed.as_secs_f64() / self.new_games as f64;
        Duration::try_from_secs_f64(per_game * left as f64).ok()
    }

    /// All but the number of games, for whoever shows that in a bar.
    #[must_use]
    pub fn details(&self) -> String {
        let percent = |count| 100.0 * self.share(count);
        let (speed, by_core) = (self.positions_per_second(), self.positions_per_second_per_core());
        let (white, draws, black) = (percent(self.white_wins), percent(self.draws), percent(self.black_wins));
        let mut text = format!(
            "{} positions, {speed:.0} a second ({by_core:.0} a core), white {white:.1} % draws {draws:.1} % black {black:.1} %, \
             {:.2} bytes a position",
            self.positions,
            self.bytes_per_position()
        );
        if let Some(left) = self.time_left().filter(|_| self.games < self.games_wanted) {
            let minutes = left.as_secs() / 60;
            text += &format!(", {}:{:02}:{:02} left", minutes / 60, minutes % 60, left.as_secs() % 60);
        }
        text
    }
}

impl fmt::Display for Progress {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} games, {}", self.games, self.games_wanted, self.details())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_of_this_run_and_totals_of_the_files() {
        let mut progress = Progress { games_wanted: 100, workers: 2, ..Progress::default() };
        assert_eq!((progress.positions_per_second(), progress.bytes_per_position()), (0.0, 0.0));
        assert_eq!(progress.time_left(), None);
        let tally = Tally { games: 10, positions: 1_000, white_wins: 4, draws: 5, black_wins: 1, bytes: 2_500 };
        progress.add(&tally);
        progress.add(&tally);
        (progress.new_games, progress.new_positions, progress.elapsed) = (10, 1_000, Duration::from_secs(500));
        assert_eq!((progress.positions_per_second(), progress.positions_per_second_per_core()), (2.0, 1.0));
        assert_eq!(progress.time_left(), Some(Duration::from_secs(4_000)));
        assert_eq!(
            progress.to_string(),
            "20 of 100 games, 2000 positions, 2 a second (1 a core), white 40.0 % draws 50.0 % black 10.0 %, \
             2.50 bytes a position, 1:06:40 left"
        );
    }
}
