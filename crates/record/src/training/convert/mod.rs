//! Games in the formats that other tools read.
//!
//! Two of them hold games, two hold positions; only of those that hold positions can a filter leave something out. All know scores as numbers
//! only, so a mate becomes [`Score::MATE_NUMBER`](super::Score::MATE_NUMBER) and whatever else is as far out comes closer; PGN keeps the mate.
//! Not here: reading them back. Invariant: scores and results are never seen from two sides in one record.

mod bulletformat;
mod epd;
mod pgn;
mod viriformat;

pub use self::bulletformat::bulletformat;
pub use self::epd::epd;
pub use self::pgn::pgn;
pub use self::viriformat::viriformat;

/// A format that others read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// 32 bytes per position, from the view of the side to move: what the trainer `bullet` reads.
    Bulletformat,
    /// Whole games as `viridithas` keeps them, 32 bytes and four per move.
    Viriformat,
    /// A line of text per position: FEN, score and result from White's view, as `bullet` converts them.
    Epd,
    /// Games for people, a score after each move.
    Pgn,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Bulletformat, Format::Viriformat, Format::Epd, Format::Pgn];

    /// What a user calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Bulletformat => "bulletformat",
            Format::Viriformat => "viriformat",
            Format::Epd => "epd",
            Format::Pgn => "pgn",
        }
    }

    /// The format that a user calls so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether it holds whole games, of which a filter leaves nothing out.
    #[must_use]
    pub fn holds_games(self) -> bool {
        matches!(self, Format::Viriformat | Format::Pgn)
    }
}
