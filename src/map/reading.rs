//! Reading pages: several at a time where there are many, and the same result however many.

use std::collections::BTreeMap;
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

/// What reading the pages gave.
#[derive(Debug, Default)]
pub(super) struct AllRead {
    /// The pages, in the order of their files.
    pub(super) pages: Vec<Page>,
    /// The documents of the pages that may be a sub-index, by their numbers.
    pub(super) documents: BTreeMap<usize, Document>,
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

/// Reads pages on so many threads; tells `sources` what it read.
///
/// Takes each page's path inside the map folder, and where to open it. The result does not
/// depend on the number of threads.
pub(super) fn read_all(
    files: Vec<(String, PathBuf)>,
    layout: &Layout,
    max_page_bytes: u64,
    threads: usize,
    sources: &mut Sources,
) -> AllRead {
    let (mut pages, files) = empty_pages(files, layout);
    let large = Mutex::new(());
    let contents = sources.contents().clone();
    let shares = files.chunks(AT_A_TIME).zip(pages.chunks_mut(AT_A_TIME)).enumerate();
    let shares = Mutex::new(shares);
    let work = || {
        let mut reader = Reader::new(max_page_bytes, &contents, &large);
        let mut documents = Vec::new();
        loop {
            let share = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((share, (files, pages))) = share else { break };
            for (at, (file, page)) in files.iter().zip(pages).enumerate() {
                let text = reader.text(&page.path, file);
                if let Some((text, document)) = text.and_then(|text| reader.page(page, text)) {
                    documents.extend(document.map(|found| (share * AT_A_TIME + at, found)));
                    reader.reuse(text);
                }
            }
        }
        (documents, reader.unread)
    };
    let parts = thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut parts = vec![work()];
        for other in others {
            parts.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        parts
    });
    know_all(&pages, files, sources);
    let mut all = AllRead { pages, ..AllRead::default() };
    for (documents, unread) in parts {
        all.documents.extend(documents);
        all.unread.extend(unread);
    }
    all
}

/// The pages before their files are read, and where to open each.
fn empty_pages(files: Vec<(String, PathBuf)>, layout: &Layout) -> (Vec<Page>, Vec<PathBuf>) {
    let page = |(inner, file): (String, PathBuf)| {
        (Page { path: layout.outer(&inner), inner, content: None }, file)
    };
    files.into_iter().map(page).unzip()
}

/// Tells `sources` which pages were read.
fn know_all(pages: &[Page], files: Vec<PathBuf>, sources: &mut Sources) {
    for (page, file) in pages.iter().zip(files) {
        if let Some(content) = &page.content {
            sources.know(&page.path, file, content.size);
        }
    }
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

    /// Reads pages one after the other, and hands each that is wanted to a visitor.
    pub(super) fn visit_all(
        &mut self,
        files: Vec<(String, PathBuf)>,
        layout: &Layout,
        sources: &mut Sources,
        visitor: &mut dyn Visitor,
    ) -> AllRead {
        let (mut pages, files) = empty_pages(files, layout);
        let mut documents = BTreeMap::new();
        for (number, (page, file)) in pages.iter_mut().zip(&files).enumerate() {
            let text = self.text(&page.path, file);
            let text = text.filter(|text| visitor.wants(&page.inner, text.as_str()));
            let Some((text, document)) = text.and_then(|text| self.page(page, text)) else {
                continue;
            };
            visitor.page(number, page, text);
            documents.extend(document.map(|found| (number, found)));
        }
        know_all(&pages, files, sources);
        AllRead { pages, documents, unread: std::mem::take(&mut self.unread) }
    }

    /// Fills a page with what stands in its text; gives its document too, where it may be a
    /// sub-index.
    fn page(&mut self, page: &mut Page, text: Text) -> Option<(Text, Option<Document>)> {
        let may_list = subindex::may_be(&page.inner);
        let detail = if may_list { Detail::Index } else { Detail::Page };
        let (text, document) = self.parse(&page.path, text, detail)?;
        page.content = Some(Content::new(&text, &document, file_name(&page.inner)));
        Some((text, may_list.then_some(document)))
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
        let files: Vec<_> =
            files.into_iter().map(|(inner, _)| (inner.clone(), root.join(inner))).collect();
        let layout = Layout::new(&root, &root, &root);
        let read = |threads| {
            let mut read = read_all(files.clone(), &layout, 1000, threads, &mut Sources::default());
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
