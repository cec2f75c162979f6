//! Which words occur in which files: each file is read once, by a thread for each processor up
//! to eight, with one automaton for all words.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::code::automaton::Automaton;
use crate::code::name::Edges;
use crate::lookup::Seen;
use crate::order;
use crate::source::read;

/// How much of a file is looked at in one go, in bytes.
const PIECE: usize = 256 * 1024;

/// How far from the end of a piece a word may begin that goes on in the next one, in bytes.
const CARRY: usize = 1024;

/// How many bytes tell whether a file is binary.
const HEAD: usize = 8000;

/// A word that is looked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Needle {
    /// The word.
    pub word: String,
    /// Where it must stand.
    pub edges: Edges,
}

/// A file that is looked through.
#[derive(Debug, Clone)]
pub struct Hay {
    /// Its path from the repository root.
    pub path: String,
    /// Where to open it.
    pub file: PathBuf,
    /// Whether it is a file of tests.
    pub test: bool,
}

/// Where a word occurs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hits {
    /// In how many files.
    pub files: usize,
    /// The first of them by path.
    pub first: Option<String>,
    /// Whether one of them is a file of tests.
    pub in_test: bool,
    /// Those of the wanted homes that have it.
    pub homes: BTreeSet<String>,
}

/// What a search came to.
#[derive(Debug, Default)]
pub struct Searched {
    /// The hits of each word, in the words' order.
    pub hits: Vec<Hits>,
    /// Whether every file could be read; else a word without hits may be in one that was not.
    pub whole: bool,
}

/// All words as one automaton.
#[derive(Debug)]
pub struct Words {
    /// Sorted, each once.
    needles: Vec<Needle>,
    /// The places that texts give for each.
    homes: Vec<Vec<String>>,
    automaton: Option<Automaton>,
}

/// The numbers of words that were found, as they came.
#[derive(Default)]
struct Found {
    numbers: Vec<usize>,
    seen: Seen<usize>,
}

impl Words {
    /// Takes words, each as often as a text gives a file or folder for it.
    pub fn new(mut wanted: Vec<(Needle, Option<String>)>) -> Self {
        order::sort(&mut wanted, Ord::cmp);
        wanted.dedup();
        let (mut needles, mut homes) = (Vec::<Needle>::new(), Vec::<Vec<String>>::new());
        for (needle, home) in wanted {
            if needles.last() != Some(&needle) {
                needles.push(needle);
                homes.push(Vec::new());
            }
            if let Some(homes) = homes.last_mut() {
                homes.extend(home);
            }
        }
        let mut words: Vec<&[u8]> = Vec::with_capacity(needles.len());
        for needle in &needles {
            words.push(needle.word.as_bytes());
        }
        let automaton = Automaton::new(&words);
        Self { needles, homes, automaton }
    }

    /// Takes words that may be anywhere.
    pub fn anywhere(wanted: Vec<Needle>) -> Self {
        let mut all = Vec::new();
        for needle in wanted {
            all.push((needle, None));
        }
        Self::new(all)
    }

    /// The words, in the order of their numbers.
    pub fn needles(&self) -> &[Needle] {
        &self.needles
    }

    /// The number of a word.
    pub fn number(&self, needle: &Needle) -> Option<usize> {
        self.needles.binary_search(needle).ok()
    }

    /// Whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.needles.is_empty()
    }

    /// Looks through files. One that is binary, or that is no longer there, holds no word.
    pub fn search(&self, files: &[Hay]) -> Searched {
        let next = AtomicUsize::new(0);
        let threads = thread::available_parallelism().map_or(1, usize::from).min(8);
        let work = || {
            let mut searched = self.nothing_yet();
            let mut buffer = Vec::with_capacity(PIECE + CARRY);
            while let Some(hay) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Ok(numbers) = self.in_file(&hay.file, &mut buffer) else {
                    searched.whole = false;
                    continue;
                };
                for number in numbers {
                    self.add(number, hay, &mut searched.hits);
                }
            }
            searched
        };
        thread::scope(|scope| {
            let mut others = Vec::new();
            for _ in 1..threads {
                // Where the system grants no more threads, those that there are do the work.
                let Ok(other) = thread::Builder::new().spawn_scoped(scope, work) else { break };
                others.push(other);
            }
            let mut searched = work();
            for other in others {
                // A thread that panicked has not searched its files: `whole` is false then.
                let other = other.join().unwrap_or_default();
                searched.whole &= other.whole;
                for (mine, theirs) in searched.hits.iter_mut().zip(other.hits) {
                    mine.merge(theirs);
                }
            }
            searched
        })
    }

    /// The numbers of the words that occur in a text, each once, as they come.
    pub fn in_text(&self, text: &[u8]) -> Vec<usize> {
        let mut found = Found::default();
        if !is_binary(text) {
            self.piece(text, true, true, &mut found);
        }
        found.numbers
    }

    /// A search that has not begun: as many empty hits as there are words.
    pub fn nothing_yet(&self) -> Searched {
        Searched { hits: vec![Hits::default(); self.needles.len()], whole: true }
    }

    /// Adds the hits of one content, which is read a piece at a time.
    ///
    /// # Errors
    /// What reading it comes to.
    pub fn add_content(
        &self,
        content: &mut dyn Read,
        hay: &Hay,
        buffer: &mut Vec<u8>,
        hits: &mut [Hits],
    ) -> std::io::Result<()> {
        for number in self.in_pieces(content, buffer)? {
            self.add(number, hay, hits);
        }
        Ok(())
    }

    fn in_file(&self, path: &Path, buffer: &mut Vec<u8>) -> std::io::Result<Vec<usize>> {
        match open(path) {
            Ok(mut file) => self.in_pieces(&mut file, buffer),
            // Removed, and git not told yet.
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                Ok(Vec::new())
            }
            Err(error) => Err(error),
        }
    }

    fn in_pieces(
        &self,
        mut content: &mut dyn Read,
        buffer: &mut Vec<u8>,
    ) -> std::io::Result<Vec<usize>> {
        let mut found = Found::default();
        buffer.clear();
        let mut first = true;
        loop {
            let last = (&mut content).take(PIECE as u64).read_to_end(buffer)? < PIECE;
            if first && is_binary(buffer) {
                return Ok(found.numbers);
            }
            self.piece(buffer, first, last, &mut found);
            if last {
                return Ok(found.numbers);
            }
            first = false;
            let done = buffer.len().saturating_sub(CARRY);
            buffer.drain(..done);
        }
    }

    /// Looks through a piece of a text; what touches an inner edge of it is left to the
    /// neighbour that holds it whole.
    fn piece(&self, text: &[u8], first: bool, last: bool, found: &mut Found) {
        let Some(automaton) = &self.automaton else { return };
        automaton.find(text, |number, end| {
            let Some(needle) = self.needles.get(number) else { return };
            let start = end - needle.word.len();
            let begins = match start.checked_sub(1) {
                Some(before) => !text.get(before).is_some_and(|byte| is_word(*byte)),
                None => first,
            };
            let ends = match text.get(end) {
                Some(byte) => !is_word(*byte),
                None => last,
            };
            let fits = match needle.edges {
                Edges::Word => begins && ends,
                Edges::Prefix => begins,
                Edges::Any => true,
            };
            if fits && found.seen.insert(number) {
                found.numbers.push(number);
            }
        });
    }

    fn add(&self, number: usize, hay: &Hay, hits: &mut [Hits]) {
        let (Some(hit), Some(homes)) = (hits.get_mut(number), self.homes.get(number)) else {
            return;
        };
        hit.files += 1;
        hit.in_test |= hay.test;
        if hit.first.as_ref().is_none_or(|first| *first > hay.path) {
            hit.first = Some(hay.path.clone());
        }
        for home in homes {
            let inside = hay.path.strip_prefix(home.as_str());
            if inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
                hit.homes.insert(home.clone());
            }
        }
    }
}

impl Hits {
    fn merge(&mut self, other: Self) {
        self.files += other.files;
        self.in_test |= other.in_test;
        self.first = match (self.first.take(), other.first) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.homes.extend(other.homes);
    }
}

/// Letters outside ASCII count too: `über_mut` does not hold the word `ber_mut`.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_binary(text: &[u8]) -> bool {
    text.get(..HEAD).unwrap_or(text).contains(&0)
}

/// Opens a regular file; a link is not followed, and nothing is waited for.
fn open(path: &Path) -> std::io::Result<File> {
    let no_file = || std::io::Error::from(ErrorKind::InvalidInput);
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Err(no_file());
    }
    let file = read::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(no_file()) }
}

#[cfg(test)]
mod tests {
    use super::{Hay, Needle, PIECE, Searched, Words};
    use crate::code::name::Edges;

    fn words(wanted: &[(&str, Edges, &str)]) -> Words {
        let one = |(word, edges, home): &(&str, Edges, &str)| {
            let needle = Needle { word: (*word).to_owned(), edges: *edges };
            (needle, Some((*home).to_owned()))
        };
        Words::new(wanted.iter().map(one).collect())
    }

    #[test]
    fn words_are_whole_prefixes_are_not() {
        let words = words(&[
            ("foo_bar", Edges::Word, ""),
            ("foo", Edges::Word, ""),
            ("test_", Edges::Prefix, ""),
            ("adds one", Edges::Any, ""),
        ]);
        let names = |text: &str| {
            let found = words.in_text(text.as_bytes());
            found.iter().map(|at| words.needles()[*at].word.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names("x foo_bar( foo_barn"), ["foo_bar"]);
        assert_eq!(names("foo.foo_ba"), ["foo"]);
        assert_eq!(names("test_a my_test_b"), ["test_"]);
        assert_eq!(names("it('adds one item')"), ["adds one"]);
        assert!(names("xfoo foo\u{e9} foo9").is_empty());
        assert!(words.in_text(b"foo\0").is_empty(), "binary");
    }

    #[test]
    fn files_are_searched_across_pieces_with_their_homes() {
        let folder = tempfile::tempdir().unwrap();
        let hay = |path: &str, text: &str| {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, text).unwrap();
            Hay { path: path.to_owned(), file, test: path.starts_with("tests") }
        };
        let long = format!("{} needle_x {}", "a ".repeat(PIECE / 2 - 4), "b ".repeat(PIECE));
        let hays = [
            hay("src/long.rs", &long),
            hay("tests/t.rs", "needle_x"),
            hay("src/z.rs", "other_y\n"),
        ];
        let words = words(&[
            ("needle_x", Edges::Word, "src/long.rs"),
            ("other_y", Edges::Word, "src/long.rs"),
        ]);
        let Searched { hits, whole } = words.search(&hays);
        assert!(whole);
        let first = hits.first().unwrap();
        assert_eq!((first.files, first.in_test, first.homes.len()), (2, true, 1));
        let last = hits.last().unwrap();
        assert_eq!((last.files, last.first.as_deref()), (1, Some("src/z.rs")));
        assert!(last.homes.is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_told_and_what_is_removed_holds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let hay = |path: &str| {
            let file = folder.path().join(path);
            Hay { path: path.to_owned(), file, test: false }
        };
        let words = words(&[("needle_x", Edges::Word, "")]);
        assert!(words.search(&[hay("removed.rs"), hay("removed/a.rs")]).whole);
        std::fs::create_dir(folder.path().join("now_a_folder.rs")).unwrap();
        assert!(!words.search(&[hay("removed.rs"), hay("now_a_folder.rs")]).whole);
    }
}
