//! The start of a game as bits.
//!
//! One bit for the start position of chess; any other is told whole, castling rights by the files of their rooks, so Chess960 and double
//! Fischer random need nothing special. Not here: whether a position is possible, which `rules` alone decides, so what comes out of
//! bits goes through its FEN reader. Invariant: a position has one spelling, and a spelling that `rules` would mend is refused.

use super::bits::{BitReader, BitWriter};
use super::fault::Corruption;
use rules::fen::{self, CastlingMode};
use rules::{CastlingSide, Color, File, Piece, PieceKind, Position, Rank, Square};

/// The order of the Golomb code of both move counters: most starts are some ten plies into a game.
const COUNTER_ORDER: u32 = 3;

/// The castling rights in the order in which they are written.
const RIGHTS: [(Color, CastlingSide); 4] = [
    (Color::White, CastlingSide::KingSide),
    (Color::White, CastlingSide::QueenSide),
    (Color::Black, CastlingSide::KingSide),
    (Color::Black, CastlingSide::QueenSide),
];

/// The code of each kind of man and its bits: the fewer, the more there are at the start of a game.
const MEN: [(PieceKind, u32, u32); 6] = [
    (PieceKind::Pawn, 0b0, 1),
    (PieceKind::Knight, 0b100, 3),
    (PieceKind::Bishop, 0b101, 3),
    (PieceKind::Rook, 0b110, 3),
    (PieceKind::Queen, 0b1110, 4),
    (PieceKind::King, 0b1111, 4),
];

/// Writes a position.
pub(super) fn pack(position: &Position, bits: &mut BitWriter) {
    let standard = *position == Position::start();
    bits.put(u32::from(standard), 1);
    if standard {
        return;
    }
    let occupied = position.occupied();
    bits.put((occupied.0 >> 32) as u32, 32);
    bits.put(occupied.0 as u32, 32);
    for piece in occupied.into_iter().filter_map(|square| position.piece_on(square)) {
        let (_, code, length) = MEN[piece.kind().index()];
        bits.put(code, length);
        bits.put(piece.color().index() as u32, 1);
    }
    bits.put(position.side_to_move().index() as u32, 1);
    for (color, side) in RIGHTS {
        put_file(position.castling_rook(color, side), bits);
    }
    put_file(position.en_passant(), bits);
    bits.put_number(u32::from(position.halfmove_clock()), COUNTER_ORDER);
    bits.put_number(u32::from(position.fullmove_number()), COUNTER_ORDER);
}

fn put_file(square: Option<Square>, bits: &mut BitWriter) {
    match square {
        None => bits.put(0, 1),
        Some(square) => bits.put(8 | square.file().index() as u32, 4),
    }
}

/// Reads a position.
pub(super) fn unpack(bits: &mut BitReader<'_>) -> Result<Position, Corruption> {
    if bits.take(1).ok_or(Corruption::Ends)? == 1 {
        return Ok(Position::start());
    }
    let told = Told::read(bits).ok_or(Corruption::Ends)?;
    let text = told.to_fen();
    let fen = fen::parse(&text, CastlingMode::Chess960).map_err(|error| Corruption::Start(error.to_string()))?;
    let as_told = fen.notices.is_empty()
        && RIGHTS
            .iter()
            .zip(told.rights)
            .all(|(&(color, side), right)| fen.position.castling_rook(color, side).map(Square::file) == right)
        && fen.position.en_passant().map(Square::file) == told.en_passant
        && u32::from(fen.position.halfmove_clock()) == told.halfmove_clock
        && u32::from(fen.position.fullmove_number()) == told.fullmove_number
        && fen.position != Position::start();
    if as_told { Ok(fen.position) } else { Err(Corruption::Start(format!("nobody writes it like this: {text}"))) }
}

/// What the bits say, possible or not.
struct Told {
    board: [Option<Piece>; 64],
    side_to_move: Color,
    rights: [Option<File>; 4],
    en_passant: Option<File>,
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl Told {
    fn read(bits: &mut BitReader<'_>) -> Option<Told> {
        let occupied = u64::from(bits.take(32)?) << 32 | u64::from(bits.take(32)?);
        let mut board = [None; 64];
        for (index, man) in board.iter_mut().enumerate() {
            if occupied >> index & 1 == 1 {
                *man = Some(take_man(bits)?);
            }
        }
        let side_to_move = take_color(bits)?;
        let mut rights = [None; 4];
        for right in &mut rights {
            *right = take_file(bits)?;
        }
        Some(Told {
            board,
            side_to_move,
            rights,
            en_passant: take_file(bits)?,
            halfmove_clock: bits.take_number(COUNTER_ORDER)?,
            fullmove_number: bits.take_number(COUNTER_ORDER)?,
        })
    }

    /// As Chess960 writes it, castling rights by files.
    fn to_fen(&self) -> String {
        let mut text = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.board[Square::new(file, rank).index()] {
                    None => empty += 1,
                    Some(piece) => {
                        push_run(&mut text, std::mem::take(&mut empty));
                        text.push(piece.letter());
                    }
                }
            }
            push_run(&mut text, empty);
            if rank != Rank::First {
                text.push('/');
            }
        }
        let (side, en_passant_rank) = match self.side_to_move {
            Color::White => ('w', Rank::Sixth),
            Color::Black => ('b', Rank::Third),
        };
        let mut castling = String::new();
        for (&(color, _), right) in RIGHTS.iter().zip(self.rights) {
            castling.extend(right.map(|file| match color {
                Color::White => file.letter().to_ascii_uppercase(),
                Color::Black => file.letter(),
            }));
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = self.en_passant.map_or("-".to_owned(), |file| Square::new(file, en_passant_rank).to_string());
        text + &format!(" {side} {castling} {en_passant} {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

fn push_run(text: &mut String, empty: u32) {
    text.extend(char::from_digit(empty, 10).filter(|_| empty > 0));
}

fn take_man(bits: &mut BitReader<'_>) -> Option<Piece> {
    let (mut code, mut length) = (bits.take(1)?, 1);
    let kind = loop {
        if let Some(&(kind, ..)) = MEN.iter().find(|&&(_, known, bits)| (known, bits) == (code, length)) {
            break kind;
        }
        code = code << 1 | bits.take(1)?;
        length += 1;
    };
    Some(Piece::new(take_color(bits)?, kind))
}

fn take_color(bits: &mut BitReader<'_>) -> Option<Color> {
    Some(if bits.take(1)? == 0 { Color::White } else { Color::Black })
}

/// `None` where the bits end; `Some(None)` where there is no square.
fn take_file(bits: &mut BitReader<'_>) -> Option<Option<File>> {
    if bits.take(1)? == 0 {
        return Some(None);
    }
    Some(Some(File::ALL[bits.take(3)? as usize]))
}
