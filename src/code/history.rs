//! What history says of paths and names that are missing now.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::Gone;
use crate::code::find::Lost;
use crate::code::limits;
use crate::code::path::is_file_name;
use crate::code::repository::Repository;
use crate::code::search::{Search, Witness};
use crate::code::words::Words;
use crate::error::Result;
use crate::git::blobs;
use crate::git::history::{Former, formers, removals, renames};
use crate::map::layout::file_name;
use crate::order::gathered;

/// Looks for missing paths in the past: one log of what was removed, and one look at the
/// commits that removed them for where the paths went. Gives one answer for each path.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn paths(repository: &Repository, lost: &[Lost]) -> Result<Vec<Option<Gone>>> {
    let (root, tracked) = (repository.root(), &repository.tracked);
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let mut search = Search::new(lost);
    removals(root, repository.head(), |commit, path| search.removal(commit, path))?;
    let witnesses = search.witnesses();
    let commits: BTreeSet<&str> =
        gathered(witnesses.iter().flatten().map(|found| found.commit.id.as_str()));
    let renames = if commits.is_empty() { BTreeMap::new() } else { renames(root, &commits)? };
    let gone = |witness: Witness| {
        let Witness { path, removed, commit } = witness;
        let key = (commit.id.clone(), removed.clone());
        let now = renames.get(&key).and_then(|new| moved(&path, &removed, new));
        let now = now.filter(|new| tracked.exact(new).is_some());
        let stem = path.rsplit_once('.').map(|(stem, _)| stem);
        let folder = stem.filter(|stem| tracked.has_folder(stem)).map(str::to_owned);
        Gone { commit, path, now, folder }
    };
    Ok(witnesses.iter().cloned().map(|found| found.map(gone)).collect())
}

/// Where a path went, when a file of it went from `old` to `new`.
fn moved(path: &str, old: &str, new: &str) -> Option<String> {
    let inner = old.strip_prefix(path)?;
    // A file itself, or one with the extension that the path leaves out.
    if !inner.starts_with('/') {
        return Some(new.to_owned());
    }
    new.strip_suffix(inner).filter(|folder| !folder.is_empty()).map(str::to_owned)
}

/// What the past says of missing words.
#[derive(Debug, Default)]
pub struct Past {
    /// The latest change that took each word out of a file, by the word's number.
    pub found: BTreeMap<usize, Gone>,
    /// Whether every content that was asked for was at hand.
    pub whole: bool,
    /// Whether older contents were left out, for there are too many.
    pub cut: bool,
}

/// Whether a file of the past may have held names of the code: a fixture in a format of its
/// own holds names of that format.
fn is_text(path: &str) -> bool {
    let name = file_name(path);
    !name.contains('.') || is_file_name(name)
}

/// Looks for missing words in the past, the latest content first, until all are found or enough
/// was read. Contents of files that hold no code are passed over.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn words(repository: &Repository, words: &Words) -> Result<Past> {
    let mut past: Vec<Former> = Vec::new();
    let mut seen = BTreeSet::new();
    formers(repository.root(), repository.head(), |former| {
        if repository.holds_code(&former.path)
            && is_text(&former.path)
            && seen.insert(former.before.clone())
        {
            past.push(former);
        }
        true
    })?;
    drop(seen);
    let contents: Vec<&str> = past.iter().map(|former| former.before.as_str()).collect();
    let mut past_words = Past { whole: true, ..Past::default() };
    let mut looked_at = 0;
    blobs::read(repository.root(), &contents, limits::CONTENT, |number, content| {
        let Some(content) = content else {
            past_words.whole = false;
            return true;
        };
        looked_at += content.len();
        for word in words.in_text(content) {
            if let Some(former) = past.get(number) {
                past_words.found.entry(word).or_insert_with(|| Gone {
                    commit: former.commit.clone(),
                    path: former.path.clone(),
                    now: None,
                    folder: None,
                });
            }
        }
        past_words.cut = looked_at > limits::PAST;
        past_words.found.len() < words.needles().len() && !past_words.cut
    })?;
    Ok(past_words)
}

#[cfg(test)]
mod tests {
    use super::{is_text, moved};

    #[test]
    fn a_file_shows_where_its_folder_went() {
        assert_eq!(moved("a/b.rs", "a/b.rs", "c/b.rs").as_deref(), Some("c/b.rs"));
        assert_eq!(moved("a", "a/x/b.rs", "c/x/b.rs").as_deref(), Some("c"));
        assert_eq!(moved("a", "a/x/b.rs", "c/b.rs"), None);
        assert!(is_text("src/a.rs") && is_text("Makefile") && !is_text("tests/effects.fxp"));
    }
}
