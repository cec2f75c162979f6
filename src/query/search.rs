//! The search for a topic, made while the map is read: each page is read once, and only the
//! texts of the best sections are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::discover::name::nfc;
use crate::map::FeatureMap;
use crate::map::build::Visitor;
use crate::map::page::Page;
use crate::order;
use crate::query::library::PageId;
use crate::query::ranking::{Hit, PageHit, Scorer};
use crate::query::words::{fold, folded};
use crate::source::store::{Source, Sources};
use crate::source::text::Text;

/// How many hits wait beside the best before they are sorted out.
const SPARE: usize = 64;

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
    words: Vec<String>,
    tier1: Vec<String>,
    ranks: Ranks,
    map: usize,
    /// The page that was last looked at, folded; kept for its room.
    folded: String,
    hits: Vec<Hit>,
    page_hits: Vec<PageHit>,
    /// The best hits so far, and some more.
    best: Vec<Hit>,
    texts: BTreeMap<PageId, Text>,
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
        Self {
            words: words.to_vec(),
            tier1: tier1.to_vec(),
            ranks,
            map: 0,
            folded: String::new(),
            hits: Vec::new(),
            page_hits: Vec::new(),
            best: Vec::new(),
            texts: BTreeMap::new(),
            searched: 0,
        }
    }

    /// The pages that follow are those of this map.
    pub fn begin_map(&mut self, map: usize) {
        self.map = map;
    }

    /// Ends the search over these maps, and hands the texts that an answer needs to `sources`.
    pub fn end(self, maps: &[FeatureMap], sources: &mut Sources) -> Ranked {
        for (id, text) in self.texts {
            let page = maps.get(id.map).and_then(|map| map.pages.get(id.page));
            if let Some(page) = page {
                sources.keep(&page.path, Rc::new(Source::new(text)));
            }
        }
        let (mut sections, mut pages) = (self.hits, self.page_hits);
        order::sort(&mut sections, |a, b| a.key().cmp(&b.key()));
        sections.dedup_by(|a, b| a.path == b.path && a.spot == b.spot);
        order::sort(&mut pages, |a, b| a.key().cmp(&b.key()));
        pages.dedup_by(|a, b| a.path == b.path);
        Ranked { sections, pages, searched: self.searched }
    }

    /// Keeps the best hits, and the texts of their pages. What is no longer among the best is
    /// let go in bulk, so that a page costs little and memory stays in bounds.
    fn keep_best(&mut self, new: &[Hit], most: usize, id: PageId, text: Text) {
        self.best.extend(new.iter().cloned());
        self.texts.insert(id, text);
        if self.best.len() > most.saturating_mul(2).saturating_add(SPARE) {
            order::sort(&mut self.best, |a, b| a.key().cmp(&b.key()));
            self.best.truncate(most);
            let kept: BTreeSet<PageId> = order::gathered(self.best.iter().map(|hit| hit.page));
            self.texts.retain(|id, _| kept.contains(id));
        }
    }
}

impl Visitor for Search {
    /// A page that has no word in its path nor anywhere in its file has none in a section. One
    /// without any text may be in an encoding that was not read, and that is to be told.
    fn wants(&mut self, inner: &str, text: &str) -> bool {
        self.searched += 1;
        self.folded.clear();
        fold(text, &mut self.folded);
        let name = folded(&nfc(inner));
        text.is_empty()
            || self.words.iter().any(|word| self.folded.contains(word) || name.contains(word))
    }

    fn page(&mut self, number: usize, page: &Page, text: Text) {
        let Some(content) = &page.content else {
            return;
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
                if !new.is_empty() {
                    self.keep_best(&new, most, id, text);
                    self.hits.extend(new);
                }
            }
        }
    }
}
