//! Books as they come, and openings by their number.
//!
//! The names `MR-...` are those of the collection of such cases that the project started from.

use std::path::PathBuf;

use super::*;

/// A folder that goes when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("assay-openings-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn book(&self, name: &str, text: &str) -> plan::Openings {
        let book = self.0.join(name);
        fs::write(&book, text).expect("a file");
        plan::Openings::Book { book, sha256: None, plies: None }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn load(openings: &plan::Openings) -> OpeningList {
    OpeningList::load(openings, 1).expect("openings")
}

fn fen(opening: &Opening) -> String {
    if opening.is_chess960 { opening.start.to_shredder_fen() } else { opening.start.to_fen() }
}

fn uci(opening: &Opening) -> Vec<String> {
    opening.moves.iter().map(|mv| mv.uci(CastlingMode::Standard).to_string()).collect()
}

#[test]
fn lines_are_positions_whatever_follows_them() {
    let folder = Folder::new("lines");
    for (about, line, sent) in [
        (
            "MR-07a: the en passant square stays where there are no counters",
            "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6",
            "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1",
        ),
        (
            "MR-07c: a semicolon and a carriage return at the end",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1;\r",
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        ),
        (
            "MR-07d: operations, one of them with a semicolon in it",
            "r2qk2r/ppp1b1pp/2n1p3/3pP1n1/3P2b1/2PB1NN1/PP4PP/R1BQK2R w KQkq - bm Nxg5; c0 \"ERET.095; Queen sacrifice\";",
            "r2qk2r/ppp1b1pp/2n1p3/3pP1n1/3P2b1/2PB1NN1/PP4PP/R1BQK2R w KQkq - 0 1",
        ),
        (
            "counters are kept",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        ),
    ] {
        let list = load(&folder.book("one.epd", line));
        let opening = list.get(0);
        assert_eq!((fen(&opening).as_str(), opening.moves.len(), list.count()), (sent, 0, Some(1)), "{about}");
        assert_eq!(opening.is_chess960, line.contains("HFhf"), "{about}");
        assert_eq!(list.warnings(), [""; 0], "{about}");
        assert_eq!(opening.start.parse_uci("d5e6").is_ok(), line.ends_with("e6"), "{about}");
    }
}

#[test]
fn what_is_no_position_is_left_out_and_told_of() {
    let folder = Folder::new("mixed");
    let text = "\u{feff}# A book.\r\n\
        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\r\n\r\n\
        nonsense\r\n; a remark\r\n% another\r\n\
        7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\r\n\
        8/8/8/4k3/8/3K4/8/7N b - - 0 1\r\n\
        rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    let list = load(&folder.book("mixed.epd", text));
    assert_eq!(list.count(), Some(2));
    assert_eq!(
        list.warnings(),
        [
            "line 4: not a position: nonsense",
            "line 7: the game is over: 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "line 8: the game is over: 8/8/8/4k3/8/3K4/8/7N b - - 0 1",
        ]
    );
    let first: Vec<String> = (0..2).map(|index| fen(&list.get(index))).collect();
    assert!(first.iter().any(|fen| fen.contains("4P3")) && first.iter().any(|fen| fen.contains("3P4")), "{first:?}");
    let long = load(&folder.book("long.epd", &format!("{}{}", "x\n".repeat(100), rules::fen::START_FEN)));
    assert_eq!(long.warnings().len(), MOST_WARNINGS + 1);
    assert_eq!(long.warnings().last().map(String::as_str), Some("and 80 more"));
}

/// MR-06l: the moves after one that cannot be played are no part of the opening.
#[test]
fn an_illegal_move_ends_the_opening() {
    let folder = Folder::new("illegal");
    let text = "[Result \"*\"]\n\n1. Nf3 f5 2. c4 Nf6 3. g3 e6 4. Ka1 d5 5. O-O c6 *\n";
    let list = load(&folder.book("illegal.pgn", text));
    let opening = list.get(0);
    assert_eq!((opening.moves.len(), uci(&opening).pop().as_deref()), (6, Some("e7e6")));
    assert_eq!(list.warnings().len(), 1);
    assert!(
        list.warnings()[0].contains("after 6 plies, Ka1: ")
            && list.warnings()[0].ends_with("; the opening ends before it")
    );
    // What is not played cannot be illegal.
    let plan::Openings::Book { book, .. } = folder.book("illegal.pgn", text) else { panic!("a book") };
    let short = load(&plan::Openings::Book { book, sha256: None, plies: Some(4) });
    assert_eq!((short.get(0).moves.len(), short.warnings()), (4, &[][..]));
}

#[test]
fn games_are_openings_from_wherever_they_start() {
    let folder = Folder::new("games");
    let text = "[Event \"a\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {so} Nc6 1-0\n\n\
        [Event \"b\"]\n[Variant \"fischerandom\"]\n\
        [FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]\n\n1. d4 *\n\n\
        [Event \"c\"]\n[FEN \"nonsense\"]\n\n1. d4 *\n\n\
        [Event \"d\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
        [Event \"e\"]\n\n1. Ke2 *\n";
    // The text alone tells what it is.
    let list = load(&folder.book("games.txt", text));
    assert_eq!(list.count(), Some(2));
    let mut openings: Vec<Opening> = (0..2).map(|index| list.get(index)).collect();
    openings.sort_by_key(|opening| opening.is_chess960);
    assert_eq!(uci(&openings[0]), ["e2e4", "e7e5", "g1f3", "b8c6"]);
    assert_eq!((openings[0].is_chess960, openings[1].is_chess960), (false, true));
    assert_eq!((fen(&openings[1]).split(' ').nth(2), uci(&openings[1])), (Some("GDgd"), vec!["d2d4".to_owned()]));
    let lines: Vec<Option<&str>> = list.warnings().iter().map(|warning| warning.split(':').next()).collect();
    let expected = ["the game of line 11", "the game of line 16", "the game of line 20"];
    assert_eq!(lines, expected.map(Some));
}

#[test]
fn every_opening_comes_once_in_an_order_that_the_seed_decides() {
    let order = shuffled(1000, 7);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..1000).collect::<Vec<u32>>());
    assert_ne!(order, sorted);
    assert_ne!(order, shuffled(1000, 8));
    // The same on every machine and in every version: a match that goes on must not change its openings.
    assert_eq!(shuffled(10, 1), [4, 2, 8, 1, 9, 3, 0, 6, 7, 5]);
    assert_eq!(shuffled(1, 1), [0]);
    let folder = Folder::new("order");
    let lines: Vec<String> = ["e2e4", "d2d4", "c2c4", "g1f3", "b2b3"]
        .map(|text| {
            let mut position = Position::start();
            position.make(position.parse_uci(text).expect("a move"));
            position.to_fen()
        })
        .to_vec();
    let list = load(&folder.book("order.epd", &lines.join("\n")));
    let given: Vec<String> = (0..5).map(|index| fen(&list.get(index))).collect();
    assert_eq!(given, shuffled(5, 1).iter().map(|&place| lines[place as usize].clone()).collect::<Vec<_>>());
    assert_eq!(list.get(7), list.get(2));
    assert_eq!(list.shortage(5), None);
    assert!(list.shortage(6).is_some_and(|text| text.contains("has 5 openings for 6 pairs")));
}

#[test]
fn a_book_that_cannot_serve_is_refused_by_name() {
    let folder = Folder::new("refused");
    let refusal = |openings: &plan::Openings| OpeningList::load(openings, 1).expect_err("no openings");
    for (name, text, reason) in [
        ("empty.epd", "", "it is empty"),
        ("blank.epd", "\n  \r\n# nothing\n", "it is empty"),
        ("wrong.epd", "no chess\nat all", "line 1: not a position: no chess"),
        ("empty.pgn", "", "it is empty"),
        ("wrong.pgn", "1. Ke2 *", "the game of line 1: "),
    ] {
        let said = refusal(&folder.book(name, text));
        assert!(said.contains(name) && said.contains(reason), "{said}");
    }
    let missing = plan::Openings::Book { book: folder.0.join("none.epd"), sha256: None, plies: None };
    assert!(refusal(&missing).contains("none.epd"));
    let plan::Openings::Book { book, .. } = folder.book("hash.epd", rules::fen::START_FEN) else { panic!("a book") };
    let with = |sha256: &str| plan::Openings::Book { book: book.clone(), sha256: Some(sha256.to_owned()), plies: None };
    // By `printf '%s' FEN | sha256sum`.
    let right = "b1791d7fc9ae3d38966568c257ffb3a02cbf8394cdb4805bc70f64fc3c0b6879";
    assert_eq!(load(&with(&right.to_uppercase())).sha256(), Some(right));
    let said = refusal(&with(&right.replace('b', "c")));
    assert!(said.contains("hash.epd") && said.contains(right), "{said}");
}

#[test]
fn random_openings_are_those_of_their_number() {
    let openings = plan::Openings::Random { random_plies: 6 };
    let list = load(&openings);
    let all: Vec<Opening> = (0..60).map(|index| list.get(index)).collect();
    for (index, opening) in all.iter().enumerate().rev().step_by(7) {
        assert_eq!(list.get(index as u64), *opening, "{index}");
    }
    let longer = all.iter().filter(|opening| opening.moves.len() == 7).count();
    assert!(
        (15..=45).contains(&longer) && all.iter().all(|opening| (6..=7).contains(&opening.moves.len())),
        "{longer}"
    );
    for opening in &all {
        let mut game = Game::new(opening.start.clone());
        assert!(opening.moves.iter().all(|&mv| game.play(mv).is_ok()) && game.outcome().is_none());
    }
    let mut lines: Vec<Vec<String>> = all.iter().map(uci).collect();
    lines.sort();
    lines.dedup();
    assert!(lines.len() >= 58, "{}", lines.len());
    let other = OpeningList::load(&openings, 2).expect("openings");
    assert!((0..60).filter(|&index| other.get(index) == all[index as usize]).count() <= 1);
    assert_eq!((list.count(), list.sha256(), list.shortage(u64::MAX)), (None, None, None));
    assert_eq!(load(&plan::Openings::Random { random_plies: 0 }).get(0).start, Position::start());
    let refused = OpeningList::load(&plan::Openings::Random { random_plies: 101 }, 1).expect_err("too many");
    assert_eq!(refused, "101 random plies are more than 100");
}

/// Neighbouring numbers must not give the same random numbers, one later.
#[test]
fn neighbours_have_nothing_in_common() {
    let mut searcher = Searcher::new(TABLE).expect("1 MiB");
    let first_moves = |index, searcher: &mut Searcher| random_opening(8, 1, index, searcher).expect("an opening").moves;
    let lines: Vec<Vec<Move>> = (0..20).map(|index| first_moves(index, &mut searcher)).collect();
    let mut firsts: Vec<u16> = lines.iter().map(|line| line[0].to_bits()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert!(firsts.len() >= 8, "{} first moves in 20 games", firsts.len());
}

/// The books that testers use, where they are at hand.
#[test]
fn real_books_are_read_to_the_last_line() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3);
    let folder = root.map(|root| root.join("shared/data/books")).unwrap_or_default();
    if !folder.is_dir() {
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "SKIPPED: no shared books at {}", folder.display());
        return;
    }
    for (name, count, chess960) in [
        ("8moves_v3.pgn", 34_700, 0),
        ("DFRC_20k.epd", 20_000, 300),
        ("FRC_openings.epd", 960, 290),
        ("noob_3moves.epd", 150_932, 0),
    ] {
        let list = load(&plan::Openings::Book { book: folder.join(name), sha256: None, plies: None });
        assert_eq!((list.count(), list.warnings()), (Some(count), &[][..]), "{name}");
        let found = (0..300).filter(|&index| list.get(index).is_chess960).count();
        assert!((chess960..=chess960 + 10).contains(&found), "{name}: {found}");
    }
}
