//! reviewdog's diagnostic format, one object.

use std::io;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Edit};
use crate::harmless::{Stream, text};
use crate::report::Run;
use crate::report::json_text::{Each, write};
use crate::report::place::{by_level, help, positions};
use crate::source::lines::Position as At;
use crate::source::store::Source;

#[derive(Serialize)]
struct Document<D> {
    source: Tool,
    diagnostics: D,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    url: &'static str,
}

#[derive(Serialize)]
struct Item<'a> {
    message: String,
    location: Location<'a>,
    severity: &'static str,
    code: Code<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion<'a>>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

/// A place; the column counts bytes, as reviewdog's does.
#[derive(Serialize)]
struct Position {
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Code<'a> {
    value: &'a str,
    url: String,
}

#[derive(Serialize)]
struct Suggestion<'a> {
    range: Range,
    text: &'a str,
}

/// Writes the whole report.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    let source = Tool { name: "featmap", url: env!("CARGO_PKG_REPOSITORY") };
    let diagnostics = Each(|| run.findings().map(|finding| one(run, finding)));
    write(&Document { source, diagnostics }, out)
}

fn one<'a>(run: &Run<'_>, finding: &'a Diagnostic) -> Item<'a> {
    let found = positions(run, &finding.path, finding.span);
    let source = run.sources.get(&finding.path);
    let place = found.zip(source);
    let mut message = text(&finding.message).into_owned();
    for line in help(finding) {
        message.push_str(&format!("; help: {}", text(&line)));
    }
    // A suggestion belongs to the file that the finding is about.
    let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
    let edits = edits.filter(|edit| edit.path == finding.path);
    Item {
        message,
        location: Location {
            path: &finding.path,
            range: place.map(|((start, end), source)| range(&source, start, end)),
        },
        severity: by_level(finding.level, ["ERROR", "WARNING", "INFO"]),
        code: Code { value: finding.rule.name, url: finding.rule.url() },
        suggestions: edits.filter_map(|edit| suggestion(run, edit)).collect(),
    }
}

fn suggestion<'a>(run: &Run<'_>, edit: &'a Edit) -> Option<Suggestion<'a>> {
    let source = run.sources.get(&edit.path)?;
    let (start, end) = source.positions(edit.span);
    Some(Suggestion { range: range(&source, start, end), text: &edit.text })
}

fn range(source: &Source, start: At, end: At) -> Range {
    Range { start: position(source, start), end: position(source, end) }
}

fn position(source: &Source, at: At) -> Position {
    let line = source.lines.line(at.line, source.text.as_str());
    let begins = line.map_or(0, |line| source.text.file_offset(line.start));
    Position { line: at.line, column: at.byte.saturating_sub(begins) + 1 }
}
