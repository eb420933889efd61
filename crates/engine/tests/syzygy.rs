//! Tablebases: the same answers as another reader's from sound files; from others no panic, no hang, and no answer where the damage shows.

use std::path::{Path, PathBuf};

use engine::syzygy::{Found, Syzygy, summary};
use eval::{Config, Evaluator, trace};
use rules::Position;
use search::{TableOutcome, Tablebases};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use shakmaty_syzygy::{MaybeRounded, Tablebase, Wdl};

fn own_tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

fn shared_tables() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/syzygy");
    let is_there = path.is_dir();
    if !is_there {
        println!("SKIPPED: {} is not there", path.display());
    }
    is_there.then_some(path)
}

fn open(folder: &Path) -> Syzygy {
    let Found { tables, faults } = Syzygy::open(&folder.display().to_string()).expect("tables");
    assert_eq!(faults, Vec::<String>::new());
    tables
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// A position of this material that can be on a board, either colour having either side of the name.
    fn position(&mut self, name: &str) -> Position {
        loop {
            let mut board = [' '; 64];
            let swap = self.below(2) == 1;
            let (first, second) = name.split_once('v').expect("a name");
            for (letters, is_white) in [(first, !swap), (second, swap)] {
                for letter in letters.chars() {
                    let free: Vec<usize> = (0..64).filter(|&square| board[square] == ' ').collect();
                    board[free[self.below(free.len())]] = if is_white { letter } else { letter.to_ascii_lowercase() };
                }
            }
            let ranks: Vec<String> = board.chunks(8).map(rank_text).collect();
            let side = if self.below(2) == 0 { "w" } else { "b" };
            let text = |en_passant: &str| format!("{} {side} - {en_passant} 0 1", ranks.join("/"));
            let rank = if side == "w" { 6 } else { 3 };
            let square = format!("{}{rank}", (b'a' + self.below(8) as u8) as char);
            // En passant now and then, where it is possible at all.
            for fen in [text(&square), text("-")] {
                if let Ok(position) = Position::from_fen(&fen) {
                    return position;
                }
            }
        }
    }
}

/// A rank of a FEN: empty squares are counted.
fn rank_text(rank: &[char]) -> String {
    let mut text: String = rank.iter().collect();
    for count in (1..=8).rev() {
        text = text.replace(&" ".repeat(count), &count.to_string());
    }
    text
}

fn compare(folder: &Path, names: &[String], count: usize) {
    let ours = open(folder);
    let mut theirs: Tablebase<Chess> = Tablebase::new();
    theirs.add_directory(folder).expect("the folder");
    let mut random = Random(1);
    let mut decisive = 0;
    for name in names {
        for _ in 0..count {
            let position = random.position(name);
            let fen = position.to_fen();
            let parsed: Fen = fen.parse().expect("a FEN");
            let other: Chess = match parsed.into_position(CastlingMode::Standard) {
                Ok(other) => other,
                // Checks that no move could have given are of no interest here.
                Err(error) => error.ignore_impossible_check().expect("a position"),
            };
            let expected = match theirs.probe_wdl_after_zeroing(&other).expect("a table") {
                Wdl::Loss => TableOutcome::Loss,
                Wdl::BlessedLoss => TableOutcome::BlessedLoss,
                Wdl::Draw => TableOutcome::Draw,
                Wdl::CursedWin => TableOutcome::CursedWin,
                Wdl::Win => TableOutcome::Win,
            };
            assert_eq!(ours.outcome(&position), Some(expected), "{fen}");
            let (MaybeRounded::Rounded(distance) | MaybeRounded::Precise(distance)) =
                theirs.probe_dtz(&other).expect("a table");
            assert_eq!(ours.distance(&position), Some(i32::from(distance)), "{fen}");
            decisive += usize::from(expected != TableOutcome::Draw);
        }
    }
    assert!(decisive * 5 > names.len() * count, "only {decisive} decided");
}

#[test]
fn three_pieces_are_judged_as_another_reader_judges_them() {
    compare(&own_tables(), &["KQvK", "KRvK", "KPvK"].map(str::to_owned), 2000);
}

/// The evaluation of a lone pawn against the tables, in all positions: exactly zero where it is drawn, between a pawn and a queen where it wins.
#[test]
fn a_lone_pawn_is_evaluated_as_the_tables_judge_it() {
    let tables = open(&own_tables());
    let mut evaluator = Evaluator::new(&Config::DEFAULT);
    let (mut drawn, mut least, mut most) = (0, i32::MAX, 0);
    for_all_placements("KPk", |position| {
        let value = evaluator.evaluate(position);
        let trace = trace(position, &Config::DEFAULT);
        assert_eq!(trace.value, value, "{}", position.to_fen());
        let value = trace.white_value;
        match tables.outcome(position).expect("a table") {
            TableOutcome::Draw => {
                drawn += 1;
                assert_eq!(value, 0, "{}", position.to_fen());
            }
            _ => (least, most) = (least.min(value), most.max(value)),
        }
    });
    let mut queen = i32::MAX;
    for_all_placements("KQk", |position| {
        if tables.outcome(position) != Some(TableOutcome::Draw) {
            queen = queen.min(trace(position, &Config::DEFAULT).white_value);
        }
    });
    assert!(drawn > 60_000, "{drawn}");
    assert!(300 < least && least < most && most < queen, "pawn {least} to {most}, queen from {queen}");
}

/// All positions with these three pieces, with either side to move, and none twice.
fn for_all_placements(pieces: &str, mut visit: impl FnMut(&Position)) {
    for placement in 0..64 * 64 * 64_usize {
        let squares = [placement % 64, placement / 64 % 64, placement / 4096];
        let mut board = [' '; 64];
        for (square, piece) in squares.into_iter().zip(pieces.chars()) {
            board[square] = piece;
        }
        if board.iter().filter(|&&piece| piece != ' ').count() < 3 {
            continue;
        }
        let ranks: Vec<String> = board.chunks(8).map(rank_text).collect();
        for side in ["w", "b"] {
            if let Ok(position) = Position::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))) {
                visit(&position);
            }
        }
    }
}

#[test]
fn four_pieces_are_judged_as_another_reader_judges_them() {
    let Some(folder) = shared_tables() else {
        return;
    };
    let files = std::fs::read_dir(&folder).expect("the folder");
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.ok()?.file_name().to_str()?.strip_suffix(".rtbw")?.to_owned())).collect();
    names.sort();
    assert!(names.len() >= 35, "{names:?}");
    compare(&folder, &names, 1000);
}

/// A scratch folder with copies of three tables.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("assay-syzygy-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    for file in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"] {
        std::fs::copy(own_tables().join(file), folder.join(file)).expect("a copy");
    }
    folder
}

fn remove(folder: &Path) {
    std::fs::remove_dir_all(folder).expect("the scratch folder");
}

#[test]
fn a_table_cut_short_is_named_and_gives_no_answer() {
    let folder = scratch("cut");
    let path = folder.join("KQvK.rtbz");
    let whole = std::fs::read(&path).expect("a table");
    let position = Position::from_fen("8/8/8/3k4/8/8/8/KQ6 w - - 0 1").expect("a FEN");
    for length in (0..whole.len()).step_by(37).chain([0, 16, 80, whole.len() - 64, whole.len() - 1]) {
        std::fs::write(&path, &whole[..length]).expect("a copy");
        let Found { tables, faults } = Syzygy::open(&folder.display().to_string()).expect("tables");
        assert_eq!(faults.len(), 1, "{length} bytes: {faults:?}");
        assert!(faults[0].starts_with("KQvK.rtbz: damaged"), "{faults:?}");
        assert_eq!(tables.counts(), [3, 2], "{length} bytes");
        assert_eq!(tables.distance(&position), None, "{length} bytes");
        assert_eq!(tables.outcome(&position), Some(TableOutcome::Win));
    }
    remove(&folder);
}

#[test]
fn damaged_tables_may_be_wrong_but_never_panic_or_hang() {
    let folder = scratch("damaged");
    let mut random = Random(7);
    for file in ["KQvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"] {
        let path = folder.join(file);
        let whole = std::fs::read(&path).expect("a table");
        for round in 0..60 {
            let mut damaged = whole.clone();
            // The description is where damage hurts.
            let within = if round % 2 == 0 { damaged.len().min(200) } else { damaged.len() };
            for _ in 0..1 + random.below(4) {
                let at = 4 + random.below(within - 4);
                damaged[at] = random.below(256) as u8;
            }
            std::fs::write(&path, damaged).expect("a copy");
            let Found { tables, faults } = Syzygy::open(&folder.display().to_string()).expect("tables");
            assert!(faults.len() <= 1, "{faults:?}");
            for _ in 0..20 {
                let position = random.position(&file[..4]);
                // Any answer or none.
                let _ = (tables.outcome(&position), tables.distance(&position));
            }
        }
        std::fs::write(&path, whole).expect("a copy");
    }
    remove(&folder);
}

#[test]
fn misnamed_tables_are_not_counted_and_told_in_few_words() {
    let folder = scratch("misnamed");
    let ours = own_tables();
    // Larger than any table here, so that the count of pieces would show it.
    for (from, to) in [
        ("KQvK.rtbw", "KQRvK.rtbw"),
        ("KQvK.rtbw", "KBvK.rtbw"),
        ("KQvK.rtbz", "KNvK.rtbw"),
        ("KPvK.rtbw", "KPPvK.rtbw"),
        ("KQvK.rtbw", "KvKQ.rtbw"),
    ] {
        std::fs::copy(ours.join(from), folder.join(to)).expect("a copy");
    }
    let Found { tables, faults } = Syzygy::open(&folder.display().to_string()).expect("tables");
    assert_eq!((tables.counts(), tables.most_pieces(), faults.len()), ([3, 3], 3, 5), "{faults:?}");
    let told = summary(&faults);
    assert!(told.contains("KBvK.rtbw") && told.ends_with("and 2 more"), "{told}");
    let position = Position::from_fen("8/8/8/3k4/8/8/8/KQ6 w - - 0 1").expect("a FEN");
    assert_eq!(tables.outcome(&position), Some(TableOutcome::Win), "KvKQ does not stand before KQvK");
    remove(&folder);
}

#[test]
fn a_folder_of_distances_alone_is_told_apart_from_an_empty_one() {
    let folder = scratch("distances");
    for name in ["KQvK", "KRvK", "KPvK"] {
        std::fs::remove_file(folder.join(format!("{name}.rtbw"))).expect("a copy");
    }
    let why = Syzygy::open(&folder.display().to_string()).expect_err("nothing to look up");
    assert!(why.starts_with("3 tables of distances"), "{why}");
    remove(&folder);
}

#[test]
fn long_paths_are_shortened() {
    let why = Syzygy::open(&"x".repeat(100_000)).expect_err("no such folder");
    assert!(why.len() < 300, "{} bytes", why.len());
}

/// A pipe that nobody writes to would be waited for without end.
#[cfg(unix)]
#[test]
fn only_regular_files_are_opened_and_links_to_them() {
    let folder = scratch("pipe");
    std::fs::remove_file(folder.join("KRvK.rtbw")).expect("a copy");
    std::fs::rename(folder.join("KQvK.rtbw"), folder.join("queen")).expect("a copy");
    std::os::unix::fs::symlink("queen", folder.join("KQvK.rtbw")).expect("a link");
    let made = std::process::Command::new("mkfifo").arg(folder.join("KRvK.rtbw")).status().expect("mkfifo");
    assert!(made.success());
    std::os::unix::fs::symlink("KRvK.rtbw", folder.join("KBvK.rtbw")).expect("a link");
    std::fs::create_dir(folder.join("KNvK.rtbw")).expect("a folder");
    let (send, receive) = std::sync::mpsc::channel();
    let path = folder.display().to_string();
    std::thread::spawn(move || send.send(Syzygy::open(&path)).is_ok());
    let found = receive.recv_timeout(std::time::Duration::from_secs(60)).expect("no waiting").expect("tables");
    assert_eq!((found.tables.counts(), found.faults.len()), ([2, 3], 3), "{:?}", found.faults);
    assert!(found.faults.iter().all(|fault| fault.ends_with(": not a regular file")), "{:?}", found.faults);
    remove(&folder);
}

#[test]
fn folders_are_read_as_people_write_them() {
    let own = own_tables().display().to_string();
    for (folders, faults) in [
        (own.clone(), 0),
        (format!("{own}:"), 0),
        (format!(":{own}"), 0),
        (format!("{own}:/no/such/folder"), 1),
        (format!("{own}:{own}"), 0),
    ] {
        let folders = if cfg!(windows) { folders.replace(':', ";") } else { folders };
        let found = Syzygy::open(&folders).expect("tables");
        assert_eq!((found.tables.counts(), found.faults.len()), ([5, 5], faults), "{folders}");
        assert_eq!(found.tables.most_pieces(), 3);
    }
    for none in ["/no/such/folder", "", ":", env!("CARGO_MANIFEST_DIR")] {
        assert!(Syzygy::open(none).is_err_and(|why| why.contains("no tables")), "{none:?}");
    }
}

#[test]
fn positions_without_a_table_have_no_answer() {
    let tables = open(&own_tables());
    for fen in ["4r2K/8/8/3k4/8/8/8/2Q5 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] {
        let position = Position::from_fen(fen).expect("a FEN");
        assert_eq!((tables.outcome(&position), tables.distance(&position)), (None, None), "{fen}");
    }
}
