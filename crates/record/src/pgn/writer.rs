//! A game as PGN text, in the export form: seven tags first, lines under 80 characters.
//!
//! It writes what it is given and checks no move. Invariant: no line starts with `%`, and no comment or value can break out of its
//! delimiters, so reading the text gives the game again.

use super::game::{Game, Line, PlayedMove};
use super::lexer::single_spaced;
use std::fmt;

/// The tags that every game has, in their order, and their values when nothing is known.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The standard discourages lines of 80 characters or more.
const COLUMNS: usize = 79;

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tags.get(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", self.result().as_str())?;
        for (name, value) in self.tags.iter() {
            if name != "Result" && !ROSTER.iter().any(|(known, _)| *known == name) {
                write_tag(f, name, value)?;
            }
        }
        let mut text = Wrapped::default();
        let (number, black) = self.first_move();
        write_line(&mut text, &self.main, 2 * u64::from(number) + u64::from(black));
        text.word(self.result().as_str());
        writeln!(f, "\n{}", text.done())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    if name.is_empty() {
        return Ok(());
    }
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            _ if c.is_control() => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    writeln!(f, "[{name} \"{escaped}\"]")
}

/// Writes a line of play; `ply` counts half moves so that even ones are White's.
fn write_line(text: &mut Wrapped, line: &Line, mut ply: u64) {
    write_comments(text, &line.comments);
    let mut needs_number = true;
    for played in &line.moves {
        if ply.is_multiple_of(2) {
            text.word(&format!("{}.", ply / 2));
        } else if needs_number {
            text.word(&format!("{}...", ply / 2));
        }
        write_move(text, played, ply);
        needs_number = !played.comments.is_empty() || !played.variations.is_empty();
        ply += 1;
    }
}

fn write_move(text: &mut Wrapped, played: &PlayedMove, ply: u64) {
    text.word(&played.san);
    for nag in &played.nags {
        text.word(&format!("${nag}"));
    }
    write_comments(text, &played.comments);
    for variation in &played.variations {
        text.open();
        write_line(text, variation, ply);
        text.close();
    }
}

fn write_comments(text: &mut Wrapped, comments: &[String]) {
    for comment in comments {
        let comment = single_spaced(comment);
        if comment.is_empty() {
        } else if comment.contains('}') {
            // A brace cannot be escaped; a comment to the end of the line can hold one.
            text.rest_of_line(&comment);
        } else {
            for word in format!("{{{comment}}}").split(' ') {
                text.word(word);
            }
        }
    }
}

/// Words put into lines.
#[derive(Default)]
struct Wrapped {
    text: String,
    column: usize,
    /// Whether the next word follows a bracket without a blank.
    touches: bool,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let touches = std::mem::take(&mut self.touches) || self.column == 0;
        let blank = usize::from(!touches);
        // A line that starts with '%' would be skipped by readers.
        if self.column > 0 && self.column + blank + length > COLUMNS && !word.starts_with('%') {
            self.line_break();
        } else if !touches {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn open(&mut self) {
        self.word("(");
        self.touches = true;
    }

    fn close(&mut self) {
        self.touches = true;
        self.word(")");
    }

    fn rest_of_line(&mut self, comment: &str) {
        self.word(";");
        self.text.push(' ');
        self.text.push_str(comment);
        self.line_break();
    }

    fn line_break(&mut self) {
        self.text.push('\n');
        self.column = 0;
        self.touches = false;
    }

    fn done(self) -> String {
        self.text + "\n"
    }
}
