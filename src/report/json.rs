//! The JSON report: an object of its own, frozen within `schema_version` 1
//! (`docs/json.md`). Fields may be added; none is renamed or taken away.

use std::io;

use crate::diagnostic::{Diagnostic, Ignored};
use crate::discover::name::relative;
use crate::harmless::Stream;
use crate::order;
use crate::report::fingerprint::Fingerprints;
use crate::report::json_text::{Json, Object, write};
use crate::report::place::{largest_section, positions};
use crate::report::{Checked, Run, code};
use crate::source::lines::Position;
use crate::source::span::Span;

/// The version of the wire format.
const SCHEMA_VERSION: usize = 1;

/// Writes the whole report, a JSON object and a line end.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    run.look_again();
    let tool = Object::default().with("name", "featmap").with("version", env!("CARGO_PKG_VERSION"));
    let document = Object::default().with("schema_version", SCHEMA_VERSION).with("tool", tool);
    // No map at all, where that is allowed, is as good as a clean one.
    let none = run.maps.is_empty();
    let mut document =
        report(run, run.maps, document, &|| (none || run.clean(), none || run.complete()));
    if run.maps.len() > 1 {
        let mut maps: Vec<Json<'_>> = Vec::with_capacity(run.maps.len());
        for checked in run.maps {
            let judgement = &checked.judgement;
            let standing = || (judgement.clean, judgement.complete);
            let one = std::slice::from_ref(checked);
            maps.push(report(run, one, Object::default(), &standing).into());
        }
        document = document.with("maps", maps);
    }
    write(document.into(), out)
}

/// Adds what some maps came to, several as one: the sums, and all findings.
///
/// Takes whether they are clean and complete; that is asked once every place was looked up.
fn report<'a>(
    run: &'a Run<'_>,
    maps: &'a [Checked],
    object: Object<'a>,
    standing: &dyn Fn() -> (bool, bool),
) -> Object<'a> {
    let (mut root, mut index) = (None, None);
    if let [Checked { map, .. }] = maps {
        let path = relative(run.repository, &map.layout.project);
        root = Some(if path.is_empty() { ".".to_owned() } else { path });
        index = map.index().map(|index| &index.page.path);
    }
    let (mut rows, mut pages, mut sections) = (0, 0, 0);
    let mut known: Option<usize> = None;
    for Checked { map, known: before, .. } in maps {
        rows += map.rows();
        pages += map.pages.len();
        sections += map.section_count();
        if let Some(before) = before {
            known = Some(known.unwrap_or_default() + before.count);
        }
    }
    let largest = largest_section(maps).map(|(page, section)| {
        Object::default()
            .with("page", &page.path)
            .with("heading", &section.name)
            .with("bytes", section.bytes)
    });
    let unresolved = unresolved(run, maps);
    // Only now is it known whether every file that findings name is still what it was.
    let (clean, complete) = standing();
    object
        .with("root", root)
        .with("index", index)
        .with("clean", clean)
        .with("complete", complete)
        .with("rows", rows)
        .with("pages", pages)
        .with("sections", sections)
        .with("unindexed", paths(maps, "unindexed-page"))
        .with("unresolved", unresolved)
        .with("untitled", paths(maps, "untitled-page"))
        .with("oversized", oversized(run, maps))
        .with("largest", largest)
        .with("findings", findings(run, maps))
        .with("ignored", ignored(run, maps))
        .with_any("code", code::wire(maps, run))
        .with_any("known", known)
}

/// What stands of a rule in some maps, shown or not: a selection changes findings, not facts.
fn facts<'a>(maps: &'a [Checked], rule: &str) -> Vec<&'a Diagnostic> {
    let mut all = Vec::new();
    for Checked { judgement, .. } in maps {
        let mut found: Vec<&Diagnostic> = Vec::new();
        for finding in judgement.findings.iter().chain(&judgement.unseen) {
            if finding.rule.name == rule {
                found.push(finding);
            }
        }
        order::sort(&mut found, |a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
        all.append(&mut found);
    }
    all
}

fn paths<'a>(maps: &'a [Checked], rule: &str) -> Vec<Json<'a>> {
    let mut paths = Vec::new();
    for finding in facts(maps, rule) {
        paths.push((&finding.path).into());
    }
    paths
}

fn unresolved<'a>(run: &Run<'_>, maps: &'a [Checked]) -> Vec<Json<'a>> {
    let mut places = Vec::new();
    for finding in facts(maps, "unresolved-link") {
        let found = positions(run, &finding.path, finding.span);
        let place = Object::default()
            .with("path", &finding.path)
            .with("line", found.map_or(1, |(start, _)| start.line))
            .with("destination", &finding.subject);
        places.push(place.into());
    }
    places
}

fn oversized<'a>(run: &Run<'_>, maps: &'a [Checked]) -> Vec<Json<'a>> {
    let limit = run.max_section_bytes;
    let mut over = Vec::new();
    for checked in maps {
        for (page, section) in checked.map.sections() {
            if section.bytes > limit {
                let section = Object::default()
                    .with("page", &page.path)
                    .with("heading", &section.name)
                    .with("bytes", section.bytes)
                    .with("chunks", section.chunks())
                    .with("largestChunk", section.largest_chunk().bytes)
                    .with("addressable", section.addressable(limit));
                over.push(section.into());
            }
        }
    }
    over
}

fn findings<'a>(run: &'a Run<'_>, maps: &'a [Checked]) -> Json<'a> {
    Json::each(move |list| {
        for checked in maps {
            let mut prints = Fingerprints::default();
            for finding in &checked.judgement.findings {
                list.add(wire(run, finding, Object::default(), &mut prints).into())?;
            }
        }
        Ok(())
    })
}

/// What was silenced.
fn ignored<'a>(run: &'a Run<'_>, maps: &'a [Checked]) -> Json<'a> {
    Json::each(move |list| {
        for checked in maps {
            let mut prints = Fingerprints::default();
            for Ignored { finding, reason } in &checked.judgement.ignored {
                let object = Object::default().with("reason", reason);
                list.add(wire(run, finding, object, &mut prints).into())?;
            }
        }
        Ok(())
    })
}

fn wire<'a>(
    run: &Run<'_>,
    finding: &'a Diagnostic,
    object: Object<'a>,
    prints: &mut Fingerprints,
) -> Object<'a> {
    let mut labels: Vec<Json<'_>> = Vec::with_capacity(finding.labels.len());
    for label in &finding.labels {
        let place = Object::default().with("path", &label.path);
        let place = between(run, &label.path, Some(label.span), place);
        labels.push(place.with("message", &label.text).into());
    }
    let fix = finding.fix.as_ref().map(|fix| {
        let mut edits: Vec<Json<'_>> = Vec::with_capacity(fix.edits.len());
        for edit in &fix.edits {
            let place = Object::default().with("path", &edit.path);
            let place = between(run, &edit.path, Some(edit.span), place);
            edits.push(place.with("text", &edit.text).into());
        }
        Object::default().with("message", &fix.message).with("edits", edits)
    });
    let object = object
        .with("rule", finding.rule.name)
        .with("level", finding.level.word())
        .with("kind", finding.rule.kind.word())
        .with("message", &finding.message)
        .with("path", &finding.path);
    between(run, &finding.path, finding.span, object)
        .with("labels", labels)
        .with("help", Json::texts(&finding.help))
        .with("fix", fix)
        .with("fingerprint", prints.next(finding))
}

/// Adds where a span begins and ends.
fn between<'a>(run: &Run<'_>, path: &str, span: Option<Span>, object: Object<'a>) -> Object<'a> {
    let (start, end) = positions(run, path, span).unzip();
    object.with("start", start.map(position)).with("end", end.map(position))
}

fn position(at: Position) -> Object<'static> {
    Object::default().with("line", at.line).with("column", at.column).with("byte", at.byte)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::render;
    use crate::diagnostic::{Diagnostic, Judgement, Kind, Level, RuleInfo};
    use crate::harmless::Stream;
    use crate::map::testing::indexed;
    use crate::report::host::Host;
    use crate::report::{Checked, Run};
    use crate::source::span::Span;
    use crate::source::store::Sources;

    static INFO: RuleInfo = RuleInfo {
        name: "rule",
        level: Level::Warning,
        kind: Kind::Structure,
        summary: "",
        why: "",
        mend: "",
    };

    #[test]
    fn a_file_that_changed_since_the_check_leaves_nothing_clean() {
        let map = indexed("- [a](a.md)\n", &["a.md"]).map;
        let mut sources = Sources::default();
        sources.know([("docs/features/a.md", "gone.md".into(), 7)].into_iter());
        let span = Some(Span::new(0, 1));
        let finding = Diagnostic::new(&INFO, "docs/features/a.md", span, String::new());
        let judgement = Judgement {
            findings: vec![finding],
            unseen: Vec::new(),
            ignored: Vec::new(),
            clean: true,
            complete: true,
        };
        let maps = [Checked { map, judgement, code: None, known: None }];
        let (root, host) = (Path::new("/"), Host::default());
        let run = Run { maps: &maps, ..Run::over_nothing(&sources, root, root, &host) };
        let mut json = Vec::new();
        let mut stream = Stream::new(&mut json);
        render(&run, &mut stream).unwrap();
        stream.finish().unwrap();
        let json = String::from_utf8(json).unwrap();
        assert!(json.contains("\"clean\": false,\n  \"complete\": false"), "{json}");
    }
}
