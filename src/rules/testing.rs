//! What the rules find in maps made from texts, for tests.

use crate::diagnostic::Diagnostic;
use crate::discover::patterns::Patterns;
use crate::map::IndexState;
use crate::map::testing::{Sample, map_of};
use crate::rule::{Context, Findings};
use crate::rules::RULES;

/// The findings of all rules, with the usual settings, sorted by path and place.
pub(crate) fn diagnostics(sample: &Sample) -> Vec<Diagnostic> {
    let unlisted = ["_*", "template.md", "*-template.md", "*_template.md"].map(str::to_owned);
    let context = Context {
        map: &sample.map,
        index: None,
        max_section_bytes: 2048,
        max_page_bytes: 4 * 1024 * 1024,
        unlisted: &Patterns::new(&unlisted, true).unwrap(),
        code: None,
    };
    let mut findings = Findings::default();
    for rule in RULES {
        (rule.check)(&context, &mut findings);
    }
    let mut findings = findings.into_inner();
    let place = |finding: &Diagnostic| finding.span.map(|span| span.start);
    findings
        .sort_by(|a, b| (&a.path, place(a), a.rule.name).cmp(&(&b.path, place(b), b.rule.name)));
    findings
}

/// The findings in a map, each as `path rule`, or `path rule: text` where it has a span; paths
/// are inside the map folder. Takes files as [`map_of`] does.
pub(crate) fn found(files: &[(&str, &str)]) -> Vec<String> {
    let sample = map_of(files);
    let text = |path: &str| {
        let inner = sample.map.layout.inner(path).unwrap_or(".");
        let file = files.iter().find(|(name, _)| *name == inner);
        (inner.to_owned(), file.map_or("", |(_, text)| *text))
    };
    let line = |finding: Diagnostic| {
        let (inner, text) = text(&finding.path);
        match finding.span {
            Some(span) => format!("{inner} {}: {}", finding.rule.name, span.of(text)),
            None => format!("{inner} {}", finding.rule.name),
        }
    };
    assert!(matches!(sample.map.index, IndexState::Read(_) | IndexState::Missing));
    diagnostics(&sample).into_iter().map(line).collect()
}

/// What the fix or the help of the only finding of a rule says: the new text, else the help.
pub(crate) fn remedy(rule: &str, files: &[(&str, &str)]) -> String {
    let findings = diagnostics(&map_of(files));
    let mut of_rule = findings.into_iter().filter(|finding| finding.rule.name == rule);
    let finding = of_rule.next().unwrap();
    assert!(of_rule.next().is_none(), "one finding of {rule}");
    match finding.fix {
        Some(fix) => fix.edits[0].text.clone(),
        None => finding.help.join("; "),
    }
}
