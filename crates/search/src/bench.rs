//! The positions and the depth by which a build is known: the same tree on every machine, or something has changed.
//!
//! Not a measurement of strength. Openings, middlegames and endgames are taken at random from the public books and games that the project
//! uses (CC0), five well-known studies beside them.
//! Invariant: the count depends on the options and the table size alone.

use rules::{Game, Position};

use crate::limits::{Host, Iteration, Limits, Report};
use crate::searcher::{Options, Searcher};
use crate::table::TableError;

/// Depth of each search, in plies.
pub const DEPTH: u32 = 13;
/// Size of the table, in mebibytes.
pub const MEBIBYTES: usize = 16;

/// Where each search starts.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rn1qk1nr/ppp3pp/3bp1b1/3p4/3P2P1/5N1P/PPP1P1B1/RNBQ1RK1 w kq - 0 1",
    "r2qkb1r/1bpnnppp/pp2p3/3pP3/3P1P2/2NBBN2/PPP3PP/R2QK2R w KQkq - 0 1",
    "r3kb1r/1b1npppp/pq1p1n2/2pP4/4P3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 1",
    "rnb1kb1r/pp3ppp/1q2p3/8/3ppB2/2N1P3/PPP2PPP/R2QKB1R w KQkq - 0 1",
    "r2qk2r/ppp2ppp/1bnpbn2/8/3pP3/2P3PP/PP2NPB1/RNBQ1RK1 w kq - 0 1",
    "rnb1kb1r/pp3ppp/2p1p3/5q2/2B5/4QN2/PPPP1PPP/R1B1K2R w KQkq - 0 1",
    "rnbqk2r/ppp2pbp/3p1np1/3P4/P3p3/NP2P3/1BP2PPP/R2QKBNR w KQkq - 0 1",
    "r1bq1rk1/p1ppnpbp/np4p1/4p3/2P1P3/2NP1N1P/PP2BPP1/R1BQK2R w KQ - 0 1",
    "rnbqkb1r/1pp2p2/5p2/3pp2p/p7/P2PP1P1/1PP2PBP/RN1QK1NR w KQkq - 0 1",
    "rnbqkb1r/pp1pnppp/4p3/2p5/5B2/3P2P1/PPP1PP1P/RN1QKBNR w KQkq - 0 1",
    "rnbqkbnr/ppp2pp1/3p3p/4p3/P7/4P1P1/1PPP1P1P/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pp3ppp/2n1pn2/2bp4/3P4/P3PN2/1BP2PPP/RN1QKB1R b KQkq - 0 1",
    "rnbqk2r/ppp2ppp/3bpn2/3p4/3P4/2P1P1B1/PP3PPP/RN1QKBNR b KQkq - 0 1",
    "rn1qkb1r/1pp1pppp/p4n2/3p4/1P4b1/4PN2/PBPP1PPP/RN1QKB1R w KQkq - 0 1",
    "3r4/4k3/1pP3pp/pP3p2/P4P2/4BN1P/1b4P1/7K b - - 0 1",
    "5k2/1pr2p1p/p7/P5R1/2R4P/5P2/5PK1/8 b - - 0 1",
    "6r1/5k2/r7/p1pPpB1R/PpP2p1p/1P3P1P/5P1K/8 b - - 0 1",
    "5N2/6k1/R3B2b/2p4p/8/2r5/5K2/8 b - - 0 1",
    "5b2/2k5/4p3/3p1p1p/1p1P3P/pP5r/2P5/1KR3R1 w - - 0 1",
    "4bk2/2r5/6p1/pBP1pp1p/P7/1NK5/8/3R4 b - - 0 1",
    "8/3b2k1/2p5/p2pr3/Pp4BR/6P1/1PP2K1P/8 b - - 0 1",
    "8/1p4pk/pn4bp/3p1p2/3N1P2/4P1PP/P4KB1/8 w - - 0 1",
    "4r1k1/1p5p/2p3pP/p4p2/2bP4/2P2BP1/P3P1K1/R7 b - - 0 1",
    "5rk1/2p1qbp1/1pp1np1p/p7/4P3/P3QPBP/1PP1N1PK/3rR3 w - - 0 1",
    "r4rk1/pppqbpp1/3p1n1p/4p2b/2PnP3/P1NPBPP1/1P3NBP/R2Q1RK1 b - - 0 1",
    "2k1rr2/ppnn2p1/2p2qp1/3pp3/3P2PP/5NR1/PPP1QP2/1K1NR3 w - - 0 1",
    "r1r1qbk1/6p1/p2n1p1p/1pBPpP2/PPp5/2P4P/R1B2QP1/R5K1 w - - 0 1",
    "r2q1rk1/1ppn1pbp/p1np2p1/4p1B1/1PP1P1b1/P1NP1N2/4BPPP/1R1Q1RK1 b - - 0 1",
    "3rr1k1/1p1n4/1qp4p/4pPbb/pP6/P3NPP1/1BP1R1B1/R1Q4K b - - 0 1",
    "8/ppk3N1/6R1/1Pp3Pp/4n3/1P4P1/P1K5/3r4 b - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
    "8/8/1P6/5pr1/8/4R3/7k/2K5 w - - 0 1",
];

/// Searches every position to `depth` with new memory each, and gives the nodes of all together.
///
/// `report` hears of each position when it is done: its index, its FEN and its nodes. Once `should_stop` says so, the run ends; it is asked
/// as often as a host is.
///
/// # Errors
/// When the memory for the table cannot be had.
pub fn run(
    options: &Options,
    mebibytes: usize,
    depth: u32,
    report: &mut dyn FnMut(usize, &str, u64),
    should_stop: &mut dyn FnMut() -> bool,
) -> Result<u64, TableError> {
    Ok(run_on(&mut Searcher::new(mebibytes)?, options, depth, report, should_stop))
}

/// The same with a searcher at hand, which may count.
pub fn run_on(
    searcher: &mut Searcher,
    options: &Options,
    depth: u32,
    report: &mut dyn FnMut(usize, &str, u64),
    should_stop: &mut dyn FnMut() -> bool,
) -> u64 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = 0;
    for (index, fen) in POSITIONS.iter().enumerate() {
        let position = Position::from_fen(fen).unwrap_or_else(|_| Position::start());
        searcher.new_game();
        let outcome = searcher.search(&Game::new(position), &limits, options, &mut Silent { should_stop });
        let nodes = outcome.map_or(0, |outcome| outcome.nodes);
        total += nodes;
        report(index, fen, nodes);
        if should_stop() {
            break;
        }
    }
    total
}

struct Silent<'a> {
    should_stop: &'a mut dyn FnMut() -> bool,
}

impl Host for Silent<'_> {
    fn should_stop(&mut self) -> bool {
        (self.should_stop)()
    }
    fn report(&mut self, _: &Report<'_>) {}
    fn goes_on(&mut self, _: &Iteration) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one_with_a_move() {
        for fen in POSITIONS {
            assert!(Position::from_fen(fen).is_ok_and(|position| position.has_legal_move()), "{fen}");
        }
    }
}
