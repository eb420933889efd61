//! FEN: positions as text, in its three castling dialects (KQkq, X-FEN, Shredder-FEN).
//!
//! What cannot be a chess position is refused with an error that names field and reason. What merely contradicts the
//! board (castling rights without king and rook in place, an en-passant square without a pushed pawn) is dropped and
//! reported as a notice, because GUIs really send such text. Missing or dashed trailing fields get their defaults.
//! Not here: EPD operations, or any judgement whether the position could have arisen in a game.
//! Invariant: text that `to_fen` or `to_shredder_fen` wrote reads back as the same position, without notices.

use crate::attacks::pawn_attacks;
use crate::color::{Black, Side, White};
use crate::position::castling_side;
use crate::{Bitboard, CastlingSide, Color, File, Piece, PieceKind, Position, Rank, Square};
use std::fmt;

/// How castling letters and castling moves are to be read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// Kings castle from the e-file with rooks of the a- and h-file; `e1g1`.
    #[default]
    Standard,
    /// Chess960 and double Fischer random: any king and rooks of the back rank; king takes rook, `e1h1`.
    Chess960,
}

/// A part of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FenField {
    Board,
    SideToMove,
    Castling,
    EnPassant,
    HalfmoveClock,
    FullmoveNumber,
    /// What follows the last field.
    End,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "full-move number",
            Self::End => "end",
        })
    }
}

/// Something about one field of a FEN: why it is refused ([`FenError`]) or what was changed to accept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenNotice {
    /// Which field.
    pub field: FenField,
    /// What is wrong with it, in words.
    pub reason: String,
}

impl fmt::Display for FenNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN {}: {}", self.field, self.reason)
    }
}

/// Why a FEN is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError(pub FenNotice);

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for FenError {}

fn refuse<T>(field: FenField, reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError(FenNotice { field, reason: reason.into() }))
}

/// A FEN that was accepted.
#[derive(Clone, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// What had to be dropped or clamped, in field order.
    pub notices: Vec<FenNotice>,
}

/// The FEN of the standard start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(crate) fn start_position() -> Position {
    Position::from_fen(START_FEN).expect("the start position is a position")
}

impl Position {
    /// Reads a standard FEN; notices are dropped silently.
    ///
    /// # Errors
    /// Names the field and the reason.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        parse(text, CastlingMode::Standard).map(|fen| fen.position)
    }

    /// Reads a Chess960 FEN (X-FEN or Shredder-FEN); notices are dropped silently.
    ///
    /// # Errors
    /// Names the field and the reason.
    pub fn from_chess960_fen(text: &str) -> Result<Self, FenError> {
        parse(text, CastlingMode::Chess960).map(|fen| fen.position)
    }
}

/// Reads a FEN of one to six fields, separated by any white space.
///
/// # Errors
/// Names the field and the reason.
pub fn parse(text: &str, mode: CastlingMode) -> Result<Fen, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let mut position = parse_board(fields.next().unwrap_or_default())?;
    let mut notices = Vec::new();
    let mut field = || fields.next().filter(|&text| text != "-");
    position.side_to_move = match field() {
        Some("w") | None => Color::White,
        Some("b") => Color::Black,
        Some(other) => return refuse(FenField::SideToMove, format!("`{}` is neither w nor b", shorten(other))),
    };
    validate(&position)?;
    if let Some(letters) = field() {
        position.castling_rooks = parse_castling(&position, letters, mode, &mut notices)?;
    }
    if let Some(square) = field() {
        position.en_passant = parse_en_passant(&position, square, &mut notices)?;
    }
    position.halfmove_clock = parse_counter(field(), FenField::HalfmoveClock, 0, &mut notices)?;
    position.fullmove_number = parse_counter(field(), FenField::FullmoveNumber, 1, &mut notices)?;
    if let Some(text) = fields.next() {
        return refuse(FenField::End, format!("`{}` follows the sixth field", shorten(text)));
    }
    Ok(Fen { position: position.recomputed(), notices })
}

/// The start of a text that may be megabytes long, for an error line.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.to_owned()
    } else {
        text.chars().take(LONGEST).chain("...".chars()).collect()
    }
}

fn parse_board(text: &str) -> Result<Position, FenError> {
    if text.is_empty() {
        return refuse(FenField::Board, "missing");
    }
    let rows = text.split('/').count();
    if rows != 8 {
        return refuse(FenField::Board, format!("{rows} ranks instead of 8"));
    }
    let mut position = Position::empty();
    for (row, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        parse_rank(row, rank, &mut position)?;
    }
    Ok(position)
}

fn parse_rank(row: &str, rank: Rank, position: &mut Position) -> Result<(), FenError> {
    let bad = |reason: String| refuse(FenField::Board, format!("rank {}: {reason}", rank.digit()));
    let mut file = 0;
    let mut after_digit = false;
    for letter in row.chars() {
        if let Some(run @ 1..=8) = letter.to_digit(10) {
            if after_digit {
                return bad("two digits in a row".to_owned());
            }
            file += run as usize;
        } else if let Some(piece) = Piece::from_letter(letter) {
            if let Some(&file) = File::ALL.get(file) {
                position.put(piece, Square::new(file, rank));
            }
            file += 1;
        } else {
            return bad(format!("`{letter}` is neither a piece nor a number of empty squares"));
        }
        after_digit = letter.is_ascii_digit();
        if file > 8 {
            break;
        }
    }
    match file {
        8 => Ok(()),
        0..8 => bad(format!("{file} squares instead of 8")),
        _ => bad("more than 8 squares".to_owned()),
    }
}

/// Refuses boards that cannot be a chess position. The limits on men also bound the number of legal moves.
fn validate(position: &Position) -> Result<(), FenError> {
    let bad = |reason: String| refuse(FenField::Board, reason);
    for color in Color::ALL {
        let count = |kind| position.pieces(color, kind).count();
        match count(PieceKind::King) {
            1 => {}
            0 => return bad(format!("no {color} king")),
            kings => return bad(format!("{kings} {color} kings")),
        }
        let men = position.color(color).count();
        if men > 16 {
            return bad(format!("{men} {color} men, more than 16"));
        }
        let promoted = |kind, at_start: u32| count(kind).saturating_sub(at_start);
        let pawns = count(PieceKind::Pawn)
            + promoted(PieceKind::Knight, 2)
            + promoted(PieceKind::Bishop, 2)
            + promoted(PieceKind::Rook, 2)
            + promoted(PieceKind::Queen, 1);
        if pawns > 8 {
            return bad(format!("{pawns} {color} pawns, promoted ones counted, more than 8"));
        }
    }
    let last_ranks = Bitboard::from(Rank::First) | Rank::Eighth.into();
    if let Some(square) = (position.kind(PieceKind::Pawn) & last_ranks).first() {
        return bad(format!("a pawn on {square}"));
    }
    let (mover, waiting) = (position.side_to_move, !position.side_to_move);
    if position.attackers(position.king(waiting), mover, position.occupied()).is_any() {
        return refuse(FenField::SideToMove, format!("{waiting} is in check but {mover} is to move"));
    }
    Ok(())
}

fn parse_castling(
    position: &Position,
    letters: &str,
    mode: CastlingMode,
    notices: &mut Vec<FenNotice>,
) -> Result<Bitboard, FenError> {
    // There are four rights; a longer field would only bring a notice per letter.
    if letters.chars().count() > 4 {
        return refuse(FenField::Castling, format!("`{}` has more than four letters", shorten(letters)));
    }
    let mut rooks = Bitboard::EMPTY;
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let found = match letter.to_ascii_lowercase() {
            'k' => castling_rook(position, color, CastlingSide::KingSide, mode),
            'q' => castling_rook(position, color, CastlingSide::QueenSide, mode),
            'a'..='h' => File::from_letter(letter).and_then(|file| castling_rook_on(position, color, file, mode)),
            _ => return refuse(FenField::Castling, format!("`{}` is no castling right", shorten(letters))),
        };
        let king = position.king(color);
        let taken = |rook| {
            let side = castling_side(king, rook);
            (rooks & position.color(color)).into_iter().any(|other| other != rook && castling_side(king, other) == side)
        };
        match found.filter(|&rook| !taken(rook)) {
            Some(rook) => rooks |= rook.into(),
            None => notices.push(FenNotice {
                field: FenField::Castling,
                reason: match found {
                    Some(_) => format!("{letter} dropped, {color} already castles to that side"),
                    None => format!("{letter} dropped, {color} king and rook do not stand for it"),
                },
            }),
        }
    }
    Ok(rooks)
}

/// The rook a `K` or `Q` means: of the corner in standard chess, the outermost of that side in X-FEN.
fn castling_rook(position: &Position, color: Color, side: CastlingSide, mode: CastlingMode) -> Option<Square> {
    let corner = match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    };
    match mode {
        CastlingMode::Standard => castling_rook_on(position, color, corner, mode),
        CastlingMode::Chess960 => outermost_rook(position, color, side),
    }
}

fn outermost_rook(position: &Position, color: Color, side: CastlingSide) -> Option<Square> {
    let king = position.king(color);
    if king.rank() != color.back_rank() {
        return None;
    }
    let rooks = position.pieces(color, PieceKind::Rook) & color.back_rank().into();
    let mut on_side = rooks.into_iter().filter(|&rook| castling_side(king, rook) == side);
    match side {
        CastlingSide::KingSide => on_side.last(),
        CastlingSide::QueenSide => on_side.next(),
    }
}

fn castling_rook_on(position: &Position, color: Color, file: File, mode: CastlingMode) -> Option<Square> {
    let (king, rook) = (position.king(color), Square::new(file, color.back_rank()));
    let king_in_place = match mode {
        CastlingMode::Standard => king == Square::new(File::E, color.back_rank()) && matches!(file, File::A | File::H),
        CastlingMode::Chess960 => king.rank() == color.back_rank(),
    };
    (king_in_place && position.pieces(color, PieceKind::Rook).contains(rook)).then_some(rook)
}

fn parse_en_passant(position: &Position, text: &str, notices: &mut Vec<FenNotice>) -> Result<Option<Square>, FenError> {
    let Ok(square) = text.parse() else {
        return refuse(FenField::EnPassant, format!("`{}` is no square", shorten(text)));
    };
    Ok(match position.side_to_move {
        Color::White => usable_en_passant::<White>(position, square, notices),
        Color::Black => usable_en_passant::<Black>(position, square, notices),
    })
}

/// The square, if a pawn was pushed past it and a pawn of the side to move may legally capture there.
fn usable_en_passant<S: Side>(position: &Position, square: Square, notices: &mut Vec<FenNotice>) -> Option<Square> {
    let enemy = <S::Enemy as Side>::COLOR;
    let right_rank = square.rank() == Rank::Sixth.relative_to(S::COLOR);
    let pushed = right_rank
        && position.piece_on(square).is_none()
        && position.piece_on(square.step(S::FORWARD)).is_none()
        && position.piece_on(square.step(-S::FORWARD)) == Some(Piece::new(enemy, PieceKind::Pawn));
    if !pushed {
        let reason = format!("{square} dropped, no {enemy} pawn was just pushed past it");
        notices.push(FenNotice { field: FenField::EnPassant, reason });
        return None;
    }
    let takers = pawn_attacks(enemy, square) & position.pieces(S::COLOR, PieceKind::Pawn);
    takers.into_iter().any(|from| position.en_passant_is_legal::<S>(from, square)).then_some(square)
}

fn parse_counter(
    text: Option<&str>,
    field: FenField,
    least: u16,
    notices: &mut Vec<FenNotice>,
) -> Result<u16, FenError> {
    let Some(text) = text else { return Ok(least) };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return refuse(field, format!("`{}` is not a number", shorten(text)));
    }
    let value = if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u16::MAX) };
    let clamped = value.max(least);
    let zero = digits.bytes().all(|byte| byte == b'0');
    if (text.starts_with('-') && !zero) || digits.parse() != Ok(value) {
        notices.push(FenNotice { field, reason: format!("{} taken as {clamped}", shorten(text)) });
    }
    Ok(clamped)
}

impl Position {
    /// The FEN with all six fields; castling as `KQkq` wherever that is unambiguous, else by file (X-FEN).
    pub fn to_fen(&self) -> String {
        self.write_fen(|rook, color, side| {
            if outermost_rook(self, color, side) == Some(rook) {
                match side {
                    CastlingSide::KingSide => 'k',
                    CastlingSide::QueenSide => 'q',
                }
            } else {
                rook.file().letter()
            }
        })
    }

    /// The FEN with castling rights named by the rooks' files, as Chess960 GUIs write it.
    pub fn to_shredder_fen(&self) -> String {
        self.write_fen(|rook, _, _| rook.file().letter())
    }

    fn write_fen(&self, castling_letter: impl Fn(Square, Color, CastlingSide) -> char) -> String {
        let mut text = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some(piece) = self.piece_on(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(piece.letter());
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if rank != Rank::First {
                text.push('/');
            }
        }
        let mut castling = String::new();
        for color in Color::ALL {
            for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
                if let Some(rook) = self.castling_rook(color, side) {
                    let letter = castling_letter(rook, color, side);
                    castling.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
                }
            }
        }
        let side = if self.side_to_move == Color::White { 'w' } else { 'b' };
        let castling = if castling.is_empty() { "-" } else { &castling };
        let en_passant = self.en_passant.map_or("-".to_owned(), |square| square.to_string());
        let Self { halfmove_clock, fullmove_number, .. } = self;
        text + &format!(" {side} {castling} {en_passant} {halfmove_clock} {fullmove_number}")
    }
}
