//! Source texts on demand, for reports.
//!
//! A check keeps no page's text, so that its memory does not grow with the map; the few
//! pages that a report shows are read again, in order.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::lookup::Lookup;
use crate::order;
use crate::source::lines::{Lines, Position};
use crate::source::read::{self, Unread};
use crate::source::span::Span;
use crate::source::text::Text;

/// A text with its lines.
#[derive(Debug)]
pub struct Source {
    /// The text as read.
    pub text: Text,
    /// Its line starts.
    pub lines: Lines,
}

impl Source {
    /// A source of a text.
    pub fn new(text: Text) -> Self {
        let lines = Lines::new(text.as_str());
        Self { text, lines }
    }

    /// Where a span begins and ends.
    pub fn positions(&self, span: Span) -> (Position, Position) {
        let start = self.lines.position(&self.text, span.start);
        (start, self.lines.position(&self.text, span.end))
    }
}

/// A file that can be read again.
#[derive(Debug)]
struct Known {
    /// Where it stands; none for its path below the repository root, as nearly always.
    file: Option<Box<Path>>,
    size: usize,
}

/// The sources of a run, by the path that findings name.
#[derive(Debug, Default)]
pub struct Sources {
    root: PathBuf,
    kept: Lookup<String, Rc<Source>>,
    /// By path, in order: known as a whole, files take the least room so.
    known: Vec<(String, Known)>,
    last: RefCell<Option<(String, Rc<Source>)>>,
    changed: RefCell<BTreeSet<String>>,
    contents: Contents,
}

/// Where the contents of files come from: the disk, or a commit whose contents are held.
#[derive(Debug, Clone, Default)]
pub struct Contents(Option<Arc<Lookup<PathBuf, Vec<u8>>>>);

impl Contents {
    /// Reads a whole file of at most `limit` bytes into a buffer, whose content is dropped.
    ///
    /// # Errors
    /// As [`read::read`].
    pub fn read(&self, file: &Path, limit: u64, mut buffer: Vec<u8>) -> Result<Vec<u8>, Unread> {
        let Some(held) = &self.0 else { return read::read(file, limit, buffer) };
        let content = held.get(file).ok_or_else(|| {
            Unread::Failed("it is not among the contents of the commit".to_owned())
        })?;
        buffer.clear();
        buffer.extend_from_slice(content);
        Ok(buffer)
    }
}

impl Sources {
    /// No sources yet; takes the repository root, which paths begin at.
    pub fn below(root: &Path) -> Self {
        Self { root: root.to_path_buf(), ..Self::default() }
    }

    /// Sources that are read from what is held for them, never from disk.
    pub fn of_the_past(root: &Path) -> Self {
        Self { contents: Contents(Some(Arc::default())), ..Self::below(root) }
    }

    /// Holds the content of a file of the past.
    pub fn hold(&mut self, file: PathBuf, content: Vec<u8>) {
        Arc::make_mut(self.contents.0.get_or_insert_default()).insert(file, content);
    }

    /// Where its contents come from.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Keeps a text: an index, a configuration.
    pub fn keep(&mut self, path: &str, source: Rc<Source>) {
        self.kept.insert(path.to_owned(), source);
    }

    /// Remembers files that were read and let go: the path of each, where it stands, and the
    /// size it had.
    pub fn know<'a>(&mut self, files: impl Iterator<Item = (&'a str, PathBuf, usize)>) {
        let known = files.map(|(path, file, size)| {
            let usual = self.root.join(path);
            // First as they are written: comparing paths part by part takes long.
            let is_usual = file.as_os_str() == usual.as_os_str() || file == usual;
            let file = Some(file).filter(|_| !is_usual);
            (path.to_owned(), Known { file: file.map(PathBuf::into_boxed_path), size })
        });
        self.known.extend(known);
        order::sort(&mut self.known, |a, b| a.0.cmp(&b.0));
        // Of two of a path the last one stays.
        self.known.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                std::mem::swap(next, first);
            }
            same
        });
        self.known.shrink_to_fit();
    }

    /// The source of a path; none for a folder, for what could not be read, and for a file
    /// that is not what it was when it was checked.
    pub fn get(&self, path: &str) -> Option<Rc<Source>> {
        if let Some(source) = self.kept.get(path) {
            return Some(Rc::clone(source));
        }
        let place = self.known.binary_search_by(|(known, _)| known.as_str().cmp(path)).ok()?;
        let (_, known) = self.known.get(place)?;
        if let Some((last, source)) = self.last.borrow().as_ref()
            && last == path
        {
            return Some(Rc::clone(source));
        }
        let usual = || self.root.join(path);
        let file = known.file.as_ref().map_or_else(usual, |file| file.to_path_buf());
        let bytes = self.contents.read(&file, known.size as u64, Vec::new());
        let Some(bytes) = bytes.ok().filter(|bytes| bytes.len() == known.size) else {
            self.changed.borrow_mut().insert(path.to_owned());
            return None;
        };
        let source = Rc::new(Source::new(Text::new(bytes)));
        *self.last.borrow_mut() = Some((path.to_owned(), Rc::clone(&source)));
        Some(source)
    }

    /// The files that changed between the check and the report; a run with any is not complete.
    pub fn changed(&self) -> Vec<String> {
        let mut changed = Vec::new();
        for path in self.changed.borrow().iter() {
            changed.push(path.clone());
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::Sources;

    #[test]
    fn a_file_that_changed_is_not_shown_as_what_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        std::fs::write(&file, "# A\n").unwrap();
        let mut sources = Sources::below(folder.path());
        sources.know([("a.md", file.clone(), 4), ("b.md", file, 9)].into_iter());
        assert!(sources.get("a.md").is_some());
        assert!(sources.get("b.md").is_none());
        assert_eq!(sources.changed(), ["b.md"]);
    }
}
