//! The crate `abc` as an engine of a session.
//!
//! Not a search: only types are translated here, and what ABC does not know is left out (it has no table, no threads, no
//! Chess960, so it declares no such options).
//! Invariant: after an error the engine stands where it stood.

use abc::{Abc, Iteration};
use rules::fen::{self, CastlingMode};
use session::{Control, Engine, Error, Notice, Root};
use uci::{Base, BestMove, Identity, Info, Limits, MoveText, OptionDescription, OptionValue, Position, Score};

const MOVE_OVERHEAD: &str = "Move Overhead";

/// ABC, ready to be served.
#[derive(Debug)]
pub struct AbcEngine {
    abc: Abc,
    // Milliseconds a move loses between engine and GUI.
    move_overhead: i64,
}

impl AbcEngine {
    /// ABC at the start position.
    #[must_use]
    pub fn new() -> Self {
        AbcEngine { abc: Abc::new(), move_overhead: abc::Limits::default().move_overhead }
    }
}

impl Default for AbcEngine {
    fn default() -> Self {
        AbcEngine::new()
    }
}

impl Engine for AbcEngine {
    fn identity(&self) -> Identity {
        let name = concat!("Assay ABC ", env!("CARGO_PKG_VERSION")).to_owned();
        Identity { name, author: "the Assay developers".to_owned() }
    }

    fn options(&self) -> Vec<OptionDescription> {
        let default = abc::Limits::default().move_overhead;
        // Ponder has no effect of its own; declared, because GUIs ponder only with engines that declare it.
        vec![OptionDescription::spin(MOVE_OVERHEAD, default, 0, 5000), OptionDescription::check("Ponder", false)]
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<Vec<Notice>, Error> {
        if let (MOVE_OVERHEAD, OptionValue::Spin(milliseconds)) = (name, value) {
            self.move_overhead = *milliseconds;
        }
        Ok(Vec::new())
    }

    fn new_game(&mut self) {
        self.abc.new_game();
    }

    fn set_position(&mut self, position: &Position) -> Result<Vec<Notice>, Error> {
        let mut abc = self.abc.clone();
        let mut notices = Vec::new();
        match &position.base {
            Base::StartPosition => abc.set_position(None).map_err(|error| Error::new(error.to_string()))?,
            Base::Fen(text) => {
                abc.set_position(Some(text)).map_err(|error| Error::new(error.to_string()))?;
                notices = dropped(text);
            }
        }
        for (index, text) in position.moves.iter().enumerate() {
            if let Err(error) = abc.play(text.as_str()) {
                let number = index + 1;
                notices.push(Notice::Error(format!("move {number} of the list: {error}; the list ends before it")));
                break;
            }
        }
        self.abc = abc;
        Ok(notices)
    }

    fn root(&self) -> Root {
        let legal_moves: Vec<MoveText> = self.abc.legal_moves().iter().filter_map(|text| text.parse().ok()).collect();
        Root { legal_moves, in_check: self.abc.in_check() }
    }

    fn search(&mut self, limits: &Limits, control: &Control, report: &mut dyn FnMut(Info)) -> BestMove {
        if let Some(line) = session::unplayable(&limits.search_moves, |text| self.abc.clone().play(text).is_ok()) {
            report(line);
        }
        let mut host = AbcHost { control, report, reported: false };
        let limits = self.translate(limits);
        let outcome = self.abc.search_position(&limits, &mut host);
        let (best, ponder) = (read(outcome.best_move.as_deref()), read(outcome.ponder.as_deref()));
        // Stopped before the first iteration was complete. GUIs want a score with every move all the same.
        if !host.reported {
            let pv = best.into_iter().collect();
            host.tell(outcome.depth, outcome.score, outcome.nodes, pv);
        }
        BestMove { best, ponder }
    }
}

impl AbcEngine {
    fn translate(&self, limits: &Limits) -> abc::Limits {
        let milliseconds = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
        // A runner that sends one clock only means that one, whoever is to move.
        let time = [limits.wtime.or(limits.btime), limits.btime.or(limits.wtime)];
        abc::Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            mate: limits.mate,
            movetime: limits.movetime.map(milliseconds),
            time,
            inc: [limits.winc, limits.binc],
            movestogo: limits.movestogo.map(i64::from),
            move_overhead: self.move_overhead,
            infinite: limits.infinite,
            search_moves: limits.search_moves.iter().map(ToString::to_string).collect(),
        }
    }
}

fn read(text: Option<&str>) -> Option<MoveText> {
    text.and_then(|text| text.parse().ok())
}

/// What was left out of a FEN that ABC accepted. ABC does not say, so the other board is asked.
fn dropped(text: &str) -> Vec<Notice> {
    let notices = fen::parse(text, CastlingMode::Standard).map(|fen| fen.notices).unwrap_or_default();
    notices.into_iter().map(|notice| Notice::Info(notice.to_string())).collect()
}

struct AbcHost<'a> {
    control: &'a Control,
    report: &'a mut dyn FnMut(Info),
    reported: bool,
}

impl AbcHost<'_> {
    fn tell(&mut self, depth: u32, score: abc::Score, nodes: u64, pv: Vec<MoveText>) {
        let score = match score {
            abc::Score::Centipawns(value) => Score::centipawns(value),
            abc::Score::Mate(moves) => Score::mate(moves),
        };
        let elapsed = self.control.elapsed();
        self.reported = true;
        (self.report)(Info {
            depth: Some(depth),
            multipv: Some(1),
            score: Some(score),
            nodes: Some(nodes),
            nps: Some(session::nodes_per_second(nodes, elapsed)),
            time: Some(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)),
            pv,
            ..Info::default()
        });
    }
}

impl abc::Host for AbcHost<'_> {
    fn should_stop(&mut self) -> bool {
        self.control.should_stop()
    }

    /// Time on the own clock: none passes while pondering.
    fn elapsed_ms(&mut self) -> u64 {
        u64::try_from(self.control.time_used().as_millis()).unwrap_or(u64::MAX)
    }

    fn report(&mut self, iteration: &Iteration) {
        let pv = iteration.pv.iter().map_while(|text| text.parse().ok()).collect();
        self.tell(iteration.depth, iteration.score, iteration.nodes, pv);
    }
}
