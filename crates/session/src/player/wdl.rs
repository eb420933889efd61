//! What a score means in games: the chances to win, to draw and to lose.
//!
//! Not knowledge of the position: the score is all that is looked at. A logistic curve of two parameters, of highest likelihood on this
//! engine's games against itself; `tools/measure/fit_wdl.py` says which games, and derives the constants again. One of them is in `eval`
//! ([`EvenChance`]): by it scores are told.
//! Invariant: the chances sum to 1000, a higher score never means less, and both sides agree.

use eval::EvenChance;
use uci::{Score, ScoreValue, WinDrawLoss};

/// By how much the network's value must grow for the odds of a win to grow by a factor of e.
const SPREAD: f64 = 158.1;
/// The score as it is told, in centipawns, with which one game in two is won.
const TOLD_HALF: f64 = 100.0;
/// [`SPREAD`] in the same unit.
const TOLD_SPREAD: f64 = SPREAD * TOLD_HALF / EvenChance::NETWORK.value();

/// Where the rules or tablebases say so: no curve is needed.
pub(super) const CERTAIN_DRAW: WinDrawLoss = WinDrawLoss { win: 0, draw: 1000, loss: 0 };

/// Thousandths, for the side whose score it is. A mate found is a mate played, and a win by tablebases is far up the curve.
pub(super) fn chances(score: Score) -> WinDrawLoss {
    match score.value {
        ScoreValue::Centipawns(value) => {
            let (win, loss) = (permille(f64::from(value)), permille(-f64::from(value)));
            WinDrawLoss { win, draw: 1000 - win - loss, loss }
        }
        ScoreValue::Mate(moves) => {
            let win = if moves > 0 { 1000 } else { 0 };
            WinDrawLoss { win, draw: 0, loss: 1000 - win }
        }
    }
}

fn permille(score: f64) -> u32 {
    // From 0 to 1000 by construction.
    libm::round(1000.0 * win(score, TOLD_HALF, TOLD_SPREAD)) as u32
}

/// The chance to win, from 0 to 1.
fn win(score: f64, half: f64, spread: f64) -> f64 {
    1.0 / (1.0 + libm::exp((half - score) / spread))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often which value of the network, from the view of the side to move, went with which end of the game: lines of score, wins, draws, losses.
    const GAMES: &str = include_str!("../../../../tools/measure/data/wdl.csv");

    fn games() -> Vec<[f64; 4]> {
        let lines = GAMES.lines().filter(|line| !line.starts_with('#')).skip(1);
        let numbers =
            |line: &str| line.split(',').map(|number| number.parse().expect("a number")).collect::<Vec<f64>>();
        lines.map(|line| numbers(line).try_into().expect("four numbers")).collect()
    }

    /// Mean logarithm of the likelihood of what happened.
    fn likelihood(games: &[[f64; 4]], half: f64, spread: f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for &[score, wins, draws, losses] in games {
            let (win, loss) = (win(score, half, spread), win(-score, half, spread));
            let part = |number: f64, chance: f64| if number > 0.0 { number * libm::log(chance) } else { 0.0 };
            sum += part(wins, win) + part(draws, 1.0 - win - loss) + part(losses, loss);
            count += wins + draws + losses;
        }
        sum / count
    }

    #[test]
    fn no_other_constants_fit_the_games_better() {
        let games = games();
        let positions: f64 = games.iter().map(|[_, wins, draws, losses]| wins + draws + losses).sum();
        assert!(positions > 25_000.0, "{positions}");
        let half = EvenChance::NETWORK.value();
        let best = likelihood(&games, half, SPREAD);
        for (more_half, more_spread) in [(0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2), (40.0, 20.0), (-40.0, 20.0)]
        {
            let other = likelihood(&games, half + more_half, SPREAD + more_spread);
            assert!(other < best, "{more_half} and {more_spread} more would be better: {other} instead of {best}");
        }
    }

    #[test]
    fn chances_sum_to_1000_grow_with_the_score_and_are_the_same_for_both() {
        let mut before = chances(Score::centipawns(i32::MIN));
        assert_eq!(before, WinDrawLoss { win: 0, draw: 0, loss: 1000 });
        for value in (-4000..=4000).chain([32_000, i32::MAX]) {
            let now = chances(Score::centipawns(value));
            assert_eq!(now.win + now.draw + now.loss, 1000, "{value}");
            assert!(now.win >= before.win && now.loss <= before.loss, "{value}");
            let other = chances(Score::centipawns(value.saturating_neg()));
            assert_eq!((now.win, now.draw, now.loss), (other.loss, other.draw, other.win), "{value}");
            before = now;
        }
        assert_eq!(before, WinDrawLoss { win: 1000, draw: 0, loss: 0 });
    }

    #[test]
    fn a_mate_is_certain() {
        let certain = |moves| chances(Score::mate(moves));
        assert_eq!(certain(7), WinDrawLoss { win: 1000, draw: 0, loss: 0 });
        assert_eq!([certain(-7), certain(0)], [WinDrawLoss { win: 0, draw: 0, loss: 1000 }; 2]);
    }
}
