//! What a network says is what its definition says: worked out here from the text of a FEN, with nothing of the crate's code.

mod common;

use common::{Random, random_network, random_parts};
use eval::MAX_EVALUATION;
use eval::nnue::{BUCKETS, INPUTS, MAX_HIDDEN, Network, NetworkParts, SCALE, bucket, features};
use rules::{Color, Position};

/// The definition, on the numbers as they are.
struct Defined {
    /// The units of the side to move, then the other's.
    units: Vec<i64>,
    bucket: usize,
}

impl Defined {
    fn new(parts: &NetworkParts, fen: &str) -> Self {
        let mut fields = fen.split(' ');
        let (board, side) = (fields.next().expect("a board"), fields.next().expect("a side"));
        let mut men = Vec::new();
        for (row, text) in board.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        men.push((letter, file, 7 - row));
                        file += 1;
                    }
                }
            }
        }
        let white_first = side == "w";
        let mut units = Self::seen(parts, &men, white_first);
        units.extend(Self::seen(parts, &men, !white_first));
        Self { units, bucket: (men.len() - 2) / 4 }
    }

    fn seen(parts: &NetworkParts, men: &[(char, usize, usize)], white: bool) -> Vec<i64> {
        let own = |letter: char| letter.is_ascii_uppercase() == white;
        let king = men.iter().find(|man| own(man.0) && man.0.eq_ignore_ascii_case(&'k')).expect("a king");
        let mut units: Vec<i64> = parts.feature_bias.iter().map(|&bias| bias.into()).collect();
        for &(letter, file, rank) in men {
            let kind = "pnbrqk".find(letter.to_ascii_lowercase()).expect("a kind");
            let file = if king.1 > 3 { 7 - file } else { file };
            let rank = if white { rank } else { 7 - rank };
            let owner = if own(letter) { 0 } else { 384 };
            let input = owner + 64 * kind + 8 * rank + file;
            for (unit, &weight) in units.iter_mut().zip(&parts.feature_weights[input * parts.hidden..]) {
                *unit += i64::from(weight);
            }
        }
        units
    }

    fn weights<'a>(&self, parts: &'a NetworkParts) -> &'a [i16] {
        &parts.output_weights[self.bucket * 2 * parts.hidden..][..2 * parts.hidden]
    }

    fn value(&self, parts: &NetworkParts) -> i64 {
        let one = 255_i64 << parts.extra_bits;
        let square = |unit: i64| ((unit.clamp(0, one) * 128) >> parts.extra_bits).pow(2) >> 16;
        let terms = self.units.iter().zip(self.weights(parts)).map(|(&unit, &w)| square(unit) * i64::from(w));
        let value = (terms.sum::<i64>() / 510 + i64::from(parts.output_bias[self.bucket])) * i64::from(parts.scale)
            / (255 * 64);
        value.clamp(-20_000, 20_000)
    }

    /// The network that the numbers stand for, in centipawns.
    fn float_value(&self, parts: &NetworkParts) -> f64 {
        let weights = self.weights(parts).iter();
        let one = f64::from(255_i32 << parts.extra_bits);
        let term = |(&unit, &w): (&i64, &i16)| (unit as f64 / one).clamp(0.0, 1.0).powi(2) * f64::from(w) / 512.0;
        let sum: f64 = self.units.iter().zip(weights).map(term).sum();
        f64::from(parts.scale) * (sum + f64::from(parts.output_bias[self.bucket]) / (255.0 * 64.0))
    }
}

fn positions(seed: u64, games: usize) -> Vec<Position> {
    let mut random = Random(seed);
    (0..games).flat_map(|_| random.game(&Position::start(), 300)).collect()
}

#[test]
fn the_value_is_the_defined_one() {
    let (mut inside, mut buckets) = (0, [0; BUCKETS]);
    for (seed, hidden) in [(1, 16), (2, 32), (3, 48), (4, 128), (5, MAX_HIDDEN)] {
        let parts = random_parts(seed, hidden);
        let network = random_network(seed, hidden);
        for position in positions(seed, 12) {
            let fen = position.to_fen();
            let (value, defined) = (network.evaluate(&position), Defined::new(&parts, &fen));
            assert_eq!(i64::from(value), defined.value(&parts), "{fen}");
            assert_eq!(bucket(&position), defined.bucket, "{fen}");
            buckets[defined.bucket] += 1;
            if value.abs() < MAX_EVALUATION {
                inside += 1;
                // Three roundings: a unit of each square, one of the output, and a centipawn.
                let difference = (f64::from(value) - defined.float_value(&parts)).abs();
                let squares = 1.0 / 16_256.25 * 2.0 * hidden as f64 * 1016.0 / 512.0 * f64::from(parts.scale);
                assert!(difference < 1.0 + f64::from(parts.scale) / 10_000.0 + squares, "{difference} in {fen}");
            }
        }
    }
    assert!(inside > 2_000 && buckets.into_iter().all(|count| count > 20), "{inside} {buckets:?}");
}

/// Black and White exchanged; or left and right, for which castling rights are dropped.
fn twins(position: &Position) -> [Position; 2] {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let upside_down: Vec<&str> = fields[0].split('/').rev().collect();
    let exchanged: String = upside_down.join("/").chars().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let reversed: Vec<String> = fields[0].split('/').map(|row| row.chars().rev().collect()).collect();
    let parse = |fen: String| Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    [parse(format!("{exchanged} {side} - - 0 1")), parse(format!("{} {} - - 0 1", reversed.join("/"), fields[1]))]
}

#[test]
fn exchanging_colours_or_sides_of_the_board_changes_nothing() {
    let network = random_network(6, 64);
    let sorted = |position: &Position, color| {
        let mut list: Vec<usize> = features(position, color).collect();
        list.sort_unstable();
        assert_eq!(list.len(), position.occupied().count() as usize);
        assert!(list.iter().all(|&feature| feature < INPUTS));
        list
    };
    for position in positions(6, 40) {
        let value = network.evaluate(&position);
        let [exchanged, reversed] = twins(&position);
        assert_eq!(network.evaluate(&exchanged), value, "{position}");
        assert_eq!(network.evaluate(&reversed), value, "{position}");
        for color in Color::ALL {
            assert_eq!(sorted(&exchanged, !color), sorted(&position, color), "{position}");
            assert_eq!(sorted(&reversed, color), sorted(&position, color), "{position}");
        }
    }
}

/// The largest numbers that pass the checks: every unit as far from zero as can be.
#[test]
fn extreme_networks_do_not_overflow() {
    for (hidden, weight, output) in [(MAX_HIDDEN, 1_000, 1016), (MAX_HIDDEN, 1_000, -1016), (48, -1_000, 1016)] {
        let parts = NetworkParts {
            hidden,
            extra_bits: 0,
            scale: SCALE,
            feature_weights: vec![weight; INPUTS * hidden],
            feature_bias: vec![767 * weight.signum(); hidden],
            output_weights: vec![output; BUCKETS * 2 * hidden],
            output_bias: vec![i16::MAX; BUCKETS],
            card: "{}".to_owned(),
        };
        let network = Network::from_parts(parts.clone()).expect("just within the limits");
        let position = Position::start();
        let value = network.evaluate(&position);
        assert_eq!(i64::from(value), Defined::new(&parts, &position.to_fen()).value(&parts));
        let expected = if weight < 0 { 803 } else { MAX_EVALUATION * i32::from(output.signum()) };
        assert_eq!(value, expected);
    }
}

/// A network that `data/tiny.py` wrote, and what `data/tiny.py` says of ten positions.
#[test]
fn a_frozen_network_keeps_its_values() {
    let network = Network::read(include_bytes!("data/tiny.net")).expect("a network");
    assert_eq!((network.hidden(), network.card()), (16, r#"{"name": "tiny", "made by": "tests/data/tiny.py"}"#));
    let mut count = 0;
    for line in include_str!("data/tiny.txt").lines() {
        let (value, fen) = line.split_once(' ').expect("a value and a FEN");
        let position = Position::from_fen(fen).expect("a FEN");
        assert_eq!(network.evaluate(&position), value.parse::<i32>().expect("a number"), "{fen}");
        count += 1;
    }
    assert_eq!(count, 10);
    assert_eq!(network.to_bytes(), include_bytes!("data/tiny.net"));
}
