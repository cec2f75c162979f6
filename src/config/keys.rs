//! The keys of `featmap.toml`: one table for the reader, the schema and the documentation.

use std::borrow::Cow;

use crate::config::code::CODE_KEYS;
use crate::discover::name::distance;

/// What a value must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Text.
    Text,
    /// Text, or a list of texts.
    TextOrList,
    /// A list of texts.
    List,
    /// A whole number of at least 1.
    Positive,
    /// A whole number.
    Whole,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A table of rule names and levels.
    Levels,
    /// A list of tables with these keys, all of them texts and required.
    Entries(&'static [&'static str]),
    /// A table with these keys.
    Table(&'static [Key]),
}

/// A key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The original's name for it, accepted too.
    pub alias: Option<&'static str>,
    /// What its value must be.
    pub shape: Shape,
    /// The default, as TOML.
    pub default: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
}

/// The words for a level.
pub const LEVELS: &[&str] = &["error", "warning", "info", "off"];

/// The words for `fail-on`.
pub const FAIL_ON: &[&str] = &["error", "warning", "info", "never"];

pub(super) const fn key(
    name: &'static str,
    shape: Shape,
    default: &'static str,
    doc: &'static str,
) -> Key {
    Key { name, alias: None, shape, default, doc }
}

const fn also(alias: &'static str, key: Key) -> Key {
    Key { alias: Some(alias), ..key }
}

/// Every key, in the order of the documentation.
pub const KEYS: &[Key] = &[
    key(
        "map",
        Shape::TextOrList,
        "\"docs/features\"",
        "The map folder, or a list, with globs; relative to this file's folder.",
    ),
    key(
        "index",
        Shape::Text,
        "\"README.md\"",
        "The index's file name in the map folder; unset, other usual names are found too.",
    ),
    also(
        "maxSectionBytes",
        key("max-section-bytes", Shape::Positive, "2048", "A chunk should fit in so many bytes."),
    ),
    also(
        "maxBytes",
        key(
            "max-bytes",
            Shape::Whole,
            "12000",
            "The budget of one reply in bytes; 0 or less: none.",
        ),
    ),
    also(
        "sectionsPerTopic",
        key(
            "sections-per-topic",
            Shape::Positive,
            "3",
            "How many sections a topic brings at most.",
        ),
    ),
    key(
        "tier1",
        Shape::List,
        "[\"What it does\", \"Map\", \"Tests that pin it\"]",
        "The sections that name things: they rank higher for a topic.",
    ),
    key(
        "unlisted",
        Shape::List,
        "[\"_*\", \"template.md\", \"*-template.md\", \"*_template.md\"]",
        "Pages that need no entry; gitignore patterns in any case of ASCII letters, relative to the map folder.",
    ),
    key(
        "exclude",
        Shape::List,
        "[]",
        "Files that are no pages at all; gitignore patterns, relative to the map folder.",
    ),
    key(
        "max-page-bytes",
        Shape::Positive,
        "4194304",
        "A page with more bytes is not read, and the run ends with exit status 2.",
    ),
    key(
        "fail-on",
        Shape::Word(FAIL_ON),
        "\"error\"",
        "The mildest level that ends a run with exit status 1.",
    ),
    key("rules", Shape::Levels, "{}", "Levels of rules: `error`, `warning`, `info` or `off`."),
    key(
        "ignore",
        Shape::Entries(&["rule", "path", "reason"]),
        "[]",
        "Findings that are silenced: a rule, a glob over paths in the map folder, and why.",
    ),
    key(
        "code",
        Shape::Table(CODE_KEYS),
        "{}",
        "References to the code are judged, as with `--code`, where this table stands.",
    ),
];

/// The key of that name or alias.
pub fn named(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name || key.alias == Some(name))
}

/// The nearest of some names to a mistaken one, if it is near.
pub fn nearest<'a>(wrong: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_lowercase().replace('_', "-");
    let length = wrong.chars().count();
    let mut nearest: Option<(usize, &str)> = None;
    for name in names {
        // Nearly all of ours are in small letters already, and a page may be wrong very often.
        let small = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        let lower: Cow<'_, str> = if small { name.into() } else { name.to_lowercase().into() };
        let most = 2.max(name.len() / 3);
        let count = if small { lower.len() } else { lower.chars().count() };
        let distance = if wrong.len() > 2 && lower.starts_with(wrong.as_str()) {
            // `warn` for `warning`.
            1
        } else if count.abs_diff(length) > most {
            // A page may hold a mistaken name of any length, and comparing costs the product.
            continue;
        } else {
            distance(&wrong, &lower)
        };
        if distance <= most && nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, name));
        }
    }
    nearest.map(|(_, name)| name)
}

/// The names of some keys.
pub(super) fn names(keys: &[Key]) -> Vec<&'static str> {
    let mut names = Vec::with_capacity(keys.len());
    for key in keys {
        names.push(key.name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{KEYS, nearest};

    #[test]
    fn mistakes_find_the_nearest_key() {
        let names = || KEYS.iter().map(|key| key.name);
        assert_eq!(nearest("max_section_bytes", &mut names()), Some("max-section-bytes"));
        assert_eq!(nearest("exclud", &mut names()), Some("exclude"));
        assert_eq!(nearest("colour", &mut names()), None);
        assert_eq!(nearest("unliste\u{301}d", &mut names()), Some("unlisted"));
    }

    #[test]
    fn a_mistake_of_any_length_costs_nothing() {
        let names = || KEYS.iter().map(|key| key.name);
        let begin = std::time::Instant::now();
        assert_eq!(nearest(&"x".repeat(4_000_000), &mut names()), None);
        assert!(begin.elapsed() < std::time::Duration::from_secs(5), "{:?}", begin.elapsed());
    }
}
