//! Arguments that are one of some words.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::report::Format;

/// A word, what help says of it (nothing where the word says it), and what it stands for.
pub(super) type Word<T> = (&'static str, &'static str, T);

/// One of these words. What does not depend on what they stand for is compiled once.
#[derive(Debug, Clone)]
pub(super) struct Words<T: 'static>(pub(super) &'static [Word<T>]);

impl<T: Clone + Send + Sync + 'static> Words<T> {
    fn values(&self) -> Vec<PossibleValue> {
        let mut values = Vec::with_capacity(self.0.len());
        for (word, meaning, _) in self.0 {
            values.push(value(word, meaning));
        }
        values
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Words<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        for (word, _, meaning) in self.0 {
            if value == *word {
                return Ok(meaning.clone());
            }
        }
        Err(refused(self.values(), command, arg, value))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values().into_iter()))
    }
}

fn value(word: &'static str, meaning: &'static str) -> PossibleValue {
    let value = PossibleValue::new(word);
    if meaning.is_empty() { value } else { value.help(meaning) }
}

/// What clap says of a value that is none of some words.
fn refused(
    words: Vec<PossibleValue>,
    command: &Command,
    arg: Option<&Arg>,
    value: &OsStr,
) -> clap::Error {
    // Bytes that are no text are none of the words.
    let value = value.to_string_lossy().into_owned();
    let refused = PossibleValuesParser::from(words).parse(command, arg, value.into());
    refused.err().unwrap_or_else(|| clap::Error::new(ErrorKind::InvalidValue))
}

/// How an answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Text,
    Json,
}

/// A format that was named; none by a variable that is set to nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chosen(pub(super) Option<Format>);

/// The words for the formats of a report.
pub(super) fn formats() -> impl TypedValueParser<Value = Chosen> {
    let mut values = Vec::with_capacity(Format::ALL.len() + 1);
    for format in Format::ALL {
        values.push(value(format.word(), format.summary()));
    }
    values.push(PossibleValue::new("").hide(true));
    PossibleValuesParser::from(values).map(|word| Chosen(Format::named(&word)))
}
