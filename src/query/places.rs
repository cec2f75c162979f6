//! Sections that speak of something, as a reader finds them: line, size, and the call that reads
//! each.

use crate::code::which::{Mention, Spot as Named};
use crate::lookup::Lookup;
use crate::map::page::{Content, Page};
use crate::order;
use crate::query::calls::Calls;
use crate::query::directory::{Directory, Spot, parts};
use crate::query::library::Library;
use crate::query::names::page_address;
use crate::report::which::Place;

/// Finds sections for mentions; each page is prepared once.
#[derive(Debug)]
pub struct Places<'a> {
    library: Library<'a>,
    calls: &'a Calls,
    /// Every page that a query reads, by its path.
    pages: Lookup<&'a str, &'a Page>,
    /// What is known of the pages that were asked for.
    known: Vec<(&'a str, Known<'a>)>,
    /// Where each stands there, by its path.
    numbers: Lookup<&'a str, usize>,
}

/// A page that was asked for.
#[derive(Debug)]
struct Known<'a> {
    content: Option<&'a Content>,
    /// Its name in calls, and its sections; none for an index.
    named: Option<(String, Directory<'a>)>,
    /// Each place that was asked for, and its line; in order, once the lines are known.
    lines: Vec<(usize, usize)>,
}

impl<'a> Places<'a> {
    /// Takes the maps with their texts, and how calls are made.
    pub fn new(library: Library<'a>, calls: &'a Calls) -> Self {
        let mut pages: Lookup<&str, &Page> = Lookup::new();
        for (_, page) in library.pages() {
            pages.insert(&page.path, page);
        }
        Self { library, calls, pages, known: Vec::new(), numbers: Lookup::new() }
    }

    /// The places of some answers. Texts are read page by page, for all answers at once.
    pub fn all(&mut self, answers: &[Vec<Mention<'a>>]) -> Vec<Vec<Place>> {
        for mention in answers.iter().flatten() {
            let reference = &mention.spot.reference;
            let place = *self.numbers.or_insert_with(&reference.page, || self.known.len());
            if place == self.known.len() {
                let known = self.prepared(mention.spot);
                self.known.push((&reference.page, known));
            }
            if let Some((_, known)) = self.known.get_mut(place) {
                known.lines.push((reference.span.start, 1));
            }
        }
        for (path, known) in &mut self.known {
            order::sort_by_key(&mut known.lines, |(at, _)| *at);
            known.lines.dedup_by_key(|(at, _)| *at);
            let Some(source) = self.library.sources.get(path) else { continue };
            for (at, line) in &mut known.lines {
                *line = source.lines.position(&source.text, *at).line;
            }
        }
        let mut all = Vec::with_capacity(answers.len());
        for mentions in answers {
            let mut places = Vec::with_capacity(mentions.len());
            for mention in mentions {
                places.extend(self.place(mention));
            }
            all.push(places);
        }
        all
    }

    fn prepared(&self, spot: Named<'a>) -> Known<'a> {
        let path = &*spot.reference.page;
        if let Some(page) = self.pages.get(path) {
            let content = page.content.as_deref();
            let named =
                content.map(|content| (page_address(self.library, page), parts(page, content)));
            return Known { content, named, lines: Vec::new() };
        }
        let mut known = Known { content: None, named: None, lines: Vec::new() };
        for map in self.library.maps {
            if let Some(index) = map.index().filter(|index| index.page.path == path) {
                known.content = index.page.content.as_deref();
                break;
            }
        }
        known
    }

    fn place(&self, mention: &Mention<'a>) -> Option<Place> {
        let Named { reference, section } = mention.spot;
        let (_, known) = self.known.get(*self.numbers.get(&*reference.page)?)?;
        let content = known.content?;
        let found = section.and_then(|number| content.sections.get(number));
        let line = known.lines.binary_search_by_key(&reference.span.start, |(at, _)| *at);
        let line = line.ok().and_then(|place| known.lines.get(place)).map_or(1, |(_, line)| *line);
        Some(Place {
            page: reference.page.to_string(),
            section: found.map_or_else(String::new, |section| section.name.clone()),
            line,
            reason: format!("{} `{}`", mention.why.words(), reference.written),
            bytes: found.map_or(content.preamble.bytes, |section| section.bytes),
            call: self.call(known, content, section),
        })
    }

    /// The call that reads a section, or the preamble; for a preamble of no more than title and
    /// status line, the list of its sections; or the index.
    fn call(&self, known: &Known<'_>, content: &Content, section: Option<usize>) -> String {
        let Some((page, sections)) = &known.named else { return self.calls.index() };
        let preamble = content.preamble.more.then_some(Spot::Preamble);
        match section.map(Spot::Section).or(preamble) {
            Some(spot) => self.calls.section(page, &sections.address(spot)),
            None => self.calls.page(page),
        }
    }
}
