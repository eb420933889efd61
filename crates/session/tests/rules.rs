//! Who is answered when: conversations with a fake engine.

mod common;

use common::Talk;

const BEST: &str = "bestmove d2d4 ponder e7e5";

/// The info line of the fake's first search from the start position.
fn facts(text: &str) -> String {
    format!("info depth 1 score cp 0 pv d2d4 string {text}")
}

#[test]
fn introduction_may_be_asked_for_twice_and_during_a_search() {
    let mut talk = Talk::new();
    let introduction = "id name Fake|id author Nobody|option name Level type spin default 1 min 0 max 20|\
        option name Loud Mode type check default false|option name Panic type button|\
        option name File type string default <empty>|uciok";
    assert_eq!(talk.say("uci"), introduction);
    talk.say("go infinite");
    assert_eq!(talk.say("uci"), introduction);
}

#[test]
fn one_bestmove_per_go_and_none_without() {
    let mut talk = Talk::new();
    for silent in ["", "  ", "stop", "ponderhit", "ucinewgame", "debug on", "register later", "position startpos"] {
        assert_eq!(talk.say(silent), "", "{silent}");
    }
    assert_eq!(talk.say("isready"), "readyok");
    assert_eq!(talk.say("go depth 3"), "");
    assert_eq!(talk.say("isready"), "readyok");
    let answer = talk.run();
    assert!(answer.ends_with(BEST) && answer.matches("bestmove").count() == 1, "{answer}");
    assert_eq!(talk.say("stop"), "");
    assert!(!talk.session.is_searching());
}

#[test]
fn a_stop_before_go_does_not_stop_the_next_search() {
    let mut talk = Talk::new();
    talk.say("stop");
    talk.say("go depth 3");
    assert!(talk.run().contains("stop=false"));
}

#[test]
fn stop_reaches_the_search() {
    let mut talk = Talk::new();
    talk.say("go depth 3");
    assert_eq!(talk.say("stop"), "");
    let answer = talk.run();
    assert!(answer.contains("stop=true") && answer.ends_with(BEST), "{answer}");
}

#[test]
fn infinite_search_that_ends_by_itself_waits_for_stop() {
    for go in ["go infinite", "go", "go infinite depth 3", "go searchmoves d2d4"] {
        let mut talk = Talk::new();
        talk.say(go);
        assert!(!talk.run().contains("bestmove"), "{go}");
        assert_eq!(talk.say("isready"), "readyok");
        assert_eq!(talk.say("ponderhit"), "");
        assert_eq!(talk.say("setoption name Level value 7"), "");
        assert_eq!(talk.say("stop"), BEST);
        assert_eq!(talk.say("stop"), "");
        talk.say("go depth 1");
        assert!(talk.run().contains("level=7"));
    }
}

#[test]
fn ponder_search_that_ends_by_itself_waits_for_ponderhit_or_stop() {
    for (release, answered) in [("ponderhit", true), ("stop", true), ("isready", false)] {
        let mut talk = Talk::new();
        talk.say("go ponder wtime 1000 btime 1000");
        let answer = talk.run();
        assert!(answer.contains("ponder=true used=0") && !answer.contains("bestmove"), "{answer}");
        assert_eq!(talk.say(release).contains("bestmove"), answered);
    }
}

#[test]
fn ponderhit_keeps_the_search_and_starts_its_time() {
    let mut talk = Talk::new();
    talk.clock.set(1000);
    talk.say("go ponder wtime 1000 btime 1000");
    talk.clock.set(3000);
    assert_eq!(talk.say("ponderhit"), "");
    talk.clock.set(3250);
    assert_eq!(talk.say("ponderhit"), "");
    let answer = talk.run();
    assert!(answer.contains("stop=false ponder=false used=250 elapsed=2250"), "{answer}");
    assert!(answer.ends_with(BEST));
}

#[test]
fn ponderhit_of_an_infinite_search_leaves_it_infinite() {
    let mut talk = Talk::new();
    talk.say("go ponder");
    talk.say("ponderhit");
    assert!(!talk.run().contains("bestmove"));
    assert_eq!(talk.say("stop"), BEST);
}

#[test]
fn time_counts_from_when_go_was_read() {
    let mut talk = Talk::new();
    talk.clock.set(500);
    let read_at = std::time::Duration::from_millis(380);
    talk.session.line("go movetime 200", read_at, &mut talk.host);
    assert!(talk.run().contains("used=120 elapsed=120"));
}

#[test]
fn second_go_stops_the_first_and_both_are_answered() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.say("position startpos moves e2e4");
    assert_eq!(talk.say("go depth 2"), "");
    let first = talk.run();
    assert!(first.contains("moves=0") && first.contains("stop=true") && first.ends_with(BEST), "{first}");
    let second = talk.run();
    assert!(second.contains("moves=1") && second.contains("stop=false") && second.ends_with(BEST), "{second}");
    assert!(talk.host.job.is_none());
}

#[test]
fn second_go_releases_an_answer_that_was_held() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.run();
    assert_eq!(talk.say("go depth 2"), BEST);
    assert!(talk.run().ends_with(BEST));
}

#[test]
fn stop_is_for_the_last_go() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.say("go infinite");
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("stop");
    talk.say("go depth 1");
    assert!(talk.run().ends_with(BEST));
    assert!(talk.run().contains("moves=0 level=0 stop=true"));
    assert!(talk.run().contains("moves=2 level=0 stop=false"));
    assert!(!talk.session.is_searching());
}

#[test]
fn ponderhit_for_a_waiting_go_reaches_it() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.say("go ponder movetime 100");
    talk.say("ponderhit");
    talk.run();
    let second = talk.run();
    assert!(second.contains("ponder=false") && second.ends_with(BEST), "{second}");
}

#[test]
fn changes_during_a_search_wait_until_it_is_answered() {
    let mut talk = Talk::new();
    talk.say("go movetime 5");
    for line in
        ["setoption name level value 9", "ucinewgame", "position startpos moves e2e4", "setoption name Nonsense"]
    {
        assert_eq!(talk.say(line), "", "{line}");
    }
    let answer = talk.run();
    assert!(answer.ends_with("bestmove d2d4 ponder e7e5|info string ERROR there is no option Nonsense"), "{answer}");
    talk.say("go depth 1");
    assert_eq!(
        talk.run(),
        facts("position=startpos moves=1 level=9 stop=false ponder=false used=0 elapsed=0 searches=1") + "|" + BEST
    );
}

#[test]
fn quit_is_over_at_once_even_during_a_search() {
    let mut talk = Talk::new();
    talk.say("go infinite");
    assert_eq!(talk.say("quit"), "");
    assert!(talk.session.is_over());
    assert!(talk.host.job.as_ref().is_some_and(|job| job.control().should_stop()));
}

#[test]
fn end_of_input_answers_every_go_and_is_over() {
    let mut talk = Talk::new();
    assert!(!talk.session.is_over());
    talk.say("go infinite");
    talk.say("go ponder");
    talk.say("go depth 9");
    assert_eq!(talk.end_of_input(), "");
    for _ in 0..3 {
        assert!(!talk.session.is_over());
        let answer = talk.run();
        assert!(answer.contains("stop=true") && answer.ends_with(BEST), "{answer}");
    }
    assert!(talk.session.is_over());
}

#[test]
fn end_of_input_when_idle_or_held() {
    let mut talk = Talk::new();
    assert_eq!(talk.end_of_input(), "");
    assert!(talk.session.is_over());
    let mut talk = Talk::new();
    talk.say("go infinite");
    talk.run();
    assert_eq!(talk.end_of_input(), BEST);
    assert!(talk.session.is_over());
}

#[test]
fn a_root_without_moves_is_answered_without_a_search() {
    for (fen, score) in [("mate", "mate 0"), ("stalemate", "cp 0")] {
        let mut talk = Talk::new();
        talk.say(&format!("position fen {fen}"));
        talk.say("go depth 5");
        assert_eq!(talk.run(), format!("info depth 0 score {score}|bestmove (none)"));
        talk.say("go infinite");
        assert_eq!(talk.run(), format!("info depth 0 score {score}"));
        assert_eq!(talk.say("stop"), "bestmove (none)");
    }
}

/// Any conversation: as many answers as questions, never an answer while it must be held, never two searches.
#[test]
fn random_conversations_keep_the_count() {
    const LINES: [&str; 16] = [
        "go depth 1",
        "go",
        "go infinite",
        "go ponder wtime 5",
        "go ponder",
        "go movetime 3",
        "stop",
        "ponderhit",
        "isready",
        "position startpos moves e2e4",
        "position fen panic",
        "position fen mate",
        "setoption name Level value 3",
        "ucinewgame",
        "position fen bad",
        "nonsense",
    ];
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..2000 {
        let mut talk = Talk::new();
        let (mut asked, mut answered) = (0, 0);
        let mut count = |answers: &str| answered += answers.matches("bestmove").count();
        for _ in 0..40 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let line = LINES[(random >> 33) as usize % LINES.len()];
            if random & 3 == 0 && talk.host.job.is_some() {
                count(&talk.run());
                continue;
            }
            asked += usize::from(line.starts_with("go"));
            let answers = talk.say(line);
            assert_eq!(answers.contains("readyok"), line == "isready");
            count(&answers);
        }
        count(&talk.end_of_input());
        while talk.host.job.is_some() {
            count(&talk.run());
        }
        assert_eq!(asked, answered);
        assert!(talk.session.is_over());
    }
}

#[test]
fn chances_go_with_every_score_when_wanted() {
    let mut talk = Talk::new();
    talk.say("go depth 1");
    assert!(!talk.run().contains("wdl"));
    talk.say("position fen mate");
    talk.say("go depth 1");
    assert_eq!(talk.run(), "info depth 0 score mate 0|bestmove (none)");
    talk.say("setoption name Loud Mode value true");
    talk.say("go depth 1");
    assert_eq!(talk.run(), "info depth 0 score mate 0 wdl 0 0 1000|bestmove (none)");
    talk.say("position fen stalemate");
    talk.say("go depth 1");
    assert_eq!(talk.run(), "info depth 0 score cp 0 wdl 0 1000 0|bestmove (none)");
    talk.say("position startpos");
    talk.say("go depth 1");
    assert!(talk.run().starts_with("info depth 1 score cp 0 wdl 400 350 250 pv d2d4 "));
}
