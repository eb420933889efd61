//! Late move reductions.

use crate::node::{Node, NodeKind};
use crate::picker::{Candidate, Provenance};
use crate::techniques::former_principal_variation;
use crate::worker::Worker;

registry::technique! {
    /// Searches moves ordered late less deep, and again at full depth when one turns out to be better than expected.
    ///
    /// The reduction is a sum of named terms, in hundredths of a ply: a base that grows with the logarithms of depth and move number, and what
    /// speaks for or against the move.
    "LateMoveReductions", title "Late move reductions", class Selective, default on, revision 1,
    source "CPW: Late Move Reductions; Kirin text",
    needs [], excludes [],
    parameters {
        /// Lowest remaining depth, in plies.
        min_depth = 3 in 2..=8 step 1;
        /// Moves searched at full depth first.
        full_depth_moves = 2 in 1..=16 step 1;
        /// The least reduction where there is one, in plies.
        least = 0 in 0..=3 step 1;
        /// Constant term, in hundredths of a ply.
        base = 75 in -100..=300 step 10 scale 100;
        /// Divisor of the logarithms' product, in hundredths.
        divisor = 235 in 100..=600 step 12 scale 100;
        /// Taken off on a principal variation, in hundredths of a ply.
        principal_variation = 100 in 0..=300 step 15 scale 100;
        /// Added where the side to move is not improving, in hundredths of a ply.
        not_improving = 60 in 0..=300 step 12 scale 100;
        /// Added where a refutation is expected, in hundredths of a ply.
        cut_node = 100 in 0..=300 step 15 scale 100;
        /// Taken off for a move that gives check, in hundredths of a ply.
        gives_check = 100 in 0..=300 step 15 scale 100;
        /// Taken off for a killer, in hundredths of a ply.
        killer = 100 in 0..=300 step 15 scale 100;
        /// Taken off for a full history and added for an empty one, in hundredths of a ply.
        history = 200 in 0..=600 step 20 scale 100;
        /// Taken off for a losing capture, in hundredths of a ply.
        bad_capture = 50 in 0..=400 step 15 scale 100;
    },
    table Box<Bases> = bases
}

/// Depths and move numbers that are told apart; higher ones are taken for the last.
const SIZE: usize = 64;

/// Base reductions in hundredths of a ply, by depth and move number.
pub(crate) type Bases = [[i32; SIZE]; SIZE];

fn bases(settings: &Settings) -> Box<Bases> {
    // Logarithms from a crate, not from the platform: the tree must not depend on its last bits.
    let logarithm = |n: usize| libm::log(n.max(1) as f64);
    let base = |depth, number| {
        let product = logarithm(depth) * logarithm(number) * 10_000.0 / f64::from(settings.divisor);
        settings.base + libm::round(product) as i32
    };
    let mut bases = Box::new([[0; SIZE]; SIZE]);
    for (depth, row) in bases.iter_mut().enumerate() {
        for (number, cell) in row.iter_mut().enumerate() {
            *cell = base(depth, number);
        }
    }
    bases
}

/// Why a move is reduced, each term in hundredths of a ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) base: i32,
    pub(crate) principal_variation: i32,
    pub(crate) former_principal_variation: i32,
    pub(crate) not_improving: i32,
    pub(crate) cut_node: i32,
    pub(crate) gives_check: i32,
    pub(crate) killer: i32,
    pub(crate) history: i32,
    pub(crate) bad_capture: i32,
}

impl Terms {
    fn sum(&self) -> i32 {
        self.base
            + self.principal_variation
            + self.former_principal_variation
            + self.not_improving
            + self.cut_node
            + self.gives_check
            + self.killer
            + self.history
            + self.bad_capture
    }
}

fn base_of(w: &Worker<'_>, depth: i32, number: u32) -> i32 {
    let depth = usize::try_from(depth).unwrap_or(0).min(SIZE - 1);
    w.memory.derived.late_move_reductions[depth][(number as usize).min(SIZE - 1)]
}

/// Whether moves with this number are reduced at all.
fn is_late<N: NodeKind>(settings: &Settings, node: &Node, number: u32) -> bool {
    let full = settings.full_depth_moves + i32::from(N::ROOT);
    settings.on && node.depth.plies() >= settings.min_depth && number as i32 > full
}

/// The reduction of a move that has just been made, in plies.
pub(crate) fn plies<N: NodeKind>(child: &Worker<'_>, node: &Node, candidate: &Candidate, number: u32) -> i32 {
    let settings = &child.config.late_move_reductions;
    let is_tactical = matches!(candidate.provenance, Provenance::TableMove | Provenance::GoodCapture);
    if is_tactical || !is_late::<N>(settings, node, number) {
        return 0;
    }
    let terms = terms::<N>(child, node, candidate, number);
    (terms.sum() / 100).max(settings.least)
}

/// The terms of a move that has just been made.
pub(crate) fn terms<N: NodeKind>(child: &Worker<'_>, node: &Node, candidate: &Candidate, number: u32) -> Terms {
    let settings = &child.config.late_move_reductions;
    let when = |condition: bool, hundredths: i32| if condition { hundredths } else { 0 };
    Terms {
        base: base_of(child, node.depth.plies(), number),
        principal_variation: when(N::PV, -settings.principal_variation),
        former_principal_variation: -former_principal_variation::term::<N>(child, node),
        not_improving: when(!node.improving, settings.not_improving),
        cut_node: when(node.cut_node, settings.cut_node),
        gives_check: when(child.frame().in_check, -settings.gives_check),
        killer: when(candidate.provenance == Provenance::Killer, -settings.killer),
        history: -settings.history * candidate.history / super::history::LIMIT,
        bad_capture: when(candidate.provenance == Provenance::BadCapture, -settings.bad_capture),
    }
}

/// The depth that a quiet move with this number would be searched to, before what speaks for or against it.
pub(crate) fn depth_after(w: &Worker<'_>, node: &Node, number: u32) -> i32 {
    let depth = node.depth.plies();
    let reduction = if w.config.late_move_reductions.on { base_of(w, depth, number) / 100 } else { 0 };
    (depth - 1 - reduction).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_grow_with_depth_and_move_number() {
        let bases = bases(&Settings::DEFAULT);
        assert_eq!(bases[1][1], 75);
        // 0.75 + ln 8 * ln 16 / 2.35 = 3.2034 plies.
        assert_eq!(bases[8][16], 320);
        for depth in 1..SIZE - 1 {
            for number in 1..SIZE - 1 {
                assert!(bases[depth][number] <= bases[depth + 1][number]);
                assert!(bases[depth][number] <= bases[depth][number + 1]);
            }
        }
    }

    #[test]
    fn the_sum_has_every_term() {
        let terms = Terms {
            base: 1,
            principal_variation: 2,
            former_principal_variation: 256,
            not_improving: 4,
            cut_node: 8,
            gives_check: 16,
            killer: 32,
            history: 64,
            bad_capture: 128,
        };
        assert_eq!(terms.sum(), 511);
    }
}
