//! What becomes of paths: there, gone, missing, or not judged.

use crate::code::find::{Ground, Lost, Place};
use crate::code::judge::{At, Judge, ground};
use crate::code::manifest::Manifests;
use crate::code::repository::Repository;
use crate::code::search::ROUTED;
use crate::code::skip::Skip;
use crate::code::tracked::Tracked;
use crate::code::{By, Gone, History, Reference, Role, Verdict, What, history, limits, path};
use crate::lookup::Seen;
use crate::map::layout::{file_name, parent};

impl Judge<'_> {
    /// Follows every path; gives those that lead nowhere.
    pub(super) fn paths(&mut self) -> Vec<(At, Lost)> {
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
                let place = ground.locate(wanted, &reference.page);
                let place = standing(place, wanted, (self.repository, &ground), &reference.page);
                reference.verdict = match place {
                    Place::At(path) => Verdict::Present(Some(path)),
                    Place::Skip(reason) => Verdict::Skipped(reason),
                    Place::Deleted(path) => match excuse(reference, &ground) {
                        Some(reason) => Verdict::Skipped(reason),
                        None => Verdict::Gone(Box::new(deleted(path))),
                    },
                    Place::Nowhere(lost) => {
                        let Some(reason) = excuse(reference, &ground) else {
                            nowhere.push(((number, at), lost));
                            continue;
                        };
                        Verdict::Skipped(reason)
                    }
                };
            }
        }
        self.packages(&mut nowhere);
        nowhere
    }

    /// Marks what begins with the name of a package: that is how code imports its files.
    fn packages(&self, nowhere: &mut [(At, Lost)]) {
        let tracked = &self.repository.tracked;
        let mut open: Vec<(&str, &mut Lost)> = Vec::new();
        for (at, lost) in nowhere {
            let reference = self.reference(*at);
            let Some(What::Path(wanted)) = reference.map(|reference| &reference.what) else {
                continue;
            };
            let (first, _) = wanted.path.split_once('/').unwrap_or_default();
            if !wanted.link && !first.is_empty() && !tracked.has_folder(first) {
                open.push((first, lost));
            }
        }
        if open.is_empty() {
            return;
        }
        // Where manifests cannot be read, no package is known.
        let packages = Manifests::new(self.repository).packages().unwrap_or_default();
        for (first, lost) in open {
            if packages.contains(first) {
                (lost.package, lost.ending) = (true, None);
            }
        }
    }

    /// Asks history for paths that lead nowhere.
    pub(super) fn lost_paths(&mut self, lost: Vec<(At, Lost)>) {
        if lost.is_empty() {
            return;
        }
        self.look_at_history();
        let (mut places, mut missing) = (Vec::new(), Vec::new());
        for (at, lost) in lost {
            places.push(at);
            missing.push(lost);
        }
        let gone = match self.history {
            History::Absent(_) => Vec::new(),
            _ => history::paths(self.repository, &missing).unwrap_or_else(|error| {
                self.history = History::Absent(error.to_string());
                Vec::new()
            }),
        };
        let unknown = self.unknown();
        for (number, at) in places.into_iter().enumerate() {
            let Some(lost) = missing.get(number) else { continue };
            let tracked = &self.repository.tracked;
            let part = self.parts.get(at.0);
            let Some(reference) = part.and_then(|part| part.references.get(at.1)) else { continue };
            let verdict = match gone.get(number).cloned().flatten() {
                Some(gone) => Verdict::Gone(Box::new(gone)),
                None if lost.package => Verdict::Skipped(Skip::Package),
                None if names_a_place(reference, tracked) => Verdict::Missing(self.likely(lost)),
                None => Verdict::Skipped(unknown),
            };
            let part = self.parts.get_mut(at.0);
            if let Some(reference) = part.and_then(|part| part.references.get_mut(at.1)) {
                reference.verdict = verdict;
            }
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

/// The same place, or what there is in its stead where it was deleted in the work tree.
pub fn standing(
    place: Place,
    wanted: &path::Wanted,
    (repository, ground): (&Repository, &Ground<'_>),
    page: &str,
) -> Place {
    match place {
        Place::At(path) if repository.lacks(&path) => {
            let ground = Ground { tracked: repository.standing(), ..*ground };
            match ground.locate(wanted, page) {
                Place::Nowhere(_) => Place::Deleted(path),
                place => place,
            }
        }
        place => place,
    }
}

fn deleted(path: String) -> Gone {
    Gone {
        by: By::WorkTree,
        path,
        longer: false,
        now: None,
        alike: None,
        again: false,
        folder: None,
    }
}

/// Why a path that leads nowhere is not judged.
fn excuse(reference: &Reference, ground: &Ground<'_>) -> Option<Skip> {
    if reference.guard.is_some() {
        return reference.guard;
    }
    let What::Path(wanted) = &reference.what else { return None };
    if is_one_word(wanted) && reference.role == Role::Prose {
        return Some(Skip::BareName);
    }
    let Some(What::Path(next)) = &reference.next else { return None };
    matches!(ground.locate(next, &reference.page), Place::At(_)).then_some(Skip::Removed)
}

/// A folder of one word, `docs/`: in prose it may be the repository itself, or any other.
fn is_one_word(wanted: &path::Wanted) -> bool {
    !wanted.link && !wanted.bare && !wanted.path.contains('/')
}

/// The patterns that are followed.
#[derive(Debug, Default)]
pub struct Globs {
    seen: Seen<String>,
    count: usize,
}

impl Globs {
    /// Whether a path is judged: it is no pattern, or not one too many.
    pub fn take(&mut self, wanted: &path::Wanted) -> bool {
        if !wanted.glob || self.seen.contains(&wanted.path) {
            return true;
        }
        let fits = self.count < limits::GLOBS;
        if fits {
            self.seen.insert(wanted.path.clone());
            self.count += 1;
        }
        fits
    }
}

/// Whether a path that was never tracked still claims to be one: it ends as files do, or
/// stands in a folder that is there.
fn names_a_place(reference: &Reference, tracked: &Tracked) -> bool {
    let What::Path(wanted) = &reference.what else { return false };
    if reference.role == Role::Prose || wanted.bare {
        return false;
    }
    let first = wanted.path.split('/').next().unwrap_or_default();
    // Without extension it may be a route, or a word: only its folder makes it a path.
    let below = if wanted.folder { first } else { parent(&wanted.path) };
    let routed = !wanted.folder && ROUTED.contains(&first);
    wanted.link || path::has_extension(&wanted.path) || tracked.has_folder(below) && !routed
}
