//! Several threads at one search.

mod common;

use std::sync::Mutex;
use std::thread;

use common::{Listener, game, random_games, to_depth, to_nodes};
use search::{Help, Limits, Meaning, Options, POLL_INTERVAL, Searcher, Spawner, bench};

#[derive(Debug)]
struct Threads;

impl Spawner for Threads {
    fn run<'a>(&self, first: &mut (dyn FnMut() + 'a), others: Vec<Help<'a>>) {
        thread::scope(|scope| {
            let start = |help| thread::Builder::new().stack_size(16 << 20).spawn_scoped(scope, help).expect("a thread");
            let threads: Vec<_> = others.into_iter().map(start).collect();
            first();
            threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        });
    }
}

/// Gives out the first so many threads it is asked for, then no more.
#[derive(Debug)]
struct Few(Mutex<usize>);

impl Spawner for Few {
    fn run<'a>(&self, first: &mut (dyn FnMut() + 'a), mut others: Vec<Help<'a>>) {
        others.truncate(*self.0.lock().expect("not poisoned"));
        Threads.run(first, others);
    }
}

fn searcher(threads: usize) -> Searcher {
    let mut searcher = Searcher::with_spawner(4, Box::new(Threads)).expect("4 MiB");
    searcher.set_threads(threads).expect("memory");
    searcher
}

#[test]
fn moves_are_legal_and_the_best_heads_the_last_line() {
    let mut searcher = searcher(4);
    for (index, game) in random_games(3, 60, 100).into_iter().enumerate() {
        let mut options = Options::default();
        options.eval.network.on = index % 8 == 0;
        for limits in [to_nodes(20_000), to_depth(6), Limits { lines: 3, ..to_nodes(20_000) }] {
            let mut listener = Listener::default();
            let outcome = searcher.search(&game, &limits, &options, &mut listener).expect("a move");
            assert!(game.position().is_legal(outcome.best));
            assert_eq!(outcome.threads, 4);
            if limits.lines == 0 {
                let (depth, score, bound, line) = listener.reports.last().expect("a report");
                assert_eq!((outcome.depth, outcome.score, outcome.bound), (*depth, *score, *bound));
                assert_eq!(outcome.best, line[0]);
            }
        }
    }
}

#[test]
fn a_node_limit_holds_for_all_together() {
    let mut searcher = searcher(4);
    for limit in [1, 5_000, 100_000] {
        let outcome = searcher.search(
            &game(bench::POSITIONS[0]),
            &to_nodes(limit),
            &Options::default(),
            &mut Listener::default(),
        );
        let nodes = outcome.expect("a move").nodes;
        assert!(nodes <= limit + 4 * POLL_INTERVAL && nodes + 4 * POLL_INTERVAL >= limit, "{nodes} of {limit}");
    }
}

#[test]
fn helpers_search_too() {
    let game = game(bench::POSITIONS[1]);
    let nodes = |threads| {
        let outcome = searcher(threads).search(&game, &to_depth(9), &Options::default(), &mut Listener::default());
        outcome.expect("a move").nodes
    };
    // Depth 9 is reached by the first thread alone; what is more, the others have searched. On a busy machine they may come late.
    let alone = nodes(1);
    assert!((0..100).any(|_| nodes(4) * 10 > alone * 13), "the first thread's {alone} nodes are all");
}

/// Runs something that must end, or the test fails.
fn within_a_minute<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, ended) = std::sync::mpsc::channel();
    thread::Builder::new().stack_size(16 << 20).spawn(move || sender.send(run())).expect("a thread");
    ended.recv_timeout(std::time::Duration::from_secs(60)).expect("it ends")
}

#[test]
fn a_stop_ends_all_threads() {
    let outcome = within_a_minute(|| {
        let mut listener = Listener { stop_at_poll: Some(3), ..Listener::default() };
        searcher(3).search(&game(bench::POSITIONS[0]), &Limits::default(), &Options::default(), &mut listener)
    });
    assert!(outcome.is_some());
}

/// Never stops by itself: the other threads see the reason.
struct Starved(std::sync::Arc<std::sync::atomic::AtomicU32>);

impl search::Host for Starved {
    fn should_stop(&mut self) -> bool {
        false
    }
    fn report(&mut self, _: &search::Report<'_>) {}
    fn goes_on(&mut self, _: &search::Iteration) -> bool {
        true
    }
    fn watch(&self) -> Option<Box<search::Watch>> {
        let asked = std::sync::Arc::clone(&self.0);
        Some(Box::new(move || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 100))
    }
}

#[test]
fn helpers_see_the_reason_to_stop_where_the_first_thread_does_not() {
    let outcome = within_a_minute(|| {
        let game = game(bench::POSITIONS[0]);
        searcher(3).search(&game, &Limits::default(), &Options::default(), &mut Starved(std::sync::Arc::default()))
    });
    assert!(outcome.is_some());
}

#[test]
fn threads_that_memory_cannot_hold_are_refused() {
    let mut searcher = searcher(2);
    assert!(searcher.set_threads(usize::MAX).is_err());
    assert_eq!(searcher.threads(), 2);
}

#[test]
fn mates_are_found_whoever_finds_them() {
    let mut searcher = searcher(4);
    for _ in 0..20 {
        searcher.new_game();
        let limits = to_nodes(50_000);
        let mate_in_two = game("7k/8/5K2/6R1/8/8/8/8 w - - 0 1");
        let outcome = searcher.search(&mate_in_two, &limits, &Options::default(), &mut Listener::default());
        assert_eq!(outcome.expect("a move").score.meaning(), Meaning::Mate(2));
    }
}

#[test]
fn fewer_threads_than_asked_for_search_and_forget_all_the_same() {
    for available in 0..3 {
        let mut searcher = Searcher::with_spawner(4, Box::new(Few(Mutex::new(available)))).expect("4 MiB");
        searcher.set_threads(4).expect("memory");
        let game = game(bench::POSITIONS[0]);
        let first =
            searcher.search(&game, &to_nodes(100_000), &Options::default(), &mut Listener::default()).expect("a move");
        assert_eq!(first.threads, available + 1);
        searcher.new_game();
        if available == 0 {
            let again = searcher.search(&game, &to_nodes(100_000), &Options::default(), &mut Listener::default());
            assert_eq!(again.expect("a move"), first, "something was remembered");
        }
    }
}

#[test]
fn a_new_game_forgets_with_any_number_of_threads() {
    for threads in [1, 2, 7] {
        let mut searcher = searcher(threads);
        let game = game(bench::POSITIONS[0]);
        let search = |searcher: &mut Searcher| {
            searcher.set_threads(1).expect("memory");
            let outcome = searcher.search(&game, &to_depth(8), &Options::default(), &mut Listener::default());
            outcome.expect("a move").nodes
        };
        let fresh = search(&mut searcher);
        assert!(search(&mut searcher) < fresh, "the table helps the second time");
        searcher.set_threads(threads).expect("memory");
        searcher.new_game();
        assert_eq!(search(&mut searcher), fresh);
    }
}

#[test]
fn a_panic_of_the_first_thread_ends_the_others() {
    struct Panics;
    impl search::Host for Panics {
        fn should_stop(&mut self) -> bool {
            panic!("on purpose")
        }
        fn report(&mut self, _: &search::Report<'_>) {}
        fn goes_on(&mut self, _: &search::Iteration) -> bool {
            true
        }
    }
    let mut searcher = searcher(3);
    let game = game(bench::POSITIONS[0]);
    let search = std::panic::AssertUnwindSafe(|| {
        searcher.search(&game, &Limits::default(), &Options::default(), &mut Panics);
    });
    assert!(std::panic::catch_unwind(search).is_err());
    let outcome = searcher.search(&game, &to_depth(4), &Options::default(), &mut Listener::default());
    assert!(outcome.is_some(), "the searcher is of use afterwards");
}

/// The others would have to be asked at every node; what one thread does is true of all.
#[test]
fn telemetry_is_the_first_threads() {
    let game = game(bench::POSITIONS[1]);
    for threads in [1, 3] {
        let mut searcher = searcher(threads);
        searcher.count(true);
        let outcome = searcher.search(&game, &to_depth(9), &Options::default(), &mut Listener::default());
        let nodes = outcome.expect("a move").nodes;
        let summary = searcher.telemetry().expect("it was asked for").summary();
        assert_eq!((summary.searches, summary.nodes == nodes), (1, threads == 1), "{} of {nodes}", summary.nodes);
        assert!(summary.nodes > 0 && summary.nodes <= nodes);
        let iterations = summary.nodes_by_iteration.iter().map(|row| row.nodes);
        assert_eq!(iterations.sum::<u64>(), summary.nodes);
    }
}
