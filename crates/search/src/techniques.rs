//! One file per technique: its declaration, its formula, its step, its tests. `registry!` in the crate's root lists them.
//!
//! Not here: what several techniques share, which lies beside this folder. Invariant: a formula stands in the file whose name it bears, and
//! nowhere else.

pub mod aspiration_windows;
pub mod capture_ordering;
pub mod check_extension;
pub mod draw_rules;
pub mod futility_pruning;
pub mod history;
pub mod improving;
pub mod internal_iterative_reduction;
pub mod killers;
pub mod late_move_pruning;
pub mod late_move_reductions;
pub mod mate_distance_pruning;
pub mod null_move_pruning;
pub mod principal_variation_search;
pub mod quiescence_checks;
pub mod quiescence_evasions;
pub mod quiescence_futility;
pub mod quiescence_promotions;
pub mod quiescence_table;
pub mod razoring;
pub mod reverse_futility_pruning;
pub mod see_move_pruning;
pub mod see_ordering;
pub mod see_pruning;
pub mod single_repetition;
pub mod static_evaluation_in_table;
pub mod table_cutoffs;
pub mod table_move;
