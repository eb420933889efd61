//! What may be wrong with a network.
//!
//! Not here: who looks for it (`format`, `network`, `bullet`). Invariant: one fault, one sentence, without the file's name.

use std::fmt;

use super::{HIDDEN_STEP, MAX_EXTRA_BITS, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE};

/// Why something is not a network that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// There is nothing at all.
    Empty,
    /// It does not begin as our networks do.
    Foreign,
    /// It ends too early.
    Truncated {
        /// Bytes there are.
        length: usize,
        /// Bytes there should be.
        expected: u64,
    },
    /// It goes on after its end.
    TrailingBytes {
        /// Bytes too many.
        extra: u64,
    },
    /// It is of another version of the format.
    Version(u32),
    /// It is a network of another kind.
    Architecture {
        /// What differs.
        field: &'static str,
        /// What it says.
        found: u32,
        /// What this program computes.
        expected: u32,
    },
    /// The first layer is finer than any.
    ExtraBits(u32),
    /// The scale is none.
    Scale(u32),
    /// The hidden layer has a size that cannot be.
    Hidden(usize),
    /// The bytes are not those that were written.
    Checksum {
        /// What the file says.
        stored: u32,
        /// What its bytes give.
        computed: u32,
    },
    /// The card is longer than any card.
    CardTooLong(usize),
    /// The card is not JSON.
    Card(String),
    /// A list of weights has the wrong length.
    Length {
        /// Which list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// What its length should be.
        expected: usize,
    },
    /// An output weight is too large for the arithmetic.
    OutputWeight(i16),
    /// A hidden unit could overflow 16 bits.
    Overflow {
        /// The unit.
        unit: usize,
        /// How far from zero a position could bring it.
        reach: u32,
    },
    /// The bytes are not what `bullet` writes for a network of that size.
    NotBullet {
        /// Bytes there are.
        length: usize,
        /// Bytes there should be, padding included.
        expected: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty"),
            Self::Foreign => f.write_str("not a network of this engine"),
            Self::Truncated { length, expected } => write!(f, "cut off: {length} bytes of {expected}"),
            Self::TrailingBytes { extra } => write!(f, "{extra} bytes after the end of the network"),
            Self::Version(version) => write!(f, "version {version} of the network format is not known here"),
            Self::Architecture { field, found, expected } => {
                write!(f, "a network of another kind: {field} is {found}, not {expected}")
            }
            Self::ExtraBits(bits) => write!(f, "a first layer finer by {bits} bits, more than {MAX_EXTRA_BITS}"),
            Self::Scale(scale) => write!(f, "a scale of {scale}, not between 1 and {MAX_SCALE}"),
            Self::Hidden(units) => {
                write!(f, "{units} hidden units: not a multiple of {HIDDEN_STEP} from {HIDDEN_STEP} to {MAX_HIDDEN}")
            }
            Self::Checksum { stored, computed } => {
                write!(f, "damaged: its checksum is {computed:08x}, and it says {stored:08x}")
            }
            Self::CardTooLong(length) => write!(f, "its card has {length} bytes, more than any card"),
            Self::Card(why) => write!(f, "its card is not JSON: {why}"),
            Self::Length { list, found, expected } => write!(f, "{found} {list}, not {expected}"),
            Self::OutputWeight(weight) => write!(f, "an output weight is {weight}, beyond {MAX_OUTPUT_WEIGHT}"),
            Self::Overflow { unit, reach } => write!(f, "hidden unit {unit} could reach {reach}, beyond {}", i16::MAX),
            Self::NotBullet { length, expected } => {
                write!(f, "not bullet's output for this size: {length} bytes, not {expected} with its padding")
            }
        }
    }
}

impl std::error::Error for NetworkError {}
