//! What history says of paths and names that are missing now.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::Gone;
use crate::code::find::Lost;
use crate::code::path::{has_extension, is_file_name};
use crate::code::repository::Repository;
use crate::code::words::Words;
use crate::discover::patterns::PathGlob;
use crate::error::Result;
use crate::git::blobs;
use crate::git::history::{Former, Removal, formers, removals, renames};
use crate::map::layout::file_name;
use crate::order::gathered;

/// The largest content of the past that is looked through.
const LARGEST: usize = 16 * 1024 * 1024;

/// So many bytes of past contents are looked through, the latest first: what was removed long
/// ago was reported long ago, and a check must not take minutes.
const MOST_BYTES: usize = 128 * 1024 * 1024;

/// Looks for missing paths in the past: one path-limited log, and one look at the commits that
/// it names for where the paths went. Gives one answer for each path.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn paths(repository: &Repository, lost: &[Lost]) -> Result<Vec<Option<Gone>>> {
    let Repository { root, tracked, .. } = repository;
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let pathspecs = gathered(lost.iter().flat_map(pathspecs));
    let removals = removals(root, repository.head(), &pathspecs)?;
    let witnesses: Vec<Option<Witness<'_>>> =
        lost.iter().map(|lost| witness(lost, &removals)).collect();
    let commits: BTreeSet<&str> =
        gathered(witnesses.iter().flatten().map(|found| found.removal.commit.id.as_str()));
    let renames = if commits.is_empty() { BTreeMap::new() } else { renames(root, &commits)? };
    let gone = |witness: Witness<'_>| {
        let Witness { path, removal } = witness;
        let key = (removal.commit.id.clone(), removal.path.clone());
        let now = renames.get(&key).and_then(|new| moved(&path, &removal.path, new));
        let now = now.filter(|new| tracked.exact(new).is_some());
        let stem = path.rsplit_once('.').map(|(stem, _)| stem);
        let folder = stem.filter(|stem| tracked.has_folder(stem)).map(str::to_owned);
        Gone { commit: removal.commit.clone(), path, now, folder }
    };
    Ok(witnesses.into_iter().map(|found| found.map(gone)).collect())
}

/// A removal that shows that a path was there.
struct Witness<'a> {
    /// The path as it was.
    path: String,
    /// The removal of it, or of a file in it.
    removal: &'a Removal,
}

fn pathspecs(lost: &Lost) -> Vec<String> {
    let mut found = Vec::new();
    for path in &lost.exact {
        if lost.glob {
            found.push(format!(":(glob){path}"));
            continue;
        }
        found.push(format!(":(literal){path}"));
        if !has_extension(path) {
            found.push(format!(":(glob){}.*", escaped(path)));
        }
    }
    if let Some(ending) = &lost.ending {
        let ending = escaped(ending);
        found.push(format!(":(glob)**/{ending}"));
        found.push(format!(":(glob)**/{ending}/**"));
    }
    found
}

/// A path for a glob: what would be a wildcard in it stands for itself.
fn escaped(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The latest removal of a path: under its own name, else under the one longer name that ends
/// in it. Several such names witness nothing.
fn witness<'a>(lost: &Lost, removals: &'a [Removal]) -> Option<Witness<'a>> {
    let globs: Vec<PathGlob> = if lost.glob {
        lost.exact.iter().filter_map(|glob| PathGlob::new(glob).ok()).collect()
    } else {
        Vec::new()
    };
    for removal in removals {
        let path = if lost.glob {
            globs.iter().any(|glob| glob.matches(&removal.path)).then_some(&removal.path)
        } else {
            lost.exact.iter().find(|path| stood_at(path, &removal.path))
        };
        if let Some(path) = path {
            return Some(Witness { path: path.clone(), removal });
        }
    }
    // A data file's name (`data/gta.dat`) may be that of another file, at run time.
    let ending = lost.ending.as_deref().filter(|ending| is_file_name(file_name(ending)))?;
    let mut found: BTreeMap<&str, &Removal> = BTreeMap::new();
    for removal in removals {
        if let Some(whole) = ended_in(ending, &removal.path) {
            found.entry(whole).or_insert(removal);
        }
    }
    let bare = !ending.contains('/');
    match found.len() {
        0 => None,
        // A name without a folder was wherever it was last.
        _ if bare => removals
            .iter()
            .find_map(|removal| Some((ended_in(ending, &removal.path)?, removal)))
            .map(|(path, removal)| Witness { path: path.to_owned(), removal }),
        1 => found.pop_first().map(|(path, removal)| Witness { path: path.to_owned(), removal }),
        _ => None,
    }
}

/// Whether a removed file was that path, stood in that folder, or had that stem.
fn stood_at(path: &str, removed: &str) -> bool {
    let Some(rest) = removed.strip_prefix(path) else { return false };
    rest.is_empty()
        || rest.starts_with('/')
        || rest.starts_with('.') && !has_extension(path) && !rest.contains('/')
}

/// The part of a removed path that ends in `/ending`.
fn ended_in<'a>(ending: &str, removed: &'a str) -> Option<&'a str> {
    if removed.strip_suffix(ending).is_some_and(|before| before.ends_with('/')) {
        return Some(removed);
    }
    let inner = format!("/{ending}/");
    let at = removed.find(&inner)?;
    removed.get(..at + inner.len() - 1)
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

/// Looks for missing words in the past, the latest content first.
///
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn words(repository: &Repository, words: &Words) -> Result<Past> {
    let mut past: Vec<Former> = Vec::new();
    let mut seen = BTreeSet::new();
    formers(&repository.root, repository.head(), |former| {
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
    blobs::read(&repository.root, &contents, LARGEST, |number, content| {
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
        past_words.cut = looked_at > MOST_BYTES;
        past_words.found.len() < words.needles().len() && !past_words.cut
    })?;
    Ok(past_words)
}

#[cfg(test)]
mod tests {
    use super::{ended_in, is_text, moved, stood_at, witness};
    use crate::code::find::Lost;
    use crate::git::history::{Commit, Removal};

    fn removal(path: &str) -> Removal {
        let commit = Commit { id: "a".repeat(40), date: "2026-03-31".to_owned() };
        Removal { commit, path: path.to_owned() }
    }

    fn lost(path: &str) -> Lost {
        Lost { exact: vec![path.to_owned()], ending: Some(path.to_owned()), glob: false }
    }

    #[test]
    fn a_removal_shows_what_stood_there() {
        assert!(stood_at("src/a.rs", "src/a.rs") && stood_at("src/a", "src/a/b.rs"));
        assert!(stood_at("src/a", "src/a.ts") && !stood_at("src/a", "src/ab.ts"));
        assert!(!stood_at("src/a.rs", "src/a.rs.orig"));
        assert_eq!(ended_in("src/a.rs", "web/src/a.rs"), Some("web/src/a.rs"));
        assert_eq!(ended_in("src/a", "web/src/a/b.rs"), Some("web/src/a"));
        assert_eq!(ended_in("rc/a.rs", "web/src/a.rs"), None);
    }

    #[test]
    fn several_longer_names_witness_nothing() {
        let one = [removal("web/src/a.rs")];
        let two = [removal("web/src/a.rs"), removal("api/src/a.rs")];
        let path = |removals: &[Removal]| witness(&lost("src/a.rs"), removals).map(|w| w.path);
        assert_eq!(path(&one).as_deref(), Some("web/src/a.rs"));
        assert_eq!(path(&two), None);
        let own = [removal("web/src/a.rs"), removal("src/a.rs")];
        assert_eq!(path(&own).as_deref(), Some("src/a.rs"));
        let data = [removal("tests/data/game.dat")];
        assert!(witness(&lost("data/game.dat"), &data).is_none(), "a file of the program's data");
        assert!(is_text("src/a.rs") && is_text("Makefile") && !is_text("tests/effects.fxp"));
    }

    #[test]
    fn a_file_shows_where_its_folder_went() {
        assert_eq!(moved("a/b.rs", "a/b.rs", "c/b.rs").as_deref(), Some("c/b.rs"));
        assert_eq!(moved("a", "a/x/b.rs", "c/x/b.rs").as_deref(), Some("c"));
        assert_eq!(moved("a", "a/x/b.rs", "c/b.rs"), None);
    }
}
