//! What positions to begin games from are made of: lines of books, random moves, and a short search that throws out what is lost already.
//!
//! Not a book, and not meant to be good chess: games from here are to differ. Who needs how many, and in which order, is the caller's to say.
//! Invariant: the same numbers give the same positions on every machine.

use rules::fen::{self, CastlingMode};
use rules::{Game, Position, Random};
use search::{Iteration, Meaning, Report, Searcher};

/// Tries without a position after which there will be none.
pub const MOST_MISSES: u32 = 10_000;
/// Nodes to find out whether a game is worth playing.
const NODES: u64 = 2_000;
/// Centipawns by which a side may be ahead.
const MOST_AHEAD: i32 = 300;

/// The position of a line of FEN or EPD, and in which dialect its castling rights make sense.
#[must_use]
pub fn read_line(line: &str) -> Option<(Position, CastlingMode)> {
    // Books made by exporting a table have semicolons at the ends of their lines.
    let mut words = line.split_ascii_whitespace().map(|word| word.trim_end_matches(';'));
    let mut fields: Vec<&str> = words.by_ref().take(4).collect();
    // After the board, the side, the rights and the square come two numbers, or an EPD's operations.
    fields.extend(words.take(2).take_while(|word| word.parse::<u16>().is_ok()));
    let text = fields.join(" ");
    let read = |mode| fen::parse(&text, mode).ok().filter(|fen| fen.notices.is_empty()).map(|fen| (fen.position, mode));
    read(CastlingMode::Standard).or_else(|| read(CastlingMode::Chess960))
}

/// So many random moves, or one more: either side may be to move. `None` if the game ends on the way.
#[must_use]
pub fn random_moves(start: Position, plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(start);
    for _ in 0..plies + random.below(2) {
        let moves = game.position().legal_moves();
        let mv = *random.choose(&moves)?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// Whether neither side is far ahead, as far as a short search sees. It begins by forgetting what the searcher knows.
pub fn is_balanced(
    game: &Game,
    searcher: &mut Searcher,
    options: &search::Options,
    should_stop: &dyn Fn() -> bool,
) -> bool {
    searcher.new_game();
    let limits = search::Limits { nodes: Some(NODES), ..search::Limits::default() };
    let outcome = searcher.search(game, &limits, options, &mut Silent(should_stop));
    let meaning = outcome.map(|outcome| outcome.score.meaning());
    matches!(meaning, Some(Meaning::Centipawns(value)) if value.abs() <= MOST_AHEAD)
}

struct Silent<'a>(&'a dyn Fn() -> bool);

impl search::Host for Silent<'_> {
    fn should_stop(&mut self) -> bool {
        (self.0)()
    }
    fn report(&mut self, _: &Report<'_>) {}
    fn goes_on(&mut self, _: &Iteration) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_books_are_read_whatever_their_dialect() {
        let read = |line: &str| read_line(line).map(|(position, mode)| (position.to_shredder_fen(), mode));
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - ";
        let standard = |rest: &str| Some((start.to_owned() + rest, CastlingMode::Standard));
        let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(read(text), standard("0 1"));
        assert_eq!(read(&format!("{text};\r")), standard("0 1"));
        assert_eq!(read(&format!("{text} 3 9")), standard("3 9"));
        assert_eq!(read(&format!("{text} 3 9;\r")), standard("3 9"));
        assert_eq!(read(&format!("{text} hmvc 0; fmvn 3;")), standard("0 1"));
        assert_eq!(read(&format!("{text} 0 7; c9 \"x\"")), standard("0 7"));
        let (fen, mode) = read("bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w KQkq - 0 1").expect("a Chess960 start");
        assert_eq!((fen.split(' ').nth(2), mode), (Some("FCfc"), CastlingMode::Chess960));
        assert_eq!([read("[Event \"x\"]"), read(""), read("1. e4 e5 2. Nf3 Nc6 3. Bb5")], [None, None, None]);
    }
}
