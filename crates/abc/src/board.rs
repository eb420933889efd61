//! The position: board, kings, side, castling rights, en passant and the two FEN counters.
//!
//! Not here: the game's past. Which positions came before is the engine's repetition table.
//!
//! Invariant: exactly one king a side, `king_square` agrees with the board, the side not to move is not in
//! check, a castling bit is set only with king and rook at home, and `en_passant` is set only when an
//! en-passant capture is legal. [`Position::from_fen`] establishes it and `make_move` keeps it.

use crate::definitions::{ASCII_PIECES, BOARD_SIZE, EMPTY, PAWN, PAWN_STEP, Piece, SQUARE_TO_COORDS};
use crate::definitions::{Side, Square, on_board, step};

/// The start position.
pub(crate) const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Everything that a move changes. Plain data: saving it is one copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) board: [Piece; BOARD_SIZE],
    pub(crate) king_square: [Square; 2],
    pub(crate) side: Side,
    /// The square a pawn jumped over, kept only while an en-passant capture there is legal. The chapter keeps
    /// it after every double push; dropping the useless ones here makes equal positions equal data, which
    /// is what hashing and repetition need.
    pub(crate) en_passant: Option<Square>,
    pub(crate) castle: u8,
    /// Plies since the last capture or pawn move. Written to FEN; ABC's search knows no fifty-move rule.
    pub(crate) halfmove_clock: u32,
    /// FEN's move number, at least 1.
    pub(crate) fullmove_number: u32,
}

impl Position {
    /// A copy to go back to. Taking all of it, rather than the few fields a move changed, is what makes
    /// "unmake" a single assignment that cannot forget anything.
    pub(crate) fn save_position(&self) -> Self {
        *self
    }

    /// Goes back to a saved copy.
    pub(crate) fn restore_position(&mut self, saved: &Self) {
        *self = *saved;
    }

    /// `square` if the side to move can legally capture en passant onto it, the pawn having just jumped it.
    ///
    /// Geometry is not enough: the capture takes two pawns off one rank at once and may open that rank, a
    /// file or a diagonal onto its own king. So each candidate is tried on a copy of the board.
    pub(crate) fn legal_en_passant(&self, square: Square) -> Option<Square> {
        let victim = step(square, -PAWN_STEP[self.side.index()]);
        let pawn = self.side.piece(PAWN);
        let legal = [victim.wrapping_sub(1), victim + 1].into_iter().any(|source| {
            if !on_board(source) || self.board[source] != pawn {
                return false;
            }
            let mut tried = *self;
            tried.board[source] = EMPTY;
            tried.board[victim] = EMPTY;
            tried.board[square] = pawn;
            !tried.in_check()
        });
        legal.then_some(square)
    }
}

impl std::fmt::Display for Position {
    /// The board print: eight ranks with their numbers, the files, and the state that is not on the board.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in 0..8 {
            write!(f, " {} ", 8 - rank)?;
            for file in 0..8 {
                let piece = self.board[rank << 4 | file];
                write!(f, " {}", char::from(ASCII_PIECES[usize::from(piece)]))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\n    a b c d e f g h\n")?;
        let side = if self.side == Side::White { "white" } else { "black" };
        let en_passant = self.en_passant.map_or("no", |square| SQUARE_TO_COORDS[square]);
        write!(f, "    Side: {side}\n    Castling: {}\n    En passant: {en_passant}\n", self.castling_text())?;
        let kings = self.king_square.map(|square| SQUARE_TO_COORDS[square]);
        writeln!(f, "    King squares: {} {}", kings[0], kings[1])
    }
}
