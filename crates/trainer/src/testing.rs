//! Positions, games and folders for the tests: drawn by a fixed generator, the same ones in every run.
//!
//! Not for production code. Invariant: every position was reached by legal moves.

use crate::data::{Packed, WIN};
use record::training::{Game, GameResult, Score, Scored, Writer};
use rules::Random;
use rules::{Color, PieceKind, Position};
use std::path::{Path, PathBuf};

/// Games of random moves with more captures than chance would have, so that all numbers of men occur. A score is the mover's material and some
/// noise, the result follows the last material: so there is something to learn.
pub(crate) fn games(seed: u64, count: usize) -> Vec<Game> {
    let mut random = Random(seed);
    (0..count).map(|_| game(&mut random)).collect()
}

fn game(random: &mut Random) -> Game {
    let mut position = Position::start();
    let mut moves = Vec::new();
    while moves.len() < 160 && position.halfmove_clock() < 100 {
        let legal = position.legal_moves();
        let captures: Vec<_> = legal.iter().copied().filter(|mv| mv.is_capture()).collect();
        let choice = if !captures.is_empty() && random.below(3) == 0 { &captures[..] } else { &legal[..] };
        if choice.is_empty() {
            break;
        }
        let mv = choice[random.below(choice.len())];
        let noise = random.below(41) as i32 - 20;
        moves.push(Scored { mv, score: Score::centipawns(material(&position) + noise) });
        position.make(mv);
    }
    let white = if position.side_to_move() == Color::White { material(&position) } else { -material(&position) };
    let result = match white {
        ..-150 => GameResult::BlackWins,
        -150..=150 => GameResult::Draw,
        _ => GameResult::WhiteWins,
    };
    Game { start: Position::start(), moves, result }
}

/// The mover's men less the other's, in centipawns.
fn material(position: &Position) -> i32 {
    let of = |color: Color| -> i32 {
        let worth = [100, 300, 300, 500, 900, 0];
        PieceKind::ALL.map(|kind| position.pieces(color, kind).count() as i32 * worth[kind.index()]).iter().sum()
    };
    of(position.side_to_move()) - of(!position.side_to_move())
}

/// So many positions of such games, in no order.
pub(crate) fn boards(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random(seed);
    let mut boards = Vec::new();
    while boards.len() < 2 * count {
        let game = game(&mut random);
        let mut position = game.start.clone();
        for (ply, scored) in game.moves.iter().enumerate() {
            // Earlier ones would occur in many games.
            if ply >= 8 {
                boards.push(position.clone());
            }
            position.make(scored.mv);
        }
    }
    random.shuffle(&mut boards);
    boards.truncate(count);
    boards
}

/// The same with labels drawn at random.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<Packed> {
    let mut random = Random(!seed);
    let label = |position: &Position| {
        let score = random.below(1_601) as i16 - 800;
        Packed::new(position, score, random.below(usize::from(WIN) + 1) as u8)
    };
    boards(seed, count).iter().map(label).collect()
}

/// A file of records.
pub(crate) fn write_games(path: &Path, games: &[Game]) -> PathBuf {
    let mut writer = Writer::new(Vec::new()).expect("memory takes all");
    games.iter().for_each(|game| writer.write(game).expect("a legal game"));
    std::fs::write(path, writer.into_inner()).expect("a writable folder");
    path.to_owned()
}

/// A folder that goes when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("assay-trainer-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a writable folder for temporary files");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
