//! Searches as a GUI would ask for them: mates, limits, stops, long games and ended games.

use abc::{Abc, Host, Iteration, Limits, Outcome, Score};

/// A host that can stop at a given poll and whose clock advances with every question.
struct TestHost {
    polls: u64,
    stop_at_poll: Option<u64>,
    clock: u64,
    tick: u64,
    iterations: Vec<Iteration>,
}

impl TestHost {
    fn new() -> Self {
        Self { polls: 0, stop_at_poll: None, clock: 0, tick: 0, iterations: Vec::new() }
    }

    fn stopping_at(poll: u64) -> Self {
        Self { stop_at_poll: Some(poll), ..Self::new() }
    }
}

impl Host for TestHost {
    fn should_stop(&mut self) -> bool {
        self.polls += 1;
        self.stop_at_poll.is_some_and(|poll| self.polls > poll)
    }

    fn elapsed_ms(&mut self) -> u64 {
        self.clock += self.tick;
        self.clock
    }

    fn report(&mut self, iteration: &Iteration) {
        self.iterations.push(iteration.clone());
    }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn at(fen: &str) -> Abc {
    let mut abc = Abc::new();
    abc.set_position(Some(fen)).unwrap();
    abc
}

fn go(abc: &mut Abc, limits: &Limits) -> (Outcome, TestHost) {
    let mut host = TestHost::new();
    let outcome = abc.search_position(limits, &mut host);
    (outcome, host)
}

fn assert_legal(abc: &Abc, outcome: &Outcome) {
    let best = outcome.best_move.as_ref().expect("a move");
    assert!(abc.legal_moves().contains(best), "{best} in {}", abc.fen());
}

#[test]
fn mates_are_found_and_counted_in_moves() {
    for (fen, depth, score, best) in [
        // Fool's mate, one move before and after.
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 2, 1, Some("d8h4")),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 3, 0, None),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 3, 1, Some("d1d8")),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, 2, Some("a1a6")),
        // Every move loses to mate on the next.
        ("k7/8/1K6/8/8/8/8/6R1 b - - 0 1", 3, -1, Some("a8b8")),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 4, 0, None),
    ] {
        let mut abc = at(fen);
        let (outcome, host) = go(&mut abc, &Limits::to_depth(depth));
        if fen.starts_with("7k/8/5KQ1") {
            // Stalemate is no mate.
            assert_eq!(outcome.score, Score::Centipawns(0));
        } else {
            assert_eq!(outcome.score, Score::Mate(score), "{fen}");
        }
        assert_eq!(outcome.best_move.as_deref(), best, "{fen}");
        let last = host.iterations.last().unwrap();
        assert_eq!(last.score, outcome.score);
        if best.is_none() {
            assert_eq!(outcome.to_string(), "bestmove (none)");
            assert_eq!((host.iterations.len(), last.depth, last.nodes), (1, 0, 0));
        }
    }
}

#[test]
fn info_lines_follow_the_rule_for_lost_positions() {
    let (_, host) = go(&mut at("k7/8/1K6/8/8/8/8/6R1 b - - 0 1"), &Limits::to_depth(3));
    let line = host.iterations.last().unwrap().to_string();
    assert!(line.starts_with("info score mate -1 depth 3 nodes "), "{line}");
    assert!(line.ends_with(" pv a8b8 g1g8"), "{line}");
}

#[test]
fn a_stop_before_depth_1_still_gives_a_legal_move() {
    for fen in [KIWIPETE, "4k3/8/8/8/8/8/8/4K2R b K - 0 1", "7k/4Q3/8/8/8/8/8/K7 b - - 0 1"] {
        let mut abc = at(fen);
        let mut host = TestHost::stopping_at(0);
        let outcome = abc.search_position(&Limits::default(), &mut host);
        assert_legal(&abc, &outcome);
        assert_eq!((outcome.depth, outcome.nodes, host.polls), (0, 0, 1));
        assert!(host.iterations.is_empty());
    }
}

#[test]
fn every_stopping_point_gives_a_legal_move_and_changes_nothing() {
    let mut abc = at(KIWIPETE);
    let mut unfinished = 0;
    for nodes in (1..60).chain((60..40_000).step_by(997)) {
        let before = abc.fen();
        let (outcome, host) = go(&mut abc, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert_legal(&abc, &outcome);
        assert!(outcome.nodes <= nodes);
        if let Some(last) = host.iterations.last() {
            assert_eq!(last.pv.first(), outcome.best_move.as_ref());
            assert_eq!(last.pv.get(1), outcome.ponder.as_ref());
            assert_eq!(last.raw_score, outcome.raw_score);
            unfinished += u32::from(last.depth > outcome.depth);
        } else {
            assert_eq!(outcome.depth, 0);
        }
        assert_eq!(abc.fen(), before);
    }
    assert!(unfinished > 0, "no unfinished iteration ever gave the answer");
}

#[test]
fn the_host_is_asked_every_2048_nodes() {
    let mut abc = at(KIWIPETE);
    let (outcome, host) = go(&mut abc, &Limits::to_depth(3));
    assert!(outcome.nodes > 10_000, "{}", outcome.nodes);
    assert_eq!(host.polls, outcome.nodes.div_ceil(2048));
    let mut host = TestHost::stopping_at(7);
    let outcome = abc.search_position(&Limits::default(), &mut host);
    assert_eq!((outcome.nodes, host.polls), (7 * 2048, 8));
}

#[test]
fn time_stops_a_search() {
    let mut abc = at(KIWIPETE);
    // One millisecond a question, 40 to use: half of it is kept from the overhead, then shared out.
    for (limits, most) in [
        (Limits { movetime: Some(50), ..Limits::default() }, 30),
        (Limits { time: [Some(100), None], movestogo: Some(1), ..Limits::default() }, 40),
        (Limits { time: [Some(0), None], ..Limits::default() }, 0),
        (Limits { time: [Some(-700), None], inc: [Some(50), None], ..Limits::default() }, 0),
        (Limits { movetime: Some(-1), ..Limits::default() }, 0),
    ] {
        let mut host = TestHost { tick: 1, ..TestHost::new() };
        let outcome = abc.search_position(&limits, &mut host);
        assert_legal(&abc, &outcome);
        // Reports ask for the time too, and so does the poll that notices the end.
        assert!(host.clock <= most + 1, "{limits:?}: {}", host.clock);
        assert!(host.clock >= most, "{limits:?}: {}", host.clock);
    }
    // The other side's clock does not matter, and infinite means it.
    let other = Limits { time: [None, Some(1)], depth: Some(2), ..Limits::default() };
    let infinite =
        Limits { time: [Some(1); 2], movetime: Some(1), infinite: true, depth: Some(2), ..Limits::default() };
    for limits in [other, infinite] {
        let mut host = TestHost { tick: 1_000, ..TestHost::new() };
        assert_eq!(abc.search_position(&limits, &mut host).depth, 2);
    }
}

#[test]
fn odd_depths_are_clamped() {
    let mut abc = Abc::new();
    let (zero, _) = go(&mut abc, &Limits::to_depth(0));
    let (one, _) = go(&mut abc, &Limits::to_depth(1));
    assert_eq!(zero, one);
    assert_eq!(zero.depth, 1);
    // A blocked position with few moves runs to the end of the tables.
    for depth in [64, 10_000, u32::MAX] {
        let mut abc = at("8/8/8/1p1p1p1p/1P1P1P1P/8/8/k1K5 b - - 0 1");
        let limits = Limits { nodes: Some(300_000), ..Limits::to_depth(depth) };
        let (outcome, _) = go(&mut abc, &limits);
        assert_legal(&abc, &outcome);
        assert!(outcome.depth <= 64);
    }
}

#[test]
fn a_search_can_end_by_reaching_the_last_depth() {
    // One legal move, and stalemate after it: 64 iterations of two positions each, and no bound at all.
    let mut abc = at("k7/8/8/8/8/4B3/7r/1R4NK w - - 0 1");
    let (outcome, host) = go(&mut abc, &Limits::default());
    assert_eq!(outcome.best_move.as_deref(), Some("h1h2"));
    assert_eq!(outcome.score, Score::Centipawns(0));
    assert_eq!((outcome.depth, host.iterations.len()), (64, 64));
}

#[test]
fn the_tree_is_the_same_everywhere() {
    // Scores do not depend on the move order, node counts do: a changed count means changed ordering, and
    // whoever meant to change it changes these figures.
    let nodes = |fen: &str, depth| go(&mut at(fen), &Limits::to_depth(depth)).0.nodes;
    let start = Abc::new().fen();
    assert_eq!((nodes(&start, 5), nodes(KIWIPETE, 4)), (16_352, 42_038));
}

#[test]
fn search_moves_restrict_the_root() {
    let mut abc = Abc::new();
    let limits = |moves: &[&str]| Limits {
        search_moves: moves.iter().map(ToString::to_string).collect(),
        ..Limits::to_depth(3)
    };
    let (outcome, host) = go(&mut abc, &limits(&["e2e5", "a2a3"]));
    assert_eq!(outcome.best_move.as_deref(), Some("a2a3"));
    assert!(host.iterations.iter().all(|iteration| iteration.pv[0] == "a2a3"));
    let (outcome, _) = go(&mut abc, &limits(&["a2a3", "h2h3", "d2d4"]));
    assert!(["a2a3", "h2h3", "d2d4"].contains(&outcome.best_move.as_deref().unwrap()));
    // Nothing legal in the list: better any move than none.
    let (outcome, _) = go(&mut abc, &limits(&["e2e5", "garbage"]));
    assert_eq!(outcome, go(&mut abc, &Limits::to_depth(3)).0);
    let castling = go(&mut at("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &limits(&["e1h1"])).0;
    assert_eq!(castling.best_move.as_deref(), Some("e1g1"));
}

#[test]
fn mate_limits_end_the_search() {
    let mut abc = at("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let (outcome, host) = go(&mut abc, &Limits { mate: Some(2), ..Limits::default() });
    assert_eq!(outcome.score, Score::Mate(2));
    assert_eq!(host.iterations.len(), 4);
    let (outcome, _) = go(&mut abc, &Limits { mate: Some(1), ..Limits::to_depth(5) });
    assert_eq!(outcome.depth, 5);
}

#[test]
fn the_ponder_move_answers_the_best_move() {
    let mut abc = at(KIWIPETE);
    let (outcome, _) = go(&mut abc, &Limits::to_depth(3));
    abc.play(outcome.best_move.as_ref().unwrap()).unwrap();
    assert!(abc.legal_moves().contains(outcome.ponder.as_ref().unwrap()));
}

#[test]
fn games_of_6000_plies_work() {
    let mut abc = Abc::new();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for ply in 0..6_000 {
        abc.play(shuffle[ply % 4]).unwrap();
    }
    assert_eq!(abc.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 6000 3001");
    let (outcome, _) = go(&mut abc, &Limits::to_depth(3));
    assert_legal(&abc, &outcome);
    // The knights have been everywhere: their moves are repetitions, and a pawn move is better than 0.
    assert!(outcome.raw_score > 0 && outcome.raw_score < 200, "{outcome:?}");
}

#[test]
fn a_repetition_after_a_search_counts_from_the_game_only() {
    // Two searches in a row give the same answer: nothing of the first one's line stays behind.
    let mut abc = at("8/8/8/8/5k2/8/1R6/6K1 w - - 0 1");
    for mv in ["b2b3", "f4e4", "b3b2"] {
        abc.play(mv).unwrap();
    }
    let first = go(&mut abc, &Limits::to_depth(4)).0;
    assert_eq!(first.score, Score::Centipawns(0), "back to the first position is a draw");
    assert_eq!(first.best_move.as_deref(), Some("e4f4"));
    assert_eq!(go(&mut abc, &Limits::to_depth(4)).0, first);
    // Without the game behind it, the same position is lost; setting a position leaves the game behind.
    let fen = abc.fen();
    let fresh = go(&mut at(&fen), &Limits::to_depth(4)).0;
    assert!(fresh.raw_score < -300, "{fresh:?}");
    abc.set_position(Some(&fen)).unwrap();
    assert_eq!(go(&mut abc, &Limits::to_depth(4)).0, fresh);
}

#[test]
fn a_new_game_forgets_the_old_one() {
    let mut abc = at("8/8/8/8/5k2/8/1R6/6K1 w - - 0 1");
    abc.play("b2b3").unwrap();
    abc.new_game();
    assert_eq!(abc.fen(), Abc::new().fen());
    assert_eq!(go(&mut abc, &Limits::to_depth(3)).0, go(&mut Abc::new(), &Limits::to_depth(3)).0);
    abc.play("e2e4").unwrap();
    abc.set_position(None).unwrap();
    assert_eq!(abc.fen(), Abc::new().fen());
}
