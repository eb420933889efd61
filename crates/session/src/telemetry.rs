//! Telemetry of a search as text.
//!
//! Not the counting, nor what is counted, which are the crate `search`'s; as JSON a summary is written as it stands.
//! Invariant: the text shows numbers of the summary and shares of them, nothing else.

use std::fmt::Write as _;

use search::telemetry::{Share, Summary, TechniqueSummary};

fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", rate * 100.0))
}

fn share(part: u64, whole: u64) -> String {
    percent((whole > 0).then(|| part as f64 / whole as f64))
}

fn rate(text: &mut String, name: &str, share: &Share, of: &str) {
    let _ = writeln!(text, "{name:<28} {:>8} of {} {of}", percent(share.rate), share.whole);
}

/// For a terminal. Techniques that were not tried are left out.
#[must_use]
pub fn text(summary: &Summary) -> String {
    let mut text = String::new();
    rate(&mut text, "First-move cutoffs", &summary.first_move_cutoffs, "cutoffs");
    rate(&mut text, "Table hits", &summary.table_hits, "look-ups");
    rate(&mut text, "Re-searches", &summary.researches, "moves reduced or only asked whether they are better");
    let factor = summary.effective_branching_factor.map_or_else(|| "-".to_owned(), |factor| format!("{factor:.2}"));
    let _ = writeln!(text, "{:<28} {factor:>8}", "Effective branching factor");
    let _ = writeln!(
        text,
        "\n{:<28} {:>11} {:>11} {:>8} {:>11} {:>8}  a try: when it succeeds",
        "technique", "tries", "successes", "rate", "own nodes", "of all"
    );
    for technique in summary.techniques.iter().filter(|technique| technique.tries > 0) {
        write_technique(&mut text, technique, summary.nodes);
    }
    let _ = writeln!(text, "\n{:>10} {:>12} {:>8}", "depth", "nodes", "of all");
    for row in &summary.nodes_by_depth {
        let depth = if row.depth == 0 { "quiescence".to_owned() } else { row.depth.to_string() };
        let _ = writeln!(text, "{depth:>10} {:>12} {:>8}", row.nodes, share(row.nodes, summary.nodes));
    }
    let _ = writeln!(text, "{:>10} {:>12}", "all", summary.nodes);
    text
}

fn write_technique(text: &mut String, technique: &TechniqueSummary, all: u64) {
    let TechniqueSummary { name, tries, successes, nodes, a_try, success, .. } = technique;
    let (own, of_all) = if *nodes == 0 { Default::default() } else { (nodes.to_string(), share(*nodes, all)) };
    let rate = share(*successes, *tries);
    let _ =
        writeln!(text, "{name:<28} {tries:>11} {successes:>11} {rate:>8} {own:>11} {of_all:>8}  {a_try}: {success}");
    for detail in technique.details.iter().filter(|detail| detail.count > 0) {
        let _ = writeln!(text, "{:<28} {:>11} {:>11} {:>8}", format!("  {}", detail.name), "", detail.count, "");
    }
}
