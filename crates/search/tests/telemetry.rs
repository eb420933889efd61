//! Telemetry counts what happened, all of it and nothing else, and changes nothing.

mod common;

use common::{Listener, game, to_depth, to_nodes};
use registry::Registry;
use rules::Game;
use search::telemetry::{Summary, TechniqueSummary};
use search::{Config, Limits, Options, Outcome, Preset, Searcher, bench};

/// Each search from new memory, all counted together.
fn counted(games: &[Game], limits: &Limits, options: &Options) -> (Summary, Vec<Outcome>) {
    let mut searcher = Searcher::new(4).expect("4 MiB");
    searcher.count(true);
    let search = |game| {
        searcher.new_game();
        searcher.search(game, limits, options, &mut Listener::default()).expect("a legal move")
    };
    let outcomes = games.iter().map(search).collect();
    (searcher.telemetry().expect("it was asked for").summary(), outcomes)
}

/// Won endings, a perpetual check, the fifty-move limit, and positions of the bench.
fn sample() -> Vec<Game> {
    let special = [
        "7k/8/5K2/6R1/8/8/1P6/8 w - - 0 80",
        "6k1/6p1/8/7Q/8/8/q1r5/7K w - - 0 1",
        "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 97 113",
        "8/2P5/8/8/8/2k5/8/2K5 w - - 0 1",
    ];
    special.iter().chain(bench::POSITIONS.iter().step_by(3)).map(|fen| game(fen)).collect()
}

/// Everything that can be on at once.
fn everything() -> Options {
    let mut options = Options::default();
    for info in Config::DEFAULT.infos() {
        options.search.set(info.name, "true").expect("a switch");
    }
    let singular = &mut options.search.singular_extensions;
    (singular.min_depth, singular.double_margin) = (4, 0);
    options
}

fn technique<'a>(summary: &'a Summary, name: &str) -> &'a TechniqueSummary {
    summary.techniques.iter().find(|technique| technique.name == name).expect("a technique that is counted")
}

fn detail(technique: &TechniqueSummary, name: &str) -> u64 {
    technique.details.iter().find(|detail| detail.name == name).expect("a detail").count
}

fn assert_adds_up(summary: &Summary, nodes: u64, context: &str) {
    assert_eq!(summary.nodes, nodes, "{context}");
    assert_eq!(summary.nodes_by_depth.iter().map(|row| row.nodes).sum::<u64>(), nodes, "{context}");
    for technique in &summary.techniques {
        let name = technique.name;
        assert!(technique.successes <= technique.tries, "{name}, {context}");
        assert!(technique.nodes <= nodes, "{name}, {context}");
        assert!(technique.by_depth.iter().all(|row| row.successes <= row.tries), "{name}, {context}");
        let sum = technique
            .by_depth
            .iter()
            .fold((0, 0, 0), |sum, row| (sum.0 + row.tries, sum.1 + row.successes, sum.2 + row.nodes));
        assert_eq!(sum, (technique.tries, technique.successes, technique.nodes), "{name}, {context}");
    }
    let shares = [summary.first_move_cutoffs, summary.table_hits, summary.researches];
    assert!(shares.iter().all(|share| share.part <= share.whole), "{context}: {shares:?}");
    let aspiration = technique(summary, "AspirationWindows");
    let failed = detail(aspiration, "failed low") + detail(aspiration, "failed high");
    assert_eq!(failed, aspiration.tries - aspiration.successes, "{context}");
    let singular = technique(summary, "SingularExtensions");
    assert!(detail(singular, "extended twice") <= singular.successes, "{context}");
    let others = detail(singular, "node left by multicut") + detail(singular, "searched less deep");
    assert!(others <= singular.tries - singular.successes, "{context}");
    let depth = technique(summary, "ResearchDepth");
    assert!(detail(depth, "deeper") <= depth.successes, "{context}");
}

/// What all presets and limits have in common, a search that is cut short among them.
#[test]
fn numbers_add_up() {
    let mut several = to_depth(6);
    several.lines = 3;
    let presets = Preset::ALL.map(|preset| (preset.name(), preset.options()));
    for (name, options) in presets.into_iter().chain([("everything", everything())]) {
        // The plainest search knows no bounds but its depth.
        let deep = if name == Preset::Oracle.name() { 4 } else { 8 };
        several.depth = Some(deep.min(6));
        for limits in [&to_depth(deep), &to_nodes(1), &to_nodes(7_777), &several] {
            let context = format!("{name}, {limits:?}");
            let (summary, outcomes) = counted(&sample(), limits, &options);
            assert_eq!(summary.searches, outcomes.len() as u64);
            let nodes = outcomes.iter().map(|outcome| outcome.nodes).sum();
            assert_adds_up(&summary, nodes, &context);
            if limits.nodes.is_none() {
                let iterations = summary.nodes_by_iteration.iter();
                assert_eq!(iterations.map(|row| row.nodes).sum::<u64>(), nodes, "{context}");
            }
        }
    }
}

/// Counted where it happens, a cutoff is counted again for the technique that put the move where it stood.
#[test]
fn every_cutoff_belongs_to_the_technique_that_placed_its_move() {
    let (summary, _) = counted(&sample(), &to_depth(9), &Options::default());
    let rows = |name| technique(&summary, name).by_depth.iter().filter(|row| row.depth > 0);
    let placed = ["TableMove", "CaptureOrdering", "Killers", "History"];
    let early: u64 = placed.into_iter().flat_map(rows).map(|row| row.successes).sum();
    let late: u64 = rows("SEEOrdering").map(|row| row.tries - row.successes).sum();
    assert_eq!(early + late, summary.first_move_cutoffs.whole);
    assert!(summary.first_move_cutoffs.rate.is_some_and(|rate| rate > 0.7), "{:?}", summary.first_move_cutoffs);
}

/// A counter that nothing moves would be a lie that looks like a number.
#[test]
fn every_counter_counts() {
    let games = sample();
    let summaries = [Options::default(), everything()].map(|options| counted(&games, &to_depth(9), &options).0);
    let mut silent = Vec::new();
    for technique in &summaries[0].techniques {
        let both = summaries.iter().map(|summary| self::technique(summary, technique.name));
        let (tries, successes, failures) = both.fold((0, 0, 0), |sum, technique| {
            let TechniqueSummary { tries, successes, .. } = technique;
            (sum.0 + tries, sum.1 + successes, sum.2 + tries - successes)
        });
        println!("{:<28} {tries:>9} {successes:>9} {failures:>9}", technique.name);
        if tries == 0 || successes == 0 || failures == 0 {
            silent.push(technique.name);
        }
        let details = summaries.iter().flat_map(|summary| &self::technique(summary, technique.name).details);
        for (index, known) in technique.details.iter().enumerate() {
            let count: u64 =
                details.clone().filter(|detail| detail.name == known.name).map(|detail| detail.count).sum();
            assert!(count > 0, "{}: {} ({index})", technique.name, known.name);
        }
    }
    assert!(silent.is_empty(), "never tried, or without a success or a failure: {silent:?}");
    let searching = ["AspirationWindows", "NullMovePruning", "Razoring", "ProbCut", "SingularExtensions"];
    let repeating = ["InternalIterativeDeepening", "LateMoveReductions", "PrincipalVariationSearch"];
    let spends = |name: &str| summaries.iter().map(|summary| technique(summary, name).nodes).sum::<u64>() > 0;
    assert!(searching.into_iter().chain(repeating).all(spends));
}

#[test]
fn what_is_off_counts_nothing() {
    let games = sample();
    for options in [Preset::Oracle.options(), Options::default()] {
        let (summary, _) = counted(&games, &to_depth(4), &options);
        for index in 0..options.search.count() {
            let known = options.search.technique(index);
            let name = known.info().name;
            let found = summary.techniques.iter().find(|technique| technique.name == name);
            if let Some(technique) = found.filter(|_| !known.is_on()) {
                assert_eq!((technique.tries, technique.nodes), (0, 0), "{name}");
            }
        }
    }
}

/// Each technique is counted once, or it is said why not.
#[test]
fn every_technique_is_told_of_once() {
    let (summary, _) = counted(&sample()[..1], &to_depth(1), &Options::default());
    let counted = summary.techniques.iter().map(|technique| technique.name);
    let mut told: Vec<&str> = counted.chain(summary.not_counted.iter().map(|technique| technique.name)).collect();
    let mut known: Vec<&str> = Config::DEFAULT.infos().iter().map(|info| info.name).collect();
    told.sort_unstable();
    known.sort_unstable();
    assert_eq!(told, known);
    assert!(summary.not_counted.iter().all(|technique| technique.reason.split(' ').count() > 3));
}

/// Rows are depths: what is tried only near the horizon, or only far from it, is counted there.
#[test]
fn rows_are_the_depths_at_which_a_technique_is_tried() {
    let options = Options::default();
    let (summary, _) = counted(&sample(), &to_depth(9), &options);
    let depths = |name| technique(&summary, name).by_depth.iter().map(|row| row.depth as i32);
    let config = options.search;
    assert!(depths("Razoring").all(|depth| (1..=config.razoring.max_depth).contains(&depth)));
    assert!(depths("NullMovePruning").all(|depth| depth >= config.null_move_pruning.min_depth));
    assert!(depths("LateMoveReductions").all(|depth| depth >= config.late_move_reductions.min_depth));
    assert!(depths("QuiescenceFutility").all(|depth| depth == 0));
    assert!(depths("AspirationWindows").eq(config.aspiration_windows.min_depth..=9));
}

#[test]
fn counting_changes_no_tree() {
    for (options, depth) in [(Options::default(), 7), (everything(), 6)] {
        let (_, counted) = counted(&sample(), &to_depth(depth), &options);
        let plain: Vec<Outcome> =
            sample().iter().map(|game| common::search(game, &to_depth(depth), &options)).collect();
        assert_eq!(counted, plain);
    }
}
