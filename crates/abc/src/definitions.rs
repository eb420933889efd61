//! Global definitions: codes, squares and the small lookup tables that the rest of the engine reads.
//!
//! Not here: anything that changes while the engine runs. The chapters keep all of that in globals; here
//! it lives in structs, so that two engines can run side by side.
//!
//! Invariant: every table indexed by a square has 128 entries and every table indexed by a piece has 15,
//! so a piece code or an on-board square is always a valid index.

/// An index into the 0x88 board: `rank << 4 | file`, rank 0 being the *eighth*. On the board exactly when
/// `square & 0x88 == 0`.
pub(crate) type Square = usize;

/// A piece code: type in the low three bits, colour in the fourth. Zero is an empty square.
pub(crate) type Piece = u8;

/// Number of board entries, half of them off the board.
pub(crate) const BOARD_SIZE: usize = 128;

/// Number of piece codes, the empty square and the two unused codes included.
pub(crate) const PIECE_CODES: usize = 15;

/// Whose move it is, whose king it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    White = 0,
    Black = 1,
}

impl Side {
    /// The index for tables that hold one entry per side.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    pub(crate) const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The piece code of this side's piece of the given type.
    pub(crate) const fn piece(self, piece_type: Piece) -> Piece {
        piece_type | (self as u8) << 3
    }
}

pub(crate) const EMPTY: Piece = 0;

pub(crate) const KING: Piece = 1;
pub(crate) const PAWN: Piece = 2;
pub(crate) const KNIGHT: Piece = 3;
pub(crate) const BISHOP: Piece = 4;
pub(crate) const ROOK: Piece = 5;
pub(crate) const QUEEN: Piece = 6;

pub(crate) const WK: Piece = 1;
pub(crate) const WP: Piece = 2;
pub(crate) const WN: Piece = 3;
pub(crate) const WB: Piece = 4;
pub(crate) const WR: Piece = 5;
pub(crate) const WQ: Piece = 6;
pub(crate) const BK: Piece = 9;
pub(crate) const BP: Piece = 10;
pub(crate) const BN: Piece = 11;
pub(crate) const BB: Piece = 12;
pub(crate) const BR: Piece = 13;
pub(crate) const BQ: Piece = 14;

/// The type of a piece, `EMPTY` for an empty square.
pub(crate) const fn piece_type(piece: Piece) -> Piece {
    piece & 7
}

/// The colour of a piece, `None` for an empty square.
pub(crate) const fn piece_side(piece: Piece) -> Option<Side> {
    match piece {
        EMPTY => None,
        _ if piece >> 3 == 0 => Some(Side::White),
        _ => Some(Side::Black),
    }
}

pub(crate) const A8: Square = 0x00;
pub(crate) const C8: Square = 0x02;
pub(crate) const E8: Square = 0x04;
pub(crate) const G8: Square = 0x06;
pub(crate) const H8: Square = 0x07;
pub(crate) const A1: Square = 0x70;
pub(crate) const C1: Square = 0x72;
pub(crate) const E1: Square = 0x74;
pub(crate) const G1: Square = 0x76;
pub(crate) const H1: Square = 0x77;

/// Whether an index is one of the 64 squares: one test catches every step over an edge of the board.
pub(crate) const fn on_board(square: Square) -> bool {
    square & 0x88 == 0
}

/// The square one step along `offset`, which may be off the board.
///
/// A step up from the top rank would be negative: it wraps to a huge index, whose 0x80 bit is set for
/// every offset in use, so [`on_board`] rejects it like any other step over the edge.
pub(crate) const fn step(square: Square, offset: isize) -> Square {
    square.wrapping_add_signed(offset)
}

/// The 64 squares in board order: a8 to h8, then a7, and so on to h1.
pub(crate) fn squares() -> impl Iterator<Item = Square> {
    (0..BOARD_SIZE).filter(|&square| on_board(square))
}

/// White may castle kingside.
pub(crate) const WKC: u8 = 1;
/// White may castle queenside.
pub(crate) const WQC: u8 = 2;
/// Black may castle kingside.
pub(crate) const BKC: u8 = 4;
/// Black may castle queenside.
pub(crate) const BQC: u8 = 8;

/// Castling bits by side and direction (kingside, queenside).
pub(crate) const CASTLING_SIDE: [[u8; 2]; 2] = [[WKC, WQC], [BKC, BQC]];

/// Where the kings start.
pub(crate) const KING_HOME: [Square; 2] = [E1, E8];

/// Where the rooks that may castle start, by side and direction.
pub(crate) const ROOK_HOME: [[Square; 2]; 2] = [[H1, A1], [H8, A8]];

/// Where a castling king lands, by side and direction.
pub(crate) const CASTLED_KING: [[Square; 2]; 2] = [[G1, C1], [G8, C8]];

/// The rights that survive a move from or to a square: `rights &= mask` for both ends of every move.
/// The target counts too, because a rook can be captured at home.
///
/// Row 0 is the eighth rank. (The chapter's prose gives e1 the 3 and e8 the 12; its table, followed
/// here, has them the right way round: a move of the white king must leave Black's bits, 12.)
#[rustfmt::skip]
pub(crate) const CASTLING_RIGHTS: [u8; BOARD_SIZE] = [
     7, 15, 15, 15,  3, 15, 15, 11,  0, 0, 0, 0, 0, 0, 0, 0,
    15, 15, 15, 15, 15, 15, 15, 15,  0, 0, 0, 0, 0, 0, 0, 0,
    15, 15, 15, 15, 15, 15, 15, 15,  0, 0, 0, 0, 0, 0, 0, 0,
    15, 15, 15, 15, 15, 15, 15, 15,  0, 0, 0, 0, 0, 0, 0, 0,
    15, 15, 15, 15, 15, 15, 15, 15,  0, 0, 0, 0, 0, 0, 0, 0,
    15, 15, 15, 15, 15, 15, 15, 15,  0, 0, 0, 0, 0, 0, 0, 0,
    15, 15, 15, 15, 15, 15, 15, 15,  0, 0, 0, 0, 0, 0, 0, 0,
    13, 15, 15, 15, 12, 15, 15, 14,  0, 0, 0, 0, 0, 0, 0, 0,
];

/// Every square's name. The sixteen entries of a row run on past the h-file, so that a stray index
/// prints as a visibly impossible square instead of a wrong one.
#[rustfmt::skip]
pub(crate) const SQUARE_TO_COORDS: [&str; BOARD_SIZE] = [
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8", "m8", "n8", "o8", "p8",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7", "m7", "n7", "o7", "p7",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6", "m6", "n6", "o6", "p6",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5", "m5", "n5", "o5", "p5",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4", "m4", "n4", "o4", "p4",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3", "m3", "n3", "o3", "p3",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2", "m2", "n2", "o2", "p2",
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1", "o1", "p1",
];

/// The square with this name, `None` for anything that is not one of the 64.
pub(crate) fn coords_to_square(name: &str) -> Option<Square> {
    squares().find(|&square| SQUARE_TO_COORDS[square] == name)
}

/// The piece a FEN letter stands for.
pub(crate) const fn char_piece(letter: char) -> Option<Piece> {
    Some(match letter {
        'P' => WP,
        'N' => WN,
        'B' => WB,
        'R' => WR,
        'Q' => WQ,
        'K' => WK,
        'p' => BP,
        'n' => BN,
        'b' => BB,
        'r' => BR,
        'q' => BQ,
        'k' => BK,
        _ => return None,
    })
}

/// The letter that UCI appends to a promotion, by promoted piece; both colours use the small letter.
pub(crate) const fn promoted_piece_char(piece: Piece) -> Option<char> {
    Some(match piece_type(piece) {
        QUEEN => 'q',
        ROOK => 'r',
        BISHOP => 'b',
        KNIGHT => 'n',
        _ => return None,
    })
}

/// One character per piece code, for the board print and for FEN. The hyphens stand on unused codes.
pub(crate) const ASCII_PIECES: &[u8; PIECE_CODES] = b".KPNBRQ--kpnbrq";

/// The steps of each piece type; pawns move by rules of their own.
#[rustfmt::skip]
pub(crate) const MOVE_OFFSETS: [[isize; 8]; 7] = [
    [0; 8],
    [-16, -1, 16, 1, -17, -15, 17, 15],
    [0; 8],
    [-33, -31, 33, 31, -18, -14, 18, 14],
    [-17, -15, 17, 15, 0, 0, 0, 0],
    [-16, -1, 16, 1, 0, 0, 0, 0],
    [-16, -1, 16, 1, -17, -15, 17, 15],
];

/// How many of a type's [`MOVE_OFFSETS`] are in use.
pub(crate) const OFFSET_LENGTH: [usize; 7] = [0, 8, 0, 8, 4, 4, 8];

/// The steps in use for a piece type.
pub(crate) fn move_offsets(piece_type: Piece) -> &'static [isize] {
    let index = usize::from(piece_type);
    &MOVE_OFFSETS[index][..OFFSET_LENGTH[index]]
}

/// A pawn's single step, by side.
pub(crate) const PAWN_STEP: [isize; 2] = [-16, 16];

/// The first square of the rank from which a side's pawns may step twice.
pub(crate) const PAWN_STARTING_RANK: [Square; 2] = [0x60, 0x10];

/// The first square of the rank on which a side's pawns promote.
pub(crate) const PAWN_PROMOTING_RANK: [Square; 2] = [0x00, 0x70];

/// The rank of a square, as the index of its first square.
pub(crate) const fn rank_of(square: Square) -> Square {
    square & 0x70
}

/// Most Valuable Victim, Least Valuable Attacker: `MVV_LVA[attacker][victim]`.
///
/// The victim's hundreds outweigh the attacker's units, so the attacker only breaks ties. (The chapter's
/// prose works its example with 600 for the queen; its table, followed here, has 500 for the queen and
/// 600 for the king, which no legal move captures.)
pub(crate) const MVV_LVA: [[i64; PIECE_CODES]; PIECE_CODES] = mvv_lva();

const fn mvv_lva() -> [[i64; PIECE_CODES]; PIECE_CODES] {
    const VICTIM: [i64; 8] = [0, 600, 100, 200, 300, 400, 500, 0];
    const ATTACKER: [i64; 8] = [0, 0, 5, 4, 3, 2, 1, 0];
    let mut table = [[0; PIECE_CODES]; PIECE_CODES];
    let mut attacker = 0;
    while attacker < PIECE_CODES {
        let mut victim = 0;
        while victim < PIECE_CODES {
            // Code 8 would be a black nothing: it has type 0 and stays a zero row like code 0 and 7.
            if VICTIM[attacker & 7] != 0 && VICTIM[victim & 7] != 0 {
                table[attacker][victim] = VICTIM[victim & 7] + ATTACKER[attacker & 7];
            }
            victim += 1;
        }
        attacker += 1;
    }
    table
}

/// The index of opening values in the score tables.
pub(crate) const OPENING: usize = 0;
/// The index of endgame values in the score tables.
pub(crate) const ENDGAME: usize = 1;

/// Above this much material (knights to queens, at opening values) only opening values count.
pub(crate) const OPENING_PHASE_SCORE: i32 = 6192;

/// Below this much material only endgame values count.
pub(crate) const ENDGAME_PHASE_SCORE: i32 = 518;

/// PeSTO's piece values in centipawns by phase and piece code, Black's negative so that a plain sum is
/// White's balance. The kings cancel.
#[rustfmt::skip]
pub(crate) const MATERIAL_SCORE: [[i32; PIECE_CODES]; 2] = [
    [0, 12000, 82, 337, 365, 477, 1025, 0, 0, -12000, -82, -337, -365, -477, -1025],
    [0, 12000, 94, 281, 297, 512,  936, 0, 0, -12000, -94, -281, -297, -512,  -936],
];

/// The most plies a line can have: the size of everything indexed by ply.
pub(crate) const MAX_PLY: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_masks_keep_the_other_rights() {
        for (square, kept) in [(E1, 12), (E8, 3), (A1, 13), (H1, 14), (A8, 7), (H8, 11), (0x33, 15)] {
            assert_eq!(CASTLING_RIGHTS[square], kept, "{}", SQUARE_TO_COORDS[square]);
        }
    }

    #[test]
    fn mvv_lva_matches_the_chapters_table() {
        const WHITE_HALF: [[i64; 7]; 7] = [
            [0; 7],
            [0, 600, 100, 200, 300, 400, 500],
            [0, 605, 105, 205, 305, 405, 505],
            [0, 604, 104, 204, 304, 404, 504],
            [0, 603, 103, 203, 303, 403, 503],
            [0, 602, 102, 202, 302, 402, 502],
            [0, 601, 101, 201, 301, 401, 501],
        ];
        for attacker in 0..PIECE_CODES {
            for victim in 0..PIECE_CODES {
                let unused = [attacker, victim].iter().any(|code| (7..9).contains(code));
                let expected = if unused { 0 } else { WHITE_HALF[attacker & 7][victim & 7] };
                assert_eq!(MVV_LVA[attacker][victim], expected, "{attacker} x {victim}");
            }
        }
    }

    #[test]
    fn square_names_run_past_the_edge() {
        assert_eq!(SQUARE_TO_COORDS[A8], "a8");
        assert_eq!(SQUARE_TO_COORDS[E1], "e1");
        assert_eq!(SQUARE_TO_COORDS[0x08], "i8");
        assert_eq!(SQUARE_TO_COORDS[0x7f], "p1");
        assert_eq!(coords_to_square("h1"), Some(H1));
        assert_eq!(coords_to_square("i8"), None);
        assert_eq!(coords_to_square(""), None);
    }

    #[test]
    fn every_step_over_an_edge_leaves_the_board() {
        for square in squares() {
            for offset in MOVE_OFFSETS.iter().flatten() {
                let (rank, file) = ((square >> 4) as isize, (square & 7) as isize);
                let (up, across) = ((offset + 4).div_euclid(16), (offset + 4).rem_euclid(16) - 4);
                let inside = (0..8).contains(&(rank + up)) && (0..8).contains(&(file + across));
                assert_eq!(on_board(step(square, *offset)), inside, "{square:#x} {offset}");
            }
        }
    }

    #[test]
    fn piece_codes_carry_type_and_colour() {
        for (code, letter) in ASCII_PIECES.iter().enumerate() {
            let Some(piece) = char_piece(char::from(*letter)) else {
                continue;
            };
            assert_eq!(usize::from(piece), code);
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            assert_eq!(piece_side(piece), Some(side));
            assert_eq!(side.piece(piece_type(piece)), piece);
        }
        assert_eq!(piece_side(EMPTY), None);
    }
}
