//! Splitting a line into words, and making text safe to put on a line.
//!
//! Not a grammar: which words mean what is decided by the message modules.
//! Invariant: no token contains a control character or a blank, and no token is empty.

/// The words of one line, with access to the untouched rest (an option value or an info string keeps its inner blanks).
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

fn is_separator(c: char) -> bool {
    c == ' ' || c.is_control()
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        // Windows tools start a file with a byte order mark; it is not part of the first command.
        Tokens { rest: line.trim_start_matches('\u{feff}') }
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// Whether the next word is `keyword`; takes it if so.
    pub(crate) fn take_keyword(&mut self, keyword: &str) -> bool {
        let found = self.peek().is_some_and(|token| is(token, keyword));
        if found {
            self.next();
        }
        found
    }

    /// As [`take_keyword`](Tokens::take_keyword), without looking further than `word` is long: whoever compares many words with one that may
    /// be megabytes long would notice.
    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start_matches(is_separator);
        let after = rest.get(..word.len()).filter(|head| is(head, word)).map(|_| &rest[word.len()..]);
        match after {
            Some(after) if after.is_empty() || after.starts_with(is_separator) => {
                self.rest = after;
                true
            }
            _ => false,
        }
    }

    /// Skips words until `keyword` has been taken. False if it never comes; then nothing is left.
    pub(crate) fn skip_past(&mut self, keyword: &str) -> bool {
        self.by_ref().any(|token| is(token, keyword))
    }

    /// Everything not yet taken, without blanks at its ends, control characters made blanks.
    pub(crate) fn rest(self) -> String {
        one_line(self.rest.trim_matches(is_separator))
    }

    /// The words up to `keyword` (which is taken) or the end, joined by single blanks, and whether the keyword was there.
    pub(crate) fn words_until(&mut self, keyword: &str) -> (String, bool) {
        let mut words = String::new();
        for token in self.by_ref() {
            if is(token, keyword) {
                return (words, true);
            }
            push_word(&mut words, token);
        }
        (words, false)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let start = self.rest.find(|c| !is_separator(c))?;
        let word = &self.rest[start..];
        let end = word.find(is_separator).unwrap_or(word.len());
        self.rest = &word[end..];
        Some(&word[..end])
    }
}

pub(crate) fn is(token: &str, keyword: &str) -> bool {
    token.eq_ignore_ascii_case(keyword)
}

pub(crate) fn push_word(words: &mut String, word: &str) {
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

/// A whole number with an optional sign, saturating at the ends of `i64`. `None` if the text is anything else.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // All digits, so the only way to fail is to be too large.
    let saturated = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(saturated))
}

pub(crate) fn saturate_u32(value: i64) -> u32 {
    u32::try_from(value.max(0)).unwrap_or(u32::MAX)
}

pub(crate) fn saturate_i32(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

pub(crate) fn saturate_u64(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// `text` with every control character (line ends included) replaced by a blank, so that it cannot start a second line.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// At most the first 40 characters of `text` as one line, for quoting input back in an error; an ellipsis marks a cut.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => one_line(&text[..end]) + "…",
        None => one_line(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_control_character_separates() {
        let words: Vec<_> = Tokens::new("\u{feff} a\tb\r\n\0c\u{b}d  e ").collect();
        assert_eq!(words, ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn a_word_is_taken_whole_or_not_at_all() {
        let mut words = Tokens::new(" move  Overhead\u{e9} é");
        assert!(!words.take_word("mov") && !words.take_word("moves") && words.take_word("Move"));
        assert!(!words.take_word("overhead") && words.take_word("overhead\u{e9}"));
        assert!(!words.take_word("e") && words.take_word("é") && !words.take_word("x") && words.peek().is_none());
    }

    #[test]
    fn integers_saturate() {
        assert_eq!(integer("4294967296"), Some(4_294_967_296));
        assert_eq!(integer("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999999"), Some(i64::MIN));
        assert_eq!(integer("+7"), Some(7));
        for bad in ["", "-", "+", "1.5", "0x10", "abc", "--1", "1e3", "²"] {
            assert_eq!(integer(bad), None, "{bad}");
        }
    }

    #[test]
    fn excerpts_are_short_and_on_one_line() {
        assert_eq!(excerpt("a\nb"), "a b");
        assert_eq!(excerpt(&"é".repeat(100)).chars().count(), 41);
    }
}
