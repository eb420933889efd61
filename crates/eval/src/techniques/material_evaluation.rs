//! The evaluation that counts material and looks at nothing else.
//!
//! Not meant to play well: games played with it hold nobody's knowledge of chess, and networks begin from those. Invariant: exactly
//! colour-blind, and the same in the middlegame as in the endgame.

use rules::{Color, PieceKind, Position};

use crate::pair::Pair;
use crate::trace::{Label, Sink};

registry::technique! {
    /// Counts material and looks at nothing else.
    ///
    /// A pawn is worth 1, a minor piece 3, a rook 5, a queen 9. While it is on, it stands in for every other evaluation.
    "MaterialEvaluation", title "Evaluation of material only", class Eval, default off, revision 1,
    source "CPW: Point Value",
    needs [], excludes [],
    parameters {}
}

/// Centipawns, pawn to queen; kings cancel.
const WORTH: [(PieceKind, i32); 5] = [
    (PieceKind::Pawn, 100),
    (PieceKind::Knight, 300),
    (PieceKind::Bishop, 300),
    (PieceKind::Rook, 500),
    (PieceKind::Queen, 900),
];

/// The balance of material, from White's view.
#[inline]
pub(crate) fn balance<S: Sink>(position: &Position, sink: &mut S) -> Pair {
    let mut balance = Pair::ZERO;
    for (kind, worth) in WORTH {
        let [white, black] = [Color::White, Color::Black].map(|color| {
            let sum = worth * position.pieces(color, kind).count() as i32;
            let sum = Pair::new(sum, sum);
            sink.note(Label::Material, color, sum);
            sum
        });
        balance += white - black;
    }
    balance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{flipped, random_games, sharp_positions};
    use crate::{Config, Evaluator, trace};

    fn on() -> Config {
        let mut config = Config::DEFAULT;
        config.material_evaluation.on = true;
        config
    }

    #[test]
    fn values_by_hand() {
        let value = |fen: &str| Evaluator::new(&on()).evaluate(&Position::from_fen(fen).expect("a FEN"));
        assert_eq!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
        assert_eq!(value("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), 100);
        assert_eq!(value("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"), -100);
        assert_eq!(value("3qk3/8/8/8/8/8/8/R2NKB2 w - - 0 1"), 500 + 300 + 300 - 900);
        assert_eq!(value("3qk3/8/8/8/8/8/8/R2NKB2 b - - 0 1"), 900 - 500 - 300 - 300);
    }

    #[test]
    fn neither_trace_nor_colours_nor_the_other_switches_change_a_value() {
        let mut evaluator = Evaluator::new(&on());
        let mut positions = random_games(5, 20, 200);
        positions.extend(sharp_positions());
        assert!(positions.len() > 1_500);
        let mut bare = on();
        (bare.rich_evaluation.on, bare.smooth_taper.on) = (false, false);
        let mut without = Evaluator::new(&bare);
        for position in &positions {
            let value = evaluator.evaluate(position);
            assert_eq!(evaluator.evaluate(&flipped(position)), value, "{position:?}");
            assert_eq!(without.evaluate(position), value, "{position:?}");
            let trace = trace(position, &on());
            assert_eq!((trace.value, trace.evaluation), (value, "material"), "{position:?}");
            assert_eq!(trace.total.middlegame, trace.white_value, "{position:?}");
            let material = trace.term("Material").expect("a term");
            assert_eq!(material.white.middlegame - material.black.middlegame, trace.white_value, "{position:?}");
        }
    }

    #[test]
    fn off_differs_from_on() {
        let positions = random_games(6, 4, 100);
        let (mut on, mut off) = (Evaluator::new(&on()), Evaluator::new(&Config::DEFAULT));
        assert!(positions.iter().any(|position| on.evaluate(position) != off.evaluate(position)));
    }
}
