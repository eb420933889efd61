//! What a position is worth.
//!
//! *What it is:* [`Evaluator`] gives a position's value in centipawns, by material alone, by PeSTO's tables or by the rich hand-crafted
//! evaluation; [`trace`] tells the same value term by term. [`nnue`] is a neural network that values positions in place of all these.
//!
//! *What it is not:* it never searches and never sees the search. Draws by repetition or by the fifty-move rule are not its business.
//!
//! *Invariants:* a value is a function of the position alone (a cache never changes it); the same position with the colours exchanged has
//! exactly the same value for the side to move; a value's size never exceeds [`MAX_EVALUATION`]; the trace's value is the evaluator's.
//!
//! ```
//! use eval::{Config, Evaluator};
//! let mut evaluator = Evaluator::new(&Config::DEFAULT);
//! let position = rules::Position::from_fen("4k3/8/4K3/8/4P3/8/8/8 w - - 0 1").unwrap();
//! let value = evaluator.evaluate(&position);
//! assert!(value > 0);
//! assert_eq!(eval::trace(&position, &Config::DEFAULT).value, value);
//! ```

mod evaluator;
mod even_chance;
pub mod nnue;
mod pair;
mod pesto;
mod rich;
mod side;
pub mod techniques;
#[cfg(test)]
mod testing;
mod trace;

use techniques::{material_evaluation, network, rich_evaluation, smooth_taper};

pub use evaluator::{Evaluator, MAX_EVALUATION};
pub use even_chance::EvenChance;
pub use trace::{Man, Phases, Term, Trace, trace, trace_with_network};

registry::registry![rich_evaluation, smooth_taper, material_evaluation, network];
