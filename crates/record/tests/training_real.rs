//! Real games as records, where the shared data lies beside the repository; skipped, and saying so, where it does not.

use record::pgn::{self, Outcome};
use record::training::{Game, GameResult, Reader, Score, Scored, Writer};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

fn shared_data() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3)?;
    let data = root.join("shared/data");
    if data.is_dir() {
        return Some(data);
    }
    // Not `eprintln!`, which the test runner hides when the test passes.
    let _ = writeln!(std::io::stderr(), "SKIPPED: no shared data at {}", data.display());
    None
}

/// A score as match runners write it: `+0.35/12 1.2s`, `-M7/20`.
fn score(comment: &str) -> Option<Score> {
    let text = comment.split(['/', ' ']).next()?;
    if text.contains('M') {
        return Some(Score::Mate { winning: !text.starts_with('-') });
    }
    let pawns: f64 = text.parse().ok()?;
    Some(Score::centipawns((pawns * 100.0).round() as i32))
}

/// The games of a file, and how many of their moves have a score; the others get 0.
fn games(path: &Path, most: usize) -> (Vec<Game>, usize) {
    let file = File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut scored = 0;
    let games = pgn::Reader::new(BufReader::new(file))
        .take(most)
        .map(|game| {
            let game = game.expect("a game");
            let replay = game.replay().expect("a start");
            assert!(replay.fault.is_none());
            let result = match game.result() {
                Outcome::WhiteWins => GameResult::WhiteWins,
                Outcome::BlackWins => GameResult::BlackWins,
                Outcome::Draw | Outcome::Unknown => GameResult::Draw,
            };
            let moves = replay.moves.iter().zip(&game.main.moves).map(|(&mv, played)| {
                let said = played.comments.first().and_then(|comment| score(comment));
                scored += usize::from(said.is_some());
                Scored { mv, score: said.unwrap_or(Score::Centipawns(0)) }
            });
            Game { start: replay.start, moves: moves.collect(), result }
        })
        .collect();
    (games, scored)
}

#[test]
fn real_games_come_back() {
    let Some(data) = shared_data() else { return };
    for (name, most, with_scores) in [
        ("pgn/kasparov-deep-blue-1997.pgn", usize::MAX, false),
        ("pgn/cutechess-fischerrandom.pgn", usize::MAX, true),
        ("pgn/stockfish-learning.pgn", usize::MAX, true),
        ("books/8moves_v3.pgn", 3_000, false),
    ] {
        let (games, scored) = games(&data.join(name), most);
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        let mut writer = Writer::new(Vec::new()).expect("memory takes all");
        for game in &games {
            writer.write(game).expect("memory takes all");
        }
        let bytes = writer.into_inner();
        let again: Vec<Game> = Reader::new(&bytes[..]).expect("a file").collect::<Result<_, _>>().expect("no fault");
        assert_eq!(again, games, "{name}");
        assert_eq!(scored > positions / 2, with_scores, "{name}: {scored} scores");
        let each = bytes.len() as f64 / positions as f64;
        let _ =
            writeln!(std::io::stderr(), "{name}: {positions} positions, {scored} with a score, {each:.3} bytes each");
    }
}
