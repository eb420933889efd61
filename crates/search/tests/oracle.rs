//! The plainest search equals the 0x88 engine: same root score at the same depth, from the same game.

mod common;

use abc::Abc;
use common::{game, random_games, search, to_depth};
use rules::{CastlingMode, Game};
use search::{Meaning, Preset, bench};

struct Quiet;

impl abc::Host for Quiet {
    fn should_stop(&mut self) -> bool {
        false
    }
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn report(&mut self, _: &abc::Iteration) {}
}

fn abc_score(game: &Game, start: &str, depth: u32) -> Meaning {
    let mut abc = Abc::new();
    abc.set_position(Some(start)).expect("a position");
    for mv in game.moves() {
        abc.play(&mv.uci(CastlingMode::Standard).to_string()).expect("a legal move");
    }
    match abc.search_position(&abc::Limits::to_depth(depth), &mut Quiet).score {
        abc::Score::Centipawns(value) => Meaning::Centipawns(value),
        abc::Score::Mate(moves) => Meaning::Mate(moves),
    }
}

#[test]
fn oracle_equals_abc_to_depth_4() {
    let options = Preset::Oracle.options();
    let mut cases: Vec<(Game, String)> =
        random_games(4, 300, 120).into_iter().map(|game| (game, rules::fen::START_FEN.to_owned())).collect();
    cases.extend(bench::POSITIONS.iter().map(|fen| (game(fen), (*fen).to_owned())));
    assert!(cases.len() >= 300);
    for (game, start) in &cases {
        for depth in 1..=4 {
            let ours = search(game, &to_depth(depth), &options);
            assert_eq!(
                ours.score.meaning(),
                abc_score(game, start, depth),
                "{} at depth {depth}",
                game.position().to_fen()
            );
        }
    }
}
