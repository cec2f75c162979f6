//! The JSON report: wire types of their own, frozen within `schema_version` 1
//! (`docs/json.md`). Fields may be added; none is renamed or taken away.

use std::io;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Ignored};
use crate::discover::name::relative;
use crate::harmless::Stream;
use crate::order;
use crate::report::fingerprint::Fingerprints;
use crate::report::json_text::write;
use crate::report::place::largest_section;
use crate::report::{Checked, Run, code, place};
use crate::source::lines;
use crate::source::span::Span;

/// The version of the wire format.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    tool: Tool,
    #[serde(flatten)]
    sums: MapReport<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    maps: Vec<MapReport<'a>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize, Default)]
struct MapReport<'a> {
    root: Option<String>,
    index: Option<&'a str>,
    clean: bool,
    complete: bool,
    rows: usize,
    pages: usize,
    sections: usize,
    unindexed: Vec<&'a str>,
    unresolved: Vec<Place<'a>>,
    untitled: Vec<&'a str>,
    oversized: Vec<Oversized<'a>>,
    largest: Option<Largest<'a>>,
    findings: Findings<'a>,
    ignored: Ignoreds<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<code::Wire<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<usize>,
}

/// The findings of some maps, each made as it is written.
#[derive(Default)]
struct Findings<'a> {
    run: Option<&'a Run<'a>>,
    maps: &'a [Checked],
}

impl Serialize for Findings<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let maps = self.run.into_iter().flat_map(|run| self.maps.iter().map(move |map| (run, map)));
        serializer.collect_seq(maps.flat_map(|(run, checked)| findings(run, checked)))
    }
}

/// What was silenced in some maps, each made as it is written.
#[derive(Default)]
struct Ignoreds<'a> {
    run: Option<&'a Run<'a>>,
    maps: &'a [Checked],
}

impl Serialize for Ignoreds<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let maps = self.run.into_iter().flat_map(|run| self.maps.iter().map(move |map| (run, map)));
        serializer.collect_seq(maps.flat_map(|(run, checked)| silenced(run, checked)))
    }
}

#[derive(Serialize)]
struct Place<'a> {
    path: &'a str,
    line: usize,
    destination: &'a str,
}

#[derive(Serialize)]
struct Oversized<'a> {
    page: &'a str,
    heading: &'a str,
    bytes: usize,
    chunks: usize,
    #[serde(rename = "largestChunk")]
    largest_chunk: usize,
    addressable: bool,
}

#[derive(Serialize)]
struct Largest<'a> {
    page: &'a str,
    heading: &'a str,
    bytes: usize,
}

#[derive(Serialize)]
struct Finding<'a> {
    rule: &'a str,
    level: &'a str,
    kind: &'a str,
    message: &'a str,
    path: &'a str,
    start: Option<Position>,
    end: Option<Position>,
    labels: Vec<Label<'a>>,
    help: &'a [String],
    fix: Option<Fix<'a>>,
    fingerprint: String,
}

#[derive(Serialize)]
struct Silenced<'a> {
    reason: &'a str,
    #[serde(flatten)]
    finding: Finding<'a>,
}

#[derive(Serialize)]
struct Label<'a> {
    path: &'a str,
    start: Option<Position>,
    end: Option<Position>,
    message: &'a str,
}

#[derive(Serialize)]
struct Fix<'a> {
    message: &'a str,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    path: &'a str,
    start: Option<Position>,
    end: Option<Position>,
    text: &'a str,
}

#[derive(Serialize)]
struct Position {
    line: usize,
    column: usize,
    byte: usize,
}

impl From<lines::Position> for Position {
    fn from(at: lines::Position) -> Self {
        Self { line: at.line, column: at.column, byte: at.byte }
    }
}

/// Writes the whole report, a JSON object and a line end.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    if run.maps.is_empty() {
        return nothing(out);
    }
    run.look_again();
    let mut maps: Vec<MapReport<'_>> =
        run.maps.iter().map(|checked| map_report(run, checked)).collect();
    let mut sums = if maps.len() == 1 { maps.remove(0) } else { sums(run) };
    // Only now is it known whether every file that findings name is still what it was.
    (sums.clean, sums.complete) = (run.clean(), run.complete());
    let tool = Tool { name: "featmap", version: env!("CARGO_PKG_VERSION") };
    write(&Document { schema_version: SCHEMA_VERSION, tool, sums, maps }, out)
}

/// The document where there is no map and that is allowed.
fn nothing(out: &mut Stream<'_>) -> io::Result<()> {
    let tool = Tool { name: "featmap", version: env!("CARGO_PKG_VERSION") };
    let sums = MapReport { complete: true, clean: true, ..MapReport::default() };
    write(&Document { schema_version: SCHEMA_VERSION, tool, sums, maps: Vec::new() }, out)
}

/// Several maps as one: the sums, and all findings.
fn sums<'a>(run: &'a Run<'_>) -> MapReport<'a> {
    let mut sums = MapReport::default();
    for part in run.maps.iter().map(|checked| map_report(run, checked)) {
        sums.rows += part.rows;
        sums.pages += part.pages;
        sums.sections += part.sections;
        sums.unindexed.extend(part.unindexed);
        sums.unresolved.extend(part.unresolved);
        sums.untitled.extend(part.untitled);
        sums.oversized.extend(part.oversized);
        let bytes = |largest: &Option<Largest<'_>>| largest.as_ref().map_or(0, |found| found.bytes);
        if bytes(&part.largest) > bytes(&sums.largest) || sums.largest.is_none() {
            sums.largest = part.largest;
        }
        if let Some(known) = part.known {
            sums.known = Some(sums.known.unwrap_or_default() + known);
        }
    }
    sums.findings = Findings { run: Some(run), maps: run.maps };
    sums.ignored = Ignoreds { run: Some(run), maps: run.maps };
    sums.code = code::wire(run.maps, run);
    sums
}

fn map_report<'a>(run: &'a Run<'_>, checked: &'a Checked) -> MapReport<'a> {
    let Checked { map, judgement, .. } = checked;
    // What stands, shown or not: a selection changes findings, not facts.
    let facts = |rule: &'static str| {
        let standing = judgement.findings.iter().chain(&judgement.unseen);
        let mut found: Vec<&Diagnostic> =
            standing.filter(|finding| finding.rule.name == rule).collect();
        order::sort(&mut found, |a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
        found
    };
    let paths = |rule| facts(rule).into_iter().map(|finding| finding.path.as_str()).collect();
    let root = relative(run.repository, &map.layout.project);
    let unresolved = facts("unresolved-link").into_iter().map(|finding| Place {
        path: &finding.path,
        line: positions(run, &finding.path, finding.span).0.map_or(1, |start| start.line),
        destination: &finding.subject,
    });
    let largest = largest_section(std::slice::from_ref(checked));
    MapReport {
        root: Some(if root.is_empty() { ".".to_owned() } else { root }),
        index: map.index().map(|index| index.page.path.as_str()),
        clean: judgement.clean,
        complete: judgement.complete,
        rows: map.rows(),
        pages: map.pages.len(),
        sections: map.section_count(),
        unindexed: paths("unindexed-page"),
        unresolved: unresolved.collect(),
        untitled: paths("untitled-page"),
        oversized: oversized(run, checked),
        largest: largest.map(|(page, section)| Largest {
            page: &page.path,
            heading: &section.name,
            bytes: section.bytes,
        }),
        findings: Findings { run: Some(run), maps: std::slice::from_ref(checked) },
        ignored: Ignoreds { run: Some(run), maps: std::slice::from_ref(checked) },
        code: code::wire(std::slice::from_ref(checked), run),
        known: checked.known.as_ref().map(|known| known.count),
    }
}

fn oversized<'a>(run: &Run<'_>, checked: &'a Checked) -> Vec<Oversized<'a>> {
    let limit = run.max_section_bytes;
    let over = checked.map.sections().filter(|(_, section)| section.bytes > limit);
    over.map(|(page, section)| Oversized {
        page: &page.path,
        heading: &section.name,
        bytes: section.bytes,
        chunks: section.chunks(),
        largest_chunk: section.largest_chunk().bytes,
        addressable: section.addressable(limit),
    })
    .collect()
}

fn positions(
    run: &Run<'_>,
    path: &str,
    span: Option<Span>,
) -> (Option<Position>, Option<Position>) {
    let found = place::positions(run, path, span);
    found.map(|(start, end)| (start.into(), end.into())).unzip()
}

fn findings<'a>(run: &'a Run<'a>, checked: &'a Checked) -> impl Iterator<Item = Finding<'a>> {
    let mut prints = Fingerprints::default();
    checked.judgement.findings.iter().map(move |finding| wire(run, finding, &mut prints))
}

fn silenced<'a>(run: &'a Run<'a>, checked: &'a Checked) -> impl Iterator<Item = Silenced<'a>> {
    let mut prints = Fingerprints::default();
    let one = move |ignored: &'a Ignored| Silenced {
        reason: &ignored.reason,
        finding: wire(run, &ignored.finding, &mut prints),
    };
    checked.judgement.ignored.iter().map(one)
}

fn wire<'a>(run: &Run<'_>, finding: &'a Diagnostic, prints: &mut Fingerprints) -> Finding<'a> {
    let (start, end) = positions(run, &finding.path, finding.span);
    let label = |path: &'a str, span: Span, message: &'a str| {
        let (start, end) = positions(run, path, Some(span));
        Label { path, start, end, message }
    };
    let edit = |edit: &'a crate::diagnostic::Edit| {
        let (start, end) = positions(run, &edit.path, Some(edit.span));
        Edit { path: &edit.path, start, end, text: &edit.text }
    };
    Finding {
        rule: finding.rule.name,
        level: finding.level.word(),
        kind: finding.rule.kind.word(),
        message: &finding.message,
        path: &finding.path,
        start,
        end,
        labels: finding.labels.iter().map(|at| label(&at.path, at.span, &at.text)).collect(),
        help: &finding.help,
        fix: finding
            .fix
            .as_ref()
            .map(|fix| Fix { message: &fix.message, edits: fix.edits.iter().map(edit).collect() }),
        fingerprint: prints.next(finding),
    }
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
