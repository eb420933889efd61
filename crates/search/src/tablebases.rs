//! Tablebases as the search knows them, and what they say of the root's moves.
//!
//! Not files: whoever runs the search has those. In the search itself they are asked by `table_probe`.
//! Invariant: a root move that keeps the best outcome is searched before any that does not, and a won game is won: once a position has
//! repeated, or the fifty-move limit is near, only the moves that come nearest to a capture or pawn move are.

use std::fmt;
use std::sync::Arc;

use rules::game::{earlier_occurrences, is_repetition_draw};
use rules::{Game, Move, Position};

use crate::depth::{MAX_PLY, Ply};
use crate::root::Root;
use crate::score::Score;

/// What becomes of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOutcome {
    /// Lost.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

/// A set of tablebases.
pub trait Tablebases: fmt::Debug + Send + Sync {
    /// The most pieces that a table knows, kings included.
    fn most_pieces(&self) -> u32;

    /// What becomes of a position without castling rights whose half-move clock is 0; `None` if no table knows.
    fn outcome(&self, position: &Position) -> Option<TableOutcome>;

    /// Plies to the next capture or pawn move that keeps the outcome, positive when won, negative when lost; above 100 the fifty-move rule
    /// makes it a draw. At most 1 too small. `None` if no table knows.
    fn distance(&self, position: &Position) -> Option<i32>;
}

/// Tablebases, and how they are to be used.
#[derive(Clone, Debug)]
pub struct TableUse {
    /// The tables.
    pub tables: Arc<dyn Tablebases>,
    /// Remaining depth from which on positions of the largest size are looked up, in plies; smaller ones always are.
    pub min_depth: i32,
    /// Positions of more pieces are not looked up.
    pub most_pieces: u32,
    /// Whether a win that takes more than fifty moves is a draw.
    pub fifty_move_rule: bool,
}

impl TableUse {
    pub(crate) fn most_pieces(&self) -> u32 {
        self.most_pieces.min(self.tables.most_pieces())
    }

    /// Whether a position may be looked up.
    pub(crate) fn covers(&self, position: &Position) -> bool {
        position.occupied().count() <= self.most_pieces() && position.castling_rooks().is_empty()
    }
}

/// What the tables say of a root move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The higher, the better; moves of one rank are for the search to choose from.
    pub(crate) rank: i32,
    /// What the move is worth, unless the search finds a mate.
    pub(crate) score: Score,
}

/// More than every distance, twice over.
const MOST: i32 = 1 << 12;
/// A win by the rules for certain, and one that may be.
const SURE_WIN: i32 = 2 * MOST;
const LEAST_WIN: i32 = MOST - 100;

/// Ranks the root's moves; how many positions were looked up, and whether the search should look up more.
pub(crate) fn rank_root(tables: Option<&TableUse>, game: &Game, root: &mut Root) -> (u64, bool) {
    let Some(tables) = tables.filter(|tables| tables.covers(game.position())) else {
        return (0, true);
    };
    let moves: Vec<Move> = root.moves().collect();
    let by_distance: Option<Vec<Standing>> = moves.iter().map(|&mv| by_distance(tables, game, mv)).collect();
    let has_distances = by_distance.is_some();
    let standings = by_distance.or_else(|| moves.iter().map(|&mv| by_outcome(tables, game, mv)).collect());
    let Some(mut standings) = standings else {
        return (0, true);
    };
    level(&mut standings);
    let is_won = standings.iter().any(|standing| standing.rank > 0);
    root.rank_moves(&standings);
    // The moves are the right ones already; all that is left to find is a mate, and without distances the way to it.
    (moves.len() as u64, is_won && !has_distances)
}

/// The search chooses among moves of one rank, so all are worth what the best of them is.
fn level(standings: &mut [Standing]) {
    let best = |rank: i32| standings.iter().filter(|other| other.rank == rank).map(|other| other.score).max();
    let scores: Vec<Score> = standings.iter().map(|own| best(own.rank).unwrap_or(own.score)).collect();
    standings.iter_mut().zip(scores).for_each(|(standing, score)| standing.score = score);
}

fn by_distance(tables: &TableUse, game: &Game, mv: Move) -> Option<Standing> {
    let distance = distance_after(tables, game, mv)?;
    let clock = i32::from(game.position().halfmove_clock());
    let has_repeated = has_repeated(game);
    let rank = rank(distance, clock, has_repeated);
    let least_win = if tables.fifty_move_rule { LEAST_WIN } else { 1 };
    let ply = Ply::new((distance.unsigned_abs() as usize).min(MAX_PLY));
    let score = if rank >= least_win {
        Score::table_win_at(ply)
    } else if rank <= -least_win {
        Score::table_loss_at(ply)
    } else {
        Score::DRAW
    };
    Some(Standing { rank, score })
}

fn rank(distance: i32, clock: i32, has_repeated: bool) -> i32 {
    match distance {
        0 => 0,
        1.. if distance + clock <= 99 && !has_repeated => SURE_WIN,
        1.. => MOST - distance - clock,
        // Lost in time, whatever is played; else the longest resistance may reach the limit.
        _ if -distance * 2 + clock < 100 => -SURE_WIN,
        _ => -MOST - distance + clock,
    }
}

/// The distance from before the move, as the move makes it.
fn distance_after(tables: &TableUse, game: &Game, mv: Move) -> Option<i32> {
    let mut child = game.position().clone();
    child.make(mv);
    let clock = child.halfmove_clock();
    if child.in_check() && !child.has_legal_move() {
        return Some(1);
    }
    let mut keys = game.keys().to_vec();
    keys.push(child.key());
    if is_repetition_draw(&keys, clock, 1) || (tables.fifty_move_rule && clock >= 100) {
        return Some(0);
    }
    if clock == 0 {
        return Some(match tables.tables.outcome(&child)? {
            TableOutcome::Loss => 1,
            TableOutcome::BlessedLoss => 101,
            TableOutcome::Draw => 0,
            TableOutcome::CursedWin => -101,
            TableOutcome::Win => -1,
        });
    }
    let distance = -tables.tables.distance(&child)?;
    Some(distance + distance.signum())
}

/// Has a position occurred twice since the last capture or pawn move?
fn has_repeated(game: &Game) -> bool {
    let clock = usize::from(game.position().halfmove_clock());
    let keys = game.keys();
    let since = &keys[keys.len().saturating_sub(clock + 1)..];
    (1..=since.len()).any(|end| earlier_occurrences(&since[..end], clock as u16) > 0)
}

/// Without distances: wins before draws before losses.
fn by_outcome(tables: &TableUse, game: &Game, mv: Move) -> Option<Standing> {
    let mut child = game.position().clone();
    child.make(mv);
    let cursed = if tables.fifty_move_rule { Score::DRAW } else { Score::table_win_at(Ply::new(MAX_PLY)) };
    let ply = Ply::new(1);
    let (rank, score) = match tables.tables.outcome(&child)? {
        TableOutcome::Loss => (SURE_WIN, Score::table_win_at(ply)),
        TableOutcome::BlessedLoss => (1, cursed),
        TableOutcome::Draw => (0, Score::DRAW),
        TableOutcome::CursedWin => (-1, -cursed),
        TableOutcome::Win => (-SURE_WIN, Score::table_loss_at(ply)),
    };
    Some(Standing { rank, score })
}

#[cfg(test)]
mod tests;
