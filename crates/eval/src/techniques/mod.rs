//! The switches of the evaluation, one file each.
//!
//! Not here: the terms of the rich evaluation, which are numbers of one technique. Invariant: every module is listed in `registry!`.

pub mod material_evaluation;
pub mod network;
pub mod rich_evaluation;
pub mod smooth_taper;
