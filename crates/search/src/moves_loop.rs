//! The loop over a node's moves.
//!
//! Not the order of the moves (the picker's), nor what is left out or searched less deep (the techniques').
//! Invariant: a node is stored only when its loop has run to its end or to a cut, never under an excluded move; a loss is returned only
//! when no move was left out.

use arrayvec::ArrayVec;
use rules::{Checks, Move};

use crate::correction;
use crate::limits::CurrentMove;
use crate::node::{Node, NodeKind};
use crate::picker::{Candidate, MovePicker, is_noisy};
use crate::score::{Score, Window};
use crate::step::Step;
use crate::table::Finding;
use crate::table_probe;
use crate::techniques::principal_variation_search::Place;
use crate::techniques::{
    capture_history, check_exemption, continuation_history, futility_pruning, history, history_pruning, killers,
    late_move_pruning, pawn_history, principal_variation_search, see_move_pruning, singular_extensions, threat_history,
};
use crate::worker::Worker;

/// Quiet moves that can be punished when a later one refutes.
const MOST_TRIED: usize = 64;
/// The same of captures.
const MOST_CAPTURES_TRIED: usize = 32;

/// What the loop has found so far.
struct Found {
    window: Window,
    best: Option<Score>,
    /// The move that raised alpha last.
    mv: Option<Move>,
    quiets: usize,
    /// As many as can be punished.
    quiets_tried: ArrayVec<Move, MOST_TRIED>,
    captures_tried: ArrayVec<Move, MOST_CAPTURES_TRIED>,
    /// Computed when first asked for.
    checks: Option<Checks>,
}

/// Searches the moves of the current position.
pub(crate) fn search<N: NodeKind>(w: &mut Worker<'_>, node: Node) -> Step<Score> {
    threat_history::note(w);
    let legality = w.position().legality();
    let mut picker = MovePicker::all(w, &node);
    let window = Window { alpha: node.window.alpha.max(node.possible.alpha), ..node.window };
    let mut found = Found {
        window,
        best: Some(node.possible.alpha).filter(|score| score.is_win() && *score < Score::INFINITE),
        mv: None,
        quiets: 0,
        quiets_tried: ArrayVec::new(),
        captures_tried: ArrayVec::new(),
        checks: None,
    };
    let mut number = 0;
    while let Some(candidate) = picker.next(w, &legality) {
        if !is_wanted::<N>(w, candidate.mv) {
            continue;
        }
        number += 1;
        if found.best.is_some_and(|best| !best.is_loss())
            && leaves_out::<N>(w, &node, &mut found, &candidate, number, &mut picker)
        {
            continue;
        }
        let nodes_before = w.nodes;
        if N::ROOT {
            announce(w, candidate.mv, number);
        }
        let extension = singular_extensions::step::<N>(w, &node, candidate.mv)?;
        let place = Place { number, extension, best: found.best };
        let score = principal_variation_search::step::<N>(w, &node, found.window, &candidate, place)?;
        if N::ROOT {
            let spent = w.nodes - nodes_before;
            let line = w.lines.at(w.ply().next()).clone();
            w.root.record(candidate.mv, score, found.window, spent, &line);
        }
        w.count_move::<N>(&node, &candidate, number, score >= found.window.beta);
        found.best = found.best.max(Some(score));
        if score > found.window.alpha {
            found.mv = Some(candidate.mv);
            if N::PV {
                w.lines.adopt(w.ply(), candidate.mv);
            }
            if score >= found.window.beta {
                reward(w, &node, candidate.mv, &found);
                break;
            }
            found.window.alpha = score;
        }
        if candidate.mv.is_capture() {
            let _ = found.captures_tried.try_push(candidate.mv);
        } else if !candidate.is_noisy() {
            found.quiets += 1;
            // A full list forgets: those tried first are the ones expected to do well.
            let _ = found.quiets_tried.try_push(candidate.mv);
        }
    }
    let Some(best) = found.best.map(|best| table_probe::within(node.possible, best)) else {
        return Step::Continue(without_moves(w, &node));
    };
    correction::learn(w, &node, best, node.window.bound(best), found.mv);
    store::<N>(w, &node, &found, best);
    Step::Continue(best)
}

fn is_wanted<N: NodeKind>(w: &Worker<'_>, mv: Move) -> bool {
    w.frame().excluded != Some(mv) && (!N::ROOT || w.root.allows(mv))
}

/// Whether a technique leaves this move out. Asked only once a move was found that does not lose.
fn leaves_out<N: NodeKind>(
    w: &Worker<'_>,
    node: &Node,
    found: &mut Found,
    candidate: &Candidate,
    number: u32,
    picker: &mut MovePicker,
) -> bool {
    if N::ROOT || !w.has_pieces() {
        return false;
    }
    let is_quiet = !candidate.is_noisy();
    if is_quiet && late_move_pruning::applies::<N>(w, node, found.quiets) {
        picker.skip_quiets();
        return true;
    }
    let is_hopeless = || {
        futility_pruning::applies::<N>(w, node, found.window.alpha, number)
            || history_pruning::applies::<N>(w, node, candidate, number)
    };
    let is_left_out = (is_quiet && is_hopeless()) || see_move_pruning::applies::<N>(w, node, candidate);
    is_left_out && !check_exemption::applies::<N>(w, node.depth, &mut found.checks, candidate.mv)
}

fn announce(w: &mut Worker<'_>, mv: Move, number: u32) {
    let current = CurrentMove { depth: w.root.depth(), mv, number, nodes: w.nodes_of_all() };
    w.host.current_move(&current);
}

fn reward(w: &mut Worker<'_>, node: &Node, mv: Move, found: &Found) {
    if !is_noisy(mv) {
        killers::reward(w, mv);
        history::reward(w, node.depth, mv, &found.quiets_tried);
        continuation_history::reward(w, node.depth, mv, &found.quiets_tried);
        pawn_history::reward(w, node.depth, mv, &found.quiets_tried);
    }
    capture_history::reward(w, node.depth, mv, &found.captures_tried);
}

/// Mate, stalemate, or every move was left out on request.
fn without_moves(w: &Worker<'_>, node: &Node) -> Score {
    if w.frame().excluded.is_some() {
        node.window.alpha
    } else if node.in_check {
        Score::mated_at(w.ply())
    } else {
        Score::DRAW
    }
}

fn store<N: NodeKind>(w: &Worker<'_>, node: &Node, found: &Found, best: Score) {
    if w.frame().excluded.is_some() || (N::ROOT && !w.root.is_complete()) {
        return;
    }
    let finding = Finding {
        mv: found.mv,
        score: best,
        bound: node.window.bound(best),
        depth: node.depth,
        evaluation: node.raw_evaluation,
        was_pv: node.was_pv,
    };
    w.table.put(w.key(), w.ply(), finding);
}
