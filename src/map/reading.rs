//! Reading pages: several at a time where there are many, and the same result however many.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::discover::walk::{Cause, Fault, Name, Tree, Walk};
use crate::map::build::Visitor;
use crate::map::layout::{Layout, file_name};
use crate::map::page::{Content, Page};
use crate::map::shares::{Share, Shares};
use crate::map::subindex;
use crate::map::{Unread, WhyUnread};
use crate::markdown::block::Document;
use crate::markdown::guard::Refusal;
use crate::markdown::parse::{Detail, parse};
use crate::order;
use crate::source::read;
use crate::source::store::{Contents, Source, Sources};
use crate::source::text::Text;

/// Pages that a thread takes at a time. One thread reads a map of less: starting another takes
/// longer than it saves.
const AT_A_TIME: usize = 32;

/// Threads at most: beyond these the disk and the memory are what one waits for.
const MOST_THREADS: usize = 8;

/// Bytes above which a page is parsed while no other such page is: the parser takes up to 64
/// bytes of memory for one of a hostile page.
const LARGE: usize = 256 * 1024;

/// Bytes of a buffer that is kept for the next page.
const KEPT: usize = 64 * 1024;

/// What reading the pages gave.
#[derive(Debug, Default)]
pub(super) struct AllRead {
    /// The pages, in the order of their names.
    pub(super) pages: Vec<Page>,
    /// The documents of the pages that may be a sub-index, by their numbers in order.
    pub(super) documents: Vec<(usize, Option<Document>)>,
    /// What could not be read.
    pub(super) unread: Vec<Unread>,
}

/// How many threads read a large map.
pub(super) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)
}

/// How pages are read.
pub(super) struct Reading<'a> {
    /// Where the map stands.
    pub(super) layout: &'a Layout,
    /// The index's path inside the map folder: it is no page.
    pub(super) index: Option<&'a str>,
    /// The most bytes that a page may have.
    pub(super) max_page_bytes: u64,
    /// The most pages that are read.
    pub(super) most_pages: usize,
    /// How many threads read a large map.
    pub(super) threads: &'a dyn Fn() -> usize,
}

impl Reading<'_> {
    /// Whether a name is that of a page.
    pub(super) fn is_page(&self, name: &Name) -> bool {
        name.is_page && self.index != Some(name.path.as_str())
    }
}

/// Reads the pages of a walk, on several threads while it goes on where there are many; tells
/// `sources` what it read, and shows a visitor each text.
///
/// Takes also what the first thread does with all names before it takes its share. The result
/// does not depend on the number of threads.
pub(super) fn read_all<V: Visitor, T>(
    reading: &Reading<'_>,
    mut walk: Walk<'_>,
    sources: &mut Sources,
    visitor: &mut V,
    first: impl FnOnce(Tree, &mut Reader<'_>, &mut V) -> T,
) -> (T, AllRead) {
    let (large, shares) = (Mutex::new(()), Shares::default());
    let contents = sources.contents().clone();
    let reader = || Reader::new(reading.max_page_bytes, &contents, &large);
    let work = |mut reader: Reader<'_>, visitor: &mut V| {
        let mut done = Vec::new();
        while let Some(share) = shares.next() {
            done.push(reader.share(share, reading.layout, visitor));
        }
        (done, reader.unread)
    };
    let (first, parts) = thread::scope(|scope| {
        let others = || {
            let mut others = Vec::new();
            for mut own in (1..(reading.threads)()).map(|_| visitor.another()) {
                let (work, reader) = (&work, reader());
                let begin = move || (work(reader, &mut own), own);
                // Where the system grants no more threads, those that there are do the work.
                let Ok(other) = thread::Builder::new().spawn_scoped(scope, begin) else { break };
                others.push(other);
            }
            others
        };
        let open = shares.open();
        let (mut names, mut share, mut begun) = (Vec::new(), Share::default(), None);
        let mut left_out: Option<Fault> = None;
        for mut name in walk.by_ref() {
            if reading.is_page(&name) && share.begin + share.pages.len() == reading.most_pages {
                name.is_page = false;
                match &mut left_out {
                    Some(Fault { cause: Cause::TooMany(behind), .. }) => *behind += 1,
                    _ => {
                        left_out =
                            Some(Fault { path: name.path.clone(), cause: Cause::TooMany(0) });
                    }
                }
            } else if reading.is_page(&name) {
                share.pages.push((Page::new(reading.layout, &name.path), name.place.take()));
            }
            names.push(name);
            if share.pages.len() == AT_A_TIME {
                share = shares.add(share);
                begun.get_or_insert_with(others);
            }
        }
        shares.add(share);
        drop(open);
        let mut reader = reader();
        let mut tree = Tree { names, faults: walk.into_faults() };
        tree.faults.extend(left_out);
        let first = first(tree, &mut reader, visitor);
        let mut parts = vec![work(reader, visitor)];
        for other in begun.into_iter().flatten() {
            let ended = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            let (part, seen) = ended;
            parts.push(part);
            visitor.join(seen);
        }
        (first, parts)
    });
    (first, gathered(parts, reading.layout, sources))
}

/// What the threads have read, in order.
fn gathered(
    parts: Vec<(Vec<Done>, Vec<Unread>)>,
    layout: &Layout,
    sources: &mut Sources,
) -> AllRead {
    let (mut all, mut shares) = (AllRead::default(), Vec::new());
    for (done, unread) in parts {
        shares.extend(done);
        all.unread.extend(unread);
    }
    order::sort_by_key(&mut shares, |share| share.begin);
    let mut places = Vec::new();
    for mut share in shares {
        all.documents.extend(share.documents);
        all.pages.append(&mut share.pages);
        places.extend(share.places);
    }
    let mut places = places.into_iter().peekable();
    sources.know(all.pages.iter().enumerate().filter_map(|(number, page)| {
        let place = places.next_if(|(at, _)| *at == number);
        let content = page.content.as_ref()?;
        let place = place.map_or_else(|| layout.map.join(page.inner()), |(_, place)| place);
        Some((page.path.as_str(), place, content.size))
    }));
    all
}

/// What became of a share.
struct Done {
    begin: usize,
    pages: Vec<Page>,
    /// Where pages stand that are not where their paths say, by their numbers.
    places: Vec<(usize, PathBuf)>,
    documents: Vec<(usize, Option<Document>)>,
}

/// Reads one file after the other with one buffer.
pub(super) struct Reader<'a> {
    max_page_bytes: u64,
    contents: &'a Contents,
    /// Held while a large page is parsed.
    large: &'a Mutex<()>,
    buffer: Vec<u8>,
    /// What could not be read.
    pub(super) unread: Vec<Unread>,
}

impl<'a> Reader<'a> {
    /// A reader that shares the turn for large pages with others.
    pub(super) fn new(max_page_bytes: u64, contents: &'a Contents, large: &'a Mutex<()>) -> Self {
        Self { max_page_bytes, contents, large, buffer: Vec::new(), unread: Vec::new() }
    }

    /// Reads the pages of a share and shows them to a visitor.
    fn share(&mut self, share: Share, layout: &Layout, visitor: &mut impl Visitor) -> Done {
        let mut pages = Vec::with_capacity(share.pages.len());
        let (mut places, mut documents, mut usual) = (Vec::new(), Vec::new(), PathBuf::new());
        let begin = share.begin;
        for (number, (mut page, place)) in (begin..).zip(share.pages) {
            usual.clear();
            usual.push(&layout.map);
            usual.push(page.inner());
            let file = place.as_ref().unwrap_or(&usual);
            let document = self.visit(number, &mut page, file, visitor);
            documents.extend(document.map(|document| (number, Some(document))));
            pages.push(page);
            places.extend(place.map(|place| (number, place)));
        }
        Done { begin, pages, places, documents }
    }

    /// Reads a page and shows it to a visitor; gives its document, where it may be a sub-index.
    fn visit(
        &mut self,
        number: usize,
        page: &mut Page,
        file: &Path,
        visitor: &mut impl Visitor,
    ) -> Option<Document> {
        let bytes = self.bytes(&page.path, file)?;
        if !visitor.wants(page.inner(), &bytes) {
            self.reuse(bytes);
            return None;
        }
        let text = Text::new(bytes);
        let may_list = subindex::may_be(page.inner());
        let detail = if may_list { Detail::Index } else { Detail::Page };
        let (text, document) = self.parse(&page.path, text, detail)?;
        let content = Content::new(&text, &document, file_name(page.inner()));
        page.content = Some(Box::new(content));
        if let Some(text) = visitor.page(number, page, text) {
            self.reuse(text.into_bytes());
        }
        may_list.then_some(document)
    }

    /// Takes the memory of a page for the next one.
    fn reuse(&mut self, bytes: Vec<u8>) {
        self.buffer = bytes;
        if self.buffer.capacity() > KEPT {
            self.buffer = Vec::new();
        }
    }

    /// Reads a file; a reason not to goes to `unread`.
    pub(super) fn bytes(&mut self, path: &str, file: &Path) -> Option<Vec<u8>> {
        let buffer = std::mem::take(&mut self.buffer);
        let why = match self.contents.read(file, self.max_page_bytes, buffer) {
            Ok(bytes) => return Some(bytes),
            Err(read::Unread::NotAFile) => WhyUnread::NotAFile("it is no regular file"),
            Err(read::Unread::TooLarge(size)) => WhyUnread::TooLarge(size),
            Err(read::Unread::Failed(reason)) => WhyUnread::Unreadable(reason),
        };
        self.unread.push(Unread { path: path.to_owned(), why });
        None
    }

    /// Parses a text; a reason not to goes to `unread`.
    pub(super) fn parse(
        &mut self,
        path: &str,
        text: Text,
        detail: Detail,
    ) -> Option<(Text, Document)> {
        let turn = (text.size() > LARGE)
            .then(|| self.large.lock().unwrap_or_else(PoisonError::into_inner));
        let parsed = parse(text.as_str(), detail);
        drop(turn);
        let why = match parsed {
            Ok(document) => return Some((text, document)),
            Err(Refusal::NestedTooDeeply(at)) => {
                let source = Source::new(text);
                WhyUnread::TooDeep(source.lines.position(&source.text, at).line)
            }
            Err(Refusal::TooManyEvents) => WhyUnread::TooManyEvents,
            Err(Refusal::Panicked) => WhyUnread::Internal,
        };
        self.unread.push(Unread { path: path.to_owned(), why });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_A_TIME, Reader, Reading, read_all};
    use crate::discover::walk::{Cause, Name, NameKind, Standing, Tree};
    use crate::map::build::Nobody;
    use crate::map::layout::Layout;
    use crate::source::store::Sources;

    #[test]
    fn pages_beyond_the_most_are_left_out_and_told() {
        let root = tempfile::tempdir().unwrap();
        let name = |path: &str| Name {
            path: path.to_owned(),
            kind: NameKind::File,
            standing: Standing::InScope,
            is_page: true,
            place: None,
        };
        let names = ["README.md", "a.md", "b.md", "c.md", "d.md"].map(name).to_vec();
        let layout = Layout::new(root.path(), root.path(), root.path());
        let reading = Reading {
            layout: &layout,
            index: Some("README.md"),
            max_page_bytes: 1000,
            most_pages: 2,
            threads: &|| 1,
        };
        let told = |tree: Tree, _: &mut Reader<'_>, _: &mut Nobody| {
            let pages = tree.names.iter().filter(|name| name.is_page).count();
            (pages, tree.faults.into_iter().map(|fault| (fault.path, fault.cause)).collect())
        };
        let tree = Tree { names, faults: Vec::new() };
        let mut sources = Sources::default();
        let ((pages, faults), read): ((_, Vec<_>), _) =
            read_all(&reading, tree.into(), &mut sources, &mut Nobody, told);
        assert_eq!((pages, read.pages.len()), (3, 2), "the index is none of them");
        assert_eq!(faults, [("c.md".to_owned(), Cause::TooMany(1))]);
    }

    #[test]
    fn any_number_of_threads_reads_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir(root.join("a")).unwrap();
        let mut files = vec![("a/README.md".to_owned(), "# A\n\n- [x](x.md)\n".to_owned())];
        let count = 3 * AT_A_TIME + 5;
        for number in 0..count {
            let nesting = if number % 7 == 0 { ">".repeat(200) } else { String::new() };
            let text = format!("# T{number}\n\n## S{number}\n\n{nesting}text\n");
            files.push((format!("p{number:03}.md"), text));
        }
        for (inner, text) in &files {
            std::fs::write(root.join(inner), text).unwrap();
        }
        files.push(("gone.md".to_owned(), String::new()));
        let name = |inner: &str| Name {
            path: inner.to_owned(),
            kind: NameKind::File,
            standing: Standing::InScope,
            is_page: true,
            place: inner.starts_with("p00").then(|| root.join(inner)),
        };
        let names: Vec<_> = files.iter().map(|(inner, _)| name(inner)).collect();
        let layout = Layout::new(&root, &root, &root);
        let read = |threads| {
            let tree = Tree { names: names.clone(), faults: Vec::new() };
            let reading = Reading {
                layout: &layout,
                index: None,
                max_page_bytes: 1000,
                most_pages: files.len(),
                threads: &|| threads,
            };
            let mut sources = Sources::default();
            let count = |tree: Tree, _: &mut Reader<'_>, _: &mut Nobody| tree.names.len();
            let (first, mut read) =
                read_all(&reading, tree.into(), &mut sources, &mut Nobody, count);
            assert_eq!(first, names.len());
            read.unread.sort_by(|a, b| a.path.cmp(&b.path));
            (read.pages, read.documents, read.unread)
        };
        let one = read(1);
        assert_eq!(
            (one.0.len(), one.1.len(), one.2.len()),
            (files.len(), 1, count.div_ceil(7) + 1)
        );
        for threads in [2, 3, 8, 64] {
            assert_eq!(read(threads), one, "{threads} threads");
        }
    }
}
