//! Real files, where the shared data lies beside the repository; skipped, and saying so, where it does not.

use record::pgn::{Game, Reader};
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

fn read(path: &Path) -> Vec<Game> {
    let file = File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Reader::new(BufReader::new(file)).collect::<Result<_, _>>().unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn awkward_files_are_read_whole() {
    let Some(data) = shared_data() else { return };
    for (name, games, plies) in [
        ("kasparov-deep-blue-1997.pgn", 6, 519),
        ("cutechess-fischerrandom.pgn", 4, 396),
        ("stockfish-learning.pgn", 1, 154),
        ("nepomniachtchi-liren-game1.pgn", 1, 97),
        ("utf8-bom.pgn", 2, 0),
    ] {
        let all = read(&data.join("pgn").join(name));
        let read_plies: usize = all.iter().map(|g| g.main.moves.len()).sum();
        assert_eq!((all.len(), read_plies), (games, plies), "{name}");
        for game in &all {
            assert_eq!(game.faults, [], "{name}");
            if let Some(count) = game.tags.get("PlyCount") {
                assert_eq!(count, game.main.moves.len().to_string(), "{name}, line {}", game.line);
            }
        }
    }
}

#[test]
fn an_opening_book_is_read_whole() {
    let Some(data) = shared_data() else { return };
    let all = read(&data.join("books/8moves_v3.pgn"));
    assert_eq!(all.len(), 34_700);
    assert!(all.iter().all(|g| g.main.moves.len() == 16 && g.faults.is_empty()));
}
