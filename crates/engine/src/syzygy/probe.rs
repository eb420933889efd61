//! What the tables say of a position, the moves that leave them included.
//!
//! Not the files (`table`). A table's value does not count captures that win, nor en passant: those are looked up one ply further.
//! Invariant: without a table that is needed there is no answer; the answer is as true as the tables.

use rules::{Move, MoveKind, PieceKind, Position};

use super::Syzygy;
use super::table::{Kind, Value};

/// Win and loss, and those that the fifty-move rule makes draws.
pub(super) const WIN: i32 = 2;
/// Worse than every outcome.
const NONE: i32 = -3;

/// The distance of an outcome that the next move brings about.
const fn distance_before_zeroing(outcome: i32) -> i32 {
    match outcome {
        2 => 1,
        1 => 101,
        -1 => -101,
        -2 => -1,
        _ => 0,
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    child.make(mv);
    child
}

fn is_pawn_move(position: &Position, mv: Move) -> bool {
    position.piece_on(mv.from()).is_some_and(|piece| piece.kind() == PieceKind::Pawn)
}

/// An outcome, and whether a capture (or a position without other moves than en passant) brings it about at once.
struct Known {
    outcome: i32,
    is_by_capture: bool,
}

impl Syzygy {
    /// -2 to 2 for the side to move.
    pub(super) fn outcome_of(&self, position: &Position) -> Option<i32> {
        self.know(position).map(|known| known.outcome)
    }

    /// Plies to the next capture or pawn move that keeps the outcome: positive when won, negative when lost, 0 when drawn; beyond 100 the
    /// fifty-move rule makes it a draw. At most 1 too small.
    pub(super) fn distance_of(&self, position: &Position) -> Option<i32> {
        let Known { outcome, is_by_capture } = self.know(position)?;
        if outcome == 0 {
            return Some(0);
        }
        if is_by_capture {
            return Some(distance_before_zeroing(outcome));
        }
        let moves = position.legal_moves();
        if outcome > 0 {
            for &mv in moves.iter().filter(|&&mv| is_pawn_move(position, mv) && !mv.is_capture()) {
                if -self.outcome_of(&after(position, mv))? == outcome {
                    return Some(distance_before_zeroing(outcome));
                }
            }
        }
        match self.table(position, Kind::Distance)?.value(position, outcome)? {
            Value::Found(plies) => Some(distance_before_zeroing(outcome) + outcome.signum() * plies),
            Value::OtherSide => self.distance_by_moves(position, outcome),
        }
    }

    /// A ply further the table knows the distance.
    fn distance_by_moves(&self, position: &Position, outcome: i32) -> Option<i32> {
        let mut best = if outcome > 0 { i32::MAX } else { distance_before_zeroing(outcome) };
        for &mv in position.legal_moves().iter().filter(|&&mv| !is_pawn_move(position, mv) && !mv.is_capture()) {
            let child = after(position, mv);
            let distance = -self.distance_of(&child)?;
            if distance == 1 && child.in_check() && !child.has_legal_move() {
                best = 1;
            } else if outcome > 0 {
                if distance > 0 {
                    best = best.min(distance + 1);
                }
            } else {
                best = best.min(distance - 1);
            }
        }
        (best != i32::MAX).then_some(best)
    }

    fn know(&self, position: &Position) -> Option<Known> {
        let moves = position.legal_moves();
        let (mut capture, mut en_passant) = (NONE, NONE);
        for &mv in moves.iter().filter(|mv| mv.is_capture()) {
            let outcome = -self.outcome_within(&after(position, mv), -WIN, -capture)?;
            if outcome == WIN {
                return Some(Known { outcome, is_by_capture: true });
            }
            let best = if mv.kind() == MoveKind::EnPassant { &mut en_passant } else { &mut capture };
            *best = outcome.max(*best);
        }
        let stored = self.stored(position)?;
        if en_passant > capture {
            if en_passant > stored {
                return Some(Known { outcome: en_passant, is_by_capture: true });
            }
            capture = en_passant;
        }
        if capture >= stored {
            return Some(Known { outcome: capture, is_by_capture: capture > 0 });
        }
        // The table takes a position for stalemate in which en passant is the only move.
        let is_forced = en_passant > NONE && moves.iter().all(|mv| mv.kind() == MoveKind::EnPassant);
        if is_forced && stored == 0 && !position.in_check() {
            return Some(Known { outcome: en_passant, is_by_capture: true });
        }
        Some(Known { outcome: stored, is_by_capture: false })
    }

    /// The outcome after a capture, as far as it lies between the two.
    fn outcome_within(&self, position: &Position, mut alpha: i32, beta: i32) -> Option<i32> {
        for &mv in position.legal_moves().iter().filter(|mv| mv.is_capture()) {
            let outcome = -self.outcome_within(&after(position, mv), -beta, -alpha)?;
            if outcome >= beta {
                return Some(outcome);
            }
            alpha = alpha.max(outcome);
        }
        self.stored(position).map(|stored| stored.max(alpha))
    }

    /// As the table has it.
    fn stored(&self, position: &Position) -> Option<i32> {
        // Bare kings have no table.
        if position.occupied().count() == 2 {
            return Some(0);
        }
        match self.table(position, Kind::Outcome)?.value(position, 0)? {
            Value::Found(outcome) => Some(outcome),
            Value::OtherSide => None,
        }
    }
}
