//! What a change makes untrue: paths and names that pages name, and that it takes away.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::code::find::{Ground, Place};
use crate::code::judge::{Globs, Part, standing};
use crate::code::limits;
use crate::code::repository::Repository;
use crate::code::settings::Settings;
use crate::code::skip::Skip;
use crate::code::words::{Needle, Words};
use crate::code::{Code, History, Reference, Verdict, What, aside};
use crate::error::Result;
use crate::git::blobs;
use crate::git::change::Change;
use crate::git::files::{File, Kind};
use crate::order::{self, distinct};

/// A change: the repository before and after it, and what is between.
#[derive(Debug)]
pub struct Difference<'a> {
    /// The repository as it was.
    pub before: &'a Repository,
    /// The repository as it is.
    pub after: &'a Repository,
    /// What changed.
    pub change: &'a Change,
}

/// Judges references by a change alone: what it takes away is gone, all else is present. A
/// page that the change touches is its author's own matter.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn judge(
    mut parts: Vec<Part>,
    difference: &Difference<'_>,
    settings: &Settings,
) -> Result<Vec<Code>> {
    let (mut beside, mut globs) = (Vec::new(), Globs::default());
    for (number, part) in parts.iter_mut().enumerate() {
        part.references.retain(|reference| {
            let skipped = matches!(reference.verdict, Verdict::Skipped(_));
            !skipped && reference.guard.is_none() && !difference.touches(&reference.page)
        });
        difference.paths((number, part), &mut globs, &mut beside);
    }
    mark_pages(&mut parts, beside);
    difference.names(&mut parts, settings)?;
    let mut judged = Vec::with_capacity(parts.len());
    for part in parts {
        judged.push(Code { references: part.references, history: History::Whole });
    }
    Ok(judged)
}

/// The changed files that a page names.
struct Beside {
    /// The number of the page's part.
    part: usize,
    page: Rc<str>,
    /// The number of its first reference to one of them.
    at: usize,
    files: Vec<String>,
}

impl Difference<'_> {
    fn touches(&self, path: &str) -> bool {
        self.change.touched.contains(path)
    }

    /// Compares where each path led before with where it leads now; adds the changed files that
    /// a page names to `beside`.
    fn paths(
        &self,
        (number, part): (usize, &mut Part),
        globs: &mut Globs,
        beside: &mut Vec<Beside>,
    ) {
        let project = part.project.as_str();
        let before = Ground { tracked: &self.before.tracked, disk: None, project };
        let after = Ground { tracked: &self.after.tracked, disk: self.after.disk(), project };
        for (at, reference) in part.references.iter_mut().enumerate() {
            let What::Path(wanted) = &reference.what else { continue };
            if !globs.take(wanted) {
                reference.verdict = Verdict::Skipped(Skip::TooMany);
                continue;
            }
            let Place::At(old) = before.locate(wanted, &reference.page) else { continue };
            let now = after.locate(wanted, &reference.page);
            match standing(now, wanted, (self.after, &after), &reference.page) {
                Place::At(now) => {
                    if self.touches(&now) {
                        let page = Rc::clone(&reference.page);
                        note(beside, Beside { part: number, page, at, files: vec![now] });
                    }
                }
                // What a build makes is no longer tracked, and still made.
                Place::Skip(Skip::Ignored | Skip::Output) => {}
                _ => reference.verdict = Verdict::GoneInChange(self.new_path(&old)),
            }
        }
    }

    /// Where a path went: a file itself, or a folder by one of its files.
    fn new_path(&self, old: &str) -> Option<String> {
        let renamed = |(from, to): &(String, String)| {
            if from == old {
                return Some(to.clone());
            }
            let inner = from.strip_prefix(old)?;
            let folder = inner.starts_with('/').then(|| to.strip_suffix(inner)).flatten()?;
            self.after.tracked.has_folder(folder).then(|| folder.to_owned())
        };
        self.change.renamed.iter().find_map(renamed)
    }

    /// Marks the names that no file has any longer, and a touched one had.
    fn names(&self, parts: &mut [Part], settings: &Settings) -> Result<()> {
        let mut names = Vec::new();
        for part in &*parts {
            for reference in &part.references {
                names.extend(needle(reference));
            }
        }
        let words = Words::anywhere(names);
        if words.is_empty() {
            return Ok(());
        }
        let (hays, sparse) = self.after.hays(settings);
        if sparse {
            return Ok(());
        }
        let searched = self.after.search(&words, &hays)?;
        let mut absent = Vec::new();
        for (needle, hits) in words.needles().iter().zip(&searched.hits) {
            if hits.files == 0 {
                absent.push(needle.clone());
            }
        }
        let absent = Words::anywhere(absent);
        let mut gone = self.in_the_past(&absent)?;
        for (needle, gone) in absent.needles().iter().zip(&mut gone) {
            gone.take_if(|_| self.after.is_file_of_code(&needle.word));
        }
        let aside = aside::verdicts(self.after, &absent, &gone);
        for part in parts {
            for reference in &mut part.references {
                let number = needle(reference).and_then(|needle| absent.number(&needle));
                let Some(number) = number else { continue };
                let alive = has_no_home(reference) && matches!(aside.get(number), Some(Some(_)));
                if let Some(Some(path)) = gone.get(number)
                    && !alive
                {
                    reference.verdict = if searched.whole {
                        Verdict::GoneInChange(Some(path.clone()))
                    } else {
                        Verdict::Skipped(Skip::Unread)
                    };
                }
            }
        }
        Ok(())
    }

    /// For each of some absent words the touched file that held it before.
    fn in_the_past(&self, words: &Words) -> Result<Vec<Option<String>>> {
        let mut found = vec![None; words.needles().len()];
        if words.is_empty() {
            return Ok(found);
        }
        let (mut files, mut names) = (Vec::<&File>::new(), Vec::<&str>::new());
        for file in self.before.tracked.files() {
            let code = file.kind == Kind::File && self.before.holds_code(&file.path);
            if code && self.touches(&file.path) {
                files.push(file);
                names.push(&file.blob);
            }
        }
        blobs::read(self.before.root(), &names, limits::CONTENT, &mut |number, content| {
            for word in content.read().map(|content| words.in_text(content)).unwrap_or_default() {
                if let (Some(found), Some(file)) = (found.get_mut(word), files.get(number)) {
                    found.get_or_insert_with(|| file.path.clone());
                }
            }
            true
        })?;
        Ok(found)
    }
}

/// Takes a changed file that a page names; the references of a page come together.
fn note(beside: &mut Vec<Beside>, new: Beside) {
    match beside.last_mut() {
        Some(last) if last.part == new.part && last.page == new.page => {
            last.files.extend(new.files);
        }
        _ => beside.push(new),
    }
}

/// Marks the pages with most changed files beside them.
fn mark_pages(parts: &mut [Part], mut beside: Vec<Beside>) {
    for page in &mut beside {
        page.files = distinct(std::mem::take(&mut page.files));
    }
    order::sort(&mut beside, |a, b| {
        let key = |page: &Beside| (Reverse(page.files.len()), page.part);
        key(a).cmp(&key(b)).then_with(|| a.page.cmp(&b.page))
    });
    for Beside { part, at, files, .. } in beside.into_iter().take(limits::PAGES) {
        let reference = parts.get_mut(part).and_then(|part| part.references.get_mut(at));
        if let Some(reference) = reference {
            reference.verdict = Verdict::ChangedBeside(files);
        }
    }
}

/// Whether the text gives no file for a name: then it may be anywhere.
fn has_no_home(reference: &Reference) -> bool {
    matches!(&reference.what, What::Name(name) if name.home.is_none())
}

fn needle(reference: &Reference) -> Option<Needle> {
    match &reference.what {
        What::Name(name) | What::Test(name) => {
            Some(Needle { word: name.word.clone(), edges: name.edges })
        }
        What::Path(_) | What::Command(_) => None,
    }
}
