//! Every file of a repository: as git tracks it now, or as it was at a commit.

use std::path::Path;

use crate::error::Result;
use crate::git::ask::ask;
use crate::git::fields;
use crate::git::name::name_of;
use crate::order;

/// What git keeps at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A symbolic link.
    Link,
    /// Another repository.
    Submodule,
}

/// A path that git keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path from the repository root, with `/`.
    pub path: String,
    /// Its name as git has it, where its path is written otherwise: it is not UTF-8.
    pub raw: Option<Vec<u8>>,
    /// What stands there.
    pub kind: Kind,
    /// The name of its content.
    pub blob: String,
    /// Whether it is part of the work tree; false where a sparse checkout leaves it out.
    pub checked_out: bool,
}

impl File {
    /// Its name as git has it.
    pub fn name(&self) -> &[u8] {
        self.raw.as_deref().unwrap_or(self.path.as_bytes())
    }
}

/// The files that git tracks below a folder, sorted by path.
///
/// Takes the repository root, or a folder of the work tree: paths are relative to it.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git) where git is missing, refuses the repository or
/// fails.
pub fn now(folder: &Path) -> Result<Vec<File>> {
    let arguments = ["ls-files", "-z", "-t", "--stage"];
    let answer = ask(folder, "which files it tracks", &arguments, &[])?;
    let mut files = read(&answer, tracked);
    // A path in conflict has up to three records.
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

/// The files of a commit, sorted by path.
///
/// Takes the repository root and the commit's name.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn at(root: &Path, commit: &str) -> Result<Vec<File>> {
    let arguments = ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit];
    let answer = ask(root, "which files a commit holds", &arguments, &[])?;
    Ok(read(&answer, of_tree))
}

fn read(answer: &[u8], record: fn(&[u8]) -> Option<File>) -> Vec<File> {
    let mut files: Vec<File> = fields(answer).filter_map(record).collect();
    order::sort(&mut files, |a, b| a.path.cmp(&b.path));
    files
}

/// `H 100644 0123abcd 0<TAB>path`; the tag `S` marks what a sparse checkout leaves out.
fn tracked(record: &[u8]) -> Option<File> {
    let (head, path) = split(record)?;
    let mut words = head.split(' ');
    let (tag, mode, blob) = (words.next()?, words.next()?, words.next()?);
    Some(file(path, mode, blob, tag != "S"))
}

/// `100644 blob 0123abcd<TAB>path`.
fn of_tree(record: &[u8]) -> Option<File> {
    let (head, path) = split(record)?;
    let mut words = head.split(' ');
    let (mode, _, blob) = (words.next()?, words.next()?, words.next()?);
    Some(file(path, mode, blob, true))
}

fn split(record: &[u8]) -> Option<(&str, &[u8])> {
    let tab = record.iter().position(|byte| *byte == b'\t')?;
    let (head, path) = record.split_at_checked(tab)?;
    Some((std::str::from_utf8(head).ok()?, path.get(1..)?))
}

fn file(path: &[u8], mode: &str, blob: &str, checked_out: bool) -> File {
    let kind = match mode {
        "120000" => Kind::Link,
        "160000" => Kind::Submodule,
        _ => Kind::File,
    };
    let name = name_of(path);
    let raw = (name.as_bytes() != path).then(|| path.to_vec());
    File { path: name, raw, kind, blob: blob.to_owned(), checked_out }
}

#[cfg(test)]
mod tests {
    use super::{Kind, of_tree, tracked};

    #[test]
    fn records_of_odd_names_are_read() {
        let file = tracked(b"S 120000 abc 0\ta\tb\n.rs").unwrap();
        assert_eq!((file.path.as_str(), file.kind), ("a\tb\n.rs", Kind::Link));
        assert!(!file.checked_out);
        let file = of_tree(b"160000 commit abc\tvendor/x\xff").unwrap();
        assert_eq!((file.path.as_str(), file.kind), ("vendor/x\u{fffd}ff", Kind::Submodule));
        assert_eq!(file.name(), b"vendor/x\xff");
        let file = tracked("H 100644 abc 0\tx\u{fffd}.md".as_bytes()).unwrap();
        assert_eq!(file.name(), "x\u{fffd}.md".as_bytes());
        assert_ne!(file.path, "x\u{fffd}.md", "no two names fall together");
    }
}
