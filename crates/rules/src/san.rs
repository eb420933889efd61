//! SAN: moves as people and PGN write them (`Nf3`, `exd5`, `O-O`, `e8=Q+`).
//!
//! Writing is strict: minimal disambiguation among legal moves (file, then rank, then both), capture mark, check mark.
//! Reading is lenient in form (missing marks, superfluous disambiguation, zeros for castling, long algebraic), but every
//! sign must stand where it belongs and the text must mean exactly one legal move.
//! Not here: PGN around the moves (crate `record`), UCI text (`notation`).
//! Invariant: reading what was written gives the same move.

use crate::position::castling_side;
use crate::{CastlingSide, File, Move, PieceKind, Position, Rank, Square};
use std::fmt;

/// Why a text is no move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// Not of the form of a SAN move.
    Malformed(String),
    /// Well-formed, but no legal move fits it.
    Illegal(String),
    /// More than one legal move fits it.
    Ambiguous(String),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "`{text}` is not a move in SAN"),
            Self::Illegal(text) => write!(f, "`{text}` is not legal here"),
            Self::Ambiguous(text) => write!(f, "`{text}` means more than one legal move"),
        }
    }
}

impl std::error::Error for SanError {}

/// What a SAN text says about a move.
enum Pattern {
    Castle(CastlingSide),
    Piece { kind: PieceKind, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<PieceKind> },
}

/// The legal move that a text means.
///
/// # Errors
/// When the text is no SAN move, or fits no legal move, or more than one.
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    let shown = || text.chars().take(20).collect::<String>();
    let pattern = read(text).ok_or_else(|| SanError::Malformed(shown()))?;
    let moves = position.legal_moves();
    let mut fitting = moves.into_iter().filter(|&mv| fits(position, &pattern, mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(SanError::Illegal(shown())),
        (Some(_), Some(_)) => Err(SanError::Ambiguous(shown())),
    }
}

fn read(text: &str) -> Option<Pattern> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    match text {
        "O-O" | "0-0" | "o-o" => return Some(Pattern::Castle(CastlingSide::KingSide)),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castle(CastlingSide::QueenSide)),
        _ => {}
    }
    // The longest there is: `Qa1xb2` for a piece, `a7xb8=Q` for a pawn.
    if text.chars().count() > 7 {
        return None;
    }
    let mut letters: Vec<char> = text.chars().collect();
    let kind = match letters.first()? {
        'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => PieceKind::from_letter(letters.remove(0))?,
        _ => PieceKind::Pawn,
    };
    let promotion = match letters.last()? {
        letter if letter.is_ascii_digit() => None,
        _ => {
            let promoted =
                PieceKind::from_letter(letters.pop()?).filter(|kind| PieceKind::PROMOTIONS.contains(kind))?;
            letters.pop_if(|letter| *letter == '=');
            Some(promoted)
        }
    };
    let rank = Rank::from_digit(letters.pop()?)?;
    let file = lower_file(letters.pop()?)?;
    let to = Square::new(file, rank);
    letters.pop_if(|letter| matches!(letter, 'x' | ':' | '-'));
    let (file, rank) = match *letters.as_slice() {
        [] => (None, None),
        [one] => match lower_file(one) {
            Some(file) => (Some(file), None),
            None => (None, Some(Rank::from_digit(one)?)),
        },
        [file, rank] => (Some(lower_file(file)?), Some(Rank::from_digit(rank)?)),
        _ => return None,
    };
    Some(Pattern::Piece { kind, file, rank, to, promotion })
}

fn lower_file(letter: char) -> Option<File> {
    File::from_letter(letter).filter(|_| letter.is_ascii_lowercase())
}

fn fits(position: &Position, pattern: &Pattern, mv: Move) -> bool {
    match *pattern {
        Pattern::Castle(side) => mv.is_castle() && castling_side(mv.from(), mv.to()) == side,
        Pattern::Piece { kind, file, rank, to, promotion } => {
            !mv.is_castle()
                && mv.to() == to
                && mv.promotion() == promotion
                && position.piece_on(mv.from()).is_some_and(|piece| piece.kind() == kind)
                && file.is_none_or(|file| mv.from().file() == file)
                && rank.is_none_or(|rank| mv.from().rank() == rank)
        }
    }
}

/// A legal move in SAN, check and mate marks included.
pub fn format(position: &Position, mv: Move) -> String {
    let mut text = without_check_mark(position, mv);
    let mut after = position.clone();
    after.make(mv);
    if after.in_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

fn without_check_mark(position: &Position, mv: Move) -> String {
    if mv.is_castle() {
        return match castling_side(mv.from(), mv.to()) {
            CastlingSide::KingSide => "O-O".to_owned(),
            CastlingSide::QueenSide => "O-O-O".to_owned(),
        };
    }
    let (from, to) = (mv.from(), mv.to());
    let kind = position.piece_on(from).map_or(PieceKind::Pawn, crate::Piece::kind);
    let mut text = String::new();
    if kind == PieceKind::Pawn {
        if mv.is_capture() {
            text.push(from.file().letter());
        }
    } else {
        text.push(kind.letter().to_ascii_uppercase());
        text += &disambiguation(position, mv, kind);
    }
    if mv.is_capture() {
        text.push('x');
    }
    text += &to.to_string();
    if let Some(promotion) = mv.promotion() {
        text.push('=');
        text.push(promotion.letter().to_ascii_uppercase());
    }
    text
}

/// The shortest prefix that tells the move apart from other legal moves of its kind to the same square.
fn disambiguation(position: &Position, mv: Move, kind: PieceKind) -> String {
    let from = mv.from();
    let rivals: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|&other| other.to() == mv.to() && other.from() != from && !other.is_castle())
        .map(Move::from)
        .filter(|&square| position.piece_on(square).is_some_and(|piece| piece.kind() == kind))
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        from.file().letter().to_string()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        from.rank().digit().to_string()
    } else {
        from.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_games;

    fn san(fen: &str, uci: &str) -> String {
        let position = Position::from_fen(fen).expect("a FEN");
        format(&position, position.parse_uci(uci).expect("a move"))
    }

    #[test]
    fn disambiguation_is_minimal_and_counts_legal_moves_only() {
        assert_eq!(san("rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq - 0 1", "g1e2"), "Ne2");
        let pinned =
            Position::from_fen("rn2k2r/pppq1ppp/5p2/3p4/1b1P4/2NQP3/PPP2PPP/R3K1NR w KQkq - 0 1").expect("a FEN");
        assert_eq!(parse(&pinned, "Nge2"), parse(&pinned, "Ne2"));
        assert_eq!(parse(&pinned, "Nce2"), Err(SanError::Illegal("Nce2".to_owned())));
        let queens = "8/8/8/8/4Q2Q/8/k1K5/7Q w - - 0 1";
        assert_eq!(["h4e1", "e4e1", "h1e1"].map(|mv| san(queens, mv)), ["Qh4e1", "Qee1", "Q1e1"]);
    }

    #[test]
    fn lenient_reading_and_one_meaning() {
        let position =
            Position::from_fen("r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - 0 1").expect("a FEN");
        let capture = position.parse_uci("f1f4").expect("a move");
        assert_eq!(format(&position, capture), "Rxf4");
        for text in ["Rxf4", "Rf4", "Rf1xf4", "Rf1f4", "Rxf4!?", "Rf1-f4"] {
            assert_eq!(parse(&position, text), Ok(capture), "{text}");
        }
        for text in [
            "",
            "x",
            "+",
            "Zf4",
            "Rf9",
            "e8=K",
            "Rf1f4f5",
            "é4",
            "N",
            "Rx",
            "R=f4",
            "xRf4",
            "R-x-f4",
            "Rf4=",
            "Rf4---------z",
            "-e-4",
        ] {
            assert!(matches!(parse(&position, text), Err(SanError::Malformed(_))), "{text}");
        }
        assert!(matches!(parse(&position, "Rf8"), Err(SanError::Illegal(_))));
    }

    #[test]
    fn every_legal_move_round_trips_on_random_games() {
        for position in random_games(7, 200, 80) {
            for mv in &position.legal_moves() {
                assert_eq!(parse(&position, &format(&position, mv)), Ok(mv), "{position:?}");
            }
        }
    }
}
