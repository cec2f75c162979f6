//! Which pages are listed: by the index, and by the sub-indexes it links (DESIGN.md §4.3).

use crate::lookup::Seen;
use crate::map::SubIndex;
use crate::map::entry::{self, Entry};
use crate::map::layout::file_name;
use crate::map::link::{Resolver, Target};
use crate::markdown::block::Document;

/// Whether a page's name makes it a sub-index where an entry links it.
pub fn may_be(inner: &str) -> bool {
    const NAMES: [&str; 3] = ["readme.md", "index.md", "_index.md"];
    let name = file_name(inner);
    inner.contains('/') && NAMES.iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
}

/// The sub-indexes that entries reach, in the order reached; each once.
///
/// Takes the index's entries and the documents of the pages that [`may_be`] one, by their numbers
/// in order, which are used up.
pub(super) fn reached(
    index: &[Entry],
    mut documents: Vec<(usize, Option<Document>)>,
    resolver: Resolver<'_>,
) -> Vec<SubIndex> {
    let mut found: Vec<SubIndex> = Vec::new();
    let mut waiting = linked(index, resolver);
    waiting.reverse();
    while let Some(page) = waiting.pop() {
        let place = documents.binary_search_by_key(&page, |(number, _)| *number);
        let known = place.ok().and_then(|place| documents.get_mut(place));
        let Some(mut document) = known.and_then(|(_, document)| document.take()) else {
            continue;
        };
        let Some(from) = resolver.pages.get(page) else {
            continue;
        };
        let entries = entry::read(&mut document, &from.path, resolver);
        let mut next = linked(&entries, resolver);
        next.reverse();
        waiting.append(&mut next);
        found.push(SubIndex { page, entries });
    }
    found
}

/// The pages that entries link, or would but for letter case.
fn linked(entries: &[Entry], resolver: Resolver<'_>) -> Vec<usize> {
    let mut pages = Vec::new();
    for entry in entries {
        for link in &entry.links {
            match &link.target {
                Target::Page(page) => pages.push(*page),
                Target::Missing(path) => {
                    if let Target::Page(page) = resolver.other_case(path) {
                        pages.push(page);
                    }
                }
                _ => {}
            }
        }
    }
    pages
}

/// For each page, whether a link of an entry lists it, or would but for letter case.
pub(super) fn listed<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    resolver: Resolver<'_>,
) -> Vec<bool> {
    let mut listed = vec![false; resolver.pages.len()];
    // A folder that many links name is walked through once.
    let mut walked = Seen::new();
    for link in entries.flat_map(|entry| &entry.links) {
        let pages = match &link.target {
            Target::Missing(path) => resolver.other_case(path).pages(),
            target => target.pages(),
        };
        if walked.insert((pages.start, pages.end)) {
            listed.get_mut(pages).unwrap_or_default().fill(true);
        }
    }
    listed
}
