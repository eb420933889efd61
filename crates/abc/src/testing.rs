//! What several unit tests share: random games and played lines.

use crate::board::{Position, START_FEN};
use crate::make::Filter;
use crate::moves::Move;

/// A small linear congruential generator: tests need reproducible numbers, not good ones.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The positions of a game of random moves, the start position first; ends with the game.
pub(crate) struct RandomGame {
    next: Option<Position>,
    random: Random,
}

impl RandomGame {
    pub(crate) fn new(seed: u64) -> Self {
        Self::from(START_FEN, seed)
    }

    pub(crate) fn from(fen: &str, seed: u64) -> Self {
        Self { next: Position::from_fen(fen).ok(), random: Random::new(seed) }
    }
}

impl Iterator for RandomGame {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let current = self.next.take()?;
        let mut following = current;
        let moves = following.legal_moves();
        if !moves.is_empty() {
            let mv = moves[self.random.below(moves.len())];
            assert!(following.make_move(mv, Filter::AllMoves));
            self.next = Some(following);
        }
        Some(current)
    }
}

/// The legal move with this text.
pub(crate) fn find_move(position: &Position, text: &str) -> Move {
    let mut copy = *position;
    let found = copy.legal_moves().into_iter().find(|mv| mv.to_string() == text);
    found.unwrap_or_else(|| panic!("{text} is not legal in {}", position.fen()))
}

/// Plays blank-separated moves.
pub(crate) fn play_line(position: &mut Position, line: &str) {
    for text in line.split_whitespace() {
        let mv = find_move(position, text);
        assert!(position.make_move(mv, Filter::AllMoves));
    }
}
