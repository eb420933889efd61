//! The time of processors that games took, over all runs that made them.
//!
//! Not part of the games: they are the same on a faster machine. Invariant: a run adds to what stands in `NAME.seconds`; killed, it loses at most
//! what the last [`PACE`] and a little more of the clock took.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use super::Error;
use super::settings::write_whole;

/// Between two writings.
const PACE: Duration = Duration::from_secs(10);

/// Time of processors, written down now and then.
#[derive(Debug)]
pub(super) struct Spent {
    path: PathBuf,
    /// By earlier runs, in seconds.
    before: f64,
    begin: ProcessTime,
    written: Instant,
}

impl Spent {
    /// Goes on with what is written there. What cannot be read as a number counts for nothing.
    pub(super) fn open(path: PathBuf) -> Self {
        let before = fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0.0);
        Spent { path, before, begin: ProcessTime::now(), written: Instant::now() }
    }

    /// A moment has passed.
    pub(super) fn tick(&mut self) -> Result<(), Error> {
        if self.written.elapsed() < PACE { Ok(()) } else { self.write() }
    }

    /// Writes what was spent until now.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        self.written = Instant::now();
        let seconds = self.before + self.begin.elapsed().as_secs_f64();
        write_whole(&self.path, &format!("{seconds:.1}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_add_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.seconds");
        let seconds = || fs::read_to_string(&path).expect("written").trim().parse::<f64>().expect("a number");
        Spent::open(path.clone()).write().expect("written");
        let first = seconds();
        assert!((0.0..1_000.0).contains(&first), "{first}");
        fs::write(&path, "3600.5").expect("written");
        let mut spent = Spent::open(path.clone());
        spent.tick().expect("too early");
        assert_eq!(seconds(), 3600.5);
        spent.write().expect("written");
        assert!((3600.5..4600.5).contains(&seconds()), "{}", seconds());
        fs::write(&path, "cut").expect("written");
        Spent::open(path.clone()).write().expect("written");
        assert!(seconds() < 1_000.0);
    }
}
