//! Experiments of single techniques: with one against without it.
//!
//! Not for several at once, and not a sum of parts. Invariant: asking twice for the same gives one record; a run that is killed goes on where
//! it was.

use std::collections::BTreeMap;
use std::io::Write;

use registry::{Class, Info};

use crate::arms::{self, HASH, OWN_ENGINE};
use crate::experiment::Experiment;
use crate::ledger::conduct::{Conducted, Sitting, conduct, known, told};
use crate::ledger::document::write_pages;
use crate::ledger::draft::{name_book, save};
use crate::ledger::estimate::{games_per_hour, worst_case};
use crate::ledger::record::limit_text;
use crate::ledger::verify::is_of_this_program;
use crate::ledger::{Ledger, Surroundings, Today};
use crate::matches::Watcher;
use crate::plan::{Adjudication, Contestant, Limit, Openings, Plan, Test, Value};

/// What all experiments of a run have in common.
#[derive(Clone, Debug)]
pub struct Template {
    /// What each side has for its moves.
    pub limit: Limit,
    /// The sequential test.
    pub test: Test,
    /// Games at most.
    pub games: u64,
    /// Of the order of openings.
    pub seed: u64,
    /// Where games begin; a book without its hash gets it.
    pub openings: Openings,
    /// When a game ends early.
    pub adjudication: Adjudication,
    /// Size of each table in mebibytes.
    pub hash: u32,
    /// Options of both arms, a preset for instance.
    pub base: BTreeMap<String, Value>,
}

/// `assay lab ablate`.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// Names of techniques; none means all.
    pub techniques: Vec<String>,
    /// What the experiments have in common.
    pub template: Template,
    /// How to play.
    pub sitting: Sitting,
    /// Games of an hour, if that is known; else some are played first.
    pub games_per_hour: Option<f64>,
    /// Say what would be played, and play nothing.
    pub only_say: bool,
}

/// Makes an experiment of each technique, plays those that have no record, and prints what they say.
///
/// # Errors
/// When a technique has no such experiment, or one cannot be played or kept; what was recorded before stays.
pub fn ablate(
    arguments: &Arguments,
    surroundings: &mut dyn Surroundings,
    watcher: &mut dyn Watcher,
    out: &mut dyn Write,
) -> Result<(), String> {
    let unwritten = |error: std::io::Error| error.to_string();
    let places = &arguments.sitting.places;
    let mut template = arguments.template.clone();
    name_book(&mut template.openings, places)?;
    let mut experiments = Vec::new();
    for info in wanted(&arguments.techniques)? {
        match experiment(info, &template)? {
            Ok(experiment) => experiments.push(experiment),
            Err(reason) if arguments.techniques.is_empty() => {
                writeln!(out, "{}: left out: {reason}", info.name).map_err(unwritten)?;
            }
            Err(reason) => return Err(format!("{}: {reason}", info.name)),
        }
    }
    let ledger = Ledger::read(&places.results())?;
    let mut open = Vec::new();
    for experiment in &experiments {
        if !has_record(experiment, &ledger, arguments.sitting.again, surroundings)? {
            open.push(experiment.clone());
        }
    }
    let known = experiments.len() - open.len();
    if known > 0 {
        writeln!(out, "{known} of {} have a record already", experiments.len()).map_err(unwritten)?;
        if !arguments.only_say {
            write_pages(places, &Today::new())?;
        }
    }
    let Some(first) = open.first() else {
        return Ok(());
    };
    let rate = match arguments.games_per_hour {
        Some(rate) => rate,
        None => games_per_hour(&first.plan_at(&places.root), arguments.sitting.workers, surroundings, watcher)?,
    };
    let games = open.iter().map(|experiment| experiment.plan.games).sum();
    let what = format!("{} experiment{}", open.len(), if open.len() == 1 { "" } else { "s" });
    out.write_all(worst_case(&what, games, rate)?.as_bytes()).map_err(unwritten)?;
    if arguments.only_say {
        return Ok(());
    }
    for experiment in &open {
        let path = save(experiment, places)?;
        let conducted = conduct(experiment, &places.relative(&path), &arguments.sitting, surroundings, watcher)?;
        out.write_all(told(experiment, &conducted).as_bytes()).and_then(|()| out.flush()).map_err(unwritten)?;
        if matches!(conducted, Conducted::Stopped(_)) {
            break;
        }
    }
    Ok(())
}

/// Whether an experiment has a record that still speaks of this build. When it is to be played again, one that this very program made today
/// counts, so that a run which was killed goes on: the same commit, nothing changed since, the same benches, the same day in UTC.
fn has_record(
    experiment: &Experiment,
    ledger: &Ledger,
    again: bool,
    surroundings: &mut dyn Surroundings,
) -> Result<bool, String> {
    let Some(record) = known(ledger, &experiment.identity(), &Today::new()) else {
        return Ok(false);
    };
    if !again {
        return Ok(true);
    }
    let (origin, now) = (surroundings.origin()?, surroundings.now());
    if origin.dirty || record.dirty || origin.commit != record.commit || !now.starts_with(record.day()) {
        return Ok(false);
    }
    is_of_this_program(record, &experiment.plan.arms, surroundings)
}

/// The techniques with these names, all for none.
fn wanted(names: &[String]) -> Result<Vec<&'static Info>, String> {
    let all = session::registry();
    if names.is_empty() {
        return Ok(all);
    }
    let find = |name: &String| all.iter().copied().find(|info| info.name.eq_ignore_ascii_case(name));
    names.iter().map(|name| find(name).ok_or_else(|| format!("there is no technique {name}"))).collect()
}

/// Why there is no such experiment: a technique that changes no game of these would only cost time.
fn no_experiment(info: &Info, template: &Template) -> Option<&'static str> {
    match info.class {
        Class::Time if template.limit.is_deterministic() => Some("it decides how long to think, and there is no clock"),
        Class::Parallel => Some("it needs several threads, and matches are played with one"),
        _ => None,
    }
}

/// The experiment of one technique, or why there is none.
///
/// What it needs is on in both arms. What it excludes is off where it is on: the question is what a user gets who turns it on.
fn experiment(info: &'static Info, template: &Template) -> Result<Result<Experiment, &'static str>, String> {
    if let Some(reason) = no_experiment(info, template) {
        return Ok(Err(reason));
    }
    let mut base = arm("base", template.base.clone());
    base.options.insert(HASH.to_owned(), Value::Spin(i64::from(template.hash)));
    let mut asides = Vec::new();
    for need in all_needs(info) {
        if arms::plays_with(&base, need.name)? != Some(true) {
            turn_on(&mut base, need)?;
            asides.push(format!("both with {}", need.name));
        }
    }
    let (mut with, mut without) = (arm("with", base.options.clone()), arm("without", base.options));
    let replaced = turn_on(&mut with, info)?;
    without.options.insert(info.name.to_owned(), Value::Check(false));
    if !replaced.is_empty() {
        asides.push(format!("in the place of {}", replaced.join(" and ")));
    }
    let aside = if asides.is_empty() { String::new() } else { format!(", {}", asides.join(", ")) };
    let experiment = Experiment {
        name: format!("{}-{}", info.name, limit_word(template.limit)),
        question: format!("What is {} worth at {}{aside}?", info.title, limit_text(template.limit)),
        technique: Some(info.name.to_owned()),
        revision: Some(info.revision),
        plan: Plan {
            arms: [with, without],
            openings: template.openings.clone(),
            limit: template.limit,
            games: template.games,
            seed: template.seed,
            adjudication: template.adjudication.clone(),
            sprt: Some(template.test),
        },
    };
    Ok(Ok(experiment))
}

fn arm(name: &str, options: BTreeMap<String, Value>) -> Contestant {
    Contestant { name: name.to_owned(), engine: OWN_ENGINE.to_owned(), arguments: Vec::new(), options }
}

/// What a technique needs, and what that needs.
fn all_needs(info: &'static Info) -> Vec<&'static Info> {
    let all = session::registry();
    let mut found: Vec<&'static Info> = Vec::new();
    let mut open = vec![info];
    while let Some(next) = open.pop() {
        for need in all.iter().copied().filter(|known| next.needs.contains(&known.module_name())) {
            if !found.contains(&need) {
                found.push(need);
                open.push(need);
            }
        }
    }
    found
}

/// Turns a technique on in an arm, and off what it excludes or what excludes it; the names of those are returned. All are written out, so
/// that nothing depends on the order in which options are set.
fn turn_on(arm: &mut Contestant, info: &'static Info) -> Result<Vec<&'static str>, String> {
    let mut turned_off = Vec::new();
    for other in session::registry() {
        let is_rival = info.excludes.contains(&other.module_name()) || other.excludes.contains(&info.module_name());
        if is_rival && arms::plays_with(arm, other.name)? == Some(true) {
            arm.options.insert(other.name.to_owned(), Value::Check(false));
            turned_off.push(other.name);
        }
    }
    arm.options.insert(info.name.to_owned(), Value::Check(true));
    Ok(turned_off)
}

/// A limit as part of a file's name.
fn limit_word(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => format!("{nodes}-nodes"),
        Limit::SoftNodes(nodes) => format!("{nodes}-soft-nodes"),
        Limit::Depth(depth) => format!("depth-{depth}"),
        Limit::Wall(control) => format!("wall-{control}"),
        Limit::Cpu(control) => format!("cpu-{control}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Places;
    use crate::ledger::estimate::WARM_UP_GAMES;
    use crate::ledger::testing::{Listener, MadeUp, PREFIX_GAMES, TEST};
    use std::fs;

    fn template(limit: Limit) -> Template {
        Template {
            limit,
            test: TEST,
            games: 3000,
            seed: 1,
            openings: Openings::Random { random_plies: 8 },
            adjudication: Adjudication::default(),
            hash: 8,
            base: BTreeMap::new(),
        }
    }

    fn of(name: &str, template: &Template) -> Experiment {
        let info = wanted(&[name.to_owned()]).expect("a technique")[0];
        experiment(info, template).expect("right options").expect("an experiment")
    }

    fn options(arm: &Contestant) -> String {
        let told = arm.options.iter().map(|(name, value)| format!("{name}={value}"));
        told.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_experiment_plays_with_against_without() {
        let experiment = of("NullMovePruning", &template(Limit::Nodes(2000)));
        assert_eq!(experiment.name, "NullMovePruning-2000-nodes");
        assert_eq!(experiment.question, "What is Null-move pruning worth at 2000 nodes?");
        let [with, without] = &experiment.plan.arms;
        assert_eq!(options(with), "Hash=8 NullMovePruning=true");
        assert_eq!(options(without), "Hash=8 NullMovePruning=false");
        assert_eq!(Experiment::parse(&experiment.to_toml().expect("TOML"), "back"), Ok(experiment));
    }

    #[test]
    fn what_is_needed_is_on_in_both_and_what_is_excluded_is_off_in_one() {
        let experiment = of("InternalIterativeDeepening", &template(Limit::Nodes(2000)));
        let [with, without] = &experiment.plan.arms;
        let on = "Hash=8 InternalIterativeDeepening=true InternalIterativeReduction=false";
        assert_eq!(
            (options(with).as_str(), options(without).as_str()),
            (on, "Hash=8 InternalIterativeDeepening=false")
        );
        assert!(
            experiment.question.ends_with(", in the place of InternalIterativeReduction?"),
            "{}",
            experiment.question
        );

        let mut kirin = template(Limit::Nodes(2000));
        kirin.base.insert("Preset".to_owned(), Value::Text("Kirin".to_owned()));
        kirin.base.insert("TableMove".to_owned(), Value::Check(false));
        let experiment = of("SingularExtensions", &kirin);
        let [with, without] = &experiment.plan.arms;
        assert_eq!(options(with), "Hash=8 Preset=Kirin SingularExtensions=true TableMove=true");
        assert_eq!(options(without), "Hash=8 Preset=Kirin SingularExtensions=false TableMove=true");
        assert!(experiment.question.ends_with(", both with TableMove?"), "{}", experiment.question);
    }

    #[test]
    fn every_technique_has_an_experiment_or_a_reason() {
        let control = "1+0.01".parse().expect("a time control");
        for (limit, without) in [
            (Limit::Nodes(2000), vec!["NodeFraction", "BestMoveStability", "ScoreStability", "BestThreadVote"]),
            (Limit::Cpu(control), vec!["BestThreadVote"]),
        ] {
            let mut left_out = Vec::new();
            for info in session::registry() {
                match experiment(info, &template(limit)).expect("right options") {
                    Ok(experiment) => crate::ledger::conduct::check_arms(&experiment).expect("with and without"),
                    Err(_) => left_out.push(info.name),
                }
            }
            left_out.sort_by_key(|name| without.iter().position(|known| known == name));
            assert_eq!(left_out, without);
        }
    }

    struct Run {
        folder: tempfile::TempDir,
        arguments: Arguments,
        made_up: MadeUp,
    }

    fn run_of(techniques: &[&str]) -> Run {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let sitting = Sitting { places: Places::new(root), workers: 1, journals: root.join("journals"), again: false };
        let arguments = Arguments {
            techniques: techniques.iter().map(|&name| name.to_owned()).collect(),
            template: template(Limit::Nodes(2000)),
            sitting,
            games_per_hour: None,
            only_say: false,
        };
        Run { folder, arguments, made_up: MadeUp::new(&[3, 2]) }
    }

    impl Run {
        fn told(&mut self) -> String {
            let mut out = Vec::new();
            ablate(&self.arguments, &mut self.made_up, &mut Listener::default(), &mut out).expect("played");
            String::from_utf8(out).expect("text")
        }

        fn records(&self) -> usize {
            Ledger::read(&Places::new(self.folder.path()).results()).expect("a ledger").records.len()
        }
    }

    #[test]
    fn a_run_that_is_killed_goes_on_and_records_nothing_twice() {
        let mut run = run_of(&["NullMovePruning", "Razoring"]);
        // The warm-up, a match, its first pairs again; the next match is cut short.
        run.made_up.patience = 3;
        let text = run.told();
        assert!(
            text.starts_with(
                "2 experiments of at most 6000 games in all; at 2000 games an hour that is 3.0 hours at worst."
            ),
            "{text}"
        );
        assert!(text.ends_with("stopped after 2 games; the same command goes on from there\n"), "{text}");
        assert_eq!(run.records(), 1);
        run.made_up.patience = usize::MAX;
        run.made_up.played.clear();
        let text = run.told();
        assert!(text.starts_with("1 of 2 have a record already\n1 experiment of at most 3000 games in all;"), "{text}");
        assert_eq!(run.made_up.played, [(WARM_UP_GAMES, false), (3000, true), (PREFIX_GAMES, false)]);
        assert_eq!(run.records(), 2);
        assert_eq!(run.told(), "2 of 2 have a record already\n");
        assert_eq!(run.made_up.played.len(), 3);
        run.arguments.sitting.again = true;
        assert_eq!(run.told(), "2 of 2 have a record already\n", "by this program, today");
        run.made_up.benches.insert("without".to_owned(), 1001);
        run.arguments.games_per_hour = Some(1000.0);
        assert!(
            run.told()
                .starts_with("2 experiments of at most 6000 games in all; at 1000 games an hour that is 6.0 hours")
        );
        let files = fs::read_dir(Places::new(run.folder.path()).experiments()).expect("a folder").count();
        assert_eq!(files, 2);
    }

    #[test]
    fn what_would_be_played_is_said_without_playing() {
        let mut run = run_of(&[]);
        (run.arguments.only_say, run.arguments.games_per_hour) = (true, Some(9000.0));
        let text = run.told();
        assert!(
            text.contains("NodeFraction: left out: it decides how long to think, and there is no clock\n"),
            "{text}"
        );
        assert!(run.made_up.played.is_empty() && !Places::new(run.folder.path()).experiments().exists());
    }

    #[test]
    fn what_cannot_be_asked_is_refused() {
        for (name, message) in [
            ("Nonsense", "there is no technique Nonsense"),
            ("BestThreadVote", "BestThreadVote: it needs several threads, and matches are played with one"),
        ] {
            let mut run = run_of(&[name]);
            let error = ablate(&run.arguments, &mut run.made_up, &mut Listener::default(), &mut Vec::new());
            assert_eq!(error, Err(message.to_owned()));
        }
        let mut run = run_of(&["Razoring"]);
        run.arguments.games_per_hour = Some(0.0);
        let error = ablate(&run.arguments, &mut run.made_up, &mut Listener::default(), &mut Vec::new());
        assert_eq!(error, Err("0 games an hour are none".to_owned()));
    }
}
