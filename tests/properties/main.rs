//! What must hold whatever stands in the files (DESIGN.md §4, §5, §11).

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod inputs;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tempfile::TempDir;

use featmap::commands::check::{Options, check};
use featmap::commands::reporting::Outcome;
use featmap::commands::setup::Request;
use featmap::discover::name::nfc;
use featmap::discover::patterns::Patterns;
use featmap::discover::walk::{Name, Scope, Walk};
use featmap::map::page::Content;
use featmap::markdown::block::{Block, Document, Link};
use featmap::markdown::parse::{Detail, parse};
use featmap::report::{Format, Style};
use featmap::source::span::Span;
use featmap::source::text::{Encoding, Text};

use crate::inputs::{bytes, files, markdown};

fn config(cases: u32) -> ProptestConfig {
    // PROPTEST_CASES asks for a longer run.
    let usual = ProptestConfig::default().cases;
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { usual } else { cases };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Every span of a document, with what it is of.
fn spans(document: &Document) -> Vec<(&'static str, Span)> {
    let mut spans = Vec::new();
    let of_links = |links: &[Link], spans: &mut Vec<(&'static str, Span)>| {
        for link in links {
            spans.push(("link", link.span));
            spans.extend(link.destination_span.map(|span| ("destination", span)));
            spans.extend(link.definition.map(|span| ("definition", span)));
        }
    };
    for block in &document.blocks {
        match block {
            Block::Heading(heading) => {
                spans.push(("heading", heading.span));
                of_links(&heading.links, &mut spans);
            }
            Block::Paragraph(paragraph) => {
                spans.push(("paragraph", paragraph.span));
                spans.extend(paragraph.lines.iter().map(|line| ("line", *line)));
                of_links(&paragraph.links, &mut spans);
            }
            Block::Item(item) => {
                spans.push(("item", item.span));
                of_links(&item.links, &mut spans);
            }
            Block::Table(table) => {
                spans.push(("table", table.span));
                for row in &table.rows {
                    spans.push(("row", row.span));
                    for cell in &row.cells {
                        spans.push(("cell", cell.span));
                        of_links(&cell.links, &mut spans);
                    }
                }
            }
            Block::Html(span) | Block::Other(span) => spans.push(("block", *span)),
        }
    }
    spans.extend(document.status.iter().map(|status| ("status", status.span)));
    spans.extend(document.directives.iter().map(|found| ("comment", found.span)));
    spans.extend(document.unclosed.iter().map(|found| ("unclosed", found.first_line)));
    spans.extend(document.hidden.iter().map(|found| ("hidden", found.span)));
    if let Some(front_matter) = &document.front_matter {
        spans.push(("front matter", front_matter.span));
        spans.extend(front_matter.title.iter().map(|(_, span)| ("its title", *span)));
    }
    spans
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn preamble_and_sections_are_the_whole_file(bytes in bytes()) {
        let text = Text::new(bytes.clone());
        let Ok(document) = parse(text.as_str(), Detail::Page) else { return Ok(()) };
        let content = Content::new(&text, &document, "page.md");
        prop_assert_eq!(content.size, bytes.len());
        prop_assert!(!content.sections.is_empty());
        let mut joined = content.preamble.span.of(text.as_str()).to_owned();
        let mut at = content.preamble.span.end;
        prop_assert_eq!(content.preamble.span.start, 0);
        for section in &content.sections {
            prop_assert_eq!(section.span.start, at);
            at = section.span.end;
            joined.push_str(section.span.of(text.as_str()));
            prop_assert!(section.bytes <= text.bytes(section.span));
            prop_assert!(section.lead <= section.bytes);
            let mut inner = section.span.start;
            for sub in &section.subsections {
                prop_assert!(inner <= sub.span.start && sub.span.end <= section.span.end);
                prop_assert!(sub.bytes <= text.bytes(sub.span));
                inner = sub.span.end;
            }
            if !section.subsections.is_empty() {
                prop_assert_eq!(inner, section.span.end);
            }
        }
        prop_assert_eq!(at, text.as_str().len());
        prop_assert_eq!(joined.as_str(), text.as_str());
        if content.encoding == Encoding::Utf8 {
            prop_assert_eq!(joined.into_bytes(), bytes);
        }
    }

    #[test]
    fn every_span_lies_inside_the_text_on_character_borders(bytes in bytes()) {
        let text = Text::new(bytes);
        let Ok(document) = parse(text.as_str(), Detail::Index) else { return Ok(()) };
        for (what, span) in spans(&document) {
            let inside = text.as_str().get(span.start..span.end);
            prop_assert!(inside.is_some(), "{what} {span:?} of {:?}", text.as_str());
        }
        let content = Content::new(&text, &document, "page.md");
        let headings = content.sections.iter().flat_map(|section| {
            section.subsections.iter().map(|sub| sub.heading).chain([section.heading])
        });
        let title = content.title.iter().map(|title| title.span);
        for span in headings.chain(title).chain([content.first_line]) {
            prop_assert!(text.as_str().get(span.start..span.end).is_some(), "{span:?}");
        }
    }

    #[test]
    fn a_page_and_an_index_read_one_text_one_way(bytes in bytes()) {
        let text = Text::new(bytes);
        let read = |detail| parse(text.as_str(), detail).map(|document| {
            (Content::new(&text, &document, "page.md"), document.front_matter)
        });
        prop_assert_eq!(read(Detail::Page), read(Detail::Index));
    }

    #[test]
    fn offsets_of_text_and_file_lead_to_each_other(bytes in vec(any::<u8>(), 0..64)) {
        let text = Text::new(bytes.clone());
        prop_assume!(text.encoding() != Encoding::Utf16);
        let mut last = 0;
        for (at, c) in text.as_str().char_indices() {
            let file = text.file_offset(at);
            prop_assert!(file >= last && file < bytes.len());
            prop_assert_eq!(text.text_offset(file), at);
            if c != '\u{fffd}' {
                let same = bytes.get(file..file + c.len_utf8());
                let mut buffer = [0; 4];
                prop_assert_eq!(same, Some(c.encode_utf8(&mut buffer).as_bytes()));
            }
            last = file;
        }
        prop_assert_eq!(text.file_offset(text.as_str().len()), bytes.len());
        prop_assert_eq!(text.text_offset(bytes.len()), text.as_str().len());
        prop_assert_eq!(text.bytes(Span::new(0, text.as_str().len())), bytes.len());
    }
}

/// A repository with files, written in an order.
fn repository<'a>(files: impl Iterator<Item = (&'a &'static str, &'a Vec<u8>)>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("docs/features");
    fs::create_dir_all(&map).unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    for (name, bytes) in files {
        let file = match name.strip_prefix('/') {
            Some(path) => folder.path().join(path),
            None => map.join(name),
        };
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
    folder
}

/// What a check comes to: its outcome, and all that it wrote; or the fault that stopped it.
fn checked(root: &Path, format: Format) -> (Option<Outcome>, String) {
    let current: PathBuf = fs::canonicalize(root).unwrap();
    let request =
        Request { current, start: ".".into(), maps: Vec::new(), config: None, no_config: false };
    let style = Style { colour: false, width: 100, verbose: true, quiet: false };
    let mut options = Options::new(request, style);
    options.common.format = Some(format);
    let (mut out, mut aside) = (Vec::new(), Vec::new());
    match check(&options, &mut out, &mut aside) {
        Ok(reported) => {
            reported.written.unwrap();
            out.extend(aside);
            (Some(reported.outcome), String::from_utf8(out).unwrap())
        }
        Err(_) => (None, String::new()),
    }
}

const FORMATS: [Format; 9] = Format::ALL;

fn names_of(root: &Path) -> Vec<Name> {
    let none = Patterns::new(&[], false).unwrap();
    let scope = Scope {
        map: &root.join("docs/features"),
        project: root,
        repository: root,
        in_git: true,
        exclude: &none,
        tracked: None,
    };
    Walk::new(&scope).collect()
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn a_report_depends_on_the_files_alone(
        (files, order) in files().prop_flat_map(|files| {
            let order: Vec<_> = files.keys().copied().collect();
            (Just(files), Just(order).prop_shuffle())
        })
    ) {
        let first = repository(files.iter());
        let second = repository(order.iter().map(|name| (name, &files[name])));
        prop_assert_eq!(names_of(first.path()), names_of(second.path()));
        prop_assert!(names_of(first.path()).is_sorted_by_key(|name| (nfc(&name.path), name.path.clone())));
        for format in FORMATS {
            let report = checked(first.path(), format);
            if format == Format::Json {
                prop_assert_eq!(&report, &checked(first.path(), format), "the same twice");
            }
            prop_assert_eq!(&report, &checked(second.path(), format), "in another order");
            let root = first.path().to_str().unwrap();
            prop_assert!(!report.1.contains(root), "no absolute path: {}", report.1);
            let obeyed = |line: &str| line.contains("##[") || line.trim_start().starts_with("::");
            // Annotations are commands of our own; `tests/injection` reads them.
            let ours = format == Format::Github;
            prop_assert!(ours || !report.1.lines().any(obeyed), "{}", report.1);
            let printable = |c: char| c == '\n' || !c.is_control();
            prop_assert!(report.1.chars().all(printable), "{:?}", report.1);
        }
    }

    #[test]
    fn clean_agrees_with_the_findings(mut files in files()) {
        // A level or a selection changes what is shown, not what is clean.
        files.remove("/featmap.toml");
        let folder = repository(files.iter());
        let (Some(outcome), report) = checked(folder.path(), Format::Json) else { return Ok(()) };
        // The verdict comes after the object, and a name in it may hold a brace.
        let (object, _) = report.rsplit_once("\n}").unwrap();
        let report: serde_json::Value = serde_json::from_str(&format!("{object}\n}}")).unwrap();
        let findings = report.get("findings").unwrap().as_array().unwrap();
        let of_kind = |kind: &str| {
            findings.iter().any(|finding| finding.get("kind").unwrap() == kind)
        };
        let utf16 = findings.iter().any(|finding| {
            let message = finding.get("message").unwrap().as_str().unwrap();
            message.contains("UTF-16")
        });
        let complete = !of_kind("unread") && !utf16;
        let clean = report.get("clean").unwrap().as_bool().unwrap();
        prop_assert_eq!(clean, complete && !of_kind("drift"));
        prop_assert_eq!(outcome == Outcome::NotComplete, !complete);
        let places = |finding: &serde_json::Value| {
            let path = finding.get("path").unwrap().as_str().unwrap().to_owned();
            let start = finding.get("start").and_then(|start| start.get("byte")?.as_u64());
            (path, start, finding.get("rule").unwrap().as_str().unwrap().to_owned())
        };
        prop_assert!(findings.iter().map(places).is_sorted(), "by path, offset, rule");
    }

    #[test]
    fn line_ends_do_not_change_the_findings(
        index in markdown(40), page in markdown(30), end in select(&["\r\n", "\r"][..])
    ) {
        let findings = |end: &str| -> Vec<String> {
            let text = |text: &str| text.replace('\n', end).into_bytes();
            let files: BTreeMap<&'static str, Vec<u8>> = [
                ("README.md", text(&index)),
                ("a.md", text(&page)),
                ("sub/b.md", b"# B\n".to_vec()),
            ].into();
            let folder = repository(files.iter());
            let (_, report) = checked(folder.path(), Format::Concise);
            let place = |line: &str| -> Option<String> {
                let (place, rest) = line.split_once(": ")?;
                let rule = rest.split_once(']')?.0;
                let place: Vec<_> = place.split(':').take(2).collect();
                Some(format!("{} {rule}", place.join(":")))
            };
            report.lines().filter_map(place).filter(|line| !line.contains("-section")).collect()
        };
        prop_assert_eq!(findings("\n"), findings(end));
    }
}
