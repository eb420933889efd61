//! Mates of our own: found in time, and never claimed too short.
//!
//! The positions are from this engine's own games; how far each mate is was proved by the plainest search (`Preset::Oracle`), which leaves out
//! nothing: see the file.

mod common;

use common::{Listener, game, to_depth};
use search::{Bound, Limits, Meaning, Options, Preset, Score, Searcher};

const MATES: &str = include_str!("data/mates.epd");

fn mates() -> impl Iterator<Item = (&'static str, i32)> {
    MATES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (fen, moves) = line.split_once(" bm #").expect("a mate");
        (fen, moves.trim_end_matches(';').parse().expect("moves"))
    })
}

/// What a search promises: a mate given at this score or better, or received at this or worse.
fn claim(score: Score, bound: Bound) -> Option<i32> {
    match (score.meaning(), bound) {
        (Meaning::Mate(moves), Bound::Exact) => Some(moves),
        (Meaning::Mate(moves), Bound::Lower) if moves > 0 => Some(moves),
        _ => None,
    }
}

#[test]
fn mates_are_found_and_never_claimed_too_short() {
    let (mut all, mut found) = (0, 0);
    for (fen, known) in mates() {
        let mut host = Listener::default();
        let mut searcher = Searcher::new(16).expect("16 MiB");
        let limits = Limits { nodes: Some(100_000), mate: Some(known.unsigned_abs()), ..Limits::default() };
        searcher.search(&game(&format!("{fen} 0 1")), &limits, &Options::default(), &mut host).expect("a move");
        for (depth, score, bound, _) in &host.reports {
            if let Some(claimed) = claim(*score, *bound) {
                let is_too_short = claimed.signum() != known.signum() || claimed.abs() < known.abs();
                assert!(!is_too_short, "mate {claimed} at depth {depth}, known {known}: {fen}");
            }
        }
        let last = host.reports.last().expect("a report");
        all += 1;
        found += u32::from(last.1.meaning() == Meaning::Mate(known));
    }
    println!("{found} of {all} mates found at 100,000 nodes");
    assert!(all >= 100 && found * 10 >= all * 9, "{found} of {all}");
}

#[test]
fn the_distances_are_those_of_the_plainest_search() {
    for (fen, known) in mates().filter(|(_, known)| known.abs() <= 2).step_by(5) {
        let mut searcher = Searcher::new(1).expect("1 MiB");
        // One ply more than the mate takes, to see that there is no move.
        let plies = 2 * known.unsigned_abs() + u32::from(known < 0);
        let options = Preset::Oracle.options();
        let game = game(&format!("{fen} 0 1"));
        let outcome = searcher.search(&game, &to_depth(plies), &options, &mut Listener::default()).expect("a move");
        assert_eq!(outcome.score.meaning(), Meaning::Mate(known), "{fen}");
    }
}
