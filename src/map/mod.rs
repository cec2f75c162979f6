//! The feature map: index, entries, pages, sections, links. Plain data with spans; nothing
//! here judges.

pub mod build;
pub mod entry;
pub mod layout;
pub mod link;
pub mod lost;
pub mod meant;
pub mod names;
pub mod new_row;
pub mod page;
mod reading;
mod sections;
mod shares;
pub mod subindex;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::map::entry::Entry;
use crate::map::layout::Layout;
use crate::map::link::Resolver;
use crate::map::lost::LostRow;
use crate::map::names::Names;
use crate::map::page::{Content, Page, Section};
use crate::markdown::block::Document;
use crate::source::store::Source;

/// A feature map as read.
#[derive(Debug)]
pub struct FeatureMap {
    /// Where it stands in the repository.
    pub layout: Layout,
    /// Every name below the map folder.
    pub names: Names,
    /// The index.
    pub index: IndexState,
    /// The pages, sorted by path.
    pub pages: Vec<Page>,
    /// For each page, whether an entry lists it.
    pub listed: Vec<bool>,
    /// Pages whose own entries list further pages.
    pub sub_indexes: Vec<SubIndex>,
    /// What could not be read or looked at, sorted by path.
    pub unread: Vec<Unread>,
}

/// What became of the index.
#[derive(Debug)]
pub enum IndexState {
    /// There is none.
    Missing,
    /// It is there and could not be read; `unread` says why.
    Unread {
        /// Its path from the repository root.
        path: String,
    },
    /// It was read.
    Read(Box<Index>),
}

/// An index that was read.
#[derive(Debug)]
pub struct Index {
    /// The index as a page: title, sections, comments.
    pub page: Page,
    /// Its text.
    pub source: Rc<Source>,
    /// Its blocks.
    pub document: Document,
    /// What it lists, in document order; nothing where its reader did not want that.
    pub entries: Vec<Entry>,
    /// What was meant as a row or cell and is none.
    pub lost: Vec<LostRow>,
}

/// A page whose entries list further pages (DESIGN.md §4.3).
#[derive(Debug)]
pub struct SubIndex {
    /// Which page.
    pub page: usize,
    /// What it lists.
    pub entries: Vec<Entry>,
}

/// Something in scope that was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// Its path from the repository root.
    pub path: String,
    /// Why.
    pub why: WhyUnread,
}

/// The kinds of [`Unread`], one for each rule of kind unread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyUnread {
    /// No regular file: what it is.
    NotAFile(&'static str),
    /// More bytes than `max-page-bytes`: how many it has.
    TooLarge(u64),
    /// With so many pages behind it more than [`MOST_PAGES`].
    TooMany(usize),
    /// Nested too deeply: the number of the line.
    TooDeep(usize),
    /// Too many parser events for its size.
    TooManyEvents,
    /// The system's reason, or that a sparse checkout leaves it out.
    Unreadable(String),
    /// The parser panicked.
    Internal,
}

/// The pages that a map has at most: each takes memory until the run ends.
pub const MOST_PAGES: usize = 50_000;

impl FeatureMap {
    /// The index, where it was read.
    pub fn index(&self) -> Option<&Index> {
        match &self.index {
            IndexState::Read(index) => Some(index),
            _ => None,
        }
    }

    /// The index, where it was read and could be judged.
    pub fn judged_index(&self) -> Option<&Index> {
        self.index().filter(|index| !index.page.is_utf16())
    }

    /// The paths inside the map folder of what was not read or could not be judged.
    pub fn unjudged(&self) -> Vec<&str> {
        let mut paths = Vec::new();
        for unread in &self.unread {
            paths.extend(self.layout.inner(&unread.path));
        }
        for page in self.pages.iter().chain(self.index().map(|index| &index.page)) {
            if page.is_utf16() {
                paths.push(page.inner());
            }
        }
        paths
    }

    /// The entries of the index and of every sub-index, with the path of their file.
    pub fn all_entries(&self) -> Vec<(&str, &Entry)> {
        let mut all: Vec<(&str, &Entry)> = Vec::with_capacity(self.rows());
        if let Some(index) = self.index() {
            for entry in &index.entries {
                all.push((&index.page.path, entry));
            }
        }
        for sub in &self.sub_indexes {
            let path = self.pages.get(sub.page).map_or("", |page| page.path.as_str());
            for entry in &sub.entries {
                all.push((path, entry));
            }
        }
        all
    }

    /// What resolves the links of its pages.
    pub fn resolver(&self) -> Resolver<'_> {
        Resolver { layout: &self.layout, names: &self.names, pages: &self.pages }
    }

    /// Whether everything in scope was read and could be judged.
    pub fn complete(&self) -> bool {
        self.unread.is_empty()
            && !self.pages.iter().any(Page::is_utf16)
            && !self.index().is_some_and(|index| index.page.is_utf16())
    }

    /// What stands in the pages that could be judged.
    pub fn judged(&self) -> Vec<&Content> {
        let mut judged = Vec::with_capacity(self.pages.len());
        for page in &self.pages {
            judged.extend(page.content.as_deref().filter(|content| !content.is_utf16()));
        }
        judged
    }

    /// Each section with its page; a preamble is no section.
    pub fn sections(&self) -> Vec<(&Page, &Section)> {
        let mut all = Vec::new();
        for page in &self.pages {
            let sections = page.content.as_ref().map_or(&[][..], |content| &content.sections);
            for section in sections {
                all.push((page, section));
            }
        }
        all
    }

    /// How many entries the index has.
    pub fn rows(&self) -> usize {
        self.index().map_or(0, |index| index.entries.len())
    }

    /// How many sections the pages have that could be judged.
    pub fn section_count(&self) -> usize {
        let mut count = 0;
        for content in self.judged() {
            count += content.sections.len();
        }
        count
    }
}
