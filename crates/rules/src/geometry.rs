//! Board geometry from first principles: where a piece reaches by walking, one step at a time.
//!
//! Slow and obvious on purpose: `build.rs` includes this file to fill the tables that the fast look-ups of `attacks` read,
//! and the tests compare those look-ups with it.
//! Invariant: plain `u64` sets (bit 0 = a1, bit 63 = h8) and no dependency, so that a build script can use it.

/// A direction or leap as (files, ranks).
pub type Step = (i8, i8);

/// The rook's directions.
pub const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The bishop's directions.
pub const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The knight's leaps.
pub const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The king's steps.
pub const KING: [Step; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The square one step away, if it is on the board.
pub const fn neighbour(square: u8, step: Step) -> Option<u8> {
    let file = (square % 8) as i8 + step.0;
    let rank = (square / 8) as i8 + step.1;
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank * 8 + file) as u8) }
}

/// Every square reached by exactly one of `steps`.
pub const fn leaps(square: u8, steps: &[Step]) -> u64 {
    let mut reached = 0;
    let mut i = 0;
    while i < steps.len() {
        if let Some(to) = neighbour(square, steps[i]) {
            reached |= 1 << to;
        }
        i += 1;
    }
    reached
}

/// Every square reached by walking along `step` up to and including the first square of `occupied`.
pub const fn ray(square: u8, step: Step, occupied: u64) -> u64 {
    let mut reached = 0;
    let mut at = square;
    while let Some(next) = neighbour(at, step) {
        reached |= 1 << next;
        if occupied >> next & 1 != 0 {
            break;
        }
        at = next;
    }
    reached
}

/// Every square a slider with these directions attacks.
pub const fn slides(square: u8, directions: &[Step; 4], occupied: u64) -> u64 {
    ray(square, directions[0], occupied)
        | ray(square, directions[1], occupied)
        | ray(square, directions[2], occupied)
        | ray(square, directions[3], occupied)
}

/// The squares whose occupation changes what a slider on `square` attacks: its rays without their last squares.
#[allow(dead_code, reason = "used by build.rs, which includes this file")]
pub const fn relevant_occupancy(square: u8, directions: &[Step; 4]) -> u64 {
    let mut relevant = 0;
    let mut i = 0;
    while i < 4 {
        let mut at = square;
        while let Some(next) = neighbour(at, directions[i]) {
            if neighbour(next, directions[i]).is_some() {
                relevant |= 1 << next;
            }
            at = next;
        }
        i += 1;
    }
    relevant
}
