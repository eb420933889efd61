//! What a switch is: the declaration of a technique, and the list a crate makes of its techniques.
//!
//! *What it is:* [`technique!`] stands once beside a technique's code and states its name, class, default, source, what it needs and its
//! parameters with ranges. [`registry!`] lists a crate's techniques once and makes of them a plain `Config` that the code reads and a
//! [`Registry`] that options, documents and experiments read.
//!
//! *What it is not:* it knows no technique, no protocol and no search.
//!
//! *Invariant:* every value a `Config` holds is inside its declared range. A default outside its range, a `needs` or `excludes` that names
//! nothing, a technique listed twice or not at all: each is a compile error.
//!
//! ```
//! mod razoring {
//!     registry::technique! {
//!         /// Drops a node that stands far below alpha straight into quiescence.
//!         "Razoring", title "Razoring", class Selective, default on, revision 1,
//!         source "CPW: Razoring",
//!         needs [], excludes [],
//!         parameters {
//!             /// Highest remaining depth, in plies.
//!             max_depth = 3 in 0..=8 step 1;
//!         }
//!     }
//! }
//! registry::registry![razoring];
//!
//! use registry::Registry;
//! # fn main() {
//! let mut config = Config::DEFAULT;
//! assert!(config.razoring.on && config.razoring.max_depth == 3);
//! assert!(config.set("Razoring.MaxDepth", "9").is_err());
//! config.set("razoring", "false").unwrap();
//! assert!(!config.razoring.on);
//! # }
//! ```

mod info;
mod macros;
mod set;

pub use info::{Class, Info, Parameter};
pub use set::{Registry, SetError, Technique, Value};

/// A technique that stands in its crate's registry; only `registry!` implements this.
///
/// Its `Settings` are its name in code: what is counted or kept by technique is found by `INDEX`, and a name that stands for nothing does not
/// compile.
pub trait Listed {
    /// The crate's configuration.
    type Config: Registry;
    /// The declaration.
    const DECLARATION: &'static Info;
    /// The place in the registry, from 0.
    const INDEX: usize;
}
