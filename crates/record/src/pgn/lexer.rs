//! Tokens out of lines.
//!
//! The lexer knows where a comment, a tag or a word ends, not where a game ends. Comments are opaque: brackets, semicolons and percent signs
//! in them mean nothing. Invariant: every call takes at least one character or one line, so any input comes to its end.

use super::lines::Lines;
use super::{FaultKind, Outcome};
use std::io::{self, BufRead};

/// A meaningful piece of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag { name: String, value: String },
    Move { san: String, nag: Option<u8> },
    Nag(u8),
    Comment(String),
    Open,
    Close,
    Result(Outcome),
    BlankLine,
    Fault(FaultKind),
}

/// Cuts the input into tokens.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    lines: Lines<R>,
    line: String,
    /// The byte of `line` where the next token starts.
    at: usize,
    /// A fault to be told before anything else.
    fault: Option<FaultKind>,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R) -> Self {
        Lexer { lines: Lines::new(input), line: String::new(), at: 0, fault: None }
    }

    /// The number of the line that the last token ended on.
    pub(super) fn line_number(&self) -> usize {
        self.lines.number
    }

    /// The next token; `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Token>> {
        loop {
            if let Some(fault) = self.fault.take() {
                return Ok(Some(Token::Fault(fault)));
            }
            self.at += blank_prefix(&self.line[self.at..]);
            let Some(first) = self.line[self.at..].chars().next() else {
                if !self.next_line()? {
                    return Ok(None);
                }
                if self.line.starts_with('%') {
                    self.line.clear();
                } else if blank_prefix(&self.line) == self.line.len() {
                    self.at = self.line.len();
                    return Ok(Some(Token::BlankLine));
                }
                continue;
            };
            let token = match first {
                '{' => Some(self.brace_comment()?),
                ';' => {
                    let text = single_spaced(&self.line[self.at + 1..]);
                    self.at = self.line.len();
                    (!text.is_empty()).then_some(Token::Comment(text))
                }
                '[' => Some(self.tag()),
                '(' => Some(self.take(1, Token::Open)),
                ')' => Some(self.take(1, Token::Close)),
                '}' => Some(self.take(1, Token::Fault(FaultKind::StrayClose('}')))),
                '$' => Some(self.nag()),
                '"' | ']' | '<' | '>' => Some(self.take(1, unknown(&first.to_string()))),
                _ => self.word(),
            };
            if token.is_some() {
                return Ok(token);
            }
        }
    }

    fn next_line(&mut self) -> io::Result<bool> {
        self.at = 0;
        self.lines.read(&mut self.line)
    }

    fn take(&mut self, length: usize, token: Token) -> Token {
        self.at += length;
        token
    }

    /// Reads on, over lines, to the closing brace. A comment that nobody closed ends before the tags of the next game: a blank line followed
    /// by a whole tag pair is far more often that than something a person wrote into a comment.
    fn brace_comment(&mut self) -> io::Result<Token> {
        let mut text = String::new();
        self.at += 1;
        let mut after_blank = false;
        loop {
            if after_blank && tag_pair(self.line.trim_start()).is_some_and(|tag| tag.clean) {
                self.fault = Some(FaultKind::UnterminatedComment);
                break;
            }
            let rest = &self.line[self.at..];
            let end = rest.find('}');
            text.push_str(&rest[..end.unwrap_or(rest.len())]);
            if let Some(end) = end {
                self.at += end + 1;
                break;
            }
            after_blank = self.at == 0 && blank_prefix(rest) == rest.len();
            text.push(' ');
            if !self.next_line()? {
                self.fault = Some(FaultKind::UnterminatedComment);
                break;
            }
        }
        Ok(Token::Comment(single_spaced(&text)))
    }

    fn tag(&mut self) -> Token {
        let text = &self.line[self.at..];
        let Some(tag) = tag_pair(text) else {
            // A broken tag takes its line with it, lest the rest be read as moves; a bracket among moves takes only itself.
            let among_moves = blank_prefix(&self.line) < self.at;
            let end = text.find(']').filter(|_| among_moves).map_or(text.len(), |close| close + 1);
            return self.take(end, Token::Fault(FaultKind::MalformedTag));
        };
        if !tag.clean {
            self.fault = Some(FaultKind::UnescapedQuote);
        }
        self.at += tag.length;
        Token::Tag { name: tag.name, value: tag.value }
    }

    fn nag(&mut self) -> Token {
        let digits = self.line[self.at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.line[self.at + 1..self.at + 1 + digits].parse().ok();
        self.take(1 + digits, number.map_or(Token::Fault(FaultKind::MalformedNag), Token::Nag))
    }

    /// A move, a result, a glyph; nothing for a move number.
    fn word(&mut self) -> Option<Token> {
        let rest = &self.line[self.at..];
        let end = rest.find(|c: char| is_blank(c) || "{}()[];$\"<>".contains(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        if let Some(outcome) = Outcome::parse(word) {
            return Some(self.take(end, Token::Result(outcome)));
        }
        // A star ends the game even where it touches a move.
        if let Some(star) = word.find('*') {
            let length = if star == 0 { 1 } else { star };
            let token = if star == 0 { Some(Token::Result(Outcome::Unknown)) } else { move_or_glyph(&word[..star]) };
            self.at += length;
            return token;
        }
        let token = move_or_glyph(word);
        self.at += end;
        token
    }
}

/// Reads a word that is no result: `12.` and `...` are nothing, `12.e4!?` is a move with a glyph.
fn move_or_glyph(word: &str) -> Option<Token> {
    let body = without_number(word);
    if body.is_empty() || body == "e.p." || body == "ep" {
        return None;
    }
    if let Some(nag) = glyph(body) {
        return Some(Token::Nag(nag));
    }
    if let Some(outcome) = Outcome::parse(body) {
        return Some(Token::Result(outcome));
    }
    let san = body.trim_end_matches(['!', '?']);
    let castles = san.starts_with("0-0");
    // `--` and `@@@@` are how some programs write a null move: no legal move, but surely meant as one.
    if !castles && !san.starts_with(|c: char| c.is_alphabetic() || c == '-' || c == '@') {
        return Some(unknown(word));
    }
    let suffix = &body[san.len()..];
    let nag = if suffix.is_empty() { None } else { glyph(suffix) };
    let san = if castles { san.replace('0', "O") } else { san.to_owned() };
    Some(Token::Move { san, nag })
}

/// The word without a leading move number. Digits alone are a number that lost its dot; `0-0` is no number.
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches(['.', '\u{2026}']);
    let is_number = after_digits.is_empty() || after_dots.len() < after_digits.len();
    if is_number { after_dots } else { word }
}

/// The annotation glyphs that people type, as the numbers PGN gives them.
fn glyph(text: &str) -> Option<u8> {
    Some(match text {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "=" => 10,
        "\u{221e}" => 13,
        "+=" | "+/=" | "\u{2a72}" => 14,
        "=+" | "=/+" | "\u{2a71}" => 15,
        "+/-" | "\u{b1}" => 16,
        "-/+" | "\u{2213}" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return None,
    })
}

struct TagPair {
    name: String,
    value: String,
    /// Bytes from `[` to `]`.
    length: usize,
    /// Whether it kept to the rules.
    clean: bool,
}

/// Reads `[Name "value"]` at the start of the text. Where quotes are not escaped, the value reaches to the last `"]` of the line.
fn tag_pair(text: &str) -> Option<TagPair> {
    let body = text.strip_prefix('[')?.trim_start_matches(is_blank);
    let name_end = body.find(|c: char| is_blank(c) || "\"[]".contains(c))?;
    let name = &body[..name_end];
    let quoted = body[name_end..].trim_start_matches(is_blank).strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let value_start = text.len() - quoted.len();
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => value.extend(chars.next().map(|(_, escaped)| escaped)),
            '"' => {
                let after = quoted[at + 1..].trim_start_matches(is_blank);
                if let Some(rest) = after.strip_prefix(']') {
                    return Some(TagPair {
                        name: name.to_owned(),
                        value,
                        length: text.len() - rest.len(),
                        clean: true,
                    });
                }
                break;
            }
            _ => value.push(c),
        }
    }
    let close = quoted.rfind("\"]")?;
    let value = quoted[..close].replace("\\\"", "\"").replace("\\\\", "\\");
    Some(TagPair { name: name.to_owned(), value, length: value_start + close + 2, clean: false })
}

fn unknown(text: &str) -> Token {
    // A fault is for a person to read: a screenful of one binary word is not.
    Token::Fault(FaultKind::UnknownToken(text.chars().take(40).collect()))
}

/// White space, and the characters that old systems put at the end of a file.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\0' || c == '\u{1a}' || c == '\u{feff}'
}

fn blank_prefix(text: &str) -> usize {
    text.len() - text.trim_start_matches(is_blank).len()
}

/// The text with each run of white space made one blank, none at the ends.
pub(super) fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text.as_bytes());
        std::iter::from_fn(|| lexer.next().expect("memory can be read")).collect()
    }

    fn moves(text: &str) -> Vec<String> {
        let san = |t| {
            if let Token::Move { san, .. } = t { Some(san) } else { None }
        };
        tokens(text).into_iter().filter_map(san).collect()
    }

    #[test]
    fn move_numbers_come_in_every_shape() {
        for text in [
            "1. e4 e5 2. Nf3",
            "1.e4 e5 2.Nf3",
            "1 e4 e5 2 Nf3",
            "1. e4 1... e5 2. Nf3",
            "1. e4 1. ... e5 2. Nf3",
            "1. e4 1...e5 2.  Nf3",
            "1.\ne4 ... e5 2 .Nf3",
            "1. e4 1\u{2026} e5 2.Nf3",
        ] {
            assert_eq!(moves(text), ["e4", "e5", "Nf3"], "{text}");
        }
    }

    #[test]
    fn castling_is_no_result_and_no_number() {
        assert_eq!(moves("1. O-O 0-0 2. 0-0-0+ O-O-O# 3.0-0"), ["O-O", "O-O", "O-O-O+", "O-O-O#", "O-O"]);
        assert_eq!(tokens("1-0"), [Token::Result(Outcome::WhiteWins)]);
        assert_eq!(tokens("0-1"), [Token::Result(Outcome::BlackWins)]);
        assert_eq!(tokens("1/2-1/2"), [Token::Result(Outcome::Draw)]);
        assert_eq!(tokens("1.e4 2.1-0").last(), Some(&Token::Result(Outcome::WhiteWins)));
        assert_eq!(tokens("e4*").last(), Some(&Token::Result(Outcome::Unknown)));
    }

    #[test]
    fn glyphs_and_numbers_mean_the_same() {
        let played = |san: &str, nag| Token::Move { san: san.to_owned(), nag };
        assert_eq!(
            tokens("e4!? Nf3?? $13) d4 +-"),
            [
                played("e4", Some(5)),
                played("Nf3", Some(4)),
                Token::Nag(13),
                Token::Close,
                played("d4", None),
                Token::Nag(18),
            ]
        );
        assert_eq!(tokens("$ $999"), [Token::Fault(FaultKind::MalformedNag), Token::Fault(FaultKind::MalformedNag)]);
        assert_eq!(moves("exd6 e.p. e8=Q+ bxa1=N"), ["exd6", "e8=Q+", "bxa1=N"]);
    }

    #[test]
    fn comments_are_opaque() {
        assert_eq!(tokens("{ ( [x] ; % $1 { a }"), [Token::Comment("( [x] ; % $1 { a".to_owned())]);
        assert_eq!(tokens("{a\n% b\n\n c}"), [Token::Comment("a % b c".to_owned())]);
        assert_eq!(tokens("; { ( }\ne4").len(), 2);
        assert_eq!(tokens(";\n{}"), [Token::Comment(String::new())]);
    }

    #[test]
    fn percent_escapes_only_in_the_first_column() {
        assert_eq!(moves("% e4\ne5\n %d4 d5"), ["e5", "d5"]);
        assert!(tokens(" %d4").contains(&unknown("%d4")));
    }

    #[test]
    fn tags_are_read_with_their_escapes() {
        let tag = |name: &str, value: &str| Token::Tag { name: name.to_owned(), value: value.to_owned() };
        assert_eq!(tokens(r#"[A "x"][ B  "a ] \"b\" \\" ] e4"#)[..2], [tag("A", "x"), tag("B", r#"a ] "b" \"#)]);
        let unescaped = tokens(r#"[White "Jo "The Rook" Doe"]"#);
        assert_eq!(unescaped, [tag("White", r#"Jo "The Rook" Doe"#), Token::Fault(FaultKind::UnescapedQuote)]);
        for text in ["[", "[]", "[A]", "[A x]", "[A \"x\"", "[\"x\"]", "[A \"\\", "[%clk 1:00]"] {
            assert_eq!(tokens(text), [Token::Fault(FaultKind::MalformedTag)], "{text}");
        }
    }

    #[test]
    fn an_open_comment_stops_at_the_next_game() {
        let all = tokens("e4 {open\n\n[Event \"b\"]\nd4");
        assert_eq!(all[1..3], [Token::Comment("open".to_owned()), Token::Fault(FaultKind::UnterminatedComment)]);
        assert_eq!(all.len(), 5);
        assert_eq!(tokens("{open"), [Token::Comment("open".to_owned()), Token::Fault(FaultKind::UnterminatedComment)]);
        // Text that merely looks like it goes on.
        assert_eq!(tokens("{a\n[Event \"b\"]\n\n[%clk 1]}").len(), 1);
    }
}
