//! The rich evaluation: which terms it consists of.
//!
//! Not here: the terms, which are in `rich/`. Invariant: exactly colour-blind; what the sink hears adds up to the total.

use rules::{Color, Position};

use crate::pair::Pair;
use crate::rich::facts::Facts;
use crate::rich::pawns::Structure;
use crate::rich::{endgame, king, passed, pieces, shelter, space, threats};
use crate::side::{Black, Side, White};
use crate::trace::{Label, Sink};

registry::technique! {
    /// Judges pawns, pieces, kings and threats, not material and squares alone.
    ///
    /// Off, the evaluation is PeSTO's: material and piece-square tables.
    "RichEvaluation", title "Rich evaluation", class Eval, default on, revision 1,
    source "Kirin text; CPW: Evaluation",
    needs [], excludes [],
    parameters {}
}

/// The side to move can do something first.
const TEMPO: Pair = Pair::new(18, 20);

/// The sum of all terms, White's view, and what is left of its endgame half, in 64ths.
#[inline]
pub(crate) fn assess<S: Sink>(position: &Position, pawns: &Structure, sink: &mut S) -> (Pair, i32) {
    let mut facts = Facts::new(position);
    let mut total = pawns.balance;
    total += pieces::pieces::<White, S>(&mut facts, pawns, sink) - pieces::pieces::<Black, S>(&mut facts, pawns, sink);
    total += with_all_attacks::<White, S>(&facts, pawns, sink) - with_all_attacks::<Black, S>(&facts, pawns, sink);
    sink.note(Label::Tempo, position.side_to_move(), TEMPO);
    total += if position.side_to_move() == Color::White { TEMPO } else { -TEMPO };
    (total, endgame::scale(&facts, pawns.passed, total.endgame()))
}

/// The terms that need the attacks of both sides.
#[inline(always)]
fn with_all_attacks<U: Side, S: Sink>(facts: &Facts<'_>, pawns: &Structure, sink: &mut S) -> Pair {
    let shelter = shelter::shelter::<U, S>(facts, pawns, sink);
    Pair::new(shelter, 0)
        + king::danger::<U, S>(facts, shelter, sink)
        + threats::threats::<U, S>(facts, sink)
        + passed::passed::<U, S>(facts, pawns, sink)
        + space::space::<U, S>(facts, sink)
        + endgame::mop_up::<U, S>(facts, sink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{flipped, hand_crafted, random_games, sharp_positions};
    use crate::{Evaluator, trace};

    #[test]
    fn trace_cache_and_colours_never_change_a_value() {
        let mut warm = Evaluator::new(&hand_crafted());
        let mut positions = random_games(3, 60, 250);
        positions.extend(sharp_positions());
        assert!(positions.len() > 5_000);
        for position in &positions {
            let value = warm.evaluate(position);
            assert_eq!(warm.evaluate(&flipped(position)), value, "{position:?}");
            let trace = trace(position, &hand_crafted());
            assert_eq!(trace.value, value, "{position:?}");
            let sum = |half: fn(&crate::Phases) -> i32| {
                trace.terms().iter().map(|term| half(&term.white) - half(&term.black)).sum::<i32>()
            };
            assert_eq!((sum(|p| p.middlegame), sum(|p| p.endgame)), (trace.total.middlegame, trace.total.endgame));
        }
        for position in positions.iter().step_by(50) {
            assert_eq!(Evaluator::new(&hand_crafted()).evaluate(position), warm.evaluate(position));
        }
        let before: Vec<i32> = positions.iter().map(|position| warm.evaluate(position)).collect();
        warm.clear();
        assert!(positions.iter().map(|position| warm.evaluate(position)).eq(before));
    }

    #[test]
    fn the_first_position_is_worth_a_tempo() {
        assert_eq!(Evaluator::new(&hand_crafted()).evaluate(&Position::start()), TEMPO.middlegame());
    }
}
