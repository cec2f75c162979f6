//! What a run came to, written out: one file a format. Knows no rule and no configuration.

pub mod code;
pub mod concise;
mod excerpt;
pub mod fingerprint;
pub mod full;
pub mod json;
mod json_text;
mod sizes;
mod verdict;
pub mod which;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Judgement, Level};
use crate::discover::name::relative;
use crate::harmless;
use crate::map::FeatureMap;
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
}

/// A map and what its check came to.
#[derive(Debug)]
pub struct Checked {
    /// The map.
    pub map: FeatureMap,
    /// Findings and verdict.
    pub judgement: Judgement,
    /// What its pages name in the code, where that was judged.
    pub code: Option<Code>,
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
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.maps.iter().flat_map(|checked| &checked.judgement.findings)
    }

    /// How many findings of a level are shown.
    pub fn count(&self, level: Level) -> usize {
        self.findings().filter(|finding| finding.level == level).count()
    }

    /// Whether every map is clean.
    pub fn clean(&self) -> bool {
        self.maps.iter().all(|checked| checked.judgement.clean)
    }

    /// Whether everything in scope was read, and is still what it was.
    pub fn complete(&self) -> bool {
        let complete = |checked: &Checked| checked.judgement.complete;
        self.maps.iter().all(complete) && self.sources.changed().is_empty()
    }

    /// A path from the repository root as the reader's terminal opens it: from the current
    /// folder. Made fit to print.
    fn shown(&self, path: &str) -> String {
        let absolute: PathBuf = self.repository.join(path);
        let shown = relative(self.current, &absolute);
        harmless::path(if shown.is_empty() { "." } else { &shown }).into_owned()
    }
}

/// Writes a run. In every format but `full` the verdict goes to `aside`.
///
/// # Errors
/// Where a stream cannot be written.
pub fn write(
    run: &Run<'_>,
    format: Format,
    style: &Style,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> io::Result<()> {
    let verdict = if style.quiet { String::new() } else { verdict::verdict(run) };
    let body = match format {
        Format::Full => {
            format!("{}{}{verdict}", full::render(run, style), code::skips(run))
        }
        Format::Concise => format!("{}{}", concise::render(run, style), code::skips(run)),
        Format::Json => json::render(run),
    };
    out.write_all(harmless::lines(&body).as_bytes())?;
    out.flush()?;
    if format != Format::Full {
        aside.write_all(harmless::lines(&verdict).as_bytes())?;
    }
    Ok(())
}
