//! Positions for the tests: random games from many kinds of start, always the same ones.

use rules::fen::{CastlingMode, parse};
use rules::{Move, Position};

/// SplitMix64: repeatable, and no dependency.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// From where a random game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Standard,
    Chess960,
    DoubleFischer,
    Sparse,
}

impl Start {
    pub(crate) const ALL: [Self; 4] = [Self::Standard, Self::Chess960, Self::DoubleFischer, Self::Sparse];

    pub(crate) fn position(self, random: &mut Random) -> Position {
        let mut number = || random.below(960) as u32;
        let board = match self {
            Self::Standard => return Position::start(),
            Self::Chess960 => cozy_chess::Board::chess960_startpos(number()),
            Self::DoubleFischer => cozy_chess::Board::double_chess960_startpos(number(), number()),
            Self::Sparse => return sparse_position(random),
        };
        let text = format!("{board:#}");
        Position::from_chess960_fen(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }
}

/// A few men where they meet castling, promotion and en passant often.
fn sparse_position(random: &mut Random) -> Position {
    loop {
        let mut board = [['1'; 8]; 8];
        for king in ['k', 'K'] {
            let rank = if random.below(2) == 0 { random.below(8) } else { back_rank(king) };
            board[rank][random.below(8)] = king;
        }
        for _ in 0..2 + random.below(8) {
            let letter = random.pick(&['P', 'p', 'P', 'p', 'N', 'n', 'B', 'b', 'R', 'r', 'R', 'r', 'Q', 'q']);
            let rank = match letter {
                'P' | 'p' => 1 + random.below(6),
                'R' | 'r' if random.below(2) == 0 => back_rank(letter),
                _ => random.below(8),
            };
            let square = &mut board[rank][random.below(8)];
            if *square == '1' {
                *square = letter;
            }
        }
        let rows = board.map(|row| merge_digits(&row.iter().collect::<String>()));
        let side = random.pick(&['w', 'b']);
        let en_passant =
            format!("{}{}", random.pick(&['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']), random.pick(&['3', '6']));
        let (half, full) = (random.below(50), 1 + random.below(200));
        // What does not fit the board is dropped; kings side by side and the like are refused, and we try again.
        let text = format!("{} {side} KQkq {en_passant} {half} {full}", rows.join("/"));
        if let Ok(fen) = parse(&text, CastlingMode::Chess960) {
            return fen.position;
        }
    }
}

fn back_rank(letter: char) -> usize {
    if letter.is_ascii_uppercase() { 7 } else { 0 }
}

fn merge_digits(row: &str) -> String {
    let mut merged = String::new();
    let mut empty = 0;
    for letter in row.chars().chain(['/']) {
        if letter == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            merged += &empty.to_string();
            empty = 0;
        }
        merged.push(letter);
    }
    merged.pop();
    merged
}

/// A random legal move, the rarer kinds more often than chance would have them.
pub(crate) fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    use rules::MoveKind::{Castle, EnPassant};
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let rare = |mv: &Move| matches!(mv.kind(), Castle | EnPassant) || mv.promotion().is_some();
    let special: Vec<Move> = moves.into_iter().filter(rare).collect();
    Some(if special.is_empty() || random.below(3) == 0 { random.pick(&moves) } else { random.pick(&special) })
}
