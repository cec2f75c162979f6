//! What becomes of names and tests: there, elsewhere, gone, or not judged.

use crate::code::find::{Ground, Place};
use crate::code::history::Past;
use crate::code::judge::{At, Judge, ground};
use crate::code::name::Edges;
use crate::code::skip::Skip;
use crate::code::words::{Hay, Hits, Needle, Words};
use crate::code::{History, Reference, Verdict, What, aside, history, name, path, title};
use crate::error::Result;
use crate::git::files::File;
use crate::lookup::Seen;
use crate::map::layout::file_name;
use crate::order::distinct;

impl Judge<'_> {
    /// Looks for every name in the code; gives those that are nowhere.
    pub(super) fn names(&mut self) -> Result<Vec<(At, Needle)>> {
        let mut wanted = Vec::new();
        for part in &mut self.parts {
            let ground = ground(self.repository, &part.project);
            for reference in &mut part.references {
                if let Some(What::Name(next)) = &reference.next {
                    wanted.push((needle(next), None));
                }
                if let Some(name) = name_of(&mut reference.what) {
                    let home =
                        name.home.take().and_then(|home| located(&ground, &home, &reference.page));
                    name.home = home;
                    wanted.push((needle(name), name.home.clone()));
                }
            }
        }
        let words = Words::new(wanted);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let (hays, sparse) = self.repository.hays(self.settings);
        let searched = self.repository.search(&words, &hays)?;
        let hits = |needle: &Needle| searched.hits.get(words.number(needle)?);
        let mut missing = Vec::new();
        for (number, part) in self.parts.iter_mut().enumerate() {
            for (at, reference) in part.references.iter_mut().enumerate() {
                let (What::Name(name) | What::Test(name)) = &reference.what else { continue };
                let needle = needle(name);
                let Some(found) = hits(&needle) else { continue };
                let verdict = where_found(reference, name, found, &hays).or_else(|| {
                    let file = self.repository.is_file_of_code(&name.word);
                    file.then_some(Verdict::Present(None))
                });
                let next = match &reference.next {
                    Some(What::Name(next)) => hits(&self::needle(next)),
                    _ => None,
                };
                let followed = next.is_some_and(|hits| hits.files > 0);
                reference.verdict = match (verdict, reference.guard) {
                    (Some(Verdict::Elsewhere(_)), guard) if guard.is_some() || !searched.whole => {
                        Verdict::Present(None)
                    }
                    (Some(verdict), _) => verdict,
                    (None, Some(guard)) => Verdict::Skipped(guard),
                    (None, None) if followed => Verdict::Skipped(Skip::Removed),
                    (None, None) if sparse => Verdict::Skipped(Skip::Sparse),
                    (None, None) if !searched.whole => Verdict::Skipped(Skip::Unread),
                    (None, None) => {
                        missing.push(((number, at), needle));
                        continue;
                    }
                };
            }
        }
        self.titles(&mut missing, &hays)?;
        Ok(missing)
    }

    /// Takes titles out of what is missing that the texts of their files make up.
    fn titles(&mut self, missing: &mut Vec<(At, Needle)>, hays: &[Hay]) -> Result<()> {
        let mut titles: Vec<&str> = Vec::new();
        for (_, needle) in &*missing {
            if needle.edges == Edges::Any {
                titles.push(&needle.word);
            }
        }
        let titles = distinct(titles);
        let mut homes: Vec<&str> = Vec::new();
        for part in &self.parts {
            for reference in &part.references {
                if let What::Test(name) = &reference.what
                    && let Some(home) = &name.home
                    && titles.binary_search(&&*name.word).is_ok()
                {
                    homes.push(home);
                }
            }
        }
        let homes = distinct(homes);
        let mut files: Vec<&File> = Vec::new();
        for hay in hays {
            if hay.test || homes.iter().any(|home| is_in(&hay.path, home)) {
                files.extend(self.repository.tracked.file(&hay.path));
            }
        }
        let mut made_up = Seen::new();
        for title in title::made_up(&titles, &files, self.repository)? {
            made_up.insert(title.to_owned());
        }
        missing.retain(|(at, needle)| {
            let made = needle.edges == Edges::Any && made_up.contains(&needle.word);
            let part = self.parts.get_mut(at.0);
            if made && let Some(reference) = part.and_then(|part| part.references.get_mut(at.1)) {
                reference.verdict = Verdict::Present(None);
            }
            !made
        });
        Ok(())
    }

    /// Asks history for names that are nowhere.
    pub(super) fn missing_names(&mut self, missing: Vec<(At, Needle)>) {
        if missing.is_empty() {
            return;
        }
        self.look_at_history();
        let mut wanted = Vec::with_capacity(missing.len());
        for (_, needle) in &missing {
            wanted.push(needle.clone());
        }
        let words = Words::anywhere(wanted);
        let repository = self.repository;
        let past = match self.history {
            History::Absent(_) => Past::default(),
            _ => history::words(repository, &words).unwrap_or_else(|error| {
                self.history = History::Absent(error.to_string());
                Past::default()
            }),
        };
        if !past.whole && self.history == History::Whole {
            let why = "some contents of the past are not here (partial clone)";
            self.history = History::Part(why.to_owned());
        }
        let unknown = match &past {
            past if past.cut => Skip::LongAgo,
            past if past.large => Skip::Unread,
            _ => self.unknown(),
        };
        let mut last = Vec::with_capacity(past.found.len());
        for gone in &past.found {
            last.push(gone.as_ref().map(|gone| gone.path.clone()));
        }
        // A test that git never knew may be a new one.
        for (at, needle) in &missing {
            if let Some(What::Test(_)) = self.reference(*at).map(|reference| &reference.what)
                && let Some(last) = words.number(needle).and_then(|number| last.get_mut(number))
            {
                last.get_or_insert_default();
            }
        }
        let aside = aside::verdicts(repository, &words, &last);
        for (at, needle) in missing {
            let number = words.number(&needle);
            let gone = number.and_then(|number| past.found.get(number)?.clone());
            let alive = || aside.get(number?)?.clone();
            let Some(reference) =
                self.parts.get_mut(at.0).and_then(|part| part.references.get_mut(at.1))
            else {
                continue;
            };
            let new_file = || alive().filter(|verdict| matches!(verdict, Verdict::Present(_)));
            reference.verdict = match (gone, &reference.what) {
                (Some(gone), What::Name(name)) if name.home.is_none() => {
                    alive().unwrap_or(Verdict::Gone(Box::new(gone)))
                }
                (Some(gone), What::Test(_)) => new_file().unwrap_or(Verdict::Gone(Box::new(gone))),
                (Some(gone), _) => Verdict::Gone(Box::new(gone)),
                (None, What::Test(_)) => new_file().unwrap_or(Verdict::Missing(None)),
                (None, _) => Verdict::Skipped(unknown),
            };
        }
    }
}

fn name_of(what: &mut What) -> Option<&mut name::Wanted> {
    match what {
        What::Name(name) | What::Test(name) => Some(name),
        What::Path(_) | What::Command(_) => None,
    }
}

fn needle(name: &name::Wanted) -> Needle {
    Needle { word: name.word.clone(), edges: name.edges }
}

/// The tracked path that a text gives for a name.
fn located(ground: &Ground<'_>, home: &str, page: &str) -> Option<String> {
    let read = path::read(home)?.ok()?;
    match ground.locate(read.paths.first()?, page) {
        Place::At(path) => Some(path),
        _ => None,
    }
}

/// What the places of a name say; none where it has none.
fn where_found(
    reference: &Reference,
    name: &name::Wanted,
    hits: &Hits,
    hays: &[Hay],
) -> Option<Verdict> {
    let first = hits.first.as_ref()?;
    let present = Some(Verdict::Present(None));
    let Some(home) = name.home.as_ref().filter(|home| !hits.homes.contains(*home)) else {
        return present;
    };
    if hits.files != 1 || name.edges != Edges::Word {
        return present;
    }
    let in_a_test = matches!(reference.what, What::Test(_)) && hits.in_test;
    // `Card` of `src/Card.vue` need not stand in it.
    let own = file_name(home).split('.').next() == Some(name.word.as_str());
    let vague = own || in_a_test || !is_searched(hays, home);
    if vague { present } else { Some(Verdict::Elsewhere(first.clone())) }
}

/// Whether a path is another one, or lies in it.
fn is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a file, or one in a folder, is among those that are searched; they come by path.
fn is_searched(hays: &[Hay], home: &str) -> bool {
    let folder = format!("{home}/");
    let inside = hays.partition_point(|hay| hay.path < folder);
    hays.binary_search_by(|hay| hay.path.as_str().cmp(home)).is_ok()
        || hays.get(inside).is_some_and(|hay| hay.path.starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::is_searched;
    use crate::code::words::Hay;

    #[test]
    fn files_and_folders_are_found_among_those_that_are_searched() {
        let hay = |path: &&str| Hay { path: (*path).into(), file: (*path).into(), test: false };
        let hays: Vec<_> = ["a-b/x", "a.rs", "a/b/c", "ab", "b/a"].iter().map(hay).collect();
        for home in ["a-b", "a.rs", "a", "a/b", "a/b/c", "ab", "b"] {
            assert!(is_searched(&hays, home), "{home}");
        }
        for home in ["a-", "a/", "a/b/c/d", "b/a/", "c", "a/c"] {
            assert!(!is_searched(&hays, home), "{home}");
        }
        assert!(!is_searched(&[], "a"));
    }
}
