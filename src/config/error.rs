//! A fault in a configuration file, shown at its line.

use std::rc::Rc;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::source::span::Span;
use crate::source::store::Source;

/// What stands in for a rule: a configuration is read before rules are known.
static CONFIGURATION: RuleInfo = RuleInfo {
    name: "configuration",
    level: Level::Error,
    kind: Kind::Unread,
    summary: "the configuration file cannot be used",
    why: "",
    mend: "",
};

/// A fault in a configuration file.
#[derive(Debug)]
pub struct ConfigError {
    /// What and where.
    pub diagnostic: Box<Diagnostic>,
    /// The file's text.
    pub source: Rc<Source>,
}

impl ConfigError {
    /// A fault at a span of a file; `path` is the one from the repository root.
    pub fn new(path: &str, source: &Rc<Source>, span: Span, message: String, label: &str) -> Self {
        let diagnostic = Diagnostic::new(&CONFIGURATION, path, Some(span), message).label(label);
        Self { diagnostic: Box::new(diagnostic), source: Rc::clone(source) }
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, words: impl Into<String>) -> Self {
        self.diagnostic.help.push(words.into());
        self
    }
}
