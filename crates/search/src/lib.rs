//! The search.

pub mod bench;
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
mod step;
mod table;
pub mod techniques;
mod visit;
mod worker;

pub use depth::{Depth, MAX_PLY, Ply};
pub use limits::{CurrentMove, Host, Iteration, Limits, Outcome, POLL_INTERVAL, Report};
pub use preset::Preset;
pub use score::{Bound, Meaning, Score, Window};
pub use searcher::{Options, Searcher};
pub use table::{Table, TableError};

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
        null_move_pruning,
        reverse_futility_pruning,
        razoring,
        internal_iterative_reduction,
        late_move_reductions,
        late_move_pruning,
        futility_pruning,
        see_move_pruning,
        improving,
        see_pruning,
        quiescence_futility,
        quiescence_evasions,
        quiescence_promotions,
        quiescence_checks,
        check_extension,
        draw_rules,
        single_repetition,
    ];
}

pub use list::{Config, Tables};
