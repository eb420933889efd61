//! What a search is told and asked while it runs: the time, and what the user gets to see.
//!
//! Not the search, and not the clock's budget. Invariant: every line printed can be played to its end, no bound is printed as exact, and
//! the best move heads the last line printed.

use std::time::Duration;

use eval::EvenChance;
use rules::game::{earlier_occurrences, has_insufficient_material};
use rules::{CastlingMode, Game, Move};
use search::{Bound, CurrentMove, Iteration, Meaning, Outcome, Report, Score, Watch};
use uci::{Info, MoveText, WinDrawLoss};

use crate::control::Control;
use crate::pace::Pace;
use crate::player::library::Library;
use crate::player::stats::LastSearch;
use crate::player::wdl;
use crate::time_budget::TimeBudget;

/// Before this much time GUIs would only be flooded with root moves.
const SHOW_CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);
/// Iterations after which the only legal move is played when a game clock runs: enough for a score to show.
const DEPTH_FOR_ONE_MOVE: u32 = 5;

/// What a win by tablebases is worth for users who know no such score, in centipawns, less its plies. Above every evaluation.
const TABLE_WIN: i32 = 25_000;

/// How moves and scores are put.
#[derive(Clone, Copy)]
pub(super) struct Wording {
    pub(super) castling: CastlingMode,
    pub(super) unit: EvenChance,
}

pub(super) struct Reporter<'a> {
    game: &'a Game,
    library: &'a Library,
    wording: Wording,
    budget: TimeBudget,
    pace: Pace,
    control: &'a Control,
    report: &'a mut dyn FnMut(Info),
    /// An iteration deep enough is finished and there is only one move.
    only_move: bool,
    /// The head of the last line printed.
    printed: Option<Move>,
    /// What the search has told so far.
    pub(super) last: LastSearch,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        game: &'a Game,
        library: &'a Library,
        wording: Wording,
        budget: TimeBudget,
        pace: Pace,
        control: &'a Control,
        report: &'a mut dyn FnMut(Info),
    ) -> Self {
        Reporter {
            game,
            library,
            wording,
            budget,
            pace,
            control,
            report,
            only_move: false,
            printed: None,
            last: LastSearch::default(),
        }
    }

    /// Makes sure that the answer heads the last line. A search that was stopped in its first iteration has printed none.
    pub(super) fn conclude(&mut self, outcome: &Outcome) {
        self.last.nodes = outcome.nodes;
        self.last.time = self.control.elapsed();
        let best = Some(outcome.best);
        if self.printed == best {
            return;
        }
        let line: Vec<Move> = best.into_iter().chain(outcome.ponder).collect();
        self.print(&Report {
            depth: outcome.depth,
            selective_depth: self.last.selective_depth.max(outcome.depth),
            rank: 1,
            score: outcome.score,
            bound: outcome.bound,
            nodes: outcome.nodes,
            hashfull: self.last.hashfull,
            table_hits: self.last.table_hits,
            line: &line,
        });
    }

    /// The user who asked for threads that the system does not give should know why the search is slow.
    pub(super) fn tell_of_missing_threads(&mut self, outcome: &Outcome, asked_for: usize) {
        let had = outcome.threads;
        if had < asked_for {
            (self.report)(Info::text(format!("ERROR Threads: {had} of {asked_for} could be started")));
        }
    }

    fn print(&mut self, report: &Report<'_>) {
        let elapsed = self.control.elapsed();
        let line = self.playable(report.line);
        let wdl = self.certain(report, line.first().copied());
        if report.rank == 1 {
            self.printed = line.first().copied();
        }
        self.last = LastSearch {
            depth: report.depth,
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            time: elapsed,
            hashfull: report.hashfull,
            table_hits: report.table_hits,
        };
        (self.report)(Info {
            // Stopped before the first iteration was complete, a search tells of iteration 0; GUIs count from 1.
            depth: Some(report.depth.max(1)),
            seldepth: Some(report.selective_depth.max(1)),
            multipv: Some(report.rank),
            score: Some(score(report.score, report.bound, self.wording.unit)),
            wdl,
            nodes: Some(report.nodes),
            nps: Some(nodes_per_second(report.nodes, elapsed)),
            hashfull: Some(report.hashfull),
            tbhits: Some(report.table_hits),
            time: Some(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)),
            pv: line.iter().filter_map(|&mv| text(mv, self.wording.castling)).collect(),
            ..Info::default()
        });
    }

    /// The chances where no model is needed: after the move the game is drawn by the rules or by the tablebases.
    fn certain(&self, report: &Report<'_>, mv: Option<Move>) -> Option<WinDrawLoss> {
        let mv = mv.filter(|_| report.score == Score::DRAW && report.bound == Bound::Exact)?;
        let mut child = self.game.position().clone();
        child.make(mv);
        let is_drawn = has_insufficient_material(&child) || self.library.is_drawn(&child);
        is_drawn.then_some(wdl::CERTAIN_DRAW)
    }

    /// The line up to where the game would be over, and no further than it is legal: a table's line is only as good as its keys.
    fn playable(&self, line: &[Move]) -> Vec<Move> {
        let mut position = self.game.position().clone();
        let keys = self.game.keys();
        let mut keys = keys[keys.len().saturating_sub(usize::from(position.halfmove_clock()) + 1)..].to_vec();
        let mut played = Vec::with_capacity(line.len());
        for &mv in line {
            if position.play(mv).is_err() {
                break;
            }
            played.push(mv);
            keys.push(position.key());
            let clock = position.halfmove_clock();
            if clock >= 100 || has_insufficient_material(&position) || earlier_occurrences(&keys, clock) >= 2 {
                break;
            }
        }
        played
    }

    /// Under the own clock nothing is gained by looking at the only move any longer.
    fn plays_only_move(&self) -> bool {
        self.only_move && self.budget.clock && !self.control.is_pondering()
    }

    fn is_out_of_time(&self, limit: Option<Duration>) -> bool {
        limit.is_some_and(|limit| !self.control.is_pondering() && self.control.time_used() >= limit)
    }
}

impl search::Host for Reporter<'_> {
    fn should_stop(&mut self) -> bool {
        self.control.should_stop() || self.is_out_of_time(self.budget.hard) || self.plays_only_move()
    }

    fn watch(&self) -> Option<Box<Watch>> {
        let (control, hard) = (self.control.clone(), self.budget.hard);
        let is_late = move |control: &Control| hard.is_some_and(|hard| control.time_used() >= hard);
        Some(Box::new(move || control.should_stop() || (!control.is_pondering() && is_late(&control))))
    }

    fn report(&mut self, report: &Report<'_>) {
        // Users and GUIs have no use for "at most": the move is about to change or to be looked at again.
        if report.bound != Bound::Upper {
            self.print(report);
        }
    }

    fn goes_on(&mut self, iteration: &Iteration) -> bool {
        self.only_move = iteration.choices == 1 && iteration.depth >= DEPTH_FOR_ONE_MOVE;
        let soft = self.budget.soft_at(self.pace.percent_after(iteration));
        !self.plays_only_move() && !self.is_out_of_time(soft)
    }

    fn current_move(&mut self, current: &CurrentMove) {
        if self.control.elapsed() >= SHOW_CURRENT_MOVE_AFTER {
            (self.report)(Info {
                depth: Some(current.depth),
                currmove: text(current.mv, self.wording.castling),
                currmovenumber: Some(current.number),
                ..Info::default()
            });
        }
    }
}

fn score(score: Score, bound: Bound, unit: EvenChance) -> uci::Score {
    let bound = match bound {
        Bound::Exact => uci::Bound::Exact,
        Bound::Lower => uci::Bound::Lower,
        Bound::Upper => uci::Bound::Upper,
    };
    let value = match score.meaning() {
        Meaning::Centipawns(value) => uci::ScoreValue::Centipawns(unit.told(value)),
        Meaning::Tablebase(plies) if plies > 0 => uci::ScoreValue::Centipawns(TABLE_WIN - plies),
        Meaning::Tablebase(plies) => uci::ScoreValue::Centipawns(-TABLE_WIN - plies),
        Meaning::Mate(moves) => uci::ScoreValue::Mate(moves),
    };
    uci::Score { value, bound }
}

/// A move as this engine sends it.
pub(super) fn text(mv: Move, mode: CastlingMode) -> Option<MoveText> {
    mv.uci(mode).to_string().parse().ok()
}

/// Speed, with a time too short to measure taken for a microsecond.
#[must_use]
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use eval::Config;
    use search::Ply;

    use super::*;

    #[test]
    fn an_even_chance_is_told_as_a_hundred_and_what_is_certain_as_it_is() {
        let unit = EvenChance::of(&Config::DEFAULT);
        let told = |value| score(value, Bound::Exact, unit).value;
        let times = |count: f64| (count * unit.value()).round() as i32;
        for (value, expected) in [(times(1.0), 100), (times(-1.0), -100), (times(3.0), 300), (0, 0)] {
            assert_eq!(told(Score::centipawns(value)), uci::ScoreValue::Centipawns(expected));
        }
        assert_eq!(told(Score::mate_at(Ply::new(5))), uci::ScoreValue::Mate(3));
        assert_eq!(told(Score::table_win_at(Ply::new(5))), uci::ScoreValue::Centipawns(TABLE_WIN - 6));
    }
}
