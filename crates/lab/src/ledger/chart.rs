//! The chart `docs/ledger.svg`: a bar with its 95 % interval for each technique that was measured.
//!
//! Not a plotting library, and none is used: the chart must follow the reader's light or dark mode, which takes style rules that `plotters`
//! cannot write, and its bytes must be the same on every machine. Invariant: every coordinate is written with one decimal.

use std::fmt::Write as _;

use super::record::{Outcome, Range, Record, limit_text};
use super::store::Ledger;
use super::today::Today;
use super::worth::{Worth, worths};

const ROW: f64 = 22.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 40.0;
/// Where the axis begins and ends; names stand left of it, figures right.
const LEFT: f64 = 220.0;
const RIGHT: f64 = 760.0;
const WIDTH: f64 = 900.0;
/// Marks on the axis at most.
const MARKS: f64 = 9.0;

/// Colours that people who see few colours tell apart, in both modes; what they mean is written beside them.
const STYLE: &str = "\
<style>
svg { background: #ffffff; font: 13px system-ui, sans-serif; }
text { fill: #1f2328; }
.quiet { fill: #59636e; font-size: 12px; }
.grid { stroke: #d1d9e0; }
.zero { stroke: #59636e; }
.interval { stroke: #1f2328; stroke-width: 1.5; }
.accepted { fill: #2a78d6; }
.rejected { fill: #d9622b; }
.unresolved { fill: #9a9fa6; }
.clock { fill: #ffffff; stroke: #1f2328; stroke-width: 1.5; }
.stale { opacity: 0.45; }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117; }
text { fill: #f0f6fc; }
.quiet { fill: #9198a1; }
.grid { stroke: #3d444d; }
.zero { stroke: #9198a1; }
.interval { stroke: #f0f6fc; }
.accepted { fill: #4c93ec; }
.rejected { fill: #e98050; }
.unresolved { fill: #767c85; }
.clock { fill: #0d1117; stroke: #f0f6fc; }
}
</style>
";

/// The chart of these records.
#[must_use]
pub fn svg(ledger: &Ledger, today: &Today) -> String {
    let worths = worths(ledger, today);
    let mut rows: Vec<(&String, &Worth)> = worths.iter().filter(|(name, _)| today.technique(name).is_some()).collect();
    let key = |worth: &Worth| main(worth).map_or(0.0, |record| normalised(record).value);
    // Equal ones stay in the order of their names.
    rows.sort_by(|(_, one), (_, other)| key(other).total_cmp(&key(one)));
    let axis = Axis::of(rows.iter().map(|(_, worth)| *worth));
    let height = TOP + ROW * rows.len() as f64 + BOTTOM;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=\"img\" \
         aria-label=\"Worth of each technique in normalised Elo, with 95 % intervals\">\n{STYLE}"
    );
    write_head(&mut text);
    axis.write(&mut text, height - BOTTOM);
    for (index, (name, worth)) in rows.iter().enumerate() {
        write_row(&mut text, &axis, TOP + ROW * index as f64 + ROW / 2.0, name, worth);
    }
    text + "</svg>\n"
}

/// The record that the bar shows: fixed nodes first, where most are measured.
fn main(worth: &Worth) -> Option<&Record> {
    worth.at_nodes.as_ref().or(worth.against_clock.as_ref()).map(|measured| &measured.record)
}

fn normalised(record: &Record) -> Range {
    record.conclusions.normalised_elo
}

fn ends(range: &Range) -> (f64, f64) {
    (range.low.unwrap_or(range.value), range.high.unwrap_or(range.value))
}

fn write_head(text: &mut String) {
    text.push_str("<text x=\"12\" y=\"22\">Worth of each technique in normalised Elo, with 95 % intervals</text>\n");
    let mut x = 12.0;
    for (class, word) in [("accepted", "accepted"), ("rejected", "rejected"), ("unresolved", "unresolved")] {
        let _ = writeln!(text, "<rect class=\"{class}\" x=\"{x:.1}\" y=\"34.0\" width=\"12\" height=\"12\"/>");
        let _ = writeln!(text, "<text class=\"quiet\" x=\"{:.1}\" y=\"44.5\">{word}</text>", x + 17.0);
        x += 100.0;
    }
    write_diamond(text, "clock", x + 6.0, 40.0);
    let legend = "against the clock (bars: at fixed nodes); pale: stale";
    let _ = writeln!(text, "<text class=\"quiet\" x=\"{:.1}\" y=\"44.5\">{legend}</text>", x + 17.0);
}

fn write_diamond(text: &mut String, class: &str, x: f64, y: f64) {
    let (left, right, above, below) = (x - 5.0, x + 5.0, y - 5.0, y + 5.0);
    let corners = format!("{left:.1},{y:.1} {x:.1},{above:.1} {right:.1},{y:.1} {x:.1},{below:.1}");
    let _ = writeln!(text, "<polygon class=\"{class}\" points=\"{corners}\"/>");
}

/// From normalised Elo to places.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    fn of<'a>(worths: impl Iterator<Item = &'a Worth>) -> Axis {
        let (mut low, mut high) = (0.0f64, 10.0f64);
        for measured in worths.flat_map(|worth| worth.at_nodes.iter().chain(&worth.against_clock)) {
            let (from, to) = ends(&normalised(&measured.record));
            (low, high) = (low.min(from), high.max(to));
        }
        let step = step_for(high - low);
        Axis { low: libm::floor(low / step) * step, high: libm::ceil(high / step) * step, step }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.low) / (self.high - self.low) * (RIGHT - LEFT)
    }

    fn write(&self, text: &mut String, bottom: f64) {
        let marks = libm::round((self.high - self.low) / self.step) as i64;
        for index in 0..=marks {
            let value = self.low + index as f64 * self.step;
            let (x, class) = (self.x(value), if value == 0.0 { "zero" } else { "grid" });
            let top = TOP - 6.0;
            let _ = writeln!(
                text,
                "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>"
            );
            let y = bottom + 18.0;
            let _ = writeln!(
                text,
                "<text class=\"quiet\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{value:.0}</text>"
            );
        }
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... that leaves few enough marks.
fn step_for(span: f64) -> f64 {
    let mut size = 1.0;
    loop {
        if let Some(step) = [1.0, 2.0, 5.0].map(|part| part * size).into_iter().find(|step| span / step <= MARKS) {
            return step;
        }
        size *= 10.0;
    }
}

fn write_row(text: &mut String, axis: &Axis, y: f64, name: &str, worth: &Worth) {
    let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>", LEFT - 10.0, y + 4.5);
    if let Some(measured) = &worth.at_nodes {
        let class = class(measured.verdict(), measured.stale.is_some());
        // Where there are two, one stands above the other.
        let y = if worth.against_clock.is_some() { y - 4.0 } else { y };
        write_bar(text, axis, y, &class, &measured.record);
    }
    if let Some(measured) = &worth.against_clock {
        let range = normalised(&measured.record);
        let stale = if measured.stale.is_some() { " stale" } else { "" };
        let y = if worth.at_nodes.is_some() { y + 6.0 } else { y };
        write_interval(text, axis, y, &range);
        write_diamond(text, &format!("clock{stale}"), axis.x(range.value), y);
    }
    if let Some(record) = main(worth) {
        let figure = normalised(record).text();
        let (x, y) = (RIGHT + 10.0, y + 4.5);
        let title = format!("{} games, {}, {}", record.games(), limit_text(record.limit), record.day());
        let _ = writeln!(text, "<text class=\"quiet\" x=\"{x:.1}\" y=\"{y:.1}\">{figure}<title>{title}</title></text>");
    }
}

fn class(outcome: Outcome, is_stale: bool) -> String {
    format!("{}{}", outcome.word(), if is_stale { " stale" } else { "" })
}

fn write_bar(text: &mut String, axis: &Axis, y: f64, class: &str, record: &Record) {
    let range = normalised(record);
    let (zero, end) = (axis.x(0.0), axis.x(range.value));
    let (x, width) = (zero.min(end), (end - zero).abs());
    let top = y - 5.0;
    let _ = writeln!(
        text,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"10\" rx=\"2\"/>"
    );
    write_interval(text, axis, y, &range);
}

fn write_interval(text: &mut String, axis: &Axis, y: f64, range: &Range) {
    let (low, high) = ends(range);
    let (low, high) = (axis.x(low), axis.x(high));
    let (above, below) = (y - 3.0, y + 3.0);
    let path = format!("M{low:.1} {y:.1}H{high:.1}M{low:.1} {above:.1}V{below:.1}M{high:.1} {above:.1}V{below:.1}");
    let _ = writeln!(text, "<path class=\"interval\" d=\"{path}\"/>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::testing::{clock_record, record, today};

    fn ledger() -> Ledger {
        let stale = Record { revision: Some(0), ..record("Razoring", [40, 80, 140, 99, 41]) };
        let records = vec![
            stale,
            record("Killers", [50, 100, 130, 82, 38]),
            record("NullMovePruning", [32, 82, 127, 106, 153]),
            clock_record("NullMovePruning", [32, 82, 127, 106, 73]),
        ];
        Ledger { records, faults: Vec::new() }
    }

    #[test]
    fn what_a_reader_sees() {
        let chart = svg(&ledger(), &today());
        assert_eq!(chart, include_str!("../../tests/pages/chart.svg"));
    }

    #[test]
    fn rows_are_sorted_by_worth_and_say_what_they_show() {
        let chart = svg(&ledger(), &today());
        let place = |name: &str| chart.find(&format!(">{name}</text>")).expect("a row");
        assert!(place("NullMovePruning") < place("Razoring") && place("Razoring") < place("Killers"));
        assert!(chart.contains("class=\"unresolved stale\"") && chart.contains("<polygon class=\"clock\""), "{chart}");
        assert!(chart.contains("prefers-color-scheme: dark") && !chart.contains("NaN"), "{chart}");
        // The bytes are those of an XML document whose elements are closed.
        assert_eq!(chart.matches("<text").count(), chart.matches("</text>").count());
    }

    #[test]
    fn an_empty_ledger_has_an_axis() {
        let chart = svg(&Ledger::default(), &today());
        assert!(chart.contains(">10</text>") && !chart.contains("NaN") && chart.ends_with("</svg>\n"), "{chart}");
    }

    #[test]
    fn steps_are_round_and_few() {
        for (span, step) in [(5.0, 1.0), (10.0, 2.0), (60.0, 10.0), (100.0, 20.0), (450.0, 50.0), (4000.0, 500.0)] {
            let found = step_for(span);
            assert!((found - step).abs() < 1e-9, "{span}: {found}");
        }
    }
}
