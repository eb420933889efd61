//! Lines of a program that may write anything.
//!
//! Not a parser: bytes that are not UTF-8 become replacement characters, which no message contains.
//! Invariant: memory stays bounded, however long a line is; of a longer one the beginning is kept, where the message word stands.

use std::io::{self, BufRead, ErrorKind};

/// Bytes kept of a line. A line of play of 256 moves, each 6 bytes, leaves plenty of room.
pub(super) const LONGEST_LINE: usize = 64 << 10;

/// What came next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// A line, without its end.
    Line(String),
    /// Nothing more will come; this came after the last line's end.
    End(String),
}

pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Read> {
    let mut kept = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(Read::End(text(&kept)));
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let line = &chunk[..end.unwrap_or(chunk.len())];
        kept.extend_from_slice(&line[..line.len().min(LONGEST_LINE - kept.len())]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Read::Line(text(&kept)));
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\r').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Read> {
        let mut input = io::BufReader::with_capacity(7, input);
        let mut lines = Vec::new();
        while !matches!(lines.last(), Some(Read::End(_))) {
            lines.push(read_line(&mut input).expect("reading from memory"));
        }
        lines
    }

    fn line(text: &str) -> Read {
        Read::Line(text.to_owned())
    }

    #[test]
    fn a_line_needs_its_end() {
        assert_eq!(lines(b""), [Read::End(String::new())]);
        assert_eq!(lines(b"uciok\r\n\nbestmo"), [line("uciok"), line(""), Read::End("bestmo".to_owned())]);
        assert_eq!(lines(b"a\xffb\0c\n"), [line("a\u{fffd}b\0c"), Read::End(String::new())]);
    }

    #[test]
    fn of_a_long_line_the_beginning_is_kept() {
        let mut input = b"bestmove e2e4 ".to_vec();
        input.resize(3 * LONGEST_LINE, b'x');
        input.extend(b"\nreadyok\n");
        let lines = lines(&input);
        let [Read::Line(long), rest @ ..] = lines.as_slice() else { panic!("{lines:?}") };
        assert!(long.starts_with("bestmove e2e4 x") && long.len() == LONGEST_LINE);
        assert_eq!(rest, [line("readyok"), Read::End(String::new())]);
    }
}
