//! Whole matches: what must not change the games, and what must not end them.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use super::*;
use crate::plan::{Adjudication, Limit, Openings, Test};

/// A few games of a few nodes.
fn plan(games: u64) -> Plan {
    let arms = ["assay,name=new,Hash=1", "assay,name=old,Hash=1,History=false,Killers=false"];
    Plan {
        arms: arms.map(|text| text.parse().expect("a contestant")),
        openings: Openings::Random { random_plies: 6 },
        limit: Limit::Nodes(300),
        games,
        seed: 7,
        adjudication: Adjudication::default(),
        sprt: None,
    }
}

fn settings(folder: &Path, workers: usize) -> Settings {
    Settings { workers, journal: folder.join("games.jsonl"), pgn: None, resume: true }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Wants to stop after so many games.
struct StopAfter(u64, Cell<u64>);

impl Watcher for StopAfter {
    fn progress(&mut self, _: &Progress) {
        self.1.set(self.1.get() + 1);
    }
    fn warn(&mut self, text: &str) {
        panic!("{text}");
    }
    fn should_stop(&self) -> bool {
        self.1.get() >= self.0
    }
}

/// What must be equal.
fn facts(report: &Report) -> (Pentanomial, u64, String) {
    (report.pairs, report.games, report.digest.clone())
}

#[test]
fn workers_change_nothing() {
    let plan = plan(12);
    let reports = [1, 2, 3].map(|workers| {
        let folder = folder();
        run(&plan, &settings(folder.path(), workers), &mut Nobody).expect("a match")
    });
    assert!(reports.iter().all(|report| facts(report) == facts(&reports[0])), "{reports:#?}");
    assert_eq!((reports[0].games, reports[0].is_complete), (12, true));
    assert_eq!(reports[0].wins + reports[0].draws + reports[0].losses, 12);
    let other_seed = run(&Plan { seed: 8, ..plan }, &settings(folder().path(), 2), &mut Nobody).expect("a match");
    assert_ne!(other_seed.digest, reports[0].digest);
}

#[test]
fn a_match_cut_anywhere_and_resumed_is_the_same() {
    let plan = plan(8);
    let folder = folder();
    let settings = settings(folder.path(), 2);
    let whole = run(&plan, &settings, &mut Nobody).expect("a match");
    let journal = fs::read(&settings.journal).expect("a journal");
    // Cuts within the first line, at its end, and all over the rest.
    for twentieth in 0..20 {
        fs::write(&settings.journal, &journal[..journal.len() * twentieth / 20]).expect("written");
        let again = run(&plan, &settings, &mut Nobody).expect("a match");
        assert_eq!(facts(&again), facts(&whole), "cut at {twentieth}/20");
    }
    let games = fs::read_to_string(&settings.journal).expect("a journal").lines().count();
    assert_eq!(games, 1 + 8, "a game was lost or written twice");
}

#[test]
fn who_stops_it_can_go_on() {
    let plan = plan(10);
    let folder = folder();
    let settings = settings(folder.path(), 2);
    let first = run(&plan, &settings, &mut StopAfter(3, Cell::new(0))).expect("a part");
    assert!(!first.is_complete && first.games < 10);
    let rest = run(&plan, &settings, &mut Nobody).expect("the rest");
    let whole = run(&plan, &self::settings(self::folder().path(), 1), &mut Nobody).expect("a match");
    assert_eq!(facts(&rest), facts(&whole));
}

#[test]
fn a_test_ends_at_the_same_pair_for_any_number_of_workers() {
    // So far apart that a dozen pairs tell.
    let mut plan = plan(400);
    plan.arms[1] = "abc".parse().expect("a contestant");
    plan.sprt = Some(Test { model: Default::default(), elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 });
    let reports = [1, 2].map(|workers| {
        let folder = folder();
        run(&plan, &settings(folder.path(), workers), &mut Nobody).expect("a match")
    });
    assert_eq!(facts(&reports[0]), facts(&reports[1]));
    assert_eq!(reports[0].decision, Decision::Accepted);
    assert!(reports[0].games < 400 && reports[0].is_complete, "{:?}", reports[0]);
}

#[test]
fn a_journal_of_another_match_is_refused_with_the_difference() {
    let folder = folder();
    let settings = settings(folder.path(), 1);
    run(&plan(2), &settings, &mut Nobody).expect("a match");
    let error = |plan: &Plan, settings: &Settings| {
        let refused = run(plan, settings, &mut Nobody).expect_err("another match");
        refused.split_once(": ").expect("a file's name").1.to_owned()
    };
    assert_eq!(error(&plan(4), &settings), "it holds another match: games is 2, not 4");
    let again = Settings { resume: false, ..settings.clone() };
    assert!(error(&plan(2), &again).starts_with("games have been played already"));
    let text = fs::read_to_string(&settings.journal).expect("a journal");
    fs::write(&settings.journal, text.replace("\"moves\":", "\"movs\":")).expect("written");
    assert!(error(&plan(2), &settings).starts_with("line 2 cannot be read"));
}

#[test]
fn a_file_that_is_no_journal_stays_as_it_is() {
    for text in ["hello", "precious notes\n", "\u{7f}ELF", "{\"assay_journal\":1,\"bench\":3}\n"] {
        let folder = folder();
        let settings = settings(folder.path(), 1);
        fs::write(&settings.journal, text).expect("written");
        let error = run(&plan(2), &settings, &mut Nobody).expect_err("no journal");
        assert!(error.contains("stays as it is"), "{error}");
        assert_eq!(fs::read_to_string(&settings.journal).expect("there"), text);
    }
}

#[test]
fn a_book_that_changed_is_another_match() {
    let folder = folder();
    let book = folder.path().join("book.epd");
    fs::write(&book, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").expect("written");
    let plan = Plan { openings: Openings::Book { book: book.clone(), sha256: None, plies: None }, ..plan(2) };
    run(&plan, &settings(folder.path(), 1), &mut Quiet).expect("a match");
    fs::write(&book, "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\n").expect("written");
    let error = run(&plan, &settings(folder.path(), 1), &mut Quiet).expect_err("another book");
    assert!(error.ends_with("it holds another match: the book is another one now"), "{error}");
}

#[test]
fn what_has_no_repeatable_clock_is_refused_or_said() {
    let mut threads = Plan { limit: Limit::Cpu("1+0".parse().expect("a control")), ..plan(2) };
    assert!(!threads.repeats() && plan(2).repeats());
    threads.arms[0].options.insert("threads".to_owned(), crate::plan::Value::Spin(2));
    let error = run(&threads, &settings(folder().path(), 1), &mut Nobody).expect_err("two threads");
    assert_eq!(error, "new: a clock of processor time sees one thread, not 2");
    assert!(!Plan { limit: Limit::Nodes(9), ..threads }.repeats());
}

#[test]
fn the_written_games_are_the_games_played() {
    let folder = folder();
    let pgn = folder.path().join("games.pgn");
    let settings = Settings { pgn: Some(pgn.clone()), ..settings(folder.path(), 2) };
    let report = run(&plan(6), &settings, &mut Nobody).expect("a match");
    let file = fs::File::open(pgn).expect("games");
    let mut reader = record::pgn::Reader::new(std::io::BufReader::new(file));
    let mut wins = 0;
    let games = std::iter::from_fn(|| reader.next()).map(|game| game.expect("a game")).collect::<Vec<_>>();
    for (index, game) in games.iter().enumerate() {
        assert!(game.faults.is_empty(), "{:?}", game.faults);
        let replay = game.replay().expect("a start");
        assert_eq!(replay.fault.map(|fault| format!("{fault:?}")), None);
        let white = game.tags.get("White").expect("a name");
        assert_eq!(white, if index % 2 == 0 { "new" } else { "old" });
        let is_won = |outcome| {
            outcome == if white == "new" { record::pgn::Outcome::WhiteWins } else { record::pgn::Outcome::BlackWins }
        };
        wins += u64::from(is_won(game.result()));
        let judged = game.main.moves.iter().filter(|played| played.comments[0] != "book");
        assert!(judged.clone().count() > 0 && judged.clone().all(|played| played.comments[0].contains('/')));
    }
    assert_eq!((games.len() as u64, wins), (report.games, report.wins));
}

#[test]
fn chess960_games_are_played_and_written() {
    let folder = folder();
    let book = folder.path().join("book.epd");
    fs::write(&book, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1\n").expect("written");
    let pgn = folder.path().join("games.pgn");
    let plan = Plan { openings: Openings::Book { book, sha256: None, plies: None }, ..plan(2) };
    let settings = Settings { pgn: Some(pgn.clone()), ..settings(folder.path(), 1) };
    let report = run(&plan, &settings, &mut Quiet).expect("a match");
    assert_eq!(report.faults, [""; 0]);
    let text = fs::read_to_string(pgn).expect("games");
    assert!(text.contains("[Variant \"Chess960\"]") && text.contains("[SetUp \"1\"]"), "{text}");
    let mut with_abc = plan;
    with_abc.arms[1] = "abc".parse().expect("a contestant");
    let error = run(&with_abc, &self::settings(self::folder().path(), 1), &mut Quiet).expect_err("no Chess960");
    assert!(error.contains("abc plays no Chess960"), "{error}");
}

/// A book of one line is short for a match; that is said, and meant here.
struct Quiet;

impl Watcher for Quiet {
    fn progress(&mut self, _: &Progress) {}
    fn warn(&mut self, _: &str) {}
}

#[test]
fn every_limit_is_played() {
    let control = "0.3+0.01".parse().expect("a control");
    for limit in [Limit::Depth(3), Limit::SoftNodes(200), Limit::Cpu(control), Limit::Wall(control)] {
        let mut plan = Plan { limit, ..plan(2) };
        if matches!(limit, Limit::Depth(_) | Limit::Wall(_)) {
            plan.arms[1] = "abc".parse().expect("a contestant");
        }
        let report = run(&plan, &settings(folder().path(), 1), &mut Nobody).expect("a match");
        assert_eq!((report.games, report.faults.len()), (2, 0), "{limit:?}: {report:?}");
    }
}

/// A program that says this when it is asked for a move.
#[cfg(unix)]
fn fake_engine(folder: &Path, on_go: &str) -> crate::plan::Contestant {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("fake");
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;;\n\
         go*) {on_go};; quit) exit;; esac; done\n"
    );
    fs::write(&path, text).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    format!("{},name=fake", path.display()).parse().expect("a contestant")
}

#[cfg(unix)]
#[test]
fn whoever_breaks_loses_that_game_with_the_reason_and_plays_the_next() {
    for (on_go, kind, words) in [
        ("exit 3", "crashes", ""),
        ("echo bestmove e2e5", "makes an illegal move", "bestmove e2e5 in rnbqkbnr/"),
        ("echo 'bestmove (none)'", "gives no move", "bestmove (none)"),
        ("sleep 0.3; echo bestmove e2e4", "loses on time", "bestmove e2e4 after"),
    ] {
        let folder = folder();
        let mut plan = Plan { limit: Limit::Wall("0.2+0".parse().expect("a control")), ..plan(4) };
        plan.openings = Openings::Random { random_plies: 0 };
        plan.arms[1] = fake_engine(folder.path(), on_go);
        let report = run(&plan, &settings(folder.path(), 1), &mut Quiet).expect("a match");
        assert_eq!((report.games, report.wins), (4, 4), "{on_go}: {report:?}");
        assert_eq!(report.faults.len(), 4);
        let fault = &report.faults[0];
        assert!(fault.starts_with(&format!("game 1: fake {kind}: ")) && fault.contains(words), "{fault}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_never_starts_ends_the_match_not_the_lab() {
    let mut plan = plan(4);
    plan.arms[1] = "/no/such/engine".parse().expect("a contestant");
    let error = run(&plan, &settings(folder().path(), 1), &mut Nobody).expect_err("no engine");
    assert!(error.contains("/no/such/engine"), "{error}");
}
