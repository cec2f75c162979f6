//! The answer to a topic: the index rows that match, then the best sections by page.

use std::cell::RefCell;

use crate::diagnostic::{counted, grouped};
use crate::error::Result;
use crate::lookup::{Lookup, Seen};
use crate::order;
use crate::query::answer::{Answer, Kind, Omitted};
use crate::query::calls::{Calls, code};
use crate::query::directory::{Directory, Spot, parts};
use crate::query::library::{Library, Opened, PageId};
use crate::query::names::{page_address, page_name};
use crate::query::ranking::{Hit, is_named, is_tier1};
use crate::query::rows;
use crate::query::search::Ranked;
use crate::query::text::{Body, first, own};

/// The section that says what a page is about, unless `tier1` names none such: then its first.
const SUMMARY: &str = "What it does";

/// What a topic asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Topic<'a> {
    /// Its words.
    pub(super) words: &'a [String],
    /// How many sections it brings at most.
    pub(super) most: usize,
    /// The names of tier-1 sections.
    pub(super) tier1: &'a [String],
}

/// The sections that match, best first.
///
/// # Errors
/// A page that changed while it was read.
pub(super) fn sections(
    library: Library<'_>,
    topic: Topic<'_>,
    ranked: &Ranked,
    calls: &Calls,
) -> Result<Answer> {
    let (best, rest) = ranked.sections.split_at(topic.most.min(ranked.sections.len()));
    let mut pages: Vec<PageId> = Vec::new();
    let mut chosen: Vec<&Hit> = Vec::with_capacity(best.len());
    for hit in best {
        chosen.push(hit);
        if !pages.contains(&hit.page()) {
            pages.push(hit.page());
        }
    }
    let mut body = Body::default();
    for row in rows::matching(library, topic.words, &pages) {
        body.line(&row);
    }
    let mut along = Seen::new();
    for page in &pages {
        let mut spots: Vec<Spot> = Vec::new();
        for hit in best {
            if hit.page() == *page {
                spots.push(hit.spot());
            }
        }
        let opened = library.open(*page)?;
        if let Some(summary) = summary(&opened, &spots, topic.tier1) {
            along.insert((*page, summary));
            spots.push(summary);
        }
        order::sort(&mut spots, Ord::cmp);
        add_page(&opened, &spots, &mut body);
    }
    let matched = ranked.sections.len();
    let header = format!(
        "{} of {}: {}",
        grouped(chosen.len()),
        counted(matched, "matching section"),
        topic.words.join(" ")
    );
    let mut answer = Answer::new(Kind::Sections, header, body.done());
    for page in &pages {
        if let Some(page) = library.page(*page) {
            answer.pages.push(page.path.clone());
        }
    }
    answer.sections = hit_ids(library, &chosen);
    for (at, hit) in rest.iter().enumerate() {
        if !along.contains(&(hit.page(), hit.spot())) {
            answer.omitted.push(Omitted { rank: chosen.len() + at, bytes: hit.bytes() });
        }
    }
    answer.matched = Some(matched);
    // A section that is named below is already a call of the next level.
    let next = pages.first().filter(|_| answer.omitted.is_empty());
    if let Some(page) = next.and_then(|page| library.page(*page)) {
        let call = calls.page(&page_address(library, page));
        answer.next.push(format!("The sections of a page and their sizes: {}", code(&call)));
    }
    Ok(answer)
}

/// The lines that name the sections that were left out; only those of a few pages are asked
/// for, and of each page all at once.
pub(super) struct OmittedLines<'a> {
    library: Library<'a>,
    ranked: &'a Ranked,
    calls: &'a Calls,
    parts: RefCell<Lookup<PageId, Directory<'a>>>,
}

impl<'a> OmittedLines<'a> {
    /// Takes what a topic came to, and how sections are asked for.
    pub(super) fn new(library: Library<'a>, ranked: &'a Ranked, calls: &'a Calls) -> Self {
        Self { library, ranked, calls, parts: RefCell::default() }
    }

    /// The line of the section of a rank.
    pub(super) fn line(&self, rank: usize) -> String {
        self.ranked.sections.get(rank).and_then(|hit| self.hit(hit)).unwrap_or_default()
    }

    fn hit(&self, hit: &Hit) -> Option<String> {
        let page = self.library.page(hit.page())?;
        let content = page.content.as_ref()?;
        let mut known = self.parts.borrow_mut();
        let parts = known.or_insert_with(hit.page(), || parts(page, content));
        let name = parts.named(hit.spot())?.name;
        let address = parts.address(hit.spot());
        let call = self.calls.section(&page_address(self.library, page), &address);
        Some(format!("- {}, {}: {}\n", own(name), counted(hit.bytes(), "byte"), code(&call)))
    }
}

/// The names of sections for machines, in their order. Each page's names are looked at once.
pub(super) fn hit_ids(library: Library<'_>, hits: &[&Hit]) -> Vec<String> {
    let mut by_page: Vec<(usize, &Hit)> = Vec::with_capacity(hits.len());
    for (at, hit) in hits.iter().enumerate() {
        by_page.push((at, hit));
    }
    let mut ids = vec![String::new(); by_page.len()];
    order::sort_by_key(&mut by_page, |(_, hit)| hit.page());
    for hits in by_page.chunk_by(|(_, a), (_, b)| a.page() == b.page()) {
        let Some(page) = hits.first().and_then(|(_, hit)| library.page(hit.page())) else {
            continue;
        };
        let Some(content) = &page.content else { continue };
        let parts = parts(page, content);
        for (at, hit) in hits {
            if let Some(id) = ids.get_mut(*at) {
                *id = format!("{}#{}", page.path, parts.id(hit.spot()));
            }
        }
    }
    ids
}

/// The summary travels with a guessed section that is not tier 1.
fn summary(opened: &Opened<'_>, spots: &[Spot], tier1: &[String]) -> Option<Spot> {
    let sections = &opened.content.sections;
    let mut prose = false;
    for spot in spots {
        prose |= match spot {
            Spot::Preamble => true,
            Spot::Section(at) => {
                !sections.get(*at).is_some_and(|section| is_tier1(&section.name, tier1))
            }
        };
    }
    if opened.content.undivided || !prose {
        return None;
    }
    let usual = tier1.iter().find(|name| name.eq_ignore_ascii_case(SUMMARY));
    let name = usual.or(tier1.first()).map_or(SUMMARY, |name| name);
    let at = sections.iter().position(|section| is_named(&section.name, name))?;
    Some(Spot::Section(at)).filter(|spot| !spots.contains(spot))
}

/// A page's path, title and status line, and parts of it in document order.
fn add_page(opened: &Opened<'_>, spots: &[Spot], body: &mut Body) {
    let (content, text) = (opened.content, opened.text());
    body.gap();
    let own_preamble = content.own_preamble(text);
    let title = content.title.as_ref().filter(|title| title.span.start >= own_preamble.start);
    let shown =
        if title.is_some() { String::new() } else { format!(": {}", own(page_name(opened.page))) };
    body.line(&format!("{}{shown}", first(&opened.page.path)));
    body.gap();
    if spots.contains(&Spot::Preamble) || content.undivided {
        body.push(own_preamble.of(text));
    } else {
        let status = content.status.as_ref().map(|status| status.span);
        for part in [title.map(|title| title.span), status].into_iter().flatten() {
            body.push(part.of(text));
            body.gap();
        }
    }
    for spot in spots {
        if let Spot::Section(at) = spot
            && let Some(section) = content.sections.get(*at)
        {
            body.push(section.span.of(text));
        }
    }
}

/// Says that nothing matches.
pub(super) fn none(
    library: Library<'_>,
    words: &[String],
    searched: usize,
    calls: &Calls,
) -> Answer {
    let header = if words.is_empty() {
        "The topic has no letter or digit".to_owned()
    } else {
        format!("No section of {} matches: {}", own(&library.folders()), words.join(" "))
    };
    let body = format!("{} searched.\n", counted(searched, "page"));
    let mut answer = Answer::new(Kind::NoTopicMatch, header, body);
    answer.matched = Some(0);
    answer.next.push(format!("The index and the pages: {}", code(&calls.index())));
    answer
}
