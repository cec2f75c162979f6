//! Findings as plain data: no colour, no terminal, no line numbers.

use std::fmt;

use crate::source::span::Span;

/// How grave a finding is; the order is from the mildest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Counted, and shown on request.
    Info,
    /// Worth mending; fails a run only where it is asked to.
    Warning,
    /// Fails a run.
    Error,
}

impl Level {
    /// The word for it in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a finding is about (DESIGN.md §2, §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Index and pages disagree; the only kind that makes `clean` false.
    Drift,
    /// Something is not what its author meant it to be.
    Structure,
    /// Something was not read; the run is not complete.
    Unread,
    /// A section has outgrown a read.
    Size,
    /// A page names what the code no longer has.
    Code,
}

impl Kind {
    /// The word for it in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Drift => "drift",
            Self::Structure => "structure",
            Self::Unread => "unread",
            Self::Size => "size",
            Self::Code => "code",
        }
    }
}

/// What a rule is, apart from its check.
#[derive(Debug)]
pub struct RuleInfo {
    /// Its name, lower-case words joined by `-`; never changes.
    pub name: &'static str,
    /// The level where nothing else is configured.
    pub level: Level,
    /// What its findings are about.
    pub kind: Kind,
    /// One line: what is reported. Without a full stop.
    pub summary: &'static str,
    /// Why that is bad, and where the rule's edges are; markdown paragraphs.
    pub why: &'static str,
    /// What to do about a finding; markdown.
    pub mend: &'static str,
}

impl RuleInfo {
    /// The address of the rule's page.
    pub fn url(&self) -> String {
        let repository = env!("CARGO_PKG_REPOSITORY");
        format!("{repository}/blob/main/docs/rules/{}.md", self.name)
    }
}

/// A finding.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static RuleInfo,
    /// How grave it is in this run.
    pub level: Level,
    /// What is wrong, in one line, lower-case.
    pub message: String,
    /// Where: the file's path from the repository root, with `/`.
    pub path: String,
    /// Where in the file; none for a folder, and for a file that was not read.
    pub span: Option<Span>,
    /// A few words at the span.
    pub label: String,
    /// Related places.
    pub labels: Vec<Label>,
    /// What to do, each a line.
    pub help: Vec<String>,
    /// The change that would do it.
    pub fix: Option<Box<Fix>>,
    /// What the finding is about, in words that do not change when lines move: with rule and
    /// path it makes the fingerprint.
    pub subject: String,
    /// The sizes, of a finding about a section's size.
    pub size: Option<Box<SectionSize>>,
}

/// A place that a finding relates to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The file's path from the repository root.
    pub path: String,
    /// Where in it.
    pub span: Span,
    /// A few words.
    pub text: String,
}

/// A change that mends a finding; featmap shows it and never makes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in one line.
    pub message: String,
    /// The edits, all in one file.
    pub edits: Vec<Edit>,
}

/// Text in place of a span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The file's path from the repository root.
    pub path: String,
    /// What is replaced; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// The sizes of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionSize {
    /// The section's name.
    pub heading: String,
    /// Its bytes.
    pub bytes: usize,
    /// How many chunks it divides into.
    pub chunks: usize,
    /// The name of its largest chunk.
    pub largest_name: String,
    /// The bytes of its largest chunk.
    pub largest: usize,
    /// Whether every chunk fits the limit.
    pub addressable: bool,
}

/// A finding that a comment or the configuration silenced.
#[derive(Debug, Clone)]
pub struct Ignored {
    /// The finding.
    pub finding: Diagnostic,
    /// Why it is silenced, as its author wrote.
    pub reason: String,
}

/// What a check of one map came to.
#[derive(Debug)]
pub struct Judgement {
    /// What is shown and counts for the exit status, sorted by path, offset, rule.
    pub findings: Vec<Diagnostic>,
    /// Drift that a level or a selection keeps from being shown; it still makes `clean` false.
    pub unseen: Vec<Diagnostic>,
    /// What was silenced.
    pub ignored: Vec<Ignored>,
    /// Whether everything in scope was read and no drift stands.
    pub clean: bool,
    /// Whether everything in scope was read and judged.
    pub complete: bool,
}

impl Diagnostic {
    /// A finding of a rule at its own level, without label, help or fix.
    pub fn new(rule: &'static RuleInfo, path: &str, span: Option<Span>, message: String) -> Self {
        Self {
            rule,
            level: rule.level,
            message,
            path: path.to_owned(),
            span,
            label: String::new(),
            labels: Vec::new(),
            help: Vec::new(),
            fix: None,
            subject: String::new(),
            size: None,
        }
    }

    /// Says what the finding is about, for its fingerprint.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = subject.into();
        self
    }

    /// Adds words at the span.
    #[must_use]
    pub fn label(mut self, words: impl Into<String>) -> Self {
        self.label = words.into();
        self
    }

    /// Adds a related place.
    #[must_use]
    pub fn related(mut self, path: &str, span: Span, words: impl Into<String>) -> Self {
        self.labels.push(Label { path: path.to_owned(), span, text: words.into() });
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, words: impl Into<String>) -> Self {
        self.help.push(words.into());
        self
    }

    /// Adds a change of one place in one file.
    #[must_use]
    pub fn fix(mut self, message: impl Into<String>, path: &str, span: Span, text: String) -> Self {
        let edits = vec![Edit { path: path.to_owned(), span, text }];
        self.fix = Some(Box::new(Fix { message: message.into(), edits }));
        self
    }

    /// The edits of its fix; none without one.
    pub fn edits(&self) -> &[Edit] {
        self.fix.as_ref().map_or(&[], |fix| &fix.edits)
    }
}

/// A number with a comma between its thousands, as every text output writes it.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun: `1 page`, `2 pages`, `3 entries`.
pub fn counted(number: usize, noun: &str) -> String {
    let shown = grouped(number);
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("{shown} {noun}"),
        (_, Some(stem)) => format!("{shown} {stem}ies"),
        (_, None) => format!("{shown} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped};

    #[test]
    fn numbers_are_grouped_and_counted() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(counted(1, "entry"), "1 entry");
        assert_eq!(counted(2, "entry"), "2 entries");
        assert_eq!(counted(0, "page"), "0 pages");
    }
}
