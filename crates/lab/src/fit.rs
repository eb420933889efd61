//! What a score means in games: the curve behind `UCI_ShowWDL`, and the scale that turns scores into expected points.
//!
//! *What it is:* scores of moves and results of their games are counted, from PGN or from journals of matches, and the constants of highest
//! likelihood computed.
//!
//! *What it is not:* it changes no constant; whoever wants another one writes it into the engine.
//!
//! *Invariant:* the same counts give the same digits on every machine.
//!
//! Left out: opening moves, the first plies after them, mates, games that did not end by the rules of chess, and large scores: nearly all of
//! those are decided, and what the few others cost would bend the curve where games are open.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use record::pgn::{Outcome, Reader};

use crate::ledger::store::replace;
use crate::matches::{Ending, Entry};

/// Plies with a score that are left out at the beginning of a game.
const SKIPPED: usize = 10;
/// The largest score that counts, in the unit of the evaluation.
const LARGEST: i32 = 400;
/// How runners say that the rules of chess ended a game; the first is the word of PGN's standard.
const BY_THE_RULES: [&str; 6] =
    ["normal", "checkmate", "stalemate", "insufficient material", "threefold repetition", "fifty moves"];
/// Steps of a search for a maximum; it settles in about ten.
const STEPS: usize = 200;

/// `assay lab fit`.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// PGN files and journals; or files of counts, which end in `.csv`.
    pub games: Vec<PathBuf>,
    /// Where to write the counts.
    pub counts: Option<PathBuf>,
    /// What the engine told as 100 centipawns, in the unit of its evaluation (`eval::EvenChance`). The counts and constants are in this unit.
    pub told_as_100: f64,
}

/// Wins, draws and losses of the side to move, by its score in the unit of the evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    by_score: BTreeMap<i32, [u64; 3]>,
    /// What games' scores are multiplied by.
    unit: f64,
}

/// The constants of highest likelihood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// The score with which one game in two is won.
    pub half: f64,
    /// By how much the score must grow for the odds of a win to grow by a factor of e.
    pub spread: f64,
    /// K of the expected points 1 / (1 + exp(-score / K)).
    pub scale: f64,
}

/// Counts games, fits the constants and prints them.
///
/// # Errors
/// When a file cannot be read, or the games are too few or too much alike to tell.
pub fn fit(arguments: &Arguments, out: &mut dyn Write) -> Result<Fitted, String> {
    let mut counts = Counts::new(arguments.told_as_100);
    let mut games = 0;
    for path in &arguments.games {
        games += counts.add_file(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let Some(path) = &arguments.counts {
        replace(path, &counts.text(games))?;
    }
    let fitted = counts.fit()?;
    out.write_all(told(&counts, &fitted, games).as_bytes()).map_err(|error| error.to_string())?;
    Ok(fitted)
}

impl Counts {
    /// None yet.
    #[must_use]
    pub fn new(told_as_100: f64) -> Self {
        Self { by_score: BTreeMap::new(), unit: told_as_100 / 100.0 }
    }

    /// Positions counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.by_score.values().flatten().sum()
    }

    /// Counts the games of a file, and says how many there were.
    fn add_file(&mut self, path: &Path) -> Result<u64, String> {
        let mut reader = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
        if path.extension().is_some_and(|extension| extension == "csv") {
            let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
            self.add_counts(&text)?;
            return Ok(0);
        }
        let is_journal = reader.fill_buf().map_err(|error| error.to_string())?.starts_with(b"{");
        if is_journal { self.add_journal(reader) } else { self.add_pgn(reader) }
    }

    /// Lines of `score,wins,draws,losses`.
    fn add_counts(&mut self, text: &str) -> Result<(), String> {
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.starts_with("score,") {
                continue;
            }
            let numbers: Vec<i64> = line.split(',').filter_map(|word| word.trim().parse().ok()).collect();
            let found = match numbers[..] {
                [score, wins, draws, losses] => i32::try_from(score).ok().zip(
                    [wins, draws, losses]
                        .into_iter()
                        .map(|count| u64::try_from(count).ok())
                        .collect::<Option<Vec<_>>>(),
                ),
                _ => None,
            };
            let (score, counts) = found.ok_or_else(|| format!("line {}: not a score and three counts", index + 1))?;
            self.by_score.entry(score).or_default().iter_mut().zip(counts).for_each(|(own, more)| *own += more);
        }
        Ok(())
    }

    /// A match's journal: a line that says what is played, then a game in each; the last may be cut, where the match was killed.
    fn add_journal(&mut self, mut reader: impl BufRead) -> Result<u64, String> {
        let (mut games, mut line) = (0, Vec::new());
        for number in 1.. {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
            if line.last() != Some(&b'\n') {
                break;
            }
            if number == 1 {
                continue;
            }
            let entry: Entry = serde_json::from_slice(&line).map_err(|error| format!("line {number}: {error}"))?;
            let by_the_rules = matches!(
                entry.ending,
                Ending::Checkmate
                    | Ending::Stalemate
                    | Ending::InsufficientMaterial
                    | Ending::Threefold
                    | Ending::FiftyMoves
            );
            if by_the_rules {
                let black_begins = entry.fen.split_whitespace().nth(1) == Some("b");
                let opening = entry.opening.split_whitespace().map(|_| None);
                let scores = opening.chain(entry.scores.split_whitespace().map(|score| score.parse().ok()));
                games += u64::from(self.add_game(black_begins, scores, entry.outcome()));
            }
        }
        Ok(games)
    }

    fn add_pgn(&mut self, reader: impl BufRead) -> Result<u64, String> {
        let mut games = 0;
        for game in Reader::new(reader).skip_variations() {
            let game = match game {
                Ok(game) => game,
                Err(record::pgn::ReadError::NotAGame(_)) => continue,
                Err(error) => return Err(error.to_string()),
            };
            let ending = game.tags.get("Termination").unwrap_or_default();
            if game.faults.is_empty() && BY_THE_RULES.contains(&ending) {
                let scores = game.main.moves.iter().map(|mv| mv.comments.first().and_then(|text| score_in(text)));
                games += u64::from(self.add_game(game.first_move().1, scores, game.result()));
            }
        }
        Ok(games)
    }

    /// Counts a game by the scores of its moves, each from its mover's view; `false` if it has no result.
    fn add_game(&mut self, black_begins: bool, scores: impl Iterator<Item = Option<i32>>, outcome: Outcome) -> bool {
        let white_points = match outcome {
            Outcome::WhiteWins => 2,
            Outcome::Draw => 1,
            Outcome::BlackWins => 0,
            Outcome::Unknown => return false,
        };
        let unit = self.unit;
        let scores =
            scores.enumerate().filter_map(|(ply, score)| Some((ply, libm::round(f64::from(score?) * unit) as i32)));
        for (ply, score) in scores.skip(SKIPPED).filter(|(_, score)| score.abs() <= LARGEST) {
            let is_white = ply.is_multiple_of(2) != black_begins;
            // Won, drawn, lost: 0, 1, 2.
            let place: usize = if is_white { 2 - white_points } else { white_points };
            self.by_score.entry(score).or_default()[place] += 1;
        }
        true
    }

    /// The file of counts.
    fn text(&self, games: u64) -> String {
        let mut text = format!("# {games} games\nscore,wins,draws,losses\n");
        for (score, [wins, draws, losses]) in &self.by_score {
            let _ = writeln!(text, "{score},{wins},{draws},{losses}");
        }
        text
    }

    fn rows(&self) -> impl Iterator<Item = (f64, [f64; 3])> {
        self.by_score.iter().map(|(&score, counts)| (f64::from(score), counts.map(|count| count as f64)))
    }

    /// The constants of highest likelihood.
    ///
    /// # Errors
    /// When the games do not tell.
    pub fn fit(&self) -> Result<Fitted, String> {
        let (half, spread) = self.curve().ok_or("the games are too few or too much alike: no curve fits them best")?;
        let scale = self.scale().ok_or("the games are too few or too much alike: no scale fits them best")?;
        Ok(Fitted { half, spread, scale })
    }

    /// Fisher's method of scoring: Newton's, with the expected curvature, which always points uphill.
    fn curve(&self) -> Option<(f64, f64)> {
        let (mut half, mut spread) = (150.0, 80.0);
        for _ in 0..STEPS {
            let (slope, [aa, ab, bb]) = self.slope_and_curvature(half, spread);
            let determinant = aa * bb - ab * ab;
            // Along a line of equal likelihood only rounding is left of it.
            if !(determinant.is_finite() && determinant > 1e-12 * aa * bb) {
                return None;
            }
            let step = ((bb * slope[0] - ab * slope[1]) / determinant, (aa * slope[1] - ab * slope[0]) / determinant);
            let here = self.log_likelihood(half, spread);
            let mut share = 1.0;
            // What so small a step gains is less than the likelihood's rounding, which must not decide.
            let is_near = step.0.abs() + step.1.abs() < 1e-3;
            while share > 1e-9 {
                let (next_half, next_spread) = (half + share * step.0, spread + share * step.1);
                if next_half > 0.0
                    && next_spread > 1.0
                    && (is_near || self.log_likelihood(next_half, next_spread) >= here)
                {
                    (half, spread) = (next_half, next_spread);
                    break;
                }
                share /= 2.0;
            }
            if step.0.abs() + step.1.abs() < 1e-7 || share <= 1e-9 {
                return Some((half, spread));
            }
        }
        None
    }

    /// Of the likelihood's logarithm by both constants.
    fn slope_and_curvature(&self, half: f64, spread: f64) -> ([f64; 2], [f64; 3]) {
        let (mut slope, mut curvature) = ([0.0; 2], [0.0; 3]);
        for (score, counts) in self.rows() {
            let (win, loss) = (chance((score - half) / spread), chance((-score - half) / spread));
            let chances = [win, 1.0 - win - loss, loss];
            let by_half = [-win * (1.0 - win) / spread, 0.0, -loss * (1.0 - loss) / spread];
            let by_spread = [by_half[0] * (score - half) / spread, 0.0, by_half[2] * (-score - half) / spread];
            let total: f64 = counts.iter().sum();
            for index in 0..3 {
                let own = |slopes: [f64; 3]| if index == 1 { -slopes[0] - slopes[2] } else { slopes[index] };
                let (a, b, chance) = (own(by_half), own(by_spread), chances[index].max(f64::MIN_POSITIVE));
                slope[0] += counts[index] * a / chance;
                slope[1] += counts[index] * b / chance;
                curvature[0] += total * a * a / chance;
                curvature[1] += total * a * b / chance;
                curvature[2] += total * b * b / chance;
            }
        }
        (slope, curvature)
    }

    fn log_likelihood(&self, half: f64, spread: f64) -> f64 {
        let of_row = |(score, counts): (f64, [f64; 3])| {
            let (win, loss) = (chance((score - half) / spread), chance((-score - half) / spread));
            let parts = counts.into_iter().zip([win, 1.0 - win - loss, loss]);
            parts
                .map(|(count, chance)| if count > 0.0 { count * libm::log(chance.max(1e-300)) } else { 0.0 })
                .sum::<f64>()
        };
        self.rows().map(of_row).sum()
    }

    /// Newton's method on 1/K, in which the likelihood's logarithm has one top.
    fn scale(&self) -> Option<f64> {
        let mut inverse = 0.005;
        for _ in 0..STEPS {
            let (mut slope, mut curvature) = (0.0, 0.0);
            for (score, [wins, draws, losses]) in self.rows() {
                let (total, expected) = (wins + draws + losses, chance(inverse * score));
                slope += score * (wins + draws / 2.0 - total * expected);
                curvature += total * score * score * expected * (1.0 - expected);
            }
            let step = slope / curvature;
            if !step.is_finite() {
                return None;
            }
            // Half as far when the curve is so flat that a whole step would lead beyond any sense.
            inverse = (inverse + step).clamp(inverse / 2.0, inverse * 2.0);
            if step.abs() < 1e-13 {
                return Some(1.0 / inverse);
            }
        }
        None
    }
}

/// The logistic function.
fn chance(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The score at the beginning of a runner's comment: `+0.35/12 0.1s`; nothing for mates and book moves.
fn score_in(comment: &str) -> Option<i32> {
    let (pawns, _) = comment.split_once('/')?;
    let pawns: f64 = pawns.trim().parse().ok()?;
    // Larger ones do not count.
    (pawns.abs() < 1e6).then(|| libm::round(100.0 * pawns) as i32)
}

/// For a person: the constants, and how the curve and the games agree.
fn told(counts: &Counts, fitted: &Fitted, games: u64) -> String {
    let Fitted { half, spread, scale } = fitted;
    let mut text = if games > 0 { format!("{games} games, ") } else { String::new() };
    let _ = writeln!(text, "{} positions: HALF {half:.1}, SPREAD {spread:.1}; K {scale:.1}", counts.positions());
    text.push_str("score          positions   win  draw  loss (games)   win  draw  loss (curve)\n");
    for low in (-LARGEST..LARGEST).step_by(100) {
        let rows: Vec<(f64, [f64; 3])> =
            counts.rows().filter(|(score, _)| (f64::from(low)..f64::from(low + 100)).contains(score)).collect();
        let total: f64 = rows.iter().flat_map(|(_, counts)| counts).sum();
        if total == 0.0 {
            continue;
        }
        let seen = |place: usize| 100.0 * rows.iter().map(|(_, counts)| counts[place]).sum::<f64>() / total;
        let expected = |sign: f64| {
            let part =
                |(score, counts): &(f64, [f64; 3])| counts.iter().sum::<f64>() * chance((sign * score - half) / spread);
            100.0 * rows.iter().map(part).sum::<f64>() / total
        };
        let (win, loss) = (expected(1.0), expected(-1.0));
        let _ = writeln!(
            text,
            "{low:5} to {:4} {total:10}  {:4.1}  {:4.1}  {:4.1}           {win:4.1}  {:4.1}  {loss:4.1}",
            low + 99,
            seen(0),
            seen(1),
            seen(2),
            100.0 - win - loss,
        );
    }
    text
}

#[cfg(test)]
mod tests;
