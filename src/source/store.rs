//! Source texts on demand, for reports.
//!
//! A check keeps no page's text, so that its memory does not grow with the map; the few
//! pages that a report shows are read again, in order.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

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
    file: PathBuf,
    size: usize,
}

/// The sources of a run, by the path that findings name.
#[derive(Debug, Default)]
pub struct Sources {
    kept: BTreeMap<String, Rc<Source>>,
    known: BTreeMap<String, Known>,
    last: RefCell<Option<(String, Rc<Source>)>>,
    changed: RefCell<BTreeSet<String>>,
    /// Contents of a commit, in place of those on disk.
    held: Option<BTreeMap<PathBuf, Vec<u8>>>,
}

impl Sources {
    /// Sources that are read from what is held for them, never from disk.
    pub fn of_the_past() -> Self {
        Self { held: Some(BTreeMap::new()), ..Self::default() }
    }

    /// Holds the content of a file of the past.
    pub fn hold(&mut self, file: PathBuf, content: Vec<u8>) {
        self.held.get_or_insert_default().insert(file, content);
    }

    /// Reads a whole file of at most `limit` bytes, from disk or from what is held.
    ///
    /// # Errors
    /// As [`read::read`].
    pub fn read(&self, file: &Path, limit: u64) -> Result<Vec<u8>, Unread> {
        let Some(held) = &self.held else { return read::read(file, limit) };
        let content = held.get(file).cloned();
        content
            .ok_or_else(|| Unread::Failed("it is not among the contents of the commit".to_owned()))
    }

    /// Keeps a text: an index, a configuration.
    pub fn keep(&mut self, path: &str, source: Rc<Source>) {
        self.kept.insert(path.to_owned(), source);
    }

    /// Remembers a file that was read and let go, and the size it had.
    pub fn know(&mut self, path: &str, file: PathBuf, size: usize) {
        self.known.insert(path.to_owned(), Known { file, size });
    }

    /// The source of a path; none for a folder, for what could not be read, and for a file
    /// that is not what it was when it was checked.
    pub fn get(&self, path: &str) -> Option<Rc<Source>> {
        if let Some(source) = self.kept.get(path) {
            return Some(Rc::clone(source));
        }
        let known = self.known.get(path)?;
        if let Some((last, source)) = self.last.borrow().as_ref()
            && last == path
        {
            return Some(Rc::clone(source));
        }
        let bytes = self.read(&known.file, known.size as u64);
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
        self.changed.borrow().iter().cloned().collect()
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
        let mut sources = Sources::default();
        sources.know("a.md", file.clone(), 4);
        assert!(sources.get("a.md").is_some());
        sources.know("b.md", file, 9);
        assert!(sources.get("b.md").is_none());
        assert_eq!(sources.changed(), ["b.md"]);
    }
}
