//! Assay's own search as an engine of a session.
//!
//! *What it is:* the game, the options and the searcher, and what a `go` makes of them.
//!
//! *What it is not:* no rule of *when* something is answered ([`Session`](crate::Session)), no search, no clock of its own.
//!
//! *Invariant:* after an error everything stands as it stood; a position sent twice is searched alike whatever came between, short of
//! what the table remembers.

mod inquiries;
mod library;
mod openings;
mod reporter;
mod settings;
mod stats;
mod wdl;

use eval::EvenChance;
use rules::fen::{self, CastlingMode, Fen};
use rules::{Game, Move, Position};
use search::{Searcher, Spawner, TableError};
use uci::{Base, BestMove, Identity, Info, Inquiry, Limits, MoveText, OptionDescription, OptionValue};

use crate::control::Control;
use crate::engine::{Chances, Engine, Error, Notice, Root};
use crate::files::Files;
use crate::pace::Pace;
use crate::techniques::Switches;
use crate::time_budget::TimeBudget;
use library::Library;
use reporter::{Reporter, Wording, text};
use settings::Settings;
use stats::LastSearch;

pub use inquiries::{bench_line, bench_total};
pub use reporter::nodes_per_second;

/// With soft nodes: the nodes that end a search wherever it is, by those after which no iteration begins.
const HARD_BY_SOFT: u64 = 16;

/// What the player is given by the machine it runs on: how much there is of everything, and whatever needs threads or files.
#[derive(Debug)]
pub struct Surroundings {
    /// The largest table, in mebibytes.
    pub max_hash_mebibytes: usize,
    /// Whoever has threads.
    pub spawner: Box<dyn Spawner>,
    /// Reads the text of a file that the user named, or says why not.
    pub read_text: fn(&str) -> Result<String, String>,
    /// Opens tablebases and books; without it there are none, and no options for them.
    pub files: Option<Box<dyn Files>>,
}

/// Assay.
#[derive(Debug)]
pub struct Player {
    searcher: Searcher,
    game: Game,
    /// As what the game was told, if whole and without a word about it: most often the next one goes on from there.
    told: Option<uci::Position>,
    settings: Settings,
    library: Library,
    read_text: fn(&str) -> Result<String, String>,
    /// Whether there is nothing to forget. GUIs ask for it more often than there is a search, and large tables take their time.
    is_fresh: bool,
    /// The last search, and all together.
    last: Option<LastSearch>,
    searches: u64,
    nodes: u64,
}

impl Player {
    /// A player at the start position. `plain` leaves the engine's own switches out of the list that GUIs show; they can be set all
    /// the same.
    ///
    /// # Errors
    /// When not even a table of the default size can be had.
    pub fn new(surroundings: Surroundings, plain: bool) -> Result<Self, TableError> {
        let settings = Settings::new(&surroundings, plain);
        let searcher = Searcher::with_spawner(settings.hash, surroundings.spawner)?;
        Ok(Player {
            searcher,
            game: Game::new(Position::start()),
            told: None,
            settings,
            read_text: surroundings.read_text,
            library: Library::new(surroundings.files),
            is_fresh: true,
            last: None,
            searches: 0,
            nodes: 0,
        })
    }

    /// The switches and parameters in use.
    #[must_use]
    pub fn techniques(&self) -> &Switches {
        &self.settings.techniques
    }

    /// The position that a game begins with, and what had to be mended in it.
    fn start(&self, base: &Base) -> Result<(Position, Vec<Notice>), Error> {
        let text = match base {
            Base::StartPosition => return Ok((Position::start(), Vec::new())),
            Base::Fen(text) => text,
        };
        let read = fen::parse(text, self.settings.castling).map_err(|error| Error::new(error.to_string()))?;
        let Fen { position, notices } = read;
        Ok((position, notices.iter().map(|notice| Notice::Info(notice.to_string())).collect()))
    }

    fn resize(&mut self, mebibytes: usize) -> Result<(), Error> {
        let old = self.settings.hash;
        if mebibytes != old {
            let refused = |error| Error::new(format!("Hash: {error}; the old table of {old} MB stays"));
            self.searcher.resize(mebibytes).map_err(refused)?;
            self.settings.hash = mebibytes;
        }
        Ok(())
    }

    /// Answers without a search. Hosts want a score with every move all the same.
    fn play_from_book(&self, mv: Move, control: &Control, report: &mut dyn FnMut(Info)) -> BestMove {
        let best = text(mv, self.settings.castling);
        report(Info::text("the move is from the own book".to_owned()));
        report(Info {
            depth: Some(1),
            seldepth: Some(1),
            multipv: Some(1),
            score: Some(uci::Score::centipawns(0)),
            nodes: Some(0),
            nps: Some(0),
            hashfull: Some(0),
            tbhits: Some(0),
            time: Some(u64::try_from(control.elapsed().as_millis()).unwrap_or(u64::MAX)),
            pv: best.into_iter().collect(),
            ..Info::default()
        });
        BestMove { best, ponder: None }
    }

    /// The moves of `searchmoves` that can be searched here, each once.
    fn root_moves(&self, moves: &[MoveText]) -> Vec<Move> {
        let mut found: Vec<Move> = Vec::new();
        for text in moves {
            if let Ok(mv) = self.game.position().parse_uci(text.as_str())
                && !found.contains(&mv)
            {
                found.push(mv);
            }
        }
        found
    }
}

impl Engine for Player {
    fn identity(&self) -> Identity {
        let name = concat!("Assay ", env!("CARGO_PKG_VERSION")).to_owned();
        Identity { name, author: "the Assay developers".to_owned() }
    }

    fn options(&self) -> Vec<OptionDescription> {
        self.settings.listed(self.library.listed())
    }

    fn unlisted_options(&self) -> Vec<OptionDescription> {
        self.settings.unlisted()
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<Vec<Notice>, Error> {
        match (name, value) {
            (settings::HASH, OptionValue::Spin(mebibytes)) => {
                self.resize(usize::try_from(*mebibytes).unwrap_or(usize::MAX))?;
                Ok(Vec::new())
            }
            (settings::THREADS, OptionValue::Spin(threads)) => {
                let old = self.searcher.threads();
                let refused = |error| Error::new(format!("Threads: {error}; {old} stay"));
                self.searcher.set_threads(usize::try_from(*threads).unwrap_or(1)).map_err(refused)?;
                Ok(Vec::new())
            }
            (settings::CLEAR_HASH, _) => {
                self.new_game();
                Ok(Vec::new())
            }
            (library::EVAL_FILE, OptionValue::String(file)) => {
                let is_in_use = self.settings.techniques.search.eval.network.on;
                let (network, notice) = self.library.network(file, is_in_use)?;
                let options = &mut self.settings.techniques.search;
                let is_another = options.network != network;
                options.network = network;
                if is_another {
                    // The table holds evaluations of the old one.
                    self.new_game();
                }
                Ok(vec![notice])
            }
            _ => {
                if let Some(result) = self.library.set(name, value) {
                    let notices = result?;
                    if Library::is_of_search(name) {
                        self.searcher.set_tablebases(self.library.table_use());
                        // What the table holds is true of other tablebases.
                        self.new_game();
                    }
                    return Ok(notices);
                }
                let before = self.settings.techniques.search.clone();
                let notices = self.settings.set(name, value)?;
                // A FEN may mean something else now.
                self.told = None;
                // What other techniques found, static evaluations above all, would be taken for their own.
                if self.settings.techniques.search != before {
                    self.new_game();
                }
                Ok(notices)
            }
        }
    }

    fn new_game(&mut self) {
        if !self.is_fresh {
            self.searcher.new_game();
            self.is_fresh = true;
        }
    }

    fn set_position(&mut self, position: &uci::Position) -> Result<Vec<Notice>, Error> {
        let mut notices = Vec::new();
        let (mut game, known) = match self.told.take() {
            Some(told) if told.base == position.base && position.moves.starts_with(&told.moves) => {
                (std::mem::replace(&mut self.game, Game::new(Position::start())), told.moves.len())
            }
            told => {
                let (start, of_start) = self.start(&position.base).inspect_err(|_| self.told = told)?;
                notices = of_start;
                (Game::new(start), 0)
            }
        };
        for (index, text) in position.moves.iter().enumerate().skip(known) {
            let played = game.position().parse_uci(text.as_str());
            match played {
                Ok(mv) => _ = game.play(mv),
                Err(error) => {
                    let number = index + 1;
                    notices.push(Notice::Error(format!("move {number} of the list: {error}; the list ends before it")));
                    break;
                }
            }
        }
        self.game = game;
        self.told = notices.is_empty().then(|| position.clone());
        Ok(notices)
    }

    fn root(&self) -> Root {
        let position = self.game.position();
        let legal_moves = position.legal_moves().iter().filter_map(|&mv| text(mv, self.settings.castling)).collect();
        Root { legal_moves, in_check: position.in_check() }
    }

    fn search(&mut self, limits: &Limits, control: &Control, report: &mut dyn FnMut(Info)) -> BestMove {
        let position = self.game.position();
        if let Some(line) = unplayable(&limits.search_moves, |text| position.parse_uci(text).is_ok()) {
            report(line);
        }
        if let Some(mv) = self.library.book_move(position, limits, self.settings.analyse_mode) {
            return self.play_from_book(mv, control, report);
        }
        let soft_nodes = limits.nodes.filter(|_| self.settings.soft_nodes);
        let wanted = search::Limits {
            depth: limits.depth,
            // An iteration that never ends must not keep a game waiting.
            nodes: soft_nodes.map(|nodes| nodes.saturating_mul(HARD_BY_SOFT)).or(limits.nodes),
            soft_nodes,
            mate: limits.mate,
            lines: self.settings.lines,
            root_moves: self.root_moves(&limits.search_moves),
        };
        let castling: CastlingMode = self.settings.castling;
        let budget = TimeBudget::new(limits, position.side_to_move(), self.settings.move_overhead);
        let pace = Pace::new(self.settings.techniques.time);
        let wording = Wording { castling, unit: EvenChance::of(&self.settings.techniques.search.eval) };
        let mut reporter = Reporter::new(&self.game, &self.library, wording, budget, pace, control, report);
        self.is_fresh = false;
        self.searcher.count(self.settings.telemetry);
        let outcome = self.searcher.search(&self.game, &wanted, &self.settings.techniques.search, &mut reporter);
        let Some(outcome) = outcome else {
            return BestMove::default();
        };
        reporter.conclude(&outcome);
        reporter.tell_of_missing_threads(&outcome, self.searcher.threads());
        self.last = Some(reporter.last);
        self.searches += 1;
        self.nodes += outcome.nodes;
        BestMove { best: text(outcome.best, castling), ponder: outcome.ponder.and_then(|mv| text(mv, castling)) }
    }

    fn last_nodes(&self) -> Option<u64> {
        self.last.as_ref().map(|last| last.nodes)
    }

    fn chances(&self) -> Option<Chances> {
        self.settings.show_wdl.then_some(wdl::chances)
    }

    fn answer(&mut self, inquiry: &Inquiry, control: &Control, say: &mut dyn FnMut(String)) -> Result<(), Error> {
        self.reply(inquiry, control, say)
    }

    fn flipped(&self) -> Option<uci::Position> {
        Some(uci::Position { base: Base::Fen(self.with_colours_exchanged()), moves: Vec::new() })
    }
}

/// One error line that names the moves of `searchmoves` that cannot be searched here, if there are any.
pub fn unplayable(moves: &[MoveText], is_legal: impl Fn(&str) -> bool) -> Option<Info> {
    let illegal = moves.iter().map(MoveText::as_str).filter(|text| !is_legal(text));
    let names: Vec<&str> = illegal.collect();
    let line = || Info::text(format!("ERROR searchmoves: ignored, since not legal: {}", names.join(" ")));
    (!names.is_empty()).then(line)
}
