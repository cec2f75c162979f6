//! A `JUnit` report: a suite a map, a case a finding. What fails the run fails there.

use std::io;

use crate::diagnostic::{Diagnostic, Kind, Level};
use crate::harmless::{Stream, is_foreign};
use crate::report::place::{help, positions, spot};
use crate::report::{Checked, Run};

/// Writes the whole report.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    let mut total = Counts::default();
    for checked in run.maps {
        total.add(&Counts::of(run, checked));
    }
    let total = total.attributes();
    out.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
    out.add(&format!("<testsuites name=\"featmap\"{total}>\n"))?;
    for checked in run.maps {
        suite(run, checked, out)?;
    }
    out.add("</testsuites>\n")
}

/// What the head of a suite counts.
#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
}

impl Counts {
    fn of(run: &Run<'_>, checked: &Checked) -> Self {
        let findings = &checked.judgement.findings;
        // A map without findings is one case that passes.
        let mut counts = Self { tests: findings.len().max(1), failures: 0, errors: 0 };
        for finding in findings {
            match element(run, finding) {
                "failure" => counts.failures += 1,
                "error" => counts.errors += 1,
                _ => {}
            }
        }
        counts
    }

    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
    }

    fn attributes(&self) -> String {
        let Self { tests, failures, errors } = self;
        format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
    }
}

fn suite(run: &Run<'_>, checked: &Checked, out: &mut Stream<'_>) -> io::Result<()> {
    let folder = escaped(&checked.map.layout.folder);
    let counts = Counts::of(run, checked).attributes();
    out.add(&format!("  <testsuite name=\"{folder}\"{counts}>\n"))?;
    if checked.judgement.findings.is_empty() {
        out.add(&format!("    <testcase name=\"featmap\" classname=\"{folder}\"/>\n"))?;
    }
    for finding in &checked.judgement.findings {
        out.add(&case(run, finding, element(run, finding)))?;
    }
    out.add("  </testsuite>\n")
}

/// How a finding counts: `error` where something was not read, `failure` where it fails the
/// run, else a note in a case that passes.
fn element(run: &Run<'_>, finding: &Diagnostic) -> &'static str {
    if finding.rule.kind == Kind::Unread {
        "error"
    } else if run.fails.is_some_and(|mildest: Level| finding.level >= mildest) {
        "failure"
    } else {
        "system-out"
    }
}

fn case(run: &Run<'_>, finding: &Diagnostic, element: &str) -> String {
    let rule = finding.rule.name;
    let start = positions(run, &finding.path, finding.span).map(|(start, _)| start);
    let place = escaped(&spot(&finding.path, start));
    let path = escaped(&finding.path);
    let mut words = format!("{place}: {}[{rule}]: {}", finding.level, escaped(&finding.message));
    for line in help(finding) {
        words.push_str("; help: ");
        words.push_str(&escaped(&line));
    }
    let inner = if element == "system-out" {
        format!("<system-out>{words}</system-out>")
    } else {
        let message = escaped(&finding.message);
        format!("<{element} type=\"{rule}\" message=\"{message}\">{words}</{element}>")
    };
    format!("    <testcase name=\"{rule} {place}\" classname=\"{path}\">{inner}</testcase>\n")
}

/// Foreign text in XML, in an element or a value: one line, no markup, nothing that XML or a
/// runner takes for its own.
fn escaped(foreign: &str) -> String {
    let mut out = String::with_capacity(foreign.len() + 16);
    let mut hashes = 0;
    for c in foreign.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '[' if hashes >= 2 => out.push_str("&#91;"),
            c if is_foreign(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.extend(c.escape_unicode());
            }
            c => out.push(c),
        }
        hashes = if c == '#' { hashes + 1 } else { 0 };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn foreign_text_is_no_markup() {
        assert_eq!(
            escaped("<a b='\"&'>\u{0}\u{ffff}##[x]\n"),
            "&lt;a b=&apos;&quot;&amp;&apos;&gt;\\u{0}\\u{ffff}##&#91;x]\\u{a}"
        );
    }
}
