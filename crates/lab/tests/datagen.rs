//! Training data: the games follow from the arguments, whatever happens while they are played.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use lab::datagen::{Arguments, Error, Identity, Progress, Start, Summary, run};
use lab::plan::{Adjudication, Decided};
use record::training::{Game, GameResult, Reader, Score};
use rules::{Color, Position};

/// Where a test may write, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("datagen").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Few nodes, for many games.
fn arguments(folder: &Path, name: &str) -> Arguments {
    Arguments { name: folder.join(name), games: 24, hash: 1, seed: 5, ..Arguments::default() }.with_soft_nodes(60)
}

fn identity() -> Identity {
    Identity { commit: "a test".to_owned(), fingerprint: 1, network: None }
}

fn try_play(arguments: &Arguments) -> Result<Summary, Error> {
    run(arguments, &identity(), &AtomicBool::new(false), &mut |_| ())
}

fn play(arguments: &Arguments) -> Summary {
    let summary = try_play(arguments).expect("a run");
    assert!(summary.is_complete);
    summary
}

/// The bytes of each part.
fn parts(arguments: &Arguments) -> Vec<Vec<u8>> {
    (0..arguments.workers).map(|worker| fs::read(arguments.part(worker)).expect("a part")).collect()
}

/// The games of all parts, in the order of their numbers.
fn games(arguments: &Arguments) -> Vec<Game> {
    let parts: Vec<Vec<Game>> = (0..arguments.workers)
        .map(|worker| {
            let bytes = fs::read(arguments.part(worker)).expect("a part");
            let reader = Reader::new(&bytes[..]).expect("a training file");
            reader.map(|game| game.expect("a whole game")).collect()
        })
        .collect();
    let count = |number: usize| (number % parts.len(), number / parts.len());
    (0..arguments.games as usize).map(count).map(|(part, place)| parts[part][place].clone()).collect()
}

#[test]
fn a_game_follows_from_arguments_and_number() {
    let folder = folder("repeat");
    let one = arguments(&folder, "one");
    let again = arguments(&folder, "again");
    let two = Arguments { workers: 2, ..arguments(&folder, "two") };
    let first = play(&one);
    play(&again);
    play(&two);
    assert_eq!(parts(&one), parts(&again));
    let all = games(&one);
    assert_eq!(all, games(&two), "the number of workers only divides them");
    let other = Arguments { seed: 6, ..arguments(&folder, "other") };
    play(&other);
    assert_ne!(all, games(&other));
    let progress = first.progress;
    let positions: usize = all.iter().map(|game| game.moves.len()).sum();
    assert_eq!((progress.games, progress.positions), (24, positions as u64));
    assert_eq!((progress.new_games, progress.new_positions), (24, positions as u64));
    assert_eq!(progress.bytes, parts(&one)[0].len() as u64);
    let won = |result| all.iter().filter(|game| game.result == result).count() as u64;
    let counts = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins].map(won);
    assert_eq!([progress.white_wins, progress.draws, progress.black_wins], counts);
    assert!(counts.iter().filter(|&&count| count > 0).count() >= 2, "{counts:?}");
}

/// The number of plies that lead to a position from the first.
fn ply(position: &Position) -> u32 {
    2 * (u32::from(position.fullmove_number()) - 1) + position.side_to_move().index() as u32
}

#[test]
fn games_can_be_replayed_and_end_as_they_say() {
    let folder = folder("replay");
    let arguments = Arguments { games: 60, ..arguments(&folder, "games") };
    play(&arguments);
    let (mut mates, mut scores) = (0, 0);
    for (number, recorded) in games(&arguments).iter().enumerate() {
        assert!(!recorded.moves.is_empty(), "game {number}");
        assert_eq!(ply(&recorded.start), arguments.start.random_plies + (number % 2) as u32, "either side begins");
        let mut game = rules::Game::new(recorded.start.clone());
        for scored in &recorded.moves {
            assert_eq!(game.outcome(), None, "game {number} goes on after its end");
            let is_mate_at_once = {
                let mut after = game.clone();
                after.play(scored.mv).expect("a legal move");
                matches!(after.outcome(), Some(rules::Outcome::Checkmate(_)))
            };
            if is_mate_at_once {
                assert_eq!(scored.score, Score::Mate { winning: true }, "game {number}");
                mates += 1;
            }
            scores += usize::from(matches!(scored.score, Score::Centipawns(value) if value != 0));
            game.play(scored.mv).expect("a legal move");
        }
        let winner = match game.outcome() {
            Some(rules::Outcome::Checkmate(Color::White)) => Some(GameResult::WhiteWins),
            Some(rules::Outcome::Checkmate(Color::Black)) => Some(GameResult::BlackWins),
            Some(_) => Some(GameResult::Draw),
            None => None,
        };
        assert!(winner.is_none_or(|winner| winner == recorded.result), "game {number}");
    }
    assert!(scores > 1_000, "{scores} scores, {mates} mates");
}

/// A queen ahead, Black to move first.
const WON: &str = "3qk3/8/8/8/8/8/4P3/4K3 b - - 0 1\n";

fn from_book(folder: &Path, name: &str, lines: &str) -> Arguments {
    let book = folder.join(format!("{name}.epd"));
    fs::write(&book, lines).expect("a book");
    let start = Start { book: Some(book), book_plies: None, random_plies: 0 };
    Arguments { games: 1, start, exit_check: None, ..arguments(folder, name) }
}

#[test]
fn scores_are_the_movers_view_and_decided_games_end_early() {
    let folder = folder("won");
    let resign = Some(Decided { plies: 4, centipawns: 300 });
    let adjudication = Adjudication { resign, draw: None, ..Arguments::default().adjudication };
    let arguments = Arguments { adjudication, ..from_book(&folder, "won", WON) };
    play(&arguments);
    let game = &games(&arguments)[0];
    assert_eq!((game.result, game.moves.len()), (GameResult::BlackWins, 4));
    for (scored, mover) in game.moves.iter().zip([Color::Black, Color::White].into_iter().cycle()) {
        let number = scored.score.number();
        assert!(if mover == Color::Black { number >= 300 } else { number <= -300 }, "{:?}", game.moves);
    }
    // Without that rule it is played on, to the end that was set.
    let rules = Adjudication { resign: None, draw: None, longest: 6, syzygy: None };
    let longer = Arguments { adjudication: rules, ..from_book(&folder, "longer", WON) };
    play(&longer);
    let game = &games(&longer)[0];
    assert_eq!((game.result, game.moves.len()), (GameResult::Draw, 6));
}

#[test]
fn a_decided_opening_is_not_played() {
    let folder = folder("exit");
    let exit_check = Arguments::default().with_soft_nodes(60).exit_check;
    let won = Arguments { exit_check, ..from_book(&folder, "won", WON) };
    assert!(matches!(try_play(&won), Err(Error::NoOpening { game: 0, .. })));
    // Of two lines the other one is taken, whichever comes first.
    let lines = WON.to_owned() + rules::fen::START_FEN;
    let mixed = Arguments { exit_check, games: 4, ..from_book(&folder, "mixed", &lines) };
    play(&mixed);
    assert!(games(&mixed).iter().all(|game| game.start == Position::start()));
}

#[test]
fn material_alone_can_be_played_with() {
    let folder = folder("material");
    let options = vec!["MaterialEvaluation=true".to_owned()];
    let material = Arguments { options, games: 6, ..arguments(&folder, "material") };
    play(&material);
    let default = Arguments { games: 6, ..arguments(&folder, "default") };
    play(&default);
    // Whole pawns, where nothing but the count of material speaks.
    let whole = |arguments: &Arguments| {
        let all = games(arguments);
        let scores: Vec<i16> = all.iter().flat_map(|game| &game.moves).map(|scored| scored.score.number()).collect();
        scores.iter().filter(|&&score| score % 100 == 0).count() as f64 / scores.len() as f64
    };
    let (material, default) = (whole(&material), whole(&default));
    assert!(material > 0.5 && default < 0.3, "{material} and {default} of the scores are whole pawns");
}

#[test]
fn a_run_that_is_stopped_goes_on() {
    let folder = folder("stop");
    let undisturbed = Arguments { workers: 2, ..arguments(&folder, "undisturbed") };
    play(&undisturbed);
    let stopped = Arguments { workers: 2, ..arguments(&folder, "stopped") };
    let stop = AtomicBool::new(true);
    let summary = run(&stopped, &identity(), &stop, &mut |_| ()).expect("a run");
    assert!(!summary.is_complete);
    let (mut calls, mut rounds) = (0, 0);
    loop {
        rounds += 1;
        let stop = AtomicBool::new(false);
        let mut last = Progress::default();
        let done = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(30 * rounds));
                stop.store(true, Ordering::Relaxed);
            });
            let mut listen = |progress: &Progress| {
                calls += 1;
                last = *progress;
            };
            run(&stopped, &identity(), &stop, &mut listen).expect("a run")
        });
        assert_eq!(done.progress, last, "the last word is the summary's");
        if done.is_complete {
            break;
        }
    }
    assert!(calls >= rounds);
    assert_eq!(parts(&stopped), parts(&undisturbed));
    let done = play(&stopped).progress;
    assert_eq!((done.games, done.new_games), (24, 0));
}

/// Numbers that look like chance.
fn scattered(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn files_cut_anywhere_are_made_whole() {
    let folder = folder("cut");
    let undisturbed = Arguments { workers: 2, games: 12, ..arguments(&folder, "undisturbed") };
    play(&undisturbed);
    let whole = parts(&undisturbed);
    let cut = Arguments { name: folder.join("cut"), ..undisturbed.clone() };
    play(&cut);
    let mut state = 3;
    for round in 0..12 {
        for (worker, bytes) in (0..cut.workers).zip(&whole) {
            let length = match round {
                0 => 0,
                1 => 3,
                _ => scattered(&mut state) % (bytes.len() as u64 + 1),
            };
            let file = OpenOptions::new().write(true).open(cut.part(worker)).expect("a part");
            file.set_len(length).expect("a shorter part");
        }
        let summary = play(&cut);
        assert_eq!(parts(&cut), whole, "round {round}");
        assert!(summary.progress.new_games > 0 || round > 1);
    }
    // A game half written, then nothing but zeros, as a file system leaves them.
    let mut bytes = whole[0].clone();
    let end = bytes.len() - 5;
    bytes[end..].fill(0);
    bytes.extend([0; 40]);
    fs::write(cut.part(0), bytes).expect("a part");
    fs::remove_file(cut.part(1)).expect("a part");
    play(&cut);
    assert_eq!(parts(&cut), whole);
}

const CHILD_FOLDER: &str = "ASSAY_TEST_DATAGEN_FOLDER";

fn killed(folder: &Path) -> Arguments {
    Arguments { workers: 2, games: 40, ..arguments(folder, "killed") }
}

#[test]
#[ignore = "the process that another test kills"]
fn child_of_runs_killed_at_any_moment() {
    if let Some(folder) = std::env::var_os(CHILD_FOLDER) {
        play(&killed(Path::new(&folder)));
    }
}

#[test]
fn runs_killed_at_any_moment_end_in_the_same_files() {
    let folder = folder("killed");
    let undisturbed = Arguments { name: folder.join("undisturbed"), ..killed(&folder) };
    let begin = std::time::Instant::now();
    play(&undisturbed);
    let whole = begin.elapsed();
    let own = std::env::current_exe().expect("a path");
    let mut state = 11;
    let mut unfinished = 0;
    for _ in 0..10 {
        let mut child = Command::new(&own)
            .args(["--ignored", "--exact", "child_of_runs_killed_at_any_moment"])
            .env(CHILD_FOLDER, &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        thread::sleep(whole.mul_f64((scattered(&mut state) % 100) as f64 / 400.0));
        child.kill().expect("killed");
        unfinished += u32::from(!child.wait().expect("it ends").success());
    }
    assert!(unfinished >= 3, "only {unfinished} of 10 were killed at work");
    play(&killed(&folder));
    assert_eq!(parts(&killed(&folder)), parts(&undisturbed));
}

#[test]
fn other_arguments_are_refused_by_name() {
    let folder = folder("refuse");
    let first = Arguments { games: 2, ..arguments(&folder, "first") };
    play(&first);
    let before = parts(&first);
    let refused = |arguments: &Arguments, identity: &Identity| match run(
        arguments,
        identity,
        &AtomicBool::new(false),
        &mut |_| (),
    ) {
        Err(Error::Differs { differences, .. }) => differences,
        other => panic!("{other:?}"),
    };
    let was = |text: &str| vec![text.to_owned()];
    let more = Arguments { games: 3, ..first.clone() };
    assert_eq!(refused(&more, &identity()), was("arguments.games was 2 and is 3 now"));
    let options = vec!["Razoring=false".to_owned()];
    let other = Arguments { options, ..first.clone() };
    assert_eq!(refused(&other, &identity()), was("arguments.options was [] and is [\"Razoring=false\"] now"));
    let changed = Identity { fingerprint: 2, ..identity() };
    assert_eq!(refused(&first, &changed), was("engine.fingerprint was 1 and is 2 now"));
    assert_eq!(parts(&first), before, "nothing is touched");
    // Another commit that searches the same tree may go on.
    let newer = Identity { commit: "another".to_owned(), ..identity() };
    run(&first, &newer, &AtomicBool::new(false), &mut |_| ()).expect("a run");
}

#[test]
fn another_book_of_the_same_name_is_refused() {
    let folder = folder("book");
    let arguments = from_book(&folder, "book", rules::fen::START_FEN);
    play(&arguments);
    from_book(&folder, "book", &format!("{}\n{WON}", rules::fen::START_FEN));
    match try_play(&arguments) {
        Err(Error::Differs { differences, .. }) => assert!(differences[0].starts_with("book_sha256 was")),
        other => panic!("{other:?}"),
    }
    from_book(&folder, "book", "no position\n");
    assert!(matches!(try_play(&arguments), Err(Error::Openings(_))));
}

#[test]
fn what_belongs_to_somebody_else_stays_as_it_is() {
    let folder = folder("foreign");
    let text = b"somebody's letters, and not a training file";
    let stray = arguments(&folder, "stray");
    fs::write(stray.part(0), text).expect("a file");
    assert!(matches!(try_play(&stray), Err(Error::Foreign { .. })), "no settings beside it");
    let foreign = Arguments { games: 1, ..arguments(&folder, "foreign") };
    play(&foreign);
    fs::write(foreign.part(0), text).expect("a file");
    assert!(matches!(try_play(&foreign), Err(Error::Foreign { .. })), "not a training file");
    for arguments in [&stray, &foreign] {
        assert_eq!(fs::read(arguments.part(0)).expect("a file"), text);
    }
    fs::write(foreign.settings(), "{").expect("a file");
    assert!(matches!(try_play(&foreign), Err(Error::Foreign { .. })), "no settings");
    let nowhere = Arguments { name: folder.join("no/such/folder"), ..stray };
    let text = try_play(&nowhere).expect_err("refused").to_string();
    assert!(text.contains("folder.json"), "{text}");
}

#[test]
fn two_runs_never_write_the_same_files() {
    let folder = folder("locked");
    let arguments = Arguments { games: 1, ..arguments(&folder, "locked") };
    play(&arguments);
    let held = File::open(arguments.settings()).expect("a file");
    held.lock().expect("a lock");
    assert!(matches!(try_play(&arguments), Err(Error::InUse(_))));
    drop(held);
    play(&arguments);
}
