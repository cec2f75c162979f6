//! The maps that a query reads, and their texts.

use std::rc::Rc;

use crate::diagnostic::counted;
use crate::discover::name::nfc;
use crate::error::{Error, Result};
use crate::map::names::Known;
use crate::map::page::{Content, Page};
use crate::map::{FeatureMap, WhyUnread};
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
    pub fn pages(self) -> Box<dyn Iterator<Item = (PageId, &'a Page)> + 'a> {
        let pages = self.maps.iter().enumerate().flat_map(|(map, found)| {
            let pages = found.pages.iter().enumerate();
            pages.map(move |(page, found)| (PageId { map, page }, found))
        });
        Box::new(pages.filter(move |(id, page)| {
            let holds = |map: &FeatureMap| {
                let inner = map.layout.inner(&page.path).map(nfc);
                inner.is_some_and(|inner| matches!(map.names.get(&inner), Some(Known::Page(_))))
            };
            !self.maps.iter().take(id.map).any(holds)
        }))
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
        let mut unread = self.maps.iter().flat_map(|map| &map.unread);
        let found = unread.find(|unread| unread.path == path);
        found.map_or_else(|| "it was not read".to_owned(), |unread| words(&unread.why))
    }

    /// The files that could not be read, with the reason.
    pub fn unread(self) -> Vec<(&'a str, String)> {
        let unread = self.maps.iter().flat_map(|map| &map.unread);
        let mut found: Vec<_> =
            unread.map(|unread| (unread.path.as_str(), words(&unread.why))).collect();
        let utf16 = self.pages().filter(|(_, page)| page.is_utf16());
        found.extend(utf16.map(|(_, page)| (page.path.as_str(), UTF16.to_owned())));
        found
    }

    /// The map folders' names, for a header.
    pub fn folders(self) -> String {
        let name = |map: &'a FeatureMap| match map.layout.folder.as_str() {
            "" => ".",
            folder => folder,
        };
        self.maps.iter().map(name).collect::<Vec<_>>().join(", ")
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
