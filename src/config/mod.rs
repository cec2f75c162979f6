//! The configuration in force: defaults, then the file, then flags. It never names a rule.

pub mod code;
pub mod error;
pub mod file;
pub mod keys;
pub mod schema;
pub mod show;

use std::path::PathBuf;
use std::rc::Rc;

use crate::config::code::CodeConfig;
use crate::diagnostic::Level;
use crate::source::span::Span;
use crate::source::store::Source;

/// The configuration in force.
#[derive(Debug, Clone)]
pub struct Config {
    /// Map folders or globs, relative to the file's folder; empty where nothing is said.
    pub map: Vec<String>,
    /// The index's file name.
    pub index: Option<String>,
    /// The most bytes that a chunk should have.
    pub max_section_bytes: usize,
    /// The budget of one reply in bytes; zero or less: none.
    pub max_bytes: i64,
    /// How many sections a topic brings at most.
    pub sections_per_topic: usize,
    /// The sections that name things and tell no story.
    pub tier1: Vec<String>,
    /// Pages that need no entry, as gitignore patterns.
    pub unlisted: Vec<String>,
    /// Files that are no pages, as gitignore patterns.
    pub exclude: Vec<String>,
    /// The most bytes that a page may have.
    pub max_page_bytes: u64,
    /// The mildest level that fails a run.
    pub fail_on: FailOn,
    /// Levels of rules, in the order written.
    pub rules: Vec<RuleLevel>,
    /// `[[ignore]]` entries, in the order written.
    pub ignores: Vec<IgnoreEntry>,
    /// The table `[code]`, where there is one.
    pub code: Option<CodeConfig>,
    /// The file that was read.
    pub file: Option<File>,
    /// The line of the file that gives each value that is no default, from 1.
    pub lines: Vec<(&'static str, usize)>,
}

/// A configuration file.
#[derive(Debug, Clone)]
pub struct File {
    /// Where it is.
    pub path: PathBuf,
    /// Its path from the repository root.
    pub shown: String,
    /// Its text.
    pub source: Rc<Source>,
}

/// The mildest level that fails a run; none for `never`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailOn(pub Option<Level>);

impl FailOn {
    /// Reads `error`, `warning`, `info` or `never`.
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "never" => Some(Self(None)),
            word => level_named(word).map(|level| Self(Some(level))),
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        self.0.map_or("never", Level::word)
    }
}

/// A rule's level in the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLevel {
    /// The rule's name as written.
    pub name: String,
    /// Where the name stands in the file.
    pub span: Span,
    /// The level; none for `off`.
    pub level: Option<Level>,
}

/// An `[[ignore]]` entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoreEntry {
    /// The rule's name as written.
    pub rule: String,
    /// Where the name stands in the file.
    pub span: Span,
    /// A glob over paths inside the map folder.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// Reads `error`, `warning` or `info`.
pub fn level_named(word: &str) -> Option<Level> {
    let levels = [Level::Error, Level::Warning, Level::Info];
    levels.iter().find(|level| level.word() == word).copied()
}

impl Config {
    /// The line of the file that gives a value; none for a default.
    pub fn line(&self, key: &str) -> Option<usize> {
        self.lines.iter().find(|(name, _)| *name == key).map(|(_, line)| *line)
    }
}

/// Words as a list of texts.
fn owned(words: &[&str]) -> Vec<String> {
    let mut texts = Vec::with_capacity(words.len());
    for word in words {
        texts.push((*word).to_owned());
    }
    texts
}

impl Default for Config {
    fn default() -> Self {
        Self {
            map: Vec::new(),
            index: None,
            max_section_bytes: 2048,
            max_bytes: 12_000,
            sections_per_topic: 3,
            tier1: owned(&["What it does", "Map", "Tests that pin it"]),
            unlisted: owned(&["_*", "template.md", "*-template.md", "*_template.md"]),
            exclude: Vec::new(),
            max_page_bytes: 4 * 1024 * 1024,
            fail_on: FailOn(Some(Level::Error)),
            rules: Vec::new(),
            ignores: Vec::new(),
            code: None,
            file: None,
            lines: Vec::new(),
        }
    }
}
