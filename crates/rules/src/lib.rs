//! The rules of chess: positions, legal moves, and their text.
//!
//! Standard chess, Chess960 and double Fischer random, with nothing beside them: no search, no evaluation, no input or
//! output. Three independent witnesses check it: published perft counts, differential tests against two other libraries,
//! and the board of crate `abc`.
//!
//! Invariant: a [`Position`] that exists is a possible chess board, and every move that generation emits is legal in it.
//!
//! ```
//! use rules::{Position, perft};
//! let mut position = Position::start();
//! let mv = position.parse_uci("e2e4")?;
//! position.make(mv);
//! assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! assert_eq!(perft::perft(&position, 3), 13_160);
//! # Ok::<(), rules::MoveTextError>(())
//! ```

pub mod attacks;
mod bitboard;
mod checks;
mod color;
pub mod fen;
pub mod game;
mod generate;
#[allow(dead_code, unreachable_pub, reason = "half of it serves build.rs and the tests")]
mod geometry;
mod legality;
mod make;
mod moves;
mod notation;
pub mod perft;
mod piece;
mod position;
pub mod random;
pub mod san;
pub mod see;
mod slider;
mod square;
#[cfg(test)]
mod testing;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use checks::Checks;
pub use color::Color;
pub use fen::{CastlingMode, FenError};
pub use game::{Game, Outcome};
pub use legality::Legality;
pub use make::{PieceChanges, Placement};
pub use moves::{Move, MoveKind, MoveList};
pub use notation::{MoveTextError, UciText};
pub use piece::{Piece, PieceKind};
pub use position::{CastlingSide, Position};
pub use random::Random;
pub use square::{File, NotASquare, Rank, Square};
pub use zobrist::Key;
