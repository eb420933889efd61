//! Everything that was read and written, in a file, while `Debug Log File` names one.
//!
//! Not what the engine thinks, and not a choice of lines: the whole conversation, with the times.
//! Invariant: a file only grows by this; what stood in it stays.

use std::fs::File;
use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::files;

/// The option's name, as Stockfish has it.
pub(crate) const OPTION: &str = "Debug Log File";

const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// An open log.
pub(crate) struct DebugLog {
    file: File,
    /// From the beginning of 1970 to the clock's zero.
    zero: Duration,
}

impl DebugLog {
    /// Opens the file, and makes it where there is none. `now` is what the clock says by whose times lines will be noted.
    ///
    /// # Errors
    /// When the file cannot be had, or is no file.
    pub(crate) fn open(path: &str, now: Duration) -> io::Result<Self> {
        let zero = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(now);
        let mut log = DebugLog { file: files::append(path)?, zero };
        log.note("--", &format!("log of process {} begins, times in UTC", std::process::id()), now)?;
        Ok(log)
    }

    /// Adds a line; `sign` says what it is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn note(&mut self, sign: &str, line: &str, at: Duration) -> io::Result<()> {
        // One write per line, so that two engines with one log leave whole lines.
        self.file.write_all(format!("{} {sign} {line}\n", utc(self.zero + at)).as_bytes())
    }
}

/// Date and time of so much after the beginning of 1970.
fn utc(time: Duration) -> String {
    let seconds = time.as_secs();
    let (year, month, day) = date(seconds / SECONDS_OF_A_DAY);
    let [hour, minute, second] = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60];
    let micros = time.subsec_micros();
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{micros:06}")
}

/// The Gregorian date so many days after the beginning of 1970.
fn date(mut days: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    (year, month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00.000000"),
            (951_782_399, "2000-02-28 23:59:59.000000"),
            (951_782_400, "2000-02-29 00:00:00.000000"),
            (1_735_689_599, "2024-12-31 23:59:59.000000"),
            (4_107_542_400, "2100-03-01 00:00:00.000000"),
        ] {
            assert_eq!(utc(Duration::from_secs(seconds)), text);
        }
        assert_eq!(utc(Duration::from_micros(61_000_042)), "1970-01-01 00:01:01.000042");
    }
}
