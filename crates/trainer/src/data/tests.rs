//! What comes out of files: positions as they were, games on one side only, faults told.
//!
//! Not here: training. Invariant: games are told apart by their scores, which no two of them share.

use super::*;
use crate::error::Error;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::testing::{Folder, boards, games, write_games};
use eval::nnue;
use record::training::{Filter, Game, Score};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Every position of game number i has the score `first + i`.
fn numbered(seed: u64, count: usize, first: i32) -> Vec<Game> {
    let mut games = games(seed, count);
    for (index, game) in games.iter_mut().enumerate() {
        game.moves.iter_mut().for_each(|scored| scored.score = Score::centipawns(first + index as i32));
    }
    games
}

fn settings(held_out_per_mille: u32) -> Settings {
    Settings { held_out_per_mille, filter: Filter::everything(), ..Settings::default() }
}

fn read(paths: &[PathBuf], settings: &Settings) -> Result<Data, Error> {
    load(paths, settings, &AtomicBool::new(false), &mut |_| {})
}

fn numbers(positions: &[Packed]) -> BTreeSet<i16> {
    positions.iter().map(Packed::score).collect()
}

#[test]
fn features_are_those_of_eval() {
    for position in boards(17, 2_000) {
        let packed = Packed::new(&position, -77, 2);
        assert_eq!((packed.score(), packed.outcome()), (-77, 2));
        let features = packed.features();
        assert_eq!(features.bucket(), nnue::bucket(&position));
        let mover = position.side_to_move();
        for (side, color) in [mover, !mover].into_iter().enumerate() {
            let wanted: Vec<u16> = nnue::features(&position, color).map(|feature| feature as u16).collect();
            assert_eq!(features.of(side), wanted, "{position:?} as {color} sees it");
        }
    }
}

#[test]
fn no_game_is_on_both_sides() {
    let folder = Folder::new("split");
    let all = numbered(1, 300, 0);
    let one = write_games(&folder.path().join("one.rec"), &all[..200]);
    let two = write_games(&folder.path().join("two.rec"), &all[200..]);
    let data = read(&[one.clone(), two.clone()], &settings(200)).expect("good files");
    let (training, held_out) = (numbers(&data.training), numbers(&data.held_out));
    assert!(training.is_disjoint(&held_out));
    assert_eq!(training.len() + held_out.len(), 300);
    assert!((40..80).contains(&held_out.len()), "{}", held_out.len());
    // What the files are said to hold is what they hold.
    let sum = |of: fn(&DataFile) -> u64| data.files.iter().map(of).sum::<u64>();
    assert_eq!((data.files[0].games, data.files[1].games), (200, 100));
    assert_eq!(sum(|file| file.held_out_games), held_out.len() as u64);
    assert_eq!(sum(|file| file.positions), data.training.len() as u64);
    assert_eq!(sum(|file| file.held_out_positions), data.held_out.len() as u64);
    let positions: usize = all.iter().map(|game| game.moves.len()).sum();
    assert_eq!(data.training.len() + data.held_out.len(), positions);
    // Alone, in another file or in another order, each game stays on its side.
    let alone = read(&[two], &settings(200)).expect("a good file");
    assert!(numbers(&alone.held_out).is_subset(&held_out) && numbers(&alone.training).is_subset(&training));
    let other_seed = read(&[one], &Settings { seed: 2, ..settings(200) }).expect("a good file");
    assert!(!numbers(&other_seed.held_out).is_subset(&held_out));
}

/// A game that occurs twice is held out twice or not at all, whatever its scores.
#[test]
fn copies_stay_together() {
    let folder = Folder::new("copies");
    let one = write_games(&folder.path().join("one.rec"), &numbered(2, 100, 0));
    let two = write_games(&folder.path().join("two.rec"), &numbered(2, 100, 1_000));
    let data = read(&[one, two], &settings(300)).expect("good files");
    let held_out = numbers(&data.held_out);
    let (first, second): (BTreeSet<i16>, BTreeSet<i16>) = held_out.iter().partition(|&&number| number < 1_000);
    assert!(!first.is_empty());
    assert_eq!(first, second.iter().map(|number| number - 1_000).collect::<BTreeSet<i16>>());
}

#[test]
fn the_order_is_the_seeds() {
    let folder = Folder::new("order");
    let path = write_games(&folder.path().join("games.rec"), &numbered(3, 60, 0));
    let of = |seed| read(std::slice::from_ref(&path), &Settings { seed, ..settings(0) }).expect("a good file").training;
    let first = of(1);
    assert_eq!(first, of(1));
    assert_ne!(first, of(2));
    // Far from the order of the file: neighbours are of different games.
    let together = first.windows(2).filter(|pair| pair[0].score() == pair[1].score()).count();
    assert!(together < first.len() / 20, "{together} of {}", first.len());
}

#[test]
fn the_filter_is_obeyed_and_scores_are_the_movers() {
    let folder = Folder::new("filter");
    let games = games(4, 30);
    let path = write_games(&folder.path().join("games.rec"), &games);
    let filter = Filter::default();
    let kept: Vec<_> = games.iter().flat_map(|game| filter.positions(game)).collect();
    let data = read(&[path], &Settings { filter: filter.clone(), lambda: 1.0, ..settings(0) }).expect("a good file");
    assert!(kept.len() > 100 && kept.len() < games.iter().map(|game| game.moves.len()).sum::<usize>());
    assert_eq!(data.training.len(), kept.len());
    for sample in kept {
        let half_points = sample.result.half_points(sample.position.side_to_move());
        let packed = Packed::new(&sample.position, sample.score.number(), half_points * (WIN / 2));
        assert!(data.training.contains(&packed));
    }
}

#[test]
fn probes_are_held_out_positions() {
    let folder = Folder::new("probes");
    let path = write_games(&folder.path().join("games.rec"), &games(5, 300));
    let data = read(&[path], &settings(500)).expect("a good file");
    assert!(data.held_out.len() > 10_000, "{}", data.held_out.len());
    assert_eq!(data.probes.len(), 10_000);
    let boards = |position: &Packed| format!("{:?}", position.features());
    let held_out: BTreeSet<String> = data.held_out.iter().map(boards).collect();
    assert!(data.probes.iter().take(500).all(|probe| held_out.contains(&boards(&Packed::new(probe, 0, 0)))));
}

#[test]
fn damaged_games_are_told_and_cost_no_other() {
    let folder = Folder::new("damage");
    let games = numbered(6, 40, 0);
    let whole = write_games(&folder.path().join("whole.rec"), &games);
    let bytes = std::fs::read(&whole).expect("readable");
    let cut = folder.path().join("cut.rec");
    std::fs::write(&cut, &bytes[..bytes.len() - 7]).expect("writable");
    let damaged = folder.path().join("damaged.rec");
    let mut other = bytes.clone();
    other[bytes.len() / 2] ^= 0x10;
    std::fs::write(&damaged, &other).expect("writable");
    let begun = folder.path().join("begun.rec");
    std::fs::write(&begun, &bytes[..5]).expect("writable");
    let data = read(&[whole, cut, damaged, begun], &settings(0)).expect("files that can be read");
    let found: Vec<(u64, u64)> = data.files.iter().map(|file| (file.games, file.faults)).collect();
    assert_eq!(found, [(40, 0), (39, 1), (39, 1), (0, 1)]);
    assert!(data.files[1..].iter().all(|file| file.first_faults.len() == 1 && !file.first_faults[0].is_empty()));
    // The hash is that of all bytes, the broken ones too.
    let hashes: BTreeSet<&str> = data.files.iter().map(|file| file.sha256.as_str()).collect();
    assert_eq!(hashes.len(), 4);
    assert_eq!(data.files[2].bytes, bytes.len() as u64);
}

#[test]
fn what_is_no_data_file_is_named() {
    let folder = Folder::new("foreign");
    let foreign = folder.path().join("foreign.rec");
    std::fs::write(&foreign, "[Event \"a game of another format\"]").expect("writable");
    let error = read(std::slice::from_ref(&foreign), &settings(0)).expect_err("no records");
    assert!(matches!(&error, Error::Data { path, .. } if *path == foreign), "{error}");
    let missing = folder.path().join("missing.rec");
    let error = read(std::slice::from_ref(&missing), &settings(0)).expect_err("no file");
    assert!(matches!(&error, Error::File { path, .. } if *path == missing), "{error}");
    assert!(error.to_string().contains("missing.rec"));
    let empty = write_games(&folder.path().join("empty.rec"), &[]);
    let error = read(&[empty], &settings(0)).expect_err("no games");
    assert!(matches!(error, Error::NoPositions { games: 0, faults: 0 }), "{error}");
    assert!(matches!(read(&[], &settings(0)), Err(Error::NoPositions { .. })));
}

#[test]
fn reading_tells_and_stops() {
    let folder = Folder::new("stops");
    let path = write_games(&folder.path().join("games.rec"), &games(7, 20));
    let mut told = Vec::new();
    let result = load(&[path.clone(), path.clone()], &settings(0), &AtomicBool::new(false), &mut |progress| {
        if let Progress::Loading(loading) = progress {
            told.push((loading.file, loading.files, loading.games));
        }
    });
    assert!(result.is_ok());
    assert_eq!(told, [(0, 2, 20), (1, 2, 40)]);
    let stopped = load(&[path], &settings(0), &AtomicBool::new(true), &mut |_| {});
    assert!(matches!(stopped, Err(Error::Stopped)));
}
