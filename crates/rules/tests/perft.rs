//! Published perft counts, counted in every way that `rules` offers.
//!
//! A line of the data files is a FEN and the counts by depth: `FEN ;D1 20 ;D2 400`.

use rules::fen::{CastlingMode, parse};
use rules::perft::{PerftTable, divide, divide_parallel, perft, perft_hashed};
use rules::{Position, fen};
use std::path::Path;

const COMMITTED: &str = include_str!("data/perft.epd");
const COMMITTED_CHESS960: &str = include_str!("data/perft-chess960.epd");
/// What the normal run counts of the large shared set, per position and depth.
const SHARED_LIMIT: u64 = 200_000;
/// The slower ways of counting stop here.
const SHALLOW_LIMIT: u64 = 500_000;

#[derive(Clone)]
struct Entry {
    fen: String,
    position: Position,
    /// Depth and count.
    counts: Vec<(u32, u64)>,
}

fn entries(text: &str, mode: CastlingMode) -> Vec<Entry> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|line| entry(line, mode)).collect()
}

fn entry(line: &str, mode: CastlingMode) -> Entry {
    let mut parts = line.split(';').map(str::trim);
    let text = parts.next().unwrap_or_default();
    let fen::Fen { position, .. } = parse(text, mode).unwrap_or_else(|error| panic!("{text}: {error}"));
    let counts = parts.map(|part| {
        let (depth, count) = part.split_once(' ').unwrap_or_else(|| panic!("{line}: no count in `{part}`"));
        let depth = depth.strip_prefix('D').and_then(|depth| depth.parse().ok());
        let count = count.trim().parse().ok();
        depth.zip(count).unwrap_or_else(|| panic!("{line}: bad count `{part}`"))
    });
    let counts = counts.collect::<Vec<_>>();
    assert!(!counts.is_empty(), "{line}: no counts");
    Entry { fen: text.to_owned(), position, counts }
}

/// Small enough that entries are overwritten all the time.
fn small_table() -> PerftTable {
    PerftTable::new(1).expect("one mebibyte")
}

fn check_plain(entry: &Entry, limit: u64) -> u32 {
    let mut checked = 0;
    for &(depth, count) in entry.counts.iter().filter(|&&(_, count)| count <= limit) {
        assert_eq!(perft(&entry.position, depth), count, "perft {depth} of {}", entry.fen);
        checked += 1;
    }
    checked
}

/// All ways give the published number, and the divisions name the legal moves in order.
fn check_every_way(entry: &Entry) {
    let table = small_table();
    let legal = entry.position.legal_moves();
    for &(depth, count) in entry.counts.iter().filter(|&&(_, count)| count <= SHALLOW_LIMIT) {
        let what = format!("depth {depth} of {}", entry.fen);
        let divided = divide(&entry.position, depth);
        assert_eq!(divided.iter().map(|&(_, nodes)| nodes).sum::<u64>(), count, "divide, {what}");
        assert!(divided.iter().map(|&(mv, _)| mv).eq(&legal), "order of divide, {what}");
        assert_eq!(perft_hashed(&entry.position, depth, &table), count, "hashed, {what}");
        assert_eq!(perft_hashed(&entry.position, depth, &table), count, "hashed again, {what}");
        assert_eq!(divide_parallel(&entry.position, depth, 2, None), divided, "parallel, {what}");
        assert_eq!(divide_parallel(&entry.position, depth, 2, Some(&table)), divided, "parallel hashed, {what}");
    }
}

#[test]
fn committed_counts() {
    for entry in entries(COMMITTED, CastlingMode::Standard) {
        check_plain(&entry, u64::MAX);
        check_every_way(&entry);
    }
}

#[test]
fn committed_chess960_counts() {
    let entries = entries(COMMITTED_CHESS960, CastlingMode::Chess960);
    assert!(entries.len() >= 12);
    for entry in entries {
        check_plain(&entry, u64::MAX);
        check_every_way(&entry);
    }
}

/// Standard positions counted under Chess960 rules: castling must not depend on the dialect it was read from.
#[test]
fn standard_counts_in_chess960_mode() {
    for entry in entries(COMMITTED, CastlingMode::Chess960) {
        check_plain(&entry, SHARED_LIMIT);
    }
}

#[test]
fn depth_zero_is_one_position_and_no_moves() {
    let (position, table) = (Position::start(), small_table());
    assert_eq!(perft(&position, 0), 1);
    assert_eq!(perft_hashed(&position, 0, &table), 1);
    assert!(divide(&position, 0).is_empty());
    assert!(divide_parallel(&position, 0, 2, Some(&table)).is_empty());
}

/// One small table for many positions and depths: entries are overwritten, never believed wrongly.
#[test]
fn one_table_serves_all_positions() {
    let table = small_table();
    let all =
        [entries(COMMITTED, CastlingMode::Standard), entries(COMMITTED_CHESS960, CastlingMode::Chess960)].concat();
    for _ in 0..2 {
        for Entry { fen, position, counts } in &all {
            for &(depth, count) in counts.iter().filter(|&&(_, count)| count <= SHARED_LIMIT) {
                assert_eq!(perft_hashed(position, depth, &table), count, "hashed {depth} of {fen}");
            }
        }
    }
}

/// The large set that only the development machine has. `ASSAY_FULL_PERFT=1` counts all of it, which takes long.
#[test]
fn shared_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/perft");
    let limit = if std::env::var_os("ASSAY_FULL_PERFT").is_some_and(|on| on == "1") { u64::MAX } else { SHARED_LIMIT };
    for (file, mode) in [("standard.epd", CastlingMode::Standard), ("fischer.epd", CastlingMode::Chess960)] {
        let path = folder.join(file);
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: {} is not here", path.display());
            continue;
        };
        let entries = entries(&text, mode);
        let checked: u32 = entries.iter().map(|entry| check_plain(entry, limit)).sum();
        println!("{file}: {checked} counts of {} positions", entries.len());
        assert!(checked as usize >= entries.len());
    }
}
