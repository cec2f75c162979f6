//! A `JUnit` report: a suite a map, a case a finding. What fails the run fails there.

use crate::diagnostic::{Diagnostic, Kind, Level};
use crate::harmless::is_foreign;
use crate::report::place::{help, positions, spot};
use crate::report::{Checked, Run};

/// The whole report.
pub fn render(run: &Run<'_>) -> String {
    let suites: Vec<Suite> = run.maps.iter().map(|checked| suite(run, checked)).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts =
        counts(sum(|suite| suite.tests), sum(|suite| suite.failures), sum(|suite| suite.errors));
    out.push_str(&format!("<testsuites name=\"featmap\"{counts}>\n"));
    for suite in &suites {
        out.push_str(&suite.text);
    }
    out.push_str("</testsuites>\n");
    out
}

/// A suite with what its head counts.
struct Suite {
    text: String,
    tests: usize,
    failures: usize,
    errors: usize,
}

fn counts(tests: usize, failures: usize, errors: usize) -> String {
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn suite(run: &Run<'_>, checked: &Checked) -> Suite {
    let folder = escaped(&checked.map.layout.folder);
    let findings = &checked.judgement.findings;
    let mut suite = Suite { text: String::new(), tests: 0, failures: 0, errors: 0 };
    let mut cases = String::new();
    if findings.is_empty() {
        suite.tests = 1;
        cases = format!("    <testcase name=\"featmap\" classname=\"{folder}\"/>\n");
    }
    for finding in findings {
        suite.tests += 1;
        let element = element(run, finding);
        match element {
            "error" => suite.errors += 1,
            "failure" => suite.failures += 1,
            _ => {}
        }
        cases.push_str(&case(run, finding, element));
    }
    let counts = counts(suite.tests, suite.failures, suite.errors);
    suite.text = format!("  <testsuite name=\"{folder}\"{counts}>\n{cases}  </testsuite>\n");
    suite
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
        words.push_str(&format!("; help: {}", escaped(&line)));
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
