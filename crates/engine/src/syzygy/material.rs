//! What stands on the board, whoever stands where: the name of a table.
//!
//! Not a position. Invariant: both sides have one king.

use rules::{Color, PieceKind, Position};

/// Pieces of each side by kind, White's (or the side named first) before Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Material(pub(super) [[u8; 6]; 2]);

impl Material {
    pub(super) fn of(position: &Position) -> Material {
        let count = |color, kind| position.pieces(color, kind).count() as u8;
        Material(Color::ALL.map(|color| PieceKind::ALL.map(|kind| count(color, kind))))
    }

    /// Of a table's file name without its ending, such as `KQvKR`.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (first, second) = name.split_once('v')?;
        let side = |letters: &str| {
            let mut counts = [0u8; 6];
            for letter in letters.chars() {
                if letter.is_ascii_lowercase() {
                    return None;
                }
                counts[PieceKind::from_letter(letter)?.index()] += 1;
            }
            (counts[PieceKind::King.index()] == 1 && letters.starts_with('K')).then_some(counts)
        };
        let material = Material([side(first)?, side(second)?]);
        (3..=super::MOST_PIECES).contains(&material.pieces()).then_some(material)
    }

    pub(super) fn pieces(self) -> usize {
        self.0.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// The same whichever side is named first.
    pub(super) fn ending(self) -> Material {
        self.max(Material([self.0[1], self.0[0]]))
    }

    pub(super) fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// Pawns of the side whose pawns a table numbers first, and of the other.
    pub(super) fn pawns(self) -> [usize; 2] {
        let [first, second] = self.0.map(|side| usize::from(side[PieceKind::Pawn.index()]));
        if second > 0 && (first == 0 || first > second) { [second, first] } else { [first, second] }
    }

    /// Whether the kings are the only pieces that stand alone of their kind: a table then numbers them together.
    pub(super) fn has_only_kings_alone(self) -> bool {
        self.0.iter().flatten().filter(|&&count| count == 1).count() == 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_positions_say_the_same() {
        for (name, fen) in [
            ("KQvKR", "4r2K/8/8/3k4/8/8/8/2Q5 w - - 44 80"),
            ("KPPvKP", "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1"),
            ("KvK", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ] {
            let position = Position::from_fen(fen).expect("a FEN");
            let named = Material::from_name(name);
            assert_eq!(named, (name != "KvK").then(|| Material::of(&position)), "{name}");
        }
        for bad in ["", "KQ", "KQvQ", "KQvk", "QKvK", "KXvK", "KQvKRvK", "KKvK", "KQQQQvKQQQ"] {
            assert_eq!(Material::from_name(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_side_with_fewer_pawns_leads() {
        let pawns = |name| Material::from_name(name).expect("a name").pawns();
        assert_eq!(
            [pawns("KPPvKP"), pawns("KRvKP"), pawns("KPvKPP"), pawns("KRvKQ")],
            [[1, 2], [1, 0], [1, 2], [0, 0]]
        );
    }
}
