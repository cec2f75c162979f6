//! SARIF 2.1.0, as code scanning reads it. The fields of an object stand in the order of their
//! names.

use std::cmp::Reverse;
use std::io;

use crate::diagnostic::{Diagnostic, Label, RuleInfo, grouped};
use crate::harmless::{Stream, text};
use crate::order;
use crate::report::Run;
use crate::report::fingerprint::Fingerprints;
use crate::report::host::percent;
use crate::report::json_text::{Json, Object, write};
use crate::report::place::{by_level, help, positions};
use crate::source::lines::Position;
use crate::source::span::Span;

/// Results that a reader of such files takes; the gravest are kept.
const MOST: usize = 25_000;

/// Where the schema is published.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes the whole log.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    run.look_again();
    let mut prints = Fingerprints::default();
    let mut findings: Vec<(&Diagnostic, String)> = Vec::new();
    for finding in run.findings() {
        findings.push((finding, prints.next(finding)));
    }
    // The gravest first, else in their order.
    order::sort_by_key(&mut findings, |(finding, _)| Reverse(finding.level));
    let mut rules: Vec<&RuleInfo> = Vec::new();
    for (finding, _) in &findings {
        if !rules.iter().any(|rule| rule.name == finding.rule.name) {
            rules.push(finding.rule);
        }
    }
    order::sort_by_key(&mut rules, |rule| rule.name);
    let invocation = Object::default()
        .with("executionSuccessful", run.complete())
        .with("toolExecutionNotifications", left_out(findings.len()));
    let results = Json::each(|list| {
        for (finding, print) in findings.iter().take(MOST) {
            let index = rules.iter().position(|rule| rule.name == finding.rule.name);
            list.add(result(run, finding, index.unwrap_or_default(), print).into())?;
        }
        Ok(())
    });
    let root = said("The root of the repository.".to_owned());
    let root = Object::default().with("%SRCROOT%", Object::default().with("description", root));
    let only = Object::default()
        .with("automationDetails", Object::default().with("id", category(run)))
        .with("columnKind", "unicodeCodePoints")
        .with("invocations", vec![invocation.into()])
        .with("originalUriBaseIds", root)
        .with("results", results)
        .with("tool", tool(&rules));
    let log = Object::default()
        .with("$schema", SCHEMA)
        .with("version", "2.1.0")
        .with("runs", vec![only.into()]);
    write(log.into(), out)
}

/// Who made the log, with the rules that it names.
fn tool<'a>(rules: &[&'a RuleInfo]) -> Object<'a> {
    let mut descriptors = Vec::with_capacity(rules.len());
    for rule in rules {
        descriptors.push(descriptor(rule).into());
    }
    let driver = Object::default()
        .with("fullName", "featmap, a linter for feature maps")
        .with("informationUri", env!("CARGO_PKG_REPOSITORY"))
        .with("name", "featmap")
        .with("rules", descriptors)
        .with("semanticVersion", env!("CARGO_PKG_VERSION"))
        .with("version", env!("CARGO_PKG_VERSION"));
    Object::default().with("driver", driver)
}

/// What tells the results of one kind of run from those of another, for who shows both.
fn category(run: &Run<'_>) -> &'static str {
    if run.since.is_some() { "featmap-impact/" } else { "featmap/" }
}

/// Says how many findings are not in the file.
fn left_out(findings: usize) -> Vec<Json<'static>> {
    let left = findings.saturating_sub(MOST);
    if left == 0 {
        return Vec::new();
    }
    let words = format!("{} further findings are not in this file.", grouped(left));
    vec![Object::default().with("level", "warning").with("message", said(words)).into()]
}

fn descriptor(rule: &RuleInfo) -> Object<'_> {
    let (why, mend) = (rule.why, rule.mend);
    let level = Object::default().with("level", by_level(rule.level, LEVELS));
    let help = Object::default()
        .with("markdown", format!("{why}\n\n**How to mend it.** {mend}\n"))
        .with("text", message(mend));
    let tags = vec!["documentation".into(), rule.kind.word().into()];
    Object::default()
        .with("defaultConfiguration", level)
        .with("fullDescription", said(message(why)))
        .with("help", help)
        .with("helpUri", rule.url())
        .with("id", rule.name)
        .with("name", camel(rule.name))
        .with("properties", Object::default().with("tags", tags))
        .with("shortDescription", said(sentence(rule.summary)))
}

const LEVELS: [&str; 3] = ["error", "warning", "note"];

fn result<'a>(run: &Run<'_>, finding: &'a Diagnostic, index: usize, print: &'a str) -> Object<'a> {
    let mut words = sentence(&finding.message);
    for line in help(finding) {
        words.push_str(" Help: ");
        words.push_str(&sentence(&line));
    }
    let mut labels = Vec::with_capacity(finding.labels.len());
    for (number, label) in finding.labels.iter().enumerate() {
        labels.push(related(run, number, label).into());
    }
    // The hash of the primary location is the one that code scanning goes by.
    let prints = Object::default().with("featmap/v1", print).with("primaryLocationLineHash", print);
    Object::default()
        .with_any("fixes", fixes(run, finding))
        .with("level", by_level(finding.level, LEVELS))
        .with(
            "locations",
            vec![location(run, &finding.path, finding.span, Object::default()).into()],
        )
        .with("message", said(words))
        .with("partialFingerprints", prints)
        .with_any("relatedLocations", Some(labels).filter(|labels| !labels.is_empty()))
        .with("ruleId", finding.rule.name)
        .with("ruleIndex", index)
}

/// Words as SARIF has them, in an object of their own.
fn said(words: String) -> Object<'static> {
    Object::default().with("text", words)
}

/// Adds a place.
fn location<'a>(run: &Run<'_>, path: &str, span: Option<Span>, object: Object<'a>) -> Object<'a> {
    let region = match positions(run, path, span) {
        Some((start, end)) => region(start, end),
        None => Object::default().with("startLine", 1),
    };
    let place = Object::default().with("artifactLocation", artifact(path)).with("region", region);
    object.with("physicalLocation", place)
}

fn related<'a>(run: &Run<'_>, number: usize, label: &'a Label) -> Object<'a> {
    let object =
        Object::default().with("id", number + 1).with("message", said(sentence(&label.text)));
    location(run, &label.path, Some(label.span), object)
}

fn fixes<'a>(run: &Run<'_>, finding: &'a Diagnostic) -> Option<Vec<Json<'a>>> {
    let fix = finding.fix.as_ref()?;
    let mut changes = Vec::with_capacity(fix.edits.len());
    for edit in &fix.edits {
        let (start, end) = run.sources.get(&edit.path)?.positions(edit.span);
        let replacement = Object::default()
            .with("deletedRegion", region(start, end))
            .with("insertedContent", Object::default().with("text", &edit.text));
        let change = Object::default()
            .with("artifactLocation", artifact(&edit.path))
            .with("replacements", vec![replacement.into()]);
        changes.push(change.into());
    }
    let fix = Object::default()
        .with("artifactChanges", changes)
        .with("description", said(sentence(&fix.message)));
    Some(vec![fix.into()])
}

/// A file by its address.
fn artifact(path: &str) -> Object<'static> {
    Object::default().with("uri", uri(path)).with("uriBaseId", "%SRCROOT%")
}

/// A relative address without scheme or `..`: a log with any other is refused whole.
fn uri(path: &str) -> String {
    let inside = path.trim_start_matches("../").trim_start_matches('/');
    if inside.is_empty() { "./".to_owned() } else { percent(inside) }
}

/// A region; its end column is the first that is not in it.
fn region(start: Position, end: Position) -> Object<'static> {
    Object::default()
        .with("endColumn", end.column)
        .with("endLine", end.line)
        .with("startColumn", start.column)
        .with("startLine", start.line)
}

/// Message text in which nothing forms a link (SARIF 2.1.0 §3.11.6) or hides.
fn message(words: &str) -> String {
    let mut out = String::with_capacity(words.len() + 8);
    // Lines of our own explanations stay; in what is foreign there are none by then.
    for (at, line) in words.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        for c in text(line).chars() {
            if matches!(c, '\\' | '[' | ']') {
                out.push('\\');
            }
            out.push(c);
        }
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
    let mut camel = String::with_capacity(name.len());
    let mut begins = true;
    for c in name.chars() {
        match c {
            '-' => begins = true,
            c => {
                camel.push(if begins { c.to_ascii_uppercase() } else { c });
                begins = false;
            }
        }
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::{camel, sentence, uri};

    #[test]
    fn message_text_forms_no_link() {
        assert_eq!(sentence("`[x](1)`\n\\"), "`\\[x\\](1)`\\\\u{a}\\\\.");
    }

    #[test]
    fn an_address_is_relative_and_inside() {
        assert_eq!(uri("../a:b/c d.md"), "a%3Ab/c%20d.md");
        assert_eq!(uri(""), "./");
    }

    #[test]
    fn a_rule_has_a_name_in_one_word() {
        assert_eq!(camel("not-a-file"), "NotAFile");
    }
}
