//! ABC: a complete, deliberately small chess engine on a 0x88 board.
//!
//! **What it is.** The engine of the ABC chapters, whole: board, move generation, make-move, hashing,
//! PeSTO evaluation, move ordering, quiescence, negamax, iterative deepening and the clock. It is read as a
//! teaching text, played against as an opponent, and used as an oracle: the plain search it runs gives an
//! exact minimax value, so a cleverer search can be checked against it.
//!
//! **What it is not.** It shares no code with the crate `rules`; only FEN and move text cross the border,
//! because an oracle that shares a board shares its bugs. It knows no Chess960, no fifty-move rule, no
//! transposition table and no insufficient material. It does no I/O, starts no thread and reads no clock:
//! whoever calls it supplies those as a [`Host`].
//!
//! **Invariant.** Whatever is fed in, the engine holds a legal chess position, and a search answers with a
//! legal move of it, or with none when there is none.
//!
//! # From chapter to file
//!
//! | chapter | file | what is there |
//! |---|---|---|
//! | global definitions | `definitions.rs` | piece codes, squares, castling bits and masks, offsets, names, `MVV_LVA`, material |
//! | board representation | `board.rs`, `fen.rs` | `Position`, `save_position`, the board print; reading and writing FEN |
//! | attacks | `attack.rs` | `is_square_attacked` |
//! | move generation | `moves.rs`, `movegen.rs` | the packed move and `MoveList`; `generate_moves` |
//! | make-move | `make.rs` | `make_move`, `restore_position` |
//! | hashing | `hash.rs` | `random_state`, `piece_keys`, `generate_hash_key` |
//! | perft | `perft.rs` | `perft` |
//! | evaluation | `pesto.rs`, `evaluation.rs` | `POSITIONAL_SCORE`, `MIRROR_SCORE`; `evaluate_position` |
//! | move ordering | `ordering.rs` | killers, history, PV table; `score_move`, `sort_moves` |
//! | search | `search.rs` | `is_repetition`, `quiescence_search`, `negamax_search`, `search_position` |
//! | UCI clock | `time.rs` | `movestogo`, `movetime`, `time`, `inc` and the budget |
//! | main loop | `engine.rs`, `report.rs` | [`Abc`], [`Limits`], [`Host`]; `info` and `bestmove` lines |
//!
//! The loop that reads UCI commands lives outside: it needs standard input, and this crate must also run
//! where there is none.

mod attack;
mod board;
mod definitions;
mod engine;
mod evaluation;
mod fen;
mod hash;
mod make;
mod movegen;
mod moves;
mod ordering;
mod perft;
mod pesto;
mod report;
mod search;
mod time;

#[cfg(test)]
mod testing;

pub use engine::{Abc, Host, Limits, MoveError};
pub use fen::{FenError, FenField};
pub use report::{Iteration, Outcome, Score};
