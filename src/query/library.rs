//! The maps that a query reads, and their texts.

use std::rc::Rc;

use crate::diagnostic::{counted, grouped};
use crate::discover::name::nfc;
use crate::error::{Error, Result};
use crate::map::names::Known;
use crate::map::page::{Content, Page};
use crate::map::{FeatureMap, MOST_PAGES, WhyUnread};
use crate::source::store::{Source, Sources};

/// A page by the number of its map and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId {
    /// Which map.
    pub map: usize,
    /// Which page of it.
    pub page: usize,
}

/// The maps of a query, and the texts that were read.
#[derive(Debug, Clone, Copy)]
pub struct Library<'a> {
    /// The maps, in the order named.
    pub maps: &'a [FeatureMap],
    /// Their files.
    pub sources: &'a Sources,
}

/// A page that was read, with its text.
#[derive(Debug, Clone)]
pub struct Opened<'a> {
    /// The page.
    pub page: &'a Page,
    /// What stands in it.
    pub content: &'a Content,
    /// Its text.
    pub source: Rc<Source>,
}

impl<'a> Library<'a> {
    /// Every page, in the order of maps and paths; one that two maps hold is there once.
    pub fn pages(self) -> Vec<(PageId, &'a Page)> {
        let mut pages = Vec::new();
        for (map, found) in self.maps.iter().enumerate() {
            for (number, page) in found.pages.iter().enumerate() {
                if self.is_first(map, page) {
                    pages.push((PageId { map, page: number }, page));
                }
            }
        }
        pages
    }

    /// Whether no map before the one of that number holds a page of it.
    fn is_first(self, map: usize, page: &Page) -> bool {
        let holds = |map: &FeatureMap| {
            let inner = map.layout.inner(&page.path).map(nfc);
            inner.is_some_and(|inner| matches!(map.names.get(&inner), Some(Known::Page(_))))
        };
        !self.maps.iter().take(map).any(holds)
    }

    /// Whether there is a page like that.
    pub fn any_page(self, is_it: &dyn Fn(&Page) -> bool) -> bool {
        for (map, found) in self.maps.iter().enumerate() {
            if found.pages.iter().any(|page| is_it(page) && self.is_first(map, page)) {
                return true;
            }
        }
        false
    }

    /// The page of a number.
    pub fn page(self, id: PageId) -> Option<&'a Page> {
        self.maps.get(id.map)?.pages.get(id.page)
    }

    /// A page with its text.
    ///
    /// # Errors
    /// [`Error::Page`], where it could not be read, or is not what it was.
    pub fn open(self, id: PageId) -> Result<Opened<'a>> {
        let Some(page) = self.page(id) else {
            return Err(Error::Page { path: String::new(), reason: "it is gone".to_owned() });
        };
        let fault = |reason: String| Error::Page { path: page.path.clone(), reason };
        let content = page.content.as_ref().ok_or_else(|| fault(self.why_unread(&page.path)))?;
        if content.is_utf16() {
            return Err(fault(UTF16.to_owned()));
        }
        let changed = || fault("it changed while it was read; ask again".to_owned());
        let source = self.sources.get(&page.path).ok_or_else(changed)?;
        Ok(Opened { page, content, source })
    }

    /// Why a file was not read.
    pub fn why_unread(self, path: &str) -> String {
        for map in self.maps {
            if let Some(unread) = map.unread.iter().find(|unread| unread.path == path) {
                return words(&unread.why);
            }
        }
        "it was not read".to_owned()
    }

    /// The files that could not be read, with the reason.
    pub fn unread(self) -> Vec<(&'a str, String)> {
        let mut found: Vec<(&str, String)> = Vec::new();
        for map in self.maps {
            for unread in &map.unread {
                found.push((&unread.path, words(&unread.why)));
            }
        }
        for (_, page) in self.pages() {
            if page.is_utf16() {
                found.push((&page.path, UTF16.to_owned()));
            }
        }
        found
    }

    /// The map folders' names, for a header.
    pub fn folders(self) -> String {
        let mut names = Vec::with_capacity(self.maps.len());
        for map in self.maps {
            names.push(if map.layout.folder.is_empty() { "." } else { &map.layout.folder });
        }
        names.join(", ")
    }
}

const UTF16: &str = "it is UTF-16; save it as UTF-8";

/// A reason in words.
fn words(why: &WhyUnread) -> String {
    match why {
        WhyUnread::NotAFile(what) => (*what).to_owned(),
        WhyUnread::TooLarge(size) => {
            let size = counted(usize::try_from(*size).unwrap_or(usize::MAX), "byte");
            format!("it has {size}, over max-page-bytes")
        }
        WhyUnread::TooMany(behind) => {
            let (most, behind) = (grouped(MOST_PAGES), counted(*behind, "page"));
            format!("a map has {most} pages at most, nor were {behind} behind it")
        }
        WhyUnread::TooDeep(line) => format!("it is nested too deeply at line {line}"),
        WhyUnread::TooManyEvents => "it is too complex".to_owned(),
        WhyUnread::Unreadable(reason) => reason.clone(),
        WhyUnread::Internal => "the parser failed on it".to_owned(),
    }
}

impl Opened<'_> {
    /// The page's text.
    pub fn text(&self) -> &str {
        self.source.text.as_str()
    }

    /// What stands before the first section, without front matter.
    pub fn preamble(&self) -> &str {
        self.content.own_preamble(self.text()).of(self.text())
    }
}
