//! Each class of technique is a promise; these tests hold every member to it. A technique that is added is tested without a line here.

mod common;

use common::{game, random_games, search, to_depth, to_nodes};
use registry::{Class, Info, Registry};
use rules::Game;
use search::{Config, Meaning, Options, Preset, bench};

/// Positions of every kind, few enough to search with every technique on and off.
fn sample(random: usize) -> Vec<Game> {
    let mut games = random_games(9, random, 100);
    games.extend(bench::POSITIONS.iter().step_by(4).map(|fen| game(fen)));
    games
}

fn of_class(classes: &[Class]) -> Vec<&'static Info> {
    let infos = Config::DEFAULT.infos();
    let found: Vec<_> = infos.into_iter().filter(|info| classes.contains(&info.class)).collect();
    assert!(!found.is_empty(), "{classes:?}");
    found
}

/// The options with one technique the other way round.
fn toggled(options: &Options, info: &Info) -> Options {
    let mut options = options.clone();
    let index = options.search.infos().iter().position(|known| known.name == info.name).expect("listed");
    let is_on = options.search.technique(index).is_on();
    options.search.switch(index, !is_on);
    options
}

/// Every search from new memory, in nodes.
fn nodes(games: &[Game], depth: u32, options: &Options) -> Vec<u64> {
    games.iter().map(|game| search(game, &to_depth(depth), options).nodes).collect()
}

#[test]
fn exact_and_ordering_techniques_never_change_the_score_of_the_plainest_search() {
    let games = sample(25);
    let mut base = Preset::Oracle.options();
    // Ordering by the table needs the table, but nothing may be cut by it.
    base.search.table_move.on = true;
    // Narrow windows from the second ply on, or there would be none to test.
    base.search.aspiration_windows.min_depth = 2;
    for info in of_class(&[Class::Exact, Class::Ordering]) {
        let options = toggled(&base, info);
        for game in &games {
            for depth in 1..=4 {
                let scores = [&base, &options].map(|options| search(game, &to_depth(depth), options).score.meaning());
                let fen = game.position().to_fen();
                assert_eq!(scores[0], scores[1], "{} toggled changes the score of {fen} at depth {depth}", info.name);
            }
        }
    }
}

/// Far ahead, where only a mate is better.
const WON: [&str; 2] = ["7k/8/5K2/6R1/8/8/1P6/8 w - - 0 80", "4k3/8/8/8/8/8/3Q1Q2/4K3 w - - 0 1"];

/// Off by default, a technique is compared on; in either case both trees must differ somewhere.
#[test]
fn no_switch_is_dead() {
    let games: Vec<Game> = bench::POSITIONS.iter().chain(&WON).map(|fen| game(fen)).collect();
    let default = Options::default();
    let base = nodes(&games, 8, &default);
    let infos = Config::DEFAULT.infos();
    let mut dead = Vec::new();
    for info in &infos {
        let other = nodes(&games, 8, &toggled(&default, info));
        let (before, after) = (base.iter().sum::<u64>(), other.iter().sum::<u64>());
        println!(
            "{:<28} {:<10} {before:>9} -> {after:>9} nodes, x{:.3}",
            info.name,
            info.class.to_string(),
            after as f64 / before as f64
        );
        if other == base {
            dead.push(info.name);
        }
    }
    // A static evaluation is the same wherever it comes from, and draws by rule are rare at this depth: they have tests of their own.
    // So does the vote, which needs several threads.
    dead.retain(|name| !["StaticEvaluationInTable", "DrawRules", "SingleRepetition", "BestThreadVote"].contains(name));
    assert!(dead.is_empty(), "these change nothing: {dead:?}");
}

#[test]
fn no_parameter_is_dead() {
    let games: Vec<Game> = bench::POSITIONS.iter().step_by(2).chain(&WON).map(|fen| game(fen)).collect();
    let depth = 10;
    let mut dead = Vec::new();
    for info in Config::DEFAULT.infos() {
        let mut on = Options::default();
        on.search.set(info.name, "true").expect("a switch");
        let base = nodes(&games, depth, &on);
        for parameter in info.parameters {
            let name = info.option_of(parameter);
            let changes = |&value: &i32| {
                let mut options = on.clone();
                options.search.set(&name, &value.to_string()).expect("in range");
                value != parameter.default && nodes(&games, depth, &options) != base
            };
            if ![parameter.min, parameter.max].iter().any(changes) {
                dead.push(name);
            }
        }
    }
    // Fifty moves are beyond this depth; `table_cutoffs` has a test of its own.
    dead.retain(|name| !["TableCutoffs.MaxClock", "BestThreadVote.Floor"].contains(&name.as_str()));
    assert!(dead.is_empty(), "these change nothing: {dead:?}");
}

/// Options at random over their whole ranges, the ends twice as likely: whatever a user sets, a search ends with a legal move.
#[test]
fn no_setting_breaks_a_search() {
    let games: Vec<Game> = STRESS.iter().chain(&WON).chain(&bench::POSITIONS[..6]).map(|fen| game(fen)).collect();
    let mut state = 17u64;
    let mut below = |n: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % n
    };
    for _ in 0..40 {
        let mut options = Options::default();
        for info in eval::Config::DEFAULT.infos() {
            options.eval.set(info.name, if below(2) == 0 { "false" } else { "true" }).expect("a switch");
        }
        for info in Config::DEFAULT.infos() {
            options.search.set(info.name, if below(4) == 0 { "false" } else { "true" }).expect("a switch");
            for parameter in info.parameters {
                let width = parameter.max.abs_diff(parameter.min);
                let value = match below(4) {
                    0 => parameter.min,
                    1 => parameter.max,
                    _ => parameter.min + below(width + 1) as i32,
                };
                options.search.set(&info.option_of(parameter), &value.to_string()).expect("in range");
            }
        }
        for game in &games {
            let outcome = search(game, &to_nodes(3_000), &options);
            assert!(game.position().is_legal(outcome.best), "{options:?}");
        }
    }
}

#[test]
fn memory_techniques_finish_legally_and_find_mates() {
    let mates = [("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1), ("7k/8/5K2/6R1/8/8/8/8 w - - 0 1", 2)];
    for info in of_class(&[Class::Memo]) {
        let options = toggled(&Options::default(), info);
        for (fen, moves) in mates {
            let outcome = search(&game(fen), &to_depth(8), &options);
            assert_eq!(outcome.score.meaning(), Meaning::Mate(moves), "{} toggled, {fen}", info.name);
        }
        for game in sample(20) {
            let outcome = search(&game, &to_nodes(3_000), &options);
            assert!(game.position().is_legal(outcome.best), "{}", info.name);
        }
    }
}

/// Positions where one check, capture or promotion follows the other.
const STRESS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1",
    "8/PPPP1PPP/8/2k5/5K2/8/ppp1pppp/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "6k1/8/8/8/8/8/3Q4/K4q2 w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
];

#[test]
fn extensions_do_not_explode() {
    let games: Vec<Game> = STRESS.iter().map(|fen| game(fen)).collect();
    for info in of_class(&[Class::Extension]) {
        let (on, off) = (Options::default(), toggled(&Options::default(), info));
        for game in &games {
            let spent = |options| search(game, &to_depth(6), options).nodes;
            let (with, without) = (spent(&on), spent(&off));
            assert!(
                with < 20 * without + 20_000,
                "{}: {with} nodes with, {without} without in {}",
                info.name,
                game.position().to_fen()
            );
        }
    }
}

/// The position with colours exchanged.
fn flipped(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let swapped = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        text.chars().map(swapped).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    format!("{} {side} {} {en_passant} {} {}", board.join("/"), swap(fields[2]), fields[4], fields[5])
}

#[test]
fn colours_exchanged_the_score_is_the_same() {
    for toggle in [None, Some("DrawRules"), Some("SingleRepetition"), Some("CheckExtension")] {
        let mut options = Preset::Oracle.options();
        if let Some(name) = toggle {
            let info = Config::DEFAULT.infos().into_iter().find(|info| info.name == name).expect("listed");
            options = toggled(&options, info);
        }
        for game in sample(40) {
            let fen = game.position().to_fen();
            let scores =
                [fen.clone(), flipped(&fen)].map(|fen| search(&common::game(&fen), &to_depth(3), &options).score);
            assert_eq!(scores[0], scores[1], "{fen} with {toggle:?} toggled");
        }
    }
}

#[test]
fn declarations_agree_with_their_files() {
    for info in Config::DEFAULT.infos() {
        let words: String = info
            .module_name()
            .split('_')
            .map(|word| {
                let mut letters = word.chars();
                letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
            })
            .collect();
        assert!(info.name.eq_ignore_ascii_case(&words), "{} is declared in {}", info.name, info.module);
        assert!(info.name.chars().all(|c| c.is_ascii_alphanumeric()) && !info.source.is_empty(), "{}", info.name);
        assert!(info.summary().ends_with('.'), "{}", info.name);
        assert!(info.parameters.iter().all(|parameter| parameter.doc.trim().ends_with('.')), "{}", info.name);
    }
}
