//! Positions to begin games from: random moves from the start or from a book, and a short search that throws out what is lost already.
//! OpenBench asks for them by `genfens`.
//!
//! Not a book, and not meant to be good chess: games from here are to differ.
//! Invariant: seed, book and switches decide which positions come; none comes twice, none is over, and no side is far ahead in any.

use std::collections::BTreeSet;

use rules::fen::{self, CastlingMode};
use rules::{Game, Position};
use search::{Iteration, Meaning, Report, Searcher};
use uci::Openings;

use crate::control::Control;
use crate::engine::Error;
use crate::player::{Player, inquiries};

/// Random moves, or one more: either side may be to move.
const PLIES: usize = 8;
/// Nodes to find out whether a game is worth playing.
const NODES: u64 = 2_000;
/// Centipawns by which a side may be ahead.
const MOST_AHEAD: i32 = 300;
/// Tries without a position after which there will be none.
const MOST_MISSES: u32 = 10_000;
/// A table for so few nodes, in mebibytes.
const TABLE: usize = 1;

impl Player {
    pub(super) fn openings(
        &self,
        wanted: &Openings,
        control: &Control,
        say: &mut dyn FnMut(String),
    ) -> Result<(), Error> {
        let refuse = |reason: &str| Error::new(format!("genfens: {reason}"));
        let text = match &wanted.book {
            None => fen::START_FEN.to_owned(),
            Some(path) => (self.read_text)(path).map_err(|reason| refuse(&reason))?,
        };
        let book: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if !wanted.ignored.is_empty() {
            say(format!("info string ERROR genfens: ignored: {}", uci::excerpt(&wanted.ignored)));
        }
        let mut searcher = Searcher::new(TABLE).map_err(|error| refuse(&error.to_string()))?;
        let mut random = Random(wanted.seed);
        let mut given = BTreeSet::new();
        for _ in 0..wanted.count {
            let mut misses = 0;
            let position = loop {
                if control.should_stop() {
                    return Err(refuse("stopped before it was complete"));
                }
                let found = random_game(&book, &mut random);
                let found = found.filter(|(game, _)| {
                    !given.contains(&game.position().key()) && self.is_playable(game, &mut searcher, control)
                });
                if let Some((game, mode)) = found {
                    given.insert(game.position().key());
                    break inquiries::fen(game.position(), mode);
                }
                misses += 1;
                if misses == MOST_MISSES {
                    return Err(refuse(&format!("no playable position in {MOST_MISSES} tries")));
                }
            };
            say(format!("info string genfens {position}"));
        }
        Ok(())
    }

    /// Whether neither side is far ahead.
    fn is_playable(&self, game: &Game, searcher: &mut Searcher, control: &Control) -> bool {
        searcher.new_game();
        let limits = search::Limits { nodes: Some(NODES), ..search::Limits::default() };
        let outcome = searcher.search(game, &limits, &self.settings.techniques.search, &mut Silent(control));
        let meaning = outcome.map(|outcome| outcome.score.meaning());
        matches!(meaning, Some(Meaning::Centipawns(value)) if value.abs() <= MOST_AHEAD)
    }
}

/// A few random moves from a random line of the book. `None` if the line is no position, or the game ends on the way.
fn random_game(book: &[&str], random: &mut Random) -> Option<(Game, CastlingMode)> {
    let (start, mode) = read(random.choose(book)?)?;
    let mut game = Game::new(start);
    for _ in 0..PLIES + random.below(2) {
        let moves = game.position().legal_moves();
        let mv = *random.choose(&moves)?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some((game, mode))
}

/// The position of a line of FEN or EPD, and in which dialect its castling rights make sense.
fn read(line: &str) -> Option<(Position, CastlingMode)> {
    let words: Vec<&str> = line.split_ascii_whitespace().take(6).collect();
    // After the board, the side, the rights and the square come two numbers, or an EPD's operations.
    let is_number = |word: &&str| word.parse::<u16>().is_ok();
    let length = 4 + words.iter().skip(4).take_while(|word| is_number(word)).count();
    let text = words.get(..length.min(words.len()))?.join(" ");
    let read = |mode| fen::parse(&text, mode).ok().filter(|fen| fen.notices.is_empty()).map(|fen| (fen.position, mode));
    read(CastlingMode::Standard).or_else(|| read(CastlingMode::Chess960))
}

struct Silent<'a>(&'a Control);

impl search::Host for Silent<'_> {
    fn should_stop(&mut self) -> bool {
        self.0.should_stop()
    }
    fn report(&mut self, _: &Report<'_>) {}
    fn goes_on(&mut self, _: &Iteration) -> bool {
        true
    }
}

/// SplitMix64: any seed is as good as any other, neighbours included.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0 and far below 2^64. The same on every machine.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_books_are_read_whatever_their_dialect() {
        let read = |line: &str| read(line).map(|(position, mode)| (position.to_shredder_fen(), mode));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - ";
        let standard = |rest: &str| Some((start.to_owned() + rest, CastlingMode::Standard));
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(read(text), standard("0 1"));
        assert_eq!(read(&format!("{text} 3 9")), standard("3 9"));
        assert_eq!(read(&format!("{text} hmvc 0; fmvn 3;")), standard("0 1"));
        assert_eq!(read(&format!("{text} 0 1; c9 \"x\"")), standard("0 1"));
        let (fen, mode) = read("bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w KQkq - 0 1").expect("a Chess960 start");
        assert_eq!((fen.split(' ').nth(2), mode), (Some("FCfc"), CastlingMode::Chess960));
        assert_eq!([read("[Event \"x\"]"), read(""), read("1. e4 e5 2. Nf3 Nc6 3. Bb5")], [None, None, None]);
    }
}
