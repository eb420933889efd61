//! The player's tablebases, opening book and networks: their options, and what is made of them.
//!
//! Not their files. Invariant: what cannot be opened costs one error line, and what was opened before stays.

use std::sync::Arc;

use eval::nnue::Network;
use rules::{Move, Position, Random};
use search::{TableOutcome, TableUse, Tablebases};
use uci::{Limits, OptionDescription, OptionValue};

use crate::engine::{Error, Notice};
use crate::files::{Book, Files, Opened};

const SYZYGY_PATH: &str = "SyzygyPath";
const PROBE_DEPTH: &str = "SyzygyProbeDepth";
const PROBE_LIMIT: &str = "SyzygyProbeLimit";
const FIFTY_MOVE_RULE: &str = "Syzygy50MoveRule";
const OWN_BOOK: &str = "OwnBook";
const BOOK_FILE: &str = "Book File";
pub(super) const EVAL_FILE: &str = "EvalFile";

const MOST_PROBE_DEPTH: i64 = 100;
const MOST_PIECES: i64 = 7;

#[derive(Debug)]
pub(super) struct Library {
    files: Option<Box<dyn Files>>,
    tablebases: Option<Arc<dyn Tablebases>>,
    probe_depth: i32,
    probe_limit: u32,
    fifty_move_rule: bool,
    own_book: bool,
    book: Option<Box<dyn Book>>,
    random: Random,
}

impl Library {
    pub(super) fn new(files: Option<Box<dyn Files>>) -> Self {
        let random = Random(files.as_ref().map_or(0, |files| files.seed()));
        Library {
            files,
            tablebases: None,
            probe_depth: 1,
            probe_limit: MOST_PIECES as u32,
            fifty_move_rule: true,
            own_book: false,
            book: None,
            random,
        }
    }

    /// The options, where there are files at all.
    pub(super) fn listed(&self) -> Vec<OptionDescription> {
        if self.files.is_none() {
            return Vec::new();
        }
        vec![
            OptionDescription::string(SYZYGY_PATH, ""),
            OptionDescription::spin(PROBE_DEPTH, 1, 1, MOST_PROBE_DEPTH),
            OptionDescription::spin(PROBE_LIMIT, MOST_PIECES, 0, MOST_PIECES),
            OptionDescription::check(FIFTY_MOVE_RULE, true),
            OptionDescription::check(OWN_BOOK, false),
            OptionDescription::string(BOOK_FILE, ""),
            OptionDescription::string(EVAL_FILE, ""),
        ]
    }

    /// Sets an option; `None` if it is not one of these.
    pub(super) fn set(&mut self, name: &str, value: &OptionValue) -> Option<Result<Vec<Notice>, Error>> {
        match (name, value) {
            (SYZYGY_PATH, OptionValue::String(folders)) => return Some(self.open_tablebases(folders)),
            (PROBE_DEPTH, OptionValue::Spin(depth)) => self.probe_depth = i32::try_from(*depth).unwrap_or(1),
            (PROBE_LIMIT, OptionValue::Spin(pieces)) => self.probe_limit = u32::try_from(*pieces).unwrap_or(0),
            (FIFTY_MOVE_RULE, OptionValue::Check(on)) => self.fifty_move_rule = *on,
            (OWN_BOOK, OptionValue::Check(on)) => self.own_book = *on,
            (BOOK_FILE, OptionValue::String(file)) => return Some(self.open_book(file)),
            _ => return None,
        }
        Some(Ok(Vec::new()))
    }

    /// Whether an option changes what a search finds.
    pub(super) fn is_of_search(name: &str) -> bool {
        [SYZYGY_PATH, PROBE_DEPTH, PROBE_LIMIT, FIFTY_MOVE_RULE].contains(&name)
    }

    /// The tablebases as the search is to use them.
    pub(super) fn table_use(&self) -> Option<TableUse> {
        self.tablebases.as_ref().map(|tables| TableUse {
            tables: Arc::clone(tables),
            min_depth: self.probe_depth,
            most_pieces: self.probe_limit,
            fifty_move_rule: self.fifty_move_rule,
        })
    }

    /// Whether the tables that may be asked say so. A draw is one whatever the half-move clock.
    pub(super) fn is_drawn(&self, position: &Position) -> bool {
        self.tablebases.as_ref().is_some_and(|tables| {
            let most_pieces = self.probe_limit.min(tables.most_pieces());
            let is_covered = position.occupied().count() <= most_pieces && position.castling_rooks().is_empty();
            is_covered && tables.outcome(position) == Some(TableOutcome::Draw)
        })
    }

    fn open_tablebases(&mut self, folders: &str) -> Result<Vec<Notice>, Error> {
        let Some(files) = self.files.as_ref().filter(|_| !folders.trim().is_empty()) else {
            self.tablebases = None;
            return Ok(vec![Notice::Info(format!("{SYZYGY_PATH}: no tablebases"))]);
        };
        let kept = if self.tablebases.is_some() { "; the old tables stay" } else { "" };
        let opened = files.tablebases(folders).map_err(|why| Error::new(format!("{SYZYGY_PATH}: {why}{kept}")))?;
        let notices = notices(SYZYGY_PATH, &opened);
        self.tablebases = Some(opened.value);
        Ok(notices)
    }

    fn open_book(&mut self, file: &str) -> Result<Vec<Notice>, Error> {
        let Some(files) = self.files.as_ref().filter(|_| !file.trim().is_empty()) else {
            self.book = None;
            return Ok(vec![Notice::Info(format!("{BOOK_FILE}: no book"))]);
        };
        let kept = if self.book.is_some() { "; the old book stays" } else { "" };
        let opened = files.book(file).map_err(|why| Error::new(format!("{BOOK_FILE}: {why}{kept}")))?;
        let notices = notices(BOOK_FILE, &opened);
        self.book = Some(opened.value);
        Ok(notices)
    }

    /// The network in a file; the shipped one where none is named.
    pub(super) fn network(&self, file: &str, is_in_use: bool) -> Result<(Arc<Network>, Notice), Error> {
        let aside = if is_in_use { "" } else { "; Network is off" };
        let Some(files) = self.files.as_ref().filter(|_| !file.trim().is_empty()) else {
            let shipped = Network::shipped();
            let notice = format!("{EVAL_FILE}: the shipped network, {} hidden units{aside}", shipped.hidden());
            return Ok((shipped, Notice::Info(notice)));
        };
        let refuse = |why| Error::new(format!("{EVAL_FILE}: {why}; the old network stays"));
        let network = files.network(file).map_err(refuse)?;
        let notice = format!("{EVAL_FILE}: a network of {} hidden units{aside}", network.hidden());
        Ok((network, Notice::Info(notice)))
    }

    /// The move to play without a search. Never when the position is only looked at.
    pub(super) fn book_move(&mut self, position: &Position, limits: &Limits, analyses: bool) -> Option<Move> {
        let is_game =
            !analyses && !limits.infinite && !limits.ponder && limits.mate.is_none() && limits.search_moves.is_empty();
        if !self.own_book || !is_game {
            return None;
        }
        let moves = self.book.as_ref()?.moves(position);
        self.choose(&moves)
    }

    /// One of the moves, each as often as its weight says.
    fn choose(&mut self, moves: &[(Move, u32)]) -> Option<Move> {
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.random.next_bits() % total;
        let mut is_it = |&&(_, weight): &&(Move, u32)| {
            let within = left < u64::from(weight);
            left = left.saturating_sub(u64::from(weight));
            within
        };
        moves.iter().find(&mut is_it).map(|&(mv, _)| mv)
    }
}

fn notices<T>(option: &str, opened: &Opened<T>) -> Vec<Notice> {
    let found = Notice::Info(format!("{option}: {}", opened.found));
    let fault = opened.fault.as_ref().map(|fault| Notice::Error(format!("{option}: {fault}")));
    std::iter::once(found).chain(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_chosen_as_often_as_their_weights_say() {
        let position = Position::start();
        let moves: Vec<(Move, u32)> = position.legal_moves().iter().copied().zip([3, 0, 1]).collect();
        let mut library = Library::new(None);
        let mut counts = [0; 3];
        for _ in 0..4000 {
            let chosen = library.choose(&moves).expect("weights that are not all 0");
            counts[moves.iter().position(|&(mv, _)| mv == chosen).expect("one of them")] += 1;
        }
        assert!((2800..3200).contains(&counts[0]) && counts[1] == 0, "{counts:?}");
        assert_eq!(library.choose(&moves[1..2]), None, "a weight of 0 is never played");
    }
}
