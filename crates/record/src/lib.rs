//! Records of games, read and written.
//!
//! Today that is PGN; the compact training records come with the trainer. It never prints, never looks at a clock and never judges a game:
//! what to do with a faulty one is the caller's business. Invariant: no input, however broken, makes a reader panic or lose the games after
//! the broken one.

pub mod pgn;
