//! What history says of paths and names that are missing now.

use std::path::Path;

use crate::code::find::Lost;
use crate::code::limits;
use crate::code::path::is_file_name;
use crate::code::repository::Repository;
use crate::code::search::{Search, Witness};
use crate::code::trail::Trail;
use crate::code::words::Words;
use crate::code::{By, Gone};
use crate::discover::name::nfc;
use crate::error::Result;
use crate::git::blobs::{self, Content};
use crate::git::change;
use crate::git::history::{Former, formers, removals, renames};
use crate::lookup::{Lookup, Seen};
use crate::map::layout::file_name;
use crate::order::distinct;

/// So many renamings of one file are followed.
const MOST_RENAMINGS: usize = 16;

/// Looks for missing paths in the past: what is staged, one log of what was removed, and one look
/// at the commits that removed them for where the paths went; one more for those that went on
/// from there. Gives one answer for each path.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn paths(repository: &Repository, lost: &[Lost]) -> Result<Vec<Option<Gone>>> {
    let root = repository.root();
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let (mut search, mut trail) = (Search::new(lost), Trail::default());
    let staged = if repository.commit.is_none() { change::staged(root)? } else { Vec::new() };
    for (path, _) in &staged {
        search.removal(trail.removal(None, path), path);
    }
    removals(root, repository.head(), &mut |commit, path| {
        search.removal(trail.removal(Some(commit), path), path);
    })?;
    trail.end();
    let witnesses = search.witnesses();
    let mut renamed = Lookup::new();
    for (old, new) in staged {
        if let Some(new) = new {
            renamed.insert(old, new);
        }
    }
    let went = went(root, &trail, &renamed, &witnesses)?;
    let mut gone = Vec::with_capacity(lost.len());
    for ((witness, went), lost) in witnesses.into_iter().zip(&went).zip(lost) {
        gone.push(witness.map(|witness| what_became(repository, &trail, witness, went, lost)));
    }
    Ok(gone)
}

/// What became of a missing path that was there.
fn what_became(
    repository: &Repository,
    trail: &Trail,
    witness: Witness,
    went: &Went,
    lost: &Lost,
) -> Gone {
    let tracked = &repository.tracked;
    let Witness { path, removed, number } = witness;
    let longer = !lost.exact.contains(&path);
    let there = |new: &str| tracked.exact(new).is_some() && !repository.lacks(new);
    let now = went.now(&path, &nfc(&removed), &there).filter(|_| !lost.glob);
    let (now, again) = now.map_or((None, false), |(now, again)| (Some(now), again));
    let alike = || tracked.only_named(file_name(&path)).map(str::to_owned);
    let alike = if now.is_none() && !lost.glob { alike() } else { None };
    let stem = path.rsplit_once('.').map(|(stem, _)| stem);
    let folder = stem.filter(|stem| tracked.has_folder(stem)).map(str::to_owned);
    let by = trail.commit(number).map_or(By::Staged, |commit| By::Commit(commit.clone()));
    Gone { by, path, longer, now, alike, again, folder }
}

/// Where a file went.
#[derive(Debug, Clone, Default)]
struct Went {
    /// Its later names, the first one first.
    names: Vec<String>,
    /// Whether it still has the last of them.
    kept: bool,
}

impl Went {
    /// Where a path is now that `removed` stood at, or in, and whether it took more than one
    /// renaming. A folder is where its file went, even if the file alone went on from there;
    /// where two of those folders are there, nobody knows which.
    fn now(
        &self,
        path: &str,
        removed: &str,
        there: &dyn Fn(&str) -> bool,
    ) -> Option<(String, bool)> {
        let folder = removed.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        let above =
            |new: &str| path.strip_prefix(new).is_some_and(|rest| rest.starts_with('/')) && folder;
        let wanted = if folder { self.names.len() } else { usize::from(self.kept) };
        let mut found: Option<(String, bool)> = None;
        for (number, name) in self.names.iter().enumerate().rev().take(wanted) {
            let new = moved(path, removed, name).filter(|new| there(new) && !above(new));
            match (new, &found) {
                (Some(new), None) => found = Some((new, number > 0)),
                (Some(new), Some((first, _))) if new != *first => return None,
                _ => {}
            }
        }
        found
    }
}

/// Follows each removed file from renaming to renaming, forward in time: a file that took an old
/// name later is another one.
fn went(
    root: &Path,
    trail: &Trail,
    staged: &Lookup<String, String>,
    witnesses: &[Option<Witness>],
) -> Result<Vec<Went>> {
    let mut found = vec![Went::default(); witnesses.len()];
    let mut open = Vec::new();
    for (at, witness) in witnesses.iter().enumerate() {
        if let Some(witness) = witness {
            open.push((at, witness.removed.clone(), witness.number));
        }
    }
    for _ in 0..MOST_RENAMINGS {
        // The latest have the smallest numbers.
        let mut numbers = Vec::with_capacity(open.len());
        for (_, _, number) in &open {
            numbers.push(*number);
        }
        let mut commits = Vec::new();
        for number in distinct(numbers) {
            commits.extend(trail.commit(number).map(|commit| commit.id.as_str()));
        }
        let renamed = renames(root, &commits, limits::RENAMED)?;
        let mut further = Vec::new();
        for (at, old, number) in open {
            let new = match trail.commit(number) {
                Some(commit) => renamed.get(&(commit.id.clone(), old)),
                None => staged.get(&old),
            };
            let Some(new) = new else { continue };
            let later = trail.later(new, number);
            if let Some(found) = found.get_mut(at) {
                found.names.push(new.clone());
                found.kept = later.is_none();
            }
            if let Some(later) = later {
                further.push((at, new.clone(), later));
            }
        }
        open = further;
        if open.is_empty() {
            break;
        }
    }
    Ok(found)
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
    /// For each word the latest change that took it out of a file.
    pub found: Vec<Option<Gone>>,
    /// How many words no change took out.
    pub open: usize,
    /// Whether every content that was asked for was at hand.
    pub whole: bool,
    /// Whether older contents were left out, for there are too many.
    pub cut: bool,
    /// Whether one was passed over, for it is too large.
    pub large: bool,
}

/// Whether a file of the past may have held names of the code: a fixture in a format of its
/// own holds names of that format.
fn is_text(path: &str) -> bool {
    let name = file_name(path);
    !name.contains('.') || is_file_name(name)
}

/// Contents of the past, each once.
#[derive(Debug, Default)]
struct Contents {
    past: Vec<Former>,
    seen: Seen<String>,
    /// Whether there are more.
    cut: bool,
}

impl Contents {
    /// Takes a content, if it is a new one and there are fewer than `most`; gives whether more
    /// are wanted.
    fn take(&mut self, former: Former, most: usize) -> bool {
        if self.seen.contains(&former.before) {
            return true;
        }
        self.cut = self.past.len() >= most;
        if !self.cut {
            self.seen.insert(former.before.clone());
            self.past.push(former);
        }
        !self.cut
    }
}

/// Looks for missing words in the past, the latest content first, until all are found or enough
/// was read. Contents of files that hold no code are passed over.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn words(repository: &Repository, words: &Words) -> Result<Past> {
    let mut contents = Contents::default();
    formers(repository.root(), repository.head(), &mut |former| {
        let wanted = repository.holds_code(&former.path) && is_text(&former.path);
        !wanted || contents.take(former, limits::FORMERS)
    })?;
    let Contents { past, cut, .. } = contents;
    let mut contents: Vec<&str> = Vec::with_capacity(past.len());
    for former in &past {
        contents.push(&former.before);
    }
    let open = words.needles().len();
    let mut past_words = Past { found: vec![None; open], open, whole: true, cut, large: false };
    let mut looked_at = 0;
    blobs::read(repository.root(), &contents, limits::CONTENT, &mut |number, content| {
        looked_at += content.size();
        past_words.whole &= content != Content::Missing;
        past_words.large |= matches!(content, Content::TooLarge(_));
        for word in content.read().map(|content| words.in_text(content)).unwrap_or_default() {
            if let Some(former) = past.get(number) {
                past_words.note(word, || By::Commit(former.commit.clone()), &former.path);
            }
        }
        let enough = looked_at > limits::PAST;
        past_words.cut |= enough;
        past_words.open > 0 && !enough
    })?;
    if repository.commit.is_none() {
        not_committed(repository, words, &mut past_words)?;
        only_added(repository, words, &mut past_words)?;
    }
    Ok(past_words)
}

impl Past {
    /// Takes what took a word out of a file; the latest comes first.
    fn note(&mut self, word: usize, by: impl FnOnce() -> By, path: &str) {
        let Some(gone @ None) = self.found.get_mut(word) else { return };
        let (by, path) = (by(), path.to_owned());
        let again = false;
        *gone = Some(Gone { by, path, longer: false, now: None, alike: None, again, folder: None });
        self.open -= 1;
    }
}

/// Looks for the words that are left in what the latest commit holds of files that are changed
/// or deleted since: of a file that was only ever added no commit took a content out.
fn only_added(repository: &Repository, words: &Words, past: &mut Past) -> Result<()> {
    if past.open == 0 {
        return Ok(());
    }
    // Where git does not say, those words count as never tracked.
    let mut changed = change::not_committed(repository.root()).unwrap_or_default();
    changed.retain(|(path, _)| repository.holds_code(path) && is_text(path));
    let mut contents: Vec<&str> = Vec::with_capacity(changed.len());
    for (_, before) in &changed {
        contents.push(before);
    }
    let mut looked_at = 0;
    blobs::read(repository.root(), &contents, limits::CONTENT, &mut |number, content| {
        looked_at += content.size();
        for word in content.read().map(|content| words.in_text(content)).unwrap_or_default() {
            if let Some((path, _)) = changed.get(number) {
                past.note(word, || By::WorkTree, path);
            }
        }
        past.open > 0 && looked_at <= limits::PAST
    })
}

/// Tells words apart that the latest commit still holds, where an earlier content had them: no
/// commit took them out.
fn not_committed(repository: &Repository, words: &Words, past: &mut Past) -> Result<()> {
    // A name on two lines cannot be asked for.
    let fits = |path: &str| !path.contains(['\n', '\u{fffd}']);
    let (mut found, mut names) = (Vec::new(), Vec::new());
    for (word, gone) in past.found.iter().enumerate() {
        if let Some(gone) = gone
            && fits(&gone.path)
        {
            found.push(word);
            names.push(format!("HEAD:{}", gone.path));
        }
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    blobs::read(repository.root(), &names, limits::CONTENT, &mut |number, content| {
        if let (Some(word), Content::Here(content)) = (found.get(number), content)
            && words.in_text(content).contains(word)
            && let Some(Some(gone)) = past.found.get_mut(*word)
        {
            gone.by = By::WorkTree;
        }
        true
    })
}

#[cfg(test)]
mod tests {
    use super::{Contents, is_text, moved};
    use crate::git::history::{Commit, Former};

    #[test]
    fn contents_of_the_past_are_gathered_once_each_up_to_a_limit() {
        let commit = Commit { id: "c".to_owned(), date: String::new() };
        let mut contents = Contents::default();
        let mut take = |blob: &str| {
            let (path, before) = ("a.rs".to_owned(), blob.to_owned());
            let former = Former { commit: commit.clone(), path, before, after: None };
            contents.take(former, 2)
        };
        assert!(take("1") && take("1") && take("2") && take("1") && !take("3"));
        assert_eq!((contents.past.len(), contents.cut), (2, true));
    }

    #[test]
    fn a_file_shows_where_its_folder_went() {
        assert_eq!(moved("a/b.rs", "a/b.rs", "c/b.rs").as_deref(), Some("c/b.rs"));
        assert_eq!(moved("a", "a/x/b.rs", "c/x/b.rs").as_deref(), Some("c"));
        assert_eq!(moved("a", "a/x/b.rs", "c/b.rs"), None);
        assert!(is_text("src/a.rs") && is_text("Makefile") && !is_text("tests/effects.fxp"));
    }
}
