//! Networks as a user has them: the option, the files, and the chain from games to a network that plays.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{Engine, errors};
use eval::EvenChance;
use eval::nnue::{BUCKETS, INPUTS, Network, NetworkParts, SCALE};

/// A network that counts the pieces of each side and nothing else.
fn counting() -> Network {
    let hidden = 16;
    let mut output_weights = vec![0; BUCKETS * 2 * hidden];
    for row in output_weights.chunks_exact_mut(2 * hidden) {
        (row[0], row[hidden]) = (100, -100);
    }
    // A unit counts one's own pieces, the first half of the inputs.
    let own = |index: usize| i16::from(index < INPUTS / 2 * hidden && index.is_multiple_of(hidden));
    Network::from_parts(NetworkParts {
        hidden,
        extra_bits: 0,
        scale: SCALE,
        feature_weights: (0..INPUTS * hidden).map(|index| 10 * own(index)).collect(),
        feature_bias: vec![0; hidden],
        output_weights,
        output_bias: vec![0; BUCKETS],
        card: r#"{"name": "counting"}"#.to_owned(),
    })
    .expect("a network")
}

const AHEAD: &str = "position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What `eval` says last of this value of a network, White to move.
fn ends_with(value: i32) -> String {
    format!("value: {value} for White, {value} for White to move; told as {}", EvenChance::NETWORK.told(value))
}

/// What `eval` says last.
fn value(engine: &mut Engine) -> String {
    engine.send("eval");
    engine.until("value: ").0.last().expect("a value").clone()
}

/// What is said of a file. An inquiry that has just answered may not have ended: then `isready` is answered before the option is set.
fn load(engine: &mut Engine, file: &str) -> Vec<String> {
    engine.send(&format!("setoption name EvalFile value {file}"));
    let mut said = engine.until("info string").0;
    said.append(&mut engine.ready());
    said
}

#[test]
fn the_network_is_a_switch_and_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("with blanks.nnue");
    std::fs::write(&path, counting().to_bytes()).expect("written");
    let mut engine = Engine::start(&[]);
    engine.send(AHEAD);
    engine.send("setoption name Network value false");
    let without = value(&mut engine);
    engine.send("setoption name Network value true");
    let shipped = value(&mut engine);
    assert_ne!(without, shipped);
    let said = load(&mut engine, &path.display().to_string());
    assert_eq!(said, ["info string EvalFile: a network of 16 hidden units"]);
    let position = rules::Position::from_fen(&AHEAD["position fen ".len()..]).expect("a FEN");
    let counted = counting().evaluate(&position);
    let wanted = ends_with(counted);
    assert!(counted > 0);
    assert_eq!(value(&mut engine), wanted);
    engine.send("setoption name Preset value Oracle");
    engine.send("setoption name Network value true");
    assert_eq!(value(&mut engine), wanted, "a preset is of switches, not of files");
    engine.send("go depth 3");
    assert!(!engine.best_move().is_empty());
    assert!(load(&mut engine, "")[0].starts_with("info string EvalFile: the shipped network, "));
    assert_eq!(value(&mut engine), shipped);
    engine.quit();
}

/// The cases of DT-21: each is one line that names the file, and the network of before goes on.
#[test]
fn a_file_that_is_no_network_costs_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = counting().to_bytes();
    let changed = |index: usize| {
        let mut bytes = good.clone();
        bytes[index] ^= 0x55;
        bytes
    };
    let files = [
        ("empty", Vec::new()),
        ("random", vec![3, 1, 4, 1]),
        ("half", good[..good.len() / 2].to_vec()),
        ("magic", changed(0)),
        ("version", changed(8)),
        ("architecture", changed(20)),
        ("weights", changed(good.len() - 100)),
        ("longer", [&good[..], &[0]].concat()),
        ("endless", vec![b'A'; 5 << 20]),
    ];
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Network value true");
    let path = folder.path().join("good");
    std::fs::write(&path, &good).expect("written");
    // As a program on Windows ends its lines.
    assert!(errors(&load(&mut engine, &format!("{}\r", path.display()))).is_empty());
    engine.send(AHEAD);
    let wanted = value(&mut engine);
    let mut names = vec![folder.path().join("missing"), folder.path().to_owned()];
    for (name, bytes) in files {
        names.push(folder.path().join(name));
        std::fs::write(names.last().expect("a name"), bytes).expect("written");
    }
    for name in names {
        let name = name.display().to_string();
        let said = load(&mut engine, &name);
        let errors = errors(&said);
        assert!(
            matches!(errors[..], [line] if line.contains(&name) && line.ends_with("; the old network stays")),
            "{said:?}"
        );
        assert_eq!(value(&mut engine), wanted, "{name}");
    }
    engine.send("go depth 3");
    assert!(!engine.best_move().is_empty());
    engine.quit();
}

fn assay(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).current_dir(folder).args(words).output().expect("it starts")
}

/// What a command prints that must succeed.
fn printed(folder: &Path, words: &[&str]) -> String {
    let output = assay(folder, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn from_nothing_to_a_network_that_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let material = ["--option", "MaterialEvaluation=true", "--no-draw-adjudication", "--soft-nodes", "50"];
    printed(folder, &[&["lab", "datagen", "first", "--games", "12", "--threads", "1"], &material[..]].concat());
    let options = ["--hidden", "32", "--epochs", "2", "--batch", "256", "--name", "first", "--date", "2026-11-30"];
    let network = |out: &str, threads: &str| -> PathBuf {
        let words = [&["train", out, "first.0.assay", "--threads", threads], &options[..]].concat();
        let text = printed(folder, &words);
        assert!(text.contains("core-hours"), "{text}");
        folder.join(text.lines().last().expect("a file's name"))
    };
    let one = network("one", "1");
    // Neither the commit that played the games nor the time that they took makes another network.
    let settings = std::fs::read_to_string(folder.join("first.json")).expect("beside the games");
    let commit = settings.lines().find(|line| line.contains("\"commit\"")).expect("a commit");
    std::fs::write(folder.join("first.json"), settings.replace(commit, "    \"commit\": \"another\","))
        .expect("written");
    let seconds = std::fs::read_to_string(folder.join("first.seconds")).expect("the time of the games");
    assert!(seconds.trim().parse::<f64>().is_ok_and(|seconds| seconds > 0.0), "{seconds}");
    std::fs::write(folder.join("first.seconds"), "7200.0").expect("written");
    let again = network("again", "1");
    assert_eq!(one.file_name(), again.file_name(), "the same data and settings make the same network");
    let card = std::fs::read_to_string(again.with_extension("json")).expect("a card");
    assert!(card.contains("\"core_hours\": 2.0") && card.contains("\"soft_nodes\": 50"), "{card}");
    let file = one.display().to_string();

    let info = printed(folder, &["net", "info", &file]);
    for part in ["-> 32)x2 -> 8", "SHA-256 ", "\"name\": \"first\"", "\"date\": \"2026-11-30\"", "first.0.assay"] {
        assert!(info.contains(part), "{part}: {info}");
    }
    assert!(printed(folder, &["net", "info", "--card", &file]).starts_with('{'));
    assert!(printed(folder, &["net", "info"]).contains("SHA-256 "), "the shipped one");

    let with = format!("EvalFile={file}");
    let datagen = ["lab", "datagen", "second", "--games", "2", "--threads", "1", "--soft-nodes", "50"];
    printed(folder, &[&datagen[..], &["--option", "Network=true", "--option", &with]].concat());
    let player = format!("assay,Network=true,{with}");
    let text = printed(folder, &["lab", "match", &player, "assay", "--nodes", "200", "--games", "2"]);
    assert!(text.contains("2 games"), "{text}");
}

#[test]
fn a_network_is_brought_to_our_unit_and_keeps_its_card() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("c.nnue"), counting().to_bytes()).expect("written");
    std::fs::write(folder.join("c.json"), "{}").expect("written");
    let scale =
        |file: &str, half: &str| printed(folder, &["net", "scale", file, ".", "--half", half]).trim().to_owned();
    let ours = EvenChance::NETWORK.value();
    let scaled = scale("c.nnue", &(2.0 * ours).to_string());
    let network = |file: &str| Network::read(&std::fs::read(folder.join(file)).expect("a file")).expect("a network");
    assert_eq!((network(&scaled).scale(), network(&scaled).card()), (SCALE / 2, counting().card()));
    assert!(scaled.contains("c-") && scaled.len() == "./c-0123456789ab.nnue".len(), "{scaled}");
    let card = std::fs::read_to_string(folder.join(&scaled).with_extension("json")).expect("the card");
    assert_eq!(card, "{}");
    // The same file again: nothing is emptied.
    assert_eq!(scale(&scaled, &ours.to_string()), scaled);
    assert_eq!(std::fs::read_to_string(folder.join(&scaled).with_extension("json")).expect("the card"), "{}");
    assert_eq!(network(&scale(&scaled, &(ours / 2.0).to_string())).scale(), SCALE);
    for (half, expected) in
        [("0", "--half: 0 "), ("-5", "--half: -5 "), ("nan", "--half: NaN "), ("1e9", "a scale of 0")]
    {
        let output = assay(folder, &["net", "scale", "c.nnue", ".", &format!("--half={half}")]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && text.contains(expected), "{half}: {text}");
    }
}

#[test]
fn what_cannot_be_done_is_one_clear_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("junk"), "junk").expect("written");
    for (words, expected) in [
        (&["net", "info", "nowhere.nnue"][..], "nowhere.nnue: "),
        (&["net", "info", "junk"], "junk: "),
        (&["net", "import", "junk", "out", "--hidden", "64"], "junk: "),
        (&["net", "import", "junk", "out", "--hidden", "7"], "7"),
        (&["train", "out", "nowhere.assay"], "nowhere.assay"),
        (&["train", "out", "junk"], "junk"),
        (&["train", "out", "junk", "--hidden", "33"], "hidden"),
        (&["lab", "datagen", "x", "--option", "EvalFile=junk"], "junk: "),
        (&["lab", "match", "assay,EvalFile=junk", "assay"], "junk: "),
    ] {
        let output = assay(folder, words);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {text}");
        assert!(text.contains("error: ") && text.contains(expected), "{words:?}: {text}");
    }
}
