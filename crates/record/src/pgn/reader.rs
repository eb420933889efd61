//! Games out of tokens.
//!
//! The reader decides where a game begins and ends, which PGN says only by custom: a result ends it, and so do the tags of the next one.
//! Invariant: each token goes into exactly one game or one fault, and memory holds one game at a time.

use super::lexer::{Lexer, Token};
use super::{Fault, FaultKind, Game, Line, PlayedMove};
use std::fmt;
use std::io::{self, BufRead};

/// How deeply variations may be nested. Real annotations stay under ten; a file of ten thousand brackets must not overflow a stack.
pub const MAX_DEPTH: usize = 64;

/// Faults kept per game: a binary file has one in every line, and nobody reads on after the first hundred.
const MAX_FAULTS: usize = 100;

/// Why there is no game.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The input could not be read; nothing more comes.
    Io(io::Error),
    /// Text that belongs to no game; the reading goes on.
    NotAGame(Vec<Fault>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::NotAGame(faults) => match faults.first() {
                Some(fault) => write!(f, "no game, {fault}"),
                None => f.write_str("no game"),
            },
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads games one after another.
///
/// ```
/// let pgn = "[White \"Ann\"]\n\n1. e4 (1. d4) e5 {solid} 1-0\n\n1. c4 *\n";
/// let games: Vec<_> = record::pgn::Reader::new(pgn.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[0].tags.get("White"), Some("Ann"));
/// assert_eq!(games[0].main.moves[1].comments, ["solid"]);
/// # Ok::<(), record::pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A token that turned out to belong to the next game, and its line.
    held: Option<(Token, usize)>,
    keep_variations: bool,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of the whole text, variations included.
    pub fn new(input: R) -> Self {
        Reader { lexer: Lexer::new(input), held: None, keep_variations: true, done: false }
    }

    /// Leaves out variations and what is said in them.
    #[must_use]
    pub fn skip_variations(mut self) -> Self {
        self.keep_variations = false;
        self
    }

    fn token(&mut self) -> io::Result<Option<(Token, usize)>> {
        if let Some(held) = self.held.take() {
            return Ok(Some(held));
        }
        let token = self.lexer.next()?;
        Ok(token.map(|token| (token, self.lexer.line_number())))
    }

    fn read_game(&mut self) -> Result<Option<Game>, ReadError> {
        let mut draft = Draft::new(self.keep_variations);
        loop {
            let token = match self.token() {
                Ok(token) => token,
                Err(error) => {
                    self.done = true;
                    return Err(ReadError::Io(error));
                }
            };
            let Some((token, line)) = token else {
                self.done = true;
                return draft.finish(self.lexer.line_number());
            };
            if draft.ends_before(&token) {
                self.held = Some((token, line));
                return draft.finish(line);
            }
            draft.add(token, line);
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        self.read_game().transpose()
    }
}

/// What has been seen of the game so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// At most comments.
    Nothing,
    Tags {
        blank_line: bool,
    },
    Moves,
    /// The result; comments up to a blank line still belong to the game.
    Result,
}

/// A game being read.
struct Draft {
    game: Game,
    stage: Stage,
    /// The lines that are open: the game's own first, then a variation within it, and so on.
    open: Vec<Line>,
    /// How many of the brackets that are open were left out.
    skipped: usize,
    /// Glyphs that stand before their move.
    early_nags: Vec<u8>,
    keep_variations: bool,
}

impl Draft {
    fn new(keep_variations: bool) -> Self {
        Draft {
            game: Game::default(),
            stage: Stage::Nothing,
            open: vec![Line::default()],
            skipped: 0,
            early_nags: Vec::new(),
            keep_variations,
        }
    }

    /// Whether this token can only belong to the next game.
    fn ends_before(&self, token: &Token) -> bool {
        match (self.stage, token) {
            (Stage::Nothing, _) => false,
            (Stage::Tags { blank_line }, Token::Tag { name, .. }) => {
                blank_line && (name == "Event" || self.game.tags.get(name).is_some())
            }
            (Stage::Moves, Token::Tag { .. }) => true,
            (Stage::Result, Token::Tag { .. } | Token::Move { .. } | Token::BlankLine | Token::Open) => true,
            _ => false,
        }
    }

    fn add(&mut self, token: Token, line: usize) {
        if self.game.line == 0 && !matches!(token, Token::BlankLine | Token::Fault(_)) {
            self.game.line = line;
        }
        match token {
            Token::Fault(kind) => self.fault(kind, line),
            Token::Tag { name, value } => {
                let old = self.game.tags.set(name.as_str(), value);
                if old.is_some() {
                    self.fault(FaultKind::DuplicateTag(name), line);
                }
                self.stage = Stage::Tags { blank_line: false };
            }
            Token::BlankLine => {
                if let Stage::Tags { blank_line } = &mut self.stage {
                    *blank_line = true;
                }
            }
            Token::Open => self.open_variation(line),
            Token::Close => self.close_variation(line),
            // Inside brackets that are left out nothing is kept.
            _ if self.skipped > 0 => {}
            Token::Comment(text) => self.comment(text),
            Token::Nag(nag) => match self.last_move() {
                Some(played) => played.nags.push(nag),
                None => self.early_nags.push(nag),
            },
            Token::Move { san, nag } => {
                let mut nags = std::mem::take(&mut self.early_nags);
                nags.extend(nag);
                let played = PlayedMove { san, line, nags, ..PlayedMove::default() };
                self.line().moves.push(played);
                self.stage = Stage::Moves;
            }
            // Some programs end a variation with its result; the game's own stands outside all brackets.
            Token::Result(_) if self.open.len() > 1 => {}
            Token::Result(_) if self.stage == Stage::Result => {
                self.fault(FaultKind::RepeatedResult, line);
            }
            Token::Result(outcome) => {
                self.game.outcome = Some(outcome);
                self.stage = Stage::Result;
            }
        }
    }

    fn line(&mut self) -> &mut Line {
        self.open.last_mut().expect("the game's own line is never closed")
    }

    fn last_move(&mut self) -> Option<&mut PlayedMove> {
        self.line().moves.last_mut()
    }

    fn comment(&mut self, text: String) {
        if text.is_empty() {
            return;
        }
        match self.last_move() {
            Some(played) => played.comments.push(text),
            None => self.line().comments.push(text),
        }
    }

    fn open_variation(&mut self, line: usize) {
        let stray = self.line().moves.is_empty();
        let too_deep = self.open.len() > MAX_DEPTH;
        if self.skipped > 0 {
            self.skipped += 1;
        } else if stray || too_deep {
            self.fault(if stray { FaultKind::StrayVariation } else { FaultKind::TooDeep }, line);
            self.skipped = 1;
        } else if self.keep_variations {
            self.open.push(Line::default());
        } else {
            self.skipped = 1;
        }
    }

    fn close_variation(&mut self, line: usize) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if self.open.len() > 1 {
            self.close_line();
        } else {
            self.fault(FaultKind::StrayClose(')'), line);
        }
    }

    fn close_line(&mut self) {
        let variation = self.open.pop().unwrap_or_default();
        self.early_nags.clear();
        if let Some(played) = self.last_move()
            && variation != Line::default()
        {
            played.variations.push(variation);
        }
    }

    fn fault(&mut self, kind: FaultKind, line: usize) {
        if self.game.faults.len() < MAX_FAULTS {
            self.game.faults.push(Fault { line, kind });
        }
    }

    fn finish(mut self, line: usize) -> Result<Option<Game>, ReadError> {
        if self.stage == Stage::Nothing {
            let faults = self.game.faults;
            return if faults.is_empty() { Ok(None) } else { Err(ReadError::NotAGame(faults)) };
        }
        if self.skipped > 0 || self.open.len() > 1 {
            self.fault(FaultKind::UnclosedVariation, line);
        }
        while self.open.len() > 1 {
            self.close_line();
        }
        if self.game.outcome.is_none() {
            self.fault(FaultKind::MissingResult, line);
        }
        self.game.main = self.open.pop().unwrap_or_default();
        Ok(Some(self.game))
    }
}
