//! What several terms ask about a position: who attacks what, where pieces may go, what stands around the kings.
//!
//! Not here: any value. Invariant: `attacked` is the union of `attacked_by`; a square is in `attacked_twice` only if two pieces attack it.

use rules::attacks::{between, bishop_attacks, king_attacks, rook_attacks};
use rules::{Bitboard, PieceKind, Position, Square};

use crate::side::{Black, Side, White, pawn_attacks, pawn_double_attacks, ranks};

/// The common facts. The pieces' attacks are added while `pieces` visits them.
pub(crate) struct Facts<'a> {
    pub(crate) position: &'a Position,
    pub(crate) occupied: Bitboard,
    armies: [Army; 2],
}

/// The facts of one side.
pub(crate) struct Army {
    pub(crate) all: Bitboard,
    pub(crate) pawns: Bitboard,
    pub(crate) king: Square,
    /// By kind of attacker. Sliders see through their own queens, rooks through rooks as well.
    pub(crate) attacked_by: [Bitboard; 6],
    pub(crate) attacked: Bitboard,
    pub(crate) attacked_twice: Bitboard,
    /// Where a piece can be of use: no own king, no own pawn that is blocked or at home, no square of an enemy pawn.
    pub(crate) area: Bitboard,
    /// The squares around the king and one rank further, unless two own pawns guard them.
    pub(crate) ring: Bitboard,
    /// Pieces that may not leave the line to their king, and those lines.
    pub(crate) pinned: Bitboard,
    pub(crate) pin_lines: Bitboard,
    /// Pieces that attack the enemy's ring, their weights' sum, and their attacks on squares next to the king.
    pub(crate) attackers: i32,
    pub(crate) attack_weight: i32,
    pub(crate) contacts: i32,
}

impl Army {
    #[inline(always)]
    fn new<U: Side>(position: &Position) -> Self {
        let pawns = position.pieces(U::COLOR, PieceKind::Pawn);
        let king = position.king(U::COLOR);
        let (by_pawns, by_king) = (pawn_attacks::<U>(pawns), king_attacks(king));
        let double = pawn_double_attacks::<U>(pawns);
        let mut attacked_by = [Bitboard::EMPTY; 6];
        attacked_by[PieceKind::Pawn.index()] = by_pawns;
        attacked_by[PieceKind::King.index()] = by_king;
        let near = by_king | king.into();
        Self {
            all: position.color(U::COLOR),
            pawns,
            king,
            attacked_by,
            attacked: by_pawns | by_king,
            attacked_twice: double | (by_pawns & by_king),
            area: Bitboard::EMPTY,
            ring: (near | U::push(near)) & !double,
            pinned: Bitboard::EMPTY,
            pin_lines: Bitboard::EMPTY,
            attackers: 0,
            attack_weight: 0,
            contacts: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn by(&self, kind: PieceKind) -> Bitboard {
        self.attacked_by[kind.index()]
    }

    /// The squares that count for this piece, given what it attacks: a pinned one stays on its line.
    #[inline(always)]
    pub(crate) fn reach(&self, square: Square, attacks: Bitboard) -> Bitboard {
        if self.pinned.contains(square) { attacks & self.pin_lines } else { attacks }
    }
}

impl<'a> Facts<'a> {
    #[inline(always)]
    pub(crate) fn new(position: &'a Position) -> Self {
        let armies = [Army::new::<White>(position), Army::new::<Black>(position)];
        let mut facts = Self { position, occupied: position.occupied(), armies };
        facts.complete::<White>();
        facts.complete::<Black>();
        facts
    }

    #[inline(always)]
    pub(crate) fn us<U: Side>(&self) -> &Army {
        &self.armies[U::COLOR.index()]
    }

    #[inline(always)]
    pub(crate) fn them<U: Side>(&self) -> &Army {
        &self.armies[<U::Enemy as Side>::COLOR.index()]
    }

    #[inline(always)]
    pub(crate) fn us_mut<U: Side>(&mut self) -> &mut Army {
        &mut self.armies[U::COLOR.index()]
    }

    /// The pieces of one side and kind.
    #[inline(always)]
    pub(crate) fn pieces<U: Side>(&self, kind: PieceKind) -> Bitboard {
        self.us::<U>().all & self.position.kind(kind)
    }

    /// What needs both sides' pawns.
    #[inline(always)]
    fn complete<U: Side>(&mut self) {
        let (us, them) = (self.us::<U>(), self.them::<U>());
        let stuck = us.pawns & (<U::Enemy as Side>::push(self.occupied) | ranks::<U>(1, 2));
        let area = !(stuck | us.king.into() | them.by(PieceKind::Pawn));
        let (pinned, pin_lines) = self.pins::<U>();
        let army = self.us_mut::<U>();
        (army.area, army.pinned, army.pin_lines) = (area, pinned, pin_lines);
    }

    #[inline(always)]
    fn pins<U: Side>(&self) -> (Bitboard, Bitboard) {
        let king = self.us::<U>().king;
        let queens = self.pieces::<U::Enemy>(PieceKind::Queen);
        let snipers = (rook_attacks(king, Bitboard::EMPTY) & (self.pieces::<U::Enemy>(PieceKind::Rook) | queens))
            | (bishop_attacks(king, Bitboard::EMPTY) & (self.pieces::<U::Enemy>(PieceKind::Bishop) | queens));
        let (mut pinned, mut lines) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers {
            let line = between(king, sniper);
            let blockers = line & self.occupied;
            if !blockers.has_many() && (blockers & self.us::<U>().all).is_any() {
                pinned |= blockers;
                lines |= line | sniper.into();
            }
        }
        (pinned, lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn pins_are_found_on_their_lines_only() {
        let position = Position::from_fen("4k3/8/8/b3r3/8/2N5/4B3/4K3 w - - 0 1").expect("a FEN");
        let facts = Facts::new(&position);
        let us = facts.us::<White>();
        assert_eq!(us.pinned, Bitboard::from(square("e2")) | square("c3").into());
        assert!(us.pin_lines.contains(square("e5")) && us.pin_lines.contains(square("d2")));
        assert!(facts.us::<Black>().pinned.is_empty());
        // Two pieces in between: neither is pinned.
        let position = Position::from_fen("4k3/8/8/4r3/4P3/8/4B3/4K3 w - - 0 1").expect("a FEN");
        assert!(Facts::new(&position).us::<White>().pinned.is_empty());
    }

    #[test]
    fn area_leaves_out_what_is_of_no_use() {
        let position = Position::from_fen("4k3/8/8/3p4/P3p3/4P3/P7/4K3 w - - 0 1").expect("a FEN");
        let facts = Facts::new(&position);
        let area = facts.us::<White>().area;
        for (name, inside) in [("a2", false), ("e3", false), ("a4", true), ("e1", false), ("c4", false), ("d2", true)] {
            assert_eq!(area.contains(square(name)), inside, "{name}");
        }
    }
}
