//! Reading pages: several at a time where there are many, and the same result however many.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::map::layout::{Layout, file_name};
use crate::map::page::{Content, Page};
use crate::map::subindex;
use crate::map::{Unread, WhyUnread};
use crate::markdown::block::Document;
use crate::markdown::guard::Refusal;
use crate::markdown::parse::{Detail, parse};
use crate::source::read::{self, read};
use crate::source::store::{Source, Sources};
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
    let page = |(inner, file): (String, PathBuf)| {
        (Page { path: layout.outer(&inner), inner, content: None }, file)
    };
    let (mut pages, files): (Vec<Page>, Vec<PathBuf>) = files.into_iter().map(page).unzip();
    let large = Mutex::new(());
    let shares = files.chunks(AT_A_TIME).zip(pages.chunks_mut(AT_A_TIME)).enumerate();
    let shares = Mutex::new(shares);
    let work = || {
        let mut reader = Reader::new(max_page_bytes, &large);
        let mut documents = Vec::new();
        loop {
            let share = shares.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((share, (files, pages))) = share else { break };
            for (at, (file, page)) in files.iter().zip(pages).enumerate() {
                let document = reader.page(page, file);
                documents.extend(document.map(|found| (share * AT_A_TIME + at, found)));
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
    let mut all = AllRead { pages, ..AllRead::default() };
    for (page, file) in all.pages.iter().zip(files) {
        if let Some(content) = &page.content {
            sources.know(&page.path, file, content.size);
        }
    }
    for (documents, unread) in parts {
        all.documents.extend(documents);
        all.unread.extend(unread);
    }
    all
}

/// Reads one file after the other with one buffer.
pub(super) struct Reader<'a> {
    max_page_bytes: u64,
    /// Held while a large page is parsed.
    large: &'a Mutex<()>,
    buffer: Vec<u8>,
    /// What could not be read.
    pub(super) unread: Vec<Unread>,
}

impl<'a> Reader<'a> {
    /// A reader that shares the turn for large pages with others.
    pub(super) fn new(max_page_bytes: u64, large: &'a Mutex<()>) -> Self {
        Self { max_page_bytes, large, buffer: Vec::new(), unread: Vec::new() }
    }

    /// Reads what stands in a page; gives its document too, where it may be a sub-index.
    fn page(&mut self, page: &mut Page, file: &Path) -> Option<Document> {
        let may_list = subindex::may_be(&page.inner);
        let detail = if may_list { Detail::Index } else { Detail::Page };
        let (text, document) = self.read(&page.path, file, detail)?;
        page.content = Some(Content::new(&text, &document, file_name(&page.inner)));
        self.buffer = text.into_bytes();
        if self.buffer.capacity() > KEPT {
            self.buffer = Vec::new();
        }
        may_list.then_some(document)
    }

    /// Reads and parses a file; a reason not to goes to `unread`.
    pub(super) fn read(
        &mut self,
        path: &str,
        file: &Path,
        detail: Detail,
    ) -> Option<(Text, Document)> {
        let text = match read(file, self.max_page_bytes, std::mem::take(&mut self.buffer)) {
            Ok(bytes) => Text::new(bytes),
            Err(error) => {
                let why = match error {
                    read::Unread::NotAFile => WhyUnread::NotAFile("it is no regular file"),
                    read::Unread::TooLarge(size) => WhyUnread::TooLarge(size),
                    read::Unread::Failed(reason) => WhyUnread::Unreadable(reason),
                };
                self.unread.push(Unread { path: path.to_owned(), why });
                return None;
            }
        };
        let turn = (text.size() > LARGE)
            .then(|| self.large.lock().unwrap_or_else(PoisonError::into_inner));
        let parsed = parse(text.as_str(), detail);
        drop(turn);
        match parsed {
            Ok(document) => Some((text, document)),
            Err(refusal) => {
                let why = match refusal {
                    Refusal::NestedTooDeeply(at) => {
                        let source = Source::new(text);
                        WhyUnread::TooDeep(source.lines.position(&source.text, at).line)
                    }
                    Refusal::TooManyEvents => WhyUnread::TooManyEvents,
                    Refusal::Panicked => WhyUnread::Internal,
                };
                self.unread.push(Unread { path: path.to_owned(), why });
                None
            }
        }
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
