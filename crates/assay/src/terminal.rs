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

/// One piece of work on the terminal.
pub(crate) struct Terminal {
    bar: Option<ProgressBar>,
    told: Instant,
    stop: Arc<AtomicBool>,
}

impl Terminal {
    pub(crate) fn new() -> Result<Self, String> {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Ok(Terminal { bar, told: Instant::now(), stop: stop_flag()? })
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
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
        let text = words(progress);
        match &self.bar {
            Some(bar) => {
                bar.set_length(progress.most_games);
                bar.set_position(progress.games);
                bar.set_message(text);
            }
            None if self.told.elapsed() >= INTERVAL => {
                eprintln!("{}/{} {text}", progress.games, progress.most_games);
                self.told = Instant::now();
            }
            None => {}
        }
    }

    fn warn(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(format!("warning: {text}")),
            None => eprintln!("warning: {text}"),
        }
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
