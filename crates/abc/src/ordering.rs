//! Move ordering: the memories a search builds up, and the urgency they give each move.
//!
//! Not here: any effect on what a move is worth. A search finds the same value in any order; a good order
//! finds it in a fraction of the nodes.
//!
//! Invariant: equal urgencies keep to a fixed order, so a search is reproducible.

use crate::board::Position;
use crate::definitions::{BOARD_SIZE, MAX_PLY, MVV_LVA, PIECE_CODES};
use crate::moves::{Move, MoveList};

/// What a search remembers. Cleared when the next one starts.
#[derive(Clone)]
pub(crate) struct Tables {
    /// Two quiet moves per ply that last cut off there: `[slot][ply]`. Captures get in as well, as in the
    /// chapter, where they do nothing but use up a slot: their own order comes first.
    pub(crate) killer_moves: [[Move; MAX_PLY]; 2],
    /// How often, weighted by depth, a piece moving to a square raised alpha: `[piece][target]`.
    ///
    /// Sixty-four bits and saturating, because nothing caps it: depth is added at every raise for as long as
    /// an analysis runs, and the chapter's `int` overflows in a long one.
    pub(crate) history_moves: [[i64; BOARD_SIZE]; PIECE_CODES],
    /// The best line found from each ply: row `ply` is filled from column `ply`.
    pub(crate) pv_table: [[Move; MAX_PLY]; MAX_PLY],
    /// Where each row of `pv_table` ends.
    pub(crate) pv_length: [usize; MAX_PLY],
}

impl Tables {
    pub(crate) const fn new() -> Self {
        Self {
            killer_moves: [[Move::NONE; MAX_PLY]; 2],
            history_moves: [[0; BOARD_SIZE]; PIECE_CODES],
            pv_table: [[Move::NONE; MAX_PLY]; MAX_PLY],
            pv_length: [0; MAX_PLY],
        }
    }

    /// How urgent it is to search `mv` at `ply`: the principal variation's move, then captures by
    /// [`MVV_LVA`], then the killers, then the rest by history.
    ///
    /// History is not capped, again as in the chapter: in a long search much-used quiet moves do overtake
    /// killers, captures and even the principal variation.
    pub(crate) fn score_move(&self, position: &Position, ply: usize, mv: Move) -> i64 {
        if self.pv_table[0][ply] == mv {
            return 20_000;
        }
        let piece = usize::from(position.board[mv.source()]);
        if mv.capture() {
            // En passant finds its target square empty and gets the bare 10000.
            10_000 + MVV_LVA[piece][usize::from(position.board[mv.target()])]
        } else if self.killer_moves[0][ply] == mv {
            9_000
        } else if self.killer_moves[1][ply] == mv {
            8_000
        } else {
            self.history_moves[piece][mv.target()].saturating_add(7_000)
        }
    }

    /// Sorts by urgency, the most urgent first: an exchange sort, plain to see and slower than it could be.
    pub(crate) fn sort_moves(&self, position: &Position, ply: usize, moves: &mut MoveList) {
        let mut scores: Vec<i64> = moves.iter().map(|&mv| self.score_move(position, ply, mv)).collect();
        for current in 0..moves.len() {
            for next in current + 1..moves.len() {
                if scores[current] < scores[next] {
                    scores.swap(current, next);
                    moves.swap(current, next);
                }
            }
        }
    }

    /// Rewards a move that raised alpha at `depth`.
    pub(crate) fn add_history(&mut self, position: &Position, mv: Move, depth: u32) {
        let entry = &mut self.history_moves[usize::from(position.board[mv.source()])][mv.target()];
        *entry = entry.saturating_add(i64::from(depth));
    }

    /// Remembers a move that cut off at `ply`.
    pub(crate) fn add_killer(&mut self, ply: usize, mv: Move) {
        self.killer_moves[1][ply] = self.killer_moves[0][ply];
        self.killer_moves[0][ply] = mv;
    }

    /// Puts `mv` in front of the best line of the ply below and makes that the best line of this one.
    pub(crate) fn update_pv(&mut self, ply: usize, mv: Move) {
        self.pv_table[ply][ply] = mv;
        let end = self.pv_length[ply + 1];
        for index in ply + 1..end {
            self.pv_table[ply][index] = self.pv_table[ply + 1][index];
        }
        self.pv_length[ply] = end;
    }

    /// The best line from the root, empty before the first move of an iteration is searched.
    pub(crate) fn principal_variation(&self) -> &[Move] {
        &self.pv_table[0][..self.pv_length[0]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::find_move;

    const FEN: &str = "4k3/q7/8/3pP3/2N5/1r6/8/R3K2R w KQ d6 0 1";

    #[test]
    fn the_hierarchy_and_its_numbers() {
        let position = Position::from_fen(FEN).unwrap();
        let mut tables = Tables::new();
        let mv = |text| find_move(&position, text);
        let score = |tables: &Tables, text| tables.score_move(&position, 3, mv(text));
        assert_eq!(score(&tables, "e5d6"), 10_000, "en passant");
        assert_eq!(score(&tables, "a1a2"), 7_000);
        tables.add_killer(3, mv("a1a3"));
        tables.add_killer(3, mv("a1a4"));
        assert_eq!(score(&tables, "a1a4"), 9_000);
        assert_eq!(score(&tables, "a1a3"), 8_000);
        tables.add_history(&position, mv("a1a2"), 5);
        tables.add_history(&position, mv("a1a2"), 4);
        assert_eq!(score(&tables, "a1a2"), 7_009);
        tables.pv_table[0][3] = mv("e1e2");
        assert_eq!(score(&tables, "e1e2"), 20_000);
        // Killers belong to one ply.
        assert_eq!(tables.score_move(&position, 4, mv("a1a4")), 7_000);
    }

    #[test]
    fn captures_take_the_most_valuable_victim_first() {
        let position = Position::from_fen("4k3/8/8/2q1r3/1P1P4/8/4Q3/4K3 w - - 0 1").unwrap();
        let mut moves = position.generate_moves();
        Tables::new().sort_moves(&position, 0, &mut moves);
        let first: Vec<String> = moves.iter().take(4).map(ToString::to_string).collect();
        assert_eq!(first, ["b4c5", "d4c5", "d4e5", "e2e5"]);
    }

    #[test]
    fn history_grows_past_everything_without_overflow() {
        let position = Position::from_fen(FEN).unwrap();
        let mut tables = Tables::new();
        let quiet = find_move(&position, "a1a2");
        tables.history_moves[5][quiet.target()] = i64::MAX - 3;
        tables.add_history(&position, quiet, 64);
        assert_eq!(tables.history_moves[5][quiet.target()], i64::MAX);
        assert_eq!(tables.score_move(&position, 0, quiet), i64::MAX);
        let mut moves = position.generate_moves();
        tables.sort_moves(&position, 0, &mut moves);
        assert_eq!(moves[0], quiet);
    }
}
