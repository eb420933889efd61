//! What only the worker itself can tell: its stacks, its depth, and what it leaves in the table.

use rules::Game;

use super::*;
use crate::deepening::deepen;
use crate::depth::Depth;
use crate::depth::MAX_PLY;
use crate::limits::{Iteration, Limits, Report};
use crate::node::{NonPv, Pv};
use crate::score::{Bound, Window};
use crate::searcher::Options;
use crate::table::Finding;

/// Stops when told so from the start.
struct Still {
    stop: bool,
}

impl Host for Still {
    fn should_stop(&mut self) -> bool {
        self.stop
    }
    fn report(&mut self, _: &Report<'_>) {}
    fn goes_on(&mut self, _: &Iteration) -> bool {
        true
    }
}

/// Runs `look` on a worker at the root of `fen`.
fn with_worker<T>(fen: &str, limits: &Limits, stop: bool, look: impl FnOnce(&mut Worker<'_>) -> T) -> T {
    let game = Game::new(Position::from_fen(fen).expect("a position"));
    let table = Table::new(1).expect("a mebibyte");
    let (mut memory, mut host) = (Memory::new(), Still { stop });
    let root = Root::new(game.position(), &[], 1).expect("a move");
    let (crew, options) = (Crew::new(&table, 1), Options::default());
    let question = Question { game: &game, limits, options: &options };
    let mut worker = Worker::new(question, root, &crew, 0, &mut memory, &mut host);
    look(&mut worker)
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const IN_CHECK: &str = "6k1/8/8/8/8/8/3Q4/K4q2 w - - 0 1";
const PERPETUAL: &str = "6k1/6p1/8/7Q/8/8/q1r5/7K w - - 0 1";
/// Nothing but king moves.
const LOCKED: &str = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1";

/// Bytes of one node on the stack, at most. `MAX_PLY` of them must fit the stack that a search thread is given, many times over.
const NODE_BYTES: usize = 4 << 10;

fn assert_small(w: &Worker<'_>) {
    let per_node = w.stack.bytes / w.stack.deepest.get();
    println!("{per_node} bytes a node, {} plies deep", w.stack.deepest.get());
    assert!(per_node <= NODE_BYTES, "{per_node} bytes a node");
}

#[test]
fn a_node_stays_small_on_the_stack() {
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    for fen in [LOCKED, PERPETUAL, KIWIPETE] {
        with_worker(fen, &limits, false, |w| {
            deepen(w, &limits);
            assert_small(w);
        });
    }
}

/// Telemetry makes nodes of another kind.
#[test]
fn a_counted_node_stays_small_too() {
    let game = Game::new(Position::from_fen(KIWIPETE).expect("a position"));
    let (table, mut telemetry) = (Table::new(1).expect("a mebibyte"), Telemetry::default());
    let (mut memory, mut host) = (Memory::new(), Still { stop: false });
    let root = Root::new(game.position(), &[], 1).expect("a move");
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let (crew, options) = (Crew::new(&table, 1), Options::default());
    let question = Question { game: &game, limits: &limits, options: &options };
    let mut worker = Worker::new(question, root, &crew, 0, &mut memory, &mut host);
    worker.telemetry = Some(&mut telemetry);
    deepen(&mut worker, &limits);
    assert_small(&worker);
    assert!(telemetry.summary().nodes > 100_000, "it was a counted search");
}

#[test]
fn the_longest_line_ends_at_the_last_ply() {
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", PERPETUAL] {
        with_worker(fen, &limits, false, |w| {
            // Without selectivity the first line goes as deep as it is asked to; no rule ends it but repetition.
            let mut config = crate::Preset::Oracle.options().search;
            config.single_repetition.on = false;
            w.config = Live::new(config);
            let _ = w.score::<Pv>(Node::new(Depth::MAX, Window::FULL, false));
            assert!(w.stack.deepest.is_last(), "only {} plies: {fen}", w.stack.deepest.get());
            assert_small(w);
        });
    }
}

#[test]
fn a_line_of_the_last_ply_is_evaluated_not_searched() {
    with_worker(LOCKED, &Limits::default(), false, |w| {
        let evaluation = w.evaluate();
        // One frame after the other, as a line of moves would leave them.
        w.ply = Ply::new(MAX_PLY);
        w.positions[MAX_PLY] = w.positions[0].clone();
        let nodes = w.nodes;
        let score = w.score::<Pv>(Node::new(Depth::new(5), Window::FULL, false));
        assert_eq!((score, w.nodes), (Step::Continue(evaluation), nodes));
    });
}

#[test]
fn children_take_their_moves_back() {
    with_worker(KIWIPETE, &Limits::default(), false, |w| {
        let before = (w.position().clone(), w.keys().len(), w.ply());
        for mv in &w.position().legal_moves() {
            let mut child = w.child(mv);
            assert_eq!(child.ply(), Ply::new(1));
            drop(child.null_child());
        }
        assert_eq!((w.position().clone(), w.keys().len(), w.ply()), before);
    });
}

#[test]
fn a_second_visit_leaves_the_frame_and_excluded_moves_leave_no_entry() {
    with_worker(KIWIPETE, &Limits::default(), false, |w| {
        let best = w.position().parse_uci("e2a6").expect("legal");
        let mut child = w.child(best);
        let mv = child.position().parse_uci("b4c3").expect("legal");
        child.frame_mut().killers[0] = Some(mv);
        let before = *child.frame();
        let node = Node::new(Depth::new(4), Window::zero_above(Score::DRAW), true);
        assert!(child.visit_again::<NonPv>(node, Some(mv)).is_continue());
        assert_eq!(child.frame().killers, before.killers);
        assert_eq!((child.frame().excluded, child.frame().evaluation), (None, before.evaluation));
        assert_eq!(child.table.get(child.key(), child.ply()), None);
        assert!(child.visit_again::<NonPv>(node, None).is_continue());
        assert!(child.table.get(child.key(), child.ply()).is_some());
    });
}

/// In check, where a first visit is extended. One ply less and one ply more made a visit that never ended.
#[test]
fn a_second_visit_is_as_deep_as_it_is_asked_to_be() {
    let mut config = crate::Config::DEFAULT;
    config.internal_iterative_reduction.on = false;
    with_worker(IN_CHECK, &Limits::default(), false, |w| {
        w.config = Live::new(config);
        assert!(w.frame().in_check && w.config.check_extension.on);
        let node = Node::new(Depth::new(4), Window::FULL, false);
        assert!(w.visit_again::<Pv>(node, None).is_continue());
        assert_eq!(w.table.get(w.key(), w.ply()).map(|entry| entry.depth), Some(Depth::new(4)));
    });
    for reduction in 1..=6 {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        with_worker(IN_CHECK, &limits, false, |w| {
            let mut config = config;
            let deepening = &mut config.internal_iterative_deepening;
            (deepening.on, deepening.min_depth, deepening.reduction) = (true, 3, reduction);
            w.config = Live::new(config);
            let _ = w.score::<Pv>(Node::new(Depth::new(7), Window::FULL, false));
            assert!(w.stack.bytes < NODE_BYTES * MAX_PLY);
        });
    }
}

#[test]
fn a_root_without_all_of_its_moves_leaves_no_entry() {
    let game = Game::new(Position::from_fen(KIWIPETE).expect("a position"));
    let only = game.position().parse_uci("a2a3").expect("legal");
    for (asked_for, is_stored) in [(vec![], true), (vec![only], false)] {
        let table = Table::new(1).expect("a mebibyte");
        let (mut memory, mut host) = (Memory::new(), Still { stop: false });
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let root = Root::new(game.position(), &asked_for, 1).expect("a move");
        let (crew, options) = (Crew::new(&table, 1), Options::default());
        let question = Question { game: &game, limits: &limits, options: &options };
        let mut worker = Worker::new(question, root, &crew, 0, &mut memory, &mut host);
        deepen(&mut worker, &limits);
        assert_eq!(table.get(game.position().key(), Ply::ROOT).is_some(), is_stored, "{asked_for:?}");
    }
}

#[test]
fn a_stopped_search_stores_nothing() {
    with_worker(KIWIPETE, &Limits::default(), true, |w| {
        w.next_poll = 0;
        assert!(w.score::<Pv>(Node::new(Depth::new(6), Window::FULL, false)).is_break());
        assert_eq!((w.nodes, w.table.permille_full()), (1, 0));
        assert_eq!(w.table.get(w.key(), w.ply()), None);
    });
    // Stopped in the middle, the nodes of the line it was in have no entry of their last, unfinished depth.
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    with_worker(KIWIPETE, &limits, false, |w| {
        assert!(w.score::<Pv>(Node::new(Depth::new(20), Window::FULL, false)).is_break());
        assert_eq!(w.table.get(w.key(), w.ply()).filter(|entry| entry.depth >= Depth::new(20)), None);
    });
}

/// Mate in two would come a ply too late; the table, which knows no clock, promises it.
#[test]
fn near_the_fifty_move_limit_the_table_is_not_trusted() {
    let fen = "7k/8/5K2/6R1/8/8/1P6/8 w - - 98 80";
    let mate = Score::mate_at(Ply::new(3));
    for (max_clock, is_fooled) in [(crate::Config::DEFAULT.table_cutoffs.max_clock, false), (100, true)] {
        with_worker(fen, &Limits::default(), false, |w| {
            let mut config = crate::Config::DEFAULT;
            config.table_cutoffs.max_clock = max_clock;
            w.config = Live::new(config);
            w.table.put(
                w.key(),
                w.ply(),
                Finding { score: mate, bound: Bound::Exact, depth: Depth::new(9), ..FINDING },
            );
            let score = w.score::<NonPv>(Node::new(Depth::new(4), Window::zero_below(mate), true));
            assert_eq!(score == Step::Continue(mate), is_fooled, "{score:?}");
        });
    }
}

const FINDING: Finding =
    Finding { mv: None, score: Score::DRAW, bound: Bound::Lower, depth: Depth::ZERO, evaluation: None, was_pv: false };

#[test]
fn a_static_evaluation_in_the_table_is_used() {
    use crate::techniques::static_evaluation_in_table::evaluate;
    with_worker(KIWIPETE, &Limits::default(), false, |w| {
        let planted = Score::centipawns(1234);
        let finding = Finding { evaluation: Some(planted), ..FINDING };
        w.table.put(w.key(), w.ply(), finding);
        for (is_on, expected) in [(true, planted), (false, w.evaluate())] {
            let mut config = crate::Config::DEFAULT;
            config.static_evaluation_in_table.on = is_on;
            w.config = Live::new(config);
            let mut node = Node::new(Depth::new(3), Window::FULL, false);
            node.entry = w.table.get(w.key(), w.ply());
            evaluate::<Pv>(w, &mut node);
            assert_eq!(node.evaluation, Some(expected), "{is_on}");
        }
    });
}

#[test]
fn a_former_principal_variation_is_reduced_less_for_ever_after_and_only_where_that_is_wanted() {
    use crate::techniques::former_principal_variation::{judge, term};
    with_worker(KIWIPETE, &Limits::default(), false, |w| {
        for (is_on, was_pv, expected) in [(true, true, 100), (true, false, 0), (false, true, 0)] {
            let mut config = crate::Config::DEFAULT;
            config.former_principal_variation.on = is_on;
            w.config = Live::new(config);
            w.table.put(w.key(), w.ply(), Finding { was_pv, ..FINDING });
            let mut node = Node::new(Depth::new(3), Window::FULL, false);
            node.entry = w.table.get(w.key(), w.ply());
            judge::<NonPv>(w, &mut node);
            assert_eq!((node.was_pv, term::<NonPv>(w, &node)), (expected > 0, expected), "{is_on} {was_pv}");
            judge::<Pv>(w, &mut node);
            assert_eq!((node.was_pv, term::<Pv>(w, &node)), (is_on, 0), "{is_on} {was_pv}");
        }
    });
}

#[test]
fn a_history_of_threats_knows_a_move_out_of_danger_from_the_same_move_in_peace() {
    use crate::techniques::{history, threat_history};
    for (is_on, is_apart) in [(true, true), (false, false)] {
        let mut seen = Vec::new();
        with_worker(LOCKED, &Limits::default(), false, |w| {
            let mut config = crate::Config::DEFAULT;
            config.threat_history.on = is_on;
            w.config = Live::new(config);
            let mv = w.position().parse_uci("e1d1").expect("a move");
            for threatened in [rules::Bitboard::EMPTY, rules::Bitboard::from_square(mv.from())] {
                w.frame_mut().threats = threatened;
                seen.push(history::of(w, mv));
                history::reward(w, Depth::new(5), mv, &[]);
            }
            threat_history::note(w);
            assert_eq!(w.frame().threats.contains(mv.from()), !is_on, "nobody attacks the king");
        });
        assert_eq!(seen[1] == 0, is_apart, "{seen:?}");
    }
}
