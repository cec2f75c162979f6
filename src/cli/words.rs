//! Arguments that are one of some words.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, ValueEnum as _};
use clap_complete::Shell;

use crate::report::Format;

/// One of these words. What it stands for is asked of who knows: one parser serves all.
#[derive(Debug, Clone)]
pub(super) struct Words(Vec<PossibleValue>);

impl Words {
    /// Takes each word with what it means; nothing where the word says it.
    pub(super) fn new(words: &[(&'static str, &'static str)]) -> Self {
        let mut values = Vec::with_capacity(words.len());
        for (word, meaning) in words {
            let value = PossibleValue::new(*word);
            values.push(if meaning.is_empty() { value } else { value.help(*meaning) });
        }
        Self(values)
    }

    /// The words for [`Shell`].
    pub(super) fn shells() -> Self {
        let mut values = Vec::new();
        for shell in Shell::value_variants() {
            values.extend(shell.to_possible_value());
        }
        Self(values)
    }
}

impl TypedValueParser for Words {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        // Bytes that are no text are none of the words.
        let value = value.to_string_lossy().into_owned();
        PossibleValuesParser::from(self.0.clone()).parse(command, arg, value.into())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// The words for the formats of a report, and none at all: a variable may be set to nothing.
pub(super) fn formats() -> PossibleValuesParser {
    let mut values = Vec::new();
    for format in Format::ALL {
        values.push(PossibleValue::new(format.word()).help(format.summary()));
    }
    values.push(PossibleValue::new("").hide(true));
    PossibleValuesParser::from(values)
}
