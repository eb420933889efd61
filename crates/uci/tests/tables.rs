//! Every message of both directions: what is read, and how it is written back.

use uci::{
    Base, BestMove, Bound, CurrentLine, EngineMessage, GuiMessage, Info, Limits, MoveText, OptionDescription,
    OptionKind, ParseError, Position, Protection, Score, ScoreValue, WinDrawLoss,
};

fn mv(text: &str) -> MoveText {
    text.parse().unwrap_or(MoveText::NULL)
}

fn moves(text: &str) -> Vec<MoveText> {
    text.split(' ').map(mv).collect()
}

fn gui(line: &str) -> GuiMessage {
    let parsed = GuiMessage::parse(line);
    assert_eq!(parsed.error, None, "{line}");
    parsed.message.unwrap_or_else(|| panic!("nothing read from {line}"))
}

fn engine(line: &str) -> EngineMessage {
    let parsed = EngineMessage::parse(line);
    assert_eq!(parsed.error, None, "{line}");
    parsed.message.unwrap_or_else(|| panic!("nothing read from {line}"))
}

fn option(name: &str, value: Option<&str>) -> GuiMessage {
    GuiMessage::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

#[test]
fn gui_messages() {
    let fen = |fen: &str, list: Vec<MoveText>| {
        GuiMessage::Position(Position { base: Base::Fen(fen.to_owned()), moves: list })
    };
    let start = |list| GuiMessage::Position(Position { base: Base::StartPosition, moves: list });
    let table = [
        ("uci", GuiMessage::Uci, "uci"),
        ("  UCI\r", GuiMessage::Uci, "uci"),
        ("debug on", GuiMessage::Debug(true), "debug on"),
        ("joho debug off", GuiMessage::Debug(false), "debug off"),
        ("isready", GuiMessage::IsReady, "isready"),
        ("ucinewgame", GuiMessage::UciNewGame, "ucinewgame"),
        ("stop", GuiMessage::Stop, "stop"),
        ("ponderhit", GuiMessage::PonderHit, "ponderhit"),
        ("quit", GuiMessage::Quit, "quit"),
        ("quit now", GuiMessage::Quit, "quit"),
        ("register later", GuiMessage::Register("later".into()), "register later"),
        ("register", GuiMessage::Register(String::new()), "register"),
        ("setoption name Hash value 32", option("Hash", Some("32")), "setoption name Hash value 32"),
        ("setoption   name\tClear   Hash ", option("Clear Hash", None), "setoption name Clear Hash"),
        (
            "setoption name Book File value C:\\my  books\\a b.bin",
            option("Book File", Some("C:\\my  books\\a b.bin")),
            "setoption name Book File value C:\\my  books\\a b.bin",
        ),
        ("setoption name SyzygyPath value ", option("SyzygyPath", Some("")), "setoption name SyzygyPath value"),
        ("setoption NAME x VALUE value", option("x", Some("value")), "setoption name x value value"),
        ("position startpos", start(vec![]), "position startpos"),
        ("position startpos moves", start(vec![]), "position startpos"),
        ("position startpos moves e2e4 e7e5 ", start(moves("e2e4 e7e5")), "position startpos moves e2e4 e7e5"),
        ("  position   startpos\tmoves  e2e4  ", start(moves("e2e4")), "position startpos moves e2e4"),
        ("position startpos moves A7A8Q", start(moves("a7a8q")), "position startpos moves a7a8q"),
        (
            "position fen 8/8/8/8/8/8/8/K1k5 w  - - moves a1a2",
            fen("8/8/8/8/8/8/8/K1k5 w - -", moves("a1a2")),
            "position fen 8/8/8/8/8/8/8/K1k5 w - - moves a1a2",
        ),
        (
            "position fen 8/8/8/8/8/8/8/K1k5 b - - moves",
            fen("8/8/8/8/8/8/8/K1k5 b - -", vec![]),
            "position fen 8/8/8/8/8/8/8/K1k5 b - -",
        ),
    ];
    for (line, message, written) in table {
        assert_eq!(gui(line), message, "{line}");
        assert_eq!(message.to_string(), written);
        assert_eq!(gui(written), message, "{written}");
    }
}

#[test]
fn go_messages() {
    let none = Limits::default();
    let table = [
        ("go", none.clone(), "go"),
        ("go infinite", Limits { infinite: true, ..none.clone() }, "go infinite"),
        ("go foo depth 3 bar", Limits { depth: Some(3), ..none.clone() }, "go depth 3"),
        ("go depth 3 depth 5", Limits { depth: Some(5), ..none.clone() }, "go depth 5"),
        (
            "go nodes 100 movetime 50 mate 2",
            Limits { nodes: Some(100), movetime: Some(50), mate: Some(2), ..none.clone() },
            "go nodes 100 mate 2 movetime 50",
        ),
        (
            "go binc 4 winc 3 btime 2 wtime 1 movestogo 40 ponder",
            Limits {
                wtime: Some(1),
                btime: Some(2),
                winc: Some(3),
                binc: Some(4),
                movestogo: Some(40),
                ponder: true,
                ..none.clone()
            },
            "go ponder wtime 1 btime 2 winc 3 binc 4 movestogo 40",
        ),
        (
            "go wtime 2000 btime -170671",
            Limits { wtime: Some(2000), btime: Some(-170_671), ..none.clone() },
            "go wtime 2000 btime -170671",
        ),
        ("go movestogo 0 wtime 5", Limits { wtime: Some(5), ..none.clone() }, "go wtime 5"),
        (
            "go movetime -1 nodes -7 depth -2",
            Limits { movetime: Some(0), nodes: Some(0), depth: Some(0), ..none.clone() },
            "go depth 0 nodes 0 movetime 0",
        ),
        ("go depth 4294967296", Limits { depth: Some(u32::MAX), ..none.clone() }, "go depth 4294967295"),
        (
            "go searchmoves e2e4 d2d4 depth 4",
            Limits { search_moves: moves("e2e4 d2d4"), depth: Some(4), ..none.clone() },
            "go depth 4 searchmoves e2e4 d2d4",
        ),
    ];
    for (line, limits, written) in table {
        assert_eq!(gui(line), GuiMessage::Go(limits.clone()), "{line}");
        assert_eq!(GuiMessage::Go(limits.clone()).to_string(), written);
        assert_eq!(gui(written), GuiMessage::Go(limits));
    }
}

#[test]
fn what_counts_as_infinite() {
    let infinite = |line: &str| match gui(line) {
        GuiMessage::Go(limits) => limits.is_infinite(),
        other => panic!("{other:?}"),
    };
    assert!(
        infinite("go") && infinite("go infinite depth 3") && infinite("go ponder") && infinite("go searchmoves e2e4")
    );
    for limited in ["go depth 0", "go nodes 0", "go movetime 0", "go mate 1", "go wtime 0 btime 0", "go btime 100"] {
        assert!(!infinite(limited), "{limited}");
    }
}

#[test]
fn engine_messages() {
    let table = [
        ("uciok", EngineMessage::UciOk, "uciok"),
        (" readyok \r", EngineMessage::ReadyOk, "readyok"),
        ("id name Assay 0.1", EngineMessage::IdName("Assay 0.1".into()), "id name Assay 0.1"),
        ("id author the  team", EngineMessage::IdAuthor("the  team".into()), "id author the  team"),
        ("bestmove e2e4", EngineMessage::BestMove(BestMove { best: Some(mv("e2e4")), ponder: None }), "bestmove e2e4"),
        (
            "bestmove e7e8Q ponder a7a6",
            EngineMessage::BestMove(BestMove { best: Some(mv("e7e8q")), ponder: Some(mv("a7a6")) }),
            "bestmove e7e8q ponder a7a6",
        ),
        (
            "bestmove e2e4  ponder e7e5 ",
            EngineMessage::BestMove(BestMove { best: Some(mv("e2e4")), ponder: Some(mv("e7e5")) }),
            "bestmove e2e4 ponder e7e5",
        ),
        ("bestmove (none)", EngineMessage::BestMove(BestMove::default()), "bestmove (none)"),
        (
            "bestmove e2e4 ponder (none)",
            EngineMessage::BestMove(BestMove { best: Some(mv("e2e4")), ponder: None }),
            "bestmove e2e4",
        ),
        (
            "bestmove e2e4 ponder 0000",
            EngineMessage::BestMove(BestMove { best: Some(mv("e2e4")), ponder: None }),
            "bestmove e2e4",
        ),
        (
            "bestmove 0000",
            EngineMessage::BestMove(BestMove { best: Some(MoveText::NULL), ponder: None }),
            "bestmove 0000",
        ),
        ("copyprotection ok", EngineMessage::CopyProtection(Protection::Ok), "copyprotection ok"),
        ("copyprotection checking", EngineMessage::CopyProtection(Protection::Checking), "copyprotection checking"),
        ("registration error", EngineMessage::Registration(Protection::Error), "registration error"),
    ];
    for (line, message, written) in table {
        assert_eq!(engine(line), message, "{line}");
        assert_eq!(message.to_string(), written);
        assert_eq!(engine(written), message);
    }
}

#[test]
fn options() {
    let table = [
        ("option name Hash type spin default 16 min 1 max 65536", OptionDescription::spin("Hash", 16, 1, 65536)),
        (
            "option name Move Overhead type spin default -1 min -10 max 5000",
            OptionDescription::spin("Move Overhead", -1, -10, 5000),
        ),
        ("option name Ponder type check default false", OptionDescription::check("Ponder", false)),
        ("option name Clear Hash type button", OptionDescription::button("Clear Hash")),
        ("option name SyzygyPath type string default <empty>", OptionDescription::string("SyzygyPath", "")),
        (
            "option name Book File type string default my  book.bin",
            OptionDescription::string("Book File", "my  book.bin"),
        ),
        (
            "option name Style type combo default Very Solid var Very Solid var Wild",
            OptionDescription::combo("Style", "Very Solid", &["Very Solid", "Wild"]),
        ),
        (
            "option name Preset type combo default Default var Default var Min var Old Max",
            OptionDescription::combo("Preset", "Default", &["Default", "Min", "Old Max"]),
        ),
    ];
    for (line, description) in table {
        assert_eq!(engine(line), EngineMessage::Option(description.clone()));
        assert_eq!(description.to_string(), line);
        assert!(description.is_consistent());
    }
    assert_eq!(
        engine("option name X type spin max 3 min 1 default 2"),
        EngineMessage::Option(OptionDescription::spin("X", 2, 1, 3))
    );
    assert!(matches!(
        engine("option name Open type spin default 5"),
        EngineMessage::Option(OptionDescription { kind: OptionKind::Spin { min: i64::MIN, max: i64::MAX, .. }, .. })
    ));
    assert!(!OptionDescription::spin("X", 5, 0, 4).is_consistent());
    assert!(!OptionDescription::check("my value", true).is_consistent());
    assert!(!OptionDescription::combo("X", "a", &["b"]).is_consistent());
    assert!(!OptionDescription::button(" ").is_consistent());
}

#[test]
fn every_field_of_info() {
    let line = "info depth 12 seldepth 20 multipv 1 score cp -31 upperbound wdl 100 800 100 nodes 12345 nps 1000000 \
                hashfull 17 tbhits 3 time 12 currmove e2e4 currmovenumber 1 cpuload 500 refutation d2d4 d7d5 \
                currline 2 e2e4 e7e5 pv e2e4 e7e5 string it  goes on pv e2e4";
    let expected = Info {
        depth: Some(12),
        seldepth: Some(20),
        multipv: Some(1),
        score: Some(Score { value: ScoreValue::Centipawns(-31), bound: Bound::Upper }),
        wdl: Some(WinDrawLoss { win: 100, draw: 800, loss: 100 }),
        nodes: Some(12345),
        nps: Some(1_000_000),
        hashfull: Some(17),
        tbhits: Some(3),
        time: Some(12),
        currmove: Some(mv("e2e4")),
        currmovenumber: Some(1),
        cpuload: Some(500),
        refutation: moves("d2d4 d7d5"),
        currline: Some(CurrentLine { cpu: Some(2), moves: moves("e2e4 e7e5") }),
        pv: moves("e2e4 e7e5"),
        string: Some("it  goes on pv e2e4".to_owned()),
    };
    assert_eq!(engine(line), expected.clone().into());
    assert_eq!(expected.to_string(), line);
}

#[test]
fn info_from_odd_engines() {
    let info = |line: &str| match engine(line) {
        EngineMessage::Info(info) => *info,
        other => panic!("{other:?}"),
    };
    assert_eq!(info("info score mate -3 depth 5 nodes 9 time 1 pv a1a2 ").score, Some(Score::mate(-3)));
    assert_eq!(
        info("info score lowerbound cp 20 depth 3").score,
        Some(Score { value: ScoreValue::Centipawns(20), bound: Bound::Lower })
    );
    let odd = info("info ebf 2.31 depth 3 nps 12.5 nodes x hashfull -4 pv e2e4 (none) time 7 score cp");
    assert_eq!((odd.depth, odd.nps, odd.nodes, odd.hashfull, odd.time), (Some(3), None, None, Some(0), Some(7)));
    assert_eq!((odd.pv, odd.score), (moves("e2e4"), None));
    assert_eq!(info("info").to_string(), "info");
    assert_eq!(info("info string").string.as_deref(), Some(""));
    assert_eq!(Info::text("two\nlines").to_string(), "info string two lines");
    for chatter in ["Stockfish 15.1 by the Stockfish developers", "", "   ", "NNUE info depth 3", "# uciok"] {
        let parsed = EngineMessage::parse(chatter);
        assert_eq!((parsed.message, parsed.error), (None, None), "{chatter}");
    }
}

/// MR-12 of the collected cases: words that nobody declared, text that looks like data, scores that are no mates.
#[test]
fn info_lines_that_runners_fell_over() {
    let info = |line: &str| match engine(line) {
        EngineMessage::Info(info) => *info,
        other => panic!("{other:?}"),
    };
    let first = info("info depth 2 seldepth 4 score cp 0 ebf 1.75 time 4 nodes 138 pv e2e4 e7e5");
    assert_eq!(
        (first.depth, first.score, first.time, first.nodes),
        (Some(2), Some(Score::centipawns(0)), Some(4), Some(138))
    );
    assert_eq!(first.pv, moves("e2e4 e7e5"));
    let second = info("info depth 3 score cp -12 upperbound wdl 20 900 80 nodes 9 multipv 2 pv d2d4");
    assert_eq!(second.score, Some(Score { value: ScoreValue::Centipawns(-12), bound: Bound::Upper }));
    assert_eq!((second.depth, second.multipv, second.pv), (Some(3), Some(2), moves("d2d4")));
    let text = info("info string depth 9 score cp 999 pv a1a1");
    assert_eq!(Info { string: None, ..text }, Info::default());
    assert_eq!(info("info depth 5 score mate -3").score, Some(Score::mate(-3)));
    assert_eq!(info("info currmove e2e4 currmovenumber 1").score, None);
    assert_eq!(info("info depth 1 score cp 9999 nodes 1 pv e2e4").score, Some(Score::centipawns(9999)));
}

#[test]
fn move_text() {
    for good in ["e2e4", "a7a8q", "h2h1n", "0000", "a1a1"] {
        assert_eq!(mv(good).to_string(), good);
    }
    assert_eq!(mv("E7E8Q").as_str(), "e7e8q");
    for bad in [
        "", "e2", "e2e", "e2e9", "i2e4", "e7e8k", "e7e8p", "e7e8=q", "O-O", "(none)", "e2e4q5", "00000", "0000q",
        "e2é4", "é2e4",
    ] {
        assert!(bad.parse::<MoveText>().is_err(), "{bad}");
    }
    assert!(MoveText::NULL.is_null() && !mv("e2e4").is_null());
    assert_eq!(format!("{:>6}|{:?}", mv("e2e4"), mv("e2e4")), "  e2e4|e2e4");
}

#[test]
fn errors_read_as_one_sentence() {
    let table = [
        ("xyzzy 1 2", "unknown command: xyzzy 1 2"),
        ("debug", "debug: on or off is missing"),
        ("debug maybe", "debug: unexpected word: maybe"),
        ("setoption", "setoption: the word name is missing"),
        ("setoption Hash value 3", "setoption: the word name is missing"),
        ("setoption name value 3", "setoption name: the option's name is missing"),
        ("position", "position: startpos or fen is missing"),
        ("position e2e4", "position: startpos or fen is missing"),
        ("position fen", "position fen: the FEN is missing"),
        ("position fen moves e2e4", "position fen: the FEN is missing"),
        (
            "position startpos moves e2e4 e7e",
            "move 2 of the list does not look like a move, the list ends before it: e7e",
        ),
        ("go depth", "depth: a number is missing"),
        ("go depth wtime 5", "depth: a number is missing"),
        ("go nodes 1e6", "nodes: not a whole number: 1e6"),
        ("go searchmoves", "searchmoves: a move is missing"),
        ("go searchmoves castle", "searchmoves: unexpected word: castle"),
    ];
    for (line, text) in table {
        assert_eq!(GuiMessage::parse(line).error.map(|error| error.to_string()).as_deref(), Some(text), "{line}");
    }
    let table = [
        ("bestmove", "bestmove: a move is missing"),
        ("bestmove O-O", "does not look like a move: O-O"),
        ("id", "id: name or author is missing"),
        ("option", "option: the word name is missing"),
        ("option name X", "option: a type is missing"),
        ("option name X type slider", "option type: unexpected word: slider"),
        ("option name X type spin default two", "default: not a whole number: two"),
        ("registration", "registration: its state is missing"),
    ];
    for (line, text) in table {
        assert_eq!(EngineMessage::parse(line).error.map(|error| error.to_string()).as_deref(), Some(text), "{line}");
    }
    let long = GuiMessage::parse(&"x".repeat(5000)).error.map(|error| error.to_string()).unwrap_or_default();
    assert!(long.chars().count() < 80, "{long}");
    assert!(matches!(GuiMessage::parse("\u{1}x\u{7}y").error, Some(ParseError::UnknownCommand(_))));
}
