//! A game: its positions in order, and when the rules end it.
//!
//! Not here: clocks, resignation, agreements, tablebase adjudication.
//! Invariant: the last position of the list is the current one; undoing every move gives back the start.

use crate::{Bitboard, Color, Key, Move, PieceKind, Position};

/// Why a game is over. One position can have several reasons; they are asked in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is mated; this side won.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side could mate even with the other's help.
    InsufficientMaterial,
    /// The position occurred for the third time.
    Threefold,
    /// A hundred plies without a capture or a pawn move.
    FiftyMoves,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    positions: Vec<Position>,
    // The positions' keys side by side, for counting repetitions.
    keys: Vec<Key>,
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with this position.
    pub fn new(start: Position) -> Self {
        Self { keys: vec![start.key()], positions: vec![start], moves: Vec::new() }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions, the current one last.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move itself, if it is not legal; the game stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<(), Move> {
        let mut next = self.position().clone();
        next.play(mv)?;
        self.keys.push(next.key());
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(mv)
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        1 + earlier_occurrences(&self.keys, self.position().halfmove_clock())
    }

    /// Why the game is over, if it is.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_move() {
            let mated = position.in_check();
            return Some(if mated { Outcome::Checkmate(!position.side_to_move()) } else { Outcome::Stalemate });
        }
        if has_insufficient_material(position) {
            Some(Outcome::InsufficientMaterial)
        } else if self.occurrences() >= 3 {
            Some(Outcome::Threefold)
        } else if position.halfmove_clock() >= 100 {
            Some(Outcome::FiftyMoves)
        } else {
            None
        }
    }
}

/// How often the last key of `keys` stands before it, no further back than `halfmove_clock` plies: nothing repeats across
/// a capture or a pawn move.
pub fn earlier_occurrences(keys: &[Key], halfmove_clock: u16) -> usize {
    repetition_distances(keys, halfmove_clock).count()
}

/// A draw by repetition for a search `ply` plies below its root: at one earlier occurrence inside the tree, or at two
/// anywhere.
pub fn is_repetition_draw(keys: &[Key], halfmove_clock: u16, ply: usize) -> bool {
    let mut distances = repetition_distances(keys, halfmove_clock);
    distances.next().is_some_and(|distance| distance < ply || distances.next().is_some())
}

/// Distances in plies to the earlier occurrences of the last key, nearest first.
fn repetition_distances(keys: &[Key], halfmove_clock: u16) -> impl Iterator<Item = usize> {
    let current = keys.last().copied();
    let furthest = usize::from(halfmove_clock);
    let back = keys.iter().rev().enumerate().take(furthest.saturating_add(1)).step_by(2).skip(1);
    back.filter(move |&(_, &key)| Some(key) == current).map(|(distance, _)| distance)
}

/// Can neither side mate, even with the other's help? Bare kings, one minor piece, or bishops all on one colour.
pub fn has_insufficient_material(position: &Position) -> bool {
    let mating = [PieceKind::Pawn, PieceKind::Rook, PieceKind::Queen];
    if mating.into_iter().any(|kind| position.kind(kind).is_any()) {
        return false;
    }
    let (knights, bishops) = (position.kind(PieceKind::Knight), position.kind(PieceKind::Bishop));
    if knights.is_any() {
        return bishops.is_empty() && !knights.has_many();
    }
    (bishops & Bitboard::LIGHT_SQUARES).is_empty() || (bishops & !Bitboard::LIGHT_SQUARES).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).expect("a FEN"));
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).expect("a move");
            game.play(mv).expect("legal");
        }
        game
    }

    const START: &str = crate::fen::START_FEN;

    #[test]
    fn repetition_needs_equal_rights_and_a_usable_en_passant_square() {
        let pinned = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1";
        let mut game = play(pinned, "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7");
        assert_eq!(game.outcome(), Some(Outcome::Threefold));
        game.undo();
        assert_eq!(game.outcome(), None);
        let discovered = "8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37";
        let game = play(discovered, "d2d4 h2h3 a2a3 h3h2 a3a2 h2h1 a2a3 h1h2 a3a2");
        assert_eq!(game.outcome(), Some(Outcome::Threefold));
        let look_alikes = "e2e4 g8f6 d1h5 f6h5 e4e5 d7d5 g1f3 h5f6 f3g1 f6h5 g1f3 h5f6 f3g1 f6h5 b1c3 b8c6 e1e2 c8d7 \
             e2e1 d7c8 e1e2 c8d7 e2e1 d7c8 b2b3 b7b6 c1b2 c8b7 b2c1 b7c8 c1b2 c8b7 b2c1 b7c8";
        let mut game = play(START, look_alikes);
        assert_eq!(game.occurrences(), 3);
        while game.moves().len() > 24 {
            game.undo();
        }
        assert!(game.occurrences() < 3);
        while game.moves().len() > 14 {
            game.undo();
        }
        assert!(game.occurrences() < 3);
    }

    #[test]
    fn nothing_repeats_across_a_pawn_move_and_undo_restores_the_counts() {
        let mut game = play(START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4");
        assert_eq!(game.occurrences(), 1);
        game.undo();
        assert_eq!(game.outcome(), Some(Outcome::Threefold));
        while game.undo().is_some() {}
        assert_eq!((game.occurrences(), game.position()), (1, &Position::start()));
    }

    #[test]
    fn insufficient_material_table() {
        for (fen, dead) in [
            ("5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39", true),
            ("8/8/8/4k3/5b2/3K4/8/2B5 w - - 0 33", true),
            ("8/8/4K3/8/1n6/8/5k1N/8 w - - 0 50", false),
            ("1n6/8/8/2k1K3/8/8/8/5B2 w - - 0 50", false),
            ("8/8/8/4k3/8/3K4/8/2BB4 w - - 0 1", false),
            ("8/8/8/4k3/8/3K4/8/2NN4 w - - 0 1", false),
            ("8/8/4B3/4k3/2B5/3K4/8/8 w - - 0 1", true),
            ("8/8/8/4k3/8/3K4/8/7N b - - 0 1", true),
            ("8/8/8/4k3/8/3K4/7P/8 b - - 0 1", false),
            ("2b5/4kB2/8/8/8/8/5K2/8 b - - 0 16", true),
        ] {
            assert_eq!(has_insufficient_material(&Position::from_fen(fen).expect("a FEN")), dead, "{fen}");
        }
    }

    #[test]
    fn mate_and_stalemate_come_before_the_other_reasons() {
        let near = "8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 99 113";
        assert_eq!(play(near, "g3h3").outcome(), Some(Outcome::Checkmate(Color::White)));
        assert_eq!(play(near, "g3g7").outcome(), Some(Outcome::FiftyMoves));
        assert_eq!(play(&near.replace("99", "98"), "g3g7").outcome(), None);
        let both = "7k/8/4B1K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(play(both, "").outcome(), Some(Outcome::Stalemate));
    }

    #[test]
    fn search_counts_one_occurrence_in_the_tree_or_two_before_it() {
        let once = [1, 2, 3, 4, 1];
        assert!(is_repetition_draw(&once, 4, 5));
        assert!(!is_repetition_draw(&once, 4, 4));
        assert!(is_repetition_draw(&[1, 2, 3, 4, 1, 2, 3, 4, 1], 8, 0));
        assert!(!is_repetition_draw(&once, 3, 5));
    }
}
