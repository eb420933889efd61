//! What the session needs of whatever plays chess.
//!
//! Not the protocol: an engine sees positions, limits and values that fit its declarations, never lines of text.
//! Invariant: a call that returns an error has changed nothing.

use std::fmt;

use uci::{
    BestMove, Identity, Info, Inquiry, Limits, MoveText, OptionDescription, OptionValue, Position, Score, WinDrawLoss,
};

use crate::control::Control;

/// An engine, at the initial position when new.
///
/// Every method may panic without ending the process: the session catches it, says so, and restores the last accepted position by
/// [`new_game`](Engine::new_game) and [`set_position`](Engine::set_position).
pub trait Engine: Send + 'static {
    /// Name and author.
    fn identity(&self) -> Identity;

    /// The options this engine has, in the order they are to be listed. The list never changes.
    fn options(&self) -> Vec<OptionDescription>;

    /// Options that can be set though `uci` does not list them. The list never changes.
    fn unlisted_options(&self) -> Vec<OptionDescription> {
        Vec::new()
    }

    /// Sets a declared option, listed or not. `name` is spelled as declared and `value` is of the declared type and in range.
    ///
    /// # Errors
    /// When the value cannot be used after all (a file that is not there, memory that cannot be had); the old value stays.
    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<Vec<Notice>, Error>;

    /// Forgets everything learnt from earlier searches. Options and position stay.
    fn new_game(&mut self);

    /// Sets up a position and plays its moves.
    ///
    /// A move list ends at its first illegal move: the position before it is kept, with a [`Notice::Error`] saying so. Castling
    /// rights and en-passant squares that the board contradicts are dropped with a [`Notice::Info`].
    ///
    /// # Errors
    /// When the FEN cannot be a chess position, naming the field and the reason; the old position stays.
    fn set_position(&mut self, position: &Position) -> Result<Vec<Notice>, Error>;

    /// The legal moves of the current position, spelled as this engine sends them, and whether its king is in check.
    fn root(&self) -> Root;

    /// Searches the current position, which has a legal move, until a limit is reached or `control` says stop.
    ///
    /// `search_moves` among the limits may hold illegal moves; when all are, all legal moves are searched. A search of depth, node
    /// or time limit 0 still returns a legal move. At least one exact score with a line is reported before this returns. Neither
    /// infinite nor pondering searches need to wait for `stop`: the session does that.
    fn search(&mut self, limits: &Limits, control: &Control, report: &mut dyn FnMut(Info)) -> BestMove;

    /// Nodes of the last search, by an engine that knows more of them than its last report said.
    fn last_nodes(&self) -> Option<u64> {
        None
    }

    /// How to tell the chances that go with a score, when the user wants to see them. Every reported score then gets its own.
    fn chances(&self) -> Option<Chances> {
        None
    }

    /// Answers what a person typed, line by line. When `control` says stop, it returns soon with what it has, and says so.
    ///
    /// # Errors
    /// When this engine has no answer.
    fn answer(&mut self, inquiry: &Inquiry, _control: &Control, _say: &mut dyn FnMut(String)) -> Result<(), Error> {
        Err(Error::new(format!("this engine has no answer to {inquiry}")))
    }

    /// The current position with the colours exchanged, to be set up; `None` if this engine cannot tell.
    fn flipped(&self) -> Option<Position> {
        None
    }
}

/// The chances of whoever has a score.
pub type Chances = fn(Score) -> WinDrawLoss;

/// What there is to play at the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Root {
    /// All legal moves.
    pub legal_moves: Vec<MoveText>,
    /// Whether the side to move is in check; decides between mate and stalemate when there is no move.
    pub in_check: bool,
}

/// Something the user should hear of, beside a success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Sent as `info string ...`. Must not start with a move (one GUI takes that for another engine's format).
    Info(String),
    /// Sent as `info string ERROR ...`: part of what was asked was not done.
    Error(String),
}

/// Why something was refused, as a sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    /// An error with this text; it should name what was refused and why.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Error(text.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
