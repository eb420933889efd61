//! FEN: reading a position, writing one, and saying what is wrong with text that is neither.
//!
//! Not here: any repair that would change what a person sees on the board. What the board contradicts
//! (castling rights without king and rook at home, an en-passant square nobody can use) is dropped; text
//! that no game can reach is refused.
//!
//! Invariant: [`Position::from_fen`] returns a position that keeps every promise of `board.rs`, or an error.

use crate::board::Position;
use crate::definitions::{ASCII_PIECES, BISHOP, BOARD_SIZE, CASTLING_SIDE, EMPTY, KING, KING_HOME, KNIGHT};
use crate::definitions::{PAWN, PAWN_STEP, Piece, QUEEN, ROOK, ROOK_HOME, SQUARE_TO_COORDS, Side, Square};
use crate::definitions::{char_piece, coords_to_square, rank_of, squares, step};

/// The part of a FEN that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The piece placement.
    Board,
    /// The side to move.
    Side,
    /// The castling rights.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
    /// Text after the sixth field.
    End,
}

/// Why a FEN was refused. The engine's position is then what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// Where the fault lies.
    pub field: FenField,
    /// What the fault is, in words for a person.
    pub reason: String,
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let field = match self.field {
            FenField::Board => "board",
            FenField::Side => "side to move",
            FenField::Castling => "castling rights",
            FenField::EnPassant => "en-passant square",
            FenField::HalfmoveClock => "half-move clock",
            FenField::FullmoveNumber => "move number",
            FenField::End => "end",
        };
        write!(f, "FEN {field}: {}", self.reason)
    }
}

impl std::error::Error for FenError {}

fn refuse<T>(field: FenField, reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError { field, reason: reason.into() })
}

/// Beyond this, a counter says nothing about chess; clamping leaves room to count on without overflow.
const COUNTER_LIMIT: u32 = 65_535;

/// The start of a text that may be megabytes long, for an error of one readable line.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let cut = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    text.chars().take(LONGEST).chain(cut.chars()).collect()
}

impl Position {
    /// Reads a FEN. Fields are separated by any run of blanks, and trailing ones may be missing: White to
    /// move, no castling, no en passant, counters 0 and 1.
    pub(crate) fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let (board, king_square) = read_board(fields.next().unwrap_or_default())?;
        let side = match fields.next() {
            None | Some("w" | "-") => Side::White,
            Some("b") => Side::Black,
            Some(text) => return refuse(FenField::Side, format!("'{}' is neither w nor b", shorten(text))),
        };
        let castle = read_castling(fields.next().unwrap_or("-"), &board)?;
        let en_passant = read_en_passant(fields.next().unwrap_or("-"))?;
        let halfmove_clock = read_counter(fields.next(), FenField::HalfmoveClock, 0)?;
        let fullmove_number = read_counter(fields.next(), FenField::FullmoveNumber, 1)?;
        if let Some(text) = fields.next() {
            return refuse(FenField::End, format!("'{}' follows the sixth field", shorten(text)));
        }
        let mut position = Self { board, king_square, side, en_passant: None, castle, halfmove_clock, fullmove_number };
        if position.is_square_attacked(king_square[side.opponent().index()], side) {
            return refuse(FenField::Side, "the side not to move is in check");
        }
        position.en_passant = en_passant.filter(|&square| position.was_jumped(square));
        position.en_passant = position.en_passant.and_then(|square| position.legal_en_passant(square));
        Ok(position)
    }

    /// The position as a six-field FEN. The en-passant square is written only when a capture there is legal.
    pub(crate) fn fen(&self) -> String {
        let mut text = String::new();
        for rank in 0..8 {
            let mut empty = 0;
            for file in 0..8 {
                let piece = self.board[rank << 4 | file];
                if piece == EMPTY {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(char::from(ASCII_PIECES[usize::from(piece)]));
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if rank < 7 {
                text.push('/');
            }
        }
        let side = if self.side == Side::White { 'w' } else { 'b' };
        let castling = self.castling_text();
        let en_passant = self.en_passant.map_or("-", |square| SQUARE_TO_COORDS[square]);
        format!("{text} {side} {castling} {en_passant} {} {}", self.halfmove_clock, self.fullmove_number)
    }

    /// The castling rights in FEN letters, `-` for none.
    pub(crate) fn castling_text(&self) -> String {
        let held = |(bit, _): &(u8, char)| self.castle & bit != 0;
        let letters: String =
            [(1, 'K'), (2, 'Q'), (4, 'k'), (8, 'q')].into_iter().filter(held).map(|(_, letter)| letter).collect();
        if letters.is_empty() { "-".to_string() } else { letters }
    }

    /// Whether the opponent's pawn can just have jumped `square`: right rank, jumped and starting square
    /// empty, pawn beyond. Without this a FEN could capture a pawn that does not exist.
    fn was_jumped(&self, square: Square) -> bool {
        let forward = PAWN_STEP[self.side.index()];
        let rank = if self.side == Side::White { 0x20 } else { 0x50 };
        rank_of(square) == rank
            && self.board[square] == EMPTY
            && self.board[step(square, forward)] == EMPTY
            && self.board[step(square, -forward)] == self.side.opponent().piece(PAWN)
    }
}

fn read_board(text: &str) -> Result<([Piece; BOARD_SIZE], [Square; 2]), FenError> {
    let mut board = [EMPTY; BOARD_SIZE];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return refuse(FenField::Board, format!("{} ranks instead of 8", ranks.len()));
    }
    for (row, rank) in ranks.into_iter().enumerate() {
        let malformed = |what: &str| refuse(FenField::Board, format!("rank {} '{}' {what}", 8 - row, shorten(rank)));
        let mut file = 0;
        let mut after_digit = false;
        for letter in rank.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                if after_digit {
                    return malformed("has two digits in a row");
                }
                file += empty as usize;
                after_digit = true;
            } else if let Some(piece) = char_piece(letter) {
                if file < 8 {
                    board[row << 4 | file] = piece;
                }
                file += 1;
                after_digit = false;
            } else {
                return malformed(&format!("has the unknown letter '{letter}'"));
            }
            if file > 8 {
                return malformed("has more than 8 files");
            }
        }
        if file < 8 {
            return malformed("has fewer than 8 files");
        }
    }
    let king_square = check_men(&board)?;
    Ok((board, king_square))
}

/// Refuses boards that no game can reach by counting men, and finds the kings on the way.
fn check_men(board: &[Piece; BOARD_SIZE]) -> Result<[Square; 2], FenError> {
    let mut king_square = [0; 2];
    for side in [Side::White, Side::Black] {
        let name = if side == Side::White { "white" } else { "black" };
        let count = |piece_type| squares().filter(|&square| board[square] == side.piece(piece_type)).count();
        match count(KING) {
            1 => {}
            0 => return refuse(FenField::Board, format!("no {name} king")),
            kings => return refuse(FenField::Board, format!("{kings} {name} kings")),
        }
        let is_king = |square: &Square| board[*square] == side.piece(KING);
        king_square[side.index()] = squares().find(is_king).unwrap_or_default();
        let on_last_rank = |square| board[square] == side.piece(PAWN) && [0x00, 0x70].contains(&rank_of(square));
        if squares().any(on_last_rank) {
            return refuse(FenField::Board, format!("a {name} pawn on the first or last rank"));
        }
        let (pawns, knights, bishops, rooks, queens) =
            (count(PAWN), count(KNIGHT), count(BISHOP), count(ROOK), count(QUEEN));
        let men = 1 + pawns + knights + bishops + rooks + queens;
        if men > 16 {
            return refuse(FenField::Board, format!("{men} {name} men, more than 16"));
        }
        // Each man beyond the starting set was a pawn once.
        let promoted =
            queens.saturating_sub(1) + rooks.saturating_sub(2) + knights.saturating_sub(2) + bishops.saturating_sub(2);
        if pawns + promoted > 8 {
            let reason = format!("{pawns} {name} pawns and {promoted} promoted pieces, more than 8 together");
            return refuse(FenField::Board, reason);
        }
    }
    Ok(king_square)
}

/// Reads the rights and drops those whose king or rook is not at home. The file letters of the a- and
/// h-rooks are the same rights in Shredder's spelling; other files can only mean Chess960, which ABC does
/// not play.
fn read_castling(text: &str, board: &[Piece; BOARD_SIZE]) -> Result<u8, FenError> {
    if text == "-" {
        return Ok(0);
    }
    if text.chars().count() > 4 {
        return refuse(FenField::Castling, format!("'{}' has more than four letters", shorten(text)));
    }
    let mut castle = 0;
    for letter in text.chars() {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let direction = match letter.to_ascii_lowercase() {
            'k' | 'h' => 0,
            'q' | 'a' => 1,
            'b'..='g' => continue,
            _ => {
                return refuse(FenField::Castling, format!("'{}' has the unknown letter '{letter}'", shorten(text)));
            }
        };
        let (king, rook) = (KING_HOME[side.index()], ROOK_HOME[side.index()][direction]);
        if board[king] == side.piece(KING) && board[rook] == side.piece(ROOK) {
            castle |= CASTLING_SIDE[side.index()][direction];
        }
    }
    Ok(castle)
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match (text, coords_to_square(text)) {
        ("-", _) => Ok(None),
        (_, Some(square)) => Ok(Some(square)),
        _ => refuse(FenField::EnPassant, format!("'{}' is neither a square nor -", shorten(text))),
    }
}

/// Reads a counter: missing or `-` gives the default, which is also the least value; a number out of range
/// is moved into it, because GUIs send such numbers and they change nothing on the board.
fn read_counter(text: Option<&str>, field: FenField, default: u32) -> Result<u32, FenError> {
    let Some(text) = text.filter(|&text| text != "-") else {
        return Ok(default);
    };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return refuse(field, format!("'{}' is not a number", shorten(text)));
    }
    if negative {
        return Ok(default);
    }
    // Only a number too long for u32 fails to parse here.
    Ok(digits.parse().unwrap_or(COUNTER_LIMIT).clamp(default, COUNTER_LIMIT))
}

#[cfg(test)]
mod tests;
