//! Networks as files.
//!
//! All numbers are little-endian; there is no padding:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ASSAYNET` |
//! | 10 times 4 | version 1; inputs 768; mirrored 1; hidden units N; buckets 8; activation 1 (squared, clipped); 2^(extra bits) QA, 255 to 4080; QB 512; scale, 1 to 10000; length of the card |
//! | as said | the card: JSON, UTF-8 |
//! | 768 times N times 2 | feature weights, all units of the first input first |
//! | N times 2 | feature biases |
//! | 8 times 2N times 2 | output weights, all units of the first bucket first, those of the side to move before the other's |
//! | 8 times 2 | output biases |
//! | 4 | CRC-32 (IEEE) of everything before it |
//!
//! Not here: what the numbers mean (`features`, `network`). Invariant: what is written reads back the same, and a file has one spelling.

use super::network::{MAX_CARD, check_hidden, check_scale};
use super::{BUCKETS, INPUTS, MAX_EXTRA_BITS, Network, NetworkError, NetworkParts, QA, QB, SCALE};

const MAGIC: [u8; 8] = *b"ASSAYNET";
const VERSION: u32 = 1;
const MIRRORED: u32 = 1;
/// Squared clipped ReLU.
const ACTIVATION: u32 = 1;
/// Bytes before the card.
const HEADER: usize = MAGIC.len() + 10 * 4;
/// Bytes of the checksum.
const CHECKSUM: usize = 4;

impl Network {
    /// The network in a file's bytes.
    ///
    /// # Errors
    /// When they are not exactly what [`Network::to_bytes`] writes for some network. Takes no more memory than a few times the bytes given.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let Header { hidden, extra_bits, scale, card } = read_header(bytes)?;
        let expected = HEADER as u64 + card as u64 + 2 * parameters(hidden) as u64 + CHECKSUM as u64;
        let length = bytes.len();
        if (length as u64) < expected {
            return Err(NetworkError::Truncated { length, expected });
        }
        if length as u64 > expected {
            return Err(NetworkError::TrailingBytes { extra: length as u64 - expected });
        }
        let (content, checksum) = bytes.split_at(length - CHECKSUM);
        let stored = words(checksum).next().unwrap_or(0);
        let computed = crc32fast::hash(content);
        if stored != computed {
            return Err(NetworkError::Checksum { stored, computed });
        }
        let (card, weights) = content[HEADER..].split_at(card);
        let card = std::str::from_utf8(card).map_err(|error| NetworkError::Card(error.to_string()))?;
        Self::from_parts(NetworkParts { extra_bits, scale, ..split(weights, hidden, card.to_owned()) })
    }

    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = self.parts();
        let mut bytes = MAGIC.to_vec();
        let card = parts.card.len() as u32;
        let header = expected_header(parts.hidden as u32, parts.extra_bits, parts.scale.into(), card);
        bytes.extend(header.into_iter().flat_map(|(_, word)| word.to_le_bytes()));
        bytes.extend(parts.card.as_bytes());
        for list in [&parts.feature_weights, &parts.feature_bias, &parts.output_weights, &parts.output_bias] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }
}

/// Numbers in a network.
pub(crate) fn parameters(hidden: usize) -> usize {
    INPUTS * hidden + hidden + BUCKETS * 2 * hidden + BUCKETS
}

/// Parts of a network from its weights, in the order of the file, without extra bits and with the scale of training. The caller vouches for their length.
pub(crate) fn split(weights: &[u8], hidden: usize, card: String) -> NetworkParts {
    let mut numbers = weights.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair));
    let mut take = |count: usize| numbers.by_ref().take(count).collect();
    NetworkParts {
        hidden,
        extra_bits: 0,
        scale: SCALE,
        feature_weights: take(INPUTS * hidden),
        feature_bias: take(hidden),
        output_weights: take(BUCKETS * 2 * hidden),
        output_bias: take(BUCKETS),
        card,
    }
}

/// The ten numbers of a header, with their names.
fn expected_header(hidden: u32, extra_bits: u32, scale: u32, card: u32) -> [(&'static str, u32); 10] {
    [
        ("the version", VERSION),
        ("the number of inputs", INPUTS as u32),
        ("mirroring", MIRRORED),
        ("the number of hidden units", hidden),
        ("the number of buckets", BUCKETS as u32),
        ("the activation", ACTIVATION),
        ("QA", u32::from(QA.unsigned_abs()) << extra_bits),
        ("QB", QB.unsigned_abs().into()),
        ("the scale", scale),
        ("the length of the card", card),
    ]
}

struct Header {
    hidden: usize,
    extra_bits: u32,
    scale: u16,
    /// Bytes of the card.
    card: usize,
}

fn read_header(bytes: &[u8]) -> Result<Header, NetworkError> {
    let beginning = &bytes[..bytes.len().min(MAGIC.len())];
    if bytes.is_empty() {
        return Err(NetworkError::Empty);
    }
    if !MAGIC.starts_with(beginning) {
        return Err(NetworkError::Foreign);
    }
    let truncated = NetworkError::Truncated { length: bytes.len(), expected: HEADER as u64 };
    let found: Vec<u32> = words(bytes.get(MAGIC.len()..HEADER).ok_or(truncated)?).collect();
    let (version, hidden, scale, card) = (found[0], found[3], found[8], found[9]);
    if version != VERSION {
        return Err(NetworkError::Version(version));
    }
    let is_found = |bits: &u32| u32::from(QA.unsigned_abs()) << bits == found[6];
    let extra_bits = (0..=MAX_EXTRA_BITS).find(is_found).unwrap_or(0);
    for (&found, (field, expected)) in found.iter().zip(expected_header(hidden, extra_bits, scale, card)) {
        if found != expected {
            return Err(NetworkError::Architecture { field, found, expected });
        }
    }
    let (hidden, card) = (hidden as usize, card as usize);
    check_hidden(hidden)?;
    check_scale(scale)?;
    if card > MAX_CARD {
        return Err(NetworkError::CardTooLong(card));
    }
    // It was just found small enough.
    Ok(Header { hidden, extra_bits, scale: scale as u16, card })
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks::<4>().0.iter().map(|&word| u32::from_le_bytes(word))
}
