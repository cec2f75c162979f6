//! GitLab's code quality report: one array of findings.

use std::io;

use crate::diagnostic::{Diagnostic, Kind};
use crate::harmless::Stream;
use crate::report::Run;
use crate::report::fingerprint::Fingerprints;
use crate::report::json_text::{Json, Object, write};
use crate::report::place::{by_level, positions, with_help};

/// Writes the whole report.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    let issues = Json::each(|list| {
        let mut prints = Fingerprints::default();
        for finding in run.findings() {
            list.add(issue(run, finding, prints.next(finding)).into())?;
        }
        Ok(())
    });
    write(issues, out)
}

fn issue<'a>(run: &Run<'_>, finding: &'a Diagnostic, fingerprint: String) -> Object<'a> {
    let found = positions(run, &finding.path, finding.span);
    let (begin, end) = found.map_or((1, 1), |(start, end)| (start.line, end.line));
    let lines = Object::default().with("begin", begin).with("end", end);
    Object::default()
        .with("type", "issue")
        .with("check_name", finding.rule.name)
        .with("description", with_help(finding))
        .with("categories", vec![category(finding.rule.kind).into()])
        .with("severity", by_level(finding.level, ["major", "minor", "info"]))
        .with("fingerprint", fingerprint)
        .with("location", Object::default().with("path", &finding.path).with("lines", lines))
}

fn category(kind: Kind) -> &'static str {
    match kind {
        Kind::Drift | Kind::Unread | Kind::Code => "Bug Risk",
        Kind::Structure => "Clarity",
        Kind::Size => "Complexity",
    }
}
