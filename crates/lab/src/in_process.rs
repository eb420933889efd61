//! An engine of this house as a player, without a process of its own.
//!
//! Not a search: the engine is what a GUI gets over UCI, called directly. Its patience is its own: it looks at its limits at least every
//! thousand nodes, so nobody watches whether it hangs.
//! Invariant: a panic costs its game and nothing else; the next game begins with a fresh engine.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use session::{Clock, Control, Engine, Notice, Player as Assay, Surroundings};
use uci::{BestMove, OptionDescription, OptionValue};

use crate::plan::Contestant;
use crate::player::{Fault, FaultKind, Heard, Player, Request, Thought};

/// The names of the engines that are played in process.
pub const ENGINES: [&str; 2] = ["assay", "abc"];
const CHESS960: &str = "UCI_Chess960";

/// Which clock a player's time is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSource {
    /// The clock on the wall.
    Wall,
    /// Time for which the thread that searches had a processor.
    Processor,
}

#[derive(Debug)]
struct ThreadClock;

impl Clock for ThreadClock {
    fn now(&self) -> Duration {
        cpu_time::ThreadTime::now().as_duration()
    }
}

/// The engine, if it has not panicked since the last game began.
pub struct InProcess {
    contestant: Contestant,
    engine: Option<Box<dyn Engine>>,
    clock: Arc<dyn Clock>,
    is_chess960: bool,
}

impl InProcess {
    /// The engine with its options.
    ///
    /// # Errors
    /// When there is no such engine, or an option or its value is not one of its own; the words name it.
    pub fn new(contestant: &Contestant, time: TimeSource) -> Result<Self, String> {
        let clock: Arc<dyn Clock> = match time {
            TimeSource::Wall => Arc::new(engine::NativeClock::new()),
            TimeSource::Processor => Arc::new(ThreadClock),
        };
        let engine = Some(build(contestant)?);
        Ok(InProcess { contestant: contestant.clone(), engine, clock, is_chess960: false })
    }

    fn set_chess960(&mut self, is_wanted: bool) -> Result<(), Fault> {
        let Some(engine) = self.engine.as_mut() else { return Ok(()) };
        if !engine.options().iter().any(|option| option.is_named(CHESS960)) {
            let cannot = || Fault::new(FaultKind::Crash, format!("{} plays no Chess960", self.contestant.name));
            return if is_wanted { Err(cannot()) } else { Ok(()) };
        }
        let set = engine.set_option(CHESS960, &OptionValue::Check(is_wanted));
        set.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
        self.is_chess960 = is_wanted;
        Ok(())
    }
}

/// A fresh engine of this kind with these options.
fn build(contestant: &Contestant) -> Result<Box<dyn Engine>, String> {
    let mut engine: Box<dyn Engine> = match contestant.engine.as_str() {
        "assay" => {
            let surroundings = Surroundings {
                max_hash_mebibytes: engine::memory_mebibytes(),
                spawner: Box::new(engine::NativeThreads),
                read_text: engine::read_text,
                files: Some(Box::new(engine::NativeFiles)),
            };
            Box::new(Assay::new(surroundings, false).map_err(|error| error.to_string())?)
        }
        "abc" => Box::new(engine::AbcEngine::new()),
        other => return Err(format!("no engine of this program is called '{other}' ({} are)", ENGINES.join(", "))),
    };
    // A preset sets everything, so what is set one by one comes after it, whatever the alphabet says.
    let is_preset = |name: &str| name.eq_ignore_ascii_case("preset");
    let (presets, others): (Vec<_>, Vec<_>) = contestant.options.iter().partition(|(name, _)| is_preset(name));
    for (name, value) in presets.into_iter().chain(others) {
        set(&mut *engine, name, &value.to_string()).map_err(|error| format!("{}: {error}", contestant.name))?;
    }
    Ok(engine)
}

fn set(engine: &mut dyn Engine, name: &str, text: &str) -> Result<(), String> {
    let declared: Vec<OptionDescription> = engine.options().into_iter().chain(engine.unlisted_options()).collect();
    let option = declared.iter().find(|option| option.is_named(name));
    let option = option.ok_or_else(|| format!("there is no option '{name}'"))?;
    let value = option.read(Some(text))?;
    let notices = engine.set_option(&option.name, &value).map_err(|error| error.to_string())?;
    let error = notices.into_iter().find_map(|notice| match notice {
        Notice::Error(text) => Some(text),
        Notice::Info(_) => None,
    });
    error.map_or(Ok(()), Err)
}

impl Player for InProcess {
    fn name(&self) -> &str {
        &self.contestant.name
    }

    fn new_game(&mut self, is_chess960: bool) -> Result<(), Fault> {
        match &mut self.engine {
            Some(engine) => engine.new_game(),
            None => {
                let built = build(&self.contestant).map_err(|error| Fault::new(FaultKind::Crash, error))?;
                (self.engine, self.is_chess960) = (Some(built), false);
            }
        }
        if is_chess960 == self.is_chess960 { Ok(()) } else { self.set_chess960(is_chess960) }
    }

    fn discard(&mut self) {
        self.engine = None;
    }

    fn think(&mut self, request: &Request<'_>) -> Result<Thought, Fault> {
        let Some(mut engine) = self.engine.take() else {
            return Err(Fault::new(FaultKind::Crash, "it panicked earlier in this game"));
        };
        let started = self.clock.now();
        let control = Control::new(Arc::clone(&self.clock), started, false);
        let mut heard = Heard::default();
        // Unwind safety: an engine that panics is not used again.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            engine.set_position(request.position).map_err(|error| error.to_string())?;
            Ok::<_, String>(engine.search(request.limits, &control, &mut |info| heard.note(&info)))
        }));
        let time = self.clock.now().saturating_sub(started);
        match answer {
            Ok(Ok(BestMove { best, .. })) => {
                let nodes = engine.last_nodes().unwrap_or(heard.nodes);
                self.engine = Some(engine);
                let mv = best.ok_or_else(|| Fault::new(FaultKind::NoMove, "bestmove (none)"))?;
                Ok(Thought { mv, score: heard.score, depth: heard.depth, nodes, time })
            }
            Ok(Err(refused)) => {
                self.engine = Some(engine);
                Err(Fault::new(FaultKind::Crash, refused))
            }
            Err(panic) => Err(Fault::new(FaultKind::Crash, format!("panicked: {}", words(&*panic)))),
        }
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Value;
    use uci::{Limits, Position};

    fn contestant(engine: &str, options: &[(&str, &str)]) -> Contestant {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), Value::from(value))).collect();
        Contestant { name: engine.to_owned(), engine: engine.to_owned(), arguments: Vec::new(), options }
    }

    fn first_move(player: &mut InProcess, limits: &Limits) -> Result<Thought, Fault> {
        let position = Position::default();
        player.think(&Request { position: &position, limits, patience: Duration::from_secs(1) })
    }

    #[test]
    fn both_engines_move_and_say_what_they_think() {
        for engine in ENGINES {
            let mut player = InProcess::new(&contestant(engine, &[]), TimeSource::Processor).expect("an engine");
            player.new_game(false).expect("a game");
            let limits = Limits { nodes: Some(3000), ..Limits::default() };
            let thought = first_move(&mut player, &limits).expect("a move");
            assert!(thought.score.is_some() && thought.depth.is_some(), "{thought:?}");
            assert!((1..=4000).contains(&thought.nodes), "{thought:?}");
            assert!(thought.time > Duration::ZERO);
        }
    }

    #[test]
    fn a_preset_is_set_before_what_stands_beside_it() {
        // `Late...` sorts before `Preset`, which would set it again.
        let options = [("LateMoveReductions", "false"), ("Preset", "Kirin"), ("hash", "1")];
        let mut mixed = InProcess::new(&contestant("assay", &options), TimeSource::Wall).expect("an engine");
        let mut kirin = InProcess::new(&contestant("assay", &options[1..]), TimeSource::Wall).expect("an engine");
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let nodes = |player: &mut InProcess| first_move(player, &limits).expect("a move").nodes;
        assert_ne!(nodes(&mut mixed), nodes(&mut kirin));
    }

    #[test]
    fn what_cannot_be_set_is_named() {
        let error = |engine: &str, options: &[(&str, &str)]| {
            InProcess::new(&contestant(engine, options), TimeSource::Wall).err().expect("an error")
        };
        assert_eq!(error("assay", &[("Hsh", "1")]), "assay: there is no option 'Hsh'");
        assert_eq!(error("assay", &[("Threads", "0")]), "assay: option Threads: 0 is outside 1 to 256");
        assert!(error("stockfish", &[]).contains("'stockfish'"));
        assert!(InProcess::new(&contestant("abc", &[]), TimeSource::Wall).expect("abc").new_game(true).is_err());
    }

    #[test]
    fn a_new_game_forgets() {
        let mut player = InProcess::new(&contestant("assay", &[]), TimeSource::Wall).expect("an engine");
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        let mut think = |is_new: bool| {
            if is_new {
                player.new_game(false).expect("a game");
            }
            let Thought { mv, score, depth, nodes, .. } = first_move(&mut player, &limits).expect("a move");
            (mv, score, depth, nodes)
        };
        let first = think(true);
        assert_ne!(think(false), first);
        assert_eq!(think(true), first);
    }
}
