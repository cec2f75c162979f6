//! One line a finding: `path:line:col: error[rule]: message`.

use crate::diagnostic::Diagnostic;
use crate::harmless::text;
use crate::report::{Run, Style};

/// The whole report, a piece a finding.
pub fn pieces<'a>(run: &'a Run<'a>, style: &'a Style) -> impl Iterator<Item = String> + 'a {
    run.findings().filter(|finding| style.shows(finding)).map(|finding| line(run, finding))
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
