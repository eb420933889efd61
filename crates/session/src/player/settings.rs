//! The options of the player: what is declared, and what a value does.
//!
//! Not a parser: values arrive as declared and in range. Invariant: what [`Settings::set`] refuses has changed nothing.

use std::sync::Arc;
use std::time::Duration;

use registry::{Info, Parameter};
use rules::CastlingMode;
use search::{Options, Preset};
use uci::{OptionDescription, OptionValue};

use crate::engine::{Error, Notice};
use crate::player::Surroundings;
use crate::techniques::{self, Switches};

pub(super) const HASH: &str = "Hash";
pub(super) const THREADS: &str = "Threads";
pub(super) const CLEAR_HASH: &str = "Clear Hash";
const PONDER: &str = "Ponder";
const MOVE_OVERHEAD: &str = "Move Overhead";
const MULTI_PV: &str = "MultiPV";
const CHESS960: &str = "UCI_Chess960";
const SHOW_WDL: &str = "UCI_ShowWDL";
const ANALYSE_MODE: &str = "UCI_AnalyseMode";
const PRESET: &str = "Preset";
/// Whether searches are counted, for `stats`. Not a technique: the tree stays the same.
const TELEMETRY: &str = "Telemetry";
/// Whether the nodes of `go nodes` are those after which no further iteration begins.
const SOFT_NODES: &str = "SoftNodes";
const USE_SEE: &str = "UseSEE";
/// The same with a blank, as the Kirin text spells it.
const USE_SEE_ALIAS: &str = "Use SEE";

const DEFAULT_HASH: usize = 16;
const DEFAULT_MOVE_OVERHEAD: u64 = 20;
const MOST_MOVE_OVERHEAD: i64 = 5000;
const MOST_LINES: i64 = 256;
const MOST_THREADS: i64 = 256;

/// The techniques that `UseSEE` switches.
const SEE: [&str; 2] = ["SEEOrdering", "SEEPruning"];

#[derive(Debug)]
pub(super) struct Settings {
    /// The largest table, in mebibytes.
    pub(super) max_hash: usize,
    plain: bool,
    /// Size of the table in mebibytes.
    pub(super) hash: usize,
    pub(super) move_overhead: Duration,
    /// How many lines to show.
    pub(super) lines: u32,
    pub(super) castling: CastlingMode,
    /// Whether scores go with chances to win, draw and lose.
    pub(super) show_wdl: bool,
    /// Whether somebody wants to know what the engine thinks, not what a book says.
    pub(super) analyse_mode: bool,
    pub(super) techniques: Switches,
    pub(super) telemetry: bool,
    pub(super) soft_nodes: bool,
}

impl Settings {
    pub(super) fn new(surroundings: &Surroundings, plain: bool) -> Self {
        let max_hash = surroundings.max_hash_mebibytes.max(1);
        Settings {
            max_hash,
            plain,
            hash: DEFAULT_HASH.min(max_hash),
            move_overhead: Duration::from_millis(DEFAULT_MOVE_OVERHEAD),
            lines: 1,
            castling: CastlingMode::Standard,
            show_wdl: false,
            analyse_mode: false,
            techniques: Switches::default(),
            telemetry: false,
            soft_nodes: false,
        }
    }

    /// What `uci` lists.
    /// `others` are standard options of other parts of the player.
    pub(super) fn listed(&self, others: Vec<OptionDescription>) -> Vec<OptionDescription> {
        let mut options = self.standard();
        options.extend(others);
        if !self.plain {
            options.extend(own());
        }
        options
    }

    /// What can be set though it is not listed.
    pub(super) fn unlisted(&self) -> Vec<OptionDescription> {
        let mut options = if self.plain { own() } else { Vec::new() };
        options.push(use_see(USE_SEE_ALIAS));
        options
    }

    /// The options that GUIs know.
    fn standard(&self) -> Vec<OptionDescription> {
        let mebibytes = |size: usize| i64::try_from(size).unwrap_or(i64::MAX);
        let overhead = i64::try_from(DEFAULT_MOVE_OVERHEAD).unwrap_or(MOST_MOVE_OVERHEAD);
        let max_hash = mebibytes(self.max_hash);
        vec![
            OptionDescription::spin(THREADS, 1, 1, MOST_THREADS),
            OptionDescription::spin(HASH, mebibytes(DEFAULT_HASH).min(max_hash), 1, max_hash),
            OptionDescription::button(CLEAR_HASH),
            // Without effect of its own; declared, because GUIs ponder only with engines that declare it.
            OptionDescription::check(PONDER, false),
            OptionDescription::spin(MULTI_PV, 1, 1, MOST_LINES),
            OptionDescription::spin(MOVE_OVERHEAD, overhead, 0, MOST_MOVE_OVERHEAD),
            OptionDescription::check(CHESS960, false),
            OptionDescription::check(SHOW_WDL, false),
            OptionDescription::check(ANALYSE_MODE, false),
        ]
    }

    /// Gives an option a value that is of its type and in its range. What concerns the table and the threads is not the settings' business.
    pub(super) fn set(&mut self, name: &str, value: &OptionValue) -> Result<Vec<Notice>, Error> {
        match (name, value) {
            (PONDER, _) => {}
            (MOVE_OVERHEAD, OptionValue::Spin(milliseconds)) => {
                self.move_overhead = Duration::from_millis(u64::try_from(*milliseconds).unwrap_or(0));
            }
            (MULTI_PV, OptionValue::Spin(lines)) => self.lines = u32::try_from(*lines).unwrap_or(1),
            (CHESS960, OptionValue::Check(on)) => {
                self.castling = if *on { CastlingMode::Chess960 } else { CastlingMode::Standard };
            }
            (SHOW_WDL, OptionValue::Check(on)) => self.show_wdl = *on,
            (ANALYSE_MODE, OptionValue::Check(on)) => self.analyse_mode = *on,
            (PRESET, OptionValue::Combo(name)) => {
                if let Some(preset) = Preset::ALL.into_iter().find(|preset| preset.name() == name) {
                    // A file is no switch: the network that was loaded stays.
                    let network = Arc::clone(&self.techniques.search.network);
                    self.techniques =
                        Switches { search: Options { network, ..preset.options() }, ..Switches::default() };
                }
            }
            (TELEMETRY, OptionValue::Check(on)) => self.telemetry = *on,
            (SOFT_NODES, OptionValue::Check(on)) => self.soft_nodes = *on,
            (USE_SEE | USE_SEE_ALIAS, OptionValue::Check(on)) => {
                let mut notices = Vec::new();
                for technique in SEE {
                    notices.extend(self.set_technique(technique, &on.to_string())?);
                }
                return Ok(notices);
            }
            (name, OptionValue::Check(on)) => return self.set_technique(name, &on.to_string()),
            (name, OptionValue::Spin(number)) => return self.set_technique(name, &number.to_string()),
            _ => {}
        }
        Ok(Vec::new())
    }

    fn set_technique(&mut self, name: &str, value: &str) -> Result<Vec<Notice>, Error> {
        let turned_off =
            techniques::set(&mut self.techniques, name, value).map_err(|error| Error::new(error.to_string()))?;
        let notice = |other: &&str| Notice::Info(format!("{other} is now off: {name} excludes it"));
        Ok(turned_off.iter().map(notice).collect())
    }
}

/// The options that are this engine's own: they are experiments' levers, and too many for a GUI's dialog.
fn own() -> Vec<OptionDescription> {
    let names = Preset::ALL.map(Preset::name);
    let preset = OptionDescription::combo(PRESET, Preset::default().name(), &names);
    let mut options = vec![preset, use_see(USE_SEE)];
    options.extend([TELEMETRY, SOFT_NODES].map(|name| OptionDescription::check(name, false)));
    for info in techniques::registry() {
        options.push(OptionDescription::check(info.name, info.default_on));
        options.extend(info.parameters.iter().map(|parameter| of_parameter(info, parameter)));
    }
    options
}

fn of_parameter(info: &Info, parameter: &Parameter) -> OptionDescription {
    let [default, min, max] = [parameter.default, parameter.min, parameter.max].map(i64::from);
    OptionDescription::spin(&info.option_of(parameter), default, min, max)
}

fn use_see(name: &str) -> OptionDescription {
    let techniques = techniques::registry();
    let is_on = |name: &&str| techniques.iter().any(|info| info.name == *name && info.default_on);
    OptionDescription::check(name, SEE.iter().all(is_on))
}
