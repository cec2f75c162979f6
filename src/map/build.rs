//! Files to map. Never fails: what cannot be read is kept as [`Unread`], for rules to report.

use std::rc::Rc;

use crate::discover::name::is_markdown;
use crate::discover::root::index_name;
use crate::discover::walk::{Cause, Name, NameKind, Standing, Tree, Walk};
use crate::map::entry;
use crate::map::layout::{Layout, file_name};
use crate::map::link::Resolver;
use crate::map::lost;
use crate::map::names::Names;
use crate::map::page::{Content, Page};
use crate::map::reading::{self, Reader, Reading};
use crate::map::subindex;
use crate::map::{FeatureMap, Index, IndexState, MOST_PAGES, Unread, WhyUnread};
use crate::markdown::block::Document;
use crate::markdown::parse::Detail;
use crate::order;
use crate::source::store::{Source, Sources};
use crate::source::text::Text;

/// What building a map needs beside the files.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The index's name, where it is configured.
    pub index: Option<&'a str>,
    /// The most bytes a page may have.
    pub max_page_bytes: u64,
}

/// Takes each page's text while a map is built, so that nobody has to read a page again.
///
/// Pages are read on several threads, and each thread has a visitor of its own: which one sees
/// a page is left to chance. Each sees its pages in the order of their numbers.
pub trait Visitor: Send {
    /// A visitor for another thread, which has seen nothing yet.
    #[must_use]
    fn another(&self) -> Self;

    /// Whether the entries of the index are wanted. Takes its text; an index whose entries are
    /// not wanted is not parsed: it has none, and no page is listed.
    fn wants_entries(&self, text: &str) -> bool;

    /// Whether a page is to be parsed. Takes its path inside the map folder and the bytes of its
    /// file; a page that is not wanted has no content, and is not unread for that.
    fn wants(&mut self, inner: &str, bytes: &[u8]) -> bool;

    /// Takes a page that was parsed, its number in the map, and its text; gives the text back
    /// where it is not kept.
    fn page(&mut self, number: usize, page: &Page, text: Text) -> Option<Text>;

    /// Takes over what a visitor on another thread has seen.
    fn join(&mut self, other: Self);
}

/// Wants every page, and keeps nothing of any.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl Visitor for Nobody {
    fn another(&self) -> Self {
        Self
    }

    fn wants_entries(&self, _: &str) -> bool {
        true
    }

    fn wants(&mut self, _: &str, _: &[u8]) -> bool {
        true
    }

    fn page(&mut self, _: usize, _: &Page, text: Text) -> Option<Text> {
        Some(text)
    }

    fn join(&mut self, _: Self) {}
}

/// Reads the files of a walk into a map; tells `sources` what it read, and hands each page's
/// text to a visitor.
pub fn build<V: Visitor>(
    layout: Layout,
    walk: Walk<'_>,
    limits: Limits<'_>,
    sources: &mut Sources,
    visitor: &mut V,
) -> FeatureMap {
    let index_name = index_of(&walk, limits);
    let index_name = index_name.as_deref();
    let reading = Reading {
        layout: &layout,
        index: index_name,
        max_page_bytes: limits.max_page_bytes,
        most_pages: MOST_PAGES,
        threads: &reading::threads,
    };
    // The index is large where there are many pages: others begin with those.
    let first = |tree: Tree, reader: &mut Reader<'_>, visitor: &mut V| {
        let unread = faults(&tree, &layout);
        let index = index_name.map(|inner| {
            let name = tree.names.iter().find(|name| name.path == inner && name.is_page);
            let wanted = |text: &str| visitor.wants_entries(text);
            (inner, name.and_then(|name| index_page(name, &layout, reader, wanted)))
        });
        (Names::new(tree, index_name), index, unread)
    };
    let ((names, index, mut unread), read) =
        reading::read_all(&reading, walk, sources, visitor, first);
    unread.extend(read.unread);
    let pages = read.pages;
    let resolver = Resolver { layout: &layout, names: &names, pages: &pages };
    let index = match index {
        None => IndexState::Missing,
        Some((inner, None)) => IndexState::Unread { path: layout.outer(inner) },
        Some((_, Some((page, source, mut document)))) => {
            sources.keep(&page.path, Rc::clone(&source));
            let entries = entry::read(&mut document, &page.path, resolver);
            let text = source.text.as_str();
            let lost = lost::find(text, &document, &entries, &page.path, resolver);
            IndexState::Read(Box::new(Index { page, source, document, entries, lost }))
        }
    };
    let own = match &index {
        IndexState::Read(index) => index.entries.as_slice(),
        _ => &[],
    };
    let sub_indexes = subindex::reached(own, read.documents, resolver);
    let all = own.iter().chain(sub_indexes.iter().flat_map(|sub| &sub.entries));
    let listed = subindex::listed(all, resolver);
    order::sort(&mut unread, |a, b| a.path.cmp(&b.path));
    FeatureMap { layout, names, index, pages, listed, sub_indexes, unread }
}

/// The index's name among the files directly in the map folder.
fn index_of(walk: &Walk<'_>, limits: Limits<'_>) -> Option<String> {
    let counts = |name: &&Name| {
        matches!(name.standing, Standing::InScope | Standing::NotCheckedOut)
            && name.kind != NameKind::Folder
            && is_markdown(&name.path)
    };
    let mut top: Vec<&str> = walk.top().filter(counts).map(|name| name.path.as_str()).collect();
    order::sort(&mut top, Ord::cmp);
    index_name(limits.index, &top).map(str::to_owned)
}

/// What the walk could not use.
fn faults(tree: &Tree, layout: &Layout) -> Vec<Unread> {
    let unread = |fault: &crate::discover::walk::Fault| Unread {
        path: layout.outer(&fault.path),
        why: match &fault.cause {
            Cause::NotAFile(what) => WhyUnread::NotAFile(what),
            Cause::TooMany(behind) => WhyUnread::TooMany(*behind),
            Cause::Unreadable(reason) => WhyUnread::Unreadable(reason.clone()),
            Cause::NotCheckedOut => {
                WhyUnread::Unreadable("it is not checked out (sparse checkout)".to_owned())
            }
        },
    };
    tree.faults.iter().map(unread).collect()
}

/// Reads the index; its text alone where its entries are not wanted.
fn index_page(
    name: &Name,
    layout: &Layout,
    reader: &mut Reader<'_>,
    wanted: impl FnOnce(&str) -> bool,
) -> Option<(Page, Rc<Source>, Document)> {
    let mut page = Page::new(layout, &name.path);
    let file = name.place.clone().unwrap_or_else(|| layout.map.join(&name.path));
    let text = Text::new(reader.bytes(&page.path, &file)?);
    let (text, document) = if wanted(text.as_str()) {
        reader.parse(&page.path, text, Detail::Index)?
    } else {
        (text, Document::default())
    };
    page.content = Some(Box::new(Content::new(&text, &document, file_name(&name.path))));
    let source = Rc::new(Source::new(text));
    Some((page, source, document))
}
