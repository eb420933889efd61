//! The rich evaluation: what it consists of.
//!
//! Invariant: exactly colour-blind.

registry::technique! {
    /// Judges pawns, pieces, kings and threats, not material and squares alone.
    ///
    /// Off, the evaluation is PeSTO's: material and piece-square tables.
    "RichEvaluation", title "Rich evaluation", class Eval, default on, revision 1,
    source "Kirin text; CPW: Evaluation",
    needs [], excludes [],
    parameters {}
}
