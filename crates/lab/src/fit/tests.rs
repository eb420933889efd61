//! Counts of made-up and of committed games, and what is fitted to them.

use super::*;

/// What `assay lab fit` counted, and `tools/measure/fit_wdl.py` fits with 199.4 and 158.1.
const COMMITTED: &str = include_str!("../../../../tools/measure/data/wdl.csv");

fn committed() -> Counts {
    let mut counts = Counts::new(100.0);
    counts.add_counts(COMMITTED).expect("counts");
    counts
}

#[test]
fn it_finds_what_the_script_finds() {
    let fitted = committed().fit().expect("a fit");
    assert!((fitted.half - 199.4).abs() <= 0.05 && (fitted.spread - 158.1).abs() <= 0.05, "{fitted:?}");
}

#[test]
fn no_other_constants_are_likelier() {
    let counts = committed();
    let Fitted { half, spread, scale } = counts.fit().expect("a fit");
    let best = counts.log_likelihood(half, spread);
    for (more_half, more_spread) in [(0.01, 0.0), (-0.01, 0.0), (0.0, 0.01), (0.0, -0.01), (30.0, 20.0)] {
        assert!(counts.log_likelihood(half + more_half, spread + more_spread) < best);
    }
    let likelihood = |scale: f64| -> f64 {
        let row = |(score, [wins, draws, losses]): (f64, [f64; 3])| {
            let (win, loss) = (chance(score / scale), chance(-score / scale));
            (wins + draws / 2.0) * libm::log(win) + (losses + draws / 2.0) * libm::log(loss)
        };
        counts.rows().map(row).sum()
    };
    let best = likelihood(scale);
    for other in [scale - 0.01, scale + 0.01, scale * 2.0] {
        assert!(likelihood(other) < best, "{other} is likelier than {scale}");
    }
}

#[test]
fn a_curve_that_made_the_counts_is_found_again() {
    let mut counts = Counts::new(100.0);
    for score in (-400..=400).step_by(10) {
        let x = f64::from(score);
        let (win, loss) = (chance((x - 90.0) / 60.0), chance((-x - 90.0) / 60.0));
        let part = |share: f64| libm::round(1e9 * share) as u64;
        counts.by_score.insert(score, [part(win), part(1.0 - win - loss), part(loss)]);
    }
    let fitted = counts.fit().expect("a fit");
    assert!((fitted.half - 90.0).abs() < 1e-3 && (fitted.spread - 60.0).abs() < 1e-3, "{fitted:?}");
    let mut plain = Counts::new(100.0);
    for score in (-400..=400).step_by(10) {
        let win = libm::round(1e9 * chance(f64::from(score) / 130.0)) as u64;
        plain.by_score.insert(score, [win, 0, 1_000_000_000 - win]);
    }
    assert!(plain.scale().is_some_and(|scale| (scale - 130.0).abs() < 1e-3), "{:?}", plain.scale());
}

#[test]
fn whatever_the_digits_of_counts_a_fit_is_found() {
    let mut random = rules::Random(1);
    for table in 0..200 {
        let mut counts = Counts::new(100.0);
        for (&score, places) in &committed().by_score {
            let thinned = places.map(|count| (0..count).filter(|_| random.below(3) > 0).count() as u64);
            counts.by_score.insert(score, thinned);
        }
        assert!(counts.fit().is_ok_and(|fitted| (150.0..300.0).contains(&fitted.half)), "{table}");
    }
}

#[test]
fn games_that_tell_nothing_are_refused() {
    assert!(Counts::new(100.0).fit().is_err());
    let mut one = Counts::new(100.0);
    one.by_score.insert(0, [1, 1, 1]);
    assert!(one.fit().is_err(), "{:?}", one.fit());
}

#[test]
fn scores_of_pgn_are_counted_for_their_mover() {
    let mut moves = String::new();
    for number in 1..=7 {
        let _ = write!(moves, "{number}. Nf3 {{+0.3{number}/9 0.1s}} Nf6 {{-0.30/9}} ");
    }
    let game = |termination: &str, tail: &str, result: &str| {
        format!("[Termination \"{termination}\"]\n\n{moves}{tail} {result}\n\n")
    };
    let count = |text: &str| {
        let mut counts = Counts::new(100.0);
        let games = counts.add_pgn(text.as_bytes()).expect("games");
        (games, counts.text(games))
    };
    let head = "score,wins,draws,losses\n";
    let expected = (1, format!("# 1 games\n{head}-30,0,0,2\n36,1,0,0\n37,1,0,0\n"));
    assert_eq!(count(&game("normal", "", "1-0")), expected);
    assert_eq!(count(&game("checkmate", "8. Nf3 {+M5/9} Nf6 {book}", "1-0")), expected);
    let expected = (1, format!("# 1 games\n{head}-30,0,2,0\n36,0,1,0\n37,0,1,0\n"));
    assert_eq!(count(&game("fifty moves", "8. Nf3 {+4.01/9}", "1/2-1/2")), expected);
    for (termination, result) in [("adjudication by scores", "1-0"), ("", "1-0"), ("normal", "*")] {
        assert_eq!(count(&game(termination, "", result)).0, 0, "{termination}");
    }
    let black_begins = format!("[FEN \"8/8/8/8/8/8/8/K1k5 b - - 0 1\"]\n{}", game("normal", "", "1-0"));
    assert_eq!(count(&black_begins).1, format!("# 1 games\n{head}-30,2,0,0\n36,0,0,1\n37,0,0,1\n"));
}

#[test]
fn scores_are_brought_back_to_the_unit_of_the_evaluation() {
    let mut counts = Counts::new(250.0);
    let scores = [0; SKIPPED].into_iter().chain([2, 4, 160, 161]).map(Some);
    assert!(counts.add_game(false, scores, Outcome::WhiteWins));
    assert_eq!(counts.by_score, BTreeMap::from([(5, [1, 0, 0]), (10, [0, 0, 1]), (400, [1, 0, 0])]));
}

#[test]
fn journals_are_counted_too() {
    let entry = |ending: &str| {
        let scores = "- 5 -5 5 -5 5 -5 5 -5 5 -5 20 -21 M3";
        format!(
            "{{\"game\":0,\"fen\":\"8/8/8/8/8/8/8/K1k5 w - - 0 1\",\"opening\":\"a1a2 c1c2\",\"moves\":\"\",\
             \"scores\":\"{scores}\",\"depths\":\"\",\"result\":\"1-0\",\"ending\":\"{ending}\",\
             \"nodes\":[1,1],\"micros\":[1,1],\"made\":[1,1]}}\n"
        )
    };
    let text = format!("{{\"assay_journal\":1}}\n{}{}", entry("checkmate"), entry("agreed_draw"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    fs::write(&path, text).expect("written");
    let mut counts = Counts::new(100.0);
    assert_eq!(counts.add_file(&path), Ok(1));
    // The first of the players' moves has no score, so the eleventh score is that of the twelfth move: Black's.
    assert_eq!(counts.text(1), "# 1 games\nscore,wins,draws,losses\n-21,1,0,0\n20,0,0,1\n");
    // A line that a kill has cut is no game.
    let mut file = fs::OpenOptions::new().append(true).open(&path).expect("opened");
    file.write_all(&entry("checkmate").as_bytes()[..40]).expect("written");
    assert_eq!(Counts::new(100.0).add_file(&path), Ok(1));
    fs::write(&path, "{\"assay_journal\":1}\n{}\n").expect("written");
    assert!(counts.add_file(&path).expect_err("no game").starts_with("line 2: "));
}

#[test]
fn what_a_person_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, written) = (folder.path().join("wdl.csv"), folder.path().join("counts.csv"));
    fs::write(&file, COMMITTED).expect("written");
    let arguments = Arguments { games: vec![file], counts: Some(written.clone()), told_as_100: 100.0 };
    let mut out = Vec::new();
    fit(&arguments, &mut out).expect("a fit");
    let text = String::from_utf8(out).expect("text");
    let mut lines = text.lines();
    let head = lines.next().expect("a line");
    assert!(head.contains(" positions: HALF 199.4, SPREAD 158.1; K "), "{head}");
    assert_eq!(lines.next(), Some("score          positions   win  draw  loss (games)   win  draw  loss (curve)"));
    assert_eq!(lines.count(), 8, "{text}");
    let mut again = Counts::new(100.0);
    again.add_counts(&fs::read_to_string(written).expect("a file")).expect("counts");
    assert_eq!(again, committed());
    let missing = Arguments { games: vec!["/nowhere.pgn".into()], counts: None, told_as_100: 100.0 };
    assert!(fit(&missing, &mut Vec::new()).expect_err("no file").starts_with("/nowhere.pgn: "));
}
