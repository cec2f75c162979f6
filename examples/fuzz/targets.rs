//! The targets: each makes an input from a seed and holds what comes out against oracles.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use featmap::config::file;
use featmap::harmless;
use featmap::map::page::Content;
use featmap::markdown::block::Block;
use featmap::markdown::directive;
use featmap::markdown::parse::{Detail, parse, parse_whole};
use featmap::markdown::quick::spared;
use featmap::source::lines::Lines;
use featmap::source::text::Text;

use crate::links::links;
use crate::maps::Seed;
use crate::oracle;
use crate::pieces;
use crate::queries::queries;
use crate::runner::{acting, obeyed};
use crate::text;
use crate::trees::tree;

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
