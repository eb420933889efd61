//! Tablebases in the search: a position they know needs no search of its own.
//!
//! Not the root (`tablebases`). Asked only after a capture or pawn move: what the tables promise, they promise for a clock at 0.
//! Invariant: a position that is mate is mate here too; a win by the tables settles only questions that a mate would settle alike.

use crate::depth::Depth;
use crate::node::{Node, NodeKind};
use crate::score::{Bound, Score, Window};
use crate::step::{GO_ON, Step};
use crate::table::Finding;
use crate::tablebases::TableOutcome;
use crate::worker::Worker;

/// Nothing is deeper than the truth, but a later search might know the way to a mate.
const DEEPER: i32 = 6;

/// Leaves the node with what the tables say, if that settles its question; else notes it in the node.
pub(crate) fn step<N: NodeKind>(w: &mut Worker<'_>, node: &mut Node) -> Step {
    let Some(score) = look_up::<N>(w, node) else {
        return GO_ON;
    };
    let (bound, settles) = if score.is_win() {
        (Bound::Lower, score >= node.window.beta)
    } else if score.is_loss() {
        (Bound::Upper, score <= node.window.alpha)
    } else {
        (Bound::Exact, true)
    };
    if !settles {
        // Only a mate is still to be found.
        match bound {
            Bound::Lower => node.possible.alpha = score,
            _ => node.possible.beta = score,
        }
        return GO_ON;
    }
    let depth = (node.depth + DEEPER).min(Depth::MAX);
    w.table.put(w.key(), w.ply(), Finding { mv: None, score, bound, depth, evaluation: None, was_pv: node.was_pv });
    Step::Break(score)
}

fn look_up<N: NodeKind>(w: &Worker<'_>, node: &Node) -> Option<Score> {
    let tables = w.tablebases()?;
    let position = w.position();
    let pieces = position.occupied().count();
    let is_asked = !N::ROOT
        && position.halfmove_clock() == 0
        && w.frame().excluded.is_none()
        && (pieces < tables.most_pieces() || node.depth.plies() >= tables.min_depth)
        && tables.covers(position)
        && (!node.in_check || position.has_legal_move());
    if !is_asked {
        return None;
    }
    let outcome = tables.tables.outcome(position)?;
    w.note_table_hit();
    Some(match outcome {
        TableOutcome::Win => Score::table_win_at(w.ply()),
        TableOutcome::Loss => Score::table_loss_at(w.ply()),
        TableOutcome::CursedWin if !tables.fifty_move_rule => Score::table_win_at(w.ply()),
        TableOutcome::BlessedLoss if !tables.fifty_move_rule => Score::table_loss_at(w.ply()),
        _ => Score::DRAW,
    })
}

/// What the search found, as far as the tables allow.
pub(crate) fn within(possible: Window, score: Score) -> Score {
    score.max(possible.alpha).min(possible.beta)
}
