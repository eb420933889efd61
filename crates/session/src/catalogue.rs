//! The list of techniques, for readers: as text, as JSON, and as the page `docs/techniques.md`.
//!
//! Not what a switch is worth: that is measured, not declared, and whoever knows it hands it in. Invariant: everything else said here comes
//! from the declarations beside the code, so nothing can be out of date.

use std::fmt::Write as _;

use registry::{Class, Info, Parameter};
use serde::Serialize;

use crate::techniques::registry;

/// What a class promises.
fn promise(class: Class) -> &'static str {
    match class {
        Class::Exact => "never changes the root score of a plain search at fixed depth",
        Class::Ordering => "may change the number of nodes of a plain search, never its root score",
        Class::Memo => "remembers results of earlier work",
        Class::Selective => "leaves out something that a full search would look at",
        Class::Extension => "looks deeper than asked",
        Class::Eval => "changes what a position is taken to be worth",
        Class::Time => "decides how long to think",
        Class::Parallel => "decides how several threads work together",
    }
}

/// The techniques by class, without the classes that have none.
fn by_class() -> Vec<(Class, Vec<&'static Info>)> {
    let all = registry();
    let of = |class| (class, all.iter().copied().filter(|info| info.class == class).collect::<Vec<_>>());
    Class::ALL.into_iter().map(of).filter(|(_, infos)| !infos.is_empty()).collect()
}

fn state(info: &Info) -> &'static str {
    if info.default_on { "on" } else { "off" }
}

/// Where the declaration stands, from the repository's root.
#[must_use]
pub fn source_file(info: &Info) -> String {
    let (krate, path) = info.module.split_once("::").unwrap_or((info.module, "lib"));
    format!("crates/{krate}/src/{}.rs", path.replace("::", "/"))
}

/// Declarations name each other by module, users by option.
fn option_names(modules: &[&str]) -> Vec<&'static str> {
    let all = registry();
    let find = |module: &&str| all.iter().find(|info| info.module_name() == *module).map(|info| info.name);
    modules.iter().filter_map(find).collect()
}

/// A doc comment's paragraphs, each on one line.
fn paragraphs(doc: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in doc.trim().lines().map(str::trim) {
        match paragraphs.last_mut() {
            Some(last) if line.is_empty() && !last.is_empty() => paragraphs.push(String::new()),
            Some(last) => {
                let blank = if last.is_empty() { "" } else { " " };
                let _ = write!(last, "{blank}{line}");
            }
            None => {}
        }
    }
    paragraphs
}

/// What was measured of the technique of this name, in words, if anything was.
pub type Worth<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// For a terminal.
#[must_use]
pub fn text(worth: &Worth<'_>) -> String {
    let mut text = String::new();
    for (class, infos) in by_class() {
        let _ = writeln!(text, "{class}: {}\n", promise(class));
        for info in infos {
            let _ = writeln!(text, "  {:<28} {:<3}  {}", info.name, state(info), info.summary());
            let _ = writeln!(text, "  {:<28}      source: {}", "", info.source);
            if let Some(worth) = worth(info.name) {
                let _ = writeln!(text, "  {:<28}      worth: {worth}", "");
            }
            for (word, modules) in [("needs", info.needs), ("excludes", info.excludes)] {
                if !modules.is_empty() {
                    let _ = writeln!(text, "  {:<28}      {word}: {}", "", option_names(modules).join(", "));
                }
            }
            for parameter in info.parameters {
                let Parameter { default, min, max, step, scale, .. } = parameter;
                let unit = if *scale == 1 { String::new() } else { format!(", divided by {scale}") };
                let name = info.option_of(parameter);
                let doc = parameter.doc.trim();
                let _ = writeln!(text, "    {name:<40} {default}  ({min} to {max} in steps of {step}{unit}) {doc}");
            }
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

#[derive(Serialize)]
struct Technique {
    name: &'static str,
    title: &'static str,
    class: String,
    default: bool,
    meaning: &'static str,
    description: Vec<String>,
    source: &'static str,
    file: String,
    needs: Vec<&'static str>,
    excludes: Vec<&'static str>,
    revision: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    worth: Option<String>,
    parameters: Vec<Number>,
}

#[derive(Serialize)]
struct Number {
    name: String,
    default: i32,
    min: i32,
    max: i32,
    step: i32,
    scale: i32,
    meaning: &'static str,
}

/// For programs: an array with one object per technique.
#[must_use]
pub fn json(worth: &Worth<'_>) -> String {
    let number = |info: &Info, parameter: &'static Parameter| Number {
        name: info.option_of(parameter),
        default: parameter.default,
        min: parameter.min,
        max: parameter.max,
        step: parameter.step,
        scale: parameter.scale,
        meaning: parameter.doc.trim(),
    };
    let technique = |info: &'static Info| Technique {
        name: info.name,
        title: info.title,
        class: info.class.to_string(),
        default: info.default_on,
        meaning: info.summary(),
        description: paragraphs(info.doc),
        source: info.source,
        file: source_file(info),
        needs: option_names(info.needs),
        excludes: option_names(info.excludes),
        revision: info.revision,
        worth: worth(info.name),
        parameters: info.parameters.iter().map(|parameter| number(info, parameter)).collect(),
    };
    let techniques: Vec<Technique> = registry().into_iter().map(technique).collect();
    serde_json::to_string_pretty(&techniques).expect("plain numbers and names") + "\n"
}

const MARKDOWN_HEAD: &str = "\
# Techniques

<!-- Generated: cargo run --release -- techniques --markdown > docs/techniques.md -->

Every technique of search, evaluation and time management that can be switched, by class. A class is a promise that tests hold its techniques to. Each name is
a UCI option (`setoption name NAME value false`), each parameter too; `assay techniques` prints this list, `--json` prints it for programs.

A centipawn of a parameter is the unit of the search, not that of the scores people are told: [two units](adr/0006-network.md#two-units).
";

/// The page `docs/techniques.md`.
#[must_use]
pub fn markdown() -> String {
    let mut text = MARKDOWN_HEAD.to_owned();
    for (class, infos) in by_class() {
        let _ = write!(text, "\n## {class}\n\nA technique of this class {}.\n", promise(class));
        for info in infos {
            write_section(&mut text, info);
        }
    }
    text
}

fn write_section(text: &mut String, info: &Info) {
    let _ = write!(text, "\n### {}\n\n", info.name);
    let file = source_file(info);
    let name = file.rsplit('/').next().unwrap_or_default();
    let mut facts = vec![format!("{}, {} by default", info.title, state(info))];
    facts.push(format!("[`{name}`](../{file})"));
    facts.push(format!("source: {}", info.source));
    for (word, modules) in [("needs", info.needs), ("excludes", info.excludes)] {
        if !modules.is_empty() {
            facts.push(format!("{word} {}", option_names(modules).join(", ")));
        }
    }
    let _ = writeln!(text, "{}; revision {}.", facts.join("; "), info.revision);
    for paragraph in paragraphs(info.doc) {
        let _ = write!(text, "\n{paragraph}\n");
    }
    if info.parameters.is_empty() {
        return;
    }
    text.push_str("\n| parameter | default | range | step | scale | meaning |\n|---|---|---|---|---|---|\n");
    for parameter in info.parameters {
        let Parameter { default, min, max, step, scale, .. } = parameter;
        let meaning = parameter.doc.trim().replace('|', "\\|");
        let name = info.option_of(parameter);
        let _ = writeln!(text, "| `{name}` | {default} | {min} to {max} | {step} | {scale} | {meaning} |");
    }
}
