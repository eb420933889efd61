//! Where a game begins.
//!
//! Not whether it is worth a game: that takes a search. Invariant: seed, book and number of the game decide what is tried, in which order.

use rules::random::scattered;
use rules::{Game, Position, Random};

use super::{Arguments, Error};
use crate::openings::OpeningList;
use crate::plan;

/// The positions before the random moves.
#[derive(Debug)]
pub(super) enum Source {
    Start,
    Book(OpeningList),
}

/// The beginning of a game, which is not over yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// After the book's and the random moves.
    pub(super) start: Position,
    /// Of them.
    pub(super) plies: u32,
}

impl Source {
    pub(super) fn load(arguments: &Arguments) -> Result<Self, Error> {
        let Some(book) = arguments.start.book.clone() else {
            return Ok(Source::Start);
        };
        let openings = plan::Openings::Book { book, sha256: None, plies: arguments.start.book_plies };
        OpeningList::load(&openings, arguments.seed).map(Source::Book).map_err(Error::Openings)
    }

    /// Of the book's bytes.
    pub(super) fn sha256(&self) -> Option<&str> {
        match self {
            Source::Start => None,
            Source::Book(list) => list.sha256(),
        }
    }

    /// What to try for this game; the first time a book gives every game its next line. `None` if that is over already.
    pub(super) fn draw(&self, random_plies: u32, game: u64, is_first: bool, random: &mut Random) -> Option<Opening> {
        let mut line = Game::new(Position::start());
        if let Source::Book(list) = self {
            let opening = list.get(if is_first { game } else { random.next_bits() });
            line = Game::new(opening.start);
            for mv in opening.moves {
                line.play(mv).ok()?;
            }
        }
        let random_plies = if random_plies == 0 { 0 } else { random_plies + (game % 2) as u32 };
        for _ in 0..random_plies {
            let moves = line.position().legal_moves();
            line.play(*random.choose(&moves)?).ok()?;
        }
        let start = line.position().clone();
        // As a game that begins here sees it: repetitions before it are forgotten.
        let is_over = Game::new(start.clone()).outcome().is_some();
        (!is_over).then_some(Opening { start, plies: line.moves().len() as u32 })
    }
}

/// The random numbers of a game. Neighbouring seeds and games have nothing in common.
pub(super) fn random_of(seed: u64, game: u64) -> Random {
    Random(scattered(scattered(seed) ^ game))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn draw(plies: u32, seed: u64, game: u64) -> Option<Opening> {
        Source::Start.draw(plies, game, true, &mut random_of(seed, game))
    }

    #[test]
    fn games_and_seeds_have_numbers_of_their_own() {
        let mut first = BTreeSet::new();
        for seed in 0..20 {
            for game in 0..500 {
                first.insert(random_of(seed, game).next_bits());
            }
        }
        assert_eq!(first.len(), 10_000);
        assert_eq!(random_of(3, 4).next_bits(), random_of(3, 4).next_bits());
    }

    #[test]
    fn random_moves_are_so_many_or_one_more() {
        for plies in [1, 2, 5] {
            for game in 0..20 {
                let Opening { start, plies: played } = draw(plies, 1, game).expect("an opening");
                let ply = 2 * (u32::from(start.fullmove_number()) - 1) + start.side_to_move().index() as u32;
                assert_eq!((ply, played), (plies + (game % 2) as u32, ply));
            }
        }
        for game in [0, 1] {
            assert_eq!(draw(0, 1, game), Some(Opening { start: Position::start(), plies: 0 }));
        }
    }

    #[test]
    fn openings_repeat_with_the_seed_and_differ_with_the_game() {
        let all = |seed| -> Vec<String> {
            (0..50).filter_map(|game| draw(8, seed, game)).map(|opening| opening.start.to_fen()).collect()
        };
        assert_eq!(all(1), all(1));
        let mut together = [all(1), all(2)].concat();
        let count = together.len();
        together.sort();
        together.dedup();
        assert!(count >= 95 && together.len() == count, "{count} drawn, {} different", together.len());
    }

    #[test]
    fn what_is_over_is_no_opening() {
        let mut random = random_of(0, 0);
        // The only move takes the last pawn, and then nobody can mate.
        let nearly = Position::from_fen("8/8/8/8/8/2k5/p7/K7 w - - 0 1").expect("a FEN");
        let path = std::env::temp_dir().join(format!("assay-opening-{}.epd", std::process::id()));
        std::fs::write(&path, nearly.to_fen()).expect("a book");
        let start = super::super::Start { book: Some(path.clone()), book_plies: None, random_plies: 0 };
        let source = Source::load(&Arguments { start, ..Arguments::default() }).expect("a book");
        std::fs::remove_file(path).expect("it was there");
        assert_eq!(source.draw(0, 0, true, &mut random), Some(Opening { start: nearly, plies: 0 }));
        assert_eq!(source.draw(1, 0, true, &mut random), None);
        assert!(source.sha256().is_some_and(|sum| sum.len() == 64));
    }
}
