//! A game as PGN, for people.
//!
//! After each move stands the score of its player in pawns, as match runners write it: `+0.35`, or `+M` and `-M` for a mate. Not here: the
//! text itself, which `record::pgn` writes. Invariant: a reader of PGN that knows Chess960 finds the same moves.

use crate::pgn::{self, Outcome, PlayedMove};
use crate::training::{Game, GameResult, Score};
use rules::{CastlingSide, Color, File, Position, san};

/// The game.
#[must_use]
pub fn pgn(game: &Game) -> pgn::Game {
    let mut text = pgn::Game { outcome: Some(outcome(game.result)), ..pgn::Game::default() };
    if is_chess960(&game.start) {
        text.tags.set("Variant", "Chess960");
    }
    if game.start != Position::start() {
        text.tags.set("SetUp", "1");
        text.tags.set("FEN", game.start.to_fen());
    }
    let mut position = game.start.clone();
    for scored in &game.moves {
        let mut played = PlayedMove::new(san::format(&position, scored.mv));
        played.comments.push(in_pawns(scored.score));
        text.main.moves.push(played);
        position.make(scored.mv);
    }
    text
}

fn outcome(result: GameResult) -> Outcome {
    match result {
        GameResult::WhiteWins => Outcome::WhiteWins,
        GameResult::Draw => Outcome::Draw,
        GameResult::BlackWins => Outcome::BlackWins,
    }
}

/// Whether a king may castle that standard chess would not let.
fn is_chess960(start: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        [(CastlingSide::KingSide, File::H), (CastlingSide::QueenSide, File::A)].into_iter().any(|(side, corner)| {
            let rook = start.castling_rook(color, side);
            rook.is_some_and(|rook| rook.file() != corner || start.king(color).file() != File::E)
        })
    })
}

fn in_pawns(score: Score) -> String {
    match score {
        Score::Mate { winning: true } => "+M".to_owned(),
        Score::Mate { winning: false } => "-M".to_owned(),
        Score::Centipawns(value) => {
            let size = value.unsigned_abs();
            format!("{}{}.{:02}", if value < 0 { '-' } else { '+' }, size / 100, size % 100)
        }
    }
}
