//! What holds for every reply, whatever the map: the budget, the joined pieces, the hash, and
//! that a topic reads each page once.
//!
//! Beside made-up maps, real ones are asked where they are at hand: one project a folder in
//! `../shared/maps`, or in the folder that `FEATMAP_MAPS` names.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use featmap::commands::setup::{Request, Setup};
use featmap::map::FeatureMap;
use featmap::map::build::Visitor;
use featmap::map::page::Page;
use featmap::query::answer::Kind;
use featmap::query::calls::Calls;
use featmap::query::directory::{Spot, parts, subsections};
use featmap::query::library::Library;
use featmap::query::names::{page_address, page_name};
use featmap::query::ranking::Hit;
use featmap::query::reply::{Part, Reply};
use featmap::query::search::{Ranked, Search};
use featmap::query::words::words;
use featmap::query::{Ask, Form, Of, Query};
use featmap::source::store::Sources;
use featmap::source::text::Text;
use proptest::prelude::*;

/// The most pieces that an answer is read in.
const MOST_PIECES: usize = 30;

/// A project whose maps were read for one question.
struct Read {
    query: Query,
    maps: Vec<FeatureMap>,
    sources: Sources,
    ranked: Ranked,
}

fn query(ask: Ask) -> Query {
    let tier1 = ["What it does", "Map", "Tests that pin it"].map(str::to_owned).to_vec();
    Query { ask, part: Part::default(), per_topic: 3, tier1, calls: Calls::default() }
}

fn setup(project: &Path) -> Setup {
    let current = fs::canonicalize(project).unwrap();
    let (start, maps, config) = (".".into(), Vec::new(), None);
    Setup::new(&Request { current, start, maps, config, no_config: true }).unwrap()
}

fn read(project: &Path, ask: Ask) -> Read {
    let (setup, query) = (setup(project), query(ask));
    let mut sources = Sources::default();
    let folder = setup.maps.first().unwrap();
    let mut search = query.search();
    let map = match &mut search {
        Some(search) => setup.read_with(folder, false, &mut sources, search),
        None => setup.read(folder, false, &mut sources),
    };
    let maps = vec![map.unwrap()];
    let ranked = search.map(|search| search.end(&maps, &mut sources)).unwrap_or_default();
    Read { query, maps, sources, ranked }
}

impl Read {
    fn library(&self) -> Library<'_> {
        Library { maps: &self.maps, sources: &self.sources }
    }

    fn part(&self, offset: usize, rev: Option<&str>, budget: Option<usize>) -> Reply {
        let part = Part { offset, rev: rev.map(str::to_owned), budget };
        let query = Query { part, ..self.query.clone() };
        query.answer(self.library(), &self.ranked).unwrap()
    }

    /// Reads an answer to its end under each budget; every reply must hold what is promised.
    fn walk(&self, budgets: &[usize]) -> Kind {
        let whole = self.part(0, None, None);
        let (all, rev) = (whole.body().unwrap(), whole.rev.as_deref());
        assert_eq!(whole.next_offset, None);
        // An answer of very many pieces would be made anew for each of them.
        for budget in budgets.iter().filter(|budget| all.len() / **budget <= MOST_PIECES) {
            let (mut joined, mut offset) = (String::new(), 0);
            loop {
                let reply = self.part(offset, rev, Some(*budget));
                let body = reply.body().unwrap();
                assert_eq!(reply.rev.as_deref(), rev);
                within(&reply, *budget);
                joined.push_str(body);
                let goes_on = reply.text.contains("Left off at ");
                let Some(next) = reply.next_offset else { break };
                assert!(goes_on, "{}", reply.text);
                assert_eq!(next, offset + body.len());
                assert!(next > offset, "the walk always advances");
                offset = next;
            }
            assert_eq!(joined, all, "joined pieces are the whole, budget {budget}");
        }
        let past = self.part(all.len() + 1, None, None);
        assert_eq!(past.answer.kind, Kind::BadOffset);
        let carried = Calls::new(&[("--root", Some(OsStr::new("a b"))), ("--tracked", None)]);
        let query = Query { calls: carried.with_sections_per_topic(9), ..self.query.clone() };
        let other = query.answer(self.library(), &self.ranked).unwrap();
        assert_eq!((other.body(), other.rev.as_deref()), (Some(all), rev), "flags change nothing");
        let stale = self.part(0, Some("00000000"), Some(1000));
        assert_eq!((stale.answer.kind, stale.body()), (Kind::Stale, None));
        whole.answer.kind
    }
}

/// A reply keeps its budget, or is one line with what must not be cut, and says so.
fn within(reply: &Reply, budget: usize) {
    if reply.text.len() <= budget {
        return;
    }
    let body = reply.body().unwrap();
    let line_end = body.trim_end_matches(['\r', '\n']);
    assert!(
        !line_end.contains(['\n', '\r']) && body.len() - line_end.len() <= 2,
        "{} bytes over {budget}: {}",
        reply.text.len(),
        reply.text
    );
    assert!(reply.text.contains("This reply is over the budget"), "{}", reply.text);
}

/// Asks all kinds of questions of a project.
fn ask_everything(project: &Path, topics: &[&str], budgets: &[usize], every: usize) {
    assert_eq!(read(project, Ask::Index).walk(budgets), Kind::Index);
    for topic in topics {
        for form in [Form::Sections, Form::Skeletons, Form::Explained] {
            read(project, Ask::Topic(words(topic), form)).walk(budgets);
        }
    }
    let mut read = read(project, Ask::Page("no such page".to_owned(), Of::Skeleton));
    assert_eq!(read.walk(budgets), Kind::MissingPage);
    for (number, (page, of, kind)) in questions(&read.maps).into_iter().enumerate() {
        if number % every == 0 {
            let shown = format!("{page} {of:?}");
            read.query.ask = Ask::Page(page, of);
            assert_eq!(read.walk(budgets), kind, "{shown}");
        }
    }
}

/// Every page, section and subsection by its address, and names that are none.
fn questions(maps: &[FeatureMap]) -> Vec<(String, Of, Kind)> {
    let sources = Sources::default();
    let library = Library { maps, sources: &sources };
    let mut asked = Vec::new();
    for (_, page) in library.pages() {
        let Some(content) = page.content.as_ref().filter(|content| !content.is_utf16()) else {
            continue;
        };
        let name = page_address(library, page);
        let mut ask = |of, kind| asked.push((name.clone(), of, kind));
        ask(Of::Skeleton, Kind::Skeleton);
        ask(Of::Whole, Kind::Page);
        let nowhere = "no such thing anywhere".to_owned();
        ask(Of::Section(nowhere.clone()), Kind::MissingSection);
        let parts = parts(page, content);
        for part in parts.names() {
            let section = parts.address(part.what);
            ask(Of::Section(section.clone()), Kind::Section);
            ask(Of::Sub(section.clone(), nowhere.clone()), Kind::MissingSubsection);
            let Spot::Section(at) = part.what else { continue };
            let subs = subsections(&content.sections[at]);
            for sub in subs.names() {
                let sub = subs.address(sub.what);
                ask(Of::Sub(section.clone(), sub), Kind::Subsection);
            }
        }
    }
    asked
}

fn write(root: &Path, path: &str, text: &str) {
    let file = root.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// A page of blocks: headings of all levels, text, fences, tables, odd line ends.
fn page() -> impl Strategy<Value = String> {
    let block = prop_oneof![
        "#{1,4} (Map|Glow|How & why|What it does|`x`|é{0,2}|)".prop_map(|line| format!("{line}\n")),
        "(glow|sweep|the|機能| |\\.|\u{202e}){0,30}".prop_map(|line| format!("{line}\n\n")),
        "Status: [a-z ]{0,9} · Read when: [a-z]{0,9}".prop_map(|line| format!("{line}\n\n")),
        Just("```sh\n## no heading\n```\n".to_owned()),
        Just("Glow\n====\n\nSweep\n-----\n".to_owned()),
        Just("| a | b |\n| - | - |\n| glow | `x` |\n\n".to_owned()),
        "[a-z ]{700,1400}".prop_map(|line| format!("{line}\r\n")),
        Just("a\rb\rc".to_owned()),
    ];
    let front = prop_oneof![
        4 => Just(String::new()),
        1 => Just("---\ntitle: Glow\n---\n".to_owned()),
        1 => Just("\u{feff}".to_owned()),
    ];
    let blocks = prop::collection::vec(block, 0..14);
    (front, blocks).prop_map(|(front, rest)| format!("{front}{}", rest.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn every_reply_keeps_its_promises(
        pages in prop::collection::vec(page(), 0..5),
        index in page(),
        budgets in prop::collection::vec(1000_usize..20_000, 2),
        tiny in 1_usize..400,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let rows = (0..pages.len()).map(|at| format!("| Glow {at} | [x](p{at}.md) | sweep |\n"));
        let rows = rows.collect::<Vec<_>>().concat();
        let index = format!("{index}\n\n| F | D | Read when |\n| - | - | - |\n{rows}");
        write(folder.path(), "docs/features/README.md", &index);
        for (at, page) in pages.iter().enumerate() {
            write(folder.path(), &format!("docs/features/p{at}.md"), page);
        }
        let budgets = [budgets[0], budgets[1], tiny];
        ask_everything(folder.path(), &["glow sweep", "the", "機能", "nowhere"], &budgets, 1);
    }
}

#[test]
fn the_budget_holds_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = ["a b\r", "c\n", "\n", "de\r\n", "\r"].concat().repeat(40);
    write(folder.path(), "docs/features/a.md", &format!("# A\r\r## S\r\r{lines}"));
    let budgets: Vec<usize> = (200..420).collect();
    for of in [Of::Whole, Of::Section("s".to_owned()), Of::Skeleton] {
        read(folder.path(), Ask::Page("a".to_owned(), of)).walk(&budgets);
    }
}

/// The folders of real maps that are at hand.
fn real_maps() -> Vec<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/maps");
    let folder = std::env::var_os("FEATMAP_MAPS").map_or(beside, PathBuf::from);
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut maps: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    maps.retain(|path| path.is_dir());
    maps.sort();
    maps
}

#[test]
fn real_maps_are_answered_within_every_budget() {
    // One question in a few, and other budgets for each map, so that the test stays short.
    for (number, project) in real_maps().iter().enumerate() {
        let between = 1000 + (number * 3557) % 19_000;
        ask_everything(project, &["test configuration"], &[1000, between, 20_000], 31);
    }
}

#[test]
fn a_page_is_found_by_its_own_title() {
    let (mut pages, mut found) = (0, 0);
    for project in real_maps().iter().take(6) {
        let all = read(project, Ask::Index);
        for page in all.maps.iter().flat_map(|map| &map.pages).take(12) {
            let asked = read(project, Ask::Topic(words(page_name(page)), Form::Sections));
            let mut first = asked.ranked.sections.iter().take(3);
            pages += 1;
            let path = |hit: &Hit| asked.library().page(hit.page()).unwrap().path.clone();
            found += usize::from(first.any(|hit| path(hit) == page.path));
        }
    }
    assert!(found * 100 >= pages * 95, "{found} of {pages}");
}

/// A search that removes each page as soon as it was read.
struct Once {
    search: Search,
    map: PathBuf,
    seen: Vec<String>,
}

impl Visitor for Once {
    fn another(&self) -> Self {
        Self { search: self.search.another(), map: self.map.clone(), seen: Vec::new() }
    }

    fn wants_entries(&self, text: &str) -> bool {
        self.search.wants_entries(text)
    }

    fn wants(&mut self, inner: &str, bytes: &[u8]) -> bool {
        self.seen.push(inner.to_owned());
        fs::remove_file(self.map.join(inner)).unwrap();
        self.search.wants(inner, bytes)
    }

    fn page(&mut self, number: usize, page: &Page, text: Text) -> Option<Text> {
        self.search.page(number, page, text)
    }

    fn join(&mut self, other: Self) {
        self.search.join(other.search);
        self.seen.extend(other.seen);
    }
}

#[test]
fn a_topic_over_ten_thousand_pages_reads_each_page_once() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("docs/features");
    fs::create_dir_all(&map).unwrap();
    for number in 0..10_000 {
        let text = if number % 100 == 0 {
            format!("# Page {number}\n\n## Map\n\nthe glow, {number}\n")
        } else {
            format!("# Page {number}\n\n## Map\n\nnothing\n")
        };
        fs::write(map.join(format!("p{number:05}.md")), text).unwrap();
    }
    let (setup, query) = (setup(folder.path()), query(Ask::Topic(words("glow"), Form::Sections)));
    let mut sources = Sources::default();
    let mut once = Once { search: query.search().unwrap(), map, seen: Vec::new() };
    let folder = setup.maps.first().unwrap();
    let maps = [setup.read_with(folder, false, &mut sources, &mut once).unwrap()];
    let ranked = once.search.end(&maps, &mut sources);
    let library = Library { maps: &maps, sources: &sources };
    let reply = query.answer(library, &ranked).unwrap();
    assert_eq!(once.seen.len(), 10_000);
    assert_eq!(reply.answer.matched, Some(100));
    assert_eq!(reply.answer.sections[0], "docs/features/p00000.md#map");
    assert!(reply.text.contains("the glow, 0\n"), "from the one reading: {}", reply.text);
}

#[test]
fn the_points_of_an_explanation_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# Glow\n\nStatus: x\n\n## Map\n\nsweep sweep\n\n## The sweep\n\nglow\n";
    write(folder.path(), "docs/features/glow.md", text);
    let read = read(folder.path(), Ask::Topic(words("glow sweep"), Form::Explained));
    let reply = read.part(0, None, None);
    let rows = reply.body().unwrap().lines().skip(2);
    let (mut score, mut sum) = (0, 0);
    let number = |cell: &str| cell.trim().parse::<usize>().unwrap_or_default();
    for row in rows.chain(["| 0 | | | 0 | 0 | | 0 | 0 | 0 |"]) {
        let cells: Vec<&str> = row.split('|').collect();
        if !cells[1].trim().is_empty() {
            assert_eq!(score, sum, "{}", reply.text);
            (score, sum) = (number(cells[4]), number(cells[5]));
        }
        sum += [7, 8, 9].map(|at| number(cells[at])).iter().sum::<usize>();
    }
    assert_eq!(read.ranked.sections.len(), 2);
}
