//! How the root's moves are ranked, by tables made up for the test.

use super::*;
use crate::root::Answer;
use crate::score::Bound;

/// Knows one distance for all positions, or only one outcome.
#[derive(Debug)]
struct Made {
    distance: Option<i32>,
    outcome: Option<TableOutcome>,
}

impl Tablebases for Made {
    fn most_pieces(&self) -> u32 {
        3
    }
    fn outcome(&self, _: &Position) -> Option<TableOutcome> {
        self.outcome
    }
    fn distance(&self, _: &Position) -> Option<i32> {
        self.distance
    }
}

fn made(distance: Option<i32>, outcome: Option<TableOutcome>) -> TableUse {
    TableUse { tables: Arc::new(Made { distance, outcome }), min_depth: 1, most_pieces: 7, fifty_move_rule: true }
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect("a FEN"))
}

/// A distance that differs from move to move.
#[derive(Debug)]
struct ByKing;

impl Tablebases for ByKing {
    fn most_pieces(&self) -> u32 {
        3
    }
    fn outcome(&self, _: &Position) -> Option<TableOutcome> {
        None
    }
    fn distance(&self, position: &Position) -> Option<i32> {
        let queen = position.pieces(rules::Color::White, rules::PieceKind::Queen).into_iter().next()?;
        Some([0, -3, -95, -120, -7, 5, -140, 20][queen.index() % 8] - queen.index() as i32 % 3)
    }
}

#[test]
fn worths_fall_with_the_ranks_and_are_one_within_a_rank() {
    for (clock, repeats) in [(0, false), (30, false), (90, false), (8, true)] {
        let mut game = game(&QUEEN.replace("0 1", &format!("{clock} 80")));
        for text in ["a1a2", "d5d4", "a2a1", "d4d5"].repeat(if repeats { 1 } else { 0 }) {
            let mv = game.position().parse_uci(text).expect("a move");
            game.play(mv).expect("legal");
        }
        let mut root = Root::new(game.position(), &[], 99).expect("a move");
        rank_root(Some(&TableUse { tables: Arc::new(ByKing), ..made(None, None) }), &game, &mut root);
        let standings: Vec<Standing> =
            root.moves().collect::<Vec<_>>().into_iter().filter_map(|mv| root.standing_of(mv)).collect();
        assert!(standings.iter().any(|standing| standing.rank != standings[0].rank), "{standings:?}");
        for pair in standings.windows(2) {
            assert!(pair[0].score >= pair[1].score, "{clock}: {pair:?}");
            assert!(pair[0].rank != pair[1].rank || pair[0].score == pair[1].score, "{clock}: {pair:?}");
        }
    }
}

const QUEEN: &str = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

fn root_of(game: &Game) -> Root {
    Root::new(game.position(), &[], 1).expect("a move")
}

#[test]
fn a_win_in_time_is_sure_until_something_repeats() {
    assert_eq!(rank(40, 59, false), SURE_WIN);
    for (late, clock, repeated) in [(40, 60, false), (10, 0, true)] {
        assert!((LEAST_WIN..SURE_WIN).contains(&rank(late, clock, repeated)), "{late} {clock} {repeated}");
    }
    assert!(rank(10, 0, true) > rank(11, 0, true), "then the nearer win is better");
    assert!(rank(41, 60, false) < LEAST_WIN && rank(41, 60, false) > 0, "too late is a draw, and the best of draws");
    assert_eq!(rank(0, 90, true), 0);
}

#[test]
fn a_loss_that_comes_too_late_is_resisted_longest() {
    assert_eq!(rank(-20, 30, false), -SURE_WIN);
    assert!(rank(-60, 10, false) > rank(-50, 10, false));
    assert!(rank(-101, 0, false) > -LEAST_WIN && rank(-90, 0, false) <= -LEAST_WIN);
}

#[test]
fn the_clock_decides_what_a_distance_is_worth() {
    for (clock, is_won) in [(80, true), (83, true), (84, false), (99, false)] {
        let game = game(&QUEEN.replace("0 1", &format!("{clock} 80")));
        let mut root = root_of(&game);
        let (hits, searches_on) = rank_root(Some(&made(Some(-16), None)), &game, &mut root);
        assert_eq!((hits, searches_on), (game.position().legal_moves().len() as u64, false));
        let (score, _) = root.worth(root.answer());
        assert_eq!(score.is_win(), is_won, "{clock}");
        assert_eq!(score == Score::DRAW, !is_won, "{clock}");
    }
}

#[test]
fn the_rule_can_be_switched_off() {
    let tables = TableUse { fifty_move_rule: false, ..made(Some(-150), None) };
    let game = game(QUEEN);
    let mut root = root_of(&game);
    rank_root(Some(&tables), &game, &mut root);
    assert!(root.worth(root.answer()).0.is_win());
}

#[test]
fn without_distances_outcomes_rank_and_the_search_looks_on_for_the_win() {
    let game = game(QUEEN);
    for (outcome, searches_on) in [(TableOutcome::Loss, true), (TableOutcome::Draw, false), (TableOutcome::Win, false)]
    {
        let mut root = root_of(&game);
        let (_, on) = rank_root(Some(&made(None, Some(outcome))), &game, &mut root);
        assert_eq!(on, searches_on, "{outcome:?}");
    }
    let mut root = root_of(&game);
    assert_eq!(rank_root(Some(&made(None, None)), &game, &mut root), (0, true), "what no table knows is searched");
}

#[test]
fn castling_rights_and_more_pieces_are_not_looked_up() {
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4KQR1 w - - 0 1"] {
        let game = game(fen);
        let mut root = root_of(&game);
        assert_eq!(rank_root(Some(&made(Some(-16), None)), &game, &mut root), (0, true), "{fen}");
    }
    let few = TableUse { most_pieces: 2, ..made(Some(-16), None) };
    let game = game(QUEEN);
    assert_eq!(rank_root(Some(&few), &game, &mut root_of(&game)), (0, true));
}

#[test]
fn a_threefold_repetition_is_a_draw_whatever_the_tables_say() {
    let mut game = game(QUEEN);
    for _ in 0..2 {
        for text in ["a1a2", "d5d4", "a2a1", "d4d5"] {
            let mv = game.position().parse_uci(text).expect("a move");
            game.play(mv).expect("legal");
        }
    }
    assert!(has_repeated(&game));
    let again = game.position().parse_uci("a1a2").expect("a move");
    let other = game.position().parse_uci("b1b5").expect("a move");
    let tables = made(Some(-16), None);
    assert_eq!(distance_after(&tables, &game, again), Some(0));
    assert_eq!(distance_after(&tables, &game, other), Some(17));
}

#[test]
fn a_mate_is_told_only_where_it_keeps_the_lines_in_their_order() {
    let game = game(QUEEN);
    let mut root = Root::new(game.position(), &[], 99).expect("a move");
    let moves: Vec<Move> = root.moves().collect();
    let table_scores = [Score::table_win_at(Ply::new(9)), Score::table_win_at(Ply::new(90)), Score::DRAW];
    let standings: Vec<Standing> =
        (0..moves.len()).map(|n| Standing { rank: 2 - n.min(2) as i32, score: table_scores[n.min(2)] }).collect();
    root.rank_moves(&standings);
    let worth = |mv: Move, score| {
        let line = std::iter::once(mv).collect();
        root.worth(&Answer { line, score, bound: Bound::Exact, depth: 1 }).0
    };
    let (mate, mated) = (Score::mate_at(Ply::new(5)), Score::mated_at(Ply::new(5)));
    assert_eq!(worth(moves[0], mate), mate);
    assert_eq!(worth(moves[0], mated), table_scores[0]);
    assert_eq!(worth(moves[1], mate), table_scores[1], "else it would stand above the first");
    assert_eq!([worth(moves[2], mate), worth(moves[2], mated)], [Score::DRAW; 2], "the tables know better");
}
