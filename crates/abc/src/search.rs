//! The search: quiescence, negamax with alpha-beta, repetition and iterative deepening.
//!
//! Not here: a transposition table, null moves, reductions, or any pruning but alpha-beta itself. Hence the
//! root score at a fixed depth is the exact minimax value of this tree, whatever the move order.
//!
//! Invariant: position, ply and repetition table are after every call what they were before it, stopped or
//! not; and no line is longer than the tables that are indexed by ply.

use crate::board::Position;
use crate::definitions::MAX_PLY;
use crate::engine::Host;
use crate::make::Filter;
use crate::moves::Move;
use crate::ordering::Tables;
use crate::report::{Iteration, Score};

/// The full window is `-INFINITY..INFINITY`.
pub(crate) const INFINITY: i32 = 50_000;

/// The score of giving mate at the root; each ply on the way costs one.
pub(crate) const MATE: i32 = 49_000;

/// Scores beyond this are mates. No evaluation comes near it: nine queens are worth about ten thousand.
pub(crate) const MATE_SCORE: i32 = 48_000;

/// Nodes between two questions to the host, so that asking costs nothing that can be measured.
const POLL_INTERVAL: u64 = 2048;

/// One search in progress.
pub(crate) struct Search<'a> {
    position: Position,
    /// Keys of the positions before this one: those of the game, then those of the line being searched.
    /// A vector, because a game may be far longer than the chapter's 1000 entries.
    repetition_table: &'a mut Vec<u64>,
    tables: &'a mut Tables,
    host: &'a mut dyn Host,
    /// The legal moves the root may choose from; never empty.
    root_moves: &'a [Move],
    stop_time: Option<u64>,
    node_limit: Option<u64>,
    nodes: u64,
    next_poll: u64,
    ply: usize,
    stopped: bool,
}

/// When a search ends by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    /// The last iteration, at least 1.
    pub(crate) depth: u32,
    /// Nodes not to be exceeded.
    pub(crate) nodes: Option<u64>,
    /// Stop once a mate in at most so many moves is found, given or received.
    pub(crate) mate: Option<u32>,
    /// Milliseconds from the start.
    pub(crate) stop_time: Option<u64>,
}

/// What a search found.
#[derive(Debug)]
pub(crate) struct Found {
    /// The best line; its first move is legal and always there.
    pub(crate) line: Vec<Move>,
    pub(crate) raw_score: i32,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl<'a> Search<'a> {
    /// Clears what earlier searches left in `tables` and stands ready at the root.
    pub(crate) fn new(
        position: Position,
        repetition_table: &'a mut Vec<u64>,
        tables: &'a mut Tables,
        host: &'a mut dyn Host,
        root_moves: &'a [Move],
    ) -> Self {
        *tables = Tables::new();
        Self {
            position,
            repetition_table,
            tables,
            host,
            root_moves,
            stop_time: None,
            node_limit: None,
            nodes: 0,
            next_poll: 0,
            ply: 0,
            stopped: false,
        }
    }

    /// Iterative deepening with the full window, one report per finished iteration and one for an unfinished
    /// one that changes the answer.
    ///
    /// The chapter plays `pv_table[0][0]` whatever happened. Stopped before the first root move of depth 1
    /// was searched, that entry is empty and the engine answers with a move from a8 to a8. Stopped later, it
    /// may hold the first move of an unfinished iteration: as good as the last iteration's best if that *is*
    /// the first move, but history may have pushed another one in front. So the answer is, in this order: the
    /// unfinished iteration's line if it started with the move to beat, the last finished iteration's line,
    /// and the first root move in the order of urgency.
    pub(crate) fn search_position(&mut self, bounds: Bounds) -> Found {
        self.stop_time = bounds.stop_time;
        self.node_limit = bounds.nodes;
        let first = self.first_root_move();
        let raw_score = self.position.evaluate_position();
        let mut found = Found { line: vec![first], raw_score, depth: 0, nodes: 0 };
        for depth in 1..=bounds.depth {
            let starts_with_best = depth == 1 || self.first_root_move() == found.line[0];
            let raw_score = self.negamax_search(-INFINITY, INFINITY, depth);
            let line = self.tables.principal_variation();
            if self.stopped {
                if starts_with_best && !line.is_empty() && *line != *found.line {
                    found.line = line.to_vec();
                    found.raw_score = raw_score;
                    // GUIs compare the answer with the last line they were shown.
                    self.report(depth, &found);
                }
                break;
            }
            found.line = line.to_vec();
            found.raw_score = raw_score;
            found.depth = depth;
            self.report(depth, &found);
            if let (Score::Mate(moves), Some(wanted)) = (Score::from_raw(raw_score), bounds.mate)
                && moves.unsigned_abs() <= wanted
            {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    fn report(&mut self, depth: u32, found: &Found) {
        let iteration = Iteration {
            depth,
            score: Score::from_raw(found.raw_score),
            raw_score: found.raw_score,
            nodes: self.nodes,
            time_ms: self.host.elapsed_ms(),
            pv: found.line.iter().map(ToString::to_string).collect(),
        };
        self.host.report(&iteration);
    }

    /// The root move that the next iteration will search first.
    fn first_root_move(&self) -> Move {
        let mut moves = self.position.generate_moves();
        self.tables.sort_moves(&self.position, 0, &mut moves);
        let allowed = moves.iter().copied().find(|mv| self.root_moves.contains(mv));
        allowed.unwrap_or(self.root_moves[0])
    }

    /// Listens for a reason to stop; `true` once there is one. Every node is checked against the node limit,
    /// the host is asked every 2048 nodes, the first time before the first node.
    fn communicate(&mut self) -> bool {
        if self.node_limit.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        if self.nodes >= self.next_poll {
            self.next_poll = self.nodes + POLL_INTERVAL;
            let out_of_time = self.stop_time.is_some_and(|stop_time| self.host.elapsed_ms() >= stop_time);
            if self.host.should_stop() || out_of_time {
                self.stopped = true;
            }
        }
        self.stopped
    }

    /// Whether the position with this key came before, in the game or in the line.
    ///
    /// A single earlier occurrence counts: who can repeat once can repeat again. The parent's key is in the
    /// table too and cannot match, because the other side is to move there. Scanning everything, as the chapter
    /// does, though most entries lie before the last capture, halves the speed in a game of 6000 plies.
    fn is_repetition(&self, key: u64) -> bool {
        self.repetition_table.contains(&key)
    }

    /// The value once the captures have been played out. The side to move may decline them all and take the
    /// static evaluation instead, in check too; whoever has no legal move is not noticed here.
    fn quiescence_search(&mut self, mut alpha: i32, beta: i32) -> i32 {
        if self.communicate() {
            return alpha;
        }
        self.nodes += 1;
        let eval = self.position.evaluate_position();
        if eval >= beta {
            return beta;
        }
        alpha = alpha.max(eval);
        // The killer and PV tables end here; the chapter's code reads and writes past them.
        if self.ply >= MAX_PLY - 1 {
            return alpha;
        }
        let mut moves = self.position.generate_moves();
        self.tables.sort_moves(&self.position, self.ply, &mut moves);
        for &mv in moves.iter() {
            let saved = self.position.save_position();
            if !self.position.make_move(mv, Filter::OnlyCaptures) {
                continue;
            }
            self.ply += 1;
            let score = -self.quiescence_search(-beta, -alpha);
            self.position.restore_position(&saved);
            self.ply -= 1;
            if self.stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                if score >= beta {
                    return beta;
                }
            }
        }
        alpha
    }

    /// The value of the position at `depth`, fail-hard: never outside the window, but for draws and mates,
    /// which are returned as they are. Meaningless once `stopped` is set, except at the root: there it is
    /// the value of the best move searched to its end.
    fn negamax_search(&mut self, mut alpha: i32, beta: i32, mut depth: u32) -> i32 {
        self.tables.pv_length[self.ply] = self.ply;
        let key = self.position.generate_hash_key();
        // The root must yield a move even when its position came before.
        if self.ply > 0 && self.is_repetition(key) {
            return 0;
        }
        if self.communicate() {
            return alpha;
        }
        // Check extensions make lines longer than the depth; at the end of the tables they stop.
        if depth == 0 || self.ply >= MAX_PLY - 1 {
            return self.quiescence_search(alpha, beta);
        }
        self.nodes += 1;
        let in_check = self.position.in_check();
        if in_check {
            depth += 1;
        }
        let mut legal_moves = 0;
        let mut moves = self.position.generate_moves();
        self.tables.sort_moves(&self.position, self.ply, &mut moves);
        for &mv in moves.iter() {
            if self.ply == 0 && !self.root_moves.contains(&mv) {
                continue;
            }
            let saved = self.position.save_position();
            if !self.position.make_move(mv, Filter::AllMoves) {
                continue;
            }
            legal_moves += 1;
            self.ply += 1;
            self.repetition_table.push(key);
            let score = -self.negamax_search(-beta, -alpha, depth - 1);
            self.repetition_table.pop();
            self.ply -= 1;
            self.position.restore_position(&saved);
            if self.stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                // Captures too, as in the chapter: see the tables.
                self.tables.add_history(&self.position, mv, depth);
                self.tables.update_pv(self.ply, mv);
                if score >= beta {
                    self.tables.add_killer(self.ply, mv);
                    return beta;
                }
            }
        }
        if legal_moves > 0 {
            alpha
        } else if in_check {
            // A mate nearer to the root is worse for the side that gets it. A ply is below 64.
            -MATE + self.ply as i32
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    struct Quiet;

    impl Host for Quiet {
        fn should_stop(&mut self) -> bool {
            false
        }

        fn elapsed_ms(&mut self) -> u64 {
            0
        }

        fn report(&mut self, _: &Iteration) {}
    }

    /// Runs `look` on a search that stands at the root of `fen`.
    fn with_search<T>(fen: &str, earlier: &[u64], look: impl FnOnce(&mut Search<'_>) -> T) -> T {
        let mut position = Position::from_fen(fen).unwrap();
        let mut repetition_table = earlier.to_vec();
        let mut tables = Box::new(Tables::new());
        let root_moves = position.legal_moves();
        look(&mut Search::new(position, &mut repetition_table, &mut tables, &mut Quiet, &root_moves))
    }

    /// Plain minimax with the same rules and neither bounds nor ordering: the independent definition.
    fn minimax(position: &Position, line: &mut Vec<u64>, ply: i32, depth: u32) -> i32 {
        let key = position.generate_hash_key();
        if ply > 0 && line.contains(&key) {
            return 0;
        }
        if depth == 0 {
            return settle(position);
        }
        let depth = depth + u32::from(position.in_check());
        let mut best = None;
        line.push(key);
        let mut child = *position;
        for mv in child.legal_moves() {
            let mut child = *position;
            child.make_move(mv, Filter::AllMoves);
            best = best.max(Some(-minimax(&child, line, ply + 1, depth - 1)));
        }
        line.pop();
        best.unwrap_or(if position.in_check() { ply - MATE } else { 0 })
    }

    fn settle(position: &Position) -> i32 {
        let mut best = position.evaluate_position();
        for &mv in position.generate_moves().iter() {
            let mut child = *position;
            if child.make_move(mv, Filter::OnlyCaptures) {
                best = best.max(-settle(&child));
            }
        }
        best
    }

    #[test]
    fn equals_plain_minimax() {
        let mut random = Random::new(7);
        for fen in [
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "8/P3k3/8/3pP3/8/8/4K2p/8 w - d6 0 1",
            "4k2r/6r1/8/8/8/8/3R4/R3K3 w Qk - 0 1",
            "5k2/8/8/8/8/2q5/8/K1R5 w - - 0 1",
            "7k/5Q2/8/8/8/8/2q5/K7 b - - 0 1",
        ] {
            // Two earlier keys that some lines will meet, so that repetition takes part.
            let mut position = Position::from_fen(fen).unwrap();
            let mut earlier = Vec::new();
            for _ in 0..2 {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.make_move(moves[random.below(moves.len())], Filter::AllMoves);
                    earlier.push(position.generate_hash_key());
                }
            }
            for depth in 1..=3 {
                let expected = minimax(&Position::from_fen(fen).unwrap(), &mut earlier.clone(), 0, depth);
                let score = with_search(fen, &earlier, |search| search.negamax_search(-INFINITY, INFINITY, depth));
                assert_eq!(score, expected, "{fen} at depth {depth}");
            }
        }
    }

    #[test]
    fn mated_and_stalemated_nodes() {
        // Asked directly at the root: no legal move, so no root move either.
        let at_root = |fen| {
            let position = Position::from_fen(fen).unwrap();
            let (mut earlier, mut tables, mut host) = (Vec::new(), Box::new(Tables::new()), Quiet);
            let mut search = Search::new(position, &mut earlier, &mut tables, &mut host, &[]);
            search.negamax_search(-INFINITY, INFINITY, 1)
        };
        assert_eq!(at_root("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), -49_000);
        assert_eq!(at_root("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0);
    }

    #[test]
    fn a_repetition_is_a_draw_everywhere_but_at_the_root() {
        let fen = "6k1/8/8/8/8/8/8/KQ6 w - - 0 1";
        let key = Position::from_fen(fen).unwrap().generate_hash_key();
        let score = with_search(fen, &[key], |search| search.negamax_search(-INFINITY, INFINITY, 1));
        assert!(score > 800, "{score}");
        let drawn = with_search(fen, &[key], |search| {
            search.ply = 1;
            search.negamax_search(-INFINITY, INFINITY, 1)
        });
        assert_eq!(drawn, 0);
    }

    #[test]
    fn a_line_ends_with_the_tables() {
        let fen = "k7/1p6/8/8/8/8/6B1/K6q w - - 0 1";
        with_search(fen, &[], |search| {
            let eval = search.position.evaluate_position();
            search.ply = MAX_PLY - 1;
            // In check, with a capture at hand and depth to spare: still only the evaluation.
            assert_eq!(search.negamax_search(-INFINITY, INFINITY, 5), eval);
            assert_eq!(search.nodes, 1);
            assert_eq!(search.quiescence_search(-INFINITY, eval - 10), eval - 10, "fail-hard");
            search.ply = MAX_PLY - 3;
            search.negamax_search(-INFINITY, INFINITY, 5);
            assert!(search.nodes > 10, "{}", search.nodes);
        });
    }

    #[test]
    fn the_search_leaves_no_trace() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for nodes in [None, Some(5_000), Some(1), Some(77)] {
            with_search(fen, &[1, 2, 3], |search| {
                let before = search.position;
                search.search_position(Bounds { depth: 3, nodes, ..Bounds::default() });
                assert_eq!(search.position, before);
                assert_eq!(search.ply, 0);
                assert_eq!(*search.repetition_table, [1, 2, 3]);
                assert!(nodes.is_none_or(|limit| search.nodes <= limit));
            });
        }
    }

    #[test]
    fn a_stopped_iteration_does_not_replace_the_move_to_beat() {
        // History has pushed a move that loses the queen to the front: an iteration stopped after it, and
        // before the better ones, must not make it the answer.
        let fen = "6k1/8/1p6/8/8/Q7/8/6K1 w - - 0 1";
        let mut finished = 0;
        for nodes in 1..1_500 {
            with_search(fen, &[], |search| {
                let blunder = crate::testing::find_move(&search.position, "a3a5");
                search.tables.history_moves[6][blunder.target()] = 1_000_000;
                assert_eq!(search.first_root_move(), blunder);
                let bounds = Bounds { depth: 3, nodes: Some(nodes), ..Bounds::default() };
                let found = search.search_position(bounds);
                if found.depth > 0 {
                    finished += 1;
                    assert_ne!(found.line[0], blunder, "after {nodes} nodes");
                }
            });
        }
        assert!(finished > 1_000, "depth 1 must end early for this to test anything: {finished}");
    }
}
