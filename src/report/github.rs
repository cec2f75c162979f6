//! Annotations for a GitHub pull request: workflow commands, capped as the runner caps them.

use std::io;

use crate::diagnostic::{Diagnostic, Kind, Level, SectionSize, counted, grouped};
use crate::harmless::{Command, Stream, text};
use crate::order::distinct;
use crate::report::Run;
use crate::report::place::{by_level, cut, gravest_first, help, positions, spot};

/// Annotations of one level that a step may make; the runner drops further ones.
const MOST: usize = 10;

/// Characters of a message that are sent; the runner takes 4,096.
const MESSAGE: usize = 2000;

/// Writes the annotations: errors first, at most ten of a level, the tenth with what is left.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    for command in commands(run) {
        out.command(&command)?;
    }
    Ok(())
}

fn commands(run: &Run<'_>) -> Vec<Command> {
    let mut commands = Vec::new();
    let changed = run.sources.changed();
    for path in changed.iter().take(MOST) {
        commands.push(unfinished(run, path));
    }
    // What is told of a change is told nowhere else, notes too.
    let told = |finding: &Diagnostic| finding.level > Level::Info || run.since.is_some();
    let single = gravest_first(run, &|finding| told(finding) && !advice(finding));
    for of_level in single.chunk_by(|a, b| a.level == b.level) {
        let Some(level) = of_level.first().map(|finding| finding.level) else { continue };
        let room = if level == Level::Error { MOST - commands.len() } else { MOST };
        let (shown, left) = of_level.split_at(of_level.len().min(room));
        for (number, finding) in shown.iter().enumerate() {
            let more = if number + 1 == shown.len() { rest(run, level, left) } else { None };
            commands.push(annotation(run, finding, more));
        }
    }
    commands.extend(sizes(run));
    commands
}

/// Whether a finding is size advice: one notice speaks of all of it.
fn advice(finding: &Diagnostic) -> bool {
    finding.rule.kind == Kind::Size && finding.level < Level::Error
}

fn annotation(run: &Run<'_>, finding: &Diagnostic, more: Option<String>) -> Command {
    let path = run.host.annotated(run.repository, &finding.path);
    let found = positions(run, &finding.path, finding.span);
    let mut properties = vec![("file", path.clone())];
    match found {
        Some((start, end)) if start.line == end.line => {
            properties.push(("line", start.line.to_string()));
            properties.push(("endLine", end.line.to_string()));
            properties.push(("col", start.column.to_string()));
            // The last column that is marked, where ours is the first that is not.
            let last = end.column.saturating_sub(1).max(start.column);
            properties.push(("endColumn", last.to_string()));
        }
        Some((start, end)) => {
            properties.push(("line", start.line.to_string()));
            properties.push(("endLine", end.line.to_string()));
        }
        // Without a line an annotation is not shown beside the files.
        None => properties.push(("line", "1".to_owned())),
    }
    properties.push(("title", format!("featmap: {}", finding.rule.name)));
    let place = text(&spot(&path, found.map(|(start, _)| start))).into_owned();
    let mut message = cut(&format!("{place}: {}", text(&finding.message)), MESSAGE);
    for line in help(finding) {
        message.push_str("\nhelp: ");
        message.push_str(&cut(&text(&line), MESSAGE / 4));
    }
    if let Some(more) = more {
        message.push('\n');
        message.push_str(&more);
    }
    Command::new(word(finding.level), &properties, &cut(&message, 2 * MESSAGE))
}

/// How many findings of a level are not annotated, and where.
fn rest(run: &Run<'_>, level: Level, left: &[&Diagnostic]) -> Option<String> {
    let first = left.first()?;
    let mut files: Vec<&str> = Vec::with_capacity(left.len());
    for finding in left {
        files.push(&finding.path);
    }
    let files = distinct(files);
    let path = run.host.annotated(run.repository, &first.path);
    let place = spot(&path, positions(run, &first.path, first.span).map(|(start, _)| start));
    Some(format!(
        "and {} in {}, the first at {}; `featmap --output-format full` shows them all",
        counted(left.len(), &format!("more {}", word(level))),
        counted(files.len(), "file"),
        text(&place)
    ))
}

/// All size advice as one notice, at the largest section.
fn sizes(run: &Run<'_>) -> Option<Command> {
    let (mut sections, mut largest) = (0, None::<(&Diagnostic, &SectionSize)>);
    for finding in run.findings() {
        if finding.level == Level::Info || !advice(finding) {
            continue;
        }
        let Some(size) = &finding.size else { continue };
        sections += 1;
        // The first of equals.
        if largest.is_none_or(|(_, most)| size.bytes > most.bytes) {
            largest = Some((finding, size));
        }
    }
    let (largest, size) = largest?;
    let path = run.host.annotated(run.repository, &largest.path);
    let start = positions(run, &largest.path, largest.span).map(|(start, _)| start);
    let line = start.map_or(1, |start| start.line).to_string();
    let properties = [("file", path.clone()), ("line", line), ("title", "featmap: size".into())];
    let message = format!(
        "{}: {} over {}; the largest is `{}` with {} (advice, never drift)",
        text(&spot(&path, start)),
        counted(sections, "section"),
        counted(run.max_section_bytes, "byte"),
        text(&size.heading),
        grouped(size.bytes)
    );
    Some(Command::new(word(Level::Info), &properties, &cut(&message, MESSAGE)))
}

/// A file that is not what it was when it was checked.
fn unfinished(run: &Run<'_>, path: &str) -> Command {
    let path = run.host.annotated(run.repository, path);
    let message = format!("{}: changed while it was checked; run featmap again", text(&path));
    let title = ("title", "featmap: not complete".to_owned());
    Command::new("error", &[("file", path), ("line", "1".to_owned()), title], &message)
}

/// The runner's word for a level.
fn word(level: Level) -> &'static str {
    by_level(level, ["error", "warning", "notice"])
}

#[cfg(test)]
mod tests {
    use super::{MOST, commands};
    use crate::report::Run;
    use crate::report::host::Host;
    use crate::source::store::Sources;
    use std::path::Path;

    #[test]
    fn files_that_changed_are_annotated_up_to_the_cap() {
        let root = Path::new("/no/such/repository");
        let mut sources = Sources::below(root);
        let paths: Vec<_> = (0..3 * MOST).map(|number| format!("{number}.md")).collect();
        sources.know(paths.iter().map(|path| (path.as_str(), root.join(path), 1)));
        assert!(paths.iter().all(|path| sources.get(path).is_none()));
        let host = Host::default();
        let run = Run::over_nothing(&sources, root, root, &host);
        assert_eq!(commands(&run).len(), MOST);
    }
}
