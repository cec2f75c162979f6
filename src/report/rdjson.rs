//! reviewdog's diagnostic format, one object.

use std::io;

use crate::diagnostic::{Diagnostic, Edit};
use crate::harmless::Stream;
use crate::report::Run;
use crate::report::json_text::{Json, Object, write};
use crate::report::place::{by_level, positions, with_help};
use crate::source::lines::Position;
use crate::source::store::Source;

/// Writes the whole report.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    let source =
        Object::default().with("name", "featmap").with("url", env!("CARGO_PKG_REPOSITORY"));
    let diagnostics = Json::each(|list| {
        for finding in run.findings() {
            list.add(one(run, finding).into())?;
        }
        Ok(())
    });
    let document = Object::default().with("source", source).with("diagnostics", diagnostics);
    write(document.into(), out)
}

fn one<'a>(run: &Run<'_>, finding: &'a Diagnostic) -> Object<'a> {
    let place = positions(run, &finding.path, finding.span).zip(run.sources.get(&finding.path));
    let range = place.map(|((start, end), source)| range(&source, start, end));
    // A suggestion belongs to the file that the finding is about.
    let mut suggestions: Vec<Json<'_>> = Vec::new();
    for edit in finding.edits() {
        if edit.path == finding.path
            && let Some(suggestion) = suggestion(run, edit)
        {
            suggestions.push(suggestion.into());
        }
    }
    let code = Object::default().with("value", finding.rule.name).with("url", finding.rule.url());
    Object::default()
        .with("message", with_help(finding))
        .with("location", Object::default().with("path", &finding.path).with_any("range", range))
        .with("severity", by_level(finding.level, ["ERROR", "WARNING", "INFO"]))
        .with("code", code)
        .with_any("suggestions", Some(suggestions).filter(|list| !list.is_empty()))
}

fn suggestion<'a>(run: &Run<'_>, edit: &'a Edit) -> Option<Object<'a>> {
    let source = run.sources.get(&edit.path)?;
    let (start, end) = source.positions(edit.span);
    Some(Object::default().with("range", range(&source, start, end)).with("text", &edit.text))
}

fn range(source: &Source, start: Position, end: Position) -> Object<'static> {
    let (start, end) = (position(source, start), position(source, end));
    Object::default().with("start", start).with("end", end)
}

/// A place; the column counts bytes, as reviewdog's does.
fn position(source: &Source, at: Position) -> Object<'static> {
    let line = source.lines.line(at.line, source.text.as_str());
    let begins = line.map_or(0, |line| source.text.file_offset(line.start));
    let column = at.byte.saturating_sub(begins) + 1;
    Object::default().with("line", at.line).with("column", column)
}
