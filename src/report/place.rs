//! Where a finding stands, for the formats that other programs read.

use std::borrow::Cow;

use crate::diagnostic::{Diagnostic, Level};
use crate::harmless::text;
use crate::map::page::{Page, Section};
use crate::report::{Checked, Run};
use crate::source::lines::Position;
use crate::source::span::Span;

/// The beginning and the end of a span, line ends at its end left out; none where the file
/// has no text to point into.
pub(super) fn positions(
    run: &Run<'_>,
    path: &str,
    span: Option<Span>,
) -> Option<(Position, Position)> {
    let span = span?;
    let source = run.sources.get(path)?;
    let marked = span.of(source.text.as_str()).trim_end_matches(['\n', '\r']).len();
    Some(source.positions(Span::new(span.start, span.start + marked)))
}

/// `path:line:col` from the repository root, or the path alone; not made fit to print.
pub(super) fn spot(path: &str, at: Option<Position>) -> String {
    let path = if path.is_empty() { "." } else { path };
    at.map_or_else(|| path.to_owned(), |at| format!("{path}:{}:{}", at.line, at.column))
}

/// The findings that are wanted, the gravest first, else in their order.
pub(super) fn gravest_first<'a>(
    run: &'a Run<'_>,
    wanted: &dyn Fn(&Diagnostic) -> bool,
) -> Vec<&'a Diagnostic> {
    let findings = run.findings();
    let mut sorted = Vec::new();
    for level in [Level::Error, Level::Warning, Level::Info] {
        for finding in &findings {
            if finding.level == level && wanted(finding) {
                sorted.push(*finding);
            }
        }
    }
    sorted
}

/// What to do about a finding, each a line: its help, and what its fix does, with the text
/// that it puts in. Not made fit to print.
pub(super) fn help(finding: &Diagnostic) -> Vec<Cow<'_, str>> {
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    for line in &finding.help {
        lines.push(Cow::Borrowed(line));
    }
    if let Some(fix) = &finding.fix {
        let mut line = fix.message.clone();
        let mut sign = ": ";
        for edit in &fix.edits {
            if edit.span.is_empty() {
                line.push_str(sign);
                line.push_str(edit.text.trim());
                sign = " ";
            }
        }
        lines.push(Cow::Owned(line));
    }
    lines
}

/// A finding's message in one line with what to do about it.
pub(super) fn with_help(finding: &Diagnostic) -> String {
    let mut line = text(&finding.message).into_owned();
    for help in help(finding) {
        line.push_str("; help: ");
        line.push_str(&text(&help));
    }
    line
}

/// The largest section of some maps, with its page; the first of equals, so that the order of
/// pages decides.
pub(super) fn largest_section(maps: &[Checked]) -> Option<(&Page, &Section)> {
    let mut largest: Option<(&Page, &Section)> = None;
    for checked in maps {
        for (page, section) in checked.map.sections() {
            if largest.is_none_or(|(_, best)| section.bytes > best.bytes) {
                largest = Some((page, section));
            }
        }
    }
    largest
}

/// A text cut at a character, with `…` where something is left out.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The level by its place in a list of three: error, warning, info.
pub(super) fn by_level<T>(level: Level, [error, warning, info]: [T; 3]) -> T {
    match level {
        Level::Error => error,
        Level::Warning => warning,
        Level::Info => info,
    }
}
