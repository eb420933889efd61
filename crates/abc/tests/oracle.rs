//! Root scores at fixed depth against an independent oracle, row by row.
//!
//! The files come from another program's search of the same tree (negamax, check extension, captures-only
//! quiescence, repetition at one earlier occurrence). A score is exact, so any difference is a bug.

use abc::{Abc, Host, Iteration, Limits};

/// Collects the reports of a search that nothing stops.
#[derive(Default)]
struct Listener {
    iterations: Vec<Iteration>,
}

impl Host for Listener {
    fn should_stop(&mut self) -> bool {
        false
    }

    fn elapsed_ms(&mut self) -> u64 {
        0
    }

    fn report(&mut self, iteration: &Iteration) {
        self.iterations.push(iteration.clone());
    }
}

fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| line.split(';').collect()).collect()
}

/// Searches after `moves` and checks the score of the last iteration.
fn check(fen: &str, moves: &str, depth: u32, expected: i32) {
    let mut abc = Abc::new();
    abc.set_position(Some(fen)).unwrap();
    for text in moves.split_whitespace() {
        abc.play(text).unwrap();
    }
    let before = abc.fen();
    let mut listener = Listener::default();
    let outcome = abc.search_position(&Limits::to_depth(depth), &mut listener);
    assert_eq!(outcome.raw_score, expected, "{fen} moves {moves} at depth {depth}");
    assert_eq!(abc.fen(), before);
    if let Some(best) = &outcome.best_move {
        let depths: Vec<u32> = listener.iterations.iter().map(|iteration| iteration.depth).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
        for iteration in &listener.iterations {
            let mut game = abc.clone();
            for mv in &iteration.pv {
                game.play(mv).unwrap_or_else(|error| panic!("{iteration}: {error}"));
            }
        }
        assert_eq!(listener.iterations[depth as usize - 1].pv.first(), Some(best));
    } else {
        assert!(abc.legal_moves().is_empty());
    }
}

#[test]
fn scores_of_single_positions() {
    let rows = rows(include_str!("data/abc-scores.csv"));
    assert_eq!(rows.len(), 270);
    for row in rows {
        let [fen, depth, score] = row[..] else { panic!("{row:?}") };
        check(fen, "", depth.parse().unwrap(), score.parse().unwrap());
    }
}

#[test]
fn scores_after_moves_that_count_for_repetition() {
    let rows = rows(include_str!("data/abc-repetition.csv"));
    assert_eq!(rows.len(), 120);
    for row in rows {
        let [fen, moves, depth, score] = row[..] else { panic!("{row:?}") };
        check(fen, moves, depth.parse().unwrap(), score.parse().unwrap());
    }
}
