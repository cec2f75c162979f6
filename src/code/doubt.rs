//! What makes it doubtful that a page is wrong about a path that is gone: then that is a warning
//! at most. Most are facts of the map, in any language (`docs/code-references.md`).

use crate::code::limits;
use crate::code::name::is_plain;
use crate::code::skip::Skip;
use crate::code::{Reference, Role, Verdict, What};
use crate::map::layout::{file_name, parent};
use crate::order::distinct;

/// The reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// The index leaves the page out: it may be a plan or a report.
    Unlisted,
    /// There is no index, and only the end of the path is written: the page may be a plan or a
    /// report, and another file of that name may be meant.
    InPart,
    /// Such a page itself lists the path among what a change did: it tells of that change.
    Recorded,
    /// The page stands in the same list, by the name that it has or had: a page is no place in
    /// the code, but it is what a change writes.
    BesideItself,
    /// The page lies in an archive: it tells how things were.
    Archived,
    /// The page says before its first section that the path, or a folder above it, is gone.
    SaidGone,
    /// The same list or paragraph names the path that it went to.
    BesideNew,
    /// The clause before it says what will be.
    Intended,
}

impl Doubt {
    /// Words for it, to go after "a warning only: ".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unlisted => "the index does not list this page",
            Self::InPart => "no index lists this page, and the path is not written whole",
            Self::Recorded => "no index lists this page, and it names the path among changed files",
            Self::BesideItself => {
                "the page itself stands in the same list, as in one of changed files"
            }
            Self::Archived => "the page lies in an archive",
            Self::SaidGone => "the page says so itself, before its first section",
            Self::BesideNew => "the path that it went to is named beside it",
            Self::Intended => "the sentence says what will be",
        }
    }
}

/// Marks what is doubtful among the judged references of a map, which come by page. Plain words
/// that their page has nothing to do with are not judged any more.
pub fn mark(references: &mut [Reference]) {
    let index = references.iter().any(|reference| reference.listed);
    for page in references.chunk_by_mut(|a, b| a.page == b.page) {
        let recorded = named(page, Skip::Record, |_| true);
        let mut said = named(page, Skip::Removed, |reference| reference.early);
        said.truncate(limits::SAID);
        let archived = page.first().is_some_and(|first| is_archived(&first.page));
        let led = led(page);
        let own = own_lists(page);
        for at in unrelated(page) {
            if let Some(reference) = page.get_mut(at) {
                reference.verdict = Verdict::Skipped(Skip::Unrelated);
            }
        }
        for reference in page {
            let Verdict::Gone(gone) = &reference.verdict else { continue };
            let What::Path(wanted) = &reference.what else { continue };
            if archived {
                reference.doubt = Some(Doubt::Archived);
                continue;
            }
            // A list of places claims each of them, and a link that leads nowhere is of no use.
            if reference.role != Role::Prose || wanted.link {
                reference.doubt = None;
                continue;
            }
            let new = gone.now.as_deref();
            let beside = |new: &str| led.binary_search(&(reference.list, new.to_owned())).is_ok();
            let doubt = if own.binary_search(&reference.list).is_ok() {
                Some(Doubt::BesideItself)
            } else if new.is_some_and(beside) {
                Some(Doubt::BesideNew)
            } else if !reference.early && said.iter().any(|said| is_at_or_below(&gone.path, said)) {
                Some(Doubt::SaidGone)
            } else if reference.listed {
                None
            } else if index {
                Some(Doubt::Unlisted)
            } else if recorded.binary_search(&wanted.path).is_ok() {
                Some(Doubt::Recorded)
            } else {
                gone.longer.then_some(Doubt::InPart)
            };
            reference.doubt = doubt.or(reference.doubt);
        }
    }
}

/// The paths that a page names where the words around them say so, in some of its places.
fn named(page: &[Reference], guard: Skip, place: fn(&Reference) -> bool) -> Vec<String> {
    let mut paths = Vec::new();
    for reference in page {
        if let What::Path(wanted) = &reference.what
            && reference.guard == Some(guard)
            && place(reference)
        {
            paths.push(wanted.path.trim_matches('/').to_owned());
        }
    }
    distinct(paths)
}

/// The paths that a page names and that are there, each with the list it stands in.
fn led(page: &[Reference]) -> Vec<(usize, String)> {
    let mut led = Vec::new();
    for reference in page {
        if let Verdict::Present(Some(path)) = &reference.verdict {
            led.push((reference.list, path.clone()));
        }
    }
    distinct(led)
}

/// Whether a page lies in a folder that keeps what is over.
fn is_archived(page: &str) -> bool {
    const ARCHIVES: [&str; 3] = ["archive", "archived", "archives"];
    let folders = parent(page).split('/').map(|folder| folder.trim_matches('_').to_lowercase());
    folders.into_iter().any(|folder| ARCHIVES.contains(&folder.as_str()))
}

/// Whether a path is one that is written in part, or lies in it.
fn is_at_or_below(path: &str, part: &str) -> bool {
    let inner = |(at, found): (usize, &str)| {
        let before =
            path.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('/'));
        let rest = path.get(at + found.len()..).unwrap_or_default();
        before && (rest.is_empty() || rest.starts_with('/'))
    };
    !part.is_empty() && path.match_indices(part).any(inner)
}

/// The lists that name the page itself, as it is called or as it was.
fn own_lists(page: &[Reference]) -> Vec<usize> {
    let mut lists = Vec::new();
    for reference in page {
        let led = match &reference.verdict {
            Verdict::Present(path) => path,
            Verdict::Gone(gone) => &gone.now,
            _ => continue,
        };
        if matches!(&reference.what, What::Path(wanted) if !wanted.link)
            && led.as_deref() == Some(&*reference.page)
        {
            lists.push(reference.list);
        }
    }
    distinct(lists)
}

/// The plain words of a page that were in files it has nothing to do with: it names no file of
/// that name, not its folder, and nothing in that. Then the word may be a parameter or a column
/// of anything.
fn unrelated(page: &[Reference]) -> Vec<usize> {
    let mut plain: Vec<(usize, &str)> = Vec::new();
    for (at, reference) in page.iter().enumerate() {
        if let (Verdict::Gone(gone), What::Name(_)) = (&reference.verdict, &reference.what)
            && is_plain(&reference.written)
        {
            plain.push((at, &gone.path));
        }
    }
    if plain.is_empty() {
        return Vec::new();
    }
    let mut paths: Vec<&str> = Vec::new();
    for reference in page {
        paths.extend(leads_to(reference));
    }
    let paths = distinct(paths);
    let mut names: Vec<&str> = Vec::with_capacity(paths.len());
    for path in &paths {
        names.push(file_name(path));
    }
    let names = distinct(names);
    let below = |folder: &str| {
        let begin = format!("{folder}/");
        let first = paths.get(paths.partition_point(|path| *path < begin.as_str()));
        !folder.is_empty() && first.is_some_and(|path| path.starts_with(&begin))
    };
    let above = |path: &str| {
        path.match_indices('/').any(|(at, _)| {
            path.get(..at).is_some_and(|folder| paths.binary_search(&folder).is_ok())
        })
    };
    let named = |path: &str| names.binary_search(&file_name(path)).is_ok();
    let related = |path: &str| named(path) || below(parent(path)) || above(path);
    let mut unrelated = Vec::new();
    for (at, path) in plain {
        if !related(path) {
            unrelated.push(at);
        }
    }
    unrelated
}

/// The path that a reference leads or led to, or else names.
fn leads_to(reference: &Reference) -> Option<&str> {
    let What::Path(wanted) = &reference.what else { return None };
    let path = match &reference.verdict {
        Verdict::Present(Some(path)) => path,
        Verdict::Gone(gone) => &gone.path,
        _ => &wanted.path,
    };
    Some(path.trim_end_matches('/'))
}
