//! Reading and changing a configuration by name.
//!
//! Not for the hot path, which reads fields. Invariant: a call that returns an error has changed nothing.

use std::fmt;

use crate::info::{Info, Parameter};

/// One technique's values, whatever the technique.
pub trait Technique {
    /// Its declaration.
    fn info(&self) -> &'static Info;
    /// Whether it is on.
    fn is_on(&self) -> bool;
    /// Turns it on or off, and nothing else.
    fn switch(&mut self, on: bool);
    /// The value of the parameter with this index.
    fn parameter(&self, index: usize) -> i32;
    /// Gives a parameter a value that is in its range.
    fn set_parameter(&mut self, index: usize, value: i32);
}

/// What one option name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A technique is on or off.
    Switch(bool),
    /// A parameter's number.
    Number(i32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(on) => on.fmt(f),
            Value::Number(number) => number.fmt(f),
        }
    }
}

/// Why a value was not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetError {
    /// No technique or parameter has this name.
    Unknown(String),
    /// A switch takes `true` or `false`.
    NotASwitch {
        /// The option.
        name: String,
        /// What was given.
        value: String,
    },
    /// A parameter takes a whole number.
    NotANumber {
        /// The option.
        name: String,
        /// What was given.
        value: String,
    },
    /// The number is outside the parameter's range.
    OutOfRange {
        /// The option.
        name: String,
        /// What was given.
        value: i64,
        /// The least value allowed.
        min: i32,
        /// The greatest value allowed.
        max: i32,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetError::Unknown(name) => write!(f, "there is no technique or parameter {name}"),
            SetError::NotASwitch { name, value } => write!(f, "{name}: {value} is neither true nor false"),
            SetError::NotANumber { name, value } => write!(f, "{name}: {value} is not a whole number"),
            SetError::OutOfRange { name, value, min, max } => write!(f, "{name}: {value} is outside {min} to {max}"),
        }
    }
}

impl std::error::Error for SetError {}

/// A configuration made by [`registry!`](crate::registry!).
pub trait Registry {
    /// How many techniques there are.
    fn count(&self) -> usize;
    /// The technique with this index, in the order of the registry.
    fn technique(&self, index: usize) -> &dyn Technique;
    /// The same, to be changed.
    fn technique_mut(&mut self, index: usize) -> &mut dyn Technique;

    /// All declarations, in the order of the registry.
    fn infos(&self) -> Vec<&'static Info> {
        (0..self.count()).map(|index| self.technique(index).info()).collect()
    }

    /// The value of an option, in any spelling of capitals; `None` if there is no such option.
    fn get(&self, name: &str) -> Option<Value> {
        let (index, parameter) = find(self.infos().into_iter(), name)?;
        let technique = self.technique(index);
        Some(match parameter {
            None => Value::Switch(technique.is_on()),
            Some((index, _)) => Value::Number(technique.parameter(index)),
        })
    }

    /// Sets an option from text. Turning a technique on turns off those it excludes; their names are returned.
    ///
    /// # Errors
    /// When there is no such option, or the value is not of its type or not in its range.
    fn set(&mut self, name: &str, value: &str) -> Result<Vec<&'static str>, SetError> {
        let unknown = || SetError::Unknown(name.to_owned());
        let (index, parameter) = find(self.infos().into_iter(), name).ok_or_else(unknown)?;
        let (name, value) = (name.to_owned(), value.trim());
        let Some((place, parameter)) = parameter else {
            let on = match value.to_ascii_lowercase().as_str() {
                "true" => true,
                "false" => false,
                _ => return Err(SetError::NotASwitch { name, value: value.to_owned() }),
            };
            return Ok(self.switch(index, on));
        };
        let not_a_number = || SetError::NotANumber { name: name.clone(), value: value.to_owned() };
        let number: i64 = value.parse().map_err(|_| not_a_number())?;
        match i32::try_from(number) {
            Ok(fitting) if (parameter.min..=parameter.max).contains(&fitting) => {
                self.technique_mut(index).set_parameter(place, fitting);
                Ok(Vec::new())
            }
            _ => Err(SetError::OutOfRange { name, value: number, min: parameter.min, max: parameter.max }),
        }
    }

    /// Turns the technique with this index on or off. Turning it on turns off those it excludes; their names are returned.
    fn switch(&mut self, index: usize, on: bool) -> Vec<&'static str> {
        self.technique_mut(index).switch(on);
        let mut turned_off = Vec::new();
        for excluded in self.technique(index).info().excludes.iter().filter(|_| on) {
            let place = self.infos().iter().position(|info| info.module_name() == *excluded);
            if let Some(other) = place.filter(|&other| self.technique(other).is_on()) {
                self.technique_mut(other).switch(false);
                turned_off.push(self.technique(other).info().name);
            }
        }
        turned_off
    }
}

type Found = (usize, Option<(usize, &'static Parameter)>);

fn find(infos: impl Iterator<Item = &'static Info>, name: &str) -> Option<Found> {
    let (technique, parameter) = match name.split_once('.') {
        None => (name, None),
        Some((technique, parameter)) => (technique, Some(parameter)),
    };
    let (index, info) = infos.enumerate().find(|(_, info)| info.name.eq_ignore_ascii_case(technique))?;
    let Some(parameter) = parameter else {
        return Some((index, None));
    };
    let mut parameters = info.parameters.iter().enumerate();
    parameters.find(|(_, known)| known.camel_case().eq_ignore_ascii_case(parameter)).map(|found| (index, Some(found)))
}
