//! Records of games, read and written.
//!
//! [`pgn`] is for people and other programs, [`training`] for the many games of self-play that a trainer learns from. It never prints,
//! never looks at a clock and never judges a game: what to do with a faulty one is the caller's business. Invariant: no input, however
//! broken, makes a reader panic or lose the games after the broken one.

pub mod pgn;
pub mod training;
