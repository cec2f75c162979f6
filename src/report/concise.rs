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
    for finding in run.findings().filter(|finding| style.shows(finding)) {
        out.add(&line(run, finding))?;
    }
    code::skips(run, out)
}

fn line(run: &Run<'_>, finding: &Diagnostic) -> String {
    let (level, rule, message) = (finding.level, finding.rule.name, text(&finding.message));
    format!("{}: {level}[{rule}]: {message}\n", place(run, finding))
}

/// A finding's path, with line and column where it has them.
pub(super) fn place(run: &Run<'_>, finding: &Diagnostic) -> String {
    let path = run.shown(&finding.path);
    let source = finding.span.and_then(|span| Some((span, run.sources.get(&finding.path)?)));
    match source {
        Some((span, source)) => {
            let at = source.lines.position(&source.text, span.start);
            format!("{path}:{}:{}", at.line, at.column)
        }
        None => path,
    }
}
