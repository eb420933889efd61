//! What a search says: scores in UCI's terms, one report per iteration, and the answer.
//!
//! Not here: output. These values turn into text, and whoever receives them prints it.
//!
//! Invariant: a mate is never reported as centipawns or the other way round.

use crate::search::{MATE, MATE_SCORE};

/// A score for the side to move, as UCI writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many *moves* of the side that mates; negative when the side to move is being mated, zero
    /// when it already is.
    Mate(i32),
}

impl Score {
    /// From the search's own scale, where a mate at ply `n` is `49000 - n`.
    ///
    /// The chapter prints a lost position as mate `-(score + 49000) / 2 - 1`, one move too far, and lets
    /// -49000 itself (mated on the spot) fall through to centipawns. UCI counts moves, so `n` plies to a
    /// mate that one gives are `(n + 1) / 2` moves, and `n` plies to a mate that one gets are `n / 2`.
    pub(crate) const fn from_raw(raw: i32) -> Self {
        if raw > MATE_SCORE {
            Self::Mate((MATE - raw + 1) / 2)
        } else if raw < -MATE_SCORE {
            Self::Mate(-(MATE + raw) / 2)
        } else {
            Self::Centipawns(raw)
        }
    }
}

impl std::fmt::Display for Score {
    /// `cp 31` or `mate -2`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// One iteration: a finished one, or the unfinished last one if the answer comes from it. Its `Display` is
/// the UCI `info` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The iteration's depth in plies; 0 when the root has no legal move.
    pub depth: u32,
    /// The root's score.
    pub score: Score,
    /// The same score on the search's own scale: centipawns, or 49000 less the plies to mate.
    pub raw_score: i32,
    /// Nodes of the whole search so far.
    pub nodes: u64,
    /// Milliseconds since the search began.
    pub time_ms: u64,
    /// The best line in UCI notation.
    pub pv: Vec<String>,
}

impl std::fmt::Display for Iteration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { depth, score, nodes, time_ms, pv, .. } = self;
        write!(f, "info score {score} depth {depth} nodes {nodes} time {time_ms}")?;
        if pv.is_empty() { Ok(()) } else { write!(f, " pv {}", pv.join(" ")) }
    }
}

/// The answer of a search. Its `Display` is the UCI `bestmove` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play in UCI notation; `None` only when the root has no legal move.
    pub best_move: Option<String>,
    /// The reply expected, when the best line has one.
    pub ponder: Option<String>,
    /// The score of the best move, for the side to move; the static evaluation if no move was searched.
    pub score: Score,
    /// The same score on the search's own scale: centipawns, or 49000 less the plies to mate.
    pub raw_score: i32,
    /// The last depth searched to its end, 0 if none was.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "bestmove {}", self.best_move.as_deref().unwrap_or("(none)"))?;
        match &self.ponder {
            Some(reply) => write!(f, " ponder {reply}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_full_moves_in_both_directions() {
        for (raw, score) in [
            (48_999, Score::Mate(1)),
            (48_997, Score::Mate(2)),
            (48_995, Score::Mate(3)),
            (-49_000, Score::Mate(0)),
            (-48_998, Score::Mate(-1)),
            (-48_996, Score::Mate(-2)),
            (48_000, Score::Centipawns(48_000)),
            (-48_000, Score::Centipawns(-48_000)),
            (-31, Score::Centipawns(-31)),
        ] {
            assert_eq!(Score::from_raw(raw), score, "{raw}");
        }
    }

    #[test]
    fn lines_read_as_uci() {
        let pv = vec!["e2e4".to_string(), "e7e5".to_string()];
        let raw_score = -48_998;
        let score = Score::from_raw(raw_score);
        let mut iteration = Iteration { depth: 3, score, raw_score, nodes: 77, time_ms: 5, pv };
        assert_eq!(iteration.to_string(), "info score mate -1 depth 3 nodes 77 time 5 pv e2e4 e7e5");
        iteration.score = Score::Centipawns(12);
        iteration.pv.clear();
        assert_eq!(iteration.to_string(), "info score cp 12 depth 3 nodes 77 time 5");
        let mut outcome = Outcome { best_move: None, ponder: None, score, raw_score, depth: 0, nodes: 0 };
        assert_eq!(outcome.to_string(), "bestmove (none)");
        outcome.best_move = Some("e7e8q".to_string());
        assert_eq!(outcome.to_string(), "bestmove e7e8q");
        outcome.ponder = Some("a7a6".to_string());
        assert_eq!(outcome.to_string(), "bestmove e7e8q ponder a7a6");
    }
}
