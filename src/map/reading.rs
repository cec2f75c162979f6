//! Reading pages: several at a time where there are many, and the same result however many.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::map::build::Visitor;
use crate::map::layout::{Layout, file_name};
use crate::map::page::{Content, Page};
use crate::map::subindex;
use crate::map::{Unread, WhyUnread};
use crate::markdown::block::Document;
use crate::markdown::guard::Refusal;
use crate::markdown::parse::{Detail, parse};
use crate::order;
use crate::source::read;
use crate::source::store::{Contents, Source, Sources};
use crate::source::text::Text;

/// Pages up to which one thread reads them: starting another takes longer than it saves.
const FEW: usize = 32;

/// Pages that a thread takes at a time.
const AT_A_TIME: usize = 16;

/// Threads at most: beyond these the disk and the memory are what one waits for.
const MOST_THREADS: usize = 8;

/// Bytes above which a page is parsed while no other such page is: the parser takes up to 64
/// bytes of memory for one of a hostile page.
const LARGE: usize = 256 * 1024;

/// Bytes of a buffer that is kept for the next page.
const KEPT: usize = 64 * 1024;

/// A page's path inside the map folder, and where to open it where that is not the path below
/// the map folder: a name may be no text.
pub(super) type PageFile = (String, Option<PathBuf>);

/// What reading the pages gave.
#[derive(Debug, Default)]
pub(super) struct AllRead {
    /// The pages, in the order of their files.
    pub(super) pages: Vec<Page>,
    /// The documents of the pages that may be a sub-index, by their numbers in order.
    pub(super) documents: Vec<(usize, Option<Document>)>,
    /// What could not be read.
    pub(super) unread: Vec<Unread>,
}

/// How many threads a map of so many pages is worth.
pub(super) fn threads(pages: usize) -> usize {
    if pages <= FEW {
        return 1;
    }
    thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS)
}

/// Reads pages on so many threads; tells `sources` what it read, and shows a visitor each text.
///
/// Takes the pages, and what the first thread reads before it takes its share. The result does
/// not depend on the number of threads.
pub(super) fn read_all<V: Visitor, T>(
    files: Vec<PageFile>,
    layout: &Layout,
    max_page_bytes: u64,
    threads: usize,
    sources: &mut Sources,
    visitor: &mut V,
    first: impl FnOnce(&mut Reader<'_>, &mut V) -> T,
) -> (T, AllRead) {
    let (mut pages, files) = empty_pages(files, layout);
    let large = Mutex::new(());
    let contents = sources.contents().clone();
    let shares = files.chunks(AT_A_TIME).zip(pages.chunks_mut(AT_A_TIME)).enumerate();
    let shares = Mutex::new(shares);
    let reader = || Reader::new(max_page_bytes, &contents, &large);
    let work = |mut reader: Reader<'_>, visitor: &mut V| {
        let mut documents = Vec::new();
        loop {
            let share = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((share, (files, pages))) = share else { break };
            for (at, (file, page)) in files.iter().zip(pages).enumerate() {
                let number = share * AT_A_TIME + at;
                let usual = || layout.map.join(&page.inner).into();
                let file: Cow<'_, Path> = file.as_deref().map_or_else(usual, Cow::Borrowed);
                let document = reader.visit(number, page, &file, visitor);
                documents.extend(document.map(|found| (number, Some(found))));
            }
        }
        (documents, reader.unread)
    };
    let (first, parts) = thread::scope(|scope| {
        let mut others = Vec::new();
        for mut own in (1..threads).map(|_| visitor.another()) {
            let (work, reader) = (&work, reader());
            let begun = move || (work(reader, &mut own), own);
            let Ok(other) = thread::Builder::new().spawn_scoped(scope, begun) else { break };
            others.push(other);
        }
        let mut reader = reader();
        let first = first(&mut reader, visitor);
        let mut parts = vec![work(reader, visitor)];
        for other in others {
            let ended = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            let (part, seen) = ended;
            parts.push(part);
            visitor.join(seen);
        }
        (first, parts)
    });
    know_all(&pages, files, layout, sources);
    let mut all = AllRead { pages, ..AllRead::default() };
    for (documents, unread) in parts {
        all.documents.extend(documents);
        all.unread.extend(unread);
    }
    order::sort_by_key(&mut all.documents, |(number, _)| *number);
    (first, all)
}

/// The pages before their files are read, and where to open each.
fn empty_pages(files: Vec<PageFile>, layout: &Layout) -> (Vec<Page>, Vec<Option<PathBuf>>) {
    let page =
        |(inner, file): PageFile| (Page { path: layout.outer(&inner), inner, content: None }, file);
    files.into_iter().map(page).unzip()
}

/// Tells `sources` which pages were read.
fn know_all(pages: &[Page], files: Vec<Option<PathBuf>>, layout: &Layout, sources: &mut Sources) {
    let known = pages.iter().zip(files).filter_map(|(page, file)| {
        let content = page.content.as_ref()?;
        let file = file.unwrap_or_else(|| layout.map.join(&page.inner));
        Some((page.path.as_str(), file, content.size))
    });
    sources.know(known);
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

    /// Reads a page and shows it to a visitor; gives its document, where it may be a sub-index.
    fn visit(
        &mut self,
        number: usize,
        page: &mut Page,
        file: &Path,
        visitor: &mut impl Visitor,
    ) -> Option<Document> {
        let text = self.text(&page.path, file)?;
        if !visitor.wants(&page.inner, text.as_str()) {
            self.reuse(text);
            return None;
        }
        let may_list = subindex::may_be(&page.inner);
        let detail = if may_list { Detail::Index } else { Detail::Page };
        let (text, document) = self.parse(&page.path, text, detail)?;
        page.content = Some(Content::new(&text, &document, file_name(&page.inner)));
        if let Some(text) = visitor.page(number, page, text) {
            self.reuse(text);
        }
        may_list.then_some(document)
    }

    /// Takes the memory of a text for the next page.
    fn reuse(&mut self, text: Text) {
        self.buffer = text.into_bytes();
        if self.buffer.capacity() > KEPT {
            self.buffer = Vec::new();
        }
    }

    /// Reads a file; a reason not to goes to `unread`.
    pub(super) fn text(&mut self, path: &str, file: &Path) -> Option<Text> {
        let buffer = std::mem::take(&mut self.buffer);
        let why = match self.contents.read(file, self.max_page_bytes, buffer) {
            Ok(bytes) => return Some(Text::new(bytes)),
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
    use super::{AT_A_TIME, read_all};
    use crate::map::build::Nobody;
    use crate::map::layout::Layout;
    use crate::source::store::Sources;

    #[test]
    fn any_number_of_threads_reads_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let root = std::fs::canonicalize(folder.path()).unwrap();
        std::fs::create_dir(root.join("a")).unwrap();
        let mut files = vec![("a/README.md".to_owned(), "# A\n\n- [x](x.md)\n".to_owned())];
        for number in 0..3 * AT_A_TIME + 5 {
            let nesting = if number % 7 == 0 { ">".repeat(200) } else { String::new() };
            let text = format!("# T{number}\n\n## S{number}\n\n{nesting}text\n");
            files.push((format!("p{number:03}.md"), text));
        }
        for (inner, text) in &files {
            std::fs::write(root.join(inner), text).unwrap();
        }
        files.push(("gone.md".to_owned(), String::new()));
        let file = |inner: &str| inner.starts_with("p00").then(|| root.join(inner));
        let files: Vec<_> =
            files.into_iter().map(|(inner, _)| (inner.clone(), file(&inner))).collect();
        let layout = Layout::new(&root, &root, &root);
        let read = |threads| {
            let (files, mut sources) = (files.clone(), Sources::default());
            let (first, mut read) =
                read_all(files, &layout, 1000, threads, &mut sources, &mut Nobody, |_, _| threads);
            assert_eq!(first, threads);
            read.unread.sort_by(|a, b| a.path.cmp(&b.path));
            (read.pages, read.documents, read.unread)
        };
        let one = read(1);
        assert_eq!((one.0.len(), one.1.len(), one.2.len()), (files.len(), 1, 9));
        for threads in [2, 3, 8, 64] {
            assert_eq!(read(threads), one, "{threads} threads");
        }
    }
}
