//! What PGN readers get wrong, each kind of fault with its neighbours.
//!
//! The kinds come from public bug reports of GUIs, runners and libraries; the texts are our own. Legality is not looked at here.

use record::pgn::{FaultKind, Game, MAX_DEPTH, Outcome, ReadError, Reader};

fn read(text: impl AsRef<[u8]>) -> Vec<Game> {
    Reader::new(text.as_ref()).collect::<Result<_, _>>().expect("there is a game everywhere")
}

fn main_line(game: &Game) -> Vec<&str> {
    game.main.moves.iter().map(|m| m.san.as_str()).collect()
}

/// The main lines of all games, moves joined by blanks.
fn lines(text: impl AsRef<[u8]>) -> Vec<String> {
    read(text).iter().map(|g| main_line(g).join(" ")).collect()
}

fn kinds(game: &Game) -> Vec<FaultKind> {
    game.faults.iter().map(|f| f.kind.clone()).collect()
}

#[test]
fn glyphs_touch_anything() {
    for text in [
        "1. d4 d5 2. c4 $1 (2. Nf3 Nf6 $11) 2... e6 *",
        "1. d4 d5 2. c4$1(2. Nf3 Nf6$11)2... e6 *",
        "1. d4 d5 2. c4! (2. Nf3 Nf6=) e6*",
        "1. d4 d5 2. c4 $1{why}(2. Nf3$11{so}Nf6)e6 $10*",
    ] {
        assert_eq!(lines(text), ["d4 d5 c4 e6"], "{text}");
    }
    let game = &read("1. d4 ( $140 1. e4 $2 $18) *")[0];
    assert_eq!(game.main.moves[0].variations[0].moves[0].nags, [140, 2, 18]);
}

#[test]
fn comments_hide_every_bracket() {
    for text in [
        "1. c4 { a ( b } e5 2. g3 ; c ( d {\nNf6 *",
        "1. c4 { a ) b [ } e5 { ; } 2. g3 { % $ 1-0 * } Nf6 *",
        "1. c4 ; }\ne5 ; {\n2. g3 {\n% (\n\n[%eval 0.3] } Nf6 *",
        "1. c4 {} e5 {1. d4 d5} 2. g3 ;\nNf6 *",
    ] {
        let games = read(text);
        assert_eq!((games.len(), main_line(&games[0]).join(" ").as_str()), (1, "c4 e5 g3 Nf6"), "{text}");
        assert_eq!(games[0].faults, [], "{text}");
    }
}

#[test]
fn line_comments_open_no_brace_comment() {
    let text = "1. f4 ; { ; }\n*\n\n1. g3 { ;\n% {\n}\n1... d5 ; {\n*\n";
    assert_eq!(lines(text), ["f4", "g3 d5"]);
}

#[test]
fn a_variation_may_open_with_a_comment() {
    let game = &read("1. e4 c5 ({[a]} {b} 1... e5 2. Nf3 ({c}) ) 2. Nc3 *")[0];
    assert_eq!(main_line(game), ["e4", "c5", "Nc3"]);
    let variation = &game.main.moves[1].variations[0];
    assert_eq!(variation.comments, ["[a]", "b"]);
    assert_eq!(variation.moves[1].variations[0].comments, ["c"]);
    assert_eq!(game.faults, []);
}

#[test]
fn variations_nest_and_can_be_left_out() {
    let text = "1. e4 (1. d4 d5 (1... f5 2. g3 (2. c4)) 2. c4 {x} (2. Bf4)) (1. c4) 1... e5 *";
    let game = &read(text)[0];
    assert_eq!(main_line(game), ["e4", "e5"]);
    assert_eq!(game.main.moves[0].variations.len(), 2);
    assert_eq!(game.main.moves[0].variations[0].moves[1].variations[0].moves[1].variations[0].moves[0].san, "c4");
    let short: Vec<Game> = Reader::new(text.as_bytes()).skip_variations().map(|g| g.expect("it is a game")).collect();
    assert_eq!(main_line(&short[0]), ["e4", "e5"]);
    assert!(short[0].main.moves.iter().all(|m| m.variations.is_empty() && m.comments.is_empty()));
    assert_eq!(short[0].faults, []);
}

#[test]
fn numbers_with_separate_dots() {
    let text = "1. d4 {[%depth20 +0.35]} 1. ... d5 {[%depth20 0]} 2.\nc4 2. ... c6 *";
    assert_eq!(lines(text), ["d4 d5 c4 c6"]);
}

#[test]
fn carriage_returns_end_lines() {
    for end in ["\r\n", "\n", "\r"] {
        let text =
            ["[Event \"a\"]", "[FEN \"x\"]", "", "1. e4 ; c", "c5 1-0", "", "[Event \"b\"]", "", "1. d4 0-1", ""]
                .join(end);
        let games = read(&text);
        assert_eq!(games.len(), 2, "{end:?}");
        assert_eq!(games[0].tags.get("FEN"), Some("x"));
        assert_eq!(main_line(&games[0]), ["e4", "c5"]);
        assert_eq!((games[0].line, games[1].line), (1, 7));
    }
}

#[test]
fn a_byte_order_mark_hides_no_tag() {
    let games = read("\u{feff}[Event \"A\"]\n\n1. e4 *\n\n\u{feff}[Event \"B\"]\n\n1. d4 *\n");
    assert_eq!(games.iter().map(|g| g.tags.get("Event")).collect::<Vec<_>>(), [Some("A"), Some("B")]);
    assert_eq!(lines("\u{feff}1. e4 *"), ["e4"]);
}

#[test]
fn games_without_moves_are_games() {
    let text =
        "[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n*\n\n[Event \"y\"]\n\n{nothing} 1/2-1/2\n\n*\n";
    let games = read(text);
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|g| g.main.moves.is_empty() && g.faults.is_empty()));
    assert_eq!(games[0].tags.get("FEN"), Some("8/8/8/8/8/4k3/8/4K2R w K - 0 1"));
    assert_eq!(
        (games[1].outcome, games[1].main.comments.as_slice()),
        (Some(Outcome::Draw), ["nothing".to_owned()].as_slice())
    );
    assert!(read("").is_empty() && read("\n \n\u{1a}").is_empty() && read("; only words\n{and more}").is_empty());
}

#[test]
fn comments_around_a_game_stay_near_it() {
    let games = read("; a file\n\n[Event \"a\"]\n\n{b} 1. e4 {c} * {d}\n\n{e} 1. d4 *");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].main.comments, ["a file", "b"]);
    assert_eq!(games[0].main.moves[0].comments, ["c", "d"]);
    assert_eq!(games[1].main.comments, ["e"]);
}

#[test]
fn a_missing_result_ends_at_the_next_tags() {
    let games = read("[Event \"a\"]\n[Result \"0-1\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n[Event \"c\"]\n\n1. d4");
    assert_eq!(games.iter().map(|g| main_line(g).join(" ")).collect::<Vec<_>>(), ["e4 e5", "", "d4"]);
    assert!(games.iter().all(|g| kinds(g) == [FaultKind::MissingResult]));
    assert_eq!((games[0].outcome, games[0].result()), (None, Outcome::BlackWins));
    assert_eq!(games[0].faults[0].to_string(), "line 6: the game has no result");
}

#[test]
fn blank_lines_between_tags_or_moves_split_no_game() {
    let games = read("[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4\n\n1... e5\n\n2. Nf3 *\n\n\n[Event \"c\"]\n*");
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].tags.get("Site"), main_line(&games[0]).len()), (Some("b"), 3));
}

#[test]
fn everything_on_one_line() {
    let games = read("[Event \"a\"][Site \"b\"] 1. e4 1-0 [Event \"c\"] 1. d4 0-1 1. c4 *");
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|g| g.faults.is_empty()));
    assert_eq!(games[1].tags.get("Event"), Some("c"));
}

#[test]
fn an_open_comment_costs_one_game() {
    let games = read("[Event \"a\"]\n\n1. e4 {oh no e5 1-0\n\n[Event \"b\"]\n\n1. d4 *\n");
    assert_eq!(games.len(), 2);
    assert_eq!(kinds(&games[0]), [FaultKind::UnterminatedComment, FaultKind::MissingResult]);
    assert_eq!((main_line(&games[1]).join(" ").as_str(), games[1].faults.len()), ("d4", 0));
    assert_eq!(kinds(&read("1. e4 {to the end")[0])[0], FaultKind::UnterminatedComment);
}

#[test]
fn brackets_that_do_not_match_cost_nothing_else() {
    let games = read("1. e4 ) e5 } 2. Nf3 ((2. f4) Nc6 (2... d6 3. d4 1-0\n\n[Event \"b\"]\n\n(1. c4) 1. d4 *");
    assert_eq!(main_line(&games[0]), ["e4", "e5", "Nf3"]);
    assert_eq!(
        kinds(&games[0]),
        [
            FaultKind::StrayClose(')'),
            FaultKind::StrayClose('}'),
            FaultKind::StrayVariation,
            FaultKind::UnclosedVariation,
            FaultKind::MissingResult,
        ]
    );
    assert_eq!((main_line(&games[1]).join(" ").as_str(), kinds(&games[1])), ("d4", vec![FaultKind::StrayVariation]));
}

#[test]
fn depth_is_bounded() {
    let deep = |levels: usize| format!("{}1. e4 {}*", "1. e4 (".repeat(levels), ")".repeat(levels));
    let fine = read(deep(MAX_DEPTH));
    assert_eq!(fine[0].faults, []);
    let games = read(deep(100_000));
    assert_eq!((games.len(), kinds(&games[0])), (1, vec![FaultKind::TooDeep]));
}

#[test]
fn tags_that_break_the_rules() {
    let games = read("[White \"Jo \"Rook\" Doe\"]\n[Black]\n[Round \"1\"]\n[Round \"2\"]\n\n1. e4 *");
    assert_eq!(games[0].tags.get("White"), Some("Jo \"Rook\" Doe"));
    assert_eq!(games[0].tags.get("Round"), Some("2"));
    assert_eq!(
        kinds(&games[0]),
        [FaultKind::UnescapedQuote, FaultKind::MalformedTag, FaultKind::DuplicateTag("Round".to_owned()),]
    );
    assert_eq!(main_line(&games[0]), ["e4"]);
}

#[test]
fn latin_1_names_cost_no_game() {
    let games = read(b"[White \"J\xf6rg\"]\n\n1. e4 {na\xefve} *\n\n[White \"J\xc3\xb6rg\"]\n\n1. d4 *\n");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|g| g.tags.get("White") == Some("J\u{f6}rg")));
    assert_eq!(games[0].main.moves[0].comments, ["na\u{ef}ve"]);
}

#[test]
fn text_that_is_no_pgn_is_said_to_be_none() {
    let mut reader = Reader::new(&b">\n\"\n<<"[..]);
    assert!(
        matches!(reader.next(), Some(Err(ReadError::NotAGame(faults))) if faults.len() == 4 && faults[1].line == 2)
    );
    assert!(reader.next().is_none());
}

#[test]
fn chess960_and_setup_are_seen() {
    let game = &read("[Variant \"Fischerandom\"]\n[FEN \"k7/8/8/8/8/8/8/K7 b - - 3 40\"]\n*")[0];
    assert_eq!((game.first_move(), game.is_chess960()), ((40, true), true));
    for (variant, is) in [("chess 960", true), ("fischerrandom", true), ("Standard", false), ("double-fischer", true)] {
        assert_eq!(read(format!("[Variant \"{variant}\"]\n*"))[0].is_chess960(), is, "{variant}");
    }
    assert_eq!(read("[FEN \"\"]\n*")[0].first_move(), (1, false));
}

/// A small generator of pseudo-random numbers: the tests must fail on every machine or on none.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

#[test]
fn any_bytes_come_to_an_end() {
    let pieces: Vec<&str> =
        "{ } ( ) [ ] \" ; % $ $1 * 1-0 1. ... e4 O-O [Event \"a\"] \\ < \n \r\n \n\n \0 \u{feff} \u{bd} é !? \u{1a}"
            .split(' ')
            .chain(["\n\n[Event \"b\"]\n\n", " ", "\t"])
            .collect();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        let mut bytes = Vec::new();
        for _ in 0..dice.below(30) {
            bytes.extend_from_slice(dice.pick(&pieces).as_bytes());
            if dice.below(20) == 0 {
                bytes.push(dice.below(256) as u8);
            }
        }
        for keep in [true, false] {
            let reader = Reader::new(bytes.as_slice());
            let games: Vec<_> = if keep { reader.collect() } else { reader.skip_variations().collect() };
            assert!(games.len() <= bytes.len());
            // What was read can be written, and what was written is read without a fault.
            for game in games.into_iter().flatten() {
                let again = read(game.to_string());
                assert_eq!(again.len(), 1, "{:?}\n{game}", String::from_utf8_lossy(&bytes));
            }
        }
    }
}

/// A made-up line of moves: text that looks like SAN, annotations of every kind, variations.
fn made_up_line(dice: &mut Dice, depth: usize) -> record::pgn::Line {
    let words = [
        "a",
        "(",
        ")",
        "[%clk 1:00]",
        "%x",
        "; y",
        "{",
        "$1",
        "1-0",
        "*",
        "\u{e9}t\u{e9}",
        "veryveryverylongwordthatisnotwrapped",
    ];
    let closing = ["}", "{x}", "a } b"];
    let comments = |dice: &mut Dice| -> Vec<String> {
        (0..dice.below(3).saturating_sub(1))
            .map(|_| {
                let mut text: Vec<&str> = (0..1 + dice.below(30)).map(|_| dice.pick(&words)).collect();
                if dice.below(8) == 0 {
                    text.push(dice.pick(&closing));
                }
                text.join(" ")
            })
            .collect()
    };
    let mut line = record::pgn::Line { comments: comments(dice), moves: Vec::new() };
    for _ in 0..1 + dice.below(12) {
        let san = ["e4", "Nf3", "O-O", "O-O-O+", "bxa8=Q#", "R1xd4", "Qh4e1"];
        let mut played = record::pgn::PlayedMove::new(dice.pick(&san));
        played.nags = (0..dice.below(4).saturating_sub(1)).map(|_| dice.below(256) as u8).collect();
        played.comments = comments(dice);
        if depth < 4 {
            played.variations = (0..dice.below(9).saturating_sub(6)).map(|_| made_up_line(dice, depth + 1)).collect();
        }
        line.moves.push(played);
    }
    line
}

fn without_positions(mut game: Game) -> Game {
    fn clear(line: &mut record::pgn::Line) {
        for played in &mut line.moves {
            played.line = 0;
            played.variations.iter_mut().for_each(clear);
        }
    }
    clear(&mut game.main);
    game.line = 0;
    game
}

#[test]
fn what_is_written_is_read_back() {
    let mut dice = Dice(0x0123_4567_89ab_cdef);
    let values = ["x", "a \"b\" \\", "]", "\\\"", "{", "\u{f6}", "", "%", "; c"];
    for _ in 0..2_000 {
        let mut game = Game::default();
        for name in ["Event", "Site", "Date", "Round", "White", "Black", "Annotator", "Opening_2"] {
            game.tags.set(name, dice.pick(&values));
        }
        if dice.below(2) == 0 {
            game.tags.set("FEN", "k7/8/8/8/8/8/8/K7 b - - 3 40");
        }
        game.main = made_up_line(&mut dice, 0);
        let outcome = [Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown][dice.below(4)];
        game.outcome = Some(outcome);
        let text = game.to_string();
        let mut again = read(&text);
        assert_eq!(again.len(), 1, "{text}");
        let again = without_positions(again.remove(0));
        game.tags.set("Result", outcome.as_str());
        let sorted = |game: &Game| {
            let mut tags: Vec<(String, String)> = game.tags.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
            tags.sort();
            tags
        };
        assert_eq!(sorted(&again), sorted(&game), "{text}");
        assert_eq!((&again.main, again.outcome, &again.faults), (&game.main, game.outcome, &game.faults), "{text}");
        assert_eq!(again.to_string(), text);
        for line in text.lines().filter(|l| !l.starts_with('[') && !l.contains("; ")) {
            assert!(
                (line.chars().count() < 80 || line.contains('%')) && !line.starts_with('%') && !line.ends_with(' '),
                "{line:?}"
            );
        }
    }
}

#[test]
fn the_export_form_reads_well() {
    let text = "[Black \"B\"][ECO \"C60\"][FEN \"k7/8/8/8/8/8/8/K7 b - - 3 40\"] 40... Kb7 {x} 41. Kb2 (41. Ka2 $6 Kc6) Kc6! 1/2-1/2";
    let wanted = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"?\"]
[Black \"B\"]
[Result \"1/2-1/2\"]
[ECO \"C60\"]
[FEN \"k7/8/8/8/8/8/8/K7 b - - 3 40\"]

40... Kb7 {x} 41. Kb2 (41. Ka2 $6 Kc6) 41... Kc6 $1 1/2-1/2
";
    assert_eq!(read(text)[0].to_string().trim_end(), wanted.trim_end());
}

/// MR-07f of the collected cases: Black moves first.
#[test]
fn an_opening_with_black_to_move_is_numbered_so() {
    let mut game = Game::default();
    game.tags.set("FEN", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    game.tags.set("SetUp", "1");
    game.main.moves = ["e5", "Nf3"].map(record::pgn::PlayedMove::new).to_vec();
    let text = game.to_string();
    let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
    assert!(moves.starts_with("1... e5 2. Nf3 "), "{text}");
    assert!(tags.contains("[FEN \"") && tags.contains("[SetUp \"1\"]"), "{text}");
}
