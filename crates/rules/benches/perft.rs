//! Perft speed beside `cozy-chess`, in one run: `cargo bench -p rules`.
//!
//! The machine drifts by tens of per cent, so absolute figures mean little: each sample times both libraries back to
//! back on the same position, in alternating order, and the median of the ratios is the result.
//! What is compared: plain one-thread bulk perft without hashing on the five classic positions (CPW, "Perft Results").
//! Both sides check their counts, so neither can be optimised away or be wrong.
//! Beside it, without a peer's figure to reach: perft in which every leaf is made (and its key consumed), and staged
//! generation into move lists with each move made, as a search does it.

use cozy_chess::Board;
use rules::{MoveList, Position, perft};
use std::hint::black_box;
use std::time::Instant;

/// FEN, depth, published count.
const POSITIONS: [(&str, u32, u64); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
];

/// Alternating pairs per position.
const PAIRS: usize = 25;

fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += cozy_perft(&child, depth - 1);
        }
        false
    });
    nodes
}

fn cozy_every_leaf(board: &Board, depth: u32) -> (u64, u64) {
    let (mut nodes, mut keys) = (0, 0);
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            let (n, k) = if depth == 1 { (1, child.hash()) } else { cozy_every_leaf(&child, depth - 1) };
            nodes += n;
            keys ^= k;
        }
        false
    });
    (nodes, keys)
}

fn every_leaf(position: &Position, depth: u32) -> (u64, u64) {
    let (mut nodes, mut keys) = (0, 0);
    for mv in &position.legal_moves() {
        let mut child = position.clone();
        child.make(mv);
        let (n, k) = if depth == 1 { (1, child.key()) } else { every_leaf(&child, depth - 1) };
        nodes += n;
        keys ^= k;
    }
    (nodes, keys)
}

fn staged(position: &Position, depth: u32) -> (u64, u64) {
    let (mut nodes, mut keys) = (0, 0);
    let legality = position.legality();
    let mut list = MoveList::new();
    let mut walk = |list: &MoveList| {
        for mv in list {
            let mut child = position.clone();
            black_box(child.make(mv));
            let (n, k) = if depth == 1 { (1, child.key()) } else { staged(&child, depth - 1) };
            nodes += n;
            keys ^= k;
        }
    };
    position.noisy_moves(&legality, &mut list);
    walk(&list);
    list.clear();
    position.quiet_moves(&legality, &mut list);
    walk(&list);
    (nodes, keys)
}

fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed().as_secs_f64(), result)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Median over all positions and pairs of (time of the peer / time of ours), and the median million nodes per second.
fn compare(
    title: &str,
    shallower: u32,
    ours: impl Fn(&Position, u32) -> u64,
    peer: impl Fn(&Board, u32) -> u64,
) -> f64 {
    let mut all = Vec::new();
    println!("{title}");
    for (fen, depth, published) in POSITIONS {
        let depth = depth - shallower;
        let position = Position::from_fen(fen).expect("a classic position");
        let board: Board = fen.parse().expect("a classic position");
        let (mut ratios, mut our_speed, mut peer_speed) = (Vec::new(), Vec::new(), Vec::new());
        for pair in 0..PAIRS {
            let (mine, theirs);
            if pair % 2 == 0 {
                mine = seconds(|| ours(black_box(&position), depth));
                theirs = seconds(|| peer(black_box(&board), depth));
            } else {
                theirs = seconds(|| peer(black_box(&board), depth));
                mine = seconds(|| ours(black_box(&position), depth));
            }
            assert_eq!(mine.1, theirs.1, "{fen}");
            assert!(shallower > 0 || mine.1 == published, "{fen}");
            ratios.push(theirs.0 / mine.0);
            our_speed.push(mine.1 as f64 / mine.0 / 1e6);
            peer_speed.push(theirs.1 as f64 / theirs.0 / 1e6);
        }
        let ratio = median(ratios.clone());
        println!("  {ratio:5.2}x  {:7.1} against {:7.1} Mnps  {fen}", median(our_speed), median(peer_speed));
        all.extend(ratios);
    }
    let overall = median(all);
    println!("  median of all pairs: {overall:.2}x cozy-chess\n");
    overall
}

fn main() {
    // `cargo test --benches` runs benchmarks too; it wants to know that they start, not how fast they are.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let bulk = compare("bulk perft", 0, perft::perft, cozy_perft);
    let leaf = compare("every leaf made, keys consumed", 1, |p, d| every_leaf(p, d).0, |b, d| cozy_every_leaf(b, d).0);
    let stage = compare("staged lists, every move made", 1, |p, d| staged(p, d).0, |b, d| cozy_every_leaf(b, d).0);
    println!("bulk {bulk:.2}x, every leaf {leaf:.2}x, staged {stage:.2}x cozy-chess 0.3.4 (pext)");
}
