//! The answer to `genfens`, by which OpenBench asks for positions to begin games from.
//!
//! Not how such positions are made: that is `openings.rs` of the crate.
//! Invariant: seed, book and switches decide which positions come; none comes twice, none is over, and no side is far ahead in any.

use std::collections::BTreeSet;

use rules::fen::{self, CastlingMode};
use rules::{Game, Random};
use search::Searcher;
use uci::Openings;

use crate::control::Control;
use crate::engine::Error;
use crate::openings::{MOST_MISSES, is_balanced, random_moves, read_line};
use crate::player::{Player, inquiries};

/// Random moves, or one more: either side may be to move.
const PLIES: usize = 8;
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
        let options = &self.settings.techniques.search;
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
                    !given.contains(&game.position().key())
                        && is_balanced(game, &mut searcher, options, &|| control.should_stop())
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
}

/// A few random moves from a random line of the book. `None` if the line is no position, or the game ends on the way.
fn random_game(book: &[&str], random: &mut Random) -> Option<(Game, CastlingMode)> {
    let (start, mode) = read_line(random.choose(book)?)?;
    Some((random_moves(start, PLIES, random)?, mode))
}
