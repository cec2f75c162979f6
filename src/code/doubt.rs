//! What makes it doubtful that a page is wrong about a path that is gone: then that is a warning
//! at most. All but one are facts of the map, in any language (`docs/code-references.md`).

use std::collections::BTreeSet;

use crate::code::name::is_plain;
use crate::code::skip::Skip;
use crate::code::{Reference, Role, Verdict, What};
use crate::map::layout::{file_name, parent};
use crate::order::gathered;

/// The reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Only the end of the path is written, on a page that no entry of the index lists: such a
    /// page may be a plan or a report, and another file of that name may be meant.
    InPart,
    /// Such a page itself lists the path among what a change did: it tells of that change.
    Recorded,
    /// The page stands in the same list, by the name that it has or had: a page is no place in
    /// the code, but it is what a change writes.
    BesideItself,
    /// The clause before it says what will be.
    Intended,
}

impl Doubt {
    /// Words for it, to go after "a warning only: ".
    pub const fn words(self) -> &'static str {
        match self {
            Self::InPart => "no index lists this page, and the path is not written whole",
            Self::Recorded => "no index lists this page, and it names the path among changed files",
            Self::BesideItself => {
                "the page itself stands in the same list, as in one of changed files"
            }
            Self::Intended => "the sentence says what will be",
        }
    }
}

/// Marks what is doubtful among the judged references of a map, which come by page. Plain words
/// that their page has nothing to do with are not judged any more.
pub fn mark(references: &mut [Reference]) {
    for page in references.chunk_by_mut(|a, b| a.page == b.page) {
        let recorded = recorded(page);
        let own = own_lists(page);
        for at in unrelated(page) {
            if let Some(reference) = page.get_mut(at) {
                reference.verdict = Verdict::Skipped(Skip::Unrelated);
            }
        }
        for reference in page {
            let Verdict::Gone(gone) = &reference.verdict else { continue };
            let What::Path(wanted) = &reference.what else { continue };
            // A list of places claims each of them.
            if reference.role != Role::Prose {
                reference.doubt = None;
                continue;
            }
            let doubt = if own.contains(&reference.list) {
                Some(Doubt::BesideItself)
            } else if reference.listed {
                None
            } else if recorded.contains(&wanted.path) {
                Some(Doubt::Recorded)
            } else {
                gone.longer.then_some(Doubt::InPart)
            };
            reference.doubt = doubt.or(reference.doubt);
        }
    }
}

/// The paths that a page names in a record of a change.
fn recorded(page: &[Reference]) -> BTreeSet<String> {
    let records = page.iter().filter(|reference| reference.guard == Some(Skip::Record));
    let paths = records.filter_map(|reference| match &reference.what {
        What::Path(wanted) => Some(wanted.path.clone()),
        _ => None,
    });
    paths.collect()
}

/// The lists that name the page itself, as it is called or as it was.
fn own_lists(page: &[Reference]) -> BTreeSet<usize> {
    let names_itself = |reference: &&Reference| {
        let led = match &reference.verdict {
            Verdict::Present(path) => path,
            Verdict::Gone(gone) => &gone.now,
            _ => return false,
        };
        matches!(&reference.what, What::Path(wanted) if !wanted.link)
            && led.as_deref() == Some(&*reference.page)
    };
    page.iter().filter(names_itself).map(|reference| reference.list).collect()
}

/// The plain words of a page that were in files it has nothing to do with: it names no file of
/// that name, not its folder, and nothing in that. Then the word may be a parameter or a column
/// of anything.
fn unrelated(page: &[Reference]) -> Vec<usize> {
    let plain = page.iter().enumerate().filter_map(|(at, reference)| match &reference.verdict {
        Verdict::Gone(gone) if matches!(reference.what, What::Name(_)) => {
            is_plain(&reference.written).then_some((at, gone.path.as_str()))
        }
        _ => None,
    });
    let plain: Vec<(usize, &str)> = plain.collect();
    if plain.is_empty() {
        return Vec::new();
    }
    let paths: BTreeSet<&str> = gathered(page.iter().filter_map(leads_to));
    let names: BTreeSet<&str> = gathered(paths.iter().map(|path| file_name(path)));
    let below = |folder: &str| {
        let begin = format!("{folder}/");
        let first = paths.range(begin.as_str()..).next();
        !folder.is_empty() && first.is_some_and(|path| path.starts_with(&begin))
    };
    let above = |path: &str| {
        path.match_indices('/')
            .any(|(at, _)| path.get(..at).is_some_and(|folder| paths.contains(folder)))
    };
    let related =
        |path: &str| names.contains(file_name(path)) || below(parent(path)) || above(path);
    let unrelated = plain.into_iter().filter(|(_, path)| !related(path));
    unrelated.map(|(at, _)| at).collect()
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
