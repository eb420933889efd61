//! What is counted of each technique, and of which nothing is counted and why.
//!
//! Not the counting. Invariant: every technique of the registry stands here once; one that is missing, or a name that is none, does not compile.

use registry::Listed;

use crate::Config;
use crate::techniques;

/// What a technique's numbers mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It is counted.
    Counted {
        /// What one try is.
        a_try: &'static str,
        /// When it succeeds.
        success: &'static str,
    },
    /// Nothing is counted, and why.
    NotCounted(&'static str),
}

macro_rules! meanings {
    ( $( $module:ident: $meaning:expr; )+ ) => {
        /// By place in the registry.
        pub(super) fn of(index: usize) -> Meaning {
            use Meaning::NotCounted;
            let all = [ $( (<techniques::$module::Settings as Listed>::INDEX, $meaning) ),+ ];
            let found = all.into_iter().find(|(place, _)| *place == index);
            found.map_or(NotCounted("there is no such technique"), |(_, meaning)| meaning)
        }

        // A technique without a line fails here: the pattern has no `..`.
        const _: fn(Config) = |config| {
            let Config { $( $module: _ ),+ } = config;
        };
    };
}

const fn counted(a_try: &'static str, success: &'static str) -> Meaning {
    Meaning::Counted { a_try, success }
}

const SHARED_ORDER: &str = "the order it helps to make is counted under History";
const EVERY_EVALUATION: &str = "it changes every evaluation alike: there is nothing to succeed in";

meanings! {
    principal_variation_search: counted(
        "a later move of a principal variation is asked whether it is better",
        "it need not be searched for its value; nodes are those of the searches that had to be",
    );
    aspiration_windows: counted(
        "a search of the root with a window around the last score, or widened",
        "the score lies inside; nodes are those of the searches after the first",
    );
    mate_distance_pruning: counted("a node below the root", "no mate from here could change the result");
    table_cutoffs: counted("an entry is found off the principal variation", "it settles the node");
    quiescence_table: counted("quiescence asks the table", "it knows the position");
    static_evaluation_in_table: counted("a static evaluation is wanted", "the table has it");
    table_move: counted("a table move is searched", "it refutes");
    capture_ordering: counted("a capture placed before the quiet moves is searched", "it refutes");
    see_ordering: counted("a losing capture, placed behind the quiet moves, is searched", "it does not refute");
    killers: counted("a killer is searched", "it refutes");
    history: counted("another quiet move is searched", "it refutes");
    continuation_history: NotCounted(SHARED_ORDER);
    pawn_history: NotCounted(SHARED_ORDER);
    threat_history: NotCounted(SHARED_ORDER);
    capture_history: NotCounted("the order it helps to make is counted under CaptureOrdering");
    internal_iterative_deepening: counted(
        "a node without a table move is searched less deep",
        "it has a table move then",
    );
    null_move_pruning: counted("a free move is given", "the position is good enough even so");
    reverse_futility_pruning: counted("the static evaluation is held against beta", "it is far enough above");
    razoring: counted("a node far below alpha is asked of quiescence", "it stays below");
    probcut: counted("captures are tried against a raised beta", "one beats it");
    internal_iterative_reduction: counted("a node deep enough", "it has no table move and is searched less deep");
    late_move_reductions: counted(
        "a move is searched less deep",
        "it need not be searched again; nodes are those of the searches that had to be",
    );
    research_depth: counted("a reduced move is to be searched again", "at another depth than it would have been");
    former_principal_variation: counted("a node is off the principal variation", "it once was on one");
    hindsight: counted("a reduction is looked back at", "the depth is changed");
    late_move_pruning: counted("a quiet move's number is looked at", "it and all later ones are left out");
    futility_pruning: counted("a quiet move is held against alpha", "it is hopeless");
    history_pruning: counted("a quiet move's history is looked at", "it is bad enough");
    see_move_pruning: counted("a move's exchange is computed", "it loses too much");
    check_exemption: counted("a move is about to be left out", "it gives check and is searched");
    decisive_scores: NotCounted("a condition inside the margins of other techniques, which count their tries");
    improving: counted("a node with a static evaluation", "it is improving");
    table_adjusted_evaluation: counted(
        "the table knows a position that has a static evaluation",
        "its score is believed",
    );
    see_pruning: counted("a capture's exchange is known in quiescence", "it loses and is left out");
    quiescence_futility: counted("a capture is held against alpha in quiescence", "it is hopeless");
    quiescence_evasions: counted("quiescence is in check", "evasions are searched");
    quiescence_promotions: counted("a quiet promotion is searched in quiescence", "it refutes");
    quiescence_checks: counted("a quiet check is searched in quiescence", "it refutes");
    check_extension: counted("a node in check", "it is extended");
    singular_extensions: counted(
        "all moves but the table move are searched less deep",
        "the table move is singular and extended",
    );
    draw_rules: counted("a node below the root", "it is a draw by the fifty-move rule or without mating material");
    single_repetition: counted("a node that could be a repetition", "it is one");
    fifty_move_damping: NotCounted(EVERY_EVALUATION);
    pawn_correction: NotCounted(EVERY_EVALUATION);
    non_pawn_correction: NotCounted(EVERY_EVALUATION);
    material_correction: NotCounted(EVERY_EVALUATION);
    best_thread_vote: NotCounted("asked once a search, after it");
    continuation_correction: NotCounted(EVERY_EVALUATION);
}
