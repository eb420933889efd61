//! Options: what an engine declares, and reading a value against the declaration.
//!
//! Not a store: whoever declares an option keeps its value.
//! Invariant: a value read by [`OptionDescription::read`] is within what was declared.

use std::fmt;

use crate::error::{ParseError, Parsed};
use crate::token::{Tokens, excerpt, integer, is, one_line, push_word};

/// One `option` line: a name and what it may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDescription {
    /// Name as shown to the user; may hold blanks, never the words `name`, `type` or `value`.
    pub name: String,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// The five option types of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `check`: true or false.
    Check {
        /// Value before it is set.
        default: bool,
    },
    /// `spin`: a whole number within a range, both ends included.
    Spin {
        /// Value before it is set.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// `combo`: one of several texts.
    Combo {
        /// Value before it is set.
        default: String,
        /// All texts that may be chosen.
        choices: Vec<String>,
    },
    /// `button`: an action without a value.
    Button,
    /// `string`: any text. The empty text is written `<empty>`.
    String {
        /// Value before it is set.
        default: String,
    },
}

/// A value that fits its option's declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// For `check`.
    Check(bool),
    /// For `spin`, within the range.
    Spin(i64),
    /// For `combo`, spelled as declared.
    Combo(String),
    /// For `button`.
    Button,
    /// For `string`; `<empty>` and a missing value are the empty text.
    String(String),
}

impl OptionDescription {
    /// An on-off option.
    #[must_use]
    pub fn check(name: &str, default: bool) -> Self {
        OptionDescription { name: name.to_owned(), kind: OptionKind::Check { default } }
    }

    /// A number between `min` and `max`, both included.
    #[must_use]
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> Self {
        OptionDescription { name: name.to_owned(), kind: OptionKind::Spin { default, min, max } }
    }

    /// A choice of texts.
    #[must_use]
    pub fn combo(name: &str, default: &str, choices: &[&str]) -> Self {
        let choices = choices.iter().map(|&choice| choice.to_owned()).collect();
        OptionDescription { name: name.to_owned(), kind: OptionKind::Combo { default: default.to_owned(), choices } }
    }

    /// An action.
    #[must_use]
    pub fn button(name: &str) -> Self {
        OptionDescription { name: name.to_owned(), kind: OptionKind::Button }
    }

    /// A text.
    #[must_use]
    pub fn string(name: &str, default: &str) -> Self {
        OptionDescription { name: name.to_owned(), kind: OptionKind::String { default: default.to_owned() } }
    }

    /// Whether GUIs can use this declaration: the default is within the range or among the choices (cutechess rejects the engine
    /// otherwise) and the name holds none of the words that end a name.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let in_range = match &self.kind {
            OptionKind::Spin { default, min, max } => (min..=max).contains(&default),
            OptionKind::Combo { default, choices } => choices.contains(default),
            _ => true,
        };
        let mut words = Tokens::new(&self.name).peekable();
        let named =
            words.peek().is_some() && words.all(|word| !["name", "type", "value"].iter().any(|key| is(word, key)));
        in_range && named
    }

    /// Whether `name` is this option's name; case and the number of blanks do not matter.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        let mut others = Tokens::new(name);
        Tokens::new(&self.name).all(|word| others.take_word(word)) && others.peek().is_none()
    }

    /// Reads the text of a `setoption` against this declaration.
    ///
    /// # Errors
    /// A sentence saying what is wrong with the text: not a number, out of range, not a choice, or missing.
    pub fn read(&self, text: Option<&str>) -> Result<OptionValue, String> {
        let needed = || match text.map(str::trim) {
            None | Some("") => Err(format!("option {}: the value is missing", self.name)),
            Some(text) => Ok(text),
        };
        match &self.kind {
            OptionKind::Button => Ok(OptionValue::Button),
            OptionKind::String { .. } => {
                let text = text.unwrap_or_default().trim();
                Ok(OptionValue::String(if is(text, "<empty>") { String::new() } else { text.to_owned() }))
            }
            OptionKind::Check { .. } => match needed()? {
                text if is(text, "true") => Ok(OptionValue::Check(true)),
                text if is(text, "false") => Ok(OptionValue::Check(false)),
                text => Err(format!("option {}: neither true nor false: {}", self.name, excerpt(text))),
            },
            OptionKind::Spin { min, max, .. } => {
                let text = needed()?;
                let value = integer(text)
                    .ok_or_else(|| format!("option {}: not a whole number: {}", self.name, excerpt(text)))?;
                if (*min..=*max).contains(&value) {
                    Ok(OptionValue::Spin(value))
                } else {
                    Err(format!("option {}: {} is outside {min} to {max}", self.name, excerpt(text)))
                }
            }
            OptionKind::Combo { choices, .. } => {
                let text = needed()?;
                let choice = choices.iter().find(|choice| is(choice, text));
                choice.map(|choice| OptionValue::Combo(choice.clone())).ok_or_else(|| {
                    format!("option {}: {} is none of: {}", self.name, excerpt(text), choices.join(", "))
                })
            }
        }
    }

    /// Reads the text after the word `option`.
    pub(crate) fn parse(mut tokens: Tokens<'_>) -> Parsed<Self> {
        let missing = |what| Parsed::error(ParseError::Missing { after: "option", what });
        if !tokens.skip_past("name") {
            return missing("the word name");
        }
        let (name, has_type) = tokens.words_until("type");
        if name.is_empty() {
            return missing("a name");
        }
        let Some(kind) = tokens.next().filter(|_| has_type) else {
            return missing("a type");
        };
        if is(kind, "button") {
            return Parsed::message(OptionDescription { name, kind: OptionKind::Button });
        }
        if is(kind, "string") {
            let default = if tokens.take_keyword("default") { tokens.rest() } else { String::new() };
            let default = if is(&default, "<empty>") { String::new() } else { default };
            return Parsed::message(OptionDescription { name, kind: OptionKind::String { default } });
        }
        match parse_fields(kind, tokens) {
            Ok(kind) => Parsed::message(OptionDescription { name, kind }),
            Err(error) => Parsed::error(error),
        }
    }
}

/// `default`, `min`, `max` and `var`, in any order, of the types that have a range or choices.
fn parse_fields(kind: &str, tokens: Tokens<'_>) -> Result<OptionKind, ParseError> {
    const FIELDS: [&str; 4] = ["default", "min", "max", "var"];
    let mut fields: Vec<(&str, String)> = Vec::new();
    for token in tokens {
        // Engines write these small; a choice may be called Default.
        if let Some(field) = FIELDS.into_iter().find(|field| token == *field) {
            fields.push((field, String::new()));
        } else if let Some((_, text)) = fields.last_mut() {
            push_word(text, token);
        }
    }
    let text = |wanted: &str| fields.iter().find(|(field, _)| *field == wanted).map(|(_, text)| text.as_str());
    let number = |field: &'static str, otherwise: i64| match text(field) {
        None => Ok(otherwise),
        Some(text) => integer(text).ok_or_else(|| ParseError::number(field, text)),
    };
    if is(kind, "check") {
        return Ok(OptionKind::Check { default: text("default").is_some_and(|text| is(text, "true")) });
    }
    if is(kind, "spin") {
        let (min, max) = (number("min", i64::MIN)?, number("max", i64::MAX)?);
        return Ok(OptionKind::Spin { default: number("default", 0)?, min, max });
    }
    if is(kind, "combo") {
        let choices = fields.iter().filter(|(field, _)| *field == "var").map(|(_, text)| text.clone()).collect();
        return Ok(OptionKind::Combo { default: text("default").unwrap_or_default().to_owned(), choices });
    }
    Err(ParseError::word("option type", kind))
}

impl fmt::Display for OptionDescription {
    /// The whole line, `option name ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", one_line(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                f.write_str("combo default")?;
                if !default.is_empty() {
                    write!(f, " {}", one_line(default))?;
                }
                choices.iter().try_for_each(|choice| write!(f, " var {}", one_line(choice)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } if default.is_empty() => f.write_str("string default <empty>"),
            OptionKind::String { default } => write!(f, "string default {}", one_line(default)),
        }
    }
}

/// Whether GUIs and bots are known to send this option without having seen it declared. An engine that does not have it keeps
/// silent instead of complaining. Case and blanks do not matter; every `UCI_` name is reserved by the protocol.
#[must_use]
pub fn is_reserved_option(name: &str) -> bool {
    const RESERVED: [&str; 18] = [
        "Hash",
        "NalimovPath",
        "NalimovCache",
        "Threads",
        "Clear Hash",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "SyzygyProbeLimit",
        "Syzygy50MoveRule",
        "OwnBook",
        "Book File",
        "Contempt",
        "Analysis Contempt",
        "EvalFile",
        "Skill Level",
    ];
    let name = Tokens::new(name).collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    name.starts_with("uci_") || RESERVED.iter().any(|reserved| is(reserved, &name))
}
