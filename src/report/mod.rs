//! What a run came to, written out: one file a format. Knows no rule and no configuration.

pub mod code;
pub mod concise;
mod excerpt;
pub mod file;
pub mod fingerprint;
pub mod full;
pub mod github;
pub mod gitlab;
pub mod host;
pub mod json;
pub mod json_text;
pub mod junit;
pub mod markdown;
mod place;
pub mod rdjson;
pub mod sarif;
mod sizes;
mod verdict;
pub mod which;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::code::Told;
use crate::diagnostic::{Diagnostic, Judgement, Level};
use crate::discover::name::relative;
use crate::harmless::{self, Output, Stream};
use crate::map::FeatureMap;
use crate::report::host::Host;
use crate::source::store::Sources;

/// A way to write a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// With the source around each finding.
    Full,
    /// One line a finding.
    Concise,
    /// One JSON object (`docs/json.md`).
    Json,
    /// Annotations of a GitHub pull request.
    Github,
    /// SARIF 2.1.0.
    Sarif,
    /// A job summary.
    Markdown,
    /// A code quality report of GitLab.
    Gitlab,
    /// A `JUnit` report.
    Junit,
    /// The diagnostic format of reviewdog.
    Rdjson,
}

impl Format {
    /// Every format, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::Full,
        Self::Concise,
        Self::Json,
        Self::Github,
        Self::Sarif,
        Self::Markdown,
        Self::Gitlab,
        Self::Junit,
        Self::Rdjson,
    ];

    /// The word for it on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Github => "github",
            Self::Sarif => "sarif",
            Self::Markdown => "markdown",
            Self::Gitlab => "gitlab",
            Self::Junit => "junit",
            Self::Rdjson => "rdjson",
        }
    }

    /// What it is, in a few words.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Full => "With the source around each finding",
            Self::Concise => "One line a finding",
            Self::Json => "One JSON object",
            Self::Github => "Annotations of a GitHub pull request",
            Self::Sarif => "SARIF 2.1.0, for code scanning",
            Self::Markdown => "A job summary",
            Self::Gitlab => "A code quality report of GitLab",
            Self::Junit => "A JUnit report",
            Self::Rdjson => "The diagnostic format of reviewdog",
        }
    }

    /// The words for all of them.
    pub fn words() -> Vec<&'static str> {
        let mut words = Vec::new();
        for format in Self::ALL {
            words.push(format.word());
        }
        words
    }

    /// The format of that word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|format| format.word() == word).copied()
    }
}

/// How a report for people looks.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// With colour, and links where rules have a page.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Also info findings, and all sizes.
    pub verbose: bool,
    /// No verdict.
    pub quiet: bool,
}

impl Style {
    /// Whether a finding is shown to people; info findings are only counted unless asked for.
    fn shows(&self, finding: &Diagnostic) -> bool {
        self.verbose || finding.level > Level::Info
    }
}

/// A run over one or several maps.
#[derive(Debug)]
pub struct Run<'a> {
    /// Each map and what its check came to.
    pub maps: &'a [Checked],
    /// The files that findings name.
    pub sources: &'a Sources,
    /// The repository root, absolute.
    pub repository: &'a Path,
    /// The current folder, absolute.
    pub current: &'a Path,
    /// The most bytes that a chunk should have.
    pub max_section_bytes: usize,
    /// The mildest level that fails the run; none where none does.
    pub fails: Option<Level>,
    /// Where the report is read.
    pub host: &'a Host,
    /// For a run over a change alone: the commit that it is compared with.
    pub since: Option<&'a str>,
    /// Whether the references to the code that were not judged are listed.
    pub show_skips: bool,
}

impl<'a> Run<'a> {
    /// A run over no map.
    pub fn over_nothing(
        sources: &'a Sources,
        repository: &'a Path,
        current: &'a Path,
        host: &'a Host,
    ) -> Self {
        Self {
            maps: &[],
            sources,
            repository,
            current,
            max_section_bytes: 0,
            fails: None,
            host,
            since: None,
            show_skips: false,
        }
    }
}

/// A map and what its check came to.
#[derive(Debug)]
pub struct Checked {
    /// The map.
    pub map: FeatureMap,
    /// Findings and verdict.
    pub judgement: Judgement,
    /// What its pages name in the code, where that was judged.
    pub code: Option<Told>,
    /// With `--base`: the findings that the base has too, which are not shown.
    pub known: Option<Known>,
}

/// Findings that were there before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Where: the revision as it was named.
    pub revision: String,
    /// How many.
    pub count: usize,
}

impl Run<'_> {
    /// The findings of all maps, in order.
    pub fn findings(&self) -> Vec<&Diagnostic> {
        let mut all = Vec::new();
        for checked in self.maps {
            for finding in &checked.judgement.findings {
                all.push(finding);
            }
        }
        all
    }

    /// How many findings of a level are shown.
    pub fn count(&self, level: Level) -> usize {
        let mut count = 0;
        for finding in self.findings() {
            count += usize::from(finding.level == level);
        }
        count
    }

    /// Whether every map is clean, and still what it was.
    pub fn clean(&self) -> bool {
        self.complete() && self.maps.iter().all(|checked| checked.judgement.clean)
    }

    /// Whether everything in scope was read, and is still what it was.
    pub fn complete(&self) -> bool {
        let complete = |checked: &Checked| checked.judgement.complete;
        self.maps.iter().all(complete) && self.sources.changed().is_empty()
    }

    /// Reads again every file that the findings name: from then on it is known whether one has
    /// changed, for what says so before it lists them.
    fn look_again(&self) {
        for finding in self.findings() {
            self.sources.get(&finding.path);
            for label in &finding.labels {
                self.sources.get(&label.path);
            }
            for edit in finding.edits() {
                self.sources.get(&edit.path);
            }
        }
    }

    /// A path from the repository root as the reader's terminal opens it: from the current
    /// folder. Made fit to print.
    fn shown(&self, path: &str) -> String {
        let absolute: PathBuf = self.repository.join(path);
        let shown = relative(self.current, &absolute);
        harmless::path(if shown.is_empty() { "." } else { &shown }).into_owned()
    }
}

/// Writes a report as it is printed or kept in a file: without the verdict but where it
/// belongs to the format.
///
/// # Errors
/// What the stream says.
pub fn body(run: &Run<'_>, format: Format, style: &Style, out: &mut Stream<'_>) -> io::Result<()> {
    match format {
        Format::Full => {
            full::render(run, style, out)?;
            out.add(&said(run, style))
        }
        Format::Concise => concise::render(run, style, out),
        Format::Json => json::render(run, out),
        Format::Github => github::render(run, out),
        Format::Sarif => sarif::render(run, out),
        Format::Markdown => out.add(&markdown::render(run, style)),
        Format::Gitlab => gitlab::render(run, out),
        Format::Junit => junit::render(run, out),
        Format::Rdjson => rdjson::render(run, out),
    }
}

/// The verdict, unless there is to be none.
fn said(run: &Run<'_>, style: &Style) -> String {
    if style.quiet || run.maps.is_empty() { String::new() } else { verdict::verdict(run) }
}

/// Writes a run. Without a format that was asked for: the full report, and on GitHub's runner
/// the annotations before its verdict. In every format but `full` the verdict goes to `aside`.
///
/// # Errors
/// Where a stream cannot be written.
pub fn write(
    run: &Run<'_>,
    format: Option<Format>,
    style: &Style,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> io::Result<()> {
    let mut stream = Stream::new(out);
    if let Some(format) = format {
        body(run, format, style, &mut stream)?;
    } else {
        full::render(run, style, &mut stream)?;
        if run.host.is_runner() {
            github::render(run, &mut stream)?;
        }
        stream.add(&said(run, style))?;
    }
    stream.finish()?;
    match format {
        None | Some(Format::Full) => Ok(()),
        Some(_) => Output::text(said(run, style)).write(aside),
    }
}
