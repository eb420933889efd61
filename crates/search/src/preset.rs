//! Sets of options with a name.
//!
//! Not files of a user: those set options one by one. Invariant: a preset says the value of every switch and parameter.

use registry::Registry;

use crate::searcher::Options;

/// A named set of options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// What the evidence says.
    #[default]
    Default,
    /// The plainest search: `abc`'s alpha-beta, quiescence, evaluation, check extension and draw rules, without a table. Its root score at a
    /// fixed depth equals `abc`'s.
    Oracle,
    /// The search of the Kirin text, with its figures and its table of what is on.
    Kirin,
}

impl Preset {
    /// All of them, the default first.
    pub const ALL: [Preset; 3] = [Preset::Default, Preset::Oracle, Preset::Kirin];

    /// Its name, as users write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Preset::Default => "Default",
            Preset::Oracle => "Oracle",
            Preset::Kirin => "Kirin",
        }
    }

    /// The options it stands for.
    #[must_use]
    pub fn options(self) -> Options {
        match self {
            Preset::Default => Options::default(),
            Preset::Oracle => oracle(),
            Preset::Kirin => kirin(),
        }
    }
}

/// Everything off.
fn nothing() -> Options {
    let mut options = Options::default();
    for index in 0..options.search.count() {
        options.search.switch(index, false);
    }
    for index in 0..options.eval.count() {
        options.eval.switch(index, false);
    }
    options
}

fn oracle() -> Options {
    let mut options = nothing();
    let Options { search, .. } = &mut options;
    // The order of `abc`: it cannot change the score, only the time it takes to find it.
    search.capture_ordering.on = true;
    search.killers.on = true;
    search.history.on = true;
    search.check_extension.on = true;
    search.check_extension.at_horizon = 0;
    search.single_repetition.on = true;
    options
}

fn kirin() -> Options {
    let mut options = nothing();
    let Options { search, eval, .. } = &mut options;
    search.principal_variation_search.on = true;
    search.table_cutoffs.on = true;
    search.table_move.on = true;
    search.capture_ordering.on = true;
    search.killers.on = true;
    search.history.on = true;
    search.see_ordering.on = true;
    search.see_pruning.on = true;
    search.single_repetition.on = true;
    search.draw_rules.on = true;
    eval.rich_evaluation.on = true;
    eval.smooth_taper.on = true;

    let aspiration = &mut search.aspiration_windows;
    (aspiration.on, aspiration.min_depth, aspiration.delta) = (true, 2, 50);

    let null_move = &mut search.null_move_pruning;
    (null_move.on, null_move.base, null_move.depth_divisor) = (true, 2, 6);
    // The text asks for pieces and no check, and for nothing else.
    (null_move.needs_evaluation, null_move.max_evaluation) = (0, 0);
    null_move.verification_depth = crate::MAX_PLY as i32;

    let reductions = &mut search.late_move_reductions;
    (reductions.on, reductions.min_depth, reductions.full_depth_moves, reductions.least) = (true, 3, 4, 1);
    reductions.principal_variation = 100;
    (reductions.not_improving, reductions.cut_node, reductions.gives_check) = (0, 0, 0);
    (reductions.killer, reductions.history, reductions.bad_capture) = (0, 0, 0);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the text: each technique and whether it ships switched on.
    #[test]
    fn kirin_has_the_table_of_the_text() {
        let options = Preset::Kirin.options();
        let search = options.search;
        for (name, is_on, expected) in [
            ("principal variation search", search.principal_variation_search.on, true),
            ("null-move pruning", search.null_move_pruning.on, true),
            ("late move reductions", search.late_move_reductions.on, true),
            ("aspiration windows", search.aspiration_windows.on, true),
            ("history ordering", search.history.on, true),
            ("SEE ordering", search.see_ordering.on, true),
            ("SEE pruning", search.see_pruning.on, true),
            ("rich evaluation", options.eval.rich_evaluation.on, true),
            ("NNUE evaluation", options.eval.network.on, false),
            ("futility pruning", search.futility_pruning.on, false),
            ("singular extensions", search.singular_extensions.on, false),
            ("ProbCut", search.probcut.on, false),
            ("internal iterative deepening", search.internal_iterative_deepening.on, false),
            ("continuation history", search.continuation_history.on, false),
        ] {
            assert_eq!(is_on, expected, "{name}");
        }
    }

    #[test]
    fn kirin_has_the_figures_of_the_text() {
        let search = Preset::Kirin.options().search;
        // 50 either side, from the second iteration.
        assert_eq!((search.aspiration_windows.delta, search.aspiration_windows.min_depth), (50, 2));
        // The first 4 moves at full depth, reductions from depth 3, one less on the principal variation, never under 1.
        let reductions = search.late_move_reductions;
        assert_eq!((reductions.full_depth_moves, reductions.min_depth), (4, 3));
        assert_eq!((reductions.principal_variation, reductions.least), (100, 1));
        // R = 2 + depth / 6.
        assert_eq!((search.null_move_pruning.base, search.null_move_pruning.depth_divisor), (2, 6));
        // A draw at any one earlier occurrence.
        assert!(search.single_repetition.on);
    }

    #[test]
    fn every_value_of_a_preset_is_in_its_range() {
        for preset in Preset::ALL {
            let options = preset.options();
            let registries: [&dyn Registry; 2] = [&options.search, &options.eval];
            for registry in registries {
                for technique in (0..registry.count()).map(|index| registry.technique(index)) {
                    for (index, parameter) in technique.info().parameters.iter().enumerate() {
                        let value = technique.parameter(index);
                        let range = parameter.min..=parameter.max;
                        assert!(
                            range.contains(&value),
                            "{}: {} of {}",
                            preset.name(),
                            parameter.field,
                            technique.info().name
                        );
                    }
                }
            }
        }
    }
}
