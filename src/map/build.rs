//! Files to map. Never fails: what cannot be read is kept as [`Unread`], for rules to report.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Mutex;

use crate::discover::name::{is_markdown, nfc};
use crate::discover::root::index_name;
use crate::discover::walk::{Cause, Name, NameKind, Standing, Tree};
use crate::map::entry;
use crate::map::layout::{Layout, file_name};
use crate::map::link::Resolver;
use crate::map::lost;
use crate::map::names::Names;
use crate::map::page::{Content, Page};
use crate::map::reading::{self, Reader};
use crate::map::subindex;
use crate::map::{FeatureMap, Index, IndexState, Unread, WhyUnread};
use crate::markdown::block::Document;
use crate::markdown::parse::Detail;
use crate::source::store::{Source, Sources};

/// What building a map needs beside the files.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The index's name, where it is configured.
    pub index: Option<&'a str>,
    /// The most bytes a page may have.
    pub max_page_bytes: u64,
}

/// Reads the files of a walk into a map; tells `sources` what it read.
pub fn build(layout: Layout, tree: &Tree, limits: Limits<'_>, sources: &mut Sources) -> FeatureMap {
    let top = |name: &&Name| {
        let counts = matches!(name.standing, Standing::InScope | Standing::NotCheckedOut);
        !name.path.contains('/')
            && name.kind != NameKind::Folder
            && counts
            && is_markdown(&name.path)
    };
    let top: Vec<&str> = tree.names.iter().filter(top).map(|name| name.path.as_str()).collect();
    let index_name = index_name(limits.index, &top);
    let mut files: Vec<(&str, &Path)> = Vec::new();
    let mut index_file = None;
    for name in &tree.names {
        let Some(file) = &name.file else { continue };
        if index_name == Some(name.path.as_str()) {
            index_file = Some(file.as_path());
        } else {
            files.push((&name.path, file));
        }
    }
    files.sort_by_cached_key(|(path, _)| (nfc(path), *path));
    let names = Names::new(&tree.names, index_name, files.iter().map(|(path, _)| *path));
    let mut unread = faults(tree);
    for unread in &mut unread {
        unread.path = layout.outer(&unread.path);
    }
    let read =
        reading::read_all(&files, &layout, limits.max_page_bytes, reading::threads(files.len()));
    let pages = read.pages;
    let documents: BTreeMap<usize, Document> = read.documents.into_iter().collect();
    unread.extend(read.unread);
    for ((_, file), page) in files.iter().zip(&pages) {
        if let Some(content) = &page.content {
            sources.know(&page.path, file.to_path_buf(), content.size);
        }
    }
    let large = Mutex::new(());
    let mut reader = Reader::new(limits.max_page_bytes, &large);
    let mut read_index = |inner: &str| {
        let (page, source, document) = index_page(inner, index_file?, &layout, &mut reader)?;
        sources.keep(&page.path, Rc::clone(&source));
        Some((page, source, document))
    };
    let index = index_name.map(|inner| (inner, read_index(inner)));
    unread.append(&mut reader.unread);
    let resolver = Resolver { layout: &layout, names: &names, pages: &pages };
    let index = match index {
        None => IndexState::Missing,
        Some((inner, None)) => IndexState::Unread { path: layout.outer(inner) },
        Some((_, Some((page, source, document)))) => {
            let entries = entry::read(&document, &page.path, resolver);
            let text = source.text.as_str();
            let lost = lost::find(text, &document, &entries, &page.path, resolver);
            IndexState::Read(Box::new(Index { page, source, document, entries, lost }))
        }
    };
    let own = match &index {
        IndexState::Read(index) => index.entries.as_slice(),
        _ => &[],
    };
    let sub_indexes = subindex::reached(own, &documents, resolver);
    let all = own.iter().chain(sub_indexes.iter().flat_map(|sub| &sub.entries));
    let listed = subindex::listed(all, resolver);
    unread.sort_by(|a, b| a.path.cmp(&b.path));
    FeatureMap { layout, names, index, pages, listed, sub_indexes, unread }
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

fn index_page(
    inner: &str,
    file: &Path,
    layout: &Layout,
    reader: &mut Reader<'_>,
) -> Option<(Page, Rc<Source>, Document)> {
    let path = layout.outer(inner);
    let (text, document) = reader.read(&path, file, Detail::Index)?;
    let content = Content::new(&text, &document, file_name(inner));
    let source = Rc::new(Source::new(text));
    let page = Page { path, inner: inner.to_owned(), content: Some(content) };
    Some((page, source, document))
}
