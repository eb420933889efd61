//! The loss curve: its points, and the same as a table and as a picture.
//!
//! Not here: when a point is taken (`run`). Invariant: table and picture are functions of the points, down to the last digit.

use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// What was known after some step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Point {
    /// Steps taken.
    pub(crate) step: u64,
    /// Positions seen in them.
    pub(crate) positions: u64,
    /// The size of the last step.
    pub(crate) learning_rate: f64,
    /// The mean error of the positions seen since the last point, each before its step.
    pub(crate) training_loss: f64,
    /// The mean error of held-out positions, with the weight of the result that the run ends with.
    pub(crate) held_out_loss: Option<f64>,
}

/// Lines of numbers with a line of names above them.
pub(crate) fn csv(points: &[Point]) -> String {
    let mut text = "step,positions,learning_rate,training_loss,held_out_loss\n".to_owned();
    for point in points {
        let held_out = point.held_out_loss.map_or(String::new(), |loss| format!("{loss:.8}"));
        let Point { step, positions, learning_rate, training_loss, .. } = point;
        let line = format!("{step},{positions},{learning_rate:.9},{training_loss:.8},{held_out}\n");
        text.push_str(&line);
    }
    text
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 52.0;

/// About so many lines across the picture.
const LINES: f64 = 6.0;

const TRAINING: &str = "#1f77b4";
const HELD_OUT: &str = "#d62728";

/// A picture of both losses over the positions seen.
pub(crate) fn svg(points: &[Point], title: &str) -> String {
    let frame = Frame::around(points);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"16\">{}</text>\n",
        escaped(title)
    );
    frame.draw_axes(&mut text);
    let training = points.iter().map(|point| (point.positions, Some(point.training_loss)));
    frame.draw_line(&mut text, training, TRAINING);
    let held_out = points.iter().map(|point| (point.positions, point.held_out_loss));
    frame.draw_line(&mut text, held_out, HELD_OUT);
    for (index, (name, color)) in [("training", TRAINING), ("held out", HELD_OUT)].into_iter().enumerate() {
        let (x, y) = (WIDTH - RIGHT - 110.0, TOP + 18.0 + 20.0 * index as f64);
        let line = format!(
            "<path d=\"M{x:.1} {:.1}h24\" stroke=\"{color}\" stroke-width=\"2\"/><text x=\"{:.1}\" y=\"{y:.1}\">{name}</text>\n",
            y - 4.0,
            x + 32.0
        );
        text.push_str(&line);
    }
    text.push_str("</svg>\n");
    text
}

/// What part of the numbers the picture shows.
struct Frame {
    positions: f64,
    lowest: f64,
    highest: f64,
}

impl Frame {
    /// All points; but the first tenth may run out at the top, or its fall from chance would flatten all that follows.
    fn around(points: &[Point]) -> Frame {
        let losses = |points: &[Point]| -> Vec<f64> {
            points.iter().flat_map(|point| [Some(point.training_loss), point.held_out_loss]).flatten().collect()
        };
        let later = losses(&points[points.len() / 10..]);
        let lowest = losses(points).into_iter().fold(f64::INFINITY, f64::min);
        let highest = later.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let (lowest, highest) = if lowest <= highest { (lowest, highest) } else { (0.0, 1.0) };
        let margin = ((highest - lowest) * 0.08).max(1e-6);
        let positions = points.last().map_or(1.0, |point| point.positions.max(1) as f64);
        Frame { positions, lowest: lowest - margin, highest: highest + margin }
    }

    fn x(&self, positions: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * positions / self.positions
    }

    fn y(&self, loss: f64) -> f64 {
        let share = (loss.min(self.highest) - self.lowest) / (self.highest - self.lowest);
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
    }

    fn draw_axes(&self, text: &mut String) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for loss in round_numbers(self.lowest, self.highest) {
            let y = self.y(loss);
            let line = format!(
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>\n",
                LEFT - 6.0,
                y + 4.0
            );
            text.push_str(&line);
        }
        for millions in round_numbers(0.0, self.positions / 1e6) {
            let x = self.x(millions * 1e6);
            let line = format!(
                "<path d=\"M{x:.1} {bottom}v5\" stroke=\"#888\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
                bottom + 19.0,
                // Away from the last digits, which are only rounding.
                (millions * 1e6).round() / 1e6
            );
            text.push_str(&line);
        }
        let _ = write!(
            text,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#888\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">million positions seen</text>\n",
            (LEFT + right) / 2.0,
            HEIGHT - 10.0
        );
    }

    fn draw_line(&self, text: &mut String, points: impl Iterator<Item = (u64, Option<f64>)>, color: &str) {
        let mut path = String::new();
        for (positions, loss) in points {
            let Some(loss) = loss else { continue };
            let letter = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.x(positions as f64), self.y(loss));
        }
        if !path.is_empty() {
            let line = format!("<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n");
            text.push_str(&line);
        }
    }
}

/// Some numbers from `lowest` to `highest`, one, two or five times a power of ten apart.
fn round_numbers(lowest: f64, highest: f64) -> Vec<f64> {
    let rough = (highest - lowest) / LINES;
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let distance = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&d| d >= rough);
    let distance = distance.unwrap_or(10.0 * power);
    let first = (lowest / distance).ceil() as i64;
    (first..).map(|number| number as f64 * distance).take_while(|&number| number <= highest).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points() -> Vec<Point> {
        let point = |step: u64| Point {
            step,
            positions: step * 16_384,
            learning_rate: 1e-3,
            training_loss: 0.03 + 0.2 / step as f64,
            held_out_loss: Some(0.032 + 0.2 / step as f64),
        };
        (1..=40).map(|number| point(10 * number)).collect()
    }

    #[test]
    fn a_table_has_a_line_per_point() {
        let table = csv(&points()[..2]);
        let wanted = "step,positions,learning_rate,training_loss,held_out_loss\n\
                      10,163840,0.001000000,0.05000000,0.05200000\n\
                      20,327680,0.001000000,0.04000000,0.04200000\n";
        assert_eq!(table, wanted);
        let none = Point { held_out_loss: None, ..points()[0] };
        assert!(csv(&[none]).ends_with("0.05000000,\n"));
    }

    /// The picture says what the points say: lines fall, within the frame.
    #[test]
    fn lines_stay_in_the_picture() {
        let picture = svg(&points(), "a < b & c");
        assert!(picture.contains(">a &lt; b &amp; c<") && picture.ends_with("</svg>\n"));
        for color in [TRAINING, HELD_OUT] {
            let end = format!("\" fill=\"none\" stroke=\"{color}\"");
            let path = picture.split("<path d=\"").find_map(|rest| Some(rest.split_once(&end)?.0)).expect("a line");
            let corners: Vec<(f64, f64)> = path
                .split(['M', 'L'])
                .filter_map(|corner| corner.split_once(' '))
                .map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")))
                .collect();
            assert_eq!(corners.len(), 40);
            assert!(corners.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1));
            let inside =
                |&(x, y): &(f64, f64)| (LEFT..=WIDTH - RIGHT).contains(&x) && (TOP..=HEIGHT - BOTTOM).contains(&y);
            assert!(corners.iter().all(inside), "{corners:?}");
        }
    }

    #[test]
    fn few_points_are_no_trouble() {
        for points in [&points()[..0], &points()[..1], &points()[..2]] {
            let picture = svg(points, "few");
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        }
    }

    #[test]
    fn round_numbers_are_round() {
        let close = |found: Vec<f64>, wanted: &[f64]| {
            assert_eq!(found.len(), wanted.len(), "{found:?}");
            assert!(found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{found:?}");
        };
        close(round_numbers(0.0, 10.0), &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        close(round_numbers(0.031, 0.049), &[0.035, 0.04, 0.045]);
    }
}
