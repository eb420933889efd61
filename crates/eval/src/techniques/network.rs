//! The network's switch, its place among the evaluations, and the positions that are not its to judge.
//!
//! Not the network: that is [`nnue`](crate::nnue). Invariant: while it is off, no weight is looked at.

use rules::{Color, Position};

registry::technique! {
    /// Evaluates by a neural network in place of the hand-crafted terms.
    ///
    /// The network is the one that comes with the engine, or the one in the file that `EvalFile` names. Where a side has its king alone, the
    /// hand-crafted evaluation speaks all the same: how to mate and which pawn wins is known, and a network learns it last.
    "Network", title "Neural network", class Eval, default on, revision 2,
    source "Nasu 2018, Efficiently Updatable Neural-Network-based Evaluation Functions; Kirin text: NNUE evaluation",
    needs [], excludes [],
    parameters {}
}

/// Whether the hand-crafted evaluation judges this position, whatever the network says.
#[inline]
pub(crate) fn is_left_to_hand(position: &Position) -> bool {
    Color::ALL.iter().any(|&color| !position.color(color).has_many())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::Network;
    use crate::testing::hand_crafted;
    use crate::{Config, Evaluator, trace};

    #[test]
    fn a_lone_king_is_left_to_hand_and_nothing_else_is() {
        let mut config = Config::DEFAULT;
        config.network.on = true;
        let mut network = Evaluator::new(&config);
        for (fen, is_left) in [
            ("8/8/8/3k4/8/8/3K4/7R w - - 0 1", true),
            ("8/8/8/3k4/8/8/3K4/7R b - - 0 1", true),
            ("8/8/8/8/3k4/3p4/8/3K4 w - - 0 1", true),
            ("8/8/8/8/3k4/8/8/3K4 w - - 0 1", true),
            ("8/8/8/3k4/7p/8/3K4/7R b - - 0 1", false),
        ] {
            let position = Position::from_fen(fen).expect("a FEN");
            let by_hand = trace(&position, &hand_crafted());
            let trace = trace(&position, &config);
            let value = if is_left { by_hand.value } else { Network::shipped().evaluate(&position) };
            assert_eq!((trace.value, trace.evaluation), (value, if is_left { "rich" } else { "network" }), "{fen}");
            assert_eq!(network.evaluate(&position), value, "{fen}");
        }
    }
}
