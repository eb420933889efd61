//! Which games are held out.
//!
//! By what a game is, not by where it stands: so copies of a game are on one side, and a game stays on its side when files are added or merged.
//! Not here: positions that different games share. Invariant: the answer depends on start, moves and seed alone.

use record::training::Game;
use rules::random::scattered;

/// Whether a game is one of the `per_mille` of a thousand that are not trained on.
pub(super) fn is_held_out(game: &Game, seed: u64, per_mille: u32) -> bool {
    let moves = game.moves.iter().map(|scored| u64::from(scored.mv.to_bits()));
    let print = moves.fold(game.start.key(), |print, bits| scattered(print.wrapping_add(bits)));
    scattered(print ^ scattered(seed)) % 1_000 < u64::from(per_mille)
}
