//! `bulletformat`: a position in 32 bytes, seen from the side to move.
//!
//! The crate of that name makes the record; its fields are written one by one here, low byte first, since the crate's own way would follow the
//! machine. Invariant: 32 bytes per position, nothing between them.

use crate::training::Sample;
use ::bulletformat::ChessBoard;
use rules::{Color, PieceKind};

/// The bytes of a position.
#[must_use]
pub fn bulletformat(sample: &Sample) -> [u8; 32] {
    let position = &sample.position;
    let mover = position.side_to_move();
    let [white, black] = Color::ALL.map(|color| position.color(color).0);
    let [pawns, knights, bishops, rooks, queens, kings] = PieceKind::ALL.map(|kind| position.kind(kind).0);
    let boards = [white, black, pawns, knights, bishops, rooks, queens, kings];
    let score = sample.score.number_for_white(mover);
    let result = f32::from(sample.result.half_points(Color::White)) / 2.0;
    let board = ChessBoard::from_raw(boards, mover.index(), score, result).expect("every man is of some kind");

    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&board.occ.to_le_bytes());
    bytes[8..24].copy_from_slice(&board.pcs);
    bytes[24..26].copy_from_slice(&board.score.to_le_bytes());
    bytes[26..29].copy_from_slice(&[board.result, board.ksq, board.opp_ksq]);
    bytes[29..].copy_from_slice(&board.extra);
    bytes
}
