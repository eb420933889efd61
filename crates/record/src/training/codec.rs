//! A game as bits, and back.
//!
//! Result, number of plies, start, then rank and score of each move, then 16 bits of the last position's key: a reader that plays by other rules
//! than the writer did arrives elsewhere, and notices. Not here: files, lengths and checksums (`block`). Invariant: a game has one spelling, so
//! whatever decodes encodes to the same bytes.

use super::bits::{BitReader, BitWriter};
use super::fault::{Corruption, NotAGame};
use super::game::{Game, GameResult, Scored};
use super::scores::{self, Scores};
use super::{block, order, start};
use rules::Position;

/// The most moves that a game can have here. With a draw after 50 moves without a capture or pawn move there are at most 11,797.
pub const MAX_PLIES: usize = 12_000;

/// The order of the Golomb code of the number of plies.
const PLIES_ORDER: u32 = 6;

/// The bits that a result takes.
const RESULT_BITS: u32 = 2;

/// The bits of the last position's key.
const END_BITS: u32 = 16;

/// More than anything before the first move takes: squares, men, rights, three numbers.
const MOST_START_BITS: usize = 64 + 32 * 5 + 1 + 5 * 4 + 4 * 40;

/// No position has more legal moves than eight bits can number.
const MOST_RANK_BITS: usize = 8;

const _: () = assert!(
    MOST_START_BITS + MAX_PLIES * (MOST_RANK_BITS + scores::MOST_BITS as usize) + 64 <= block::MOST_BYTES * 8,
    "every game fits into a block"
);

/// The bits of a game.
pub(super) fn encode(game: &Game) -> Result<Vec<u8>, NotAGame> {
    if game.moves.len() > MAX_PLIES {
        return Err(NotAGame::TooLong);
    }
    let mut bits = BitWriter::default();
    let result = match game.result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
    };
    bits.put(result, RESULT_BITS);
    bits.put_number(game.moves.len() as u32, PLIES_ORDER);
    start::pack(&game.start, &mut bits);
    let mut position = game.start.clone();
    let mut scores = Scores::new();
    for (ply, scored) in game.moves.iter().enumerate() {
        let moves = position.legal_moves();
        let rank = order::rank(&moves, scored.mv).ok_or(NotAGame::IllegalMove(ply))?;
        bits.put_below(rank, moves.len() as u32);
        scores.put(scored.score, &mut bits);
        position.make(scored.mv);
    }
    bits.put(end_bits(&position), END_BITS);
    Ok(bits.finish())
}

/// The game that these bits spell.
pub(super) fn decode(bytes: &[u8]) -> Result<Game, Corruption> {
    let mut bits = BitReader::new(bytes);
    let result = match bits.take(RESULT_BITS).ok_or(Corruption::Ends)? {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        _ => return Err(Corruption::Result),
    };
    let plies = bits.take_number(PLIES_ORDER).ok_or(Corruption::Ends)? as usize;
    if plies > MAX_PLIES {
        return Err(Corruption::TooLong);
    }
    let start = start::unpack(&mut bits)?;
    let mut game = Game { start, moves: Vec::with_capacity(plies), result };
    let mut position = game.start.clone();
    let mut scores = Scores::new();
    for ply in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Err(Corruption::NoMove(ply));
        }
        let rank = bits.take_below(moves.len() as u32).ok_or(Corruption::Ends)?;
        let mv = order::nth(&moves, rank).ok_or(Corruption::NoMove(ply))?;
        let score = scores.take(&mut bits).ok_or(Corruption::Score(ply))?;
        game.moves.push(Scored { mv, score });
        position.make(mv);
    }
    if bits.take(END_BITS).ok_or(Corruption::Ends)? != end_bits(&position) {
        return Err(Corruption::OtherEnd);
    }
    if bits.ends_here() { Ok(game) } else { Err(Corruption::Excess) }
}

fn end_bits(position: &Position) -> u32 {
    position.key() as u32 & ((1 << END_BITS) - 1)
}
