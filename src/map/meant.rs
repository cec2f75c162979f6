//! Which file a broken link was probably meant for; only where there is one candidate.

use crate::discover::patterns::Patterns;
use crate::lookup::Seen;
use crate::map::FeatureMap;
use crate::map::entry::EntryLink;
use crate::map::link::Target;
use crate::map::names::Known;

/// How much comparing of spellings a run may do, in characters times characters: with more
/// broken links than that a map has another problem than spelling.
const SPELLING_WORK: usize = 50_000_000;

/// A broken link of an entry, and the file it was probably meant for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken<'a> {
    /// The path, from the repository root, of the file that the link stands in.
    pub path: &'a str,
    /// The link.
    pub found: &'a EntryLink,
    /// Where it leads, inside the map folder: nothing is there.
    pub inner: &'a str,
    /// The file that was probably meant.
    pub meant: Option<Meant>,
}

/// A file that was probably meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// Its path inside the map folder.
    pub inner: String,
    /// What makes it probable.
    pub why: &'static str,
}

impl Broken<'_> {
    /// The file that was probably meant, inside the map folder.
    pub fn meant_page(&self) -> Option<&str> {
        self.meant.as_ref().map(|meant| meant.inner.as_str())
    }
}

/// The broken links of all entries, in the order they stand; each missing file once an entry.
///
/// Takes which pages need no entry: a template is nobody's new name.
pub fn broken<'a>(map: &'a FeatureMap, unlisted: &Patterns) -> Vec<Broken<'a>> {
    let mut all: Vec<Broken<'a>> = Vec::new();
    for (path, entry) in map.all_entries() {
        let mut seen = Seen::new();
        for found in &entry.links {
            let Target::Missing(inner) = &found.target else { continue };
            if seen.insert(inner.as_str()) {
                all.push(Broken { path, found, inner, meant: None });
            }
        }
    }
    let renamed = if all.len() == 1 { renamed(map, unlisted) } else { None };
    let mut work = SPELLING_WORK;
    for broken in &mut all {
        broken.meant = meant(map, broken.inner, &mut work).or_else(|| renamed.clone());
    }
    all
}

fn meant(map: &FeatureMap, inner: &str, work: &mut usize) -> Option<Meant> {
    let some = |inner: &str, why| Some(Meant { inner: inner.to_owned(), why });
    let names = &map.names;
    if let Some(name) = names.other_case(inner) {
        return some(name, "the name differs in letter case");
    }
    let turned = inner.replace('\\', "/");
    if turned != inner && matches!(names.get(&turned), Some(Known::Page(_) | Known::Index)) {
        return some(&turned, "the folders of a link are separated by `/`");
    }
    if let Some(name) = names.with_extension(inner) {
        return some(name, "the name lacks its extension");
    }
    if let Some(name) = names.elsewhere(inner) {
        return some(name, "a file of that name is in another folder");
    }
    some(names.close(inner, work)?, "a file with a similar name exists")
}

/// The page that no entry lists, where there is only one.
fn renamed(map: &FeatureMap, unlisted: &Patterns) -> Option<Meant> {
    let mut only = None;
    for (page, listed) in map.pages.iter().zip(&map.listed) {
        if !listed && !unlisted.names_file(page.inner()) && only.replace(page).is_some() {
            return None;
        }
    }
    let why = "renamed? this page is the only one that no entry lists";
    Some(Meant { inner: only?.inner().to_owned(), why })
}
