//! The query: any names, offsets and budgets over maps in memory.

use std::cell::RefCell;
use std::ffi::OsStr;

use featmap::discover::name::nfc;
use featmap::map::page::{Content, Page};
use featmap::query::answer::Kind;
use featmap::query::calls::Calls;
use featmap::query::directory::{Spot, parts, subsections};
use featmap::query::library::Library;
use featmap::query::reply::{Part, Reply};
use featmap::query::words::words;
use featmap::query::{Ask, Form, Of, Query, json};

use crate::maps::Seed;
use crate::memory::{self, Memory, hundred};
use crate::runner::{acting, obeyed};
use crate::{text, word};

/// The most pieces that an answer is read in.
const MOST_PIECES: usize = 24;

/// A map that a hundred runs share, and the files it was made of.
struct Kept {
    number: u64,
    files: Vec<(String, String)>,
    memory: Memory,
}

thread_local! {
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// Every reply keeps what is promised of replies.
pub(crate) fn queries(seed: &mut Seed) {
    let own = hundred(seed.0);
    KEPT.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|kept| kept.number != own) {
            *kept = make(own);
        }
        let Some(kept) = kept else { return };
        let ask = ask(seed, &kept.memory);
        let query = Query {
            ask,
            part: Part::default(),
            per_topic: 1 + seed.below(5),
            tier1: ["What it does", "A", "Map"].map(str::to_owned).to_vec(),
            calls: Calls::default(),
        };
        match query.search() {
            // A search is made while the map is read.
            Some(search) => {
                let own = memory::read("docs/features", &kept.files, Some(search));
                if let Some(memory) = own {
                    answer(seed, &query, &memory);
                }
            }
            None => answer(seed, &query, &kept.memory),
        }
    });
}

fn make(number: u64) -> Option<Kept> {
    const NAMES: [&str; 7] =
        ["README.md", "a.md", "A.md", "d/a.md", "d/e\u{301} x.md", "-x.md", "\u{202e}`b`.md"];
    let seed = &mut Seed(number);
    let mut files = Vec::new();
    for name in NAMES {
        if seed.below(4) > 0 {
            let begin = ["", "# T\n\n", "# T\n\n## A\n\na\n\n### B\n\n### C\n\n"];
            let begin = begin.get(seed.below(3)).copied().unwrap_or_default().to_owned();
            let parts = (0..=seed.below(3)).map(|_| text(seed));
            let parts = std::iter::once(begin).chain(parts).collect();
            files.push((name.to_owned(), parts));
        }
    }
    let memory = memory::read("docs/features", &files, None)?;
    Some(Kept { number, files, memory })
}

fn ask(seed: &mut Seed, memory: &Memory) -> Ask {
    let forms = [Form::Sections, Form::Skeletons, Form::Explained];
    match seed.below(8) {
        0 => Ask::Index,
        1 | 2 => {
            let topic: Vec<_> = (0..=seed.below(3)).map(|_| word(seed)).collect();
            let form = forms.get(seed.below(3)).copied().unwrap_or(Form::Sections);
            Ask::Topic(words(&topic.join(" ")), form)
        }
        _ => {
            let pages = &memory.map.pages;
            let page = pages.get(seed.below(pages.len() + 1));
            let content = page.and_then(|page| page.content.as_deref());
            let names = page.map(page_names).unwrap_or_default();
            let of = match seed.below(4) {
                0 => Of::Skeleton,
                1 => Of::Whole,
                2 => Of::Section(section_name(seed, page, content)),
                _ => sub(seed, page, content),
            };
            Ask::Page(name(seed, &names), of)
        }
    }
}

fn page_names(page: &Page) -> Vec<String> {
    let title = page.content.as_deref().and_then(|content| content.title.as_ref());
    let title = title.map_or_else(String::new, |title| title.name.clone());
    vec![page.path.clone(), page.path.clone(), page.inner().to_owned(), title]
}

fn section_name(seed: &mut Seed, page: Option<&Page>, content: Option<&Content>) -> String {
    let mut names = vec!["(preamble)".to_owned()];
    if let (Some(page), Some(content)) = (page, content) {
        let parts = parts(page, content);
        for part in parts.names() {
            names.extend([part.name.to_owned(), parts.address(part.what), parts.id(part.what)]);
        }
    }
    name(seed, &names)
}

fn sub(seed: &mut Seed, page: Option<&Page>, content: Option<&Content>) -> Of {
    let Some((page, content)) = page.zip(content) else {
        return Of::Sub(word(seed).to_owned(), word(seed).to_owned());
    };
    let divided = |at: &usize| {
        content.sections.get(*at).is_some_and(|section| !section.subsections.is_empty())
    };
    let divided: Vec<_> = (0..content.sections.len()).filter(divided).collect();
    let at = divided.get(seed.below(divided.len().max(1))).copied().unwrap_or_default();
    let section = parts(page, content).address(Spot::Section(at));
    let subs = content.sections.get(at).map(subsections);
    let subs = subs.map_or_else(Vec::new, |subs| {
        subs.names().iter().map(|sub| subs.address(sub.what)).collect()
    });
    let own = name(seed, &[section]);
    Of::Sub(own, name(seed, &subs))
}

/// One of some names as it is, or changed, or no name at all.
fn name(seed: &mut Seed, names: &[String]) -> String {
    let known = names.get(seed.below(names.len().max(1))).cloned().unwrap_or_default();
    match seed.below(20) {
        0 => word(seed).to_owned(),
        1 => known.chars().skip(seed.below(4)).take(1 + seed.below(6)).collect(),
        2 => known.to_uppercase(),
        3 => format!("{known}#{}", seed.below(4)),
        4 => format!("{known}{}", word(seed)),
        5 => format!("./{known}"),
        _ => known,
    }
}

fn answer(seed: &mut Seed, query: &Query, memory: &Memory) {
    let library = Library { maps: std::slice::from_ref(&memory.map), sources: &memory.sources };
    let part = |part: Part| {
        Query { part, ..query.clone() }.answer(library, &memory.ranked).map_err(|error| {
            let whole = |page: &Page| page.content.as_deref().is_some_and(|page| !page.is_utf16());
            let all = memory.map.unread.is_empty() && memory.map.pages.iter().all(whole);
            assert!(!all, "all was read, and {error} for {:?}", query.ask);
        })
    };
    let Ok(whole) = part(Part::default()) else { return };
    let (Some(all), Some(rev)) = (whole.body(), whole.rev.clone()) else {
        panic!("an answer that is asked for whole is whole: {:?}", query.ask)
    };
    told(&whole, &query.ask, memory);
    for _ in 0..3 {
        let budget = match seed.below(8) {
            0 => None,
            1..4 => Some(1 + seed.below(400)),
            _ => Some(1 + seed.below(6000)),
        };
        let (offset, wanted) = (seed.below(all.len() + 8), rev.clone());
        let Ok(reply) = part(Part { offset, rev: Some(wanted), budget }) else { return };
        window(&reply, all, offset, budget, &query.ask);
        json_agrees(&reply, library, memory);
        joined(all, &rev, budget, &part, &query.ask);
    }
    let other = ["", "0", "00000000", "ffffffff"].get(seed.below(4)).copied().unwrap_or_default();
    let offset = seed.below(all.len() + 8);
    let stale = Part { offset, rev: Some(other.to_owned()), budget: None };
    let Ok(stale) = part(stale) else { return };
    assert_eq!((stale.answer.kind, stale.body()), (Kind::Stale, None), "{:?}", query.ask);
    json_agrees(&stale, library, memory);
    let carried = Calls::new(&[("--root", Some(OsStr::new("a b"))), ("--tracked", None)]);
    let calls = carried.with_sections_per_topic(9);
    let Ok(same) = (Query { calls, ..query.clone() }).answer(library, &memory.ranked) else {
        panic!("flags that are carried change nothing")
    };
    assert_eq!((same.body(), same.rev.as_deref()), (Some(all), Some(rev.as_str())));
}

/// Pieces under a budget, one after the other, are the whole answer.
fn joined(
    all: &str,
    rev: &str,
    budget: Option<usize>,
    part: &dyn Fn(Part) -> Result<Reply, ()>,
    ask: &Ask,
) {
    let mut offset = 0;
    for _ in 0..MOST_PIECES {
        let asked = Part { offset, rev: Some(rev.to_owned()), budget };
        let Ok(reply) = part(asked) else { return };
        window(&reply, all, offset, budget, ask);
        let Some(next) = reply.next_offset else { return };
        assert!(next > offset, "the walk always advances: {ask:?}");
        assert!(reply.text.contains("Left off at "), "{}", reply.text);
        offset = next;
    }
}

/// A reply holds what stands at its offset, as much as its budget allows.
fn window(reply: &Reply, all: &str, offset: usize, budget: Option<usize>, ask: &Ask) {
    let Some(body) = reply.body() else {
        let past = offset > 0 && offset >= all.len();
        assert!(past && reply.answer.kind == Kind::BadOffset, "{ask:?} at {offset}");
        return;
    };
    let mut start = offset.min(all.len());
    while !all.is_char_boundary(start) {
        start -= 1;
    }
    let end = reply.next_offset.unwrap_or(all.len());
    assert_eq!(all.get(start..end), Some(body), "{ask:?} at {offset} within {budget:?}");
    let Some(budget) = budget.filter(|budget| reply.text.len() > *budget) else { return };
    let line = body.trim_end_matches(['\r', '\n']);
    let one = !line.contains(['\n', '\r']) && body.len() - line.len() <= 2;
    assert!(one, "{} bytes over {budget}: {}", reply.text.len(), reply.text);
    assert!(reply.text.contains("This reply is over the budget"), "{}", reply.text);
}

/// The JSON reply says the same, and acts on nobody; nor do our own lines around the window.
fn json_agrees(reply: &Reply, library: Library<'_>, memory: &Memory) {
    let json = json::render(reply, library, &memory.ranked, ".");
    assert_eq!(acting(&json), [], "{json}");
    assert_eq!(obeyed(&json), Vec::<String>::new(), "{json}");
    let Ok(value) = serde_json::from_str::<serde_json::Value>(&json) else {
        panic!("no JSON: {json}");
    };
    let text = |key: &str| value.get(key).and_then(|value| value.as_str());
    assert_eq!(text("text"), Some(reply.text.as_str()));
    assert_eq!(text("body"), reply.body());
    assert_eq!(text("rev"), reply.rev.as_deref());
    let next = value.get("nextOffset").and_then(serde_json::Value::as_u64);
    assert_eq!(next, reply.next_offset.map(|next| next as u64));
    let window = reply.window.clone().unwrap_or(0..0);
    let around = [reply.text.get(..window.start), reply.text.get(window.end..)];
    for own in around.into_iter().flatten() {
        assert_eq!(acting(own.trim_start_matches('\r')), [], "{own:?}");
        assert_eq!(obeyed(own), Vec::<String>::new(), "{own:?}");
    }
}

/// What is named exactly is found, and is the file's own bytes.
fn told(whole: &Reply, ask: &Ask, memory: &Memory) {
    let Ask::Page(wanted, of) = ask else { return };
    let pages = &memory.map.pages;
    let Some(page) = pages.iter().find(|page| page.path == *wanted) else { return };
    if pages.iter().filter(|other| nfc(&other.path) == nfc(wanted)).count() > 1 {
        return;
    }
    let kind = whole.answer.kind;
    assert_eq!(whole.answer.page.as_deref(), Some(page.path.as_str()), "{ask:?}: {kind:?}");
    let (Some(content), Some(source)) = (&page.content, memory.sources.get(&page.path)) else {
        panic!("an answer about a page that was not read: {ask:?}")
    };
    let text = source.text.as_str();
    match of {
        Of::Skeleton => assert_eq!(kind, Kind::Skeleton, "{ask:?}"),
        Of::Whole => {
            let own = text.strip_prefix('\u{feff}').unwrap_or(text);
            assert_eq!((kind, whole.body()), (Kind::Page, Some(own)), "{ask:?}");
        }
        Of::Section(name) => {
            let parts = parts(page, content);
            let found = parts.names().iter().find(|part| parts.address(part.what) == *name);
            let Some(Spot::Section(at)) = found.map(|part| part.what) else { return };
            let section = content.sections.get(at).map(|section| section.span.of(text));
            let own = content.own_preamble(text).of(text);
            let own = format!("{own}{}", section.unwrap_or_default());
            assert_eq!((kind, whole.body()), (Kind::Section, Some(own.as_str())), "{ask:?}");
        }
        Of::Sub(..) => {}
    }
}
