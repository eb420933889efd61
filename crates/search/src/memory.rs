//! What one thread learns from one search to the next.
//!
//! Not the transposition table, which threads share. Invariant: a new game begins with all of it forgotten.

use std::ops::Range;

use eval::Evaluator;

use crate::Tables;
use crate::correction::Corrections;
use crate::searcher::Options;
use crate::stacks::Stacks;
use crate::techniques::capture_history::CaptureTable;
use crate::techniques::continuation_correction::ContinuationCorrections;
use crate::techniques::continuation_history::ContinuationTable;
use crate::techniques::history::QuietHistory;
use crate::techniques::pawn_history::PawnTable;

#[derive(Debug)]
pub(crate) struct Memory {
    /// What `derived` and `evaluator` were made from.
    made_from: Options,
    /// Derived from the configuration.
    pub(crate) derived: Tables,
    pub(crate) evaluator: Evaluator,
    /// Nothing learnt: room that the next search need not ask for again.
    pub(crate) stacks: Stacks,
    pub(crate) quiet_history: QuietHistory,
    pub(crate) continuations: ContinuationTable,
    pub(crate) pawn_history: PawnTable,
    pub(crate) captures: CaptureTable,
    pub(crate) pawn_corrections: Corrections,
    /// White's pieces, Black's pieces.
    pub(crate) non_pawn_corrections: [Corrections; 2],
    /// Minor pieces, major pieces.
    pub(crate) material_corrections: [Corrections; 2],
    pub(crate) continuation_corrections: ContinuationCorrections,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        let made_from = Options::default();
        Memory {
            derived: Tables::new(&made_from.search),
            evaluator: Evaluator::with_network(&made_from.eval, &made_from.network),
            made_from,
            stacks: Stacks::default(),
            quiet_history: QuietHistory::new(),
            continuations: ContinuationTable::new(),
            pawn_history: PawnTable::new(),
            captures: CaptureTable::new(),
            pawn_corrections: Corrections::new(),
            non_pawn_corrections: [Corrections::new(), Corrections::new()],
            material_corrections: [Corrections::new(), Corrections::new()],
            continuation_corrections: ContinuationCorrections::new(),
        }
    }

    /// Where the largest of it lies, unused as yet, for advice about its use.
    pub(crate) fn largest(&self) -> Range<usize> {
        self.continuations.addresses()
    }

    /// A search with these options is about to begin.
    pub(crate) fn prepare(&mut self, options: &Options) {
        if self.made_from.search != options.search {
            self.derived = Tables::new(&options.search);
        }
        if (self.made_from.eval, &self.made_from.network) != (options.eval, &options.network) {
            self.evaluator = Evaluator::with_network(&options.eval, &options.network);
        }
        self.made_from.clone_from(options);
    }

    pub(crate) fn clear(&mut self) {
        self.evaluator.clear();
        self.quiet_history.clear();
        self.continuations.clear();
        self.pawn_history.clear();
        self.captures.clear();
        self.pawn_corrections.clear();
        self.non_pawn_corrections.iter_mut().for_each(Corrections::clear);
        self.material_corrections.iter_mut().for_each(Corrections::clear);
        self.continuation_corrections.clear();
    }
}
