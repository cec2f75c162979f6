//! The targets: each makes an input from a seed and holds what comes out against oracles.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use featmap::commands::check::{Options, Outcome, check};
use featmap::commands::setup::Request;
use featmap::config::file;
use featmap::harmless;
use featmap::map::page::Content;
use featmap::markdown::block::Block;
use featmap::markdown::directive;
use featmap::markdown::parse::{Detail, parse, parse_whole};
use featmap::markdown::quick::spared;
use featmap::report::host::Host;
use featmap::report::{Format, Style};
use featmap::source::lines::Lines;
use featmap::source::text::Text;

use crate::links::links;
use crate::maps::Seed;
use crate::oracle;
use crate::pieces;
use crate::queries::queries;
use crate::runner::{acting, obeyed};
use crate::{text, word};

type Target = fn(&mut Seed);

/// The targets by name.
pub(crate) const TARGETS: [(&str, Target); 10] = [
    ("quick", quick),
    ("page", page),
    ("index", index),
    ("links", links),
    ("comments", comments),
    ("configuration", configuration),
    ("printing", printing),
    ("lines", lines),
    ("query", queries),
    ("tree", tree),
];

/// A page: its parts are the file, its spans fit; both details see the same headings.
fn page(seed: &mut Seed) {
    let text = Text::new(text(seed).into_bytes());
    let Ok(document) = parse(text.as_str(), Detail::Page) else { return };
    oracle::document(&document, text.as_str());
    oracle::content(&Content::new(&text, &document, "page.md"), &text);
}

/// How many pages of the target `quick` the parser did not read whole.
pub(crate) static TAKEN: AtomicU64 = AtomicU64::new(0);

/// A page of pieces that a scanner may misread: it says what it says to the parser alone.
fn quick(seed: &mut Seed) {
    let text = pieces::page(seed);
    let read = parse(&text, Detail::Page);
    assert_eq!(read, parse_whole(&text, Detail::Page), "{text:?}");
    TAKEN.fetch_add(u64::from(spared(&text) > 0), Ordering::Relaxed);
}

/// An index: as a page, and the page's reading is a part of the index's.
fn index(seed: &mut Seed) {
    let text = text(seed);
    let index = parse(&text, Detail::Index);
    let page = parse(&text, Detail::Page);
    let (Ok(index), Ok(page)) = (&index, &page) else {
        assert_eq!(index.is_err(), page.is_err(), "both readings refuse");
        return;
    };
    oracle::document(index, &text);
    let heading = |block: &Block| match block {
        Block::Heading(heading) => Some((heading.span, heading.name.clone(), heading.level)),
        _ => None,
    };
    let headings = |blocks: &[Block]| blocks.iter().filter_map(heading).collect::<Vec<_>>();
    assert_eq!(headings(&index.blocks), headings(&page.blocks), "headings of {text:?}");
    assert_eq!(index.status, page.status, "status line of {text:?}");
    assert_eq!(index.hidden, page.hidden, "hidden characters of {text:?}");
    assert_eq!(index.directives, page.directives, "comments of {text:?}");
    assert_eq!(index.unclosed, page.unclosed, "unclosed block of {text:?}");
}

fn comments(seed: &mut Seed) {
    let text = text(seed);
    let mut end = 0;
    for found in directive::find(&text, 0) {
        oracle::fits(found.span, &text, "comment");
        assert!(found.span.start >= end, "comments do not overlap");
        end = found.span.end;
    }
}

/// A configuration: read or refused, with a span that fits.
fn configuration(seed: &mut Seed) {
    const PIECES: [&str; 28] = [
        "map",
        "index",
        "exclude",
        "unlisted",
        "fail-on",
        "max-bytes",
        "max-section-bytes",
        "[rules]\n",
        "[[ignore]]\n",
        "rule",
        "path",
        "reason",
        " = ",
        "\"a\"",
        "\"error\"",
        "[",
        "]",
        "{",
        "}",
        "1",
        "-1",
        "99999999999999999999",
        "\n",
        "#",
        "'",
        "\"\"\"",
        "é\u{202e}",
        "maxBytes",
    ];
    let count = seed.below(24);
    let piece = |_| PIECES.get(seed.below(PIECES.len())).copied().unwrap_or("a");
    let text: String = (0..count).map(piece).collect();
    let read = file::read(Path::new("/p/featmap.toml"), "featmap.toml", text.clone().into_bytes());
    if let Err(error) = read
        && let Some(span) = error.diagnostic.span
    {
        oracle::fits(span, &text, "fault of a configuration");
    }
}

/// What is printed acts on nobody, and printing twice is printing once.
fn printing(seed: &mut Seed) {
    let text = text(seed);
    let shown = harmless::text(&text);
    assert_eq!(acting(&shown), [], "{text:?}");
    assert!(!shown.contains('\n'), "one line stays one: {text:?}");
    let line = format!("{}\n", harmless::path(&text));
    let line = harmless::lines(&line);
    assert_eq!(obeyed(&line), Vec::<String>::new(), "{text:?}");
}

/// Positions and offsets agree with a slow count.
fn lines(seed: &mut Seed) {
    let text = Text::new(text(seed).into_bytes());
    let (body, lines) = (text.as_str(), Lines::new(text.as_str()));
    for _ in 0..4 {
        let mut at = seed.below(body.len() + 1);
        while !body.is_char_boundary(at) {
            at -= 1;
        }
        let before = body.get(..at).unwrap_or_default();
        let ends = before.replace("\r\n", "\n").replace('\r', "\n");
        let inside = before.ends_with('\r') && body.get(at..).is_some_and(|b| b.starts_with('\n'));
        let line = ends.matches('\n').count() + 1 - usize::from(inside);
        assert_eq!(lines.position(&text, at).line, line, "line of {at} in {body:?}");
    }
}

/// A whole tree: the report is the same twice, in any order of making the files, in every
/// format nothing acts, and `clean` agrees with the findings.
fn tree(seed: &mut Seed) {
    let names = ["README.md", "a.md", "b.md", "d/a.md", "d/README.md", "A.md", "x.txt", "_t.md"];
    let mut files: Vec<(&str, String)> = Vec::new();
    for name in names {
        if seed.below(3) > 0 {
            files.push((name, text(seed)));
        }
    }
    if seed.below(8) == 0 {
        files.push((".gitignore", format!("{}\n{}\n", word(seed), word(seed))));
    }
    let forward = reports(&files, "order-1");
    files.reverse();
    let backward = reports(&files, "order-2");
    assert_eq!(forward, backward, "the same report in any order: {files:?}");
    for report in forward.values() {
        assert_eq!(acting(report), [], "{files:?}");
        assert_eq!(obeyed(report), Vec::<String>::new(), "{files:?}");
    }
    if let Some(json) = forward.get("json").filter(|json| !json.is_empty()) {
        agrees(json);
    }
}

fn agrees(json: &str) {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(json) else {
        panic!("no JSON: {json}");
    };
    let kinds = value.get("findings").and_then(|found| found.as_array()).into_iter().flatten();
    let kinds: Vec<_> = kinds.filter_map(|found| found.get("kind")?.as_str()).collect();
    let drift = kinds.iter().any(|kind| matches!(*kind, "drift" | "unread"));
    let clean = value.get("clean").and_then(serde_json::Value::as_bool);
    if clean == Some(true) {
        assert!(!drift, "clean, with drift: {json}");
    } else {
        let utf16 = json.contains("UTF-16");
        assert!(drift || utf16, "not clean, without drift: {json}");
    }
}

/// The reports on a tree by format, and the verdict.
fn reports(files: &[(&str, String)], place: &str) -> BTreeMap<&'static str, String> {
    let root = workshop().join(place);
    let _ = fs::remove_dir_all(&root);
    let map = root.join("docs/features");
    for (name, text) in files {
        let file = map.join(name);
        let made = file.parent().map(fs::create_dir_all);
        assert!(matches!(made, Some(Ok(()))) && fs::write(file, text).is_ok(), "cannot write");
    }
    let formats = [("json", Format::Json), ("concise", Format::Concise), ("full", Format::Full)];
    let mut reports = BTreeMap::new();
    for (name, format) in formats {
        let options = options(&root, format);
        let (mut out, mut aside) = (Vec::new(), Vec::new());
        let said = match check(&options, &mut out, &mut aside) {
            Ok(reported) => {
                assert!(reported.written.is_ok(), "memory can be written");
                let outcome = match reported.outcome {
                    Outcome::Passed => "passed",
                    Outcome::Failed => "failed",
                    Outcome::NotComplete => "not complete",
                };
                format!("{outcome}\n{}", String::from_utf8_lossy(&aside))
            }
            Err(_) => "stopped".to_owned(),
        };
        reports.insert(name, String::from_utf8_lossy(&out).replace(place, "P"));
        reports.insert(if name == "json" { "verdict" } else { "aside" }, said.replace(place, "P"));
    }
    reports
}

/// Where trees are made.
pub(crate) fn workshop() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    base.join(format!("featmap-fuzz-{}", std::process::id()))
}

fn options(root: &Path, format: Format) -> Options {
    Options {
        request: Request {
            current: root.to_path_buf(),
            start: ".".into(),
            maps: Vec::new(),
            config: None,
            no_config: false,
        },
        format: Some(format),
        reports: Vec::new(),
        host: Host::new(|_| None),
        style: Style { colour: false, width: 100, verbose: true, quiet: false },
        select: Vec::new(),
        ignore: Vec::new(),
        max_section_bytes: None,
        fail_on: None,
        tracked: false,
        allow_missing: false,
        no_ignores: false,
        code: true,
        show_skips: true,
        base: None,
    }
}
