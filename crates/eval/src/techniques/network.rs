//! The network's switch, and its place among the evaluations.
//!
//! Not the network: that is [`nnue`](crate::nnue). Invariant: while it is off, no weight is looked at.

registry::technique! {
    /// Evaluates by a neural network in place of the hand-crafted terms.
    ///
    /// The network is the one that comes with the engine, or the one in the file that `EvalFile` names.
    "Network", title "Neural network", class Eval, default off, revision 1,
    source "Nasu 2018, Efficiently Updatable Neural-Network-based Evaluation Functions; Kirin text: NNUE evaluation",
    needs [], excludes [],
    parameters {}
}
