//! Files that are networks, and files that are not: case DT-21 of `shared/data/cases`, as far as bytes go, and every other way to be wrong.

mod common;

use common::{Random, random_network, random_parts, random_parts_of};
use eval::nnue::{BUCKETS, INPUTS, MAX_HIDDEN, Network, NetworkError, NetworkParts, SCALE, import_bullet};
use rules::Position;

const TINY: &[u8] = include_bytes!("data/tiny.net");
/// Bytes before the card.
const HEADER: usize = 48;

/// A file's bytes, changed by someone who knows the checksum.
fn forged(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = TINY[..TINY.len() - 4].to_vec();
    change(&mut bytes);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

fn with_word(index: usize, value: u32) -> Vec<u8> {
    forged(|bytes| bytes[8 + 4 * index..][..4].copy_from_slice(&value.to_le_bytes()))
}

fn with_card(card: &[u8]) -> Vec<u8> {
    let length = tiny().card().len();
    forged(|bytes| {
        bytes.splice(HEADER..HEADER + length, card.iter().copied());
        bytes[HEADER - 4..HEADER].copy_from_slice(&(card.len() as u32).to_le_bytes());
    })
}

fn tiny() -> Network {
    Network::read(TINY).expect("a network")
}

fn refusal(bytes: &[u8]) -> NetworkError {
    Network::read(bytes).expect_err("not a network")
}

#[test]
fn what_is_written_reads_back() {
    for hidden in [16, 48, 64, MAX_HIDDEN] {
        let (network, parts) = (random_network(1, hidden), random_parts(1, hidden));
        assert_eq!(network.parts(), parts);
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), HEADER + parts.card.len() + 2 * (785 * hidden + 8) + 4);
        let back = Network::read(&bytes).expect("a network");
        assert!(back == network);
        assert_eq!((back.hidden(), back.card()), (hidden, parts.card.as_str()));
    }
}

#[test]
fn files_that_cannot_be_used() {
    assert_eq!(refusal(b""), NetworkError::Empty);
    assert_eq!(refusal(&[0x9d, 0x04, 0xe2, 0x71]), NetworkError::Foreign);
    assert_eq!(refusal(b"ASSAYNEt, and so on"), NetworkError::Foreign);
    let half = TINY.len() / 2;
    assert_eq!(refusal(&TINY[..half]), NetworkError::Truncated { length: half, expected: TINY.len() as u64 });
    let more = [TINY, b"\n"].concat();
    assert_eq!(refusal(&more), NetworkError::TrailingBytes { extra: 1 });
    assert_eq!(refusal(&with_word(0, 2)), NetworkError::Version(2));
    assert_eq!(refusal(&with_word(3, 32)), NetworkError::Truncated { length: TINY.len(), expected: 50_357 });
    for hidden in [0, 1, 15, 24, 1040, u32::MAX] {
        assert_eq!(refusal(&with_word(3, hidden)), NetworkError::Hidden(hidden as usize));
    }
    for scale in [0, 10_001, u32::MAX] {
        assert_eq!(refusal(&with_word(8, scale)), NetworkError::Scale(scale));
    }
    for (index, found, expected) in [(1, 40_960, 768), (2, 0, 1), (4, 1, 8), (5, 0, 1), (6, 181, 255), (7, 64, 512)] {
        let error = refusal(&with_word(index, found));
        let is_that = |error: &NetworkError| matches!(error, NetworkError::Architecture { found: f, expected: e, .. } if (*f, *e) == (found, expected));
        assert!(is_that(&error), "{error}");
    }
    assert_eq!(refusal(&with_word(9, u32::MAX)), NetworkError::CardTooLong(u32::MAX as usize));
    assert!(matches!(refusal(&with_card(b"{\"name\": \"\xff\"}")), NetworkError::Card(_)));
    assert!(matches!(refusal(&with_card(b"{\"name\": ")), NetworkError::Card(_)));
    assert!(matches!(refusal(&with_card(&b"[".repeat(100_000))), NetworkError::Card(_)));
    assert!(Network::read(&with_card(b"{\"name\": \"Z\xc3\xbcrich\"}")).is_ok());
}

/// One sentence each, fit for an ERROR line.
#[test]
fn faults_are_told_in_one_line() {
    let faults: [&[u8]; 5] = [b"", b"Kxz", &TINY[..40], &with_word(0, 7), &with_card(b"{\n]")];
    for fault in faults {
        let text = refusal(fault).to_string();
        assert!(!text.is_empty() && text.len() < 120 && !text.contains('\n'), "{text}");
    }
    assert_eq!(refusal(&with_word(6, 181)).to_string(), "a network of another kind: QA is 181, not 255");
    assert_eq!(refusal(&TINY[..40]).to_string(), "cut off: 40 bytes of 48");
}

#[test]
fn no_prefix_is_a_network() {
    for length in 1..TINY.len() {
        assert!(matches!(refusal(&TINY[..length]), NetworkError::Truncated { .. }), "{length}");
    }
}

#[test]
fn every_changed_bit_is_noticed() {
    let mut bytes = TINY.to_vec();
    for index in (0..HEADER + 60).chain((HEADER + 60..bytes.len()).step_by(11)).chain(bytes.len() - 4..bytes.len()) {
        let bit = 1 << (index % 8);
        bytes[index] ^= bit;
        let error = refusal(&bytes);
        if index >= HEADER {
            assert!(matches!(error, NetworkError::Checksum { .. }), "{index}: {error}");
        }
        bytes[index] ^= bit;
    }
    assert!(Network::read(&bytes).is_ok());
}

/// Bytes changed, cut out, doubled, by someone who knows the checksum: refused, or a network that can be used.
#[test]
fn no_bytes_panic() {
    let mut random = Random(21);
    let positions = Random(4).game(&Position::start(), 80);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..3_000 {
        let bytes = forged(|bytes| {
            for _ in 0..1 + random.below(8) {
                // The header and the card are the smallest part and the most delicate.
                let within = if random.below(2) == 0 { HEADER + 60 } else { bytes.len() };
                let index = random.below(within.min(bytes.len()));
                match random.below(8) {
                    0 => bytes.truncate(index),
                    1 => bytes.extend_from_within(index..),
                    2 => {
                        bytes.remove(index);
                    }
                    _ => bytes[index] = random.below(256) as u8,
                }
                if bytes.is_empty() {
                    return;
                }
            }
        });
        match Network::read(&bytes) {
            Ok(network) => {
                accepted += 1;
                let value = network.evaluate(&positions[round % positions.len()]);
                assert!(value.abs() <= eval::MAX_EVALUATION);
                assert_eq!(network.to_bytes(), bytes, "a file has one spelling");
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(accepted > 100 && refused > 1_000, "too few to prove anything: {accepted}, {refused}");
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let good = NetworkParts {
        hidden: 16,
        extra_bits: 0,
        scale: SCALE,
        feature_weights: vec![0; INPUTS * 16],
        feature_bias: vec![0; 16],
        output_weights: vec![0; BUCKETS * 2 * 16],
        output_bias: vec![0; BUCKETS],
        card: "{}".to_owned(),
    };
    assert_eq!(Network::from_parts(NetworkParts { scale: 0, ..good.clone() }), Err(NetworkError::Scale(0)));
    assert_eq!(Network::from_parts(NetworkParts { extra_bits: 5, ..good.clone() }), Err(NetworkError::ExtraBits(5)));
    let from = |change: &dyn Fn(&mut NetworkParts)| {
        let mut parts = good.clone();
        change(&mut parts);
        Network::from_parts(parts)
    };
    for weight in [1016, -1016] {
        assert!(from(&|parts| parts.output_weights[200] = weight).is_ok());
    }
    for weight in [1017, -1017, i16::MIN] {
        assert_eq!(from(&|parts| parts.output_weights[200] = weight), Err(NetworkError::OutputWeight(weight)));
    }
    // Thirty-two men can stand on 32 of the inputs: the 32 largest count, whatever their sign, and the 33rd does not.
    let column = |sizes: &[i16], bias: i16| {
        from(&|parts| {
            for (input, &size) in sizes.iter().enumerate() {
                parts.feature_weights[16 * (12 * input) + 5] = if input % 2 == 0 { size } else { -size };
            }
            parts.feature_bias[5] = bias;
        })
    };
    assert!(column(&[1_000; 33], -767).is_ok());
    assert_eq!(column(&[1_000; 32], -768), Err(NetworkError::Overflow { unit: 5, reach: 32_768 }));
    let mut sizes = vec![1; 31];
    sizes.push(2_000);
    assert!(column(&sizes, i16::MAX - 2_031).is_ok());
    assert_eq!(column(&sizes, i16::MAX - 2_030), Err(NetworkError::Overflow { unit: 5, reach: 32_768 }));
    let minimum = from(&|parts| parts.feature_weights[0] = i16::MIN);
    assert_eq!(minimum, Err(NetworkError::Overflow { unit: 0, reach: 32_768 }));
    let wrong_length = |change: fn(&mut NetworkParts), expected: &str| {
        assert!(matches!(from(&change), Err(NetworkError::Length { list, .. }) if list == expected), "{expected}");
    };
    wrong_length(|parts| parts.feature_weights.truncate(9), "feature weights");
    wrong_length(|parts| parts.feature_bias.push(0), "feature biases");
    wrong_length(|parts| parts.output_weights.clear(), "output weights");
    wrong_length(|parts| parts.output_bias.push(1), "output biases");
}

/// A file as bullet's source writes it: column by column, the output weights transposed, filled up with its name.
fn as_bullet(parts: &NetworkParts) -> Vec<u8> {
    let lists = [&parts.feature_weights, &parts.feature_bias, &parts.output_weights, &parts.output_bias];
    let mut bytes: Vec<u8> = lists.into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    let missing = 64 - bytes.len() % 64;
    bytes.extend("bullet".bytes().cycle().take(missing));
    bytes
}

#[test]
fn networks_of_bullet_carry_over() {
    for hidden in [16, 32, 64] {
        let theirs = NetworkParts { extra_bits: 0, scale: SCALE, ..random_parts_of(7, hidden, 127) };
        let bytes = as_bullet(&theirs);
        let output_weights = theirs.output_weights.iter().map(|weight| 8 * weight).collect();
        let parts = NetworkParts { output_weights, ..theirs };
        let imported = import_bullet(&bytes, hidden).expect("a network");
        assert!(imported.card().contains("bullet"));
        assert_eq!(imported.parts(), NetworkParts { card: imported.card().to_owned(), ..parts });
        let unpadded = &bytes[..2 * (785 * hidden + 8)];
        assert_eq!(import_bullet(unpadded, hidden), Ok(imported));
    }
}

#[test]
fn what_bullet_did_not_write_is_refused() {
    let bytes = as_bullet(&random_parts_of(7, 32, 127));
    let refuses = |bytes: &[u8], hidden| matches!(import_bullet(bytes, hidden), Err(NetworkError::NotBullet { .. }));
    assert!(refuses(&bytes, 16) && refuses(&bytes, 48) && refuses(&[], 32));
    assert!(refuses(&bytes[..bytes.len() - 1], 32));
    assert!(refuses(&[&bytes[..], &[0]].concat(), 32));
    let mut foreign = bytes.clone();
    *foreign.last_mut().expect("bytes") = 0;
    assert!(refuses(&foreign, 32));
    assert_eq!(import_bullet(&bytes, 24), Err(NetworkError::Hidden(24)));
    let mut wild = bytes;
    wild[2 * (769 * 32)..][..2].copy_from_slice(&128_i16.to_le_bytes());
    assert_eq!(import_bullet(&wild, 32), Err(NetworkError::OutputWeight(1024)));
}
