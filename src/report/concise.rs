//! One line a finding: `path:line:col: error[rule]: message`.

use std::io;

use crate::diagnostic::Diagnostic;
use crate::harmless::{Stream, text};
use crate::report::{Run, Style, code};

/// Writes a line a finding, then what was not judged.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, style: &Style, out: &mut Stream<'_>) -> io::Result<()> {
    // Findings come by file, and its path costs as much as the rest of a line.
    let (mut file, mut shown) = (None, String::new());
    for finding in run.findings() {
        if !style.shows(finding) {
            continue;
        }
        if file != Some(&finding.path) {
            (file, shown) = (Some(&finding.path), run.shown(&finding.path));
        }
        out.add(&line(run, finding, &shown))?;
    }
    code::skips(run, out)
}

fn line(run: &Run<'_>, finding: &Diagnostic, path: &str) -> String {
    let (level, rule, message) = (finding.level, finding.rule.name, text(&finding.message));
    format!("{}: {level}[{rule}]: {message}\n", at(run, finding, path))
}

/// A finding's path, with line and column where it has them.
pub(super) fn place(run: &Run<'_>, finding: &Diagnostic) -> String {
    at(run, finding, &run.shown(&finding.path))
}

/// A finding's line and column behind its path as it is shown.
fn at(run: &Run<'_>, finding: &Diagnostic, path: &str) -> String {
    let source = finding.span.and_then(|span| Some((span, run.sources.get(&finding.path)?)));
    match source {
        Some((span, source)) => {
            let at = source.lines.position(&source.text, span.start);
            format!("{path}:{}:{}", at.line, at.column)
        }
        None => path.to_owned(),
    }
}
