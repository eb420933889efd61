//! The number of a position in its table.
//!
//! Not the value there (`pairs`). Symmetry leaves a tenth of the positions: the leading pieces are numbered together on an eighth of the board
//! (a quarter with pawns), like pieces are numbered as sets, and the numbers are combined in an order that the table names.
//! Invariant: squares that cannot be numbered give no number, never a panic.

use std::sync::LazyLock;

use rules::{Color, PieceKind, Position, Square};

use super::MOST_PIECES;
use super::material::Material;

/// How many ways the two kings, or three different pieces, stand apart from symmetry.
const TWO_KINGS: u64 = 462;
const THREE_PIECES: u64 = 31_332;
/// Squares below the long diagonal, and those on it within the triangle a1-d1-d4.
const BELOW: usize = 28;
const FILES: usize = 4;

/// Tables of numbers that follow from the geometry.
struct Numbers {
    /// Of the triangle a1-d1-d4: off the diagonal 0 to 5, on it 6 to 9.
    triangle: [usize; 64],
    /// Of the squares below the diagonal.
    below: [usize; 64],
    /// Of two kings, the first in the triangle.
    kings: [[Option<u16>; 64]; 10],
    /// Of a pawn: the further ahead and the nearer the edge, the less.
    pawn: [usize; 64],
    /// Of the leading pawns by their count less 1 and the foremost one's square on the left half.
    leading: [[u64; 24]; 6],
    /// How many ways the leading pawns stand, by their count less 1 and the file.
    leading_ways: [[u64; FILES]; 6],
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(Numbers::new);

/// Ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n as u64).saturating_sub(i as u64) / (i as u64 + 1))
}

fn file(square: usize) -> usize {
    square & 7
}

fn rank(square: usize) -> usize {
    square >> 3
}

fn is_on_diagonal(square: usize) -> bool {
    file(square) == rank(square)
}

impl Numbers {
    fn new() -> Numbers {
        let mut numbers = Numbers {
            triangle: [0; 64],
            below: [0; 64],
            kings: [[None; 64]; 10],
            pawn: [0; 64],
            leading: [[0; 24]; 6],
            leading_ways: [[0; FILES]; 6],
        };
        let in_triangle = |&square: &usize| file(square) < 4 && rank(square) <= file(square);
        let triangle: Vec<usize> = (0..64).filter(in_triangle).collect();
        let (on, off): (Vec<usize>, Vec<usize>) = triangle.iter().partition(|&&square| is_on_diagonal(square));
        for (number, &square) in off.iter().chain(&on).enumerate() {
            numbers.triangle[square] = number;
        }
        for (number, square) in (0..64).filter(|&square| rank(square) < file(square)).enumerate() {
            numbers.below[square] = number;
        }
        numbers.number_kings(&off, &on);
        let mut left = 47;
        for file in 0..4 {
            for rank in 1..7 {
                for file in [file, 7 - file] {
                    numbers.pawn[rank * 8 + file] = left;
                    left = left.saturating_sub(1);
                }
            }
        }
        for others in 0..6 {
            for square in 0..24 {
                let way = choose(numbers.pawn[(1 + square % 6) * 8 + square / 6], others);
                let ways = &mut numbers.leading_ways[others][square / 6];
                numbers.leading[others][square] = *ways;
                *ways += way;
            }
        }
        numbers
    }

    /// The pairs with both kings on the diagonal come last.
    fn number_kings(&mut self, off: &[usize], on: &[usize]) {
        let apart = |a: usize, b: usize| file(a).abs_diff(file(b)) > 1 || rank(a).abs_diff(rank(b)) > 1;
        let mut number = 0;
        for is_last in [false, true] {
            for &first in off.iter().chain(on) {
                for second in (0..64).filter(|&second| apart(first, second)) {
                    let both_on = is_on_diagonal(first) && is_on_diagonal(second);
                    let is_mirror_image = is_on_diagonal(first) && rank(second) > file(second);
                    if both_on == is_last && !is_mirror_image {
                        self.kings[self.triangle[first]][second] = Some(number);
                        number += 1;
                    }
                }
            }
        }
    }
}

/// How one table numbers its positions.
#[derive(Debug)]
pub(super) struct Groups {
    /// The pieces in the table's order.
    pieces: Vec<(Color, PieceKind)>,
    /// The size of the group that begins at each place.
    sizes: [usize; MOST_PIECES],
    /// What the group's number is multiplied by.
    factors: [u64; MOST_PIECES],
    material: Material,
}

impl Groups {
    /// From a table's description: the pieces, and at which places of the order the leading group and the other side's pawns stand.
    /// `file` is that of the leading pawn. Also how many positions there are. `None` if the description is not of this material.
    pub(super) fn new(material: Material, pieces: &[u8], orders: [usize; 2], file: usize) -> Option<(Groups, u64)> {
        let pieces: Vec<(Color, PieceKind)> = pieces.iter().map(|&code| piece_of(code)).collect::<Option<_>>()?;
        let mut counts = [[0; 6]; 2];
        pieces.iter().for_each(|&(color, kind)| counts[color.index()][kind.index()] += 1);
        let mut groups = Groups { pieces, sizes: [0; MOST_PIECES], factors: [0; MOST_PIECES], material };
        if Material(counts) != material || !groups.measure() {
            return None;
        }
        let values = groups.combine(orders, file);
        // Every group has its place in the order.
        let is_placed = |group: usize| groups.sizes[group] == 0 || groups.factors[group] > 0;
        (0..MOST_PIECES).all(is_placed).then_some((groups, values))
    }

    fn leading(&self) -> usize {
        let pawns = self.material.pawns()[0];
        match pawns {
            0 if self.material.has_only_kings_alone() => 2,
            0 => 3,
            pawns => pawns,
        }
    }

    /// Finds the groups; false if the pieces do not stand together as they must.
    fn measure(&mut self) -> bool {
        let pawns = self.material.pawns();
        let mut at = self.leading();
        self.sizes[0] = at;
        if pawns[1] > 0 {
            self.sizes[at] = pawns[1];
            at += pawns[1];
        }
        let pieces = &self.pieces;
        let alike = |range: std::ops::Range<usize>| {
            pieces.get(range).is_some_and(|pieces| pieces.iter().all(|piece| piece == &pieces[0]))
        };
        if pawns[0] > 0 {
            let are_first = pieces[..at].iter().all(|&(_, kind)| kind == PieceKind::Pawn);
            if !are_first || !alike(0..pawns[0]) || (pawns[1] > 0 && !alike(pawns[0]..at)) {
                return false;
            }
        } else if self.sizes[0] == 2 && pieces[..2].iter().any(|&(_, kind)| kind != PieceKind::King) {
            return false;
        }
        while at < pieces.len() {
            let (color, kind) = pieces[at];
            let size = usize::from(self.material.0[color.index()][kind.index()]);
            if !alike(at..at + size) {
                return false;
            }
            self.sizes[at] = size;
            at += size;
        }
        true
    }

    /// Sets the factors; how many positions there are.
    fn combine(&mut self, orders: [usize; 2], file: usize) -> u64 {
        let leading = self.sizes[0];
        let pawns = self.material.pawns();
        let mut at = leading + pawns[1];
        let mut free = 64 - at;
        let mut factor = 1;
        let mut place = 0;
        while at < self.pieces.len() || orders.contains(&place) {
            if place == orders[0] {
                self.factors[0] = factor;
                factor *= match leading {
                    pawns_ahead if pawns[0] > 0 => NUMBERS.leading_ways[pawns_ahead - 1][file],
                    2 => TWO_KINGS,
                    _ => THREE_PIECES,
                };
            } else if place == orders[1] {
                self.factors[leading] = factor;
                factor *= choose(48 - leading, pawns[1]);
            } else if at < self.pieces.len() {
                self.factors[at] = factor;
                factor *= choose(free, self.sizes[at]);
                free -= self.sizes[at];
                at += self.sizes[at];
            }
            place += 1;
        }
        factor
    }

    /// Where the pieces stand, in the table's order, seen with the colours exchanged or not.
    pub(super) fn squares(&self, position: &Position, exchanged: bool) -> Option<Vec<usize>> {
        let mut squares: Vec<usize> = Vec::with_capacity(MOST_PIECES);
        while let Some(&(color, kind)) = self.pieces.get(squares.len()) {
            let color = if exchanged { !color } else { color };
            let found = position.pieces(color, kind);
            if found.is_empty() {
                return None;
            }
            squares.extend(found.into_iter().map(Square::index));
        }
        // Only pawns tell up from down.
        if exchanged && self.material.pawns()[0] > 0 {
            squares.iter_mut().for_each(|square| *square ^= 0b111_000);
        }
        (squares.len() == self.pieces.len()).then_some(squares)
    }

    /// The number of the position with its pieces on these squares. With pawns the leading one comes first, see [`lead`].
    pub(super) fn number(&self, mut squares: Vec<usize>) -> Option<u64> {
        if file(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= 0b111);
        }
        let leading = self.sizes[0];
        let pawns = self.material.pawns();
        let mut number = match pawns[0] {
            0 => number_of_pieces(&mut squares, leading)?,
            _ => number_of_pawns(&mut squares[..leading]),
        } * self.factors[0];
        let mut at = leading;
        let mut are_pawns = pawns[1] > 0;
        while at < squares.len() {
            let size = self.sizes[at];
            let (before, group) = squares.split_at_mut(at);
            let group = group.get_mut(..size)?;
            group.sort_unstable();
            let mut ways = 0;
            for (index, &square) in group.iter().enumerate() {
                let skipped = before.iter().filter(|&&other| other < square).count() + if are_pawns { 8 } else { 0 };
                ways += choose(square.checked_sub(skipped)?, index + 1);
            }
            number += ways * self.factors[at];
            at += size;
            are_pawns = false;
        }
        Some(number)
    }
}

/// The pawn that decides the file goes to the front; its file, the right half mirrored.
pub(super) fn lead(squares: &mut [usize], pawns: usize) -> usize {
    if let Some(first) = (0..pawns).max_by_key(|&index| NUMBERS.pawn[squares[index]]) {
        squares.swap(0, first);
    }
    file(squares[0]).min(7 - file(squares[0]))
}

/// A piece as tables write it.
fn piece_of(code: u8) -> Option<(Color, PieceKind)> {
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    let kind = usize::from(code & 7).checked_sub(1)?;
    Some((color, *PieceKind::ALL.get(kind)?))
}

fn number_of_pawns(squares: &mut [usize]) -> u64 {
    let first = squares[0];
    squares[1..].sort_unstable_by_key(|&square| NUMBERS.pawn[square]);
    let others = squares.len() - 1;
    let ahead = NUMBERS.leading[others][file(first) * 6 + rank(first) - 1];
    let ways = |(index, &square): (usize, &usize)| choose(NUMBERS.pawn[square], index + 1);
    ahead + squares[1..].iter().enumerate().map(ways).sum::<u64>()
}

/// Two kings, or three different pieces, the board turned so that the first stands in the triangle.
fn number_of_pieces(squares: &mut [usize], leading: usize) -> Option<u64> {
    if rank(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 0b111_000);
    }
    let off = squares[..leading].iter().copied().find(|&square| !is_on_diagonal(square));
    if off.is_some_and(|square| rank(square) > file(square)) {
        squares.iter_mut().for_each(|square| *square = file(*square) << 3 | rank(*square));
    }
    let (a, b) = (squares[0], squares[1]);
    if leading == 2 {
        return NUMBERS.kings[NUMBERS.triangle[a]][b].map(u64::from);
    }
    let c = squares[2];
    let b_skips = usize::from(b > a);
    let c_skips = usize::from(c > a) + usize::from(c > b);
    let number = if !is_on_diagonal(a) {
        NUMBERS.triangle[a] * 63 * 62 + (b - b_skips) * 62 + c - c_skips
    } else if !is_on_diagonal(b) {
        6 * 63 * 62 + rank(a) * BELOW * 62 + NUMBERS.below[b] * 62 + c - c_skips
    } else if !is_on_diagonal(c) {
        6 * 63 * 62 + 4 * BELOW * 62 + rank(a) * 7 * BELOW + (rank(b) - b_skips) * BELOW + NUMBERS.below[c]
    } else {
        6 * 63 * 62 + 4 * BELOW * 62 + 4 * 7 * BELOW + rank(a) * 7 * 6 + (rank(b) - b_skips) * 6 + (rank(c) - c_skips)
    };
    Some(number as u64)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn the_numbers_are_as_many_as_the_format_says() {
        let kings = NUMBERS.kings.iter().flatten().flatten().copied().max();
        assert_eq!(kings.map(|last| u64::from(last) + 1), Some(TWO_KINGS));
        assert_eq!(NUMBERS.pawn[8], 47);
        assert_eq!(NUMBERS.leading_ways[0], [6, 6, 6, 6]);
        assert_eq!([choose(48, 2), choose(0, 1), choose(1, 2), choose(5, 0)], [1128, 0, 0, 1]);
    }

    #[test]
    fn a_description_of_other_pieces_is_refused() {
        let material = Material::from_name("KQvK").expect("a name");
        assert!(Groups::new(material, &[6, 5, 14], [0, 15], 0).is_some());
        for wrong in [[6, 4, 14], [6, 5, 6], [7, 5, 14], [0, 5, 14]] {
            assert!(Groups::new(material, &wrong, [0, 15], 0).is_none(), "{wrong:?}");
        }
    }

    /// The groups of a table by file, its pieces in an order that tables use, and how many positions there are.
    fn groups_of(name: &str, orders: [usize; 2]) -> Vec<(Groups, u64)> {
        let material = Material::from_name(name).expect("a name");
        let [white, black] = [Color::White, Color::Black].map(|color| material.0[color.index()]);
        let leads = white[0] > 0 && (black[0] == 0 || white[0] <= black[0]);
        let mut pieces: Vec<(bool, bool, u8, u8)> = Vec::new();
        for (counts, color_code, leads) in [(white, 0, leads), (black, 8, !leads)] {
            for kind in PieceKind::ALL {
                let is_pawn = kind == PieceKind::Pawn;
                let count = counts[kind.index()];
                // Pawns first, the leading ones before the others; then kings and what else stands alone.
                let key = (!is_pawn, if is_pawn { !leads } else { count > 1 }, 6 - kind.index() as u8);
                let piece = (key.0, key.1, key.2, color_code | (kind.index() as u8 + 1));
                pieces.extend(std::iter::repeat_n(piece, usize::from(count)));
            }
        }
        pieces.sort_unstable();
        let codes: Vec<u8> = pieces.into_iter().map(|(.., code)| code).collect();
        let files = if material.pawns()[0] > 0 { 4 } else { 1 };
        (0..files).map(|file| Groups::new(material, &codes, orders, file).expect("an order of the pieces")).collect()
    }

    /// The ways to turn the board: with pawns only its sides can be exchanged.
    fn turned(squares: &[usize], has_pawns: bool) -> Vec<Vec<usize>> {
        let ways = if has_pawns { 2 } else { 8 };
        let turn = |way: usize, square: usize| {
            let square = square ^ if way & 1 != 0 { 0b111 } else { 0 } ^ if way & 2 != 0 { 0b111_000 } else { 0 };
            if way & 4 != 0 { file(square) << 3 | rank(square) } else { square }
        };
        (0..ways).map(|way| squares.iter().map(|&square| turn(way, square)).collect()).collect()
    }

    /// The same for all placements that symmetry or an exchange of like pieces makes of one another.
    fn shape(groups: &Groups, squares: &[usize]) -> Vec<(u8, usize)> {
        let code = |&(color, kind): &(Color, PieceKind)| (color.index() * 8 + kind.index()) as u8;
        let placed = |squares: Vec<usize>| {
            let mut placed: Vec<(u8, usize)> = groups.pieces.iter().map(code).zip(squares).collect();
            placed.sort_unstable();
            placed
        };
        let all = turned(squares, groups.material.pawns()[0] > 0);
        all.into_iter().map(placed).min().expect("a way")
    }

    /// Whether a placement's leading group is its own mirror image: then the format has two numbers for it and its mirror image.
    fn is_own_mirror_image(groups: &Groups, squares: &[usize]) -> bool {
        let leading = &squares[..groups.sizes[0]];
        if groups.material.pawns()[0] > 0 {
            return leading.iter().any(|square| leading.contains(&(square ^ 0b111)));
        }
        leading.iter().all(|&square| is_on_diagonal(square)) || leading.iter().all(|&s| is_on_diagonal(s ^ 0b111))
    }

    /// The file of the leading pawn and the number there.
    fn number_in(all: &[(Groups, u64)], squares: &[usize]) -> Option<(usize, u64)> {
        let mut squares = squares.to_vec();
        let pawns = all[0].0.material.pawns()[0];
        let file = if pawns > 0 { lead(&mut squares, pawns) } else { 0 };
        let (groups, values) = &all[file];
        let number = groups.number(squares)?;
        assert!(number < *values, "{number} of {values}");
        Some((file, number))
    }

    /// No tables of these are at hand: that the numbering is a numbering at all.
    #[test]
    fn numbers_of_five_to_seven_pieces_are_equal_just_where_symmetry_says_so() {
        let with_both = ["KPPvKP", "KPPvKPP", "KPvKPPP", "KRPvKRP", "KPvKPP", "KQPPvKPP"];
        let with_one = ["KPPPvK", "KPPPPvK", "KRPvKR", "KPPPvKRR", "KRPPvKB"];
        let without = ["KQQvKR", "KRRvKRR", "KQRvKB", "KBBNvKN", "KNNNvK", "KRRRvKRR", "KQQBvKRR"];
        let orders = [(&with_both[..], [[0, 1], [1, 0], [2, 0]]), (&with_one, [[0, 15], [1, 15], [1, 15]])];
        let orders = orders.into_iter().chain([(&without[..], [[0, 15], [1, 15], [1, 15]])]);
        let names = orders.flat_map(|(names, orders)| names.iter().flat_map(move |&n| orders.map(|o| (n, o))));
        let mut state: u64 = 1;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut tried = Vec::new();
        for (name, order) in names {
            let all = groups_of(name, order);
            let has_pawns = all[0].0.material.pawns()[0] > 0;
            let count = all[0].0.pieces.len();
            let mut placements: HashMap<(usize, u64), Vec<usize>> = HashMap::new();
            let mut symmetric = 0;
            // Two pieces go everywhere, so that numbers which are too small meet others.
            for _ in 0..4 {
                let base: Vec<usize> = (0..count).map(|_| 8 + below(48)).collect();
                let (first, second) = (below(count), below(count));
                for place in 0..48 * 48 {
                    let mut squares = base.clone();
                    (squares[first], squares[second]) = (8 + place / 48, 8 + place % 48);
                    let is_possible = (1..count).all(|end| !squares[..end].contains(&squares[end]));
                    let Some(number) = is_possible.then(|| number_in(&all, &squares)).flatten() else {
                        continue;
                    };
                    if let Some(other) = placements.get(&number) {
                        let [one, other] = [&squares, other].map(|squares| shape(&all[0].0, squares));
                        assert_eq!(one, other, "{name} {order:?}: both have the number {number:?}");
                    }
                    if below(16) == 0 && !is_own_mirror_image(&all[0].0, &squares) {
                        symmetric += 1;
                        for turned in turned(&squares, has_pawns) {
                            assert_eq!(number_in(&all, &turned), Some(number), "{name} {order:?}: {squares:?}");
                        }
                    }
                    placements.insert(number, squares);
                }
            }
            tried.push((placements.len(), symmetric));
        }
        assert!(tried.iter().filter(|&&(all, symmetric)| all > 1500 && symmetric > 100).count() > 40, "{tried:?}");
    }
}
