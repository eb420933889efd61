//! Progress of long work on the terminal, and Ctrl-C.
//!
//! Not a result: everything here goes to standard error. Invariant: without a terminal there is a line now and then, never a moving one.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use lab::matches::{Progress, Watcher};
use stats::Measure;

/// Between two lines where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(30);

/// Where long work stands: a bar on a terminal, elsewhere a line now and then.
pub(crate) struct Line {
    bar: Option<ProgressBar>,
    told: Instant,
}

impl Line {
    pub(crate) fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Line { bar, told: Instant::now() }
    }

    pub(crate) fn show(&mut self, position: u64, length: u64, text: impl FnOnce() -> String) {
        match &self.bar {
            Some(bar) => {
                bar.set_length(length);
                bar.set_position(position);
                bar.set_message(text());
            }
            None if self.told.elapsed() >= INTERVAL => {
                eprintln!("{position}/{length} {}", text());
                self.told = Instant::now();
            }
            None => {}
        }
    }

    pub(crate) fn warn(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(format!("warning: {text}")),
            None => eprintln!("warning: {text}"),
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A match on the terminal.
pub(crate) struct Terminal {
    line: Line,
    stop: Arc<AtomicBool>,
}

impl Terminal {
    pub(crate) fn new() -> Result<Self, String> {
        Ok(Terminal { line: Line::new(), stop: stop_flag()? })
    }

    pub(crate) fn finish(&self) {
        self.line.finish();
    }
}

/// Set by Ctrl-C; a second one ends the program at once, which loses nothing but the games in play.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>, String> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(flag) = FLAG.get() {
        return Ok(Arc::clone(flag));
    }
    let flag = Arc::clone(FLAG.get_or_init(Arc::default));
    let heard = Arc::clone(&flag);
    let handler = move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("\nstopping; once more to stop at once");
    };
    ctrlc::set_handler(handler).map_err(|error| format!("Ctrl-C cannot be heard: {error}"))?;
    Ok(flag)
}

impl Watcher for Terminal {
    fn progress(&mut self, progress: &Progress) {
        self.line.show(progress.games, progress.most_games, || words(progress));
    }

    fn warn(&mut self, text: &str) {
        self.line.warn(text);
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn words(progress: &Progress) -> String {
    let [wins, draws, losses] = progress.points;
    let mut text = format!("+{wins} ={draws} -{losses}");
    if let Some(measure) = Measure::of(&progress.pairs) {
        text += &format!("  Elo {:+.1} ± {:.1}", measure.elo.value, measure.elo.error());
    }
    if let Some((ratio, (low, high))) = progress.test {
        text += &format!("  LLR {ratio:.2} ({low:.2}, {high:.2})");
    }
    let left = HumanDuration(Duration::from_secs_f64(progress.seconds_left.clamp(0.0, 1e9)));
    text + &format!("  {:.0} games/h  at most {left} left", progress.games_per_hour)
}
