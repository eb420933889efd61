//! The list of techniques: complete, true of the tree, and the page of it up to date.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn assay(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the binary starts");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_page_is_up_to_date() {
    let page = std::fs::read_to_string(root().join("docs/techniques.md")).unwrap_or_default();
    let is_fresh = page.replace("\r\n", "\n") == assay(&["techniques", "--markdown"]);
    assert!(is_fresh, "docs/techniques.md is stale: cargo run --release -- techniques --markdown > docs/techniques.md");
}

#[test]
fn every_technique_has_a_name_a_file_and_options_of_its_own() {
    let mut names = Vec::new();
    for info in session::registry() {
        let file = session::catalogue::source_file(info);
        let source = std::fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(source.contains(&format!("\"{}\"", info.name)), "{file} does not declare {}", info.name);
        assert!(!info.summary().is_empty() && !info.source.is_empty(), "{}", info.name);
        assert!(info.name.chars().all(|c| c.is_ascii_alphanumeric()), "{}: one word", info.name);
        names.push(info.name.to_ascii_lowercase());
        names.extend(info.parameters.iter().map(|parameter| info.option_of(parameter).to_ascii_lowercase()));
    }
    names.extend(["preset", "usesee", "hash", "ponder"].map(str::to_owned));
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "two options of one name");
}

#[test]
fn all_forms_name_every_technique_and_parameter() {
    for arguments in [&["techniques"][..], &["techniques", "--json"], &["techniques", "--markdown"]] {
        let text = assay(arguments);
        for info in session::registry() {
            assert!(text.contains(info.name) && text.contains(info.summary()), "{arguments:?}: {}", info.name);
            for parameter in info.parameters {
                assert!(text.contains(&info.option_of(parameter)), "{arguments:?}: {}", info.option_of(parameter));
            }
        }
    }
}

#[test]
fn a_bench_is_the_same_twice_and_ends_with_the_line_that_openbench_reads() {
    let last = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    let (first, second) = (last(&assay(&["bench", "1", "4"])), last(&assay(&["bench", "1", "4"])));
    let nodes = |line: &str| match line.split(' ').collect::<Vec<_>>()[..] {
        [nodes, "nodes", speed, "nps"] if speed.parse::<u64>().is_ok() => nodes.parse::<u64>().expect("a number"),
        _ => panic!("{line}"),
    };
    assert_eq!(nodes(&first), nodes(&second));
    let json = assay(&["bench", "1", "4", "--json"]);
    assert!(json.contains(&format!("\"nodes\":{},", nodes(&first))), "{json}");
    // With telemetry the tree is the same, the last line too, and the JSON holds numbers that add up.
    let text = assay(&["bench", "1", "4", "--stats"]);
    assert_eq!(nodes(&last(&text)), nodes(&first));
    assert!(text.contains("First-move cutoffs") && text.contains("NullMovePruning"), "{text}");
    let json = assay(&["bench", "1", "4", "--json", "--stats"]);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let telemetry = &value["telemetry"];
    assert_eq!((&value["nodes"], telemetry["nodes"].as_u64()), (&telemetry["nodes"], Some(nodes(&first))));
    let by_depth = telemetry["nodes_by_depth"].as_array().expect("an array");
    assert_eq!(by_depth.iter().filter_map(|row| row["nodes"].as_u64()).sum::<u64>(), nodes(&first));
}

#[test]
fn what_was_measured_stands_beside_the_switch() {
    let worth = |name: &str| (name == "Razoring").then(|| "made up".to_owned());
    let text = session::catalogue::text(&worth);
    let (before, after) = text.split_once("worth: made up\n").expect("a line");
    assert!(before.rfind("  Razoring ") > before.rfind("  ReverseFutilityPruning ") && !after.contains("worth:"));
    let json: serde_json::Value = serde_json::from_str(&session::catalogue::json(&worth)).expect("JSON");
    let known = json.as_array().expect("a list").iter().filter(|technique| !technique["worth"].is_null());
    assert_eq!(known.map(|technique| technique["name"].as_str()).collect::<Vec<_>>(), [Some("Razoring")]);
}
