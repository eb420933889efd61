//! The games of a match as PGN, with what the players thought of their moves.
//!
//! Not the journal: what PGN has no place for is left out. Invariant: the games come in the order of their numbers, and reading the text gives
//! their moves again.

use record::pgn::{Game, Outcome, PlayedMove, Tags};
use rules::fen::{self, CastlingMode};
use rules::{Position, san};

use super::entry::{Entry, first_has_white};
use super::game::Ending;
use crate::plan::Limit;

/// All games, one after the other.
pub(super) fn text(entries: &[Entry], names: [&str; 2], limit: &Limit) -> String {
    entries.iter().map(|entry| game(entry, names, limit).to_string() + "\n").collect()
}

fn game(entry: &Entry, names: [&str; 2], limit: &Limit) -> Game {
    let white = usize::from(!first_has_white(entry.game));
    let mut tags = Tags::default();
    let mut set = |name: &str, value: &str| _ = tags.set(name, value);
    set("Event", "assay lab");
    set("Round", &format!("{}.{}", entry.game / 2 + 1, entry.game % 2 + 1));
    set("White", names[white]);
    set("Black", names[1 - white]);
    set("Result", &entry.result);
    set("TimeControl", &limit_text(limit));
    set("Termination", &termination(&entry.ending));
    let mode = if entry.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let start = fen::parse(&entry.fen, mode).map_or_else(|_| Position::start(), |fen| fen.position);
    if entry.chess960 {
        set("Variant", "Chess960");
    }
    if start != Position::start() {
        set("SetUp", "1");
        set("FEN", &entry.fen);
    }
    let mut game = Game { tags, outcome: Outcome::parse(&entry.result), ..Game::default() };
    let mut position = start;
    let book = entry.opening.split_whitespace().map(|mv| (mv, "book".to_owned()));
    let thoughts = entry.scores.split_whitespace().zip(entry.depths.split_whitespace());
    let thoughts = thoughts.map(|(score, depth)| format!("{}/{depth}", pawns(score)));
    let played = entry.moves.split_whitespace().zip(thoughts);
    for (text, comment) in book.chain(played) {
        let Ok(mv) = position.parse_uci(text) else { break };
        let mut played = PlayedMove::new(san::format(&position, mv));
        played.comments.push(comment);
        game.main.moves.push(played);
        position.make(mv);
    }
    game
}

/// Centipawns as testers write them in PGN: pawns with a sign; mates stay as they are.
fn pawns(score: &str) -> String {
    match score.parse::<i32>() {
        Ok(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Err(_) => score.to_owned(),
    }
}

fn limit_text(limit: &Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes a move"),
        Limit::SoftNodes(nodes) => format!("{nodes} soft nodes a move"),
        Limit::Depth(depth) => format!("depth {depth}"),
        Limit::Wall(control) | Limit::Cpu(control) => control.to_string(),
    }
}

fn termination(ending: &Ending) -> String {
    match ending {
        Ending::Checkmate => "checkmate".to_owned(),
        Ending::Stalemate => "stalemate".to_owned(),
        Ending::InsufficientMaterial => "insufficient material".to_owned(),
        Ending::Threefold => "threefold repetition".to_owned(),
        Ending::FiftyMoves => "fifty moves".to_owned(),
        Ending::AgreedDraw | Ending::AgreedWin => "adjudication by scores".to_owned(),
        Ending::Tables => "adjudication by tablebases".to_owned(),
        Ending::TooLong => "longest game".to_owned(),
        Ending::Fault(fault) => format!("the loser {}: {}", fault.kind, fault.text),
    }
}
