//! The network's switch.
//!
//! Not the network: none can be loaded yet, so whoever sets options refuses to turn this on. Invariant: without a network the switch is off.

registry::technique! {
    /// Evaluates by a neural network in place of the hand-crafted terms.
    ///
    /// It can be turned on once a network is loaded, and is listed from then on; before, it is refused.
    "Network", title "Neural network", class Eval, default off, revision 1,
    source "Nasu 2018, Efficiently Updatable Neural-Network-based Evaluation Functions; Kirin text: NNUE evaluation",
    needs [], excludes [],
    parameters {}
}
