//! Where games begin: at the lines of a book in an order that a seed decides, or after random moves.
//!
//! *What it is:* an [`OpeningList`] gives an opening by its number, so that any worker can play any pair of games and a match can go on from
//! anywhere.
//!
//! *What it is not:* no judge of a book: a line that cannot be used is left out and told of, a book without any is refused.
//!
//! *Invariant:* a plan's opening number n is the same on every machine, whatever was asked for before.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use record::pgn::{self, Reader};
use rules::random::scattered;
use rules::{CastlingMode, Game, Move, Position, Random};
use search::Searcher;
use session::openings::{MOST_MISSES, is_balanced, random_moves, read_line};
use sha2::{Digest, Sha256};

use crate::plan;

/// Warnings kept of one book; the rest is counted.
const MOST_WARNINGS: usize = 20;
/// Random plies at most: after more, hardly a game is both open and not over.
const MOST_PLIES: usize = 100;
/// A table to see whether an opening is balanced, in mebibytes.
const TABLE: usize = 1;
/// Fewer random plies than this lead to positions that were there before.
const FEW_PLIES: usize = 4;
/// With what lines of no position begin.
const COMMENTS: [char; 3] = ['#', ';', '%'];
/// With what some editors begin a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Where a game begins, and what has been played when the players take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where the game begins.
    pub start: Position,
    /// Whether castling is written as king takes rook.
    pub is_chess960: bool,
    /// Legal moves from there.
    pub moves: Vec<Move>,
}

impl Opening {
    fn new(start: Position, mode: CastlingMode, moves: Vec<Move>) -> Self {
        Opening { start, is_chess960: mode == CastlingMode::Chess960, moves }
    }

    /// Itself, or why no game can begin there.
    fn playable(self) -> Result<Self, String> {
        let mut game = Game::new(self.start.clone());
        for &mv in &self.moves {
            game.play(mv).map_err(|mv| format!("{} is not legal", mv.uci(CastlingMode::Chess960)))?;
        }
        if game.outcome().is_some() { Err("the game is over".to_owned()) } else { Ok(self) }
    }
}

/// The usual start.
impl Default for Opening {
    fn default() -> Self {
        Opening::new(Position::start(), CastlingMode::Standard, Vec::new())
    }
}

/// The openings of a match, by number.
#[derive(Debug)]
pub struct OpeningList {
    source: Source,
    warnings: Vec<String>,
}

#[derive(Debug)]
enum Source {
    Book { name: String, sha256: String, entries: Entries, order: Vec<u32> },
    Random { plies: usize, seed: u64, searcher: Mutex<Searcher> },
}

/// What a book holds. Lines are kept as text: the largest books have millions.
#[derive(Debug)]
enum Entries {
    Lines { text: String, places: Vec<Range<usize>> },
    Games(Vec<Opening>),
}

impl OpeningList {
    /// Reads the book, or makes ready to make openings up.
    ///
    /// # Errors
    /// When there is no opening: the file cannot be read, is another one than the plan names, or holds none.
    pub fn load(openings: &plan::Openings, seed: u64) -> Result<Self, String> {
        match openings {
            plan::Openings::Book { book, sha256, plies } => Self::load_book(book, sha256.as_deref(), *plies, seed),
            &plan::Openings::Random { random_plies } => {
                let plies = random_plies as usize;
                if plies > MOST_PLIES {
                    return Err(format!("{plies} random plies are more than {MOST_PLIES}"));
                }
                let mut searcher = Searcher::new(TABLE).map_err(|error| error.to_string())?;
                if random_opening(plies, seed, 0, &mut searcher).is_none() {
                    return Err(format!("{plies} random plies: no playable position in {MOST_MISSES} tries"));
                }
                let source = Source::Random { plies, seed, searcher: Mutex::new(searcher) };
                Ok(OpeningList { source, warnings: Vec::new() })
            }
        }
    }

    fn load_book(path: &Path, wanted: Option<&str>, plies: Option<u32>, seed: u64) -> Result<Self, String> {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| format!("cannot read the book {name}: {error}"))?;
        let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if let Some(wanted) = wanted.filter(|wanted| !wanted.eq_ignore_ascii_case(&sha256)) {
            return Err(format!("the book {name} is another one: its SHA-256 is {sha256}, the plan says {wanted}"));
        }
        let mut warnings = Warnings::default();
        let entries = if is_pgn(path, &bytes) {
            Entries::Games(read_games(&bytes, plies, &mut warnings))
        } else {
            read_lines(String::from_utf8_lossy(&bytes).into_owned(), &mut warnings)
        };
        let first = warnings.said.first().cloned().unwrap_or_else(|| "it is empty".to_owned());
        let count = u32::try_from(entries.count()).map_err(|_| format!("the book {name} is too large"))?;
        if count == 0 {
            return Err(format!("the book {name} holds no opening: {first}"));
        }
        let source = Source::Book { sha256, entries, order: shuffled(count, seed), name };
        Ok(OpeningList { source, warnings: warnings.all() })
    }

    /// The opening of this number. Beyond the end of a book it begins again.
    #[must_use]
    pub fn get(&self, index: u64) -> Opening {
        match &self.source {
            Source::Book { entries, order, .. } => {
                let place = (index % order.len() as u64) as usize;
                entries.get(order[place] as usize)
            }
            Source::Random { plies, seed, searcher } => {
                // What a panicking search leaves in the table is forgotten before the next one.
                let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
                random_opening(*plies, *seed, index, &mut searcher).unwrap_or_default()
            }
        }
    }

    /// Openings before the first comes again; `None` if random ones never end.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match &self.source {
            Source::Book { order, .. } => Some(order.len() as u64),
            Source::Random { .. } => None,
        }
    }

    /// Of the book's bytes, in hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> Option<&str> {
        match &self.source {
            Source::Book { sha256, .. } => Some(sha256),
            Source::Random { .. } => None,
        }
    }

    /// What is to be said if so many openings are played: that some come again, and a game at a node limit with them.
    #[must_use]
    pub fn shortage(&self, wanted: u64) -> Option<String> {
        match &self.source {
            Source::Book { name, order, .. } => {
                let count = order.len() as u64;
                (count < wanted).then(|| {
                    format!(
                        "the book {name} has {count} openings for {wanted} pairs of games: equal players play equal games again"
                    )
                })
            }
            Source::Random { plies, .. } => (*plies < FEW_PLIES && wanted > 1)
                .then(|| format!("{plies} random plies give few openings: equal players play equal games again")),
        }
    }

    /// What could not be used of the book.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl Entries {
    fn count(&self) -> usize {
        match self {
            Entries::Lines { places, .. } => places.len(),
            Entries::Games(games) => games.len(),
        }
    }

    fn get(&self, place: usize) -> Opening {
        match self {
            // It was read once: it is a position.
            Entries::Lines { text, places } => opening_of_line(&text[places[place].clone()]).unwrap_or_default(),
            Entries::Games(games) => games[place].clone(),
        }
    }
}

/// What is told of a book, not more than anybody reads.
#[derive(Debug, Default)]
struct Warnings {
    said: Vec<String>,
    unsaid: usize,
}

impl Warnings {
    fn say(&mut self, text: impl fmt::Display) {
        if self.said.len() < MOST_WARNINGS {
            self.said.push(text.to_string());
        } else {
            self.unsaid += 1;
        }
    }

    fn all(mut self) -> Vec<String> {
        if self.unsaid > 0 {
            self.said.push(format!("and {} more", self.unsaid));
        }
        self.said
    }
}

/// By name, or by how it begins.
fn is_pgn(path: &Path, bytes: &[u8]) -> bool {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
        return true;
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.encode_utf8(&mut [0; 3]).as_bytes()).unwrap_or(bytes);
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !COMMENTS.iter().any(|&mark| line[0] == mark as u8));
    first.is_some_and(|line| line.starts_with(b"[") || line.starts_with(b"1."))
}

fn read_lines(text: String, warnings: &mut Warnings) -> Entries {
    let mut places = Vec::new();
    let mut end = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let place = end..end + line.len();
        end = place.end;
        let line = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        if line.is_empty() || line.starts_with(COMMENTS) {
            continue;
        }
        match opening_of_line(line) {
            Ok(_) => places.push(place),
            Err(reason) => warnings.say(format_args!("line {}: {reason}: {}", index + 1, uci::excerpt(line))),
        }
    }
    Entries::Lines { text, places }
}

fn opening_of_line(line: &str) -> Result<Opening, String> {
    let (start, mode) = read_line(line.trim_start_matches(BYTE_ORDER_MARK)).ok_or("not a position")?;
    Opening::new(start, mode, Vec::new()).playable()
}

fn read_games(bytes: &[u8], plies: Option<u32>, warnings: &mut Warnings) -> Vec<Opening> {
    let mut openings = Vec::new();
    for game in Reader::new(bytes).skip_variations() {
        match game {
            Ok(game) => {
                let line = game.line;
                match opening_of_game(game, plies, warnings) {
                    Ok(opening) => openings.push(opening),
                    Err(reason) => warnings.say(format_args!("the game of line {line}: {reason}")),
                }
            }
            Err(error) => warnings.say(error),
        }
    }
    openings
}

/// The first moves of a game, up to one that cannot be played.
fn opening_of_game(mut game: pgn::Game, plies: Option<u32>, warnings: &mut Warnings) -> Result<Opening, String> {
    if let Some(plies) = plies {
        game.main.moves.truncate(plies as usize);
    }
    let replay = game.replay().map_err(|error| error.to_string())?;
    if let Some(fault) = replay.fault {
        if fault.ply == 0 {
            return Err(fault.to_string());
        }
        warnings.say(format_args!("{fault}; the opening ends before it"));
    }
    Opening::new(replay.start, game.castling_mode(), replay.moves).playable()
}

/// All numbers below `count`, each once: the shuffle of Fisher and Yates.
fn shuffled(count: u32, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    Random(seed).shuffle(&mut order);
    order
}

/// `None` where there is hardly a playable position.
fn random_opening(plies: usize, seed: u64, index: u64, searcher: &mut Searcher) -> Option<Opening> {
    // Neighbouring numbers would otherwise give the same random numbers, one later.
    let mut random = Random(scattered(scattered(seed).wrapping_add(index)));
    // Not the defaults, which change: a record must find its openings again.
    let options = search::Preset::Oracle.options();
    (0..MOST_MISSES).find_map(|_| {
        let game = random_moves(Position::start(), plies, &mut random)?;
        let is_playable = is_balanced(&game, searcher, &options, &|| false);
        is_playable.then(|| Opening::new(Position::start(), CastlingMode::Standard, game.moves().to_vec()))
    })
}

#[cfg(test)]
mod tests;
