//! One game between two players, from its opening to its end.
//!
//! Not a record on disk ([`super::entry`]) and not a schedule. Invariant: every move of a game is legal; who answers with anything else has
//! lost, and the game says why.

use record::pgn::Outcome as GameResult;
use rules::fen::CastlingMode;
use rules::{Color, Game, Move, Outcome};
use serde::{Deserialize, Serialize};
use uci::{Base, MoveText, Score};

use crate::matches::adjudication::{Adjudicator, Judgement};
use crate::matches::clock::Clocks;
use crate::matches::tables::Tables;
use crate::openings::Opening;
use crate::plan::{Adjudication, Limit};
use crate::player::{Fault, FaultKind, Player, Request, Thought};

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules.
    Checkmate,
    /// By the rules.
    Stalemate,
    /// By the rules.
    InsufficientMaterial,
    /// By the rules.
    Threefold,
    /// By the rules.
    FiftyMoves,
    /// Both agreed for long enough that nothing happens.
    AgreedDraw,
    /// Both agreed for long enough who wins.
    AgreedWin,
    /// The tables know the result.
    Tables,
    /// As long as games may be.
    TooLong,
    /// The loser did something wrong.
    Fault(Fault),
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The moves after the opening's.
    pub(crate) thoughts: Vec<Thought>,
    pub(crate) result: GameResult,
    pub(crate) ending: Ending,
}

/// What all games of a match have in common.
#[derive(Clone, Copy)]
pub(crate) struct Conditions<'a> {
    pub(crate) limit: Limit,
    pub(crate) adjudication: &'a Adjudication,
    pub(crate) tables: Option<&'a Tables>,
}

/// Plays a game, White's player first; `None` if it was given up because `should_stop` said so.
pub(crate) fn play(
    opening: &Opening,
    players: &mut [&mut dyn Player; 2],
    conditions: Conditions<'_>,
    should_stop: &dyn Fn() -> bool,
) -> Option<Played> {
    let mut board = Board::new(opening);
    let mut clocks = Clocks::new(conditions.limit);
    let mut adjudicator = Adjudicator::new(conditions.adjudication);
    let mut thoughts: Vec<Thought> = Vec::new();
    for color in [Color::White, Color::Black] {
        if let Err(fault) = players[color.index()].new_game(opening.is_chess960) {
            return Some(lost(thoughts, color, fault));
        }
    }
    loop {
        if let Some((result, ending)) = board.end(conditions) {
            return Some(Played { thoughts, result, ending });
        }
        if should_stop() {
            return None;
        }
        let mover = board.game.position().side_to_move();
        let thought = match board.ask(&mut *players[mover.index()], &mut clocks) {
            Ok(thought) => thought,
            Err(fault) => {
                players[mover.index()].discard();
                return Some(lost(thoughts, mover, fault));
            }
        };
        let judgement = adjudicator.judge(mover, thought.score, board.plies());
        thoughts.push(thought);
        // What the rules say goes before what the players think.
        if board.game.outcome().is_none()
            && let Some(judgement) = judgement
        {
            let (result, ending) = match judgement {
                Judgement::Draw => (GameResult::Draw, Ending::AgreedDraw),
                Judgement::Win(color) => (won_by(color), Ending::AgreedWin),
            };
            return Some(Played { thoughts, result, ending });
        }
    }
}

fn lost(thoughts: Vec<Thought>, by: Color, fault: Fault) -> Played {
    Played { thoughts, result: won_by(!by), ending: Ending::Fault(fault) }
}

pub(crate) fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}

/// The game, as we know it and as players are told it.
struct Board {
    game: Game,
    told: uci::Position,
    castling: CastlingMode,
}

impl Board {
    fn new(opening: &Opening) -> Self {
        let castling = if opening.is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let base = match castling {
            CastlingMode::Chess960 => Base::Fen(opening.start.to_shredder_fen()),
            CastlingMode::Standard if opening.start == rules::Position::start() => Base::StartPosition,
            CastlingMode::Standard => Base::Fen(opening.start.to_fen()),
        };
        let told = uci::Position { base, moves: Vec::new() };
        let mut board = Board { game: Game::new(opening.start.clone()), told, castling };
        for &mv in &opening.moves {
            if board.play(mv).is_err() {
                break;
            }
        }
        board
    }

    fn plies(&self) -> u32 {
        self.game.moves().len() as u32
    }

    fn play(&mut self, mv: Move) -> Result<(), Move> {
        self.game.play(mv)?;
        let text: Result<MoveText, _> = mv.uci(self.castling).to_string().parse();
        self.told.moves.extend(text);
        Ok(())
    }

    /// Asks for a move and plays it.
    fn ask(&mut self, player: &mut dyn Player, clocks: &mut Clocks) -> Result<Thought, Fault> {
        let mover = self.game.position().side_to_move();
        let (limits, patience) = clocks.of(mover);
        // Whoever doubts the verdict can look at the position.
        let here = |text: String| format!("{text} in {}", self.game.position().to_fen());
        let thought = player.think(&Request { position: &self.told, limits: &limits, patience });
        let thought = thought.map_err(|fault| Fault { text: here(fault.text), ..fault })?;
        if !clocks.take(mover, thought.time) {
            let late = format!("bestmove {} after {} ms", thought.mv, thought.time.as_millis());
            return Err(Fault::new(FaultKind::Time, here(late)));
        }
        let illegal = |_| Fault::new(FaultKind::IllegalMove, here(format!("bestmove {}", thought.mv)));
        let mv = self.game.position().parse_uci(thought.mv.as_str()).map_err(illegal)?;
        // Every player gets the same spelling, whatever this one uses.
        self.play(mv).map_err(|_| Fault::new(FaultKind::IllegalMove, thought.mv.to_string()))?;
        let spelled = self.told.moves.last().copied().unwrap_or(thought.mv);
        Ok(Thought { mv: spelled, ..thought })
    }

    /// Whether the game is over without anybody's opinion.
    fn end(&self, conditions: Conditions<'_>) -> Option<(GameResult, Ending)> {
        if let Some(outcome) = self.game.outcome() {
            return Some(match outcome {
                Outcome::Checkmate(winner) => (won_by(winner), Ending::Checkmate),
                Outcome::Stalemate => (GameResult::Draw, Ending::Stalemate),
                Outcome::InsufficientMaterial => (GameResult::Draw, Ending::InsufficientMaterial),
                Outcome::Threefold => (GameResult::Draw, Ending::Threefold),
                Outcome::FiftyMoves => (GameResult::Draw, Ending::FiftyMoves),
            });
        }
        if let Some(result) = conditions.tables.and_then(|tables| tables.result(self.game.position())) {
            return Some((result, Ending::Tables));
        }
        (self.plies() >= conditions.adjudication.longest).then_some((GameResult::Draw, Ending::TooLong))
    }
}

/// A score in centipawns, mates as more than any; for records.
pub(crate) fn score_text(score: Score) -> String {
    match score.value {
        uci::ScoreValue::Centipawns(value) => value.to_string(),
        uci::ScoreValue::Mate(moves) => format!("M{moves}"),
    }
}
