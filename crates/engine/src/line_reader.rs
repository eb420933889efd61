//! Lines from a byte stream, whatever the bytes.
//!
//! Not a decoder: bytes that are not UTF-8 become replacement characters, which no command contains.
//! Invariant: memory stays bounded by the longest line allowed, however long the line that comes.

use std::io::{self, BufRead, ErrorKind};

/// Longest line taken. A game of 6,000 plies is 30 kB; this leaves room for any list a tool can mean.
pub(crate) const LONGEST_LINE: usize = 4 << 20;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its line end.
    Text(String),
    /// Longer than allowed, and skipped.
    TooLong,
}

/// The next line, or `None` at the end of input. A last line without a line end counts.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    let mut is_empty = true;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        is_empty = false;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= bytes.len() + text.len() > LONGEST_LINE;
        if !too_long {
            bytes.extend_from_slice(text);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (is_empty, too_long) {
        (true, _) => None,
        (_, true) => Some(Line::TooLong),
        _ => Some(Line::Text(String::from_utf8_lossy(&bytes).into_owned())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(7, input);
        std::iter::from_fn(|| read_line(&mut input).expect("reading from memory")).collect()
    }

    #[test]
    fn line_ends_and_odd_bytes() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(lines(b"uci\r\n\nisready"), [text("uci\r"), text(""), text("isready")]);
        assert_eq!(lines(b"a\xffb\0c\n"), [text("a\u{fffd}b\0c")]);
    }

    #[test]
    fn a_line_too_long_is_skipped_and_the_next_is_read() {
        let mut input = vec![b'x'; LONGEST_LINE];
        input.push(b'\n');
        input.extend(vec![b'x'; LONGEST_LINE + 1]);
        input.extend(b"\nuci\n");
        let lines = lines(&input);
        assert!(matches!(&lines[0], Line::Text(text) if text.len() == LONGEST_LINE));
        assert_eq!(lines[1..], [Line::TooLong, Line::Text("uci".into())]);
    }
}
