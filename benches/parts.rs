//! The parts of a check, with time and allocations: `cargo bench`.

#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

#[path = "../examples/bench/hostile.rs"]
#[allow(dead_code, reason = "the bench program uses all of it")]
mod hostile;
#[path = "../examples/bench/maps.rs"]
#[allow(dead_code, reason = "the bench program uses all of it")]
mod maps;

use std::path::{Path, PathBuf};

use divan::counter::BytesCount;
use divan::{AllocProfiler, Bencher, black_box};
use featmap::commands::check::{Options, check};
use featmap::commands::query;
use featmap::commands::setup::Request;
use featmap::map::page::Content;
use featmap::markdown::anchor::{Anchors, slug};
use featmap::markdown::parse::{Detail, parse};
use featmap::query::calls::Calls;
use featmap::query::words::words;
use featmap::query::{Ask, Form};
use featmap::report::{Format, Style};
use featmap::source::text::Text;

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

#[divan::bench]
fn headings_of_a_page(bencher: Bencher<'_, '_>) {
    let page = maps::page(1);
    bencher
        .counter(BytesCount::of_str(&page))
        .bench(|| parse(black_box(&page), Detail::Page).unwrap());
}

#[divan::bench]
fn parts_of_a_page(bencher: Bencher<'_, '_>) {
    let text = Text::new(maps::page(1).into_bytes());
    let document = parse(text.as_str(), Detail::Page).unwrap();
    bencher.bench(|| Content::new(black_box(&text), &document, "page.md"));
}

#[divan::bench]
fn slugs(bencher: Bencher<'_, '_>) {
    let names = ["How & why", "Tests that pin it", "機能 / C#", "Use `x` in a y"];
    bencher.bench(|| names.map(|name| slug(black_box(name))));
}

#[divan::bench(args = [10, 1000])]
fn anchors_that_repeat(bencher: Bencher<'_, '_>, count: usize) {
    bencher.bench(|| {
        let mut anchors = Anchors::default();
        (0..count).map(|_| anchors.next(black_box("Map")).len()).sum::<usize>()
    });
}

/// An index that lists so many pages.
fn index_of(rows: usize) -> String {
    let mut index = "# Features\n\n| Feature | Read when |\n| --- | --- |\n".to_owned();
    for number in 0..rows {
        let row = format!("| [Feature {number}]({}) | x |\n", maps::path(number, rows));
        index.push_str(&row);
    }
    index
}

#[divan::bench(args = [14, 10_000])]
fn index_rows(bencher: Bencher<'_, '_>, rows: usize) {
    let index = index_of(rows);
    bencher
        .counter(BytesCount::of_str(&index))
        .bench(|| parse(black_box(&index), Detail::Index).unwrap());
}

#[divan::bench(args = [14, 1000])]
fn check_of_a_map(bencher: Bencher<'_, '_>, pages: usize) {
    let root = workshop(&format!("map-{pages}"));
    maps::write(&root, pages).unwrap();
    bencher.bench(|| report(&root, Format::Concise));
}

/// A topic that stands on one page of a thousand, and one that stands on all.
#[divan::bench(args = ["rare", "common"])]
fn topic(bencher: Bencher<'_, '_>, topic: &str) {
    let root = workshop("map-1000");
    maps::write(&root, 1000).unwrap();
    let topic = if topic == "rare" { "00500" } else { "account archive" };
    bencher.bench(|| reply(&root, topic));
}

#[divan::bench(args = ["full", "concise", "json"])]
fn report_of_1000_findings(bencher: Bencher<'_, '_>, format: &str) {
    let root = workshop("broken");
    std::fs::create_dir_all(root.join("docs/features")).unwrap();
    std::fs::write(root.join("docs/features/README.md"), index_of(1000)).unwrap();
    std::fs::write(root.join("docs/features/page.md"), maps::page(1)).unwrap();
    let format = match format {
        "full" => Format::Full,
        "concise" => Format::Concise,
        _ => Format::Json,
    };
    bencher.bench(|| report(&root, format));
}

#[divan::bench(args = 0..hostile::FAMILIES.len(), consts = [16, 64], sample_count = 5)]
fn hostile_page<const KIB: usize>(bencher: Bencher<'_, '_>, family: usize) {
    let page = hostile::FAMILIES.get(family).map(|family| (family.make)(KIB * 1024)).unwrap();
    bencher
        .counter(BytesCount::of_str(&page))
        .bench(|| parse(black_box(&page), Detail::Index).is_ok());
}

fn workshop(name: &str) -> PathBuf {
    std::env::temp_dir().join("featmap-benches").join(name)
}

fn request(root: &Path) -> Request {
    Request {
        current: root.to_path_buf(),
        start: ".".into(),
        maps: Vec::new(),
        config: None,
        no_config: true,
    }
}

/// A topic of a project, as the command answers it.
fn reply(root: &Path, topic: &str) -> usize {
    let options = query::Options {
        request: request(root),
        tracked: false,
        ask: Ask::Topic(words(topic), Form::Sections),
        offset: 0,
        rev: None,
        max_bytes: None,
        sections_per_topic: None,
        calls: Calls::default(),
        format: query::Format::Text { terminal: false },
    };
    let (mut out, mut aside) = (Vec::new(), Vec::new());
    query::query(&options, &mut out, &mut aside).unwrap().written.unwrap();
    out.len()
}

/// A check of a project, as the command does it.
fn report(root: &Path, format: Format) -> usize {
    let style = Style { colour: false, width: 100, verbose: false, quiet: true };
    let mut options = Options::new(request(root), style);
    options.common.format = Some(format);
    let (mut out, mut aside) = (Vec::new(), Vec::new());
    check(&options, &mut out, &mut aside).unwrap().written.unwrap();
    out.len()
}
