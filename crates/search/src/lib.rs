//! The search: alpha-beta, and everything that keeps it from looking at most of the tree.
//!
//! *What it is:* a [`Searcher`] takes a game, limits, options and a [`Host`], and finds a move. Each technique is one switch in one file.
//!
//! *What it is not:* no clock, no threads, no output, no text. Its host and its [`Spawner`] have those.
//!
//! *Invariant:* what a search of one thread answers follows from the game, the limits, the options and the searches since the last new
//! game, on every machine alike; a node is one move made in the search, null moves included, plus the root.
//!
//! # How to read it
//!
//! * `visit.rs` is a node as a list of steps, `moves_loop.rs` its loop over moves, `quiescence.rs` the same below the horizon.
//! * `techniques/<name>.rs` is everything about a technique: its declaration, from which come the UCI option, `assay techniques`
//!   and the documents; its formula; its step; the tests of its formula. `grep -r 'razoring::'` shows where it is called.
//! * `picker.rs` gives moves in order, `history.rs` is how tables learn, `table.rs` what is remembered of positions.
//! * `worker.rs` makes moves, takes them back and sees "stopped"; `deepening.rs` and `root.rs` are the iterations and the answer;
//!   `crew.rs` is several threads at it.
//! * `telemetry.rs` counts what each technique tries and achieves, `telemetry/meaning.rs` says what that means for each of them.
//! * `tests/laws.rs` holds each class of technique to its promise, `tests/oracle.rs` the plainest search to the crate `abc`.

pub mod bench;
mod correction;
mod crew;
mod deepening;
mod depth;
mod frame;
mod history;
mod limits;
mod line;
mod live;
mod memory;
mod moves_loop;
mod node;
mod picker;
mod preset;
mod quiescence;
mod root;
mod score;
mod searcher;
mod stack_use;
mod stacks;
mod step;
mod table;
mod table_probe;
mod tablebases;
pub mod techniques;
pub mod telemetry;
mod visit;
mod worker;

pub use crew::{Help, OneThread, Spawner};
pub use depth::{Depth, MAX_PLY, Ply};
pub use limits::{CurrentMove, Host, Iteration, Limits, Outcome, POLL_INTERVAL, Report, Watch};
pub use preset::Preset;
pub use score::{Bound, Meaning, Score, Window};
pub use searcher::{Options, Searcher, ThreadsError};
pub use table::{Table, TableError};
pub use tablebases::{TableOutcome, TableUse, Tablebases};
pub use telemetry::Telemetry;

mod list {
    use crate::techniques::*;

    registry::registry![
        principal_variation_search,
        aspiration_windows,
        mate_distance_pruning,
        table_cutoffs,
        quiescence_table,
        static_evaluation_in_table,
        table_move,
        capture_ordering,
        see_ordering,
        killers,
        history,
        continuation_history,
        pawn_history,
        threat_history,
        capture_history,
        internal_iterative_deepening,
        null_move_pruning,
        reverse_futility_pruning,
        razoring,
        probcut,
        internal_iterative_reduction,
        late_move_reductions,
        research_depth,
        former_principal_variation,
        hindsight,
        late_move_pruning,
        futility_pruning,
        history_pruning,
        see_move_pruning,
        check_exemption,
        decisive_scores,
        improving,
        table_adjusted_evaluation,
        see_pruning,
        quiescence_futility,
        quiescence_evasions,
        quiescence_promotions,
        quiescence_checks,
        check_extension,
        singular_extensions,
        draw_rules,
        single_repetition,
        fifty_move_damping,
        pawn_correction,
        non_pawn_correction,
        material_correction,
        continuation_correction,
        best_thread_vote,
    ];
}

pub use list::{Config, Tables};
