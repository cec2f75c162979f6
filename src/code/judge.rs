//! What becomes of each reference: present, gone, missing, or not judged.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::find::{Ground, Lost, Place};
use crate::code::history::Past;
use crate::code::manifest::Manifests;
use crate::code::name::Edges;
use crate::code::repository::Repository;
use crate::code::settings::Settings;
use crate::code::skip::Skip;
use crate::code::words::{Hay, Hits, Needle, Words};
use crate::code::{
    Code, History, Reference, Role, Verdict, What, history, limits, lines, name, path,
};
use crate::error::Result;
use crate::git::history::is_shallow;
use crate::map::layout::file_name;
use crate::order::gathered;

/// The references of one map.
#[derive(Debug)]
pub struct Part {
    /// The map's project root, from the repository root.
    pub project: String,
    /// What its pages name.
    pub references: Vec<Reference>,
}

/// Judges the references of all maps of a run: each file is read once, and git is asked at
/// most once for each of its questions.
///
/// # Errors
/// Git, where a commit is looked at and not the work tree.
pub fn judge(parts: Vec<Part>, repository: &Repository, settings: &Settings) -> Result<Vec<Code>> {
    let mut judge = Judge { repository, settings, history: History::Whole, looked: false, parts };
    let lost = judge.paths();
    lines::compare(&mut judge.parts, repository)?;
    judge.commands()?;
    let missing = judge.names()?;
    judge.lost_paths(lost);
    judge.missing_names(missing);
    let Judge { parts, history, .. } = judge;
    let code = |part: Part| Code { references: part.references, history: history.clone() };
    Ok(parts.into_iter().map(code).collect())
}

/// A reference by the numbers of its part and place.
type At = (usize, usize);

struct Judge<'a> {
    repository: &'a Repository,
    settings: &'a Settings,
    history: History,
    /// Whether git was asked how much history there is.
    looked: bool,
    parts: Vec<Part>,
}

impl Judge<'_> {
    /// Follows every path; gives those that lead nowhere.
    fn paths(&mut self) -> Vec<(At, Lost)> {
        let mut nowhere = Vec::new();
        let mut globs = Globs::default();
        for (number, part) in self.parts.iter_mut().enumerate() {
            let ground = ground(self.repository, &part.project);
            for (at, reference) in part.references.iter_mut().enumerate() {
                if matches!(reference.verdict, Verdict::Skipped(_)) {
                    continue;
                }
                let What::Path(wanted) = &reference.what else { continue };
                if !globs.take(wanted) {
                    reference.verdict = Verdict::Skipped(Skip::TooMany);
                    continue;
                }
                reference.verdict = match ground.locate(wanted, &reference.page) {
                    Place::At(path) => Verdict::Present(Some(path)),
                    Place::Skip(reason) => Verdict::Skipped(reason),
                    Place::Nowhere(lost) => {
                        let vague = is_one_word(wanted) && reference.role == Role::Prose;
                        let vague = vague.then_some(Skip::BareName);
                        let Some(guard) = reference.guard.or(vague) else {
                            nowhere.push(((number, at), lost));
                            continue;
                        };
                        Verdict::Skipped(guard)
                    }
                };
            }
        }
        nowhere
    }

    /// Looks every command up in the manifests.
    fn commands(&mut self) -> Result<()> {
        let mut manifests = Manifests::new(self.repository);
        for reference in self.parts.iter_mut().flat_map(|part| &mut part.references) {
            let What::Command(command) = &reference.what else { continue };
            let verdict = manifests.verdict(command, &reference.page)?;
            reference.verdict = match (verdict, reference.guard) {
                (Verdict::Missing(_), Some(guard)) => Verdict::Skipped(guard),
                (verdict, _) => verdict,
            };
        }
        Ok(())
    }

    /// Looks for every name in the code; gives those that are nowhere.
    fn names(&mut self) -> Result<Vec<(At, Needle)>> {
        let mut wanted = BTreeMap::<Needle, BTreeSet<String>>::new();
        for part in &mut self.parts {
            let ground = ground(self.repository, &part.project);
            for reference in &mut part.references {
                if let Some(name) = name_of(&mut reference.what) {
                    let home =
                        name.home.take().and_then(|home| located(&ground, &home, &reference.page));
                    name.home = home;
                    let homes = wanted.entry(needle(name)).or_default();
                    homes.extend(name.home.clone());
                }
            }
        }
        let words = Words::new(wanted);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let (hays, sparse) = self.repository.hays(self.settings);
        let searched = self.repository.search(&words, &hays)?;
        let by_needle: BTreeMap<&Needle, &Hits> =
            gathered(words.needles().iter().zip(&searched.hits));
        let mut missing = Vec::new();
        for (number, part) in self.parts.iter_mut().enumerate() {
            for (at, reference) in part.references.iter_mut().enumerate() {
                let (What::Name(name) | What::Test(name)) = &reference.what else { continue };
                let needle = needle(name);
                let Some(hits) = by_needle.get(&needle) else { continue };
                let verdict = where_found(reference, name, hits, &hays);
                reference.verdict = match (verdict, reference.guard) {
                    (Some(Verdict::Elsewhere(_)), guard) if guard.is_some() || !searched.whole => {
                        Verdict::Present(None)
                    }
                    (Some(verdict), _) => verdict,
                    (None, Some(guard)) => Verdict::Skipped(guard),
                    (None, None) if sparse => Verdict::Skipped(Skip::Sparse),
                    (None, None) if !searched.whole => Verdict::Skipped(Skip::Unread),
                    (None, None) => {
                        missing.push(((number, at), needle));
                        continue;
                    }
                };
            }
        }
        Ok(missing)
    }

    /// Asks history for paths that lead nowhere.
    fn lost_paths(&mut self, lost: Vec<(At, Lost)>) {
        if lost.is_empty() {
            return;
        }
        self.look_at_history();
        let (places, lost): (Vec<At>, Vec<Lost>) = lost.into_iter().unzip();
        let gone = match self.history {
            History::Absent(_) => Vec::new(),
            _ => history::paths(self.repository, &lost).unwrap_or_else(|error| {
                self.history = History::Absent(error.to_string());
                Vec::new()
            }),
        };
        let unknown = self.unknown();
        for (number, at) in places.into_iter().enumerate() {
            let Some(lost) = lost.get(number) else { continue };
            let tracked = &self.repository.tracked;
            let part = self.parts.get(at.0);
            let Some(reference) = part.and_then(|part| part.references.get(at.1)) else { continue };
            let verdict = match gone.get(number).cloned().flatten() {
                Some(gone) => Verdict::Gone(Box::new(gone)),
                None if names_a_place(reference, tracked) => Verdict::Missing(self.likely(lost)),
                None => Verdict::Skipped(unknown),
            };
            let part = self.parts.get_mut(at.0);
            if let Some(reference) = part.and_then(|part| part.references.get_mut(at.1)) {
                reference.verdict = verdict;
            }
        }
    }

    /// Asks history for names that are nowhere.
    fn missing_names(&mut self, missing: Vec<(At, Needle)>) {
        if missing.is_empty() {
            return;
        }
        self.look_at_history();
        let wanted = missing.iter().map(|(_, needle)| (needle.clone(), BTreeSet::new()));
        let words = Words::new(gathered(wanted));
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
        let unknown = if past.cut { Skip::LongAgo } else { self.unknown() };
        for (at, needle) in missing {
            let number = words.needles().binary_search(&needle).ok();
            let gone = number.and_then(|number| past.found.get(&number)).cloned();
            let Some(reference) =
                self.parts.get_mut(at.0).and_then(|part| part.references.get_mut(at.1))
            else {
                continue;
            };
            reference.verdict = match (gone, &reference.what) {
                (Some(gone), _) => Verdict::Gone(Box::new(gone)),
                (None, What::Test(_)) => Verdict::Missing(None),
                (None, _) => Verdict::Skipped(unknown),
            };
        }
    }

    /// Asks how much history there is, once a run.
    fn look_at_history(&mut self) {
        if std::mem::replace(&mut self.looked, true) {
            return;
        }
        if let Some(trouble) = &self.repository.trouble {
            self.history = History::Absent(trouble.clone());
            return;
        }
        match is_shallow(self.repository.root()) {
            Ok(false) => {}
            Ok(true) => self.history = History::Part("this is a shallow clone".to_owned()),
            Err(error) => self.history = History::Absent(error.to_string()),
        }
    }

    /// Why something that is missing is not judged.
    fn unknown(&self) -> Skip {
        match self.history {
            History::Whole => Skip::NeverTracked,
            _ => Skip::NoHistory,
        }
    }

    /// The path that may be meant, where only one comes near.
    fn likely(&self, lost: &Lost) -> Option<String> {
        let tracked = &self.repository.tracked;
        let path = lost.exact.first().filter(|_| !lost.glob)?;
        let found = tracked.other_case(path).or_else(|| tracked.only_named(file_name(path)));
        found.map(str::to_owned)
    }
}

fn ground<'a>(repository: &'a Repository, project: &'a str) -> Ground<'a> {
    Ground { tracked: &repository.tracked, disk: repository.disk(), project }
}

/// A folder of one word, `docs/`: in prose it may be the repository itself, or any other.
fn is_one_word(wanted: &path::Wanted) -> bool {
    !wanted.link && !wanted.bare && !wanted.path.contains('/')
}

/// The patterns that are followed.
#[derive(Debug, Default)]
pub struct Globs(BTreeSet<String>);

impl Globs {
    /// Whether a path is judged: it is no pattern, or not one too many.
    pub fn take(&mut self, wanted: &path::Wanted) -> bool {
        if !wanted.glob || self.0.contains(&wanted.path) {
            return true;
        }
        self.0.len() < limits::GLOBS && self.0.insert(wanted.path.clone())
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
    let vague = in_a_test || !is_searched(hays, home);
    if vague { present } else { Some(Verdict::Elsewhere(first.clone())) }
}

/// Whether a file, or one in a folder, is among those that are searched; they come by path.
fn is_searched(hays: &[Hay], home: &str) -> bool {
    let folder = format!("{home}/");
    let inside = hays.partition_point(|hay| hay.path < folder);
    hays.binary_search_by(|hay| hay.path.as_str().cmp(home)).is_ok()
        || hays.get(inside).is_some_and(|hay| hay.path.starts_with(&folder))
}

/// Whether a path that was never tracked still claims to be one: it ends as files do, or
/// stands in a folder that is there.
fn names_a_place(reference: &Reference, tracked: &crate::code::tracked::Tracked) -> bool {
    let What::Path(wanted) = &reference.what else { return false };
    if reference.role == Role::Prose || wanted.bare {
        return false;
    }
    let first = wanted.path.split('/').next().unwrap_or_default();
    wanted.link || path::has_extension(&wanted.path) || tracked.has_folder(first)
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
