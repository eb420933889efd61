//! What the tests of the techniques share.

use rules::Position;
use search::{Iteration, Score};

/// An iteration of so many plies, of which nothing else is remarkable.
pub(crate) fn iteration(depth: u32) -> Iteration {
    let best = Position::start().parse_uci("e2e4").expect("legal");
    Iteration { depth, best, score: Score::DRAW, best_nodes: 0, nodes: 1, choices: 20 }
}
