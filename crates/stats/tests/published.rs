//! Published tests, held to a thousandth of what `reference.py` beside this file computes by another way.
//!
//! Fishtest's own code (commit b8eecff2) gives the same ten digits for every case named `MR-01` and for MR-02a. At the bounds that are far from
//! the sample it gives up; there `reference.py` is the only witness.
//!
//! The names `MR-...` are those of the collection of cases that the project started from; each line says where its counts were published,
//! and `printed` is the ratio that was published with them.

use std::time::{Duration, Instant};

use stats::{Bounds, Decision, Measure, Model, Pentanomial, Sprt, Trinomial};

use Model::{Logistic, Normalised};

/// Counts from the worst outcome to the best.
struct Published<const N: usize> {
    source: &'static str,
    model: Model,
    elo: (f64, f64),
    counts: [u64; N],
    printed: f64,
    /// To 10 digits, by `reference.py`.
    ratio: f64,
}

/// What of a pentanomial does not depend on a test.
struct Difference {
    counts: [u64; 5],
    elo: f64,
    normalised: f64,
}

const PAIRS: [Published<5>; 7] = [
    Published {
        source: "MR-01a, github.com/Disservin/fastchess/pull/426",
        model: Normalised,
        elo: (0.0, 2.0),
        counts: [365, 16618, 36229, 16974, 390],
        printed: 2.25,
        ratio: 2.250_367_704,
    },
    Published {
        source: "MR-01c, github.com/Disservin/fastchess/pull/426",
        model: Logistic,
        elo: (0.5, 2.5),
        counts: [223, 9863, 21279, 10037, 246],
        printed: -3.07,
        ratio: -3.074_126_440,
    },
    Published {
        source: "MR-01h, github.com/Disservin/fastchess/pull/783",
        model: Normalised,
        elo: (0.0, 2.0),
        counts: [379, 10170, 21828, 10640, 343],
        printed: 2.946,
        ratio: 2.945_495_431,
    },
    Published {
        source: "MR-01j, github.com/jeff-pow/Titan/pull/176",
        model: Normalised,
        elo: (-5.0, 0.0),
        counts: [10, 334, 1193, 404, 15],
        printed: 2.89,
        ratio: 2.891_947_399,
    },
    Published {
        source: "MR-01l, github.com/paulsonkoly/chess-3/pull/178",
        model: Normalised,
        elo: (-5.0, 0.0),
        counts: [154, 556, 857, 452, 123],
        printed: -2.95,
        ratio: -2.951_940_033,
    },
    Published {
        source: "MR-01m, github.com/official-stockfish/Stockfish/pull/3292",
        model: Logistic,
        elo: (-1.25, 0.25),
        counts: [144, 3312, 17012, 3334, 154],
        printed: 2.93,
        ratio: 2.927_649_145,
    },
    Published {
        source: "MR-02a, fastchess, app/tests/sprt_test.cpp: every game won",
        model: Normalised,
        elo: (0.0, 5.0),
        counts: [0, 0, 0, 0, 5550],
        printed: 111.82,
        ratio: 111.797_555_087,
    },
];

const GAMES: [Published<3>; 3] = [
    Published {
        source: "MR-01e, github.com/Disservin/fastchess/pull/426",
        model: Normalised,
        elo: (0.0, 2.0),
        counts: [36027, 68692, 36433],
        printed: 0.92,
        ratio: 0.923_293_451,
    },
    Published {
        source: "MR-01f, fastchess, app/tests/sprt_test.cpp",
        model: Logistic,
        elo: (0.5, 2.5),
        counts: [21184, 40708, 21404],
        printed: -1.57,
        ratio: -1.571_888_793,
    },
    Published {
        source: "MR-01g, github.com/cutechess/cutechess/issues/543",
        model: Logistic,
        elo: (0.0, 5.0),
        counts: [759, 1863, 880],
        printed: 2.95,
        ratio: 2.947_224_114,
    },
];

const DIFFERENCES: [Difference; 8] = [
    Difference { counts: [365, 16618, 36229, 16974, 390], elo: 0.999_342_813, normalised: 1.962_270_793 },
    Difference { counts: [223, 9863, 21279, 10037, 246], elo: 0.917_643_183, normalised: 1.794_764_376 },
    Difference { counts: [379, 10170, 21828, 10640, 343], elo: 1.594_561_046, normalised: 3.050_530_459 },
    Difference { counts: [10, 334, 1193, 404, 15], elo: 7.106_012_884, normalised: 15.381_276_070 },
    Difference { counts: [154, 556, 857, 452, 123], elo: -13.469_467_480, normalised: -19.214_276_666 },
    Difference { counts: [144, 3312, 17012, 3334, 154], elo: 0.304_564_584, normalised: 0.753_010_183 },
    Difference { counts: [0, 0, 0, 0, 5550], elo: 2_538.541_236_73, normalised: 211_336.765_359 },
    Difference { counts: [144, 3, 1, 0, 0], elo: -827.624_499_881, normalised: -2_244.351_970_56 },
];

impl<const N: usize> Published<N> {
    fn check(&self, ratio: impl Fn(&Sprt, [u64; N]) -> f64) {
        let found = ratio(&Sprt { bounds: Bounds::new(self.model, self.elo.0, self.elo.1) }, self.counts);
        assert!((found - self.ratio).abs() < 1e-3, "{}: {found}, not {}", self.source, self.ratio);
        assert!((found - self.printed).abs() < 0.03, "{}: {found}, printed {}", self.source, self.printed);
    }
}

#[test]
fn ratios_are_those_of_the_most_likely_distributions() {
    for published in PAIRS {
        published.check(|sprt, counts| sprt.log_likelihood_ratio(&Pentanomial::new(counts)));
    }
    for published in GAMES {
        published.check(|sprt, counts| sprt.log_likelihood_ratio_of_games(&Trinomial::new(counts)));
    }
    let sprt = Sprt { bounds: Bounds::new(Normalised, 0.0, 5.0) };
    assert!(sprt.log_likelihood_ratio_of_games(&Trinomial::default()).abs() < f64::EPSILON);
    assert_eq!(sprt.decide(&Pentanomial::new([0, 0, 0, 0, 5550])), Decision::Accepted);
}

#[test]
fn differences_are_those_of_the_counts() {
    for Difference { counts, elo, normalised } in DIFFERENCES {
        let measure = Measure::of(&Pentanomial::new(counts)).expect("pairs");
        let (found_elo, found) = (measure.elo.value, measure.normalised_elo.value);
        assert!((found_elo - elo).abs() < 1e-3, "{counts:?}: {found_elo}, not {elo}");
        assert!((found - normalised).abs() < 1e-3, "{counts:?}: {found}, not {normalised}");
    }
}

/// MR-02c, github.com/Disservin/fastchess/issues/879, and more bounds far from anything that the sample shows.
#[test]
fn bounds_out_of_reach_end_in_a_number() {
    use Decision::{Accepted, Rejected};
    for (elo0, elo1, counts, ratio, decision) in [
        (-1500.0, -500.0, [144, 3, 1, 0, 0], -6.721_260_400, Rejected),
        (-1000.0, 300.0, [10, 20, 40, 20, 10], 168.671_839_906, Accepted),
        (-1000.0, 300.0, [0, 0, 50, 1, 0], 105.741_157_336, Accepted),
        (300.0, 1500.0, [100, 3, 0, 0, 0], -292.902_213_917, Rejected),
        (300.0, 1500.0, [0, 0, 0, 0, 30], 3.402_119_543, Accepted),
        (20.0, 3000.0, [10_000_000, 0, 0, 0, 0], -56_182_634.074_766, Rejected),
    ] {
        let sprt = Sprt { bounds: Bounds::new(Normalised, elo0, elo1) };
        let pairs = Pentanomial::new(counts);
        let begin = Instant::now();
        let found = sprt.log_likelihood_ratio(&pairs);
        // Three milliseconds on a machine of its own; other tests share this one.
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        assert!((found - ratio).abs() < 1e-3, "{counts:?}: {found}, not {ratio}");
        assert_eq!(sprt.decide(&pairs), decision, "{counts:?}");
    }
}

/// Whatever was played and whatever is asked, there is a number, and it exchanges with the players.
#[test]
fn no_counts_and_no_bounds_give_nothing() {
    let counts = [0, 2, 10_000_000];
    let bounds = [-3000.0, -20.0, 0.0, 0.5, 100.0, 900.0];
    let mut index = [0; 5];
    loop {
        let pairs = index.map(|place| counts[place]);
        let mirrored = [pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]];
        for model in [Normalised, Logistic] {
            for (place, &elo0) in bounds.iter().enumerate() {
                for &elo1 in &bounds[place + 1..] {
                    let ratio = |elo0, elo1, pairs| {
                        Sprt { bounds: Bounds::new(model, elo0, elo1) }.log_likelihood_ratio(&Pentanomial::new(pairs))
                    };
                    let (one, other) = (ratio(elo0, elo1, pairs), ratio(-elo1, -elo0, mirrored));
                    let about = format!("{model:?} [{elo0}, {elo1}] {pairs:?}: {one} {other}");
                    assert!(one.is_finite() && other.is_finite(), "{about}");
                    // At bounds like these a double has few digits left of a share.
                    assert!((one + other).abs() <= 1e-3 * one.abs().max(1.0), "{about}");
                }
            }
        }
        let Some(place) = index.iter().position(|&place| place + 1 < counts.len()) else { return };
        index[..place].fill(0);
        index[place] += 1;
    }
}
