//! `viriformat`: a game as `viridithas` keeps it.
//!
//! A start of 32 bytes, then each move and its score in two bytes each, then four zeros; all numbers low byte first, all scores and the result
//! from White's view. Written here, since the crate `viriformat` (MIT) brings a chess board, a random generator and a TOML parser with
//! it; among the tests it is the witness. Invariant: 36 bytes and four per move.

use crate::training::Game;
use rules::{Color, Move, MoveKind, Position, Square};

/// The kind of a rook that may still castle; the other kinds are numbered as ours.
const UNMOVED_ROOK: u8 = 6;

/// In place of an en passant square.
const NO_SQUARE: usize = 64;

/// The bytes of a game.
#[must_use]
pub fn viriformat(game: &Game) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(36 + 4 * game.moves.len());
    bytes.extend(start(&game.start, game.result.half_points(Color::White)));
    let mut mover = game.start.side_to_move();
    for scored in &game.moves {
        bytes.extend(packed(scored.mv).to_le_bytes());
        bytes.extend(scored.score.number_for_white(mover).to_le_bytes());
        mover = !mover;
    }
    bytes.extend([0; 4]);
    bytes
}

/// A position, with no score of its own.
fn start(position: &Position, result: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    for (index, square) in position.occupied().into_iter().enumerate() {
        let Some(piece) = position.piece_on(square) else { continue };
        let may_castle = position.castling_rooks().contains(square);
        let kind = if may_castle { UNMOVED_ROOK } else { piece.kind().index() as u8 };
        bytes[8 + index / 2] |= (kind | (piece.color().index() as u8) << 3) << (4 * (index % 2));
    }
    let en_passant = position.en_passant().map_or(NO_SQUARE, Square::index) as u8;
    bytes[24] = (position.side_to_move().index() as u8) << 7 | en_passant;
    bytes[25] = u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX);
    bytes[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
    // Bytes 28 and 29 are a score of the position: a game has its scores with the moves.
    bytes[30] = result;
    bytes
}

/// A move: from, to, what a pawn becomes, and whether it is something special.
fn packed(mv: Move) -> u16 {
    let promotion = mv.promotion().map_or(0, |kind| kind.index() as u16 - 1);
    let special = match mv.kind() {
        MoveKind::EnPassant => 1,
        MoveKind::Castle => 2,
        _ if mv.promotion().is_some() => 3,
        _ => 0,
    };
    mv.from().index() as u16 | (mv.to().index() as u16) << 6 | promotion << 12 | special << 14
}
