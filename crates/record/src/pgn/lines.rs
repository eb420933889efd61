//! Lines of text out of bytes.
//!
//! It knows nothing of PGN. CR, LF and CR LF all end a line; a byte order mark is dropped; a line that is no UTF-8 is taken as Latin-1, the
//! usual encoding of old files, so that a name with an accent costs no game. Invariant: every byte sequence gives lines; only the input
//! itself can fail.

use std::io::{self, BufRead};

/// Reads lines and counts them.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    skip_line_feed: bool,
    /// The number of the last line read, from 1.
    pub(super) number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines { input, bytes: Vec::new(), skip_line_feed: false, number: 0 }
    }

    /// Puts the next line into `line`, without its end; `false` when there is none.
    pub(super) fn read(&mut self, line: &mut String) -> io::Result<bool> {
        line.clear();
        self.bytes.clear();
        if !self.read_bytes()? {
            return Ok(false);
        }
        self.number += 1;
        let mut bytes = self.bytes.as_slice();
        if self.number == 1 {
            bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => line.push_str(text),
            Err(_) => line.extend(bytes.iter().map(|&byte| char::from(byte))),
        }
        Ok(true)
    }

    fn read_bytes(&mut self) -> io::Result<bool> {
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let Some(&first) = available.first() else {
                return Ok(!self.bytes.is_empty());
            };
            if std::mem::take(&mut self.skip_line_feed) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            if let Some(end) = available.iter().position(|b| matches!(b, b'\n' | b'\r')) {
                self.bytes.extend_from_slice(&available[..end]);
                self.skip_line_feed = available[end] == b'\r';
                self.input.consume(end + 1);
                return Ok(true);
            }
            let length = available.len();
            self.bytes.extend_from_slice(available);
            self.input.consume(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], chunk: usize) -> Vec<String> {
        let mut lines = Lines::new(io::BufReader::with_capacity(chunk, bytes));
        let (mut line, mut all) = (String::new(), Vec::new());
        while lines.read(&mut line).expect("memory can be read") {
            all.push(line.clone());
        }
        assert_eq!(lines.number, all.len());
        all
    }

    #[test]
    fn every_line_end_ends_a_line() {
        for chunk in [1, 2, 3, 100] {
            assert_eq!(lines(b"a\nb\r\nc\rd\r\r\n\ne", chunk), ["a", "b", "c", "d", "", "", "e"]);
            assert_eq!(lines(b"a\r\n", chunk), ["a"]);
            assert_eq!(lines(b"", chunk), [""; 0]);
        }
    }

    #[test]
    fn encodings_are_guessed_line_by_line() {
        assert_eq!(lines(b"\xef\xbb\xbfa\n\xef\xbb\xbfb", 2), ["a", "\u{feff}b"]);
        assert_eq!(lines(b"J\xf6rg\nJ\xc3\xb6rg", 4), ["J\u{f6}rg", "J\u{f6}rg"]);
    }
}
