//! The engine as its callers see it: a position with its game, and searches on it.
//!
//! Not here: the UCI loop, which needs standard input. What it must supply is a [`Host`].
//!
//! Invariant: after an error the engine is what it was before the call.

use crate::board::{Position, START_FEN};
use crate::definitions::{CASTLED_KING, CASTLING_SIDE, KING_HOME, MAX_PLY, ROOK_HOME, Side, Square};
use crate::definitions::{SQUARE_TO_COORDS, coords_to_square};
use crate::fen::FenError;
use crate::make::Filter;
use crate::moves::Move;
use crate::ordering::Tables;
use crate::report::{Iteration, Outcome, Score};
use crate::search::{Bounds, MATE, Search};
use crate::time::Clock;

/// The surroundings of a search: its stop button, its clock and its audience.
pub trait Host {
    /// Whether the search should stop now. Asked before the first node and then every 2048 nodes.
    fn should_stop(&mut self) -> bool;

    /// Milliseconds since the search began.
    fn elapsed_ms(&mut self) -> u64;

    /// Takes note of an iteration; printing it gives the UCI `info` line. The last one noted, if any was,
    /// holds the answer of the search.
    fn report(&mut self, iteration: &Iteration);
}

/// What bounds a search: the parameters of UCI's `go`. Everything is optional and no value is an error;
/// without any bound the search runs to depth 64 or until the host stops it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The last depth to search, in plies: clamped to 1..=64.
    pub depth: Option<u32>,
    /// Nodes not to exceed.
    pub nodes: Option<u64>,
    /// Stop at the first iteration that finds a mate in at most so many moves.
    pub mate: Option<u32>,
    /// Milliseconds for this move. Goes before the clock, but the clock still caps it.
    pub movetime: Option<i64>,
    /// Milliseconds on the clocks, White's first. At zero or below, the search answers at once.
    pub time: [Option<i64>; 2],
    /// Milliseconds gained after each move, White's first.
    pub inc: [Option<i64>; 2],
    /// Moves to the next time control; 30 are assumed when missing or below 1.
    pub movestogo: Option<i64>,
    /// Milliseconds that a move loses between engine and GUI; 20 by default, below 0 counts as 0.
    pub move_overhead: i64,
    /// Ignores `movetime` and the clocks. The search may still end by itself, at depth 64 for instance;
    /// holding the answer back until `stop` is the caller's business.
    pub infinite: bool,
    /// Root moves to choose from, in UCI notation. Illegal ones are ignored; if none is legal, all moves are
    /// searched, because a GUI that gets no answer waits for ever.
    pub search_moves: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            mate: None,
            movetime: None,
            time: [None; 2],
            inc: [None; 2],
            movestogo: None,
            move_overhead: 20,
            infinite: false,
            search_moves: Vec::new(),
        }
    }
}

impl Limits {
    /// A search to a fixed depth in plies.
    pub fn to_depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Milliseconds from its start after which a search would stop by itself, for White or for Black to
    /// move; `None` when time does not bound it.
    pub fn budget_ms(&self, white_to_move: bool) -> Option<u64> {
        if self.infinite {
            return None;
        }
        let side = if white_to_move { Side::White } else { Side::Black }.index();
        let clock =
            Clock { movestogo: self.movestogo, movetime: self.movetime, time: self.time[side], inc: self.inc[side] };
        clock.stop_time(self.move_overhead)
    }
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is no UCI move.
    Malformed(String),
    /// The text is a move, but not one of this position.
    Illegal {
        /// The move.
        text: String,
        /// The position.
        fen: String,
    },
}

impl std::fmt::Display for MoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "'{text}' is not a move in UCI notation"),
            Self::Illegal { text, fen } => write!(f, "move {text} is not legal in {fen}"),
        }
    }
}

impl std::error::Error for MoveError {}

/// The engine: a position, the game that led to it, and the memory of a search.
///
/// A clone is a snapshot: play a move list on it and keep it only if every move was legal.
#[derive(Clone)]
pub struct Abc {
    position: Position,
    repetition_table: Vec<u64>,
    tables: Box<Tables>,
}

impl Default for Abc {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Abc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Abc").field("fen", &self.fen()).field("moves", &self.repetition_table.len()).finish()
    }
}

impl std::fmt::Display for Abc {
    /// The board print.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.position.fmt(f)
    }
}

impl Abc {
    /// An engine at the start position.
    pub fn new() -> Self {
        let position = Position::from_fen(START_FEN).expect("the start position is legal");
        Self { position, repetition_table: Vec::new(), tables: Box::new(Tables::new()) }
    }

    /// Back to the start position, with everything forgotten.
    pub fn new_game(&mut self) {
        *self = Self::new();
    }

    /// Sets the position, the start position for `None`, and forgets the game so far.
    ///
    /// Missing trailing FEN fields get defaults; castling rights and en-passant squares that the board
    /// contradicts are dropped.
    ///
    /// # Errors
    /// A FEN that is malformed or cannot be a chess position is refused, and nothing changes.
    pub fn set_position(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        self.position = Position::from_fen(fen.unwrap_or(START_FEN))?;
        self.repetition_table.clear();
        Ok(())
    }

    /// Plays a move in UCI notation; castling may be written either way, `e1g1` or `e1h1`. The position left
    /// behind counts for repetition.
    ///
    /// # Errors
    /// Text that is no move, or no legal one, is refused, and nothing changes.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.find_move(text)?;
        let key = self.position.generate_hash_key();
        if self.position.make_move(mv, Filter::AllMoves) {
            self.repetition_table.push(key);
            return Ok(());
        }
        Err(MoveError::Illegal { text: text.to_string(), fen: self.fen() })
    }

    /// The position as a six-field FEN, its en-passant square present only when a capture there is legal.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// The legal moves in UCI notation, in the order of generation.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut position = self.position;
        position.legal_moves().iter().map(ToString::to_string).collect()
    }

    /// The number of legal move sequences of `depth` plies; 1 for depth 0.
    pub fn perft(&mut self, depth: u32) -> u64 {
        self.position.perft(depth)
    }

    /// The static evaluation in centipawns for the side to move.
    pub fn evaluate_position(&self) -> i32 {
        self.position.evaluate_position()
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// The position's 64-bit key: the same for equal positions, the counters left out.
    pub fn hash_key(&self) -> u64 {
        self.position.generate_hash_key()
    }

    /// Searches the position within `limits`.
    ///
    /// Always answers with a legal move when there is one, however little was allowed. Without one, the
    /// answer is none: a report of depth 0 says whether it is mate (`mate 0`) or stalemate (`cp 0`).
    pub fn search_position(&mut self, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let legal = self.position.legal_moves();
        if legal.is_empty() {
            return self.no_move(host);
        }
        let mut root_moves: Vec<Move> =
            limits.search_moves.iter().filter_map(|text| self.find_move(text).ok()).collect();
        root_moves.retain(|mv| legal.contains(mv));
        if root_moves.is_empty() {
            root_moves = legal;
        }
        let deepest = MAX_PLY as u32;
        let bounds = Bounds {
            depth: limits.depth.unwrap_or(deepest).clamp(1, deepest),
            nodes: limits.nodes,
            mate: limits.mate,
            stop_time: limits.budget_ms(self.position.side == Side::White),
        };
        let found = Search::new(self.position, &mut self.repetition_table, &mut self.tables, host, &root_moves)
            .search_position(bounds);
        let mut line = found.line.iter().map(ToString::to_string);
        Outcome {
            best_move: line.next(),
            ponder: line.next(),
            score: Score::from_raw(found.raw_score),
            raw_score: found.raw_score,
            depth: found.depth,
            nodes: found.nodes,
        }
    }

    /// The answer when the game is over. The chapter would print whatever its PV table holds.
    fn no_move(&self, host: &mut dyn Host) -> Outcome {
        let raw_score = if self.position.in_check() { -MATE } else { 0 };
        let score = Score::from_raw(raw_score);
        let time_ms = host.elapsed_ms();
        host.report(&Iteration { depth: 0, score, raw_score, nodes: 0, time_ms, pv: Vec::new() });
        Outcome { best_move: None, ponder: None, score, raw_score, depth: 0, nodes: 0 }
    }

    /// The pseudo-legal move that `text` names. Legality is for `make_move` to say.
    fn find_move(&self, text: &str) -> Result<Move, MoveError> {
        let malformed = || MoveError::Malformed(text.to_string());
        let lower = text.to_ascii_lowercase();
        let square = |range| lower.get(range).and_then(coords_to_square).ok_or_else(malformed);
        let (source, target) = (square(0..2)?, square(2..4)?);
        if !matches!(&lower[4..], "" | "q" | "r" | "b" | "n") {
            return Err(malformed());
        }
        let target = self.castled_king(source, target).unwrap_or(target);
        let name = format!("{}{}{}", &lower[..2], SQUARE_TO_COORDS[target], &lower[4..]);
        let moves = self.position.generate_moves();
        let found = moves.iter().copied().find(|mv| mv.to_string() == name);
        let illegal = || MoveError::Illegal { text: text.to_string(), fen: self.fen() };
        found.filter(|&mv| self.position.clone().make_move(mv, Filter::AllMoves)).ok_or_else(illegal)
    }

    /// Where the king lands if "king takes own rook" names a castling that the side still has a right to. Any
    /// other move onto an own rook is illegal, so nothing is lost by reading it so.
    fn castled_king(&self, source: Square, target: Square) -> Option<Square> {
        let side = self.position.side.index();
        let direction = ROOK_HOME[side].iter().position(|&rook| rook == target)?;
        let right = self.position.castle & CASTLING_SIDE[side][direction] != 0;
        (right && source == KING_HOME[side]).then_some(CASTLED_KING[side][direction])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fen: &str) -> Abc {
        let mut abc = Abc::new();
        abc.set_position(Some(fen)).unwrap();
        abc
    }

    #[test]
    fn both_castling_notations_are_read() {
        for (side, moves) in [("w", [["e1g1", "e1h1"], ["e1c1", "e1a1"]]), ("b", [["e8g8", "e8h8"], ["e8c8", "e8a8"]])]
        {
            for [standard, rook] in moves {
                let mut one = at(&format!("r3k2r/8/8/8/8/8/8/R3K2R {side} KQkq - 0 1"));
                let mut other = one.clone();
                one.play(standard).unwrap();
                other.play(rook).unwrap();
                assert_eq!(one.fen(), other.fen());
            }
        }
        // Without the right it is just a move onto an own rook; a rook that takes on h8 is no castling.
        assert!(at("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").play("e1h1").is_err());
        at("4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1").play("h1h8").unwrap();
    }

    #[test]
    fn errors_change_nothing() {
        let mut abc = Abc::new();
        abc.play("e2e4").unwrap();
        let (fen, history) = (abc.fen(), abc.repetition_table.clone());
        for text in ["", "e", "e7e", "e7e9", "é7e5", "e7e5x", "e7e5qq", "0000", "hello world"] {
            assert_eq!(abc.play(text), Err(MoveError::Malformed(text.to_string())), "{text}");
        }
        for text in ["e2e4", "e7e4", "e8g8", "e7e5q", "a1a1"] {
            assert!(matches!(abc.play(text), Err(MoveError::Illegal { .. })), "{text}");
        }
        assert!(abc.set_position(Some("8/8/8/8/8/8/8/8 w - - 0 1")).is_err());
        assert_eq!((abc.fen(), &abc.repetition_table), (fen, &history));
        // A pinned piece's move is generated but not legal.
        assert!(at("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1").play("e2d2").is_err());
        // A promotion must say what to.
        assert!(at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").play("a7a8").is_err());
        at("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").play("a7a8Q").unwrap();
    }

    #[test]
    fn budgets_use_the_mover_s_clock() {
        let limits = Limits { time: [Some(60_000), Some(30_000)], ..Limits::default() };
        assert_eq!(limits.budget_ms(true), Some(1_980));
        assert_eq!(limits.budget_ms(false), Some(980));
        assert_eq!(Limits { infinite: true, ..limits }.budget_ms(true), None);
        assert_eq!(Limits::default().budget_ms(true), None);
    }

    #[test]
    fn the_engine_can_move_to_another_thread() {
        fn sendable<T: Send + Sync + 'static>() {}
        sendable::<Abc>();
        sendable::<Limits>();
        sendable::<Outcome>();
        sendable::<Iteration>();
    }
}
