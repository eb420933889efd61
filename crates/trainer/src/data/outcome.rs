//! What became of the positions of a game: its result, drawn towards the scores of the moves in between.
//!
//! One result for a hundred positions is mostly noise where both sides err, and worst for the earliest. So each position may be told, instead of the
//! result, a mean of its own and all later scores and the result, in which those that are nearer weigh more: TD(λ), Sutton 1988. Not the position's own label,
//! which mixes this with its score (`loss`). Invariant: with λ = 1 it is the result and nothing else.

use record::training::Game;

/// What stands for a win; half of it for a draw, 0 for a loss.
pub(crate) const WIN: u8 = 254;

/// The outcomes of a game's positions in [`WIN`]ths, from the view of the side to move, by their number. `scale` is K of the scores.
pub(crate) fn outcomes(game: &Game, lambda: f64, scale: f64) -> Vec<u8> {
    let mut mover = game.start.side_to_move();
    if game.moves.len() % 2 == 1 {
        mover = !mover;
    }
    // Of whoever is to move in the last position.
    let mut expected = f64::from(game.result.half_points(mover)) / 2.0;
    let backwards = game.moves.iter().rev().map(|scored| {
        let own = 1.0 / (1.0 + libm::exp(-f64::from(scored.score.number()) / scale));
        expected = lambda * (1.0 - expected) + (1.0 - lambda) * own;
        libm::round(expected * f64::from(WIN)) as u8
    });
    let mut outcomes: Vec<u8> = backwards.collect();
    outcomes.reverse();
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::training::{GameResult, Score, Scored};
    use rules::{Move, MoveKind, Position, Square};

    fn game(result: GameResult, scores: &[Score]) -> Game {
        let start = Position::start();
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|text| {
            let square = |at: usize| text[at..at + 2].parse::<Square>().expect("a square");
            (square(0), square(2))
        });
        let moves = scores.iter().zip(shuffle.into_iter().cycle());
        let moves =
            moves.map(|(&score, (from, to))| Scored { mv: Move::new(from, to, MoveKind::Quiet), score }).collect();
        Game { start, moves, result }
    }

    #[test]
    fn the_result_alone() {
        let scores = [Score::centipawns(300), Score::centipawns(-900), Score::centipawns(5)];
        for (result, expected) in
            [(GameResult::WhiteWins, [254, 0, 254]), (GameResult::Draw, [127; 3]), (GameResult::BlackWins, [0, 254, 0])]
        {
            assert_eq!(outcomes(&game(result, &scores), 1.0, 400.0), expected);
        }
    }

    #[test]
    fn scores_by_hand() {
        // White's chances by score: 0.731059, 0.5, 0.952574; then it wins.
        let scores = [Score::centipawns(400), Score::centipawns(0), Score::centipawns(1_200)];
        let outcomes = outcomes(&game(GameResult::WhiteWins, &scores), 0.75, 400.0);
        // 0.75 * 1 + 0.25 * 0.952574 = 0.988144; 0.75 * that + 0.25 * 0.5 = 0.866108; 0.75 * that + 0.25 * 0.731059 = 0.832345.
        assert_eq!(outcomes, [211, 34, 251]);
    }

    #[test]
    fn black_may_begin_and_the_number_of_moves_be_even() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1").expect("a FEN");
        let black_first = |game: Game| Game { start: position.clone(), ..game };
        let scores = [Score::centipawns(0), Score::centipawns(400)];
        // White's score of the second move, then the win: 0.5 * 1 + 0.5 * 0.731059 = 0.865530; for Black before it 0.5 * 0.134470 + 0.5 * 0.5.
        let won = black_first(game(GameResult::WhiteWins, &scores));
        assert_eq!(outcomes(&won, 0.5, 400.0), [81, 220]);
        assert_eq!(outcomes(&won, 1.0, 400.0), [0, 254]);
        let odd = black_first(game(GameResult::BlackWins, &[scores[0]; 3]));
        assert_eq!(outcomes(&odd, 1.0, 400.0), [254, 0, 254]);
        assert_eq!(outcomes(&game(GameResult::BlackWins, &scores), 1.0, 400.0), [0, 254]);
    }

    #[test]
    fn mates_are_as_good_as_won() {
        let scores = [Score::Mate { winning: true }, Score::Mate { winning: false }];
        assert_eq!(outcomes(&game(GameResult::Draw, &scores), 0.0, 400.0), [254, 0]);
        assert!(outcomes(&game(GameResult::Draw, &[]), 0.5, 400.0).is_empty());
    }
}
