//! How a middlegame value and an endgame value become one.
//!
//! Not here: what the two values consist of. Invariant: a blend lies between its two ends, and blending the negated pair gives the negated
//! blend, rounding included.

use rules::{PieceKind, Position};

use crate::pesto::MATERIAL;

registry::technique! {
    /// Moves from middlegame to endgame values in 24 even steps.
    ///
    /// Minor pieces count one step, rooks two, queens four. Off, the weight is the middlegame value of the pieces left, and beyond two
    /// thresholds only one of the values counts: the taper of crate `abc`.
    "SmoothTaper", title "Smooth taper", class Eval, default on, revision 1,
    source "CPW: Tapered Eval; PeSTO's Evaluation Function",
    needs [], excludes [],
    parameters {}
}

/// Steps of the smooth taper: all pieces on the board.
const STEPS: i32 = 24;
/// Steps that a piece of each kind counts, pawn to king.
const STEPS_OF: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// Above this much material, in centipawns, the thresholds of `abc` let only the middlegame count.
const MIDDLEGAME_MATERIAL: i32 = 6192;
/// Below this much, only the endgame.
const ENDGAME_MATERIAL: i32 = 518;

/// The weight of a position's middlegame value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phase {
    /// 0 for the endgame to `whole` for the middlegame.
    pub(crate) middlegame: i32,
    /// What the weights of middlegame and endgame add up to.
    pub(crate) whole: i32,
}

impl Phase {
    /// The phase of a position under these settings.
    #[inline]
    pub(crate) fn of(position: &Position, settings: &Settings) -> Self {
        let count = |kind: PieceKind| position.kind(kind).count() as i32;
        let sum = |weights: [i32; 4]| {
            let kinds = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
            kinds.into_iter().zip(weights).map(|(kind, weight)| count(kind) * weight).sum::<i32>()
        };
        let middle = |kind: PieceKind| MATERIAL[kind.index()].middlegame();
        if settings.on {
            let [_, knight, bishop, rook, queen, _] = STEPS_OF;
            return Self { middlegame: sum([knight, bishop, rook, queen]).min(STEPS), whole: STEPS };
        }
        let material = sum([
            middle(PieceKind::Knight),
            middle(PieceKind::Bishop),
            middle(PieceKind::Rook),
            middle(PieceKind::Queen),
        ]);
        let middlegame = if material < ENDGAME_MATERIAL { 0 } else { material.min(MIDDLEGAME_MATERIAL) };
        Self { middlegame, whole: MIDDLEGAME_MATERIAL }
    }

    /// The blend of a middlegame and an endgame value, rounded towards zero.
    #[inline]
    pub(crate) fn blend(self, middlegame: i32, endgame: i32) -> i32 {
        let weighted = middlegame * self.middlegame + endgame * (self.whole - self.middlegame);
        // Two divisions by constants: a division by a variable costs more than the rest of the blend.
        if self.whole == STEPS { weighted / STEPS } else { weighted / MIDDLEGAME_MATERIAL }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(fen: &str, on: bool) -> i32 {
        Phase::of(&Position::from_fen(fen).expect("a FEN"), &Settings { on }).middlegame
    }

    #[test]
    fn smooth_steps() {
        assert_eq!(phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true), 24);
        assert_eq!(phase("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", true), 0);
        assert_eq!(phase("r3k3/8/8/8/4P3/8/8/Q3K1N1 w - - 0 1", true), 7);
        assert_eq!(phase("qqqqk3/8/8/8/8/8/8/QQQQK3 w - - 0 1", true), 24);
    }

    #[test]
    fn thresholds_cut_both_ends() {
        assert_eq!(phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false), 6192);
        assert_eq!(phase("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", false), 0);
        assert_eq!(phase("rn2k3/8/8/8/8/8/8/4K3 w - - 0 1", false), 477 + 337);
    }

    #[test]
    fn blends_round_towards_zero_and_stay_inside() {
        for on in [true, false] {
            let whole = if on { STEPS } else { MIDDLEGAME_MATERIAL };
            for middlegame in 0..=whole {
                let phase = Phase { middlegame, whole };
                assert_eq!(phase.blend(-101, 57), -phase.blend(101, -57));
                assert!((-57..=101).contains(&phase.blend(101, -57)));
            }
            assert_eq!(Phase { middlegame: 0, whole }.blend(101, -57), -57);
            assert_eq!(Phase { middlegame: whole, whole }.blend(101, -57), 101);
        }
    }
}
