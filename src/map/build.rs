//! Files to map. Never fails: what cannot be read is kept as [`Unread`], for rules to report.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use crate::discover::name::{is_markdown, nfc};
use crate::discover::root::index_name;
use crate::discover::walk::{Cause, Name, NameKind, Standing, Tree};
use crate::map::entry;
use crate::map::layout::{Layout, file_name};
use crate::map::link::Resolver;
use crate::map::lost;
use crate::map::names::Names;
use crate::map::page::{Content, Page};
use crate::map::subindex;
use crate::map::{FeatureMap, Index, IndexState, Unread, WhyUnread};
use crate::markdown::block::Document;
use crate::markdown::guard::Refusal;
use crate::markdown::parse::{Detail, parse};
use crate::source::read;
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
    let mut builder = Builder { layout, limits, sources, unread: faults(tree) };
    for unread in &mut builder.unread {
        unread.path = builder.layout.outer(&unread.path);
    }
    let (mut pages, mut documents) = (Vec::with_capacity(files.len()), BTreeMap::new());
    for (number, (inner, file)) in files.iter().enumerate() {
        let (page, document) = builder.page(inner, file);
        pages.push(page);
        if let Some(document) = document {
            documents.insert(number, document);
        }
    }
    let index =
        index_name.map(|inner| (inner, index_file.and_then(|file| builder.index(inner, file))));
    let Builder { layout, mut unread, .. } = builder;
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

struct Builder<'a> {
    layout: Layout,
    limits: Limits<'a>,
    sources: &'a mut Sources,
    unread: Vec<Unread>,
}

impl Builder<'_> {
    /// Reads a page; its document too, where it may be a sub-index.
    fn page(&mut self, inner: &str, file: &Path) -> (Page, Option<Document>) {
        let path = self.layout.outer(inner);
        let may_list = subindex::may_be(inner);
        let detail = if may_list { Detail::Index } else { Detail::Page };
        let read = self.read(&path, file, detail);
        let mut page = Page { path, inner: inner.to_owned(), content: None };
        let Some((text, document)) = read else {
            return (page, None);
        };
        self.sources.know(&page.path, file.to_path_buf(), text.size());
        page.content = Some(Content::new(&text, &document, file_name(inner)));
        (page, may_list.then_some(document))
    }

    fn index(&mut self, inner: &str, file: &Path) -> Option<(Page, Rc<Source>, Document)> {
        let path = self.layout.outer(inner);
        let (text, document) = self.read(&path, file, Detail::Index)?;
        let content = Content::new(&text, &document, file_name(inner));
        let source = Rc::new(Source::new(text));
        self.sources.keep(&path, Rc::clone(&source));
        let page = Page { path, inner: inner.to_owned(), content: Some(content) };
        Some((page, source, document))
    }

    fn read(&mut self, path: &str, file: &Path, detail: Detail) -> Option<(Text, Document)> {
        let text = match self.sources.read(file, self.limits.max_page_bytes) {
            Ok(bytes) => Text::new(bytes),
            Err(error) => {
                self.unread(
                    path,
                    match error {
                        read::Unread::NotAFile => WhyUnread::NotAFile("it is no regular file"),
                        read::Unread::TooLarge(size) => WhyUnread::TooLarge(size),
                        read::Unread::Failed(reason) => WhyUnread::Unreadable(reason),
                    },
                );
                return None;
            }
        };
        match parse(text.as_str(), detail) {
            Ok(document) => Some((text, document)),
            Err(refusal) => {
                self.unread(
                    path,
                    match refusal {
                        Refusal::NestedTooDeeply(at) => {
                            let source = Source::new(text);
                            WhyUnread::TooDeep(source.lines.position(&source.text, at).line)
                        }
                        Refusal::TooManyEvents => WhyUnread::TooManyEvents,
                        Refusal::Panicked => WhyUnread::Internal,
                    },
                );
                None
            }
        }
    }

    fn unread(&mut self, path: &str, why: WhyUnread) {
        self.unread.push(Unread { path: path.to_owned(), why });
    }
}
