//! What each man on the board is worth to a network.
//!
//! Not a sum: men work together, so their worths do not add up to the value. Invariant: a man's worth is the value with him less the value
//! without him, everything else the same, the row of output weights included.

use std::fmt;

use rules::{File, PieceKind, Position, Rank, Square};
use serde::Serialize;

use crate::nnue::Network;

/// A man and his worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Man {
    /// Where he stands, 0 for a1 to 63 for h8.
    pub square: usize,
    /// His letter in a FEN.
    pub piece: char,
    /// What the value loses without him, in centipawns, from White's view. None of kings.
    pub worth: i32,
}

/// All men but the kings, from a1 on. `sign` is 1 where White is to move, else -1.
pub(super) fn men(position: &Position, network: &Network, sign: i32) -> Vec<Man> {
    let value = network.evaluate(position);
    let man = |square: Square| {
        let piece = position.piece_on(square).filter(|piece| piece.kind() != PieceKind::King)?;
        let without = network.evaluate_without(position, square);
        Some(Man { square: square.index(), piece: piece.letter(), worth: sign * (value - without) })
    };
    position.occupied().into_iter().filter_map(man).collect()
}

/// The men as they stand on the board, White below.
pub(super) fn write_board(f: &mut fmt::Formatter<'_>, men: &[Man]) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        write!(f, "{} ", rank.digit())?;
        for file in File::ALL {
            let square = Square::new(file, rank).index();
            match men.iter().find(|man| man.square == square) {
                Some(Man { piece, worth, .. }) => write!(f, " {piece}{worth:>+6}")?,
                None => write!(f, " {:>7}", ".")?,
            }
        }
        writeln!(f)?;
    }
    write!(f, "  ")?;
    for file in File::ALL {
        write!(f, " {:>7}", file.letter())?;
    }
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_is_worth_what_is_lost_without_him() {
        let network = Network::shipped();
        let position = |fen: &str| Position::from_fen(fen).expect("a FEN");
        // As many men to a row of output weights with the knight as without: 8 and 7 of them are the second row.
        let (with, without) = ("4k3/pp6/8/8/8/5N2/PPP5/4K3 b - - 0 1", "4k3/pp6/8/8/8/8/PPP5/4K3 b - - 0 1");
        let found = men(&position(with), &network, -1);
        assert_eq!(found.len(), 6);
        let knight = found.iter().find(|man| man.piece == 'N').expect("the knight");
        let difference = network.evaluate(&position(without)) - network.evaluate(&position(with));
        assert_eq!((knight.square, knight.worth), (21, difference));
        assert!(knight.worth > 0, "{knight:?}");
    }
}
