//! Syzygy tables that end games.
//!
//! Not the search's use of them. Invariant: a position that a table does not know for certain ends no game.

use std::path::Path;
use std::sync::Arc;

use record::pgn::Outcome as GameResult;
use rules::Position;
use search::{TableOutcome, Tablebases};

use super::game::won_by;

/// The tables of a folder.
#[derive(Debug)]
pub(crate) struct Tables(Arc<dyn Tablebases>);

impl Tables {
    /// # Errors
    /// When the folder cannot be read or holds no table.
    pub(crate) fn open(folder: &Path) -> Result<Self, String> {
        let text = folder.to_str().ok_or_else(|| format!("{}: not a name in UTF-8", folder.display()))?;
        let found = engine::syzygy::Syzygy::open(text)?;
        if found.tables.counts()[0] == 0 {
            return Err(format!("{text}: no Syzygy table is there"));
        }
        Ok(Tables(Arc::new(found.tables)))
    }

    /// What the table says, with the fifty-move rule: known only right after a capture or a pawn move.
    pub(crate) fn result(&self, position: &Position) -> Option<GameResult> {
        if position.occupied().count() > self.0.most_pieces()
            || position.castling_rooks().is_any()
            || position.halfmove_clock() != 0
        {
            return None;
        }
        Some(match self.0.outcome(position)? {
            TableOutcome::Win => won_by(position.side_to_move()),
            TableOutcome::Loss => won_by(!position.side_to_move()),
            TableOutcome::Draw | TableOutcome::CursedWin | TableOutcome::BlessedLoss => GameResult::Draw,
        })
    }
}
