//! What a search promises whoever runs it, whatever the techniques.

mod common;

use std::sync::Arc;

use common::{Listener, game, random_games, search, to_depth, to_nodes};
use eval::nnue::{BUCKETS, INPUTS, Network, NetworkParts, SCALE};
use rules::Game;
use search::{Bound, Limits, Meaning, Options, Outcome, POLL_INTERVAL, Preset, Score, Searcher, bench};

fn best_move(game: &Game, limits: &Limits, options: &Options) -> String {
    search(game, limits, options).best.uci(rules::CastlingMode::Standard).to_string()
}

#[test]
fn node_limits_are_kept_to_the_node() {
    for fen in bench::POSITIONS.iter().step_by(5) {
        for nodes in [1, 2, 3, 50, 1023, 1024, 1025, 5000] {
            let outcome = search(&game(fen), &to_nodes(nodes), &Options::default());
            assert!(outcome.nodes <= nodes, "{} of {nodes} nodes in {fen}", outcome.nodes);
            assert!(game(fen).position().is_legal(outcome.best));
        }
    }
    let soft = Limits { soft_nodes: Some(2_000), ..Limits::default() };
    let outcome = search(&game(bench::POSITIONS[1]), &soft, &Options::default());
    assert!((2_000..200_000).contains(&outcome.nodes), "{}", outcome.nodes);
}

#[test]
fn the_host_is_asked_often_enough() {
    let mut host = Listener::default();
    let mut searcher = Searcher::new(4).expect("4 MiB");
    let outcome = searcher.search(&game(bench::POSITIONS[1]), &to_nodes(300_000), &Options::default(), &mut host);
    let nodes = outcome.expect("a move").nodes;
    assert!(u64::from(host.polls + 1) * POLL_INTERVAL >= nodes, "{} polls in {nodes} nodes", host.polls);
}

#[test]
fn the_same_search_is_the_same_tree() {
    for fen in bench::POSITIONS.iter().step_by(6) {
        let outcomes = [0, 1].map(|_| search(&game(fen), &to_nodes(30_000), &Options::default()));
        assert_eq!(outcomes[0], outcomes[1], "{fen}");
    }
    let mut searcher = Searcher::new(4).expect("4 MiB");
    let mut outcomes = Vec::new();
    for _ in 0..2 {
        searcher.new_game();
        for fen in &bench::POSITIONS[3..6] {
            let found = searcher.search(&game(fen), &to_nodes(20_000), &Options::default(), &mut Listener::default());
            outcomes.push(found);
        }
    }
    assert_eq!(outcomes[..3], outcomes[3..], "a new game begins from nothing");
}

/// Every iteration once, exact, in order; every line legal; the answer at the head of the last line.
#[test]
fn reports_are_in_order_exact_and_legal() {
    for game in random_games(3, 30, 80) {
        let mut host = Listener::default();
        let mut searcher = Searcher::new(4).expect("4 MiB");
        let outcome = searcher.search(&game, &to_nodes(20_000), &Options::default(), &mut host).expect("a move");
        let exact: Vec<u32> =
            host.reports.iter().filter(|report| report.2 == Bound::Exact).map(|report| report.0).collect();
        let expected: Vec<u32> = (1..=exact.len() as u32).collect();
        assert_eq!(exact[..exact.len() - 1], expected[..exact.len() - 1]);
        for (_, _, bound, line) in &host.reports {
            assert_ne!(*bound, Bound::Upper);
            let mut position = game.position().clone();
            for &mv in line {
                position.play(mv).unwrap_or_else(|mv| panic!("{mv:?} in {line:?} of {}", game.position().to_fen()));
            }
        }
        assert_eq!(host.reports.last().map(|report| report.3[0]), Some(outcome.best));
    }
}

/// Stopped at any moment, the answer is what the last report said.
#[test]
fn a_stopped_search_answers_what_it_last_reported() {
    let game = game(bench::POSITIONS[1]);
    for polls in (0..120).step_by(3) {
        let mut host = Listener { stop_at_poll: Some(polls), ..Listener::default() };
        let mut searcher = Searcher::new(4).expect("4 MiB");
        let limits = Limits::default();
        let outcome = searcher.search(&game, &limits, &Options::default(), &mut host).expect("a move");
        let (depth, score, bound, line) = host.reports.last().expect("a report");
        assert_eq!((line[0], *score, *depth), (outcome.best, outcome.score, outcome.depth), "{bound:?}");
        assert!(outcome.nodes <= u64::from(polls + 1) * POLL_INTERVAL);
    }
}

#[test]
fn only_the_root_moves_asked_for_are_played() {
    let game = Game::new(rules::Position::start());
    for text in ["a2a3", "h2h4", "b1a3"] {
        let mv = game.position().parse_uci(text).expect("legal");
        let limits = Limits { root_moves: vec![mv], ..to_depth(5) };
        assert_eq!(best_move(&game, &limits, &Options::default()), text);
    }
    let illegal = game.position().parse_uci("e2e4").expect("legal");
    let mut later = game.clone();
    later.play(illegal).expect("legal");
    let limits = Limits { root_moves: vec![illegal], ..to_depth(3) };
    assert!(later.position().is_legal(search(&later, &limits, &Options::default()).best));
}

#[test]
fn mates_are_found_and_the_mate_limit_ends_the_search() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
        ("7k/8/5K2/6R1/8/8/8/8 w - - 0 1", 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/4k3/4r3/7K w - - 0 1", -6),
    ] {
        let limits = Limits { mate: Some(7), depth: Some(40), ..Limits::default() };
        let outcome = search(&game(fen), &limits, &Options::default());
        let Meaning::Mate(found) = outcome.score.meaning() else { panic!("{fen}: {}", outcome.score) };
        assert!(found.signum() == i32::signum(moves) && outcome.depth < 40, "{fen}: mate {found}");
        if moves > 0 {
            assert_eq!(found, moves, "{fen}");
        }
    }
}

/// Several lines: each depth's are in order of rank and score, no move heads two of them, and the first is what a single line would be.
#[test]
fn several_lines_are_ordered_and_different() {
    for game in random_games(8, 12, 60) {
        let mut host = Listener::default();
        let mut searcher = Searcher::new(4).expect("4 MiB");
        let limits = Limits { lines: 5, ..to_depth(6) };
        let outcome = searcher.search(&game, &limits, &Options::default(), &mut host).expect("a move");
        let wanted = game.position().legal_moves().len().min(5);
        assert_eq!(host.reports.len(), 6 * wanted, "{}", game.position().to_fen());
        for (index, lines) in host.reports.chunks(wanted).enumerate() {
            assert!(lines.iter().all(|line| line.0 == index as u32 + 1 && line.2 == Bound::Exact));
            assert!(lines.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{lines:?}");
            let mut heads: Vec<_> = lines.iter().map(|line| line.3[0].to_bits()).collect();
            heads.sort_unstable();
            heads.dedup();
            assert_eq!(heads.len(), wanted, "{lines:?}");
        }
        assert_eq!(host.reports[5 * wanted].3[0], outcome.best);
    }
}

#[test]
fn positions_without_a_move_have_no_answer() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1"] {
        let mut searcher = Searcher::new(1).expect("1 MiB");
        let found = searcher.search(&game(fen), &to_depth(3), &Options::default(), &mut Listener::default());
        assert_eq!(found, None, "{fen}");
    }
}

/// Two ways to win: mate in two, which comes one ply after the fifty-move limit, and a pawn move. The table knows the first as a win.
#[test]
fn near_the_fifty_move_limit_the_winning_move_is_the_one_that_counts() {
    let fresh = game("7k/8/5K2/6R1/8/8/1P6/8 w - - 0 80");
    let late = game("7k/8/5K2/6R1/8/8/1P6/8 w - - 98 80");
    let options = Options::default();
    let mut searcher = Searcher::new(4).expect("4 MiB");
    let mut run = |game: &Game, limits: &Limits| {
        let outcome = searcher.search(game, limits, &options, &mut Listener::default()).expect("a move");
        (outcome.best.uci(rules::CastlingMode::Standard).to_string(), outcome.score.meaning())
    };
    let won = run(&fresh, &Limits { mate: Some(2), ..to_depth(30) });
    assert_eq!(won.1, Meaning::Mate(2), "{won:?}");
    for depth in 4..=10 {
        let (mv, score) = run(&late, &to_depth(depth));
        assert!(mv.starts_with("b2") && score != Meaning::Mate(2), "{mv} {score:?}");
    }
}

#[test]
fn draws_by_the_rules_and_by_repetition_are_seen() {
    let score = |fen: &str, options: &Options| search(&game(fen), &to_depth(6), options).score;
    // Nobody can mate.
    assert_eq!(score("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", &Options::default()), Score::DRAW);
    // The next move that is no capture ends the game.
    let last_ply = "8/8/4k3/8/8/3QK3/8/8 w - - 99 90";
    assert_eq!(score(last_ply, &Options::default()), Score::DRAW);
    let mut lawless = Options::default();
    lawless.search.draw_rules.on = false;
    assert!(score(last_ply, &lawless) > Score::centipawns(300));
    // White is lost but for a perpetual check.
    let perpetual = "6k1/6p1/8/7Q/8/8/q1r5/7K w - - 0 1";
    assert_eq!(score(perpetual, &Options::default()), Score::DRAW);
}

#[test]
fn a_repetition_of_the_game_counts_at_the_second_occurrence_before_the_root() {
    // Black, a queen up, may not let the first position occur a third time.
    let mut once = game("6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 10 40");
    for text in ["g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8", "h1g1"] {
        let mv = once.position().parse_uci(text).expect("legal");
        once.play(mv).expect("legal");
    }
    let outcome = search(&once, &to_depth(6), &Options::default());
    assert_ne!(outcome.best.uci(rules::CastlingMode::Standard).to_string(), "h8g8");
    assert!(outcome.score > Score::centipawns(300));
}

#[test]
fn presets_differ_and_the_first_is_the_default() {
    let [default, oracle, _] = Preset::ALL.map(Preset::options);
    assert_eq!(default, Options::default());
    assert_ne!(default, oracle);
    assert!(
        !oracle.search.table_cutoffs.on && !oracle.search.late_move_reductions.on && !oracle.eval.rich_evaluation.on
    );
}

/// A network that likes advanced pawns by so many units, and nothing else.
fn fond_of_pawns(units: i16) -> Arc<Network> {
    let hidden = 16;
    let mut feature_weights = vec![0; INPUTS * hidden];
    for (square, row) in feature_weights.chunks_mut(hidden).enumerate().take(64) {
        row[0] = units * (square / 8) as i16;
    }
    let mut output_weights = vec![0; BUCKETS * 2 * hidden];
    output_weights.chunks_mut(2 * hidden).for_each(|row| (row[0], row[hidden]) = (400, -400));
    let (feature_bias, output_bias) = (vec![0; hidden], vec![0; BUCKETS]);
    let card = "{}".to_owned();
    let parts = NetworkParts {
        hidden,
        extra_bits: 0,
        scale: SCALE,
        feature_weights,
        feature_bias,
        output_weights,
        output_bias,
        card,
    };
    Arc::new(Network::from_parts(parts).expect("a network"))
}

#[test]
fn the_network_of_the_options_is_the_one_that_evaluates() {
    let with = |units| {
        let mut options = Options { network: fond_of_pawns(units), ..Options::default() };
        options.eval.network.on = true;
        options
    };
    let (game, limits) = (game(bench::POSITIONS[1]), to_depth(7));
    let found = |outcome: Outcome| (outcome.score, outcome.nodes, outcome.best);
    let [one, other] = [3, -2].map(|units| found(search(&game, &limits, &with(units))));
    let shipped = found(search(&game, &limits, &Options { network: Network::shipped(), ..with(0) }));
    assert!(one != other && one != shipped && other != shipped, "{one:?} {other:?} {shipped:?}");
    let mut searcher = Searcher::new(4).expect("4 MiB");
    for (units, expected) in [(3, one), (-2, other), (3, one)] {
        searcher.new_game();
        let outcome = searcher.search(&game, &limits, &with(units), &mut Listener::default());
        assert_eq!(found(outcome.expect("a move")), expected);
    }
    // Nothing of it where it is not asked for.
    let off = |units| {
        let mut options = with(units);
        options.eval.network.on = false;
        found(search(&game, &limits, &options))
    };
    assert_eq!(off(3), off(-2));
}
