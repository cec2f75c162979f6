//! SARIF 2.1.0, as code scanning reads it.

use std::cmp::Reverse;
use std::io;

use serde::Serialize;
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Label, RuleInfo, grouped};
use crate::harmless::{Stream, text};
use crate::order;
use crate::report::Run;
use crate::report::fingerprint::Fingerprints;
use crate::report::host::percent;
use crate::report::json_text::{Each, write};
use crate::report::place::{by_level, help, positions};
use crate::source::lines::Position;
use crate::source::span::Span;

/// Results that a reader of such files takes; the gravest are kept.
const MOST: usize = 25_000;

/// Where the schema is published.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
struct Log<R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<R>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<R> {
    automation_details: Value,
    column_kind: &'static str,
    invocations: Value,
    original_uri_base_ids: Value,
    results: R,
    tool: Value,
}

/// Writes the whole log.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    run.look_again();
    let mut prints = Fingerprints::default();
    let mut findings: Vec<(&Diagnostic, String)> =
        run.findings().map(|finding| (finding, prints.next(finding))).collect();
    // The gravest first, else in their order.
    order::sort_by_key(&mut findings, |(finding, _)| Reverse(finding.level));
    let mut rules: Vec<&RuleInfo> = Vec::new();
    for (finding, _) in &findings {
        if !rules.iter().any(|rule| rule.name == finding.rule.name) {
            rules.push(finding.rule);
        }
    }
    order::sort_by_key(&mut rules, |rule| rule.name);
    let one = |(finding, print): &(&Diagnostic, String)| {
        let index = rules.iter().position(|rule| rule.name == finding.rule.name);
        result(run, finding, index.unwrap_or_default(), print)
    };
    let automation_details = json!({"id": category(run)});
    let invocations = json!([{
        "executionSuccessful": run.complete(),
        "toolExecutionNotifications": left_out(findings.len()),
    }]);
    let original_uri_base_ids = json!({"%SRCROOT%": {
        "description": {"text": "The root of the repository."}
    }});
    let results = Each(|| findings.iter().take(MOST).map(one));
    let (column_kind, tool) = ("unicodeCodePoints", tool(&rules));
    let runs = [SarifRun {
        automation_details,
        column_kind,
        invocations,
        original_uri_base_ids,
        results,
        tool,
    }];
    write(&Log { schema: SCHEMA, version: "2.1.0", runs }, out)
}

/// Who made the log, with the rules that it names.
fn tool(rules: &[&RuleInfo]) -> Value {
    json!({"driver": {
        "name": "featmap",
        "fullName": "featmap, a linter for feature maps",
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
    }})
}

/// What tells the results of one kind of run from those of another, for who shows both.
fn category(run: &Run<'_>) -> &'static str {
    if run.since.is_some() { "featmap-impact/" } else { "featmap/" }
}

/// Says how many findings are not in the file.
fn left_out(findings: usize) -> Vec<Value> {
    let left = findings.saturating_sub(MOST);
    let words = format!("{} further findings are not in this file.", grouped(left));
    let note = json!({"level": "warning", "message": {"text": words}});
    if left > 0 { vec![note] } else { Vec::new() }
}

fn descriptor(rule: &RuleInfo) -> Value {
    let (why, mend) = (rule.why, rule.mend);
    json!({
        "id": rule.name,
        "name": camel(rule.name),
        "shortDescription": {"text": sentence(rule.summary)},
        "fullDescription": {"text": message(why)},
        "help": {"text": message(mend), "markdown": format!("{why}\n\n**How to mend it.** {mend}\n")},
        "helpUri": rule.url(),
        "defaultConfiguration": {"level": by_level(rule.level, LEVELS)},
        "properties": {"tags": ["documentation", rule.kind.word()]},
    })
}

const LEVELS: [&str; 3] = ["error", "warning", "note"];

fn result(run: &Run<'_>, finding: &Diagnostic, index: usize, print: &str) -> Value {
    let mut words = sentence(&finding.message);
    for line in help(finding) {
        words.push_str(&format!(" Help: {}", sentence(&line)));
    }
    let mut result = json!({
        "ruleId": finding.rule.name,
        "ruleIndex": index,
        "level": by_level(finding.level, LEVELS),
        "message": {"text": words},
        "locations": [location(run, &finding.path, finding.span)],
        // The first is the one that code scanning goes by.
        "partialFingerprints": {"primaryLocationLineHash": print, "featmap/v1": print},
    });
    if !finding.labels.is_empty() {
        let labels = finding.labels.iter().enumerate();
        let labels: Vec<_> = labels.map(|(number, label)| related(run, number, label)).collect();
        set(&mut result, "relatedLocations", labels.into());
    }
    if let Some(fixes) = fixes(run, finding) {
        set(&mut result, "fixes", fixes);
    }
    result
}

fn set(object: &mut Value, key: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(key.to_owned(), value);
    }
}

fn location(run: &Run<'_>, path: &str, span: Option<Span>) -> Value {
    let region = match positions(run, path, span) {
        Some((start, end)) => region(start, end),
        None => json!({"startLine": 1}),
    };
    json!({"physicalLocation": {"artifactLocation": artifact(path), "region": region}})
}

fn related(run: &Run<'_>, number: usize, label: &Label) -> Value {
    let mut location = location(run, &label.path, Some(label.span));
    set(&mut location, "id", (number + 1).into());
    set(&mut location, "message", json!({"text": sentence(&label.text)}));
    location
}

fn fixes(run: &Run<'_>, finding: &Diagnostic) -> Option<Value> {
    let fix = finding.fix.as_ref()?;
    let change = |edit: &crate::diagnostic::Edit| {
        let (start, end) = run.sources.get(&edit.path)?.positions(edit.span);
        Some(json!({
            "artifactLocation": artifact(&edit.path),
            "replacements": [{
                "deletedRegion": region(start, end),
                "insertedContent": {"text": edit.text},
            }],
        }))
    };
    let changes: Vec<Value> = fix.edits.iter().map(change).collect::<Option<_>>()?;
    let description = json!({"text": sentence(&fix.message)});
    Some(json!([{"description": description, "artifactChanges": changes}]))
}

/// A file by a relative address without scheme or `..`: a log with any other is refused whole.
fn artifact(path: &str) -> Value {
    let inside = path.trim_start_matches("../").trim_start_matches('/');
    let uri = if inside.is_empty() { "./".to_owned() } else { percent(inside) };
    json!({"uri": uri, "uriBaseId": "%SRCROOT%"})
}

/// A region; its end column is the first that is not in it.
fn region(start: Position, end: Position) -> Value {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// Message text in which nothing forms a link (SARIF 2.1.0 §3.11.6) or hides.
fn message(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    // Lines of our own explanations stay; in what is foreign there are none by then.
    for c in words.split('\n').map(text).collect::<Vec<_>>().join("\n").chars() {
        if matches!(c, '\\' | '[' | ']') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// [`message`] as one line with a full stop.
fn sentence(words: &str) -> String {
    let shown = message(&text(words));
    if shown.ends_with(['.', '?', '!']) { shown } else { format!("{shown}.") }
}

/// `unindexed-page` as `UnindexedPage`.
fn camel(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('-').map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::{artifact, camel, sentence};

    #[test]
    fn message_text_forms_no_link() {
        assert_eq!(sentence("`[x](1)`\n\\"), "`\\[x\\](1)`\\\\u{a}\\\\.");
    }

    #[test]
    fn an_address_is_relative_and_inside() {
        assert_eq!(artifact("../a:b/c d.md")["uri"], "a%3Ab/c%20d.md");
        assert_eq!(artifact("")["uri"], "./");
    }

    #[test]
    fn a_rule_has_a_name_in_one_word() {
        assert_eq!(camel("not-a-file"), "NotAFile");
    }
}
