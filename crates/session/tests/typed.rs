//! What people type: answered in its turn, cut short only by `stop` and `quit`; and `wait`.

mod common;

use common::Talk;

#[test]
fn an_inquiry_is_a_job_of_its_own_and_has_no_bestmove() {
    let mut talk = Talk::new();
    assert_eq!(talk.say("d"), "");
    assert_eq!(talk.say("isready"), "readyok");
    assert!(!talk.session.is_searching());
    assert_eq!(talk.run(), "d at startpos, stop=false");
    assert_eq!(talk.say("perft 3"), "");
    assert_eq!(talk.run(), "perft 3 at startpos, stop=false");
    talk.say("bench 1 2");
    assert_eq!(talk.run(), "info string ERROR this engine has no answer to bench 1 2");
    talk.say("position fen panic-answer");
    talk.say("eval");
    let answer = talk.run();
    assert!(answer.starts_with("info string ERROR the inquiry panicked: ") && answer.contains("at eval"), "{answer}");
    talk.say("go depth 1");
    assert!(talk.run().contains("bestmove"));
}

#[test]
fn an_inquiry_waits_for_the_search_and_the_next_search_for_it() {
    let mut talk = Talk::new();
    talk.say("go depth 3");
    assert_eq!(talk.say("d"), "");
    assert_eq!(talk.say("position fen other"), "");
    assert_eq!(talk.say("go depth 2"), "");
    // The second go stopped the first.
    let first = talk.run();
    assert!(first.contains("stop=true") && first.contains("bestmove"), "{first}");
    assert_eq!(talk.run(), "d at startpos, stop=false");
    assert!(talk.run().contains("position=other"));
}

#[test]
fn only_stop_cuts_an_inquiry_short() {
    let mut talk = Talk::new();
    talk.say("perft 9");
    assert_eq!(talk.say("ponderhit"), "");
    assert_eq!(talk.say("stop"), "");
    assert_eq!(talk.run(), "perft 9 at startpos, stop=true");
    // Neither does the end of the input.
    talk.say("perft 9");
    assert_eq!(talk.end_of_input(), "");
    assert!(!talk.session.is_over() && talk.session.runs_to_its_end());
    assert_eq!(talk.run(), "perft 9 at startpos, stop=false");
    assert!(talk.session.is_over());
}

/// A tool that sends `d` before its search cannot know when the board has been shown.
#[test]
fn stop_and_ponderhit_reach_a_go_that_waits_for_an_inquiry() {
    for (inquiry, go) in [("perft 9", "go infinite"), ("d", "go ponder"), ("eval", "go depth 9")] {
        let mut talk = Talk::new();
        talk.say(inquiry);
        talk.say(go);
        assert_eq!(talk.say("stop"), "");
        assert_eq!(talk.run(), format!("{inquiry} at startpos, stop=true"));
        let answer = talk.run();
        assert!(answer.contains("stop=true") && answer.contains("bestmove"), "{go}: {answer}");
    }
    let mut talk = Talk::new();
    talk.say("d");
    talk.say("go ponder depth 1");
    assert_eq!(talk.say("ponderhit"), "");
    assert_eq!(talk.run(), "d at startpos, stop=false");
    let answer = talk.run();
    assert!(answer.contains("ponder=false") && answer.contains("bestmove"), "{answer}");
    // The same behind a search that is waited for.
    for line in ["go depth 3", "wait", "go ponder depth 1", "ponderhit"] {
        assert_eq!(talk.say(line), "");
    }
    assert!(talk.run().contains("bestmove"));
    assert!(talk.run().contains("bestmove"));
}

#[test]
fn quit_ends_an_inquiry() {
    let mut talk = Talk::new();
    talk.say("perft 9");
    talk.say("quit");
    assert!(talk.session.is_over());
    assert!(talk.host.job.as_ref().is_some_and(|job| job.control().should_stop()));
}

#[test]
fn what_follows_a_wait_is_for_after_the_search() {
    let mut talk = Talk::new();
    for line in ["wait", "go depth 3", "wait", "position fen other", "go depth 2", "wait", "quit"] {
        assert_eq!(talk.say(line), "", "{line}");
    }
    let first = talk.run();
    assert!(first.contains("position=startpos") && first.contains("stop=false"), "{first}");
    assert!(!talk.session.is_over());
    let second = talk.run();
    assert!(second.contains("position=other") && second.contains("stop=false"), "{second}");
    assert!(talk.session.is_over());
}

#[test]
fn a_search_that_is_waited_for_outlives_the_input() {
    let mut talk = Talk::new();
    for line in ["go depth 3", "wait", "go depth 2", "wait", "go depth 1"] {
        talk.say(line);
    }
    talk.end_of_input();
    assert!(talk.run().contains("stop=false"));
    assert!(talk.run().contains("stop=false"));
    assert!(talk.run().contains("stop=true"));
    assert!(talk.session.is_over());
}

#[test]
fn stop_ends_a_wait_and_a_held_search_is_not_waited_for() {
    let mut talk = Talk::new();
    talk.say("go depth 3");
    talk.say("wait");
    talk.say("go depth 2");
    talk.say("stop");
    assert!(talk.run().contains("stop=true"));
    assert!(talk.run().contains("stop=false"));
    for (go, release) in [("go infinite", "stop"), ("go ponder depth 1", "ponderhit")] {
        talk.say(go);
        talk.say("wait");
        assert!(!talk.run().contains("bestmove"));
        assert!(talk.say(release).contains("bestmove"));
    }
    talk.say("go infinite");
    talk.say("wait");
    talk.say("quit");
    assert!(talk.session.is_over());
}

#[test]
fn a_flipped_position_is_the_one_restored_after_a_panic() {
    let mut talk = Talk::new();
    talk.say("position fen one");
    assert_eq!(talk.say("flip"), "");
    talk.say("setoption name Panic");
    talk.say("go depth 1");
    assert!(talk.run().contains("position=flipped-one"));
    talk.say("position fen flipless");
    assert_eq!(talk.say("flip"), "info string ERROR flip: this engine cannot exchange the colours");
}

#[test]
fn an_unlisted_option_is_set_like_a_listed_one() {
    let mut talk = Talk::new();
    assert!(!talk.say("uci").contains("Hidden"));
    assert_eq!(talk.say("setoption name hidden value 7"), "");
    assert_eq!(
        talk.say("setoption name Hidden value 8"),
        "info string ERROR option Hidden: 8 is outside 0 to 7; the old value stays"
    );
    talk.say("go depth 1");
    assert!(talk.run().contains("level=7"));
}
