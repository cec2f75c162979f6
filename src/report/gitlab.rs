//! GitLab's code quality report: one array of findings.

use std::io;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Kind};
use crate::harmless::{Stream, text};
use crate::report::Run;
use crate::report::fingerprint::Fingerprints;
use crate::report::json_text::{Each, write};
use crate::report::place::{by_level, help, positions};

#[derive(Serialize)]
struct Issue<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    check_name: &'a str,
    description: String,
    categories: [&'static str; 1],
    severity: &'static str,
    fingerprint: String,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

/// Writes the whole report.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    write(
        &Each(|| {
            let mut prints = Fingerprints::default();
            run.findings().map(move |finding| issue(run, finding, prints.next(finding)))
        }),
        out,
    )
}

fn issue<'a>(run: &Run<'_>, finding: &'a Diagnostic, fingerprint: String) -> Issue<'a> {
    let found = positions(run, &finding.path, finding.span);
    let (begin, end) = found.map_or((1, 1), |(start, end)| (start.line, end.line));
    let mut description = text(&finding.message).into_owned();
    for line in help(finding) {
        description.push_str(&format!("; help: {}", text(&line)));
    }
    Issue {
        kind: "issue",
        check_name: finding.rule.name,
        description,
        categories: [category(finding.rule.kind)],
        severity: by_level(finding.level, ["major", "minor", "info"]),
        fingerprint,
        location: Location { path: &finding.path, lines: Lines { begin, end } },
    }
}

fn category(kind: Kind) -> &'static str {
    match kind {
        Kind::Drift | Kind::Unread | Kind::Code => "Bug Risk",
        Kind::Structure => "Clarity",
        Kind::Size => "Complexity",
    }
}
