//! The search for a topic, made while the map is read: each page is read once, and only the
//! texts of the best sections are kept.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use crate::discover::name::nfc;
use crate::map::FeatureMap;
use crate::map::build::Visitor;
use crate::map::page::Page;
use crate::order;
use crate::query::directory::Spot;
use crate::query::library::PageId;
use crate::query::ranking::{Hit, PageHit, Scorer};
use crate::query::words::{Sought, folded};
use crate::source::store::{Source, Sources};
use crate::source::text::{Text, is_utf16};

/// What is ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranks {
    /// Sections; the texts of so many of the best are wanted.
    Sections(usize),
    /// Sections, with what each word brings; no text is wanted.
    Explained,
    /// Pages; no text is wanted.
    Pages,
}

/// A search for words over maps that are being read.
#[derive(Debug)]
pub struct Search {
    words: Vec<Sought>,
    tier1: Vec<String>,
    ranks: Ranks,
    /// Whether the entries of the index are wanted whatever they say.
    rows: bool,
    map: usize,
    hits: Vec<Hit>,
    page_hits: Vec<PageHit>,
    best: Best,
    searched: usize,
}

/// What a search came to, in the order of the ranking.
#[derive(Debug, Default)]
pub struct Ranked {
    /// The sections that match.
    pub sections: Vec<Hit>,
    /// The pages that match.
    pub pages: Vec<PageHit>,
    /// How many pages were searched.
    pub searched: usize,
}

impl Search {
    /// A search for the words of a topic, and the names of tier-1 sections.
    pub fn new(words: &[String], tier1: &[String], ranks: Ranks) -> Self {
        let mut sought = Vec::with_capacity(words.len());
        for word in words {
            sought.push(Sought::new(word));
        }
        Self::of(sought, tier1.to_vec(), ranks)
    }

    /// The same search where the rows of the index are to be counted besides.
    #[must_use]
    pub fn with_rows(self, rows: bool) -> Self {
        Self { rows, ..self }
    }

    fn of(words: Vec<Sought>, tier1: Vec<String>, ranks: Ranks) -> Self {
        Self {
            words,
            tier1,
            ranks,
            rows: false,
            map: 0,
            hits: Vec::new(),
            page_hits: Vec::new(),
            best: Best::default(),
            searched: 0,
        }
    }

    /// The pages that follow are those of this map.
    pub fn begin_map(&mut self, map: usize) {
        self.map = map;
    }

    /// Ends the search over these maps, and hands the texts that an answer needs to `sources`.
    pub fn end(self, maps: &[FeatureMap], sources: &mut Sources) -> Ranked {
        let page = |id: PageId| maps.get(id.map).and_then(|map| map.pages.get(id.page));
        for (id, kept) in self.best.texts {
            if let (Some(page), Some(kept)) = (page(id), kept) {
                sources.keep(&page.path, Rc::new(Source::new(kept.text)));
            }
        }
        let path = |id: PageId| page(id).map_or("", |page| page.path.as_str());
        let (mut sections, mut pages) = (self.hits, self.page_hits);
        // Of one section in two maps the first map's comes first, and stays.
        order::sort(&mut sections, |a, b| {
            let by_path = || path(a.page()).cmp(path(b.page()));
            let by_place = || (a.spot(), a.page()).cmp(&(b.spot(), b.page()));
            a.key().cmp(&b.key()).then_with(by_path).then_with(by_place)
        });
        sections.dedup_by(|a, b| a.spot() == b.spot() && path(a.page()) == path(b.page()));
        order::sort(&mut pages, |a, b| {
            let by_path = || path(a.page).cmp(path(b.page));
            a.key().cmp(&b.key()).then_with(by_path).then_with(|| a.page.cmp(&b.page))
        });
        pages.dedup_by(|a, b| path(a.page) == path(b.page));
        Ranked { sections, pages, searched: self.searched }
    }
}

impl Visitor for Search {
    fn another(&self) -> Self {
        let new = Self::of(self.words.clone(), self.tier1.clone(), self.ranks);
        Self { map: self.map, ..new }
    }

    fn wants_entries(&self, text: &str) -> bool {
        self.rows || self.words.iter().any(|word| word.is_in_raw(text.as_bytes()) != Some(false))
    }

    /// A page that has no word in its path nor anywhere in its file has none in a section. One
    /// without any text may be in an encoding that was not read, and that is to be told.
    fn wants(&mut self, inner: &str, bytes: &[u8]) -> bool {
        self.searched += 1;
        if bytes.is_empty() || is_utf16(bytes) {
            return true;
        }
        let mut unsure = false;
        for word in &self.words {
            match word.is_in_raw(bytes) {
                Some(true) => return true,
                Some(false) => {}
                None => unsure = true,
            }
        }
        if unsure {
            let text = folded(&String::from_utf8_lossy(bytes));
            if self.words.iter().any(|word| word.is_in(&text)) {
                return true;
            }
        }
        // Form NFC makes no letter of ASCII but those that are looked for besides.
        if self.words.iter().all(|word| word.is_in_raw(inner.as_bytes()) == Some(false)) {
            return false;
        }
        let name = folded(&nfc(inner));
        self.words.iter().any(|word| word.is_in(&name))
    }

    fn page(&mut self, number: usize, page: &Page, text: Text) -> Option<Text> {
        let Some(content) = &page.content else {
            return Some(text);
        };
        let id = PageId { map: self.map, page: number };
        let scorer = Scorer {
            words: &self.words,
            tier1: &self.tier1,
            id,
            page,
            content,
            text: text.as_str(),
            explained: self.ranks == Ranks::Explained,
        };
        match self.ranks {
            Ranks::Pages => self.page_hits.extend(scorer.whole()),
            Ranks::Explained => self.hits.extend(scorer.sections()),
            Ranks::Sections(most) => {
                let new = scorer.sections();
                let text = self.best.keep(&new, most, id, text);
                self.hits.extend(new);
                return text;
            }
        }
        Some(text)
    }

    fn join(&mut self, other: Self) {
        self.searched += other.searched;
        self.hits.extend(other.hits);
        self.page_hits.extend(other.page_hits);
        if let Ranks::Sections(most) = self.ranks {
            self.best.join(other.best, most);
        }
    }
}

/// The best sections so far, and the texts of their pages.
///
/// Pages of equals go by their number here, and by their path in the ranking, which is another
/// order where a name is not in form NFC. A text that is missing for that is read again.
#[derive(Debug, Default)]
struct Best {
    /// The worst on top.
    hits: BinaryHeap<Place>,
    /// By page, in order; a text that was let go leaves its place.
    texts: Vec<(PageId, Option<Kept>)>,
}

/// A section's place among the best: score, bytes, page, which part of it.
type Place = (Reverse<usize>, usize, PageId, Spot);

/// A page's text, and how many of the best are in it.
#[derive(Debug)]
struct Kept {
    text: Text,
    hits: usize,
}

impl Best {
    /// Takes the hits of a page; gives its text back where none of them is among the best.
    fn keep(&mut self, new: &[Hit], most: usize, id: PageId, text: Text) -> Option<Text> {
        let worst = self.hits.peek().copied().filter(|_| self.hits.len() >= most);
        let mut places: Vec<Place> = Vec::new();
        for hit in new {
            let place = (Reverse(hit.score()), hit.bytes(), hit.page(), hit.spot());
            if worst.is_none_or(|worst| place < worst) {
                places.push(place);
            }
        }
        if places.is_empty() {
            return Some(text);
        }
        let kept = Kept { text, hits: places.len() };
        // Pages come in their order: this is nearly always the end.
        let place = self.texts.partition_point(|(other, _)| *other < id);
        self.texts.insert(place, (id, Some(kept)));
        self.hits.extend(places);
        self.drop_beyond(most);
        None
    }

    fn join(&mut self, other: Self, most: usize) {
        self.hits.extend(other.hits);
        self.texts.extend(other.texts);
        order::sort_by_key(&mut self.texts, |(id, _)| *id);
        self.drop_beyond(most);
    }

    /// Lets go of the worst, and of the texts that no hit needs any longer.
    fn drop_beyond(&mut self, most: usize) {
        while self.hits.len() > most {
            let Some((_, _, id, _)) = self.hits.pop() else { return };
            let place = self.texts.binary_search_by_key(&id, |(other, _)| *other);
            let place = place.ok().and_then(|place| self.texts.get_mut(place));
            if let Some((_, slot)) = place
                && let Some(kept) = slot
            {
                kept.hits -= 1;
                if kept.hits == 0 {
                    *slot = None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ranks, Search};
    use crate::map::build::Visitor as _;
    use crate::map::testing::map_of;
    use crate::query::words::words;
    use crate::source::store::Sources;
    use crate::source::text::Text;

    #[test]
    fn entries_are_read_where_the_index_may_speak_of_the_topic() {
        let search = Search::new(&words("glow sweep"), &[], Ranks::Pages);
        assert!(search.wants_entries("| Overlay | changing the GLOW |"));
        assert!(!search.wants_entries("| Overlay | changing the light |"));
        assert!(search.with_rows(true).wants_entries("| Overlay | changing the light |"));
    }

    #[test]
    fn any_number_of_visitors_finds_the_same() {
        let path = |number: usize| format!("p{number:02}.md");
        let text = |number: usize| {
            let glow = "glow ".repeat(number % 3);
            format!("# T{number}\n\nMore.\n\n## A\n\n{glow}\n\n## B\n\nsweep\n")
        };
        let files: Vec<_> = (0..40).map(|number| (path(number), text(number))).collect();
        let borrowed: Vec<_> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let sample = map_of(&borrowed);
        let maps = [sample.map];
        let found = |visitors: usize, ranks| {
            let first = Search::new(&words("glow p07"), &["A".to_owned()], ranks);
            let mut all: Vec<_> = (1..visitors).map(|_| first.another()).collect();
            all.push(first);
            for (number, page) in maps[0].pages.iter().enumerate().rev() {
                let visitor = &mut all[number * 7 % visitors];
                let text = Text::new(text(number).into_bytes());
                if visitor.wants(page.inner(), text.as_str().as_bytes()) {
                    visitor.page(number, page, text);
                }
            }
            let mut first = all.pop().unwrap();
            for other in all {
                first.join(other);
            }
            let mut sources = Sources::default();
            let ranked = first.end(&maps, &mut sources);
            let kept = maps[0].pages.iter().map(|page| sources.get(&page.path).is_some());
            (ranked.sections, ranked.pages, ranked.searched, kept.collect::<Vec<_>>())
        };
        for ranks in [Ranks::Sections(4), Ranks::Explained, Ranks::Pages] {
            let one = found(1, ranks);
            assert_eq!(one.2, 40);
            let kept = one.3.iter().filter(|kept| **kept).count();
            match ranks {
                Ranks::Sections(_) => assert_eq!((one.0.len(), kept), (28, 4)),
                Ranks::Explained => assert_eq!((one.0.len(), kept), (28, 0)),
                Ranks::Pages => assert_eq!((one.1.len(), kept), (26, 0)),
            }
            for visitors in [2, 3, 8] {
                assert_eq!(found(visitors, ranks), one, "{visitors} visitors");
            }
        }
    }
}
