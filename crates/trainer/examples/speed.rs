//! `cargo run --release -p trainer --example speed [seconds]`: positions trained on per second, the optimiser and all else included.
//!
//! On positions of random games, once for each size and number of threads. A number means something only on an idle machine. Not a test. Invariant:
//! what is timed is the run that `train` makes, not a part of it.

use record::training::{Filter, Game, GameResult, Score, Scored, Writer};
use rules::Position;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use trainer::{Progress, Settings, train};

const GAMES: usize = 4_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds: f64 = std::env::args().nth(1).map_or(Ok(5.0), |text| text.parse())?;
    let folder = std::env::temp_dir().join(format!("assay-trainer-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let result = measure_all(&folder, seconds);
    std::fs::remove_dir_all(&folder)?;
    result
}

fn measure_all(folder: &Path, seconds: f64) -> Result<(), Box<dyn std::error::Error>> {
    let data = write_games(folder)?;
    for hidden in [128, 256] {
        for threads in [1, 2] {
            let out = folder.join(format!("{hidden}-{threads}"));
            let speed = measure(hidden, threads, &data, &out, seconds)?;
            println!("N = {hidden}, {threads} thread(s): {:.0} thousand positions per second", speed / 1e3);
        }
    }
    Ok(())
}

/// The speed over about so many seconds.
fn measure(hidden: usize, threads: usize, data: &Path, out: &Path, seconds: f64) -> Result<f64, trainer::Error> {
    let settings = Settings {
        hidden,
        threads,
        epochs: 100_000,
        filter: Filter { min_ply: 8, ..Filter::default() },
        ..Settings::default()
    };
    let stop = AtomicBool::new(false);
    let mut speed = 0.0;
    let mut seen = 0.0;
    train(&settings, &[data.to_owned()], out, &stop, &mut |progress| {
        if let Progress::Training(training) = progress {
            seen += settings.batch as f64;
            speed = training.positions_per_second;
            if seen / speed >= seconds {
                stop.store(true, Ordering::Relaxed);
            }
        }
    })?;
    Ok(speed)
}

fn write_games(folder: &Path) -> std::io::Result<PathBuf> {
    let path = folder.join("games.rec");
    let mut writer = Writer::new(std::io::BufWriter::new(std::fs::File::create(&path)?))?;
    let mut state = 1u64;
    for _ in 0..GAMES {
        writer.write(&game(&mut state))?;
    }
    writer.into_inner().into_inner()?;
    Ok(path)
}

/// Random moves with one capture in three where there is one: about as many men as real games have on average.
fn game(state: &mut u64) -> Game {
    // Knuth's MMIX generator; its high bits are the random ones.
    let mut below = |limit: usize| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % limit
    };
    let mut position = Position::start();
    let mut moves = Vec::new();
    while moves.len() < 120 {
        let legal = position.legal_moves();
        let captures: Vec<_> = legal.iter().copied().filter(|mv| mv.is_capture()).collect();
        let choice = if !captures.is_empty() && below(3) == 0 { &captures[..] } else { &legal[..] };
        if choice.is_empty() {
            break;
        }
        let mv = choice[below(choice.len())];
        moves.push(Scored { mv, score: Score::centipawns(below(801) as i32 - 400) });
        position.make(mv);
    }
    let result = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins][below(3)];
    Game { start: Position::start(), moves, result }
}
