//! Input nobody should send: it must neither panic nor turn into something it is not.

use uci::{GuiMessage, Limits, Openings, OptionDescription, OptionValue, ParseError, is_reserved_option};

fn go(line: &str) -> (Limits, Option<ParseError>) {
    let parsed = GuiMessage::parse(line);
    match parsed.message {
        Some(GuiMessage::Go(limits)) => (limits, parsed.error),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn huge_and_negative_numbers_saturate() {
    let huge = "99999999999999999999999";
    let (limits, error) =
        go(&format!("go depth {huge} nodes {huge} movetime {huge} wtime {huge} btime -{huge} movestogo {huge}"));
    assert_eq!(error, None);
    assert_eq!((limits.depth, limits.movestogo), (Some(u32::MAX), Some(u32::MAX)));
    assert_eq!((limits.nodes, limits.movetime), (Some(i64::MAX as u64), Some(i64::MAX as u64)));
    assert_eq!((limits.wtime, limits.btime), (Some(i64::MAX), Some(i64::MIN)));
    let (limits, error) = go("go depth -5 mate -5 movestogo -5 nodes -5");
    assert_eq!(error, None);
    assert_eq!((limits.depth, limits.mate, limits.movestogo, limits.nodes), (Some(0), None, None, Some(0)));
}

#[test]
fn an_unreadable_limit_is_reported_and_the_rest_is_used() {
    let (limits, error) = go("go depth abc wtime 1000");
    assert!(error.is_some());
    assert_eq!((limits.depth, limits.wtime), (None, Some(1000)));
    let (limits, error) = go("go depth wtime 1000 nodes");
    assert!(error.is_some());
    assert_eq!((limits.depth, limits.wtime, limits.nodes), (None, Some(1000), None));
}

#[test]
fn what_would_be_ignored_as_a_whole_is_an_error() {
    for line in ["go dept 5", "hello go away"] {
        let (limits, error) = go(line);
        assert!(error.is_some() && limits.depth == Some(1), "{line}");
    }
    assert_eq!(go("go mate 0").0.depth, Some(1));
    let (limits, error) = go("go depth 2 searchmoves e2e4 foo d2d4");
    assert!(error.is_some());
    assert_eq!(limits.search_moves.len(), 2);
    for line in ["position startpos e2e4 e7e5", "position startpos fen 8/8/8/8/8/8/8/8 w"] {
        let parsed = uci::GuiMessage::parse(line);
        assert!(parsed.message.is_none() && parsed.error.is_some(), "{line}");
    }
    assert!(uci::GuiMessage::parse("position startpos please moves e2e4").error.is_none());
}

#[test]
fn a_go_whose_only_limit_is_unreadable_is_not_infinite() {
    for line in ["go depth", "go depth abc", "go movetime 1.5", "go wtime", "go ponder nodes ?"] {
        let (limits, error) = go(line);
        assert!(error.is_some(), "{line}");
        assert!(!limits.is_infinite(), "{line}");
    }
    assert!(go("go infinite depth abc").0.is_infinite());
}

#[test]
fn quit_is_obeyed_only_as_the_first_word() {
    assert_eq!(GuiMessage::parse(" \t quit").message, Some(GuiMessage::Quit));
    let broken = GuiMessage::parse("please quit");
    assert_eq!(broken.message, None);
    assert!(broken.error.is_some());
    assert_eq!(GuiMessage::parse("quit_ stop").message, Some(GuiMessage::Stop));
}

#[test]
fn odd_bytes() {
    assert_eq!(GuiMessage::parse("\u{feff}isready\r\n").message, Some(GuiMessage::IsReady));
    assert_eq!(GuiMessage::parse("\0isready\0").message, Some(GuiMessage::IsReady));
    assert_eq!(
        GuiMessage::parse(&String::from_utf8_lossy(b"\xff\xfe go depth 2 \xc0")).message,
        Some(GuiMessage::Go(go("go depth 2").0))
    );
    for empty in ["", " ", "\t\r\n", "\0\0"] {
        let parsed = GuiMessage::parse(empty);
        assert_eq!((parsed.message, parsed.error), (None, None));
    }
}

#[test]
fn a_list_of_six_thousand_plies() {
    let line = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(1500));
    match GuiMessage::parse(&line).message {
        Some(GuiMessage::Position(position)) => assert_eq!(position.moves.len(), 6000),
        other => panic!("{other:?}"),
    }
}

#[test]
fn option_values_are_held_to_the_declaration() {
    let spin = OptionDescription::spin("Hash", 16, 1, 1024);
    assert_eq!(spin.read(Some(" 32 ")), Ok(OptionValue::Spin(32)));
    for (text, reason) in [
        (Some("0"), "option Hash: 0 is outside 1 to 1024"),
        (Some("-5"), "option Hash: -5 is outside 1 to 1024"),
        (Some("4294967296"), "option Hash: 4294967296 is outside 1 to 1024"),
        (Some("99999999999999999999"), "option Hash: 99999999999999999999 is outside 1 to 1024"),
        (Some("abc"), "option Hash: not a whole number: abc"),
        (Some(""), "option Hash: the value is missing"),
        (None, "option Hash: the value is missing"),
    ] {
        assert_eq!(spin.read(text), Err(reason.to_owned()));
    }
    let check = OptionDescription::check("Ponder", false);
    assert_eq!(check.read(Some("TRUE")), Ok(OptionValue::Check(true)));
    assert!(check.read(Some("yes")).is_err() && check.read(None).is_err());
    let combo = OptionDescription::combo("Style", "Solid", &["Solid", "Wild"]);
    assert_eq!(combo.read(Some("wild")), Ok(OptionValue::Combo("Wild".into())));
    assert_eq!(combo.read(Some("x")), Err("option Style: x is none of: Solid, Wild".into()));
    let text = OptionDescription::string("Path", "");
    assert_eq!(text.read(Some("<empty>")), Ok(OptionValue::String(String::new())));
    assert_eq!(text.read(None), Ok(OptionValue::String(String::new())));
    assert_eq!(OptionDescription::button("Clear").read(Some("whatever")), Ok(OptionValue::Button));
}

#[test]
fn names() {
    assert!(OptionDescription::button("Clear Hash").is_named("clear   HASH"));
    assert!(!OptionDescription::button("Clear Hash").is_named("ClearHash"));
    for reserved in
        ["hash", "Move  overhead", "UCI_Chess960", "uci_showwdl", "SyzygyPath", "UCI_Variant", "skill level"]
    {
        assert!(is_reserved_option(reserved), "{reserved}");
    }
    assert!(!is_reserved_option("Hsah") && !is_reserved_option("NullMovePruning"));
}

#[test]
fn what_people_type_is_recognised_as_the_first_word_only() {
    use uci::Inquiry;
    for (line, inquiry) in [
        (" D ", Inquiry::Display),
        ("eval", Inquiry::Evaluation { json: false }),
        ("eval JSON", Inquiry::Evaluation { json: true }),
        ("perft 5", Inquiry::Perft { depth: 5 }),
        ("go perft 5", Inquiry::Perft { depth: 5 }),
        ("perft 99999999999999999999", Inquiry::Perft { depth: u32::MAX }),
        ("perft -1", Inquiry::Perft { depth: 0 }),
        ("stats", Inquiry::Stats),
        ("bench", Inquiry::Bench { mebibytes: None, depth: None }),
        ("bench 16", Inquiry::Bench { mebibytes: Some(16), depth: None }),
        ("bench 16 13", Inquiry::Bench { mebibytes: Some(16), depth: Some(13) }),
        ("genfens 3", Inquiry::Openings(Openings { count: 3, ..Openings::default() })),
        (
            "genfens 5 seed 9 book Books/b.epd  dfrc  true ",
            Inquiry::Openings(Openings {
                count: 5,
                seed: 9,
                book: Some("Books/b.epd".into()),
                ignored: "dfrc true".into(),
            }),
        ),
        (
            "GENFENS 5 book NONE Seed 18446744073709551615",
            Inquiry::Openings(Openings { count: 5, seed: u64::MAX, book: None, ignored: String::new() }),
        ),
        (
            "genfens 10000000 dfrc book My Books/a.epd b.EPD true seed 9223372036854775807",
            Inquiry::Openings(Openings {
                count: 10_000_000,
                seed: 9_223_372_036_854_775_807,
                book: Some("My Books/a.epd b.EPD".into()),
                ignored: "dfrc true".into(),
            }),
        ),
        (
            "genfens 1 book C:\\no  ending here",
            Inquiry::Openings(Openings { count: 1, book: Some("C:\\no ending here".into()), ..Openings::default() }),
        ),
    ] {
        let parsed = GuiMessage::parse(line);
        let message = GuiMessage::Inquire(inquiry);
        assert_eq!(GuiMessage::parse(&message.to_string()).message.as_ref(), Some(&message), "{line}");
        assert_eq!((parsed.message, parsed.error), (Some(message), None), "{line}");
    }
    for line in [
        "perft",
        "go perft",
        "perft x",
        "go perft x",
        "eval yaml",
        "bench x",
        "bench 16 x",
        "please d",
        "x bench",
        "genfens",
        "genfens x",
        "genfens 5 seed",
        "genfens 5 seed x",
        "genfens 5 book",
        "genfens 5 book seed 3",
        "genfens -3",
        "genfens 10000001",
        "genfens 5 seed -1",
        "genfens 5 seed 18446744073709551616",
    ] {
        let parsed = GuiMessage::parse(line);
        assert!(parsed.message.is_none() && parsed.error.is_some(), "{line}: {parsed:?}");
    }
    assert_eq!(GuiMessage::parse("perhaps wait stop").message, Some(GuiMessage::Stop));
}
