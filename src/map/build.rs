//! Files to map. Never fails: what cannot be read is kept as [`Unread`], for rules to report.

use std::path::Path;
use std::rc::Rc;

use crate::discover::name::{has_nfc, is_markdown, nfc};
use crate::discover::root::index_name;
use crate::discover::walk::{Cause, Name, NameKind, Standing, Tree};
use crate::map::entry;
use crate::map::layout::{Layout, file_name};
use crate::map::link::Resolver;
use crate::map::lost;
use crate::map::names::Names;
use crate::map::page::{Content, Page};
use crate::map::reading::{self, PageFile, Reader};
use crate::map::subindex;
use crate::map::{FeatureMap, Index, IndexState, Unread, WhyUnread};
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
/// a page, and in what order, is left to chance.
pub trait Visitor: Send {
    /// A visitor for another thread, which has seen nothing yet.
    #[must_use]
    fn another(&self) -> Self;

    /// Whether the entries of the index are wanted. Takes its text; an index whose entries are
    /// not wanted is not parsed: it has none, and no page is listed.
    fn wants_entries(&self, text: &str) -> bool;

    /// Whether a page is to be parsed. Takes its path inside the map folder and its text; a
    /// page that is not wanted has no content, and is not unread for that.
    fn wants(&mut self, inner: &str, text: &str) -> bool;

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

    fn wants(&mut self, _: &str, _: &str) -> bool {
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
    mut tree: Tree,
    limits: Limits<'_>,
    sources: &mut Sources,
    visitor: &mut V,
) -> FeatureMap {
    let index_name = index_of(&tree, limits).map(str::to_owned);
    let mut unread = faults(&tree);
    for unread in &mut unread {
        unread.path = layout.outer(&unread.path);
    }
    let mut files: Vec<PageFile> = Vec::new();
    let mut index_file = None;
    for name in &mut tree.names {
        let Some(file) = name.file.take() else { continue };
        if index_name.as_deref() == Some(name.path.as_str()) {
            index_file = Some(file);
        } else {
            let is_usual = file.as_os_str() == layout.map.join(&name.path).as_os_str();
            files.push((name.path.clone(), Some(file).filter(|_| !is_usual)));
        }
    }
    // The walk sorts by path as it is; form NFC seldom makes a difference.
    if !files.iter().all(|(path, _)| has_nfc(path)) {
        files.sort_by_cached_key(|(path, _)| (nfc(path), path.clone()));
    }
    let pages = files.iter().map(|(path, _)| path.as_str());
    let names = Names::new(tree, index_name.as_deref(), pages);
    let threads = reading::threads(files.len());
    // The index is large where there are many pages: others begin with those.
    let first = |reader: &mut Reader<'_>, visitor: &mut V| {
        index_name.map(|inner| {
            let wanted = |text: &str| visitor.wants_entries(text);
            let read =
                index_file.and_then(|file| index_page(&inner, &file, &layout, reader, wanted));
            (inner, read)
        })
    };
    let bytes = limits.max_page_bytes;
    let (index, read) = reading::read_all(files, &layout, bytes, threads, sources, visitor, first);
    unread.extend(read.unread);
    let pages = read.pages;
    let resolver = Resolver { layout: &layout, names: &names, pages: &pages };
    let index = match index {
        None => IndexState::Missing,
        Some((inner, None)) => IndexState::Unread { path: layout.outer(&inner) },
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
fn index_of<'a>(tree: &'a Tree, limits: Limits<'_>) -> Option<&'a str> {
    let top = |name: &&Name| {
        let counts = matches!(name.standing, Standing::InScope | Standing::NotCheckedOut);
        !name.path.contains('/')
            && name.kind != NameKind::Folder
            && counts
            && is_markdown(&name.path)
    };
    let top: Vec<&str> = tree.names.iter().filter(top).map(|name| name.path.as_str()).collect();
    index_name(limits.index, &top)
}

/// What the walk could not use; paths are inside the map folder.
fn faults(tree: &Tree) -> Vec<Unread> {
    let unread = |fault: &crate::discover::walk::Fault| Unread {
        path: fault.path.clone(),
        why: match &fault.cause {
            Cause::NotAFile(what) => WhyUnread::NotAFile(what),
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
    inner: &str,
    file: &Path,
    layout: &Layout,
    reader: &mut Reader<'_>,
    wanted: impl FnOnce(&str) -> bool,
) -> Option<(Page, Rc<Source>, Document)> {
    let path = layout.outer(inner);
    let text = reader.text(&path, file)?;
    let (text, document) = if wanted(text.as_str()) {
        reader.parse(&path, text, Detail::Index)?
    } else {
        (text, Document::default())
    };
    let content = Content::new(&text, &document, file_name(inner));
    let source = Rc::new(Source::new(text));
    let page = Page { path, inner: inner.to_owned(), content: Some(content) };
    Some((page, source, document))
}
