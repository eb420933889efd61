//! Rust source as the checks see it: text, masked text, tokens.
//!
//! A lexer, not a parser: it knows comments, literals, identifiers and brackets, and nothing of types or macros. That is enough for
//! house rules, and it keeps `syn` out of the build. Invariant: the masked text has the same bytes count and line breaks as the text.

/// A source file in the forms that the checks need.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) text: String,
    /// The text with comments and literal contents blanked.
    pub(crate) code: String,
    /// `code` with `#[cfg(test)]` items blanked as well.
    pub(crate) production: String,
}

/// A word or a single punctuation character, and the byte where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
}

/// A function with a body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function<'a> {
    pub(crate) name: &'a str,
    pub(crate) line: usize,
    pub(crate) lines: usize,
}

impl Source {
    pub(crate) fn new(text: String) -> Source {
        let code = mask(&text);
        let production = without_tests(&code);
        Source { text, code, production }
    }

    /// The line, from 1, that holds this byte.
    pub(crate) fn line_of(&self, at: usize) -> usize {
        1 + self.text.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count()
    }

    /// Whether a `// @generated` line stands before the code.
    pub(crate) fn is_generated(&self) -> bool {
        self.text.lines().take(5).any(|line| line.starts_with("// @generated"))
    }

    /// Lines of the file that are not part of a `#[cfg(test)]` item. Comments and blank lines count: they are read too.
    pub(crate) fn production_lines(&self) -> usize {
        let blanked = |(code, production): &(&str, &str)| code != production;
        self.code.lines().count() - self.code.lines().zip(self.production.lines()).filter(blanked).count()
    }

    /// The functions outside tests, nested ones included.
    pub(crate) fn functions(&self) -> Vec<Function<'_>> {
        let tokens = tokens(&self.production);
        let mut functions = Vec::new();
        for (index, pair) in tokens.windows(2).enumerate() {
            if pair[0].text != "fn" || !is_word(pair[1].text) {
                continue;
            }
            if let Some(end) = item_end(&tokens, index).filter(|&end| tokens[end].text == "}") {
                let line = self.line_of(pair[0].at);
                functions.push(Function { name: pair[1].text, line, lines: self.line_of(tokens[end].at) - line + 1 });
            }
        }
        functions
    }
}

/// Splits masked code into words and punctuation.
pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = code.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let mut end = at + c.len_utf8();
        if c.is_whitespace() {
            continue;
        }
        if is_word_char(c) {
            while let Some((next, _)) = rest.next_if(|(_, c)| is_word_char(*c)) {
                end = next + code[next..].chars().next().map_or(1, char::len_utf8);
            }
        }
        tokens.push(Token { text: &code[at..end], at });
    }
    tokens
}

fn is_word_char(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(is_word_char)
}

/// The index of the token that ends the item starting at `start`: its `;`, or the `}` that closes its body.
fn item_end(tokens: &[Token<'_>], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(index);
                }
            }
            ";" if depth == 0 => return Some(index),
            _ => {}
        }
    }
    None
}

/// Every path that the code names, `use` trees spread out: `use std::{fs, io::Read};` gives `std::fs` and `std::io::Read`.
pub(crate) fn paths(code: &str) -> Vec<(String, usize)> {
    let tokens = tokens(code);
    let mut paths = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        if tokens[index].text == "use" {
            index = use_tree(&tokens, index + 1, "", &mut paths);
        } else if is_word(tokens[index].text) {
            let at = tokens[index].at;
            let mut path = tokens[index].text.to_owned();
            while is_separator(&tokens, index + 1) && tokens.get(index + 3).is_some_and(|t| is_word(t.text)) {
                index += 3;
                path.push_str("::");
                path.push_str(tokens[index].text);
            }
            paths.push((path, at));
            index += 1;
        } else {
            index += 1;
        }
    }
    paths
}

fn is_separator(tokens: &[Token<'_>], index: usize) -> bool {
    let is_colon = |i: usize| tokens.get(i).is_some_and(|t| t.text == ":");
    is_colon(index) && is_colon(index + 1)
}

/// Reads one branch of a `use` tree and returns the index of the token after it.
fn use_tree(tokens: &[Token<'_>], mut index: usize, prefix: &str, paths: &mut Vec<(String, usize)>) -> usize {
    let mut path = prefix.to_owned();
    let Some(start) = tokens.get(index) else {
        return index;
    };
    while let Some(token) = tokens.get(index) {
        match token.text {
            "{" => {
                index += 1;
                while tokens.get(index).is_some_and(|t| t.text != "}" && t.text != ";") {
                    index = use_tree(tokens, index, &path, paths);
                    if tokens.get(index).is_some_and(|t| t.text == ",") {
                        index += 1;
                    }
                }
                // The group's own prefix is no path of its own: each leaf has been noted.
                return index + 1;
            }
            "," | "}" | ";" => break,
            ":" => index += 1,
            "as" => index += 2,
            word => {
                if !path.is_empty() {
                    path.push_str("::");
                }
                path.push_str(word);
                index += 1;
            }
        }
    }
    paths.push((path, start.at));
    index
}

/// Blanks comments and the contents of literals.
fn mask(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut masked = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes[at..].starts_with(b"//") => line_end(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => block_comment_end(bytes, at),
            b'"' => string_end(bytes, at),
            b'\'' => match char_literal_end(text, at) {
                Some(end) => end,
                None => {
                    at += 1;
                    continue;
                }
            },
            b if b == b'_' || b.is_ascii_alphanumeric() => {
                // A raw string's prefix is a word that touches its quote; any other word is stepped over whole.
                let word_end = at + bytes[at..].iter().take_while(|b| **b == b'_' || b.is_ascii_alphanumeric()).count();
                match (&text[at..word_end], raw_string_end(bytes, word_end)) {
                    ("r" | "br" | "cr", Some(end)) => end,
                    _ => {
                        at = word_end;
                        continue;
                    }
                }
            }
            _ => {
                at += 1;
                continue;
            }
        };
        for byte in &mut masked[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end;
    }
    String::from_utf8(masked).expect("only whole literals and comments are blanked")
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|b| **b != b'\n').count()
}

fn block_comment_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0usize);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of the raw string whose `#`s or quote start here, if one does.
fn raw_string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let hashes = bytes[start..].iter().take_while(|b| **b == b'#').count();
    let body = start + hashes + 1;
    if bytes.get(body - 1) != Some(&b'"') {
        return None;
    }
    let mut closing = vec![b'"'];
    closing.resize(1 + hashes, b'#');
    let end = bytes[body..].windows(closing.len()).position(|w| w == closing);
    Some(end.map_or(bytes.len(), |found| body + found + closing.len()))
}

/// The end of the character literal that starts here; `None` for a lifetime or a loop label.
fn char_literal_end(text: &str, start: usize) -> Option<usize> {
    let mut chars = text[start + 1..].char_indices();
    let (_, first) = chars.next()?;
    if first == '\\' {
        let escaped = chars.next()?;
        let (close, _) = chars.find(|(at, c)| *c == '\'' && *at > escaped.0)?;
        return Some(start + 1 + close + 1);
    }
    let (close, second) = chars.next()?;
    (second == '\'').then_some(start + 1 + close + 1)
}

/// Blanks each item under `#[cfg(test)]` or `#[cfg(all(test, ...))]`.
fn without_tests(code: &str) -> String {
    let tokens = tokens(code);
    let mut bytes = code.as_bytes().to_vec();
    let mut index = 0;
    while index < tokens.len() {
        let texts: Vec<&str> = tokens[index..].iter().take(7).map(|t| t.text).collect();
        let gated = texts.starts_with(&["#", "[", "cfg", "(", "test", ")"])
            || texts.starts_with(&["#", "[", "cfg", "(", "all", "(", "test"]);
        if !gated {
            index += 1;
            continue;
        }
        let mut start = index;
        while tokens.get(start).is_some_and(|t| t.text == "#") {
            start = attribute_end(&tokens, start) + 1;
        }
        let end = item_end(&tokens, start).unwrap_or(tokens.len() - 1);
        for byte in &mut bytes[tokens[index].at..tokens[end].at + tokens[end].text.len()] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        index = end + 1;
    }
    String::from_utf8(bytes).expect("only whole tokens are blanked")
}

fn attribute_end(tokens: &[Token<'_>], start: usize) -> usize {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "[" => depth += 1,
            "]" if depth == 1 => return index,
            "]" => depth -= 1,
            _ => {}
        }
    }
    tokens.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new(text.to_owned())
    }

    #[test]
    fn comments_and_literals_are_blanked_and_lengths_kept() {
        let text =
            "a // x\n/* y /* z */ w */ b \"q\\\"u\" 'c' '\\'' '\\u{1F}' r#\"r\"aw\"# br\"x\" &'life str 'label: loop";
        let masked = mask(text);
        assert_eq!(masked.len(), text.len());
        let words: Vec<&str> = tokens(&masked).iter().map(|t| t.text).filter(|t| is_word(t)).collect();
        assert_eq!(words, ["a", "b", "life", "str", "label", "loop"].to_vec());
    }

    #[test]
    fn unterminated_things_end_with_the_file() {
        for text in ["/* open", "\"open", "r#\"open", "'", "'\\", "b'", "// no newline", "fn f("] {
            let s = source(text);
            assert_eq!(s.code.len(), text.len());
        }
    }

    #[test]
    fn text_that_is_not_ascii_survives() {
        let s = source("fn grün() { let é = 'ß'; \"日本\"; } // ✓");
        assert_eq!(s.functions()[0].name, "grün");
    }

    #[test]
    fn test_items_are_no_production_code() {
        let s = source(
            "fn a() {}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n fn b() { println!(); }\n}\nfn c() {}\n#[cfg(all(test, y))]\nuse z;\n",
        );
        assert!(!s.production.contains("println"));
        assert!(!s.production.contains("use z"));
        let names: Vec<&str> = s.functions().iter().map(|f| f.name).collect();
        assert_eq!(names, ["a", "c"]);
        assert_eq!(s.production_lines(), 2);
    }

    #[test]
    fn functions_have_their_length() {
        let s = source(
            "fn one() {}\npub fn two<T>(a: [u8; 4], f: fn(u8) -> u8)\nwhere\n T: X,\n{\n if a { b } \n}\ntrait T { fn none(&self); fn given(&self) { } }",
        );
        let sizes: Vec<(&str, usize)> = s.functions().iter().map(|f| (f.name, f.lines)).collect();
        assert_eq!(sizes, [("one", 1), ("two", 6), ("given", 1)]);
    }

    #[test]
    fn use_trees_are_spread_out() {
        let found: Vec<String> =
            paths("use std::{fs, io::{self as i, Read}, env as e}; std::thread::spawn(x); use a::b;")
                .into_iter()
                .map(|p| p.0)
                .collect();
        for wanted in ["std::fs", "std::io::self", "std::io::Read", "std::env", "std::thread::spawn", "a::b"] {
            assert!(found.iter().any(|p| p == wanted), "{wanted} not in {found:?}");
        }
    }
}
