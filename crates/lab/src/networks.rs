//! Networks as files of the laboratory: each is named by its content.
//!
//! Not their format, which is `eval`'s. Invariant: a file whose name carries digits is that network or is refused.

use std::path::Path;
use std::sync::Arc;

use eval::nnue::Network;

use crate::experiment::sha256;

/// Digits of its SHA-256 in the name of a network's file.
pub const NETWORK_DIGITS: usize = 12;
/// What the name of a network's file ends with.
pub const NETWORK_ENDING: &str = ".nnue";

/// The network in a file, which must be the one that the file's name says; the shipped one where none is named.
///
/// # Errors
/// When it cannot be read, is none, or is another.
pub fn load(file: &str) -> Result<Arc<Network>, String> {
    if file.trim().is_empty() {
        return Ok(Network::shipped());
    }
    let network = engine::read_network(Path::new(file))?;
    match digits(file).filter(|digits| !network_hash(&network).starts_with(digits)) {
        Some(digits) => Err(format!("{file} is another network: its SHA-256 does not begin with {digits}")),
        None => Ok(Arc::new(network)),
    }
}

/// The SHA-256 of a network's file.
#[must_use]
pub fn network_hash(network: &Network) -> String {
    sha256(&network.to_bytes())
}

/// The name of a file for a network, by which its content is known.
#[must_use]
pub fn file_name_of(label: &str, network: &Network) -> String {
    format!("{label}-{}{NETWORK_ENDING}", &network_hash(network)[..NETWORK_DIGITS])
}

/// The digits of its own hash in a file's name, `LABEL-0123456789ab.nnue`, if it has them.
#[must_use]
pub fn digits(file: &str) -> Option<&str> {
    let name = file.strip_suffix(NETWORK_ENDING)?;
    let (_, digits) = name.rsplit_once('-')?;
    let is_hash =
        digits.len() == NETWORK_DIGITS && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_the_one_that_the_file_name_says() {
        let folder = tempfile::tempdir().expect("a folder");
        let shipped = Network::shipped();
        let file = |name: &str| folder.path().join(name).display().to_string();
        let (right, wrong) = (file(&file_name_of("a", &shipped)), file("a-0123456789ab.nnue"));
        assert!(load(&right).expect_err("no file").starts_with(&right));
        for file in [&right, &wrong] {
            std::fs::write(file, shipped.to_bytes()).expect("written");
        }
        assert_eq!(load(&right).expect("a network"), shipped);
        assert_eq!(load(" ").expect("no name"), shipped);
        assert!(load(&wrong).expect_err("another").ends_with("does not begin with 0123456789ab"));
        assert_eq!((digits("a-0123456789AB.nnue"), digits("a.nnue"), digits("a-0123456789ab")), (None, None, None));
    }
}
