//! Networks trained elsewhere, by `bullet` (<https://github.com/jw1912/bullet>).
//!
//! What is read is a checkpoint's `quantised.bin`, as the trainer of its examples `simple` and `progression/2_output_buckets` writes it (seen
//! in version cebc78a, June 2026), for the inputs `ChessBucketsMirrored::default()`, the output buckets `MaterialCount::<8>`, both
//! perspectives, and this format:
//!
//! ```text
//! SavedFormat::id("l0w").round().quantise::<i16>(255),              768 columns of N: all units of the first input first
//! SavedFormat::id("l0b").round().quantise::<i16>(255),              N
//! SavedFormat::id("l1w").round().quantise::<i16>(64).transpose(),   8 rows of 2N: the units of the side to move first
//! SavedFormat::id("l1b").round().quantise::<i16>(255 * 64),         8
//! ```
//!
//! Its inputs and buckets are numbered as ours are, and its numbers mean the same but for the output weights, in 1/64, which become ours. The file has no header, so
//! the size must be told, and it is filled up to a multiple of 64 bytes with the text `bullet`, over and over. Output weights must lie within
//! 127/64 of zero, as bullet's own clipping at 1.98 sees to.
//!
//! Not here: networks of other shapes. Invariant: what is imported passes every check that our own files pass.

use super::format::{parameters, split};
use super::network::check_hidden;
use super::{Network, NetworkError, QB};

/// bullet fills up to a multiple of this.
const ALIGNMENT: usize = 64;
/// What it fills up with.
const FILLING: &[u8] = b"bullet";
/// What stands for 1 in its output weights.
const OUTPUT_UNITS: i16 = 64;
const CARD: &str = r#"{"source": "imported from bullet's quantised.bin"}"#;

/// The network in bullet's `quantised.bin`, for a network of `hidden` units; with its padding or cut to its numbers.
///
/// # Errors
/// When the bytes cannot be that, or the numbers not a network.
pub fn import_bullet(bytes: &[u8], hidden: usize) -> Result<Network, NetworkError> {
    check_hidden(hidden)?;
    let weights = 2 * parameters(hidden);
    let expected = weights.next_multiple_of(ALIGNMENT);
    let padding = bytes.get(weights..).unwrap_or(&[]);
    let is_filled = padding.iter().eq(FILLING.iter().cycle().take(padding.len()));
    if (bytes.len() != weights && bytes.len() != expected) || !is_filled {
        return Err(NetworkError::NotBullet { length: bytes.len(), expected });
    }
    let mut parts = split(&bytes[..weights], hidden, CARD.to_owned());
    for weight in &mut parts.output_weights {
        // Too large for it is too large for us.
        *weight = weight.saturating_mul(QB / OUTPUT_UNITS);
    }
    Network::from_parts(parts)
}
